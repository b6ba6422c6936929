/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels: accesses of many lanes at once; and kernels that keep the
 * mask and the program counters of lanes. */
#ifndef GAC_EXEC_LANES_MEMORY_H
#define GAC_EXEC_LANES_MEMORY_H

#include "compile/compile.h"

/* The program counter of lanes that have ended. */
#define GAC__PC_ENDED 0xFFFFFFFFu

typedef enum gac__index_kind {
    GAC__INDEX_I32,
    GAC__INDEX_I64,
    GAC__INDEX_U32,
    GAC__INDEX_COUNT
} gac__index_kind;

/* The smallest and the largest index of lanes [first, end) with mask[k]; mask
 * NULL: of all. One lane at least is active. */
typedef void gac__range_fn(const void *index, const uint8_t *mask, size_t first,
                           size_t end, int64_t *min_out, int64_t *max_out);

/* d[k] = memory[base + index[k] * scale], or the other way round, for lanes
 * [first, end) with mask[k]; mask NULL: for all. The caller has checked the
 * range. `base` is a number, since it may be outside of the buffer. */
typedef void gac__gather_fn(void *d, uintptr_t base, const void *index,
                            uint64_t scale, const uint8_t *mask, size_t first,
                            size_t end);
typedef void gac__scatter_fn(uintptr_t base, const void *index, uint64_t scale,
                             const void *value, bool uniform,
                             const uint8_t *mask, size_t first, size_t end);

/* Like gac__gather_fn, but for elements of 32 bits and a scale of 4. False:
 * some index of an active lane is not in [0, n), the indices of the first step
 * are close together, or the processor has no quick gathers. Lanes may have
 * been written then. */
typedef bool gac__gather_within_fn(void *d, uintptr_t base, const void *index,
                                   uint32_t n, const uint8_t *mask,
                                   size_t first, size_t end);

/* rows[r * pitch + k] = the element (of 8 or 32 bits) number r from base +
 * index[k] * scale on, for r up to GAC__ROW_ITERATIONS and lanes [first, end)
 * with mask[k]. Other lanes of the same steps get any values. */
typedef void gac__fill_rows_fn(void *rows, size_t pitch, uintptr_t base,
                               const void *index, uint64_t scale,
                               const uint8_t *mask, size_t first, size_t end);

#define GAC__WINDOW 32u    /* elements */
#define GAC__NO_LANE 0x80u /* permuted bytes are 0 there */

/* The permutation of a step's elements in a window of memory. It is the same
 * for all steps. */
typedef struct gac__permutation {
    int32_t least; /* index of the window's first element, less the index of the
                      step's first lane */
    uint32_t
        used; /* a bit for each element of the window that is some lane's */
    uint8_t position_of[GAC__LANE_STEP]; /* window's element of each lane */
    uint8_t lane_of[GAC__WINDOW]; /* lane of each element; GAC__NO_LANE: none */
    uint8_t vectors[2]; /* for each vector of lanes, a bit for each vector of
                           the window that has one of its elements */
    bool distinct;      /* no two lanes have the same element */
} gac__permutation;

/* Whether all steps have the same permutation, for all lanes, active or not.
 * Gives the permutation, the smallest index and the largest one. `p` holds an
 * earlier permutation, or zeros. */
typedef bool gac__permutation_fn(const void *index, size_t first, size_t end,
                                 gac__permutation *p, int64_t *min_out,
                                 int64_t *max_out);

/* lanes[k] = memory[base + index[k] * 4], or the other way round, by a
 * permutation, for whole steps in [first, end). The permutation of a store is
 * distinct. */
typedef void gac__permuted_fn(void *lanes, uintptr_t base, const void *index,
                              const gac__permutation *p, const uint8_t *mask,
                              size_t first, size_t end);

/* Whether the index is one more from lane to lane in [first, end), active or
 * not. */
typedef bool gac__consecutive_fn(const void *index, size_t first, size_t end);

