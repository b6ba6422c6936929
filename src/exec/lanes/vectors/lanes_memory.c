/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Memory kernels, compiled once for each level. */
#include "exec/lanes/lanes_memory.h"
#include "exec/lanes/lanes_steps.h"

#include "exec/lanes/vectors/lanes_pattern.inc"

#include "exec/lanes/vectors/lanes_access.inc"
#include "exec/lanes/vectors/lanes_rows.inc"
#include "exec/lanes/vectors/lanes_schedule.inc"
#include "exec/lanes/vectors/lanes_trips.inc"
#include "exec/lanes/vectors/lanes_sums.inc"
#if VEC_PERMUTES
#include "exec/lanes/vectors/lanes_permutations.inc"
#endif

/* -- addresses ------------------------------------------------------------- */

#define LEA_LOOP(PTR, INDEX, A, B)                                             \
    for (size_t k = first; k < end; k++)                                       \
    ((PTR *)d)[k] = (PTR)((const PTR *)a)[A]                                   \
                    + (PTR)(int64_t)((const INDEX *)b)[B] * (PTR)scale         \
                    + (PTR)imm

#define LEA_FORMS(PTR, INDEX)                                                  \
    do {                                                                       \
        if (flags & GAC__CODE_A_UNIFORM && flags & GAC__CODE_B_UNIFORM)        \
            LEA_LOOP(PTR, INDEX, 0, 0);                                        \
        else if (flags & GAC__CODE_A_UNIFORM)                                  \
            LEA_LOOP(PTR, INDEX, 0, k);                                        \
        else if (flags & GAC__CODE_B_UNIFORM)                                  \
            LEA_LOOP(PTR, INDEX, k, 0);                                        \
        else                                                                   \
            LEA_LOOP(PTR, INDEX, k, k);                                        \
    } while (0)

#define LEA_INDICES(PTR)                                                       \
    switch (index_ty) {                                                        \
    case GAC__TY_I8: LEA_FORMS(PTR, int8_t); break;                            \
    case GAC__TY_I16: LEA_FORMS(PTR, int16_t); break;                          \
    case GAC__TY_I32:                                                          \
        if (flags & GAC__CODE_UNSIGNED)                                        \
            LEA_FORMS(PTR, uint32_t);                                          \
        else                                                                   \
            LEA_FORMS(PTR, int32_t);                                           \
        break;                                                                 \
    default: LEA_FORMS(PTR, int64_t); break;                                   \
    }

static void lea(void *d, const void *a, const void *b, uint32_t scale,
                int64_t imm, unsigned flags, uint8_t ptr_ty, uint8_t index_ty,
                size_t first, size_t end)
{
    if (ptr_ty == GAC__TY_I64)
        LEA_INDICES(uint64_t)
    else
        LEA_INDICES(uint32_t)
}

/* -- offsets --------------------------------------------------------------- */

#define OFFSETS(NAME, TYPE)                                                    \
    static void offsets_##NAME(const void *index, uint64_t origin,             \
                               uint64_t scale, bool wide, uint64_t base,       \
                               size_t n, uint64_t *out)                        \
    {                                                                          \
        const TYPE *x = index;                                                 \
        for (size_t k = 0; k < n; k++)                                         \
            out[k] = origin + (uint64_t)x[k] * scale - (wide ? base : 0);      \
        for (size_t k = 0; !wide && k < n; k++)                                \
            out[k] = (uint32_t)out[k] - base;                                  \
    }

OFFSETS(i32, int32_t)
OFFSETS(i64, uint64_t)
OFFSETS(u32, uint32_t)

static bool steps_evenly(const uint64_t *offset, uint64_t step, size_t n)
{
    uint64_t differs = 0;
    for (size_t k = 1; k < n; k++)
        differs |= (offset[k] - offset[k - 1]) ^ step;
    return !differs;
}

static uint64_t join(const uint64_t *offset, const uint8_t *mask, size_t n)
{
    uint64_t bits = 0;
    for (size_t k = 0; !mask && k < n; k++)
        bits |= offset[k];
    for (size_t k = 0; mask && k < n; k++)
        bits |= offset[k] & (0 - (uint64_t)(mask[k] != 0));
    return bits;
}

#define ROW(BITS, WHAT)                                                        \
    {                                                                          \
        WHAT##_##BITS##_i32, WHAT##_##BITS##_i64, WHAT##_##BITS##_u32          \
    }

const gac__memory_kernels VEC_JOIN(gac__memory_kernels_, LANES_LEVEL) = {
    .range = {range_i32, range_i64, range_u32},
    .consecutive = {consecutive_32, consecutive_64, consecutive_32},
    .fill_rows = {[0] = ROW(8, fill_rows), [2] = ROW(32, fill_rows)},
#if VEC_PERMUTES
    .gather_within = {gather_within_32, NULL, gather_within_32},
    .find_permutation = {find_permutation_i32, NULL, find_permutation_u32},
    .load_permuted = {load_permuted_i32, NULL, load_permuted_u32},
    .store_permuted = {store_permuted_i32, NULL, store_permuted_u32},
#endif
    .interleaved = &VEC_JOIN(gac__interleaved_kernels_, LANES_LEVEL),
    .move_lanes = {move_lanes_8, move_lanes_16, move_lanes_32, move_lanes_64},
    .gather = {ROW(8, gather), ROW(16, gather), ROW(32, gather),
               ROW(64, gather)},
    .scatter = {ROW(8, scatter), ROW(16, scatter), ROW(32, scatter),
                ROW(64, scatter)},
    .lea = lea,
    .offsets = {offsets_i32, offsets_i64, offsets_u32},
    .steps_evenly = steps_evenly,
    .join = join,
    .lowest = lowest,
    .merge = merge,
    .split = split,
    .move = move,
    .take_case = take_case,
    .of_groups = {of_groups_32, of_groups_64, of_groups_32},
    .count = count_lanes,
    .narrow = narrow,
    .count_trips = {count_trips_8, count_trips_16, count_trips_32,
                    count_trips_64},
    .flat_sum =
        {
#define X(name, types, result)                                                 \
    [GAC__IR_##name] = {flat_##name##_32, flat_##name##_64},
            GAC__FLAT_SUM_MAP(X) X(FMA, F, )
#undef X
        },
};
