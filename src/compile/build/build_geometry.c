/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std: geometric functions, expanded into arithmetic.
 *
 * Sums of squares are computed in a wider type, in which they can neither
 * overflow nor lose denormals. Doubles have no wider type: the vector is scaled
 * by a power of two first.
 */
#include "compile/build/build_families.h"

typedef struct vector {
    uint32_t n;
    gac__ty ty;
    uint32_t c[16];
} vector;

static gac__ty wider(gac__ty ty)
{
    return ty == GAC__TY_F16 ? GAC__TY_F32 : GAC__TY_F64;
}

static uint32_t float_to(gac__builder *b, uint32_t x, gac__ty ty)
{
    gac__ty from = gac__build_ty(b, x);
    return from == ty ? x : gac__build_op(b, GAC__IR_FTOF, ty, from, 0, 1, &x);
}

static void widen(gac__builder *b, vector *v)
{
    gac__ty ty = wider(v->ty);
    for (uint32_t k = 0; k < v->n; k++)
        v->c[k] = float_to(b, v->c[k], ty);
    v->ty = ty;
}

static uint32_t sum_of_squares(gac__builder *b, const vector *v)
{
    uint32_t sum = gac__build_2(b, GAC__IR_FMUL, v->ty, v->c[0], v->c[0]);
    for (uint32_t k = 1; k < v->n && gac__build_ok(b); k++)
        sum = gac__build_op(b, GAC__IR_FMA, v->ty, 0, 0, 3,
                            (uint32_t[]){v->c[k], v->c[k], sum});
    return sum;
}

static uint32_t square_root(gac__builder *b, uint32_t x)
{
    return gac__build_ext(b, OpenCLstd_Sqrt, gac__build_ty(b, x), 1, &x);
}

static uint32_t largest(gac__builder *b, const vector *v)
{
    uint32_t m = gac__build_1(b, GAC__IR_FABS, v->ty, v->c[0]);
    for (uint32_t k = 1; k < v->n && gac__build_ok(b); k++) {
        uint32_t args[2] = {m, gac__build_1(b, GAC__IR_FABS, v->ty, v->c[k])};
        m = gac__build_ext(b, OpenCLstd_Fmax, v->ty, 2, args);
    }
    return m;
}

/* Multiplies a vector of doubles by 2^-e, where e is the exponent of its
 * largest component; returns e, which is 0 if that component is zero, infinite
 * or NaN. */
static uint32_t scale_down(gac__builder *b, vector *v)
{
    gac__ty int_ty = GAC__TY_I32;
    uint32_t m = largest(b, v);
    uint32_t usable = gac__build_2(
        b, GAC__IR_AND, GAC__TY_BOOL,
        gac__build_1(b, GAC__IR_FISFINITE, v->ty, m),
        gac__build_2(b, GAC__IR_FOLT, v->ty, gac__build_const(b, v->ty, 0), m));
    uint32_t e = gac__build_ext(b, OpenCLstd_Ilogb, v->ty, 1, &m);
    e = gac__build_select(b, usable, e, gac__build_const(b, int_ty, 0));
    uint32_t minus = gac__build_1(b, GAC__IR_INEG, int_ty, e);
    for (uint32_t k = 0; k < v->n && gac__build_ok(b); k++) {
        uint32_t args[2] = {v->c[k], minus};
        v->c[k] = gac__build_ext(b, OpenCLstd_Ldexp, v->ty, 2, args);
    }
    return e;
}

/* Whether a component is infinite. */
static uint32_t any_infinite(gac__builder *b, const vector *v)
{
    uint32_t any = gac__build_1(b, GAC__IR_FISINF, v->ty, v->c[0]);
    for (uint32_t k = 1; k < v->n && gac__build_ok(b); k++)
        any = gac__build_2(b, GAC__IR_OR, GAC__TY_BOOL, any,
                           gac__build_1(b, GAC__IR_FISINF, v->ty, v->c[k]));
    return any;
}

static uint32_t length_of(gac__builder *b, vector v)
{
    gac__ty ty = v.ty;
    if (v.n == 1)
        return gac__build_1(b, GAC__IR_FABS, ty, v.c[0]);
    if (ty != GAC__TY_F64) {
        widen(b, &v);
        return float_to(b, square_root(b, sum_of_squares(b, &v)), ty);
    }
    uint32_t e = scale_down(b, &v);
    uint32_t args[2] = {square_root(b, sum_of_squares(b, &v)), e};
    return gac__build_ext(b, OpenCLstd_Ldexp, ty, 2, args);
}

/* If a component is infinite, makes the infinite ones 1 and the others 0. Signs
 * and NaNs are kept. */
