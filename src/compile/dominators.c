/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Dominators, by the algorithm of Cooper, Harvey and Kennedy. */
#include "compile/compile.h"

static uint32_t common_dominator(const uint32_t *idom, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (a > b)
            a = idom[a];
        while (b > a)
            b = idom[b];
    }
    return a;
}

static void find_dominators(gac__dominators *t)
{
    const gac__ir *ir = t->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        t->idom[b] = UINT32_MAX;
    t->idom[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 1; b < ir->n_blocks; b++) {
            const gac__ir_block *block = &ir->blocks[b];
            uint32_t best = UINT32_MAX;
            for (uint32_t p = 0; p < block->n_preds; p++) {
                uint32_t from = block->preds[p];
                /* Block order need not be a reverse post-order where loops
                 * are irreducible: take only dominators that come before. */
                if (t->idom[from] == UINT32_MAX || from >= b)
                    continue;
                best = best == UINT32_MAX ? from
                                          : common_dominator(t->idom, best, from);
            }
            if (best == UINT32_MAX)
                best = 0;
            if (best != t->idom[b]) {
                t->idom[b] = best;
                changed = true;
            }
        }
    }
}

/* An edge from a later block can spoil a dominator that was found from earlier
 * ones only in irreducible graphs; there, such a block is dominated by no more
 * than what also dominates the source of that edge. */
static void repair_dominators(gac__dominators *t)
{
    const gac__ir *ir = t->ir;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 1; b < ir->n_blocks; b++)
            for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++) {
                uint32_t from = ir->blocks[b].preds[p];
                uint32_t common = common_dominator(t->idom, from, b);
                if (common == b || t->idom[b] == common)
                    continue;
                uint32_t best = common_dominator(t->idom, t->idom[b], common);
                if (best != t->idom[b]) {
                    t->idom[b] = best;
                    changed = true;
                }
            }
    }
}

/* Numbers the tree so that a dominates b if enter[a] <= enter[b] and
 * leave[b] <= leave[a]. Children have higher block numbers than parents. */
static gac_result number_tree(gac__dominators *t)
{
    uint32_t n = t->ir->n_blocks;
    uint32_t *size = gac__alloc_zero(t->allocator, n, sizeof *size);
    if (!size)
        return GAC_ERR_MEMORY;
    for (uint32_t b = n; b-- > 0;) {
        size[b] += 1;
        if (b)
            size[t->idom[b]] += size[b];
    }
    /* `leave` first serves as the next free number below each block. */
    t->enter[0] = 0;
    t->leave[0] = 1;
    for (uint32_t b = 1; b < n; b++) {
        uint32_t parent = t->idom[b];
        t->enter[b] = t->leave[parent];
        t->leave[parent] += size[b];
        t->leave[b] = t->enter[b] + 1;
    }
    for (uint32_t b = 0; b < n; b++)
        t->leave[b] = t->enter[b] + size[b];
    gac__free(t->allocator, size, n, sizeof *size);
    return GAC_OK;
}

bool gac__dominates(const gac__dominators *t, uint32_t a, uint32_t b)
{
    return t->enter[a] <= t->enter[b] && t->leave[b] <= t->leave[a];
}

gac_result gac__dominators_find(gac__dominators *t, const gac__ir *ir,
                                const gac_allocator *allocator)
{
    size_t n = ir->n_blocks;
    t->ir = ir;
    t->allocator = allocator;
    t->idom = gac__alloc_zero(allocator, n, 3 * sizeof *t->idom);
    if (!t->idom)
        return GAC_ERR_MEMORY;
    t->enter = t->idom + n;
    t->leave = t->idom + 2 * n;
    find_dominators(t);
    repair_dominators(t);
    return number_tree(t);
}

void gac__dominators_free(gac__dominators *t)
{
    if (t->idom)
        gac__free(t->allocator, t->idom, t->ir->n_blocks,
                  3 * sizeof *t->idom);
    t->idom = NULL;
}
