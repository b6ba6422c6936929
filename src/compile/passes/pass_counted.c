/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds counted loops: each lane's trip count is known before the loop.
 *
 * All lanes in the loop pass one branch together and leave only by it. It
 * compares a counter with a limit: the limit is loop-invariant, and the counter
 * rises or falls by a loop-invariant step. The branch in front of the loop gets
 * them as operands, the counter with its value at the first comparison: exec
 * computes trip counts from them (exec/counted.c).
 */
#include "compile/compile.h"
#include "compile/passes/passes.h"

#define MOST_SUMS 8u

/* Whether a value is loop-invariant. */
static bool is_invariant(const gac__trip_finder *f, uint32_t v)
{
    return !gac__ir_def(f->ir, v) || f->block_of[v] < f->l->head;
}

/* The phi of the loop's head that a value differs from by a loop-invariant
 * addend; NULL: there is none. */
static const gac__ir_inst *counter_of(const gac__trip_finder *f, uint32_t v)
{
    for (uint32_t n = 0; n < MOST_SUMS && !is_invariant(f, v); n++) {
        const gac__ir_inst *i = gac__ir_def(f->ir, v);
        if (i->op == GAC__IR_PHI)
            return f->block_of[v] == f->l->head ? i : NULL;
        bool sum = i->op == GAC__IR_IADD;
        if ((sum || i->op == GAC__IR_ISUB) && is_invariant(f, i->args[1]))
            v = i->args[0];
        else if (sum && is_invariant(f, i->args[0]))
            v = i->args[1];
        else
            return NULL;
    }
    return NULL;
}

uint32_t gac__trip_step(const gac__trip_finder *f, const gac__ir_inst *phi,
                        bool *falls_out)
{
    const gac__ir_block *head = &f->ir->blocks[f->l->head];
    for (uint32_t p = 0; p < head->n_preds; p++) {
        const gac__ir_inst *next = gac__ir_def(f->ir, phi->args[p]);
        if (head->preds[p] != f->l->last || !next)
            continue;
        uint32_t own = next->n_args == 2 && next->args[0] != phi->result;
        *falls_out = next->op == GAC__IR_ISUB;
        if ((next->op == GAC__IR_IADD || (*falls_out && !own))
            && next->args[own] == phi->result
            && is_invariant(f, next->args[!own]))
            return next->args[!own];
    }
    return 0;
}

/* GAC__COUNT_*: the relation of counter and limit while lanes stay. */
static uint32_t relation(uint16_t op, bool swapped, bool stays)
{
    bool less = op == GAC__IR_ULT || op == GAC__IR_SLT;
    if (op == GAC__IR_IEQ || op == GAC__IR_INE)
        return (op == GAC__IR_INE) == stays ? GAC__COUNT_NE : 0;
    /* !(a < b) is b <= a, and vice versa. */
    bool below = swapped != stays;
    less = less == stays;
    return (below ? (less ? GAC__COUNT_LT : GAC__COUNT_LE)
                  : (less ? GAC__COUNT_GT : GAC__COUNT_GE))
           | (op == GAC__IR_SLT || op == GAC__IR_SLE ? GAC__COUNT_SIGNED : 0);
}

/* Computes the value of `v` in the first iteration in front of the loop; 0:
 * memory or the number of values is exhausted. */
static uint32_t first_value(gac__trip_finder *f, uint32_t v, uint32_t entry)
{
    gac__ir *ir = f->ir;
    const gac__ir_inst *i = gac__ir_def(ir, v);
    if (is_invariant(f, v))
        return v;
    if (i->op == GAC__IR_PHI) {
        const gac__ir_block *head = &ir->blocks[f->l->head];
        return i->args[head->preds[1] == entry];
    }
    uint32_t x = first_value(f, i->args[0], entry);
    uint32_t y = first_value(f, i->args[1], entry);
    if (!x || !y || ir->n_values == f->most_values)
        return 0;
    uint32_t made = gac__ir_put(ir, &ir->blocks[entry], (gac__ir_op)i->op,
                                (gac__ty)i->ty, x, y, 0);
    f->varying[made] = f->varying[x] | f->varying[y];
    return made;
}

/* Whether the exit `branch` of block b makes the loop a counted one. */
static bool count(gac__trip_finder *f, const gac__ir_inst *branch, uint32_t b,
                  gac__trip_source *out)
{
    gac__ir *ir = f->ir;
    const gac__ir_inst *test = gac__ir_def(ir, branch->args[0]);
    const gac__ir_block *head = &ir->blocks[f->l->head];
    uint32_t entry = head->preds[head->preds[0] == f->l->last];
    if (!test || test->op < GAC__IR_IEQ || test->op > GAC__IR_SLE
        || gac__ir_end(&ir->blocks[entry])->op != GAC__IR_BR)
        return false;
    uint32_t side = is_invariant(f, test->args[0]);
    uint32_t limit = test->args[!side];
    const gac__ir_inst *phi = counter_of(f, test->args[side]);
    bool falls;
    uint32_t step = phi ? gac__trip_step(f, phi, &falls) : 0;
    uint32_t kind = relation(test->op, side, branch->targets[0] <= f->l->last);
    if (!step || f->varying[step] || !is_invariant(f, limit)
        || !(kind & GAC__COUNT_RELATION))
        return false;
    uint32_t counter = first_value(f, test->args[side], entry);
    *out = (gac__trip_source){.entry = entry,
                              .branch = b,
                              .kind = kind | (falls ? GAC__COUNT_FALLS : 0),
                              .args = {counter, limit, step}};
    return counter != 0;
}