static void tame_infinities(gac__builder *b, vector *v)
{
    uint32_t any = any_infinite(b, v);
    for (uint32_t k = 0; k < v->n && gac__build_ok(b); k++) {
        uint32_t size = gac__build_select(
            b, gac__build_1(b, GAC__IR_FISINF, v->ty, v->c[k]),
            gac__build_one(b, v->ty), gac__build_const(b, v->ty, 0));
        uint32_t args[2] = {size, v->c[k]};
        uint32_t tamed = gac__build_ext(b, OpenCLstd_Copysign, v->ty, 2, args);
        uint32_t is_nan = gac__build_1(b, GAC__IR_FISNAN, v->ty, v->c[k]);
        tamed = gac__build_select(b, is_nan, v->c[k], tamed);
        v->c[k] = gac__build_select(b, any, tamed, v->c[k]);
    }
}

static void normalize(gac__builder *b, const vector *in, uint32_t *c)
{
    vector v = *in;
    tame_infinities(b, &v);
    if (v.ty == GAC__TY_F64)
        scale_down(b, &v);
    else
        widen(b, &v);
    uint32_t sum = sum_of_squares(b, &v);
    uint32_t zero =
        gac__build_2(b, GAC__IR_FOEQ, v.ty, sum, gac__build_const(b, v.ty, 0));
    uint32_t length = gac__build_select(b, zero, gac__build_one(b, v.ty),
                                        square_root(b, sum));
    /* For narrower types, a product in the wider type is exact enough. */
    bool narrow = in->ty != GAC__TY_F64;
    if (narrow)
        length = gac__build_2(b, GAC__IR_FDIV, v.ty, gac__build_one(b, v.ty),
                              length);
    for (uint32_t k = 0; k < v.n && gac__build_ok(b); k++)
        c[k] = float_to(b,
                        gac__build_2(b, narrow ? GAC__IR_FMUL : GAC__IR_FDIV,
                                     v.ty, v.c[k], length),
                        in->ty);
}

static void subtract(gac__builder *b, vector *x, const vector *y)
{
    for (uint32_t k = 0; k < x->n && gac__build_ok(b); k++)
        x->c[k] = gac__build_2(b, GAC__IR_FSUB, x->ty, x->c[k], y->c[k]);
}

static void cross(gac__builder *b, const vector *x, const vector *y,
                  uint32_t *c)
{
    for (uint32_t k = 0; k < 3 && gac__build_ok(b); k++) {
        uint32_t u = (k + 1) % 3, v = (k + 2) % 3;
        c[k] = gac__build_2(
            b, GAC__IR_FSUB, x->ty,
            gac__build_2(b, GAC__IR_FMUL, x->ty, x->c[u], y->c[v]),
            gac__build_2(b, GAC__IR_FMUL, x->ty, x->c[v], y->c[u]));
    }
    c[3] = gac__build_const(b, x->ty, 0);
}

/* After an error the vector is empty. */
static vector read_vector(gac__builder *b, uint32_t id)
{
    gac__val v = gac__build_value(b, id);
    vector out = {0};
    if (!gac__shape_is_vector(v.shape)
        || !gac__ty_is_float((gac__ty)v.shape->ty[0])) {
        gac__build_invalid(b, "its operand is not a vector of floats.");
        return out;
    }
    out.n = v.shape->n;
    out.ty = (gac__ty)v.shape->ty[0];
    memcpy(out.c, v.c, v.shape->n * sizeof *out.c);
    return out;
}

/* Reads two vectors of floats, which must be of one type. */
static void read_vectors(gac__builder *b, const uint32_t *ids, vector *x,
                         vector *y)
{
    *x = read_vector(b, ids[0]);
    *y = read_vector(b, ids[1]);
    if (y->n != x->n || y->ty != x->ty)
        gac__build_invalid(b, "its operands are not of one type.");
}

bool gac__build_geometry(gac__builder *b, const gac__inst *i, uint32_t number,
                         const uint32_t *ids)
{
    uint32_t n_result = 1, c[16] = {0};
    vector x, y;
    switch (number) {
    case OpenCLstd_Cross:
        read_vectors(b, ids, &x, &y);
        if (x.n != 3 && x.n != 4)
            gac__build_invalid(b,
                               "its operands do not have 3 or 4 components.");
        cross(b, &x, &y, c);
        n_result = x.n;
        break;
    case OpenCLstd_Distance:
    case OpenCLstd_Fast_distance:
        read_vectors(b, ids, &x, &y);
        subtract(b, &x, &y);
        c[0] = length_of(b, x);
        break;
    case OpenCLstd_Length:
    case OpenCLstd_Fast_length:
        c[0] = length_of(b, read_vector(b, ids[0]));
        break;
    case OpenCLstd_Normalize:
    case OpenCLstd_Fast_normalize:
        x = read_vector(b, ids[0]);
        normalize(b, &x, c);
        n_result = x.n;
        break;
    default: return false;
    }
    if (gac__build_shape(b, i->type_id)->n != n_result)
        gac__build_invalid(b, "its result type does not fit.");
    gac__build_bind(b, i, c);
    return true;
}
