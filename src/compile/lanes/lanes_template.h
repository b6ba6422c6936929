/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Makes lane kernels out of expressions. Included only by families/.
 *
 * A family (integers, floats, conversions, ...) is a template,
 * families/lanes_FAMILY.c. Its heart is a table: one line an operation, with
 * the expression that computes one lane from x, y and z. The table is expanded
 * twice, by LANES_DEF1..3 into functions and by LANES_ENTER1..3 into the rows
 * of a look-up table, so that an operation is written in one place only.
 *
 * The template is compiled once a level (the Makefile's LEVELS): LANES_LEVEL is
 * base, avx2 or avx512; and once as the level scalar, with LANES_SCALAR, where
 * the same expression makes a function of one value. Since contraction is off
 * and every expression is made of correctly rounded steps, all four give the
 * same bits.
 *
 * The loops are left to the compiler's vectorizer, which is told what it cannot
 * know: alignment, a trip count that is a multiple of 16, and that iterations
 * do not depend on each other (d may be one of the sources, lane on lane).
 */
#ifndef GAC_COMPILE_LANES_TEMPLATE_H
#define GAC_COMPILE_LANES_TEMPLATE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "compile/lanes/lanes.h"

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
#define LANES_ALIGNED(type, p)                                                 \
    ((type *)__builtin_assume_aligned(p, LANES_ALIGN(type)))
#define LANES_PTR(type, p) LANES_ALIGNED(type, (type *)(p) + first)
#define LANES_CPTR(type, p) LANES_ALIGNED(const type, (const type *)(p) + first)

#define LANES_ARGS                                                             \
    void *d_, const void *a_, const void *b_, const void *c_, size_t first,    \
        size_t end

#define LANES_IGNORE ((void)a_, (void)b_, (void)c_, (void)first, (void)end)

/* -- loops -------------------------------------------------------------------
 * A loop runs over n lanes from its pointers on. Where a type has less than 4
 * bytes the vectorizer takes 32 or 64 lanes at once, and what is left of a
 * multiple of 16 would be done one by one. Such loops get multiples of 64 only;
 * the rest goes to the same loop made for vectors of 16 bytes (name_tail). */

#define LANES_FULL 64

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define LANES_NARROW __attribute__((target("prefer-vector-width=128")))
#else
#define LANES_NARROW
#endif
#define LANES_INLINE static inline __attribute__((always_inline))

typedef void lanes_loop(void *d_, const void *a_, const void *b_,
                        const void *c_, size_t n);

/* `bytes`: of a lane of d, a, b and c; 0 for an operand that is uniform or
 * absent. */
typedef struct lanes_widths {
    unsigned char bytes[4];
} lanes_widths;

/* A loop's number of lanes is a multiple of this. */
LANES_INLINE size_t lanes_multiple(lanes_widths w)
{
    size_t multiple = GAC__LANE_STEP;
    for (int k = 0; k < 4; k++)
        if (w.bytes[k] == 1 || w.bytes[k] == 2)
            multiple = LANES_FULL;
    return multiple;
}

LANES_INLINE void lanes_run(lanes_loop *loop, lanes_loop *tail, lanes_widths w,
                            LANES_ARGS)
{
    const size_t multiple = lanes_multiple(w);
    const size_t n = (end - first) & ~(multiple - 1);
    uint8_t *d = (uint8_t *)d_ + first * w.bytes[0];
    const uint8_t *in[3] = {a_, b_, c_};

    for (int k = 0; k < 3; k++)
        if (w.bytes[k + 1])
            in[k] += first * w.bytes[k + 1];
    loop(d, in[0], in[1], in[2], n);
    if (multiple == GAC__LANE_STEP || n == end - first)
        return;
    for (int k = 0; k < 3; k++)
        if (w.bytes[k + 1])
            in[k] += n * w.bytes[k + 1];
    tail(d + n * w.bytes[0], in[0], in[1], in[2], end - first - n);
}

#define LANES_LOOP(name, multiple, R, setup, body)                             \
    static void name(void *d_, const void *a_, const void *b_, const void *c_, \
                     size_t n)                                                 \
    {                                                                          \
        const size_t n_lanes = n & ~(size_t)(multiple - 1);                    \
        R *d = LANES_ALIGNED(R, d_);                                           \
        setup LANES_IVDEP for (size_t i = 0; i < n_lanes; i++){body}(void)a_,  \
            (void)b_, (void)c_;                                                \
    }

/* Defines a kernel `name`: `setup` makes pointers and uniform values, `body`
 * computes lane i. A, B and C are bytes, as in lanes_widths. */
#define LANES_KERNEL(name, R, A, B, C, setup, body)                            \
    LANES_LOOP(name##_loop,                                                    \
               lanes_multiple((lanes_widths){{sizeof(R), A, B, C}}), R, setup, \
               body)                                                           \
    LANES_NARROW LANES_LOOP(name##_tail, GAC__LANE_STEP, R, setup,             \
                            body) static void                                  \
    name(LANES_ARGS)                                                           \
    {                                                                          \
        const lanes_widths w = {{sizeof(R), A, B, C}};                         \
        lanes_run(name##_loop, name##_tail, w, d_, a_, b_, c_, first, end);    \
    }
#define LANES_KERNEL_(...) LANES_KERNEL(__VA_ARGS__)

#define LANES_GLUE_(a, b, c, d) k_##a##_##b##_##c##_##d
#define LANES_GLUE(a, b, c, d) LANES_GLUE_(a, b, c, d)
#define LANES_FIND_GLUE_(family, level) gac__lanes_##family##_##level
#define LANES_FIND_GLUE(family, level) LANES_FIND_GLUE_(family, level)

/* A kernel's name: k_OP_TYPE_OPERANDS_LEVEL. */
#define LANES_NAME(op, T, operands) LANES_GLUE(op, T, operands, LANES_LEVEL)
/* gac__lanes_FAMILY_LEVEL: how the look-up reaches a family (lanes.h). */
#define LANES_FIND(family) LANES_FIND_GLUE(family, LANES_LEVEL)

/* Defines a family, with its rows, which are ROW(n, op, T) for n operands. */
#define LANES_FAMILY(family, first_op, last_op, first_ty, last_ty, ...)        \
    static const gac__lane_row rows[(last_op) - (first_op) + 1]                \
                                   [(last_ty) - (first_ty) + 1] = {            \
                                       __VA_ARGS__};                           \
    const gac__lane_family LANES_FIND(family) = {first_op, last_op, first_ty,  \
                                                 last_ty, rows[0]};

#define LANES_ROW1(op, T)                                                      \
    {                                                                          \
        LANES_NAME(op, T, v), NULL, NULL                                       \
    }
#define LANES_ROW3 LANES_ROW1

#define LANES_ENTER1(op, T, ...) ROW(1, op, T)
#define LANES_ENTER2(op, T, ...) ROW(2, op, T)
#define LANES_ENTER3(op, T, ...) ROW(3, op, T)

#ifdef LANES_SCALAR

#define LANES_ONE(A, x, a) const A x = *(const A *)a##_;
#define LANES_SCALAR_KERNEL(op, T, R, operands, expr)                          \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        operands *(R *)d_ = (R)(expr);                                         \
        LANES_IGNORE;                                                          \
    }

/* R, A, B, C: the types of the result and of x, y, z. */
#define LANES_DEF1(op, T, R, A, expr)                                          \
    LANES_SCALAR_KERNEL(op, T, R, LANES_ONE(A, x, a), expr)
#define LANES_DEF2(op, T, R, A, B, expr)                                       \
    LANES_SCALAR_KERNEL(op, T, R, LANES_ONE(A, x, a) LANES_ONE(B, y, b), expr)
#define LANES_DEF3(op, T, R, A, B, C, expr)                                    \
    LANES_SCALAR_KERNEL(                                                       \
        op, T, R, LANES_ONE(A, x, a) LANES_ONE(B, y, b) LANES_ONE(C, z, c),    \
        expr)

#define LANES_ROW2 LANES_ROW1

#else

/* Operands may be memory (gac__lane_kernel_takes_memory), but in the level
 * base, where that would cost instructions. */
#ifdef __AVX2__
#define LANES_VARYING(A, a) const A *a = (const A *)a##_;
#else
#define LANES_VARYING(A, a) const A *a = LANES_ALIGNED(const A, a##_);
#endif

#define LANES_DEF1(op, T, R, A, expr)                                          \
    LANES_KERNEL_(LANES_NAME(op, T, v), R, sizeof(A), 0, 0,                    \
                  LANES_VARYING(A, a), const A x = a[i];                       \
                  d[i] = (R)(expr);)

#define LANES_DEF2(op, T, R, A, B, expr)                                       \
    LANES_KERNEL_(LANES_NAME(op, T, v), R, sizeof(A), sizeof(B), 0,            \
                  LANES_VARYING(A, a) LANES_VARYING(B, b), const A x = a[i];   \
                  const B y = b[i]; d[i] = (R)(expr);)                         \
    LANES_KERNEL_(LANES_NAME(op, T, a), R, 0, sizeof(B), 0,                    \
                  const A x = *(const A *)a_;                                  \
                  LANES_VARYING(B, b), const B y = b[i]; d[i] = (R)(expr);)    \
    LANES_KERNEL_(LANES_NAME(op, T, b), R, sizeof(A), 0, 0,                    \
                  LANES_VARYING(A, a) const B y = *(const B *)b_;              \
                  , const A x = a[i]; d[i] = (R)(expr);)

#define LANES_DEF3(op, T, R, A, B, C, expr)                                    \
    LANES_KERNEL_(LANES_NAME(op, T, v), R, sizeof(A), sizeof(B), sizeof(C),    \
                  LANES_VARYING(A, a) LANES_VARYING(B, b) LANES_VARYING(C, c), \
                  const A x = a[i];                                            \
                  const B y = b[i]; const C z = c[i]; d[i] = (R)(expr);)

#define LANES_ROW2(op, T)                                                      \
    {                                                                          \
        LANES_NAME(op, T, v), LANES_NAME(op, T, a), LANES_NAME(op, T, b)       \
    }

#endif

#endif
