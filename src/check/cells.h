/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadow cells: who accessed some bytes last, and how.
 *
 * Each granule of a buffer (4 bytes; 2 or 1 where accesses are smaller) has two
 * cells, for its last write and its last read. Where a work-group reads what an
 * earlier one has read, a third cell keeps that read:
 *
 *     | epoch | flags (4) | item |        0: none yet
 *
 * The epoch is the time and the instruction (epochs.h). It grows with time, so
 * that cells are compared with times without being taken apart. The item is a
 * linear local id, with as many bits as the kernel's groups need; all ones: the
 * whole group, which copies.
 */
#ifndef GAC_CHECK_CELLS_H
#define GAC_CHECK_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#define CELL_FLAGS 4u
#define CELL_MANY 1u   /* other work-items of the sub-group accessed it, too */
#define CELL_ACROSS 2u /* other sub-groups accessed it, too */
#define CELL_SEVERAL (CELL_MANY | CELL_ACROSS)
/* Of a read: only atomics read it. Of a write: an atomic wrote it. */
#define CELL_ATOMIC 8u
/* Of a write: its group has also written it without atomics. */
#define WRITE_PLAIN 4u

typedef struct gac__cell_layout {
    uint32_t item_bits, epoch_shift;
    uint32_t item_mask;       /* the item's bits; as an item: the whole group */
    uint32_t sub_group_mask;  /* the bits of an item that are its sub-group */
    uint32_t sub_group_shift; /* how many bits of an item are below those */
} gac__cell_layout;

static inline uint32_t gac__cell_epoch(const gac__cell_layout *l, uint32_t cell)
{
    return cell >> l->epoch_shift;
}

static inline uint32_t gac__cell_item(const gac__cell_layout *l, uint32_t cell)
{
    return cell & l->item_mask;
}

static inline uint32_t gac__cell_flags(const gac__cell_layout *l, uint32_t cell)
{
    return cell >> l->item_bits & ((1u << CELL_FLAGS) - 1);
}

/* Whether two items are of one sub-group. */
static inline bool gac__same_sub_group(const gac__cell_layout *l, uint32_t a,
                                       uint32_t b)
{
    return !((a ^ b) & l->sub_group_mask);
}

/* A cell without an item. */
static inline uint32_t gac__cell_tag(const gac__cell_layout *l, uint32_t epoch,
                                     uint32_t flags)
{
    return epoch << l->epoch_shift | flags << l->item_bits;
}

#endif
