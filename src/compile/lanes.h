/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What lane_kernels.c (the look-up) and the kernel families agree on. */
#ifndef GAC_COMPILE_LANES_H
#define GAC_COMPILE_LANES_H

#include "compile/lane_kernels.h"

/* A family's look-up: the arguments of gac__lane_kernel_find. In the scalar
 * level `uniform` is ignored. */
typedef gac__lane_kernel *gac__lane_family(uint16_t op, uint8_t ty,
                                           uint32_t sub, uint64_t imm,
                                           unsigned uniform);

/* The forms of one operation, by gac__uniform_operands. */
typedef struct gac__lane_row {
    gac__lane_kernel *form[3];
} gac__lane_row;

/* Each family in its levels. */
#define GAC__LANE_FAMILIES(X)                                                  \
    X(move)    /* MOV, SELECT, and splat and blend (below) */                  \
    X(int)     /* IADD .. BITCOUNT */                                          \
    X(icmp)    /* IEQ .. SLE */                                                \
    X(float)   /* FADD .. FSIGNBIT on float and double */                      \
    X(half)    /* FADD .. FSIGNBIT on half */                                  \
    X(convert) /* TRUNC .. USAT_S */

#define X(family)                                                              \
    gac__lane_family gac__lanes_##family##_scalar;                             \
    gac__lane_family gac__lanes_##family##_base;                               \
    gac__lane_family gac__lanes_##family##_avx2;                               \
    gac__lane_family gac__lanes_##family##_avx512;
GAC__LANE_FAMILIES(X)
#undef X

/* Asked of the family `move` in place of an operation. */
enum { GAC__LANES_SPLAT = GAC__IR_PURE_COUNT, GAC__LANES_BLEND };

#endif
