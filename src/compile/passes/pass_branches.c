/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes one branch of two that part lanes, and one computation of two that both
 * ways make.
 *
 * An image filter asks whether its pixel lies at an edge, `x > 0 && x < w - 1
 * && ...`, and compilers make of that one branch behind the other, all but the
 * last of which lead to the same place. Where lanes part, each of them costs
 * some passes over masks and counters, and many meet again far behind.
 * Computing the second condition for lanes that do not need it costs less: pure
 * operations do no harm.
 */
#include "compile/passes/block_edit.h"

#define MOST_EARLY                                                             \
    12u /* instructions of a block that are computed for nothing */
#define MOST_CHOICES 2u   /* phis that need to know which way it was */
#define MOST_COMPARED 48u /* instructions of a way */

/* How many of a block's phis have other values by one of its edges than by
 * another. */
static uint32_t count_choices(const gac__ir_block *b, uint32_t p, uint32_t q)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->n_insts && b->insts[k]->op == GAC__IR_PHI; k++)
        n += b->insts[k]->args[p] != b->insts[k]->args[q];
    return n;
}

/* Two branches that are to become one: block `first` goes to `second` if its
 * condition is `yes`, else to `shared`; so does `second` if its own is not
 * `second_yes`. */
typedef struct branch_pair {
    uint32_t first, second, shared, other;
    bool yes, second_yes;
} branch_pair;

static bool find_pair(const gac__ir *ir, uint32_t first, branch_pair *out)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[first]);
    if (end->op != GAC__IR_CBR)
        return false;
    for (uint32_t slot = 0; slot < 2; slot++) {
        uint32_t second = end->targets[slot], shared = end->targets[!slot];
        const gac__ir_block *s = &ir->blocks[second];
        if (second == first || second == shared || shared == first
            || !gac__ir_is_little(s, GAC__IR_CBR, MOST_EARLY))
            continue;
        const uint32_t *targets = gac__ir_end(s)->targets;
        bool second_yes = targets[1] == shared;
        uint32_t other = targets[!second_yes];
        if (targets[second_yes] != shared || other == shared || other == second)
            continue;
        const gac__ir_block *b = &ir->blocks[shared];
        *out =
            (branch_pair){first, second, shared, other, slot == 0, second_yes};
        return count_choices(b, gac__ir_edge_from(b, first),
                             gac__ir_edge_from(b, second))
               <= MOST_CHOICES;
    }
    return false;
}

/* Both must be yes for the other block: `and` where the second's yes leads
 * there, else what leads away is joined by `or`. */
static gac_result join_pair(gac__ir *ir, const branch_pair *pair)
{
    gac__ir_block *a = &ir->blocks[pair->first];
    gac__ir_block *to = &ir->blocks[pair->shared];
    gac__ir_inst *end = gac__ir_end(a);
    uint32_t condition = end->args[0], mine = condition;
    uint32_t second = gac__ir_end(&ir->blocks[pair->second])->args[0];
    if (!gac__ir_take_over(ir, pair->first, pair->second)
        || !gac__ir_join_edges(ir, pair->shared,
                               gac__ir_edge_from(to, pair->first),
                               gac__ir_edge_from(to, pair->second), pair->first,
                               condition, !pair->yes))
        return GAC_ERR_MEMORY;
    if (pair->yes != pair->second_yes)
        mine = gac__ir_put(ir, a, GAC__IR_NOT, GAC__TY_BOOL, mine, 0, 0);
    end->args[0] =
        gac__ir_put(ir, a, pair->second_yes ? GAC__IR_AND : GAC__IR_OR,
                    GAC__TY_BOOL, mine, second, 0);
    end->targets[!pair->second_yes] = pair->other;
    end->targets[pair->second_yes] = pair->shared;
    gac__ir_block *other = &ir->blocks[pair->other];
    other->preds[gac__ir_edge_from(other, pair->second)] = pair->first;
    return mine && end->args[0] ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- what both ways compute ------------------------------------------------ */

/* Whether an instruction takes what one of the first n of its block computes,
 * but for those that are moved out of it (NULL now). */
static bool needs_earlier(gac__ir_inst *const *insts, uint32_t n,
                          const gac__ir_inst *i)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; insts[k] && a < i->n_args; a++)
            if (insts[k]->result && insts[k]->result == i->args[a])
                return true;
    return false;
}

/* An instruction becomes a copy of another's result, and those behind it in its
 * block take that one's. */
static void take_from(gac__ir_block *b, uint32_t n, uint32_t at, uint32_t value)
{
    gac__ir_inst *i = b->insts[at];
    i->op = GAC__IR_MOV;
    i->sub = 0;
    i->imm = 0;
    i->imm2 = 0;
    i->n_args = 1;
    i->args[0] = value;
    for (uint32_t k = at + 1; k < n; k++)
        for (uint32_t a = 0; a < b->insts[k]->n_args; a++)
            if (b->insts[k]->args[a] == i->result)
                b->insts[k]->args[a] = value;
}

/* Moves operations that both targets of a block's end begin with, wherever
 * there, to before that end: their results meet in phis, if they are wanted
 * behind. */
static gac_result share_ways(gac__ir *ir, uint32_t from, bool *changed_out)
{
    gac__ir_block *a = &ir->blocks[from];
    gac__ir_inst *end = gac__ir_end(a);
    if (end->op != GAC__IR_CBR || end->targets[0] == end->targets[1])
        return GAC_OK;
    gac__ir_block *x = &ir->blocks[end->targets[0]];
    gac__ir_block *y = &ir->blocks[end->targets[1]];
    if (x == a || y == a || x->n_preds != 1 || y->n_preds != 1)
        return GAC_OK;
    uint32_t n = GAC__MIN(x->n_insts, MOST_COMPARED);
    uint32_t m = GAC__MIN(y->n_insts, MOST_COMPARED), kept = 0;
    GAC__TRY(gac__ir_watch(ir, (uint64_t)n * m));
    for (uint32_t k = 0; k < n; k++) {
        gac__ir_inst *i = x->insts[k];
        uint32_t q = 0;
        bool may = gac__ir_is_pure(i->op) && i->n_args
                   && !needs_earlier(x->insts, k, i);
        while (may && q < m && !gac__ir_same_inst(i, y->insts[q]))
            q++;
        if (!may || q == m)
            continue;
        a->n_insts--;
        if (!gac__ir_append(ir, a, i) || !gac__ir_append(ir, a, end))
            return GAC_ERR_MEMORY;
        take_from(y, m, q, i->result);
        x->insts[k] = NULL;
        *changed_out = true;
    }
    for (uint32_t k = 0; k < x->n_insts; k++)
        if (x->insts[k])
            x->insts[kept++] = x->insts[k];
    x->n_insts = kept;
    return GAC_OK;
}

gac_result gac__pass_branches(gac__ir *ir, gac__arena *scratch)
{
    bool changed = false;
    if (ir->variant.checked)
        return GAC_OK;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        branch_pair pair;
        while (find_pair(ir, b, &pair)) {
            GAC__TRY(gac__ir_watch(
                ir, MOST_EARLY + 4 * ir->blocks[pair.shared].n_preds));
            GAC__TRY(join_pair(ir, &pair));
            changed = true;
        }
        GAC__TRY(share_ways(ir, b, &changed));
    }
    return changed ? gac__pass_cfg(ir, scratch) : GAC_OK;
}