/* The divergent exit of the loop in block b; NULL: it has none. */
static const gac__ir_inst *exit_of(const gac__trip_finder *f, uint32_t b)
{
    const gac__ir_block *block = &f->ir->blocks[b];
    const gac__ir_inst *i = gac__ir_end(block);
    if (i->op != GAC__IR_CBR || !f->varying[i->args[0]])
        return NULL;
    bool yes = gac__loop_has(f->l, i->targets[0]);
    bool no = gac__loop_has(f->l, i->targets[1]);
    return yes != no && i->targets[yes] > f->l->last ? i : NULL;
}

/* Whether block b has the loop's only exit: otherwise the trip counts would be
 * wrong. */
static bool is_only_exit(const gac__trip_finder *f, uint32_t b)
{
    for (uint32_t at = f->l->head; at <= f->l->last; at++) {
        const gac__ir_block *block = &f->ir->blocks[at];
        const gac__ir_inst *end = gac__ir_end(block);
        bool leaves = end->n_targets == 0;
        for (uint32_t t = 0; t < end->n_targets; t++)
            leaves |= !gac__loop_has(f->l, end->targets[t]);
        if (leaves && at != b)
            return false;
    }
    return true;
}

/* Whether the loop has one entry edge and one back edge. */
static bool is_simple(const gac__ir *ir, const gac__loop *l)
{
    const gac__ir_block *head = &ir->blocks[l->head];
    return head->n_preds == 2 && !l->mixed && l->end == l->last
           && (head->preds[0] >= l->head) != (head->preds[1] >= l->head);
}

/* All lanes that iterate pass the loop's head, its last block, and that block's
 * predecessor if it is the only one. */
bool gac__trips_find(gac__trip_finder *f, const gac__loop *l,
                     gac__trip_source *out)
{
    const gac__ir_block *last = &f->ir->blocks[l->last];
    const uint32_t blocks[] = {l->head, l->last,
                               last->n_preds == 1 ? last->preds[0] : l->last};
    f->l = l;
    for (uint32_t k = 0; is_simple(f->ir, l) && k < GAC__COUNT_OF(blocks);
         k++) {
        const gac__ir_inst *i = exit_of(f, blocks[k]);
        if (i && is_only_exit(f, blocks[k]) && count(f, i, blocks[k], out))
            return true;
    }
    return false;
}

bool gac__trip_finder_init(gac__trip_finder *f, gac__ir *ir,
                           const uint8_t *varying, gac__arena *scratch)
{
    *f = (gac__trip_finder){
        .ir = ir, .most_values = ir->n_values + GAC__MOST_TRIP_VALUES};
    f->block_of = gac__ir_find_blocks(ir, scratch);
    f->varying = gac__arena_alloc(ir->arena, f->most_values, 1);
    if (f->varying)
        memcpy(f->varying, varying, ir->n_values);
    return f->block_of && f->varying;
}

/* Gives the branch in front of the loop its operands. */
static bool mark_branch(gac__ir *ir, const gac__trip_source *trips)
{
    gac__ir_inst *end = gac__ir_end(&ir->blocks[trips->entry]);
    end->sub = trips->kind;
    end->imm = trips->branch;
    return gac__add_arguments(ir, end, trips->args, 3);
}

gac_result gac__pass_counted(gac__ir *ir, gac__arena *scratch)
{
    gac__loops found;
    gac__trip_finder f;
    gac__trip_source trips;
    if (!gac__may_count_trips(ir))
        return GAC_OK;
    if (!gac__trip_finder_init(&f, ir, ir->varying, scratch))
        return GAC_ERR_MEMORY;
    ir->varying = f.varying;
    GAC__TRY(gac__flow_loops(ir, &found));
    uint32_t seen = UINT32_MAX; /* lowest head of a counted loop */
    for (uint32_t n = 0; n < found.n_loops; n++) {
        const gac__loop *l = &found.loops[n];
        bool holds_another = l->last >= seen;
        if (holds_another || !gac__trips_find(&f, l, &trips))
            continue;
        if (!mark_branch(ir, &trips))
            return GAC_ERR_MEMORY;
        seen = l->head;
    }
    return GAC_OK;
}
