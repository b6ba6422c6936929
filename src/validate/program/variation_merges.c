/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether a value varies that is one of several: a phi's, a variable's, a choice's. */

/* All of them the same is the same; what work-items begin with, and all step alike, varies;
 * and so does a choice by what varies, between two that certainly differ. */
#include "validate/program/variation.h"

#define MAX_STORES 8u
#define MAX_STEPS 4

typedef gac__variation_search search;

/* -- what comes in --------------------------------------------------------- */

/* Whether a value is that of `from` (a phi, or what is loaded from a variable) and what
 * all work-items add to it. */
static bool steps_from(search *s, gac__ref ref, gac__ref from)
{
    gac__inst def;
    uint64_t constant;
    for (int depth = 0; depth < MAX_STEPS; depth++) {
        ref = gac__resolve(s->p, ref);
        if (gac__ref_same(ref, from))
            return true;
        if (!gac__module_def(s->p->m, ref.id, &def))
            return false;
        bool sum = def.opcode == SpvOpIAdd || def.opcode == SpvOpISub;
        if (def.opcode == SpvOpLoad)
            return gac__ref_same((gac__ref){ref.frame, def.words[3]}, from);
        if (!sum && def.opcode != SpvOpUConvert && def.opcode != SpvOpSConvert)
            return false;
        if (sum && gac__vary_operand(s, ref.frame, &def, 1) != GAC__UNIFORM)
            return false;
        bool second = def.opcode == SpvOpIAdd &&
                      gac__constant_operand(s, ref.frame, &def, 0, &constant);
        ref.id = def.words[def.first + second];
    }
    return false;
}

/* What comes into a phi or a variable, which itself counts as uniform: whether all of it
 * is, or what work-items begin with varies and all add the same to it. */
typedef struct incoming {
    bool uniform, varies, steps;
} incoming;

static void come_in(search *s, incoming *all, gac__ref value, gac__ref into)
{
    gac__variation v = gac__find_variation(s, value);
    bool varies = gac__varies(v);
    all->uniform &= v == GAC__UNIFORM;
    all->varies |= varies;
    all->steps = all->steps && (varies || (v == GAC__UNIFORM &&
                                           steps_from(s, value, into)));
}

static gac__variation of_incoming(const incoming *all)
{
    return all->uniform                ? GAC__UNIFORM
           : all->varies && all->steps ? GAC__BY_ID
                                       : GAC__UNKNOWN;
}

/* A variable of the function, by what is stored there. */
gac__variation gac__vary_variable(search *s, gac__ref variable)
{
    const gac__program *p = s->p;
    const gac__variable *v = gac__program_variable(p, variable);
    uint32_t stores[MAX_STORES], n = 0;
    incoming all = {true, false, true};
    if (!v || v->pieces || v->escapes || v->n_stores > MAX_STORES)
        return GAC__UNKNOWN;
    for (uint32_t at = v->store; at != 0;
         at = gac__program_store_before(p, variable.frame, at - 1))
        stores[n++] = at - 1;
    if (n != v->n_stores)
        return GAC__UNKNOWN; /* an initializer, or functions, store there */
    while (n-- > 0) {
        gac__inst store = gac__module_inst(p->m, stores[n]);
        if (store.words[1] != variable.id)
            return GAC__UNKNOWN;
        come_in(s, &all, (gac__ref){variable.frame, store.words[2]}, variable);
    }
    return of_incoming(&all);
}

/* -- choices --------------------------------------------------------------- */

static bool is_kernel_parameter(const gac__program *p, gac__ref ref)
{
    return p->is_kernel && ref.frame == 0 &&
           gac__module_def_opcode(p->m, ref.id) == SpvOpFunctionParameter;
}

/* Whether two pointers certainly differ: into different variables or parameters,
 * or to different places of one. */
static bool pointers_differ(const gac__program *p, gac__ref a, gac__ref b)
{
    gac__type_kind kind = gac__ref_kind(p, a);
    if (kind != GAC__TYPE_POINTER && kind != GAC__TYPE_UNTYPED_POINTER)
        return false;
    gac__origin x = gac__pointer_origin(p, a), y = gac__pointer_origin(p, b);
    if (x.base.id == 0 || y.base.id == 0 || x.is_null || y.is_null)
        return false;
    if (gac__ref_same(x.base, y.base))
        return x.offset_known && y.offset_known && x.offset != y.offset;
    return (x.is_variable || is_kernel_parameter(p, x.base)) &&
           (y.is_variable || is_kernel_parameter(p, y.base));
}

