/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loops in block order, and which of them lanes leave in different iterations.
 *
 * Blocks stand in an order in which each comes behind all that dominate it, and
 * the lowest block with waiting lanes always runs next. So when lanes take a
 * back edge T -> H, all others wait behind T. Those have been in [H, T] before
 * and hold values of it only if they diverged from the lanes that stay
 *
 *   - at a branch in [H, E], where [H, E] is the smallest range from H on that
 *     no back edge enters from behind: an inner loop may end behind T, and
 *     lanes may diverge in its tail before some of them go back to H over T;
 *   - or before the loop, if (H, E] can be entered otherwise than through H.
 *
 * In any other case all lanes that have been in the loop leave it together, or
 * an outer loop, which contains the value too, accounts for them.
 */
#include "compile/ir/ir_flow.h"

/* The range [h, end] that starts at a header h. */
typedef struct range {
    uint32_t end;   /* E; 0: h is no header */
    uint32_t first; /* the lowest predecessor of the blocks behind h */
} range;

static uint32_t lowest_pred(const gac__ir_block *b)
{
    uint32_t lowest = UINT32_MAX;
    for (uint32_t p = 0; p < b->n_preds; p++)
        lowest = GAC__MIN(lowest, b->preds[p]);
    return lowest;
}

/* The ranges nest: each is extended by those that start in it, last first. */
static void find_ranges(const gac__ir *ir, range *ranges)
{
    for (uint32_t h = ir->n_blocks; h-- > 0;) {
        const gac__ir_block *b = &ir->blocks[h];
        range *r = &ranges[h];
        bool header = false;
        *r = (range){0, UINT32_MAX};
        for (uint32_t p = 0; p < b->n_preds; p++)
            if (b->preds[p] >= h) {
                r->end = GAC__MAX(r->end, b->preds[p]);
                header = true;
            }
        if (!header)
            continue;
        for (uint32_t at = h + 1; at <= r->end;) {
            r->first = GAC__MIN(r->first, lowest_pred(&ir->blocks[at]));
            if (ranges[at].end) {
                r->end = GAC__MAX(r->end, ranges[at].end);
                r->first = GAC__MIN(r->first, ranges[at].first);
                at = ranges[at].end;
            }
            at++;
        }
    }
}

gac_result gac__loops_find(const gac__ir *ir, gac__arena *arena,
                           gac__loops *out)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++)
            n += ir->blocks[b].preds[p] >= b;
    *out = (gac__loops){0};
    out->loops = gac__arena_alloc(arena, n, sizeof *out->loops);
    range *ranges = gac__arena_alloc(arena, ir->n_blocks, sizeof *ranges);
    if (!out->loops || !ranges)
        return GAC_ERR_MEMORY;
    find_ranges(ir, ranges);
    n = 0;
    for (uint32_t h = ir->n_blocks; h-- > 0;)
        for (uint32_t p = 0; p < ir->blocks[h].n_preds; p++) {
            uint32_t last = ir->blocks[h].preds[p];
            if (last < h)
                continue;
            out->loops[n] =
                (gac__loop){h, last, ranges[h].end, ranges[h].first < h,
                            /* the loop before has the lowest head so far */
                            n == 0 || last < out->loops[n - 1].head};
            n++;
        }
    out->n_loops = n;
    return GAC_OK;
}

/* A loop's blocks are contiguous: the loops that contain block b, but for one
 * that begins there, contain the block before. */
gac_result gac__ranges_find(const gac__ir *ir, gac__arena *arena,
                            gac__loop_ranges *out)
{
    uint32_t n = ir->n_blocks, around = GAC__NO_LOOP;
    uint32_t *words = gac__arena_alloc(arena, n, 3 * sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    *out = (gac__loop_ranges){words, words + n, words + 2 * (size_t)n};
    for (uint32_t b = 0; b < n; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        uint32_t last = 0;
        while (around != GAC__NO_LOOP && out->last[around] < b)
            around = out->outer[around];
        for (uint32_t p = 0; p < block->n_preds; p++)
            if (block->preds[p] >= b)
                last = GAC__MAX(last, block->preds[p]);
        if (b && last >= b) {
            out->outer[b] = around;
            out->last[b] = last;
            around = b;
        }
        out->loop[b] = around;
    }
    return GAC_OK;
}

/* Visits ranges by their ends, lowest first: each index gets its end once. */
void gac__first_ends_find(uint32_t n, const uint32_t *start, uint32_t *next,
                          uint32_t *first_end)
{
    for (uint32_t at = 0; at < n; at++)
        first_end[at] = UINT32_MAX;
    for (uint32_t at = 0; at <= n; at++)
        next[at] = at;
    for (uint32_t end = 0; end < n; end++) {
        if (start[end] == UINT32_MAX)
            continue;
        for (uint32_t at = gac__next_index(next, start[end]); at <= end;
             at = gac__next_index(next, at)) {
            first_end[at] = end;
            next[at] = at + 1;
        }
    }
}
