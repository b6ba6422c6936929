/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of cells at once, by instruction set (lanes/). */
#ifndef GAC_CHECK_SHADOW_KERNELS_H
#define GAC_CHECK_SHADOW_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run of cells that a strip's lanes access one behind the other: item +
 * (k >> per_item) accesses cell k. */
typedef struct gac__cell_run {
    uint32_t tag; /* the new cell without its item */
    uint32_t item, per_item;
    /* Times of the clock, each as the lowest cell of that epoch. */
    uint32_t group, fence;
    uint32_t item_mask, sub_group_mask;
    uint32_t many, across, several; /* flags, as bits of a cell */
    uint32_t keep; /* mask of a joined read's bits that stay: all but
                      CELL_ATOMIC's */
    uint32_t tick; /* the lowest cell of the present tick; for a copy, of the
                      last wait's time */
    bool conflicts_with_reads; /* other items' reads since the fence count as
                                  conflicts: for a write; for a read if a
                                  sub-group's barrier has come since the fence,
                                  so that it is checked lane by lane */
} gac__cell_run;

static inline uint32_t gac__cell_is_earlier(const gac__cell_run *r,
                                            uint32_t cell)
{
    return (cell != 0) & (cell < r->group);
}

/* Whether a cell is of an earlier group, or of another item or several items
 * since the fence; `many`: the flags of cells of several items. */
static inline uint32_t gac__cell_conflicts(const gac__cell_run *r,
                                           uint32_t cell, uint32_t item,
                                           uint32_t many)
{
    return gac__cell_is_earlier(r, cell)
           | ((cell >= r->fence)
              & ((((cell ^ item) & r->item_mask) != 0) | ((cell & many) != 0)));
}

/* The cell after a read by `item`; `cell` is the one before it. Of several
 * readers since the fence it keeps the first one of the last tick. */
static inline uint32_t gac__cell_read(const gac__cell_run *r, uint32_t cell,
                                      uint32_t item)
{
    uint32_t differs = (cell ^ item) & r->item_mask;
    uint32_t far = (differs & r->sub_group_mask) != 0 ? r->across : r->many;
    uint32_t many = cell >= r->fence ? cell & r->several : 0;
    uint32_t own = r->tag | item | many;
    uint32_t joined = (cell >= r->tick ? cell & r->keep : own) | far;
    return ((cell >= r->fence) & (differs != 0)) ? joined : own;
}

/* Whether a cell is of a work-item, not of a copy, since the fence. */
static inline uint32_t gac__cell_is_of_item(const gac__cell_run *r,
                                            uint32_t cell)
{
    return (cell >= r->fence) & ((~cell & r->item_mask) != 0);
}

typedef struct gac__shadow_kernels {
    /* Whether an access by these lanes conflicts with another item's. */
    bool (*conflicts)(const uint32_t *cells, size_t n,
                      const gac__cell_run *run);
    void (*mark_read)(uint32_t *read, size_t n, const gac__cell_run *run);
    void (*mark_write)(uint32_t *write, size_t n, const gac__cell_run *run);
    /* Whether a cell is of an earlier group, or of an item since the fence. */
    bool (*copy_conflicts)(const uint32_t *cells, size_t n,
                           const gac__cell_run *run);
    /* Sets cells to a copy's; those of an item since the fence stay. */
    void (*mark_copy)(uint32_t *cells, size_t n, const gac__cell_run *run);
} gac__shadow_kernels;

const gac__shadow_kernels *gac__shadow_kernels_baseline(void);
const gac__shadow_kernels *gac__shadow_kernels_avx2(void);
const gac__shadow_kernels *gac__shadow_kernels_avx512(void);

#endif
