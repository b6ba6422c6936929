/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels: accesses of many lanes at once, and which lanes are where. */
#ifndef GAC_EXEC_LANES_MEMORY_H
#define GAC_EXEC_LANES_MEMORY_H

#include "compile/compile.h"

/* The place of lanes that have ended. */
#define GAC__PC_ENDED 0xFFFFFFFFu

typedef enum gac__index_kind {
    GAC__INDEX_I32,
    GAC__INDEX_I64,
    GAC__INDEX_U32,
    GAC__INDEX_COUNT
} gac__index_kind;

/* Smallest and largest index among lanes [first, end) with mask[k] (NULL: all).
 * At least one lane must be active. */
typedef void gac__range_fn(const void *index, const uint8_t *mask, size_t first,
                           size_t end, int64_t *min_out, int64_t *max_out);

/* d[k] = memory[base + index[k] * scale], and the other way round, for lanes
 * [first, end) with mask[k]. The caller has checked the range; `base` itself
 * may lie outside, so it is a number. */
typedef void gac__gather_fn(void *d, uintptr_t base, const void *index,
                            uint64_t scale, const uint8_t *mask, size_t first,
                            size_t end);
typedef void gac__scatter_fn(uintptr_t base, const void *index, uint64_t scale,
                             const void *value, bool uniform,
                             const uint8_t *mask, size_t first, size_t end);

/* As gac__gather_fn, elements being of 32 bits, and the scale 4. False: an
 * index of an active lane is not in [0, n), and some lanes may have been
 * written, or the first ones lie close together. */
typedef bool gac__gather_within_fn(void *d, uintptr_t base, const void *index,
                                   uint32_t n, const uint8_t *mask,
                                   size_t first, size_t end);

/* rounds[r * pitch + k] = the r-th element (of 8 or 32 bits) from base +
 * index[k] * scale on, for GAC__ROW_ITERATIONS rounds r and lanes [first, end)
 * with mask[k]; of other lanes there, anything. */
typedef void gac__fill_rows_fn(void *rows, size_t pitch, uintptr_t base,
                               const void *index, uint64_t scale,
                               const uint8_t *mask, size_t first, size_t end);

/* Where the elements of a step of lanes lie in memory, if those of all steps do
 * alike: in a window that begins `least` before the element of the step's first
 * lane. */
#define GAC__WINDOW 32u /* elements */
#define GAC__NO_LANE 0x80u
typedef struct gac__permutation {
    int32_t least;
    uint32_t places; /* a bit for each place with some lane's element */
    uint8_t place_of[GAC__LANE_STEP];
    uint8_t lane_of[GAC__WINDOW]; /* GAC__NO_LANE: no lane's */
    uint8_t vectors[2]; /* of each vector of lanes: a bit for each vector of
                           the window with one of its elements */
    bool distinct;      /* no two lanes have the same place */
} gac__permutation;

/* Whether the indices of all lanes, active or not, lie so: how they do (which
 * has been one before, or zero), the smallest and the largest one. */
typedef bool gac__permutation_fn(const void *index, size_t first, size_t end,
                                 gac__permutation *p, int64_t *min_out,
                                 int64_t *max_out);

/* lanes[k] = memory[base + index[k] * 4], or the other way round, elements
 * lying so, [first, end) being whole steps; stores: a distinct one. */
typedef void gac__permuted_fn(void *lanes, uintptr_t base, const void *index,
                              const gac__permutation *p, const uint8_t *mask,
                              size_t first, size_t end);

/* Whether the indices of lanes [first, end) rise by one from lane to lane, each
 * lane's, active or not. */
typedef bool gac__consecutive_fn(const void *index, size_t first, size_t end);

/* to[k] = from[k] for lanes [first, end) with mask[k] (NULL: all); both are
 * numbers of lane 0's places, which may lie outside. */
typedef void gac__move_fn(uintptr_t to, uintptr_t from, const uint8_t *mask,
                          size_t first, size_t end);

/* Elements that lie `stride` by `stride` (that many parts of a vector or
 * structure, each of 1 << log2 bytes, at most 8), and the same part of all of
 * them together: lanes[k] is where part k goes, or NULL, or where it is; in
 * steps of step[k] bytes (GAC__MEMBER_BYTES or 0) from one block to the next. A
 * block is GAC__MEMBER_BYTES of each part. */
#define GAC__MEMBER_BYTES 64u
#define GAC__MOST_MEMBERS 16u
typedef void gac__load_interleaved_fn(uint8_t *const *lanes,
                                      const uint8_t *from, unsigned log2,
                                      size_t n_blocks);
typedef void gac__store_interleaved_fn(uint8_t *to, const uint8_t *const *lanes,
                                       const size_t *step, unsigned log2,
                                       size_t n_blocks);

/* The same where each lane's parts are in a place of its own, lane k's from
 * base + at[k] on (at[k] <= INT32_MAX), for lanes [first, end) with mask[k]
 * (NULL: all); at most GAC__MEMBER_BYTES are all parts. lanes[p] is lane 0's.
 */
typedef void gac__gather_interleaved_fn(uint8_t *const *lanes, uintptr_t base,
                                        const uint32_t *at, unsigned log2,
                                        const uint8_t *mask, size_t first,
                                        size_t end);
typedef void gac__scatter_interleaved_fn(uintptr_t base, const uint32_t *at,
                                         const uint8_t *const *lanes,
                                         const size_t *step, unsigned log2,
                                         const uint8_t *mask, size_t first,
                                         size_t end);

