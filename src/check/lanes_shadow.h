/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of cells at once: a template, for each instruction set. The loops have no
 * branches, so that compilers make vectors of them; who meets whom is found by
 * going through the cells again (accesses.c). NAME(x) gives names their ending. */
#include <stddef.h>
#include <stdint.h>

#include "check/check_internal.h"

#define ITEM_OF(run, k) ((run)->item + (uint32_t)((k) >> (run)->per_item))

/* Of an earlier group; or since the fence by another item, or by several. */
#define MEETS(cell, x, many)                                                   \
    ((((cell) != 0) & ((cell) < r.group))                                      \
     | (((cell) >= r.fence)                                                    \
        & (((((cell) ^ (x)) & r.item_mask) != 0) | (((cell) & (many)) != 0))))

static bool NAME(read_meets)(const uint32_t *restrict write, size_t n,
                             const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    uint32_t met = 0;
    for (size_t k = 0; k < n; k++)
        met |= (uint32_t)MEETS(write[k], ITEM_OF(&r, k), r.write_many);
    return met != 0;
}

static bool NAME(write_meets)(const uint32_t *restrict write,
                              const uint32_t *restrict read, size_t n,
                              const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    uint32_t met = 0, many = r.many | r.across;
    for (size_t k = 0; k < n; k++) {
        uint32_t x = ITEM_OF(&r, k);
        met |= (uint32_t)MEETS(write[k], x, r.write_many);
        met |= (uint32_t)MEETS(read[k], x, many);
        met |= read[k] & r.old;
    }
    return met != 0;
}

static void NAME(mark_read)(uint32_t *restrict read, size_t n,
                            const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++) {
        uint32_t x = ITEM_OF(&r, k), cell = read[k];
        uint32_t differs = (cell ^ x) & r.item_mask;
        uint32_t far = (differs & r.sub_group_mask) != 0 ? r.across : r.many;
        uint32_t old = ((cell != 0) & (cell < r.group)) != 0 ? r.old
                                                             : cell & r.old;
        uint32_t own = r.tag | x | old;
        uint32_t joined = (cell & r.keep) | r.tick | far;
        uint32_t join = (cell >= r.fence) & (differs != 0);
        uint32_t again = (own & ~(r.many | r.across))
                         | (cell >= r.fence ? cell & (r.many | r.across) : 0);
        read[k] = join ? joined : again;
    }
}

static void NAME(mark_write)(uint32_t *restrict write, size_t n,
                             const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++)
        write[k] = r.tag | ITEM_OF(&r, k);
}

static bool NAME(copy_meets)(const uint32_t *restrict cells, size_t n,
                             const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    uint32_t met = 0;
    for (size_t k = 0; k < n; k++) {
        met |= (uint32_t)(((cells[k] != 0) & (cells[k] < r.group))
                          | (cells[k] >= r.fence));
        met |= cells[k] & r.old;
    }
    return met != 0;
}

static void NAME(mark_copy)(uint32_t *restrict cells, size_t n,
                            const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    for (size_t k = 0; k < n; k++) {
        uint32_t old = ((cells[k] != 0) & (cells[k] < r.group)) != 0
                           ? r.old : cells[k] & r.old;
        cells[k] = r.tag | old;
    }
}

const gac__shadow_kernels *NAME(gac__shadow_kernels)(void)
{
    static const gac__shadow_kernels kernels = {
        NAME(read_meets), NAME(write_meets), NAME(mark_read),
        NAME(mark_write), NAME(copy_meets), NAME(mark_copy)
    };
    return &kernels;
}
