/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Tells collectives in which rounds of loops work-items meet at them.
 *
 * Which rounds belong together is plain in the source, but not in what
 * compilers make of it: two nested loops may have become one, whose head some
 * work-items pass several times where others pass once. So only loops count
 * that have a counter: a value that begins alike for all work-items, becomes
 * the same function of itself on each way back to the head, and decides,
 * against what is alike for all too, whether the loop is left. Where loops have
 * been merged, the outer one's counter stays as it is on the inner one's way
 * back, and is none.
 *
 * "Alike" is what does not vary; what is computed from that; and counters of
 * the loops around, since these are compared as well.
 */
#include "compile/passes/pass_check.h"

#define MOST_ROUNDS 8u /* loops around one collective that are looked at */
#define MOST_DEPTH 12u /* of what a counter's next value is computed from */
#define MOST_STEPS (1u << 20)

typedef struct finder {
    gac__ir *ir;
    const gac__shadower *shadower;
    const gac__dominators *tree;
    const uint8_t *varying;
    uint8_t *in_loop; /* for each block: in the present one */
    uint32_t *stack;  /* for each block */
    uint8_t *counts;  /* for each value: it is a counter of the present loop,
                         or of one around */
    uint32_t steps;   /* that may still be taken */
} finder;

/* A loop with a counter. */
typedef struct counted {
    uint32_t head, counter, start, step; /* step 0: it does not rise by one */
} counted;

typedef GAC__VEC(counted) counted_vec;

static bool take_step(finder *f)
{
    f->steps -= f->steps > 0;
    return f->steps > 0;
}

/* -- values ---------------------------------------------------------------- */

static bool is_function(const gac__ir_inst *i)
{
    return gac__ir_is_pure(i->op) || i->op == GAC__IR_LEA;
}

/* Memory that a work-item does not have for itself is read alike by all who
 * read it in one round: otherwise that is a race. */
static bool reads_shared(const finder *f, const gac__ir_inst *i)
{
    if (i->op != GAC__IR_LOAD || i->flags & GAC__IR_VOLATILE)
        return false;
    uint32_t root = f->shadower->root[i->args[0]];
    return root >= ROOT_FIRST && root < ROOT_PRIVATE;
}

/* Whether a value is alike for all work-items that are in the same rounds. */
static bool is_alike(finder *f, uint32_t v, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (!i || !f->varying[v] || f->counts[v])
        return true;
    if (depth == 0 || !take_step(f) || !(is_function(i) || reads_shared(f, i)))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (!is_alike(f, i->args[a], depth - 1))
            return false;
    return true;
}

static bool depends_on(finder *f, uint32_t v, uint32_t counter, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (v == counter)
        return true;
    if (!i || depth == 0 || !take_step(f) || !is_function(i))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (depends_on(f, i->args[a], counter, depth - 1))
            return true;
    return false;
}

/* Ways back may have met before the head: what all of them bring, or `v`. */
static uint32_t brought(const finder *f, uint32_t v)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (!i || i->op != GAC__IR_PHI || f->counts[v])
        return v;
    const gac__ir_inst *first = gac__ir_def(f->ir, i->args[0]);
    for (uint32_t a = 1; a < i->n_args; a++) {
        const gac__ir_inst *other = gac__ir_def(f->ir, i->args[a]);
        if (i->args[a] != i->args[0]
            && !(first && other && is_function(first)
                 && gac__ir_same_inst(first, other)))
            return v;
    }
    return i->args[0];
}

/* -- loops ----------------------------------------------------------------- */

/* Marks the blocks of the loop that ways back from `last` to `head` close. */
static bool mark_loop(finder *f, uint32_t head, uint32_t last)
{
    uint32_t n = 0;
    memset(f->in_loop, 0, f->ir->n_blocks);
    f->in_loop[head] = 1;
    if (last != head) {
        f->in_loop[last] = 1;
        f->stack[n++] = last;
    }
    while (n) {
        const gac__ir_block *b = &f->ir->blocks[f->stack[--n]];
        for (uint32_t p = 0; p < b->n_preds; p++) {
            if (!take_step(f))
                return false;
            if (f->in_loop[b->preds[p]])
                continue;
            f->in_loop[b->preds[p]] = 1;
            f->stack[n++] = b->preds[p];
        }
    }
    return true;
}

/* Whether a condition, or a part of it, compares the counter with what is
 * alike. */
static bool is_decided_by(finder *f, uint32_t condition, uint32_t counter,
                          uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, condition);
    if (is_alike(f, condition, MOST_DEPTH)
        && depends_on(f, condition, counter, MOST_DEPTH))
        return true;
    if (!i || depth == 0
        || (i->op != GAC__IR_AND && i->op != GAC__IR_OR && i->op != GAC__IR_NOT
            && i->op != GAC__IR_SELECT))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (is_decided_by(f, i->args[a], counter, depth - 1))
            return true;
    return false;
}

static bool has_exit(finder *f, uint32_t head, uint32_t counter)
{
    for (uint32_t b = head; b < f->ir->n_blocks; b++) {
        const gac__ir_block *block = &f->ir->blocks[b];
        const gac__ir_inst *end = gac__ir_end(block);
        if (!take_step(f))
            return false;
        if (f->in_loop[b] && end->op == GAC__IR_CBR
            && (!f->in_loop[end->targets[0]] || !f->in_loop[end->targets[1]])
            && is_decided_by(f, end->args[0], counter, MOST_DEPTH))
            return true;
    }
    return false;
}