/* out[k] = origin + index[k] * scale, or, if not `wide`, its lower 32 bits;
 * less base. */
typedef void gac__offsets_fn(const void *index, uint64_t origin, uint64_t scale,
                             bool wide, uint64_t base, size_t n, uint64_t *out);

/* out[k] = (index[k] - low) * scale + group[k] * apart, in 32 bits, for [first,
 * end): where lanes' elements are if each group has memory of its own (group
 * NULL: if not). */
typedef void gac__of_groups_fn(uint32_t *restrict out, const void *index,
                               int64_t low, uint32_t scale,
                               const uint32_t *group, uint32_t apart,
                               size_t first, size_t end);

/* out[k] = 1 + how often a lane's counter can be changed by the step, which
 * lanes share, until it does not compare with the limit as `kind`
 * (GAC__COUNT_*) says, for n lanes with mask[k]; 0 for others. How often at
 * most, and in sum, without the 1. False: of an active lane it is not known:
 * the counter wraps around before, or it is too often. */
typedef bool gac__trips_fn(const void *counter, const void *limit,
                           const void *step, unsigned kind, const uint8_t *mask,
                           size_t n, uint32_t *out, uint32_t *most_out,
                           uint64_t *sum_out);

/* By stride; NULL: not at this level, or not so many. */
typedef struct gac__interleaved_kernels {
    gac__load_interleaved_fn *load[GAC__MOST_MEMBERS + 1];
    gac__store_interleaved_fn *store[GAC__MOST_MEMBERS + 1];
    gac__gather_interleaved_fn *gather[GAC__MOST_MEMBERS + 1];
    gac__scatter_interleaved_fn *scatter[GAC__MOST_MEMBERS + 1];
} gac__interleaved_kernels;

extern const gac__interleaved_kernels gac__interleaved_kernels_base;
extern const gac__interleaved_kernels gac__interleaved_kernels_avx2;
extern const gac__interleaved_kernels gac__interleaved_kernels_avx512;

typedef struct gac__memory_kernels {
    gac__range_fn *range[GAC__INDEX_COUNT];
    gac__consecutive_fn *consecutive[GAC__INDEX_COUNT];
    gac__fill_rows_fn *fill_rows[3][GAC__INDEX_COUNT]; /* by log2; or NULL */
    gac__gather_within_fn *gather_within[GAC__INDEX_COUNT]; /* or NULL, too */
    gac__permutation_fn
        *find_permutation[GAC__INDEX_COUNT]; /* NULL: not at this level */
    gac__permuted_fn *load_permuted[GAC__INDEX_COUNT]; /* of 32 bits */
    gac__permuted_fn *store_permuted[GAC__INDEX_COUNT];
    const gac__interleaved_kernels *interleaved;
    gac__move_fn *move_lanes[4];                 /* by log2 of the size */
    gac__gather_fn *gather[4][GAC__INDEX_COUNT]; /* by log2 of the size */
    gac__scatter_fn *scatter[4][GAC__INDEX_COUNT];
    /* d = a + b * scale + imm for addresses; flags as GAC__CODE_*_UNIFORM */
    void (*lea)(void *d, const void *a, const void *b, uint32_t scale,
                int64_t imm, unsigned flags, uint8_t ptr_ty, uint8_t index_ty,
                size_t first, size_t end);
    gac__offsets_fn *offsets[GAC__INDEX_COUNT];
    /* whether each of n offsets is that before it and the step */
    bool (*steps_evenly)(const uint64_t *offset, uint64_t step, size_t n);
    /* those of active lanes (mask NULL: all), or-ed together */
    uint64_t (*join)(const uint64_t *offset, const uint8_t *mask, size_t n);
    /* the lowest pc that is greater than `above`; GAC__PC_ENDED: none */
    uint32_t (*lowest)(const uint32_t *pc, uint32_t above, size_t n);
    /* mask[k] = pc[k] == wanted, or, if it `keeps`, was set; returns how many
     * are */
    uint32_t (*merge)(const uint32_t *pc, uint32_t wanted, bool keeps,
                      uint8_t *mask, size_t n);
    /* active lanes whose condition is not `keep` leave the mask for `to` */
    void (*split)(uint32_t *pc, uint8_t *mask, const uint8_t *condition,
                  uint8_t keep, uint32_t to, size_t n);
    /* pc[k] = to for active lanes */
    void (*move)(uint32_t *pc, const uint8_t *mask, uint32_t to, size_t n);
    /* pc[k] = to for active lanes whose value, of 1 << log2 bytes, is `wanted`,
     * if it is `from`; returns how many */
    uint32_t (*take_case)(uint32_t *pc, const uint8_t *mask, const void *values,
                          unsigned log2, uint64_t wanted, uint32_t from,
                          uint32_t to, size_t first, size_t end);
    gac__of_groups_fn *of_groups[GAC__INDEX_COUNT];
    /* how many active lanes have condition[k]; n is a multiple of 8 */
    uint32_t (*count)(const uint8_t *mask, const uint8_t *condition, size_t n);
    /* out[k] = mask[k] if condition[k] is not `flip`; returns how many; n is a
     * multiple of 8 */
    uint32_t (*narrow)(const uint8_t *mask, const uint8_t *condition,
                       uint8_t flip, uint8_t *out, size_t n);
    gac__trips_fn *count_trips[4]; /* by log2 of the size */
} gac__memory_kernels;

const gac__memory_kernels *gac__memory_kernels_base(void);
const gac__memory_kernels *gac__memory_kernels_avx2(void);
const gac__memory_kernels *gac__memory_kernels_avx512(void);

#endif
