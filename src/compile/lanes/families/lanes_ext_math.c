/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Template: OpenCL.std's functions that are approximated.
 *
 * Here a function is made for an array first: fn(d, a, n) computes n lanes, d
 * may be a. The approximation itself is SLEEF's; where it needs more than that,
 * the lanes go in chunks through three loops,
 *
 *     before: x -> t      SLEEF: t -> r      after: x, r -> d
 *
 * the outer two of which the compiler vectorizes. Kernels of float and double
 * call the array functions; those of half convert a chunk to float and back.
 */

#include "compile/lanes/lanes_template.h"
#include "compile/lanes/lanes_ext_math.h"
#include "compile/lanes/lanes_sleef.h"

#ifdef LANES_SCALAR
#define CHUNK 1
#define WHOLE(n) ((void)(n), (size_t)1)
#else
#define CHUNK 128
#define WHOLE(n) ((n) & ~(size_t)(GAC__LANE_STEP - 1))
#endif
#define FN(fn, T) LANES_NAME(fn, T, n)

#define FOR_CHUNKS(k, m)                                                       \
    for (size_t k = 0, m; m = WHOLE(GAC__MIN(n - k, (size_t)CHUNK)), k < n;    \
         k += CHUNK)
#define FOR_LANES(i, m)                                                        \
    LANES_IVDEP                                                                \
    for (size_t i = 0; i < m; i++)

/* -- SLEEF's functions on arrays ------------------------------------------- */

