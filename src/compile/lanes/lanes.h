/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What lane_kernels.c (the look-up) and the kernel families agree on. */
#ifndef GAC_COMPILE_LANES_H
#define GAC_COMPILE_LANES_H

#include "compile/lanes/lane_kernels.h"

/* A family's look-up, with the arguments of gac__lane_kernel_find(). The scalar
 * level ignores `uniform`. */
typedef gac__lane_kernel *gac__lane_family(uint16_t op, uint8_t ty,
                                           uint32_t sub, uint64_t imm,
                                           unsigned uniform);

/* The kernels of an operation, by gac__uniform_operands. */
typedef struct gac__lane_row {
    gac__lane_kernel *kernel[3];
} gac__lane_row;

/* The families. */
/* clang-format off */
#define GAC__LANE_FAMILIES(X)                                                  \
    X(move)    /* MOV, SELECT, and splat and blend (below) */                  \
    X(int)     /* IADD .. BITCOUNT */                                          \
    X(icmp)    /* IEQ .. SLE */                                                \
    X(float)   /* FADD .. FSIGNBIT on float and double */                      \
    X(half)    /* FADD .. FSIGNBIT on half */                                  \
    X(convert) /* TRUNC .. USAT_S */                                           \
    X(ext_int)   /* EXT on integers: SAbs .. UMad_hi, Bitselect */             \
    X(ext_float) /* EXT on float types: what is exact, or a few steps */       \
    X(ext_math)  /* EXT on float types: what must be approximated */
/* clang-format on */

#define X(family)                                                              \
    gac__lane_family gac__lanes_##family##_scalar;                             \
    gac__lane_family gac__lanes_##family##_base;                               \
    gac__lane_family gac__lanes_##family##_avx2;                               \
    gac__lane_family gac__lanes_##family##_avx512;
GAC__LANE_FAMILIES(X)
#undef X

/* Rows of tables of EXT's functions: OpenCL.std's numbers, then those of
 * GAC__EXT_MAP. */
#define GAC__EXT_OWN_FIRST 1000u
#define GAC__EXT_OWN_ROW 205u
#define GAC__EXT_ROWS (GAC__EXT_OWN_ROW + GAC__EXT_LIMIT - GAC__EXT_OWN_FIRST)
#define GAC__EXT_ROW(number)                                                   \
    ((unsigned)(number) >= GAC__EXT_OWN_FIRST                                  \
         ? (unsigned)(number)-GAC__EXT_OWN_FIRST + GAC__EXT_OWN_ROW            \
         : (unsigned)(number))

/* What the family `move` has besides operations. */
enum { GAC__LANES_SPLAT = GAC__IR_PURE_COUNT, GAC__LANES_BLEND };

#endif