/* A choice by a condition that varies between two different constants, or places; or
 * between a constant truth and one that varies where the condition does not, or the other
 * way round: conditions that are joined. */
static gac__variation of_choice(search *s, gac__variation condition, gac__ref x,
                                gac__ref y)
{
    uint64_t a, b;
    bool varies = gac__varies(condition);
    bool x_known = gac__evaluate(s->p, x, &a), y_known = gac__evaluate(s->p, y, &b);
    if (x_known && y_known)
        return a == b ? GAC__UNIFORM : varies ? GAC__BY_ID : GAC__UNKNOWN;
    if (varies && pointers_differ(s->p, x, y))
        return GAC__BY_ID;
    if (x_known == y_known || gac__ref_kind(s->p, x) != GAC__TYPE_BOOL)
        return GAC__UNKNOWN;
    return varies != gac__varies(gac__find_variation(s, x_known ? y : x)) ? GAC__BY_ID
                                                                         : GAC__UNKNOWN;
}

gac__variation gac__vary_select(search *s, uint32_t frame,
                                const gac__inst *inst)
{
    gac__variation v = of_choice(s, gac__vary_operand(s, frame, inst, 0),
                                 (gac__ref){frame, inst->words[4]},
                                 (gac__ref){frame, inst->words[5]});
    return v == GAC__UNKNOWN ? gac__vary_all(s, frame, inst) : v;
}

/* The node that a label begins. */
static uint32_t node_of_label(const gac__program *p, uint32_t frame, uint32_t label)
{
    return gac__program_node(p, frame, p->m->definitions[label] - 1);
}

/* The one of a branch's two edges that a phi's operand comes by; 2: neither, or both. */
static uint32_t edge_of(const gac__program *p, uint32_t branch, uint32_t from,
                        uint32_t phi)
{
    const gac__node *b = &p->nodes.items[branch];
    uint32_t found = 2;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t edge = p->edges[b->first_edge + i];
        bool by = from == branch ? edge == phi
                                 : edge != phi && gac__program_dominates(p, edge, from);
        if (by && found != 2)
            return 2;
        found = by ? i : found;
    }
    return found;
}

/* A phi of two operands where the two ways of a branch meet is a choice by its condition:
 * whether it is one. */
static bool is_choice(const search *s, uint32_t frame, const gac__inst *phi,
                      gac__ref *condition_out)
{
    const gac__program *p = s->p;
    if (phi->n_words != 7)
        return false;
    uint32_t node = gac__program_node(p, frame, phi->ordinal);
    uint32_t branch = p->nodes.items[node].dominator;
    const gac__node *b = &p->nodes.items[branch];
    if (branch == node || b->condition == 0 || b[1].first_edge - b->first_edge != 2)
        return false;
    uint32_t x = edge_of(p, branch, node_of_label(p, frame, phi->words[4]), node);
    uint32_t y = edge_of(p, branch, node_of_label(p, frame, phi->words[6]), node);
    *condition_out = (gac__ref){b->frame, b->condition};
    return x < 2 && y < 2 && x != y;
}

gac__variation gac__vary_phi(search *s, gac__ref ref, const gac__inst *inst)
{
    incoming all = {true, false, true};
    gac__ref condition;
    for (uint32_t i = 3; i < inst->n_words; i += 2)
        come_in(s, &all, (gac__ref){ref.frame, inst->words[i]}, ref);
    gac__variation v = of_incoming(&all);
    if (v == GAC__BY_ID || !is_choice(s, ref.frame, inst, &condition))
        return v;
    gac__variation chosen = of_choice(s, gac__find_variation(s, condition),
                                      (gac__ref){ref.frame, inst->words[3]},
                                      (gac__ref){ref.frame, inst->words[5]});
    return chosen == GAC__UNKNOWN ? v : chosen;
}