/* to[k] = from[k] for lanes [first, end) with mask[k]; mask NULL: for all. Both
 * are lane 0's addresses, which may be outside of a buffer. */
typedef void gac__move_fn(uintptr_t to, uintptr_t from, const uint8_t *mask,
                          size_t first, size_t end);

/* Interleaved groups: `stride` adjacent elements for each lane, one for each
 * member of the group. An element has 1 << log2 bytes, at most 8. A block is
 * GAC__MEMBER_BYTES of each member. lanes[m] is where member m goes or comes
 * from; NULL: it goes nowhere. step[m] is the distance in bytes from one block
 * of it to the next: GAC__MEMBER_BYTES, or 0 if all lanes share the member. */
#define GAC__MEMBER_BYTES 64u
#define GAC__MOST_MEMBERS 16u
typedef void gac__load_interleaved_fn(uint8_t *const *lanes,
                                      const uint8_t *from, unsigned log2,
                                      size_t n_blocks);
typedef void gac__store_interleaved_fn(uint8_t *to, const uint8_t *const *lanes,
                                       const size_t *step, unsigned log2,
                                       size_t n_blocks);

/* The same, with an address for each lane: lane k's elements begin at base +
 * at[k], for lanes [first, end) with mask[k]; mask NULL: for all. at[k] is at
 * most INT32_MAX. The elements of a lane have at most GAC__MEMBER_BYTES.
 * lanes[m] is lane 0's. */
typedef void gac__gather_interleaved_fn(uint8_t *const *lanes, uintptr_t base,
                                        const uint32_t *at, unsigned log2,
                                        const uint8_t *mask, size_t first,
                                        size_t end);
typedef void gac__scatter_interleaved_fn(uintptr_t base, const uint32_t *at,
                                         const uint8_t *const *lanes,
                                         const size_t *step, unsigned log2,
                                         const uint8_t *mask, size_t first,
                                         size_t end);

/* out[k] = origin + index[k] * scale - base. Unless `wide`, the sum is cut to
 * 32 bits before `base` is subtracted. */
typedef void gac__offsets_fn(const void *index, uint64_t origin, uint64_t scale,
                             bool wide, uint64_t base, size_t n, uint64_t *out);

/* out[k] = (index[k] - low) * scale + group[k] * apart, in 32 bits, for lanes
 * [first, end). These are the offsets of elements in memory that each group has
 * for itself. group NULL: in memory that all groups share. */
typedef void gac__of_groups_fn(uint32_t *restrict out, const void *index,
                               int64_t low, uint32_t scale,
                               const uint32_t *group, uint32_t apart,
                               size_t first, size_t end);

/* out[k] = 1 + a lane's trip count, for n lanes with mask[k]; 0 for others. The
 * trip count is how often the step can be added to the lane's counter until the
 * counter no longer compares with the limit as `kind` (GAC__COUNT_*) says. All
 * lanes share the step. Gives the greatest trip count, and the sum of all.
 * False: the trip count of an active lane is unknown, since the counter wraps
 * before, or is too great. */
typedef bool gac__trips_fn(const void *counter, const void *limit,
                           const void *step, unsigned kind, const uint8_t *mask,
                           size_t n, uint32_t *out, uint32_t *most_out,
                           uint64_t *sum_out);

/* Adds what pairs have to their lanes' sums, in order: GAC__FLAT_SUM_MAP. Pairs
 * of a lane are adjacent. */
typedef void gac__flat_sum_fn(void *sums, const void *b, const void *c,
                              const uint32_t *lane_of, size_t n);

/* Kernels by stride; NULL: this level has none for it. */
typedef struct gac__interleaved_kernels {
    gac__load_interleaved_fn *load[GAC__MOST_MEMBERS + 1];
    gac__store_interleaved_fn *store[GAC__MOST_MEMBERS + 1];
    gac__gather_interleaved_fn *gather[GAC__MOST_MEMBERS + 1];
    gac__scatter_interleaved_fn *scatter[GAC__MOST_MEMBERS + 1];
} gac__interleaved_kernels;