/* What is added to a counter, if it is that. */
static uint32_t step_of(const finder *f, uint32_t next, uint32_t counter)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, next);
    if (!i || i->op != GAC__IR_IADD)
        return 0;
    return i->args[0] == counter   ? i->args[1]
           : i->args[1] == counter ? i->args[0]
                                   : 0;
}

/* Whether a phi of the head counts the loop's rounds. */
static bool is_counter(finder *f, uint32_t head, const gac__ir_inst *phi,
                       counted *out)
{
    const gac__ir_block *block = &f->ir->blocks[head];
    uint32_t next = 0, counter = phi->result;
    *out = (counted){head, counter, 0, 0};
    for (uint32_t p = 0; p < block->n_preds; p++) {
        uint32_t v = phi->args[p];
        bool back = block->preds[p] >= head;
        if (back && next && v != next)
            return false;
        if (back)
            next = v;
        else if ((out->start && out->start != v) || !is_alike(f, v, MOST_DEPTH))
            return false;
        else
            out->start = v;
    }
    f->counts[counter] = 1;
    next = brought(f, next);
    if (next != counter && is_alike(f, next, MOST_DEPTH)
        && depends_on(f, next, counter, MOST_DEPTH)
        && has_exit(f, head, counter)) {
        out->step = step_of(f, next, counter);
        return true;
    }
    f->counts[counter] = 0;
    return false;
}

static bool has_collective(const finder *f, const gac__loop *loop)
{
    for (uint32_t b = loop->head; b <= loop->last; b++)
        if (gac__ir_collective(&f->ir->blocks[b]))
            return true;
    return false;
}

static bool find_counter(finder *f, uint32_t head, counted *out)
{
    const gac__ir_block *block = &f->ir->blocks[head];
    for (uint32_t k = 0; block->insts[k]->op == GAC__IR_PHI; k++)
        if (f->varying[block->insts[k]->result]
            && block->insts[k]->result < f->shadower->n_known /* not a shadow */
            && is_counter(f, head, block->insts[k], out))
            return true;
    return false;
}

/* -- collectives ----------------------------------------------------------- */

/* Those at which all of a group's work-items meet; a sub-group's lanes meet in
 * one round in any case. */
static bool is_of_group(const gac__ir_inst *i)
{
    return gac__ir_is_collective(i->op) && !gac__ir_is_of_sub_group(i)
           && (i->op != GAC__IR_GROUP || (i->flags & GAC__IR_ALL_MEET));
}

static gac_result add_round(finder *f, gac__ir_inst *i, const counted *c)
{
    uint32_t n = i->n_args;
    if (i->n_list == MOST_ROUNDS)
        return GAC_OK;
    uint32_t *args = gac__arena_alloc(f->ir->arena, (size_t)n + GAC__ROUND_ARGS,
                                      sizeof *args);
    if (!args)
        return GAC_ERR_MEMORY;
    if (n)
        memcpy(args, i->args, n * sizeof *args);
    args[n] = c->counter;
    args[n + 1] = c->step ? c->start : 0;
    args[n + 2] = c->step;
    i->args = args;
    i->n_args = n + GAC__ROUND_ARGS;
    i->n_list++;
    return GAC_OK;
}

/* The present loop's collectives. */
static gac_result add_rounds(finder *f, const gac__loop *loop, const counted *c)
{
    for (uint32_t b = loop->head; b <= loop->last; b++) {
        gac__ir_inst *i = f->ir->blocks[b].insts[0];
        if (f->in_loop[b] && is_of_group(i))
            GAC__TRY(add_round(f, i, c));
    }
    return GAC_OK;
}

/* Loops are gone through from the outside in; a counter counts until the next
 * loop begins that is not inside. */
static gac_result find_rounds(finder *f, const gac__loops *loops)
{
    counted around[MOST_ROUNDS];
    uint32_t ends[MOST_ROUNDS], n = 0;
    for (uint32_t l = loops->n_loops; l-- > 0 && f->steps;) {
        const gac__loop *loop = &loops->loops[l];
        const gac__ir_block *head = &f->ir->blocks[loop->head];
        f->steps -= GAC__MIN(f->steps, loop->last - loop->head + 1);
        while (n
               && (loop->head > ends[n - 1] || loop->head < around[n - 1].head))
            f->counts[around[--n].counter] = 0;
        if (n == MOST_ROUNDS || head->insts[0]->op != GAC__IR_PHI
            || !has_collective(f, loop)
            || !gac__dominates(f->tree, loop->head, loop->last)
            || !mark_loop(f, loop->head, loop->last)
            || !find_counter(f, loop->head, &around[n]))
            continue;
        GAC__TRY(add_rounds(f, loop, &around[n]));
        ends[n++] = loop->last;
    }
    return GAC_OK;
}

gac_result gac__pass_rounds(gac__shadower *s)
{
    gac__ir *ir = s->ir;
    gac__loops loops;
    finder f = {
        .ir = ir, .shadower = s, .varying = ir->varying, .steps = MOST_STEPS};
    GAC__TRY(gac__flow_loops(ir, &loops));
    GAC__TRY(gac__flow_dominators(ir, &f.tree));
    f.in_loop = gac__arena_alloc(s->scratch, ir->n_blocks, 1);
    f.counts = gac__arena_alloc(s->scratch, ir->n_values, 1);
    f.stack = gac__arena_alloc(s->scratch, ir->n_blocks, sizeof *f.stack);
    return f.in_loop && f.counts && f.stack ? find_rounds(&f, &loops)
                                            : GAC_ERR_MEMORY;
}
