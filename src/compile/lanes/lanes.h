/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What lane_kernels.c (the look-up) and the kernel families agree on. */
#ifndef GAC_COMPILE_LANES_H
#define GAC_COMPILE_LANES_H

#include "compile/lanes/lane_kernels.h"

/* The kernels of an operation, by gac__uniform_operands. */
typedef struct gac__lane_row {
    gac__lane_kernel *kernel[3];
} gac__lane_row;

/* A family's kernels at a level: of the operations first_op to last_op, for
 * each a row for each of the types first_ty to last_ty. */
typedef struct gac__lane_family {
    uint32_t first_op, last_op, first_ty, last_ty;
    const gac__lane_row *rows;
} gac__lane_family;

/* The families. An operation is a gac__ir_op, or GAC__LANES_EXT() of a function
 * of OpenCL.std. Conversions have a table of their own (below). */
/* clang-format off */
#define GAC__LANE_FAMILIES(X)                                                  \
    X(move)    /* gac__lane_move, by log2 of a lane's bytes, not by type */    \
    X(int)     /* IADD .. BITCOUNT */                                          \
    X(icmp)    /* IEQ .. SLE */                                                \
    X(float)   /* FADD .. FSIGNBIT on float and double */                      \
    X(half)    /* FADD .. FSIGNBIT on half */                                  \
    X(ext_int)   /* EXT on integers: SAbs .. UMad_hi */                        \
    X(ext_float) /* EXT on float types: what is exact, or a few steps */       \
    X(ext_math)  /* EXT on float types: what must be approximated */
/* clang-format on */

#define X(family)                                                              \
    extern const gac__lane_family gac__lanes_##family##_scalar,                \
        gac__lanes_##family##_base, gac__lanes_##family##_avx2,                \
        gac__lanes_##family##_avx512;
GAC__LANE_FAMILIES(X)
#undef X

/* Kernels of TRUNC .. USAT_S, by the type of the operand, that of the result
 * and the rounding mode; RTE where there is one for all modes. */
typedef gac__lane_kernel
    *const gac__lane_conversions[GAC__IR_USAT_S - GAC__IR_TRUNC + 1]
                                [GAC__TY_COUNT][GAC__TY_COUNT][4];
extern gac__lane_conversions gac__lanes_convert_scalar, gac__lanes_convert_base,
    gac__lanes_convert_avx2, gac__lanes_convert_avx512;

/* EXT's functions as operations: OpenCL.std's numbers, then those of
 * GAC__EXT_MAP. */
#define GAC__EXT_OWN_FIRST 1000u
#define GAC__EXT_OWN_ROW 205u
#define GAC__LANES_EXT(number)                                                 \
    (GAC__IR_PURE_COUNT                                                        \
     + ((unsigned)(number) >= GAC__EXT_OWN_FIRST                               \
            ? (unsigned)(number)-GAC__EXT_OWN_FIRST + GAC__EXT_OWN_ROW         \
            : (unsigned)(number)))

typedef enum gac__lane_move {
    GAC__LANES_MOV,
    GAC__LANES_SELECT,
    GAC__LANES_SPLAT,
    GAC__LANES_BLEND
} gac__lane_move;

#endif
