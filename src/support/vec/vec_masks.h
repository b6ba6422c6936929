/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Masks of levels that have no registers for them: vectors of integers, all
 * bits or none, which is what C's comparisons give. */
#ifndef GAC_SUPPORT_VEC_MASKS_H
#define GAC_SUPPORT_VEC_MASKS_H

#include "support/vec/vec_types.h"

typedef vec_i32 vec_mask_32;
typedef vec_i64 vec_mask_64;

#define VEC_EQ ==
#define VEC_NE !=
#define VEC_LT <
#define VEC_LE <=
#define vec_compare_i32(x, y, how)                                             \
    ((vec_mask_32)((vec_i32)(x)VEC_##how(vec_i32)(y)))
#define vec_compare_u32(x, y, how)                                             \
    ((vec_mask_32)((vec_u32)(x)VEC_##how(vec_u32)(y)))
#define vec_compare_i64(x, y, how)                                             \
    ((vec_mask_64)((vec_i64)(x)VEC_##how(vec_i64)(y)))
#define vec_compare_u64(x, y, how)                                             \
    ((vec_mask_64)((vec_u64)(x)VEC_##how(vec_u64)(y)))

#define VEC_CHOICE(B)                                                          \
    static inline vec_u##B vec_choose_##B(vec_mask_##B mask, vec_u##B x,       \
                                          vec_u##B y)                          \
    {                                                                          \
        vec_u##B m = (vec_u##B)mask;                                           \
        return (x & m) | (y & ~m);                                             \
    }
/* The minimum and the maximum of each element; S is i or u. */
#define VEC_ENDS(S, B)                                                         \
    VEC_FUNCTION2(vec_min_##S##B, vec_u##B,                                    \
                  vec_choose_##B(vec_compare_##S##B(x, y, LT), x, y))          \
    VEC_FUNCTION2(vec_max_##S##B, vec_u##B,                                    \
                  vec_choose_##B(vec_compare_##S##B(x, y, LT), y, x))

#endif
