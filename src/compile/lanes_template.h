/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes lane kernels out of expressions. Included only by lanes_*.inc.
 *
 * A family (integers, floats, conversions, ...) is a template, lanes_FAMILY.inc.
 * Its heart is a table: one line an operation, with the expression that computes
 * one lane from x, y and z. The table is expanded twice, by LANES_DEF1..3 into
 * functions and by LANES_ROW1..3 into the rows of a look-up table, so that an
 * operation is written in one place only.
 *
 * The template is compiled once a level: LANES_SUFFIX is base, avx2 or avx512
 * (thin .c files, the Makefile gives each its -march), and once with LANES_SCALAR
 * and the suffix scalar, where the same expression makes a function of one value.
 * Since contraction is off and every expression is made of correctly rounded
 * steps, all four give the same bits.
 *
 * The loops are left to the compiler's vectorizer, which is told what it cannot
 * know: alignment, a trip count that is a multiple of 16, and that iterations do
 * not depend on each other (d may be one of the sources, lane on lane).
 */
#ifndef GAC_COMPILE_LANES_TEMPLATE_H
#define GAC_COMPILE_LANES_TEMPLATE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compile/lanes.h"

/* Types of a lane in the tables. */
typedef uint8_t lane_BOOL;
typedef uint8_t lane_I8;
typedef uint16_t lane_I16;
typedef uint32_t lane_I32;
typedef uint64_t lane_I64;
typedef uint16_t lane_F16; /* its bits */
typedef float lane_F32;
typedef double lane_F64;

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* some loops stay scalar */
#define LANES_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define LANES_IVDEP _Pragma("GCC ivdep")
#else
#define LANES_IVDEP
#endif

/* 16 lanes of a type, up to a cache line: what `first` keeps aligned. */
#define LANES_ALIGN(type) (sizeof(type) >= 4 ? 64 : 16 * sizeof(type))
#define LANES_PTR(type, p)                                                     \
    ((type *)__builtin_assume_aligned((type *)(p) + first, LANES_ALIGN(type)))
#define LANES_CPTR(type, p)                                                    \
    ((const type *)__builtin_assume_aligned((const type *)(p) + first,         \
                                            LANES_ALIGN(type)))

#define LANES_ARGS                                                             \
    void *d_, const void *a_, const void *b_, const void *c_, size_t first,    \
        size_t end

#define LANES_IGNORE                                                           \
    ((void)a_, (void)b_, (void)c_, (void)first, (void)end)

#define LANES_FOR(i)                                                           \
    const size_t n_lanes = (end - first) & ~(size_t)(GAC__LANE_STEP - 1);      \
    LANES_IVDEP                                                                \
    for (size_t i = 0; i < n_lanes; i++)

#define LANES_GLUE_(a, b, c, d) k_##a##_##b##_##c##_##d
#define LANES_GLUE(a, b, c, d) LANES_GLUE_(a, b, c, d)
#define LANES_FIND_GLUE_(family, suffix) gac__lanes_##family##_##suffix
#define LANES_FIND_GLUE(family, suffix) LANES_FIND_GLUE_(family, suffix)

#endif

/* From here on, again for every level. A kernel's name: k_OP_TYPE_FORM_LEVEL. */
#undef LANES_NAME
#undef LANES_FIND
#undef LANES_DEF1
#undef LANES_DEF2
#undef LANES_DEF3
#undef LANES_ROW1
#undef LANES_ROW2
#undef LANES_ROW3
#define LANES_NAME(op, T, form) LANES_GLUE(op, T, form, LANES_SUFFIX)
/* gac__lanes_FAMILY_LEVEL: how the look-up reaches a family (lanes.h). */
#define LANES_FIND(family) LANES_FIND_GLUE(family, LANES_SUFFIX)

#ifdef LANES_SCALAR

/* R, A, B, C: the types of the result and of x, y, z. */
#define LANES_DEF1(op, T, R, A, expr)                                          \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        const A x = *(const A *)a_;                                            \
        *(R *)d_ = (R)(expr);                                                  \
        LANES_IGNORE;                                                          \
    }

#define LANES_DEF2(op, T, R, A, B, expr)                                       \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        const A x = *(const A *)a_;                                            \
        const B y = *(const B *)b_;                                            \
        *(R *)d_ = (R)(expr);                                                  \
        LANES_IGNORE;                                                          \
    }

#define LANES_DEF3(op, T, R, A, B, C, expr)                                    \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        const A x = *(const A *)a_;                                            \
        const B y = *(const B *)b_;                                            \
        const C z = *(const C *)c_;                                            \
        *(R *)d_ = (R)(expr);                                                  \
        LANES_IGNORE;                                                          \
    }

#define LANES_ROW1(op, T) { LANES_NAME(op, T, v), NULL, NULL }
#define LANES_ROW2(op, T) { LANES_NAME(op, T, v), NULL, NULL }
#define LANES_ROW3(op, T) { LANES_NAME(op, T, v), NULL, NULL }

#else

#define LANES_DEF1(op, T, R, A, expr)                                          \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const A *a = LANES_CPTR(A, a_);                                        \
        LANES_FOR(i) {                                                         \
            const A x = a[i];                                                  \
            d[i] = (R)(expr);                                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }

#define LANES_DEF2(op, T, R, A, B, expr)                                       \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const A *a = LANES_CPTR(A, a_);                                        \
        const B *b = LANES_CPTR(B, b_);                                        \
        LANES_FOR(i) {                                                         \
            const A x = a[i];                                                  \
            const B y = b[i];                                                  \
            d[i] = (R)(expr);                                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }                                                                          \
    static void LANES_NAME(op, T, a)(LANES_ARGS)                               \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const A x = *(const A *)a_;                                            \
        const B *b = LANES_CPTR(B, b_);                                        \
        LANES_FOR(i) {                                                         \
            const B y = b[i];                                                  \
            d[i] = (R)(expr);                                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }                                                                          \
    static void LANES_NAME(op, T, b)(LANES_ARGS)                               \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const A *a = LANES_CPTR(A, a_);                                        \
        const B y = *(const B *)b_;                                            \
        LANES_FOR(i) {                                                         \
            const A x = a[i];                                                  \
            d[i] = (R)(expr);                                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }

#define LANES_DEF3(op, T, R, A, B, C, expr)                                    \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        R *d = LANES_PTR(R, d_);                                               \
        const A *a = LANES_CPTR(A, a_);                                        \
        const B *b = LANES_CPTR(B, b_);                                        \
        const C *c = LANES_CPTR(C, c_);                                        \
        LANES_FOR(i) {                                                         \
            const A x = a[i];                                                  \
            const B y = b[i];                                                  \
            const C z = c[i];                                                  \
            d[i] = (R)(expr);                                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }

#define LANES_ROW1(op, T) { LANES_NAME(op, T, v), NULL, NULL }
#define LANES_ROW2(op, T)                                                 \
    { LANES_NAME(op, T, v), LANES_NAME(op, T, a), LANES_NAME(op, T, b) }
#define LANES_ROW3(op, T) { LANES_NAME(op, T, v), NULL, NULL }

#endif
