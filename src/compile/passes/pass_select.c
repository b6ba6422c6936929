/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Has lanes compute both ways of a branch on which they part, where that is
 * little, and choose between the results.
 *
 * A branch around two additions costs passes over the mask and writes under it,
 * and ends a chain before and behind; the additions and a choice are parts of
 * one. Where lanes go on together the way that they do not take would be
 * computed for nothing: so only conditions count that are made of what lanes
 * have of their own. This need not be exact, and is found out in one walk.
 */
#include "compile/passes/block_edit.h"

#define MOST_WORK 8u /* instructions of both ways and choices, together */

typedef struct selector {
    gac__ir *ir;
    gac__arena *scratch;
    uint8_t *own;   /* for each value: lanes have one of their own, as far as is
                       known; NULL: not found yet */
    uint32_t n_own; /* values that were there then; later ones are choices */
    uint32_t last_meet, last_edge; /* that was looked for */
    bool changed;
} selector;

/* A branch that leads to `meet` through an arm or two, or around one (0). */
typedef struct choice {
    uint32_t from, arm[2], meet; /* arm[0]: if the condition is true */
} choice;

/* -- what lanes have of their own ------------------------------------------ */

static bool begins_own(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_ATOMIC:
    case GAC__IR_GROUP:
    case GAC__IR_ALLOCA: return true;
    case GAC__IR_BUILTIN:
        return i->sub == GAC__BUILTIN_GLOBAL_ID
               || i->sub == GAC__BUILTIN_LOCAL_ID
               || i->sub == GAC__BUILTIN_GLOBAL_LINEAR_ID
               || i->sub == GAC__BUILTIN_LOCAL_LINEAR_ID
               || i->sub == GAC__BUILTIN_SUB_GROUP_LOCAL_ID;
    default: return false;
    }
}

/* Twice: what comes round a loop once. */
static gac_result find_own(selector *s)
{
    const gac__ir *ir = s->ir;
    s->own = gac__arena_alloc(s->scratch, ir->n_values, 1);
    if (!s->own)
        return GAC_ERR_MEMORY;
    s->n_own = ir->n_values;
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t b = 0; b < ir->n_blocks; b++)
            for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = ir->blocks[b].insts[k];
                uint8_t own = begins_own(i);
                for (uint32_t a = 0; !own && a < i->n_args; a++)
                    own = s->own[i->args[a]];
                s->own[i->result] = own && i->result;
            }
    return GAC_OK;
}

/* -- choices --------------------------------------------------------------- */

/* What leads to the meeting block if the condition is true, and if it is false.
 */
static uint32_t edge_of(selector *s, const choice *c, uint32_t way)
{
    const gac__ir_block *meet = &s->ir->blocks[c->meet];
    uint32_t from = c->arm[way] ? c->arm[way] : c->from, p = meet->n_preds;
    if (s->last_meet == c->meet) /* choices come the other way round */
        p = GAC__MIN(s->last_edge + 2, p);
    while (meet->preds[(p ? p : meet->n_preds) - 1] != from)
        p = (p ? p : meet->n_preds) - 1;
    s->last_meet = c->meet;
    return s->last_edge = (p ? p : meet->n_preds) - 1;
}

static bool find_choice(const gac__ir *ir, uint32_t from, choice *out)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[from]);
    if (end->op != GAC__IR_CBR || end->targets[0] == end->targets[1])
        return false;
    uint32_t to[2];
    *out = (choice){.from = from};
    for (uint32_t way = 0; way < 2; way++) {
        uint32_t t = end->targets[way];
        to[way] = t;
        if (t != from
            && gac__ir_is_little(&ir->blocks[t], GAC__IR_BR, MOST_WORK - 1)) {
            to[way] = gac__ir_end(&ir->blocks[t])->targets[0];
            out->arm[way] = t;
        }
    }
    /* One of them may be an arm by its look, and where they meet. */
    for (uint32_t way = 0; way < 2 && to[0] != to[1]; way++)
        if (out->arm[way] == to[!way]) {
            to[way] = out->arm[way];
            out->arm[way] = 0;
        }
    out->meet = to[0];
    return to[0] == to[1] && to[0] != from && (out->arm[0] || out->arm[1]);
}