#define SLEEF_1(fn, T, name, ulp)                                              \
    static void FN(fn, T)(lane_##T * d, const lane_##T *a, size_t n)           \
    {                                                                          \
        for (size_t i = 0; i < n; i += SLEEF_STEP_##T)                         \
            SLEEF_STORE_##T(d + i,                                             \
                            SLEEF_NAME_##T(name, ulp)(SLEEF_LOAD_##T(a + i))); \
    }
#define SLEEF_2(fn, T, name, ulp)                                              \
    static void FN(fn, T)(lane_##T * d, const lane_##T *a, const lane_##T *b,  \
                          size_t n)                                            \
    {                                                                          \
        for (size_t i = 0; i < n; i += SLEEF_STEP_##T)                         \
            SLEEF_STORE_##T(d + i,                                             \
                            SLEEF_NAME_##T(name, ulp)(SLEEF_LOAD_##T(a + i),   \
                                                      SLEEF_LOAD_##T(b + i))); \
    }

/* clang-format off */
#define SLEEF_FUNCTIONS(T)                                                     \
    SLEEF_1(sin, T, sin, u10) SLEEF_1(cos, T, cos, u10)                        \
    SLEEF_1(sleef_tan, T, tan, u10)                                            \
    SLEEF_1(sleef_sinpi, T, sinpi, u05) SLEEF_1(sleef_cospi, T, cospi, u05)    \
    SLEEF_1(asin, T, asin, u10) SLEEF_1(acos, T, acos, u10)                    \
    SLEEF_1(atan, T, atan, u10)                                                \
    SLEEF_1(sleef_sinh, T, sinh, u10) SLEEF_1(sleef_cosh, T, cosh, u10)        \
    SLEEF_1(tanh, T, tanh, u10)                                                \
    SLEEF_1(sleef_asinh, T, asinh, u10) SLEEF_1(sleef_acosh, T, acosh, u10)    \
    SLEEF_1(atanh, T, atanh, u10)                                              \
    SLEEF_1(sleef_exp, T, exp, u10) SLEEF_1(sleef_exp2, T, exp2, u10)          \
    SLEEF_1(sleef_exp10, T, exp10, u10) SLEEF_1(sleef_expm1, T, expm1, u10)    \
    SLEEF_1(log, T, log, u10) SLEEF_1(log2, T, log2, u10)                      \
    SLEEF_1(log10, T, log10, u10) SLEEF_1(sleef_log1p, T, log1p, u10)          \
    SLEEF_1(cbrt, T, cbrt, u10)                                                \
    SLEEF_1(erf, T, erf, u10) SLEEF_1(erfc, T, erfc, u15)                      \
    SLEEF_1(sleef_tgamma, T, tgamma, u10)                                      \
    SLEEF_1(sleef_lgamma, T, lgamma, u10)                                      \
    SLEEF_2(atan2, T, atan2, u10) SLEEF_2(hypot, T, hypot, u05)
/* clang-format on */

SLEEF_FUNCTIONS(F32)
SLEEF_FUNCTIONS(F64)
SLEEF_2(sleef_pow, F64, pow, u10)

/* -- functions with something before and after ----------------------------- */

/* In `before` and `after` x (and y) is the argument, in `after` r is
 * base(before(x)). Lanes for which `is_rare` holds get `rare` instead.
 * `params`, `call`: the function's parameters, and the arguments of its base;
 * `second` makes y. `is_rare` is asked `early`, so that nothing is left behind
 * the base where `after` is r; or `late`, of r. */
#define CONDITION(is_rare) (is_rare)
#define NO_CONDITION(is_rare) 0
#define AROUND(fn, T, params, call, second, early, late, base, before, after,  \
               is_rare, rare)                                                  \
    static void FN(fn, T) params                                               \
    {                                                                          \
        _Alignas(64) lane_##T t[CHUNK];                                        \
        FOR_CHUNKS(k, m)                                                       \
        {                                                                      \
            int any = 0;                                                       \
            FOR_LANES(i, m)                                                    \
            {                                                                  \
                const lane_##T x = a[k + i];                                   \
                any |= early(is_rare);                                         \
                t[i] = before;                                                 \
            }                                                                  \
            FN(base, T) call;                                                  \
            FOR_LANES(i, m)                                                    \
            {                                                                  \
                const lane_##T x = a[k + i];                                   \
                const lane_##T r = t[i];                                       \
                second(void) x;                                                \
                any |= late(is_rare);                                          \
                t[i] = after;                                                  \
            }                                                                  \
            for (size_t i = 0; any && i < m; i++) {                            \
                const lane_##T x = a[k + i];                                   \
                const lane_##T r = t[i];                                       \
                second(void) x, (void)r;                                       \
                if (is_rare)                                                   \
                    t[i] = rare;                                               \
            }                                                                  \
            memcpy(d + k, t, m * sizeof *t);                                   \
        }                                                                      \
    }
#define AROUND_1(fn, T, ...)                                                   \
    AROUND(fn, T, (lane_##T * d, const lane_##T *a, size_t n), (t, t, m), ,    \
           CONDITION, NO_CONDITION, __VA_ARGS__)
#define AROUND_2(fn, T, ...)                                                   \
    AROUND(fn, T,                                                              \
           (lane_##T * d, const lane_##T *a, const lane_##T *b, size_t n),     \
           (t, t, b + k, m), const lane_##T y = b[k + i];                      \
           (void)y;, NO_CONDITION, CONDITION, __VA_ARGS__)
#define RARE_1(fn, T, base, is_rare, rare)                                     \
    AROUND_1(fn, T, base, x, r, is_rare, rare)
#define AFTER_1(fn, T, base, after) AROUND_1(fn, T, base, x, after, 0, 0)
#define AFTER_2(fn, T, base, before_x, after)                                  \
    AROUND_2(fn, T, base, before_x, after, 0, 0)

#define NEAR_END_32(x, end32, end64) ((x >= end32) & (x < end32 + 2))
#define NEAR_END_64(x, end32, end64) ((x >= end64) & (x < end64 + 2))

/* HUGE_: from where sinh and cosh come near to overflow; LARGE: x^2 may
 * overflow; VAST: gamma's logarithm may; TINY: below it a function with slope 1
 * at 0 is x. */
#define AROUND_FUNCTIONS(T, B, f, HUGE_, LARGE, VAST, TINY)                    \
    AFTER_1(tan, T, sleef_tan, fabs##f(x) < TINY ? x : r)                      \
    RARE_1(exp, T, sleef_exp, NEAR_END_##B(x, 88, 709), rare_exp_##B(x))       \
    RARE_1(expm1, T, sleef_expm1, NEAR_END_##B(x, 88, 709), rare_exp_##B(x))   \
    RARE_1(exp2, T, sleef_exp2, NEAR_END_##B(x, 127, 1023), rare_exp2_##B(x))  \
    RARE_1(exp10, T, sleef_exp10, NEAR_END_##B(x, 38, 308), rare_exp10_##B(x)) \
    RARE_1(sinh, T, sleef_sinh, fabs##f(x) > HUGE_, rare_sinh_##B(x))          \
    RARE_1(cosh, T, sleef_cosh, fabs##f(x) > HUGE_, rare_cosh_##B(x))          \
    AROUND_1(asinh, T, sleef_asinh, x, fabs##f(x) < TINY ? x : r,              \
             fabs##f(x) > LARGE, rare_asinh_##B(x))                            \
    RARE_1(acosh, T, sleef_acosh, x > LARGE, rare_asinh_##B(x))                \
    AROUND_1(log1p, T, sleef_log1p, x, fabs##f(x) < TINY ? x : r, x > LARGE,   \
             SLEEF_ONE_##B(log)(x))                                            \
    AROUND_1(sinpi, T, sleef_sinpi, reduce_2_##B(x),                           \
             r == 0 ? copysign##f(0, x) : r, 0, 0)                             \
    AROUND_1(cospi, T, sleef_cospi, reduce_2_##B(x), r == 0 ? 0 : r, 0, 0)     \
    AFTER_1(asinpi, T, asin, r *(lane_##T)PI_INVERSE)                          \
    AFTER_1(acospi, T, acos, r *(lane_##T)PI_INVERSE)                          \
    AFTER_1(atanpi, T, atan, r *(lane_##T)PI_INVERSE)                          \
    RARE_1(lgamma, T, sleef_lgamma, x > VAST, rare_lgamma_##B(x))              \
    AFTER_2(atan2pi, T, atan2, x, r *(lane_##T)PI_INVERSE)

AROUND_FUNCTIONS(F32, 32, f, 88.0f, 0x1p60f, 0x1p110f, 0x1p-30f)
AROUND_FUNCTIONS(F64, 64, , 709.0, 0x1p500, 0x1p1000, 0x1p-60)
AROUND_1(tgamma, F32, sleef_tgamma, x, finish_tgamma_32(x, r),
         (x < -30) & (x > -60), rare_tgamma_32(x))
AFTER_1(tgamma, F64, sleef_tgamma, finish_tgamma_64(x, r))
AROUND_2(pow, F64, sleef_pow, x, r, overflows_pow(x, y, r), rare_pow(x, y, r))
AFTER_2(powr, F64, pow, fabs(x), finish_powr_64(x, y, r))

#define TANPI(T, B)                                                            \
    static void FN(tanpi, T)(lane_##T * d, const lane_##T *a, size_t n)        \
    {                                                                          \
        _Alignas(64) lane_##T s[CHUNK], c[CHUNK];                              \
        FOR_CHUNKS(k, m)                                                       \
        {                                                                      \
            FOR_LANES(i, m) s[i] = reduce_1_##B(a[k + i]);                     \
            FN(sleef_cospi, T)(c, s, m);                                       \
            FN(sleef_sinpi, T)(s, s, m);                                       \
            FOR_LANES(i, m) d[k + i] = finish_tanpi_##B(a[k + i], s[i], c[i]); \
        }                                                                      \
    }
TANPI(F32, 32)
TANPI(F64, 64)

#define POWER_32(fn, Y)                                                        \
    static void FN(fn, F32)(float *d, const float *a, const Y *b, size_t n)    \
    {                                                                          \
        const size_t whole = WHOLE(n);                                         \
        FOR_LANES(i, whole) d[i] = fn##_32(a[i], b[i]);                        \
    }
POWER_32(powr, float)
POWER_32(pown, int32_t)
POWER_32(rootn, int32_t)

/* In two loops, for the vectorizer's sake. */
static void FN(pow, F32)(float *d, const float *a, const float *b, size_t n)
{
    _Alignas(64) float t[CHUNK];
    FOR_CHUNKS(k, m)
    {
        FOR_LANES(i, m) t[i] = (float)power_core(a[k + i], (double)b[k + i]);
        FOR_LANES(i, m)
        d[k + i] = finish_pow_32(a[k + i], b[k + i], t[i]);
    }
}

static void FN(pown, F64)(double *d, const double *a, const int32_t *b,
                          size_t n)
{
    _Alignas(64) double y[CHUNK];
    FOR_CHUNKS(k, m)
    {
        FOR_LANES(i, m) y[i] = (double)b[k + i];
        FN(pow, F64)(d + k, a + k, y, m);
    }
}

static void FN(rootn, F64)(double *d, const double *a, const int32_t *b,
                           size_t n)
{
    _Alignas(64) double t[CHUNK], ln[CHUNK], y[CHUNK];
    FOR_CHUNKS(k, m)
    {
        FOR_LANES(i, m) t[i] = fabs(a[k + i]);
        FOR_LANES(i, m) y[i] = 1.0 / b[k + i];
        FN(log, F64)(ln, t, m);
        FN(pow, F64)(t, t, y, m);
        FOR_LANES(i, m)
        d[k + i] = finish_rootn_64(a[k + i], b[k + i], t[i], ln[i]);
    }
}

/* -- kernels --------------------------------------------------------------- */

/* OpenCL.std's name, array function. */
/* clang-format off */
#define TABLE_1(X)                                                             \
    X(OpenCLstd_Acos, acos) X(OpenCLstd_Acosh, acosh)                          \
    X(OpenCLstd_Acospi, acospi) X(OpenCLstd_Asin, asin)                        \
    X(OpenCLstd_Asinh, asinh) X(OpenCLstd_Asinpi, asinpi)                      \
    X(OpenCLstd_Atan, atan) X(OpenCLstd_Atanh, atanh)                          \
    X(OpenCLstd_Atanpi, atanpi) X(OpenCLstd_Cbrt, cbrt)                        \
    X(OpenCLstd_Cos, cos) X(OpenCLstd_Cosh, cosh) X(OpenCLstd_Cospi, cospi)    \
    X(OpenCLstd_Erfc, erfc) X(OpenCLstd_Erf, erf)                              \
    X(OpenCLstd_Exp, exp) X(OpenCLstd_Exp2, exp2) X(OpenCLstd_Exp10, exp10)    \
    X(OpenCLstd_Expm1, expm1)                                                  \
    X(OpenCLstd_Lgamma, lgamma) X(OpenCLstd_Lgamma_r, lgamma)                  \
    X(OpenCLstd_Log, log) X(OpenCLstd_Log2, log2) X(OpenCLstd_Log10, log10)    \
    X(OpenCLstd_Log1p, log1p)                                                  \
    X(OpenCLstd_Sin, sin) X(OpenCLstd_Sincos, sin)                             \
    X(GAC__EXT_SINCOS_COS, cos)                                                \
    X(OpenCLstd_Sinh, sinh) X(OpenCLstd_Sinpi, sinpi)                          \
    X(OpenCLstd_Tan, tan) X(OpenCLstd_Tanh, tanh) X(OpenCLstd_Tanpi, tanpi)    \
    X(OpenCLstd_Tgamma, tgamma)
#define TABLE_2(X)                                                             \
    X(OpenCLstd_Atan2, atan2) X(OpenCLstd_Atan2pi, atan2pi)                    \
    X(OpenCLstd_Hypot, hypot) X(OpenCLstd_Pow, pow) X(OpenCLstd_Powr, powr)
#define TABLE_N(X) X(OpenCLstd_Pown, pown) X(OpenCLstd_Rootn, rootn)
/* clang-format on */

/* The scalar level counts one lane, whatever first and end are. */
#ifdef LANES_SCALAR
#define AT(type, p) ((type *)(p))
#define COUNT 1
#else
#define AT(type, p) LANES_PTR(type, p)
#define COUNT (end - first)
#endif

#define KERNEL_1(op, fn, T)                                                    \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        FN(fn, T)(AT(lane_##T, d_), AT(const lane_##T, a_), COUNT);            \
        LANES_IGNORE;                                                          \
    }
#define KERNEL_2(op, fn, T, U)                                                 \
    static void LANES_NAME(op, T, v)(LANES_ARGS)                               \
    {                                                                          \
        FN(fn, T)                                                              \
        (AT(lane_##T, d_), AT(const lane_##T, a_), AT(const U, b_), COUNT);    \
        LANES_IGNORE;                                                          \
    }

/* Calls: each function has a kernel of halves with a loop of its own, into
 * which conversions would be inlined otherwise. */
__attribute__((noinline)) static void FN(to_float, F16)(float *d,
                                                        const uint16_t *a,
                                                        size_t n)
{
    FOR_LANES(i, n) d[i] = half_to_float(a[i]);
}

__attribute__((noinline)) static void FN(from_float, F16)(uint16_t *d,
                                                          const float *a,
                                                          size_t n)
{
    FOR_LANES(i, n) d[i] = half_from_float(a[i], GAC__ROUND_RTE);
}

/* `second`: makes the second argument, `...`, for lane k on. */
#define HALF(op, fn, second, ...)                                              \
    static void LANES_NAME(op, F16, v)(LANES_ARGS)                             \
    {                                                                          \
        uint16_t *d = AT(uint16_t, d_);                                        \
        const uint16_t *a = AT(const uint16_t, a_);                            \
        const size_t n = COUNT;                                                \
        _Alignas(64) float t[CHUNK];                                           \
        FOR_CHUNKS(k, m)                                                       \
        {                                                                      \
            FN(to_float, F16)(t, a + k, m);                                    \
            second FN(fn, F32)(t, __VA_ARGS__, m);                             \
            FN(from_float, F16)(d + k, t, m);                                  \
        }                                                                      \
        LANES_IGNORE;                                                          \
    }
#define SECOND                                                                 \
    _Alignas(64) float u[CHUNK];                                               \
    FN(to_float, F16)(u, AT(const uint16_t, b_) + k, m);
#define HALF_1(op, fn) HALF(op, fn, , t)
#define HALF_2(op, fn) HALF(op, fn, SECOND, t, u)
#define HALF_N(op, fn) HALF(op, fn, , t, AT(const int32_t, b_) + k)

#define DEF_1(op, fn) HALF_1(op, fn) KERNEL_1(op, fn, F32) KERNEL_1(op, fn, F64)
#define DEF_2(op, fn)                                                          \
    HALF_2(op, fn) KERNEL_2(op, fn, F32, float) KERNEL_2(op, fn, F64, double)
#define DEF_N(op, fn)                                                          \
    HALF_N(op, fn) KERNEL_2(op, fn, F32, int32_t) KERNEL_2(op, fn, F64, int32_t)
TABLE_1(DEF_1)
TABLE_2(DEF_2)
TABLE_N(DEF_N)

#define ROW(op, fn)                                                            \
    [GAC__LANES_EXT(op) - GAC__IR_PURE_COUNT] = {                              \
        {LANES_ROW1(op, F16)}, {LANES_ROW1(op, F32)}, {LANES_ROW1(op, F64)}},
LANES_FAMILY(ext_math, GAC__LANES_EXT(0), GAC__LANES_EXT(GAC__EXT_LIMIT - 1),
             GAC__TY_F16, GAC__TY_F64, TABLE_1(ROW) TABLE_2(ROW) TABLE_N(ROW))