extern const gac__interleaved_kernels gac__interleaved_kernels_base,
    gac__interleaved_kernels_avx2, gac__interleaved_kernels_avx512;

typedef struct gac__memory_kernels {
    gac__range_fn *range[GAC__INDEX_COUNT];
    gac__consecutive_fn *consecutive[GAC__INDEX_COUNT];
    gac__fill_rows_fn
        *fill_rows[3][GAC__INDEX_COUNT]; /* by log2 of the size; may be NULL */
    gac__gather_within_fn *gather_within[GAC__INDEX_COUNT];  /* may be NULL */
    gac__permutation_fn *find_permutation[GAC__INDEX_COUNT]; /* may be NULL */
    gac__permuted_fn *load_permuted[GAC__INDEX_COUNT]; /* elements of 32 bits */
    gac__permuted_fn *store_permuted[GAC__INDEX_COUNT];
    const gac__interleaved_kernels *interleaved;
    gac__move_fn *move_lanes[4];                 /* by log2 of the size */
    gac__gather_fn *gather[4][GAC__INDEX_COUNT]; /* by log2 of the size */
    gac__scatter_fn *scatter[4][GAC__INDEX_COUNT];
    /* d = a + b * scale + imm, addresses; flags: GAC__CODE_*_UNIFORM */
    void (*lea)(void *d, const void *a, const void *b, uint32_t scale,
                int64_t imm, unsigned flags, uint8_t ptr_ty, uint8_t index_ty,
                size_t first, size_t end);
    gac__offsets_fn *offsets[GAC__INDEX_COUNT];
    /* whether each of n offsets is the one before plus `step` */
    bool (*steps_evenly)(const uint64_t *offset, uint64_t step, size_t n);
    /* the offsets of active lanes (mask NULL: of all), or-ed together */
    uint64_t (*join)(const uint64_t *offset, const uint8_t *mask, size_t n);
    /* returns the lowest counter greater than `above`; GAC__PC_ENDED: none is
     */
    uint32_t (*lowest)(const uint32_t *pc, uint32_t above, size_t n);
    /* activates lanes with pc[k] == wanted, beside active ones if it `keeps`
     * these; returns how many are active */
    uint32_t (*merge)(const uint32_t *pc, uint32_t wanted, bool keeps,
                      uint8_t *mask, size_t n);
    /* deactivates lanes whose condition is not `keep`: they wait at `to` */
    void (*split)(uint32_t *pc, uint8_t *mask, const uint8_t *condition,
                  uint8_t keep, uint32_t to, size_t n);
    /* pc[k] = to for active lanes */
    void (*move)(uint32_t *pc, const uint8_t *mask, uint32_t to, size_t n);
    /* pc[k] = to for active lanes with pc[k] == from whose value, of 1 << log2
     * bytes, is `wanted`; returns how many */
    uint32_t (*take_case)(uint32_t *pc, const uint8_t *mask, const void *values,
                          unsigned log2, uint64_t wanted, uint32_t from,
                          uint32_t to, size_t first, size_t end);
    gac__of_groups_fn *of_groups[GAC__INDEX_COUNT];
    /* returns how many active lanes have condition[k]; n is a multiple of 8 */
    uint32_t (*count)(const uint8_t *mask, const uint8_t *condition, size_t n);
    /* out[k] = mask[k] && condition[k] != flip; returns how many are 1; n is a
     * multiple of 8 */
    uint32_t (*narrow)(const uint8_t *mask, const uint8_t *condition,
                       uint8_t flip, uint8_t *out, size_t n);
    gac__trips_fn *count_trips[4];                     /* by log2 of the size */
    gac__flat_sum_fn *flat_sum[GAC__IR_PURE_COUNT][2]; /* of 32, of 64 bits */
} gac__memory_kernels;

extern const gac__memory_kernels gac__memory_kernels_base,
    gac__memory_kernels_avx2, gac__memory_kernels_avx512;

#endif
