/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether a value varies that is chosen among several: a phi, a load, a
 * select. */

/* It is uniform if all of them are and the choice is. It varies if all
 * work-items add the same to a varying value, and if a varying condition
 * chooses between two values that certainly differ. */
#include "module/types.h"
#include "validate/warn/variation.h"

#define MAX_DEFINITIONS 8u
#define MAX_STEPS 4
#define MAX_BRANCHES 6

typedef gac__variation_search search;

/* -- incoming values ------------------------------------------------------- */

/* Whether a value is that of `from`, a phi or a load from that variable, plus
 * uniform values. */
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
        bool second =
            def.opcode == SpvOpIAdd
            && gac__constant_operand(s, ref.frame, &def, 0, &constant);
        ref.id = def.words[def.first + second];
    }
    return false;
}

/* The values that come into a phi or a variable. */
typedef struct incoming {
    bool uniform; /* all are uniform */
    bool varies;  /* one varies */
    bool steps;   /* each varies, or adds uniform values to the phi itself */
} incoming;

static void come_in(search *s, incoming *all, gac__ref value, gac__ref into)
{
    gac__variation v = gac__find_variation(s, value);
    bool varies = gac__varies(v);
    all->uniform &= v == GAC__UNIFORM;
    all->varies |= varies;
    all->steps =
        all->steps
        && (varies || (v == GAC__UNIFORM && steps_from(s, value, into)));
}

static gac__variation of_incoming(const incoming *all)
{
    return all->uniform                ? GAC__UNIFORM
           : all->varies && all->steps ? GAC__BY_ID
                                       : GAC__UNKNOWN;
}

/* A store to a variable; or an operand of a phi, as a store at the end of its
 * block. */
typedef struct definition {
    uint32_t ordinal; /* of the store */
    uint32_t id;      /* of the value */
} definition;

/* Finds the stores to a variable that is loaded as a type, the last one in the
 * text first. Returns how many; 0: not all are known. */
static uint32_t find_stores(const gac__program *p, gac__ref variable,
                            uint32_t type_id, definition out[MAX_DEFINITIONS])
{
    const gac__variable *v = gac__program_variable(p, variable);
    uint32_t n = 0;
    if (!v || v->partial || v->escapes || v->n_stores > MAX_DEFINITIONS)
        return 0;
    for (const gac__pointer_use *use = gac__program_store(p, v->stores); use;
         use = gac__program_store(p, use->next)) {
        const uint32_t *store = p->m->words + p->m->offsets[use->store - 1];
        if (n == v->n_stores
            || gac__without_casts(p->m, store[1]) != variable.id
            || !gac__reads_alike(p->m, gac__module_type_of(p->m, store[2]),
                                 type_id))
            return 0;
        out[n++] = (definition){use->store - 1, store[2]};
    }
    return n == v->n_stores
               ? n
               : 0; /* it has an initializer, or callees store to it */
}

/* -- choices --------------------------------------------------------------- */

static bool is_kernel_parameter(const gac__program *p, gac__ref ref)
{
    return p->is_kernel && ref.frame == 0
           && gac__module_def_opcode(p->m, ref.id) == SpvOpFunctionParameter;
}

/* Whether two pointers certainly differ: in their object, or in a constant
 * offset. */
static bool pointers_differ(const gac__program *p, gac__ref a, gac__ref b)
{
    if (!gac__is_pointer(p->m, a.id))
        return false;
    gac__origin x = gac__pointer_origin(p, a), y = gac__pointer_origin(p, b);
    if (x.base.id == 0 || y.base.id == 0 || x.is_null || y.is_null)
        return false;
    if (gac__ref_same(x.base, y.base))
        return x.offset_known && y.offset_known && x.offset != y.offset;
    return (x.is_variable || is_kernel_parameter(p, x.base))
           && (y.is_variable || is_kernel_parameter(p, y.base));
}

