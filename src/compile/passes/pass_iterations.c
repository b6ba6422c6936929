/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Gives collectives the iteration counters of the loops around them.
 *
 * Work-items must execute a collective in the same iteration. Which iterations
 * belong together is clear in the source, but not in what compilers make of it:
 * two nested loops may have become one, whose head some work-items pass several
 * times where others pass once. So only loops with a counter count: a phi that
 * starts equal in all work-items, becomes the same function of itself on each
 * back edge, and, compared with an equal value, decides an exit of the loop. In
 * merged loops, the outer one's counter stays unchanged on the inner one's back
 * edge, and does not count as one.
 *
 * Equal in all work-items are values that do not vary, functions of those, and
 * counters of the loops around, since these are compared as well.
 */
#include "compile/passes/pass_check.h"

#define MOST_LOOPS 8u  /* around one collective */
#define MOST_DEPTH 12u /* of expressions */
#define MOST_STEPS (1u << 20)

typedef struct finder {
    gac__ir *ir;
    const gac__shadower *shadower;
    const gac__dominators *tree;
    const uint8_t *varying;
    uint8_t *in_loop; /* by block: it is in the current loop */
    uint32_t *stack;  /* of blocks */
    uint8_t *counts;  /* by value: it is the counter of the current loop, or of
                         one around it */
    uint32_t steps;   /* left before the analysis gives up */
} finder;

/* A loop with a counter. */
typedef struct counted {
    uint32_t head, counter, start, step; /* the head, a block; the others are
                                            values; step 0: it has none */
} counted;

typedef GAC__VEC(counted) counted_vec;

static bool take_step(finder *f)
{
    f->steps -= f->steps > 0;
    return f->steps > 0;
}

/* -- values ---------------------------------------------------------------- */

/* Loads from shared memory give equal values in one iteration: otherwise there
 * is a race. */
static bool reads_shared(const finder *f, const gac__ir_inst *i)
{
    if (i->op != GAC__IR_LOAD || i->flags & GAC__IR_VOLATILE)
        return false;
    uint32_t root = f->shadower->facts[i->args[0]].root;
    return root >= ROOT_FIRST && root < ROOT_PRIVATE;
}

/* Whether a value is equal in all work-items that are in the same iterations.
 */
static bool is_equal(finder *f, uint32_t v, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (!i || !f->varying[v] || f->counts[v])
        return true;
    if (depth == 0 || !take_step(f)
        || !(gac__ir_is_function(i->op) || reads_shared(f, i)))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (!is_equal(f, i->args[a], depth - 1))
            return false;
    return true;
}

static bool depends_on(finder *f, uint32_t v, uint32_t counter, uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (v == counter)
        return true;
    if (!i || depth == 0 || !take_step(f) || !gac__ir_is_function(i->op))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (depends_on(f, i->args[a], counter, depth - 1))
            return true;
    return false;
}

/* The value that all paths bring to `v`, a phi where back edges have been
 * merged; `v` if they bring several. */
static uint32_t brought(const finder *f, uint32_t v)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, v);
    if (!i || i->op != GAC__IR_PHI || f->counts[v])
        return v;
    const gac__ir_inst *first = gac__ir_def(f->ir, i->args[0]);
    for (uint32_t a = 1; a < i->n_args; a++) {
        const gac__ir_inst *other = gac__ir_def(f->ir, i->args[a]);
        if (i->args[a] != i->args[0]
            && !(first && other && gac__ir_is_function(first->op)
                 && gac__ir_same_inst(first, other)))
            return v;
    }
    return i->args[0];
}

/* -- loops ----------------------------------------------------------------- */

/* Marks the natural loop of back edge last -> head. */
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

/* Whether a condition, or a part of it, compares the counter with a value that
 * is equal in all work-items. */
static bool is_decided_by(finder *f, uint32_t condition, uint32_t counter,
                          uint32_t depth)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, condition);
    if (is_equal(f, condition, MOST_DEPTH)
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

/* Whether a phi of the head counts the loop's iterations. */
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
        else if ((out->start && out->start != v) || !is_equal(f, v, MOST_DEPTH))
            return false;
        else
            out->start = v;
    }
    f->counts[counter] = 1;
    next = brought(f, next);
    if (next != counter && is_equal(f, next, MOST_DEPTH)
        && depends_on(f, next, counter, MOST_DEPTH)
        && has_exit(f, head, counter)) {
        out->step = gac__ir_addend(f->ir, next, counter);
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
    GAC__EACH_PHI(&f->ir->blocks[head], i)
        if (f->varying[i->result]
            && i->result < f->shadower->n_known /* not a shadow */
            && is_counter(f, head, i, out))
            return true;
    return false;
}

/* -- collectives ----------------------------------------------------------- */

/* Collectives that all work-items of a group must reach. A sub-group's lanes
 * are in one iteration in any case. */
static bool is_of_group(const gac__ir_inst *i)
{
    return gac__ir_is_collective(i->op) && !gac__ir_is_of_sub_group(i)
           && (i->op != GAC__IR_GROUP || (i->flags & GAC__IR_ALL_ARRIVE));
}

static gac_result add_iteration(finder *f, gac__ir_inst *i, const counted *c)
{
    const uint32_t args[GAC__ITERATION_ARGS] = {
        c->counter, c->step ? c->start : 0, c->step};
    if (i->n_list == MOST_LOOPS)
        return GAC_OK;
    i->n_list++;
    return gac__add_arguments(f->ir, i, args, GAC__ITERATION_ARGS)
               ? GAC_OK
               : GAC_ERR_MEMORY;
}

/* Adds the iteration to all collectives of the current loop. */
static gac_result add_iterations(finder *f, const gac__loop *loop,
                                 const counted *c)
{
    for (uint32_t b = loop->head; b <= loop->last; b++) {
        gac__ir_inst *i = f->ir->blocks[b].insts[0];
        if (f->in_loop[b] && is_of_group(i))
            GAC__TRY(add_iteration(f, i, c));
    }
    return GAC_OK;
}

/* Visits outer loops before inner ones. A counter is valid until a loop begins
 * that is not inside its own. */
static gac_result find_iterations(finder *f, const gac__loops *loops)
{
    counted around[MOST_LOOPS];
    uint32_t ends[MOST_LOOPS], n = 0;
    for (uint32_t l = loops->n_loops; l-- > 0 && f->steps;) {
        const gac__loop *loop = &loops->loops[l];
        const gac__ir_block *head = &f->ir->blocks[loop->head];
        f->steps -= GAC__MIN(f->steps, loop->last - loop->head + 1);
        while (n
               && (loop->head > ends[n - 1] || loop->head < around[n - 1].head))
            f->counts[around[--n].counter] = 0;
        if (n == MOST_LOOPS || head->insts[0]->op != GAC__IR_PHI
            || !has_collective(f, loop)
            || !gac__dominates(f->tree, loop->head, loop->last)
            || !mark_loop(f, loop->head, loop->last)
            || !find_counter(f, loop->head, &around[n]))
            continue;
        GAC__TRY(add_iterations(f, loop, &around[n]));
        ends[n++] = loop->last;
    }
    return GAC_OK;
}

gac_result gac__pass_iterations(gac__shadower *s)
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
    return f.in_loop && f.counts && f.stack ? find_iterations(&f, &loops)
                                            : GAC_ERR_MEMORY;
}
