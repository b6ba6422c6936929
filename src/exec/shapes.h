/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How the indices of an access lie. */
#ifndef GAC_EXEC_SHAPES_H
#define GAC_EXEC_SHAPES_H

#include "exec/places.h"

/* An access of a strip: lane k's address is base + index[k] * scale + imm.
 * Made for each load and store: under 96 bytes gcc clears it by stores, from
 * there on by a string instruction, which takes longer. */
typedef struct gac__access {
    uint64_t base;
    const void *index;
    uint64_t scale;
    int64_t imm;
    uint32_t size;
    uint32_t behind; /* bytes behind the element that are accessed, too */
    uint32_t added;
    uint8_t kind; /* a gac__index_kind */
    bool exact;   /* inactive lanes' indices count for nothing */
    bool rises; /* indices rise by one from lane to lane, if they do not wrap */
    bool rises_again; /* they do in each of a strip's groups, all alike */
    bool plus;        /* `added` is added to each index, in 32 bits */
    bool is_placed;   /* indices are no longer into each group's memory */
    uint64_t apart; /* found: bytes from one group's memory to the next one's */
    gac__index_shape *shape;       /* what is known of the index */
    gac__permutation *permutation; /* found, if its shape is permuted; NULL: is
                                      not looked for */
} gac__access;

_Static_assert(sizeof(gac__access) <= 80, "it is cleared by stores");

static inline const uint8_t *gac__active_mask(const gac__strip *s)
{
    return s->full ? NULL : s->mask;
}

/* A lane's index, as the kernel computes it. */
static inline int64_t gac__lane_index(const gac__access *a, uint32_t k)
{
    return a->kind == GAC__INDEX_I32   ? ((const int32_t *)a->index)[k]
           : a->kind == GAC__INDEX_I64 ? ((const int64_t *)a->index)[k]
                                       : ((const uint32_t *)a->index)[k];
}

/* The smallest and the largest index of active lanes, and whether they are a
 * permutation. */
void gac__find_range(const gac__strip *s, const gac__access *a,
                     gac__index_shape *shape);

/* Where in the host index 0 would be of an indexed access of `bytes` that begin
 * `imm` behind it, of which the element of `i` is one (memory.c); 0: not all of
 * what active lanes access is in one buffer. What is found out about the index
 * stays for others. */
uintptr_t gac__find_vectors(gac__strip *s, const gac__lane_inst *i, int64_t imm,
                            uint32_t bytes, gac__access *access_out);

/* All that can be found out about the indices. Only active lanes count for the
 * ends. */
void gac__find_shape(const gac__strip *s, const gac__access *a,
                     gac__index_shape *shape);

#endif
