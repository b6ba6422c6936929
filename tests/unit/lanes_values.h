/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Operands for tests of lane kernels: edge cases, and random values that are
 * near to edge cases more often than chance would have them. */
#ifndef GAC_TESTS_LANES_VALUES_H
#define GAC_TESTS_LANES_VALUES_H

#include "lanes_model.h"

#define VALUES_MAX_EDGES 200

typedef struct value_set {
    uint64_t edges[VALUES_MAX_EDGES];
    size_t n;
} value_set;

static inline void values_add(value_set *v, uint64_t bits)
{
    if (v->n < VALUES_MAX_EDGES)
        v->edges[v->n++] = bits;
}

/* Rounds a double to the format: edge cases are written as doubles. */
static inline void values_add_real(value_set *v, uint8_t ty, double value)
{
    mpfr_t x;
    mpfr_init2(x, model_format_of(ty)->precision);
    const int t = mpfr_set_d(x, value, MPFR_RNDN);
    const uint64_t bits = model_store(x, t, ty, MPFR_RNDN);
    mpfr_clear(x);
    values_add(v, bits);
    values_add(v, bits ^ UINT64_C(1) << (model_format_of(ty)->bits - 1));
}

static inline void values_float_edges(value_set *v, uint8_t ty)
{
    static const double reals[] = {
        0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 10, 127.5, 128, 128.5,
        254.5, 255, 255.5, 256, 2047, 2049, 2051, 32767.5, 32768, 32768.5,
        65503, 65504, 65519, 65520, 65535.5, 65536, 8388607.5, 16777217,
        2147483647, 2147483648.0, 4294967295.0, 4294967296.0, 4294967297.0,
        0x1p52, 0x1.8p52, 0x1p53, 0x1.0000000000001p53, 0x1p63, 0x1p64,
        0x1.fffffffffffffp62, 0x1.fffffffffffffp63, 0x1.fffffep127,
        0x1.ffffffp127, 0x1p128, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.8p-25, 0x1p-126,
        0x1p-149, 0x1p-150, 0x1.000002p-150, 0x1.ffcp-15, 1e300, 1e30, 1e-30,
        1e-300, 0x1p-1074, 3.14159265358979, 1.57079632679489,
        /* where exp, sinh, exp2, exp10, gamma and erfc overflow or vanish */
        88.7228394, 89.4159851, 103.972084, 709.782712893384, 710.475860073944,
        745.133219101941, 127.999992, 149.5, 1023.99999999999, 1074.5,
        38.5318394, 45.1, 308.254715559917, 323.6, 35.0401001, 171.62437695630,
        10.0545435, 26.6432};
    const model_format *f = model_format_of(ty);
    const uint64_t hidden = UINT64_C(1) << (f->precision - 1);
    const uint64_t top = UINT64_C(1) << (f->bits - 1);
    const uint64_t inf = top - hidden;
    const uint64_t one = (top >> 1) - hidden;
    const uint64_t bits[] = {inf,        inf - 1,    1,       2,      hidden,
                             hidden - 1, hidden + 1, one + 1, one - 1};

    for (size_t i = 0; i < GAC__COUNT_OF(reals); i++)
        values_add_real(v, ty, reals[i]);
    for (size_t i = 0; i < GAC__COUNT_OF(bits); i++) {
        values_add(v, bits[i]);
        values_add(v, bits[i] | top);
    }
    values_add(v, inf | hidden >> 1);
    values_add(v, top | inf | hidden >> 1 | 1);
}

static inline void values_int_edges(value_set *v, uint8_t ty)
{
    const int w = model_bits(ty);
    for (int i = 0; i < w; i++) {
        const uint64_t p = UINT64_C(1) << i;
        if (w > 16 && i % 8 > 1 && i % 8 < 7 && i != 52 && i != 53)
            continue;
        values_add(v, p);
        values_add(v, p - 1);
        values_add(v, p + 1);
        values_add(v, 0 - p);
        values_add(v, ~(0 - p));
    }
    values_add(v, UINT64_MAX >> (64 - w));
    values_add(v, (UINT64_MAX >> (64 - w)) - 1);
    values_add(v, 7);
    values_add(v, 10);
    values_add(v, 0 - UINT64_C(7));
    for (size_t i = 0; i < v->n; i++)
        v->edges[i] = (uint64_t)model_unsigned(ty, v->edges[i]);
}

static inline void values_edges(value_set *v, uint8_t ty)
{
    v->n = 0;
    if (ty == GAC__TY_BOOL) {
        values_add(v, 0);
        values_add(v, 1);
    } else if (model_is_float(ty)) {
        values_float_edges(v, ty);
    } else {
        values_int_edges(v, ty);
    }
}

/* A random value: any bits, an edge or its neighbour, a small one, a moderate
 * one (for float types, of an exponent near 0). */
static inline uint64_t values_random(const value_set *v, uint8_t ty,
                                     uint64_t *state)
{
    const uint64_t r = gac__random_next(state);
    const uint64_t any = gac__random_next(state);
    uint64_t bits;

    switch (r & 7) {
    case 0: bits = v->edges[(r >> 8) % v->n]; break;
    case 1: bits = v->edges[(r >> 8) % v->n] + (r >> 32) % 5 - 2; break;
    case 2:
        if (!model_is_float(ty)) {
            bits = any % 21 - (r >> 8) % 11;
            break;
        } /* fall through */
    case 3:
    case 4:
        if (model_is_float(ty)) {
            const model_format *f = model_format_of(ty);
            const int fraction = f->precision - 1;
            const int bias = (int)f->emax - 1;
            const uint64_t exponent =
                (uint64_t)(bias + (int)((r >> 8) % 25) - 12);
            bits = exponent << fraction
                   | (any & ((UINT64_C(1) << fraction) - 1))
                   | (r >> 63) << (f->bits - 1);
            break;
        }
        bits = any >> (r >> 8) % 64;
        break;
    default: bits = any; break;
    }
    if (ty == GAC__TY_BOOL)
        return bits & 1;
    return bits & (UINT64_MAX >> (64 - model_bits(ty)));
}

#endif
