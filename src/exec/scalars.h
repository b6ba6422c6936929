/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Arithmetic on the value of one lane, by its type, for atomics, group
 * operations and checks. */
#ifndef GAC_EXEC_SCALARS_H
#define GAC_EXEC_SCALARS_H

#include "compile/compile.h"

typedef union gac__float_bits {
    float f;
    double d;
    uint64_t u;
} gac__float_bits;

static inline double gac__to_double(uint64_t bits, uint8_t ty)
{
    gac__float_bits n = {.u = bits};
    return ty == GAC__TY_F64   ? n.d
           : ty == GAC__TY_F32 ? (double)n.f
                               : (double)gac__half_to_float((uint16_t)bits);
}

/* Rounds a result to its type. A double holds sums and products of halves and
 * floats so precisely that rounding them gives the result of the operation in
 * the type itself. */
static inline uint64_t gac__from_double(double value, uint8_t ty)
{
    gac__float_bits n = {.u = 0};
    if (ty == GAC__TY_F64)
        n.d = value;
    else if (ty == GAC__TY_F32)
        n.f = (float)value;
    else
        n.u = gac__half_from_double(value, GAC__ROUND_RTE);
    return n.u;
}

static inline uint64_t gac__add_floats(uint64_t a, uint64_t b, uint8_t ty)
{
    return gac__from_double(gac__to_double(a, ty) + gac__to_double(b, ty), ty);
}

/* Returns the smaller or the larger of two floats; if one is a NaN, the other
 * one. */
static inline uint64_t gac__choose_float(uint64_t a, uint64_t b, uint8_t ty,
                                         bool smaller)
{
    double x = gac__to_double(a, ty), y = gac__to_double(b, ty);
    if (x != x || y != y)
        return x != x ? b : a;
    return (smaller ? y < x : y > x) ? b : a;
}

#endif
