/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of cells at once: a template, for each instruction set. The loops have
 * no branches, so that compilers vectorize them; which accesses race is found
 * by going through the cells again (gac__touch). NAME(x) gives names their
 * ending. */
#include <stddef.h>
#include <stdint.h>

#include "check/shadow_kernels.h"

#define ITEM_OF(run, k) ((run)->item + (uint32_t)((k) >> (run)->per_item))

static bool NAME(conflicts)(const uint32_t *restrict cells, size_t n,
                            const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    uint32_t met = 0;
    for (size_t k = 0; k < n; k++)
        met |= gac__cell_conflicts(&r, cells[k], ITEM_OF(&r, k), r.several);
    return met != 0;
}

static void NAME(mark_read)(uint32_t *restrict read, size_t n,
                            const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++)
        read[k] = gac__cell_read(&r, read[k], ITEM_OF(&r, k));
}

static void NAME(mark_write)(uint32_t *restrict write, size_t n,
                             const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++)
        write[k] = r.tag | ITEM_OF(&r, k);
}

static bool NAME(copy_conflicts)(const uint32_t *restrict cells, size_t n,
                                 const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    uint32_t met = 0;
    for (size_t k = 0; k < n; k++) {
        met |= gac__cell_is_earlier(&r, cells[k]);
        met |= gac__cell_is_of_item(&r, cells[k]);
    }
    return met != 0;
}

static void NAME(mark_copy)(uint32_t *restrict cells, size_t n,
                            const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++)
        cells[k] = gac__cell_is_of_item(&r, cells[k]) ? cells[k] : r.tag;
}

const gac__shadow_kernels *NAME(gac__shadow_kernels)(void)
{
    static const gac__shadow_kernels kernels = {
        NAME(conflicts), NAME(mark_read), NAME(mark_write),
        NAME(copy_conflicts), NAME(mark_copy)};
    return &kernels;
}
