/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The types of vectors of VEC_BYTES. */
#ifndef GAC_SUPPORT_VEC_TYPES_H
#define GAC_SUPPORT_VEC_TYPES_H

#include <stdint.h>

#define VEC_TYPE __attribute__((vector_size(VEC_BYTES), may_alias))
typedef uint8_t vec_u8 VEC_TYPE;
typedef uint32_t vec_u32 VEC_TYPE;
typedef uint64_t vec_u64 VEC_TYPE;
typedef int32_t vec_i32 VEC_TYPE;
typedef int64_t vec_i64 VEC_TYPE;
typedef float vec_f32 VEC_TYPE;
typedef double vec_f64 VEC_TYPE;

/* The mask of a step of lanes: a byte for each of 16, 0 or 1. */
typedef uint8_t vec_bytes __attribute__((vector_size(16), may_alias));
/* 64 bytes. */
typedef struct vec_block {
    vec_u32 v[64 / VEC_BYTES];
} vec_block;
/* A byte shuffle of 16 bytes: for each byte of the result the index of its
 * source byte; 0x80: the byte becomes 0. */
typedef uint8_t vec_table[16];

/* A level defines functions by their name, elements, and an expression. */
#define VEC_FUNCTION1(name, result, type, expr)                                \
    static inline result name(type x)                                          \
    {                                                                          \
        return (result)(expr);                                                 \
    }
#define VEC_FUNCTION2(name, type, expr)                                        \
    static inline type name(type x, type y)                                    \
    {                                                                          \
        return (type)(expr);                                                   \
    }
#define VEC_FUNCTION3(name, type, expr)                                        \
    static inline type name(type x, type y, type z)                            \
    {                                                                          \
        return (type)(expr);                                                   \
    }
/* The same for elements in memory. */
#define VEC_LOADING(name, result, expr)                                        \
    static inline result name(const void *at)                                  \
    {                                                                          \
        return (result)(expr);                                                 \
    }

#endif