/* Whether a value is the event of a copy that is given no event. */
static bool is_own_event(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    gac__ref event;
    if (!gac__module_def(p->m, ref.id, &def) || !gac__is_copy(p->sites, &def))
        return false;
    gac__op op = {.ordinal = def.ordinal,
                  .frame = (uint16_t)ref.frame,
                  .kind = GAC__OP_COPY};
    return gac__copy_event(p, op, &event)
           && gac__module_def_opcode(p->m, gac__resolve(p, event).id)
                  == SpvOpConstantNull;
}

/* Whether two events certainly differ: they are of two copies, or one is
 * null. */
static bool events_differ(const gac__program *p, gac__ref a, gac__ref b)
{
    if (!gac__is_event(p->m, a.id))
        return false;
    a = gac__resolve(p, a);
    b = gac__resolve(p, b);
    bool a_null = gac__module_def_opcode(p->m, a.id) == SpvOpConstantNull;
    bool b_null = gac__module_def_opcode(p->m, b.id) == SpvOpConstantNull;
    return (a_null || is_own_event(p, a)) && (b_null || is_own_event(p, b))
           && !(a_null && b_null) && !gac__ref_same(a, b);
}

/* The variation of `condition ? x : y`. It varies where the condition does and
 * the two certainly differ. With a constant condition on one side, it is a
 * conjunction or disjunction, which varies if one of its operands does. */