static bool is_worth_it(selector *s, const choice *c)
{
    const gac__ir *ir = s->ir;
    const gac__ir_block *meet = &ir->blocks[c->meet];
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1), n = 0;
    for (uint32_t way = 0; way < 2; way++)
        n += c->arm[way] ? ir->blocks[c->arm[way]].n_insts - 1 : 0;
    for (uint32_t k = 0; k < meet->n_insts && meet->insts[k]->op == GAC__IR_PHI;
         k++)
        n += meet->insts[k]->args[p] != meet->insts[k]->args[q];
    uint32_t condition = gac__ir_end(&ir->blocks[c->from])->args[0];
    return n <= MOST_WORK && (condition >= s->n_own || s->own[condition]);
}

/* -- taking them ----------------------------------------------------------- */

/* The phis of the meeting block take choices by the edge from c->from, which is
 * the only one of the two that is left. */
static bool choose(gac__ir *ir, const choice *c, uint32_t p, uint32_t q)
{
    gac__ir_block *meet = &ir->blocks[c->meet];
    uint32_t condition = gac__ir_end(&ir->blocks[c->from])->args[0];
    if (!gac__ir_join_edges(ir, c->meet, p, q, c->from, condition, true))
        return false;
    for (uint32_t k = 0;
         meet->n_preds == 1 && meet->insts[k]->op == GAC__IR_PHI; k++)
        meet->insts[k]->op = GAC__IR_MOV;
    return true;
}

static gac_result take(selector *s, const choice *c)
{
    gac__ir *ir = s->ir;
    gac__ir_block *b = &ir->blocks[c->from];
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1);
    gac__ir_inst *go = gac__ir_new_inst(ir, GAC__IR_BR, GAC__TY_VOID, 0);
    uint32_t *target = gac__arena_alloc(ir->arena, 1, sizeof *target);
    if (!go || !target)
        return GAC_ERR_MEMORY;
    for (uint32_t way = 0; way < 2; way++)
        if (c->arm[way] && !gac__ir_take_over(ir, c->from, c->arm[way]))
            return GAC_ERR_MEMORY;
    if (!choose(ir, c, p, q))
        return GAC_ERR_MEMORY;
    *target = c->meet;
    go->targets = target;
    go->n_targets = 1;
    go->ordinal = gac__ir_end(b)->ordinal;
    b->insts[b->n_insts - 1] = go;
    s->changed = true;
    return GAC_OK;
}

/* Appends the block that a block alone goes to now: it may be an arm with it.
 */
static gac_result join_next(gac__ir *ir, uint32_t at)
{
    gac__ir_block *b = &ir->blocks[at];
    uint32_t next = gac__ir_end(b)->targets[0];
    gac__ir_block *from = &ir->blocks[next];
    if (from->n_preds != 1 || gac__ir_is_collective(from->insts[0]->op))
        return GAC_OK;
    const gac__ir_inst *end = gac__ir_end(from);
    for (uint32_t t = 0; t < end->n_targets; t++) {
        gac__ir_block *to = &ir->blocks[end->targets[t]];
        for (uint32_t p = 0; p < to->n_preds; p++)
            if (to->preds[p] == next)
                to->preds[p] = at;
    }
    return gac__ir_append_block(ir, at, next) ? GAC_OK : GAC_ERR_MEMORY;
}

/* Backward: inner choices come before those around them. */
static gac_result select_all(selector *s)
{
    for (uint32_t b = s->ir->n_blocks; b-- > 0;) {
        choice c;
        while (find_choice(s->ir, b, &c)) {
            if (!s->own)
                GAC__TRY(find_own(s));
            GAC__TRY(gac__ir_watch(s->ir, s->ir->blocks[c.meet].n_preds));
            if (!is_worth_it(s, &c))
                break;
            GAC__TRY(take(s, &c));
            GAC__TRY(join_next(s->ir, b));
            GAC__TRY(gac__ir_watch(s->ir, MOST_WORK));
        }
    }
    return GAC_OK;
}

gac_result gac__pass_select(gac__ir *ir, gac__arena *scratch)
{
    selector s = {.ir = ir, .scratch = scratch};
    if (ir->variant.checked)
        return GAC_OK;
    GAC__TRY(select_all(&s));
    return s.changed ? gac__pass_cfg(ir, scratch) : GAC_OK;
}