static gac__variation of_choice(search *s, gac__variation condition, gac__ref x,
                                gac__ref y)
{
    uint64_t a, b;
    bool varies = gac__varies(condition);
    bool x_known = gac__evaluate(s->p, x, &a),
         y_known = gac__evaluate(s->p, y, &b);
    if (x_known && y_known)
        return a == b ? GAC__UNIFORM : varies ? GAC__BY_ID : GAC__UNKNOWN;
    if (varies && (pointers_differ(s->p, x, y) || events_differ(s->p, x, y)))
        return GAC__BY_ID;
    if (x_known == y_known
        || gac__words_opcode(gac__module_value_type(s->p->m, x.id))
               != SpvOpTypeBool)
        return GAC__UNKNOWN;
    return varies != gac__varies(gac__find_variation(s, x_known ? y : x))
               ? GAC__BY_ID
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

/* -- definitions behind a branch ------------------------------------------- */

/* The definitions of a value, sorted by where they stand to a branch before its
 * use: the branch may choose between two of them. */
typedef struct branched {
    uint32_t frame;
    uint32_t branch, use; /* nodes */
    uint32_t ordinal;     /* of the use */
    uint32_t n;
    const definition *definitions;
    const definition *before; /* the last one before the branch; NULL: none */
    const definition *behind[2]; /* the one behind each edge; NULL: none */
} branched;

/* Whether an edge of the branch dominates a node. */
static bool is_behind(const gac__program *p, const branched *b, uint32_t edge,
                      uint32_t node)
{
    uint32_t to = gac__successor(&p->graph, b->branch, edge);
    return gac__n_successors(&p->reversed, to) == 1
           && gac__program_dominates(p, to, node);
}

/* Whether each path from an edge to the use leads through `node`. */
static bool is_passed(gac__program *p, const branched *b, uint32_t edge,
                      uint32_t node)
{
    uint32_t at = gac__successor(&p->graph, b->branch, edge);
    while (at != UINT32_MAX && at != b->use && at != node
           && gac__program_spend(p, 1))
        at = gac__program_join(p, at);
    return at == node;
}

/* Whether both edges of the branch join before the use. */
static bool meet_before(gac__program *p, const branched *b)
{
    uint32_t join = gac__program_join(p, b->branch);
    return join != UINT32_MAX && gac__program_dominates(p, join, b->use);
}

/* Sorts the definitions. False: two stand behind one edge, or one stands
 * elsewhere. */
static bool sort_definitions(gac__program *p, branched *b)
{
    b->before = b->behind[0] = b->behind[1] = NULL;
    for (uint32_t i = 0; i < b->n; i++) {
        const definition *own = &b->definitions[i];
        uint32_t at = own->ordinal, node = gac__program_node(p, b->frame, at);
        if (gac__program_dominates(p, node, b->branch)) {
            if (!b->before
                || !gac__program_before(p, b->frame, at, b->before->ordinal))
                b->before = own;
            continue;
        }
        if (p->nest.header[b->use] == UINT32_MAX
            && gac__program_before(p, b->frame, b->ordinal, at))
            continue; /* it comes after the use */
        uint32_t edge = is_behind(p, b, 0, node) ? 0 : 1;
        if (!is_behind(p, b, edge, node) || b->behind[edge]
            || !is_passed(p, b, edge, node))
            return false;
        b->behind[edge] = own;
    }
    return b->behind[0] != b->behind[1];
}

/* The variation of a use, by the nearest branches before it. */
static gac__variation of_branches(search *s, uint32_t frame, uint32_t ordinal,
                                  const definition *definitions, uint32_t n)
{
    gac__program *p = s->p;
    const uint32_t use = gac__program_node(p, frame, ordinal);
    branched b = {.frame = frame,
                  .use = use,
                  .ordinal = ordinal,
                  .n = n,
                  .definitions = definitions};
    uint32_t at = use;
    for (int k = 0; k < MAX_BRANCHES && at != 0; k++) {
        at = p->tree.idom[at];
        const gac__node *node = &p->nodes.items[at];
        if (node->condition == 0 || gac__n_successors(&p->graph, at) != 2)
            continue;
        b.branch = at;
        if (is_behind(p, &b, 0, use) || is_behind(p, &b, 1, use)
            || !meet_before(p, &b) || !sort_definitions(p, &b))
            continue;
        const definition *x = b.behind[0] ? b.behind[0] : b.before;
        const definition *y = b.behind[1] ? b.behind[1] : b.before;
        if (!x || !y)
            return GAC__UNKNOWN;
        gac__variation v = of_choice(
            s, gac__find_variation(s, (gac__ref){node->frame, node->condition}),
            (gac__ref){frame, x->id}, (gac__ref){frame, y->id});
        if (gac__varies(v))
            return v;
    }
    return GAC__UNKNOWN;
}

/* The incoming values decide, or else a branch. */
static gac__variation of_definitions(search *s, const incoming *all,
                                     gac__ref into, const gac__inst *use,
                                     const definition *definitions, uint32_t n)
{
    gac__variation v = of_incoming(all), chosen = GAC__UNKNOWN;
    if (n > 1 && v != GAC__BY_ID)
        chosen = of_branches(s, into.frame, use->ordinal, definitions, n);
    return chosen == GAC__UNKNOWN ? v : chosen;
}

gac__variation gac__vary_load(search *s, uint32_t frame, const gac__inst *load)
{
    const gac__program *p = s->p;
    const gac__ref variable = {frame, gac__without_casts(p->m, load->words[3])};
    definition stores[MAX_DEFINITIONS];
    const uint32_t n = find_stores(p, variable, load->type_id, stores);
    incoming all = {n > 0, false, true};
    for (uint32_t i = n; i-- > 0;)
        come_in(s, &all, (gac__ref){frame, stores[i].id}, variable);
    return of_definitions(s, &all, variable, load, stores, n);
}

gac__variation gac__vary_phi(search *s, gac__ref ref, const gac__inst *phi)
{
    const gac__program *p = s->p;
    definition operands[MAX_DEFINITIONS];
    incoming all = {true, false, true};
    uint32_t n = 0;
    for (uint32_t i = 3; i + 1 < phi->n_words; i += 2, n++) {
        come_in(s, &all, (gac__ref){ref.frame, phi->words[i]}, ref);
        uint32_t node =
            gac__program_end_of_block(p, ref.frame, phi->words[i + 1]);
        if (n < MAX_DEFINITIONS)
            operands[n] =
                (definition){p->nodes.items[node].end - 1, phi->words[i]};
    }
    return of_definitions(s, &all, ref, phi, operands,
                          n <= MAX_DEFINITIONS ? n : 0);
}
