/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* OpenCL.std's scalar functions against models, in every type they have. */
#include "lanes_ext_model.h"

/* The bound, in units in the last place, of the OpenCL 3.0 specification's
 * tables
 * ("Relative Error as ULPs"), full profile. What they leave open (half_,
 * native_, lgamma) is held to what the function without the prefix must reach.
 */
typedef struct math_row {
    uint32_t sub;
    const char *name;
    int n_args; /* -2: the second is an integer */
    uint8_t f32, f64, f16;
} math_row;

#define ROW(f, n, f32, f64, f16)                                               \
    {                                                                          \
        OpenCLstd_##f, #f, n, f32, f64, f16                                    \
    }
static const math_row math_rows[] = {
    ROW(Acos, 1, 4, 4, 2),
    ROW(Acosh, 1, 4, 4, 2),
    ROW(Acospi, 1, 5, 5, 2),
    ROW(Asin, 1, 4, 4, 2),
    ROW(Asinh, 1, 4, 4, 2),
    ROW(Asinpi, 1, 5, 5, 2),
    ROW(Atan, 1, 5, 5, 2),
    ROW(Atanh, 1, 5, 5, 2),
    ROW(Atanpi, 1, 5, 5, 2),
    ROW(Atan2, 2, 6, 6, 2),
    ROW(Atan2pi, 2, 6, 6, 2),
    ROW(Cbrt, 1, 2, 2, 2),
    ROW(Cos, 1, 4, 4, 2),
    ROW(Cosh, 1, 4, 4, 2),
    ROW(Cospi, 1, 4, 4, 2),
    ROW(Erfc, 1, 16, 16, 4),
    ROW(Erf, 1, 16, 16, 4),
    ROW(Exp, 1, 3, 3, 2),
    ROW(Exp2, 1, 3, 3, 2),
    ROW(Exp10, 1, 3, 3, 2),
    ROW(Expm1, 1, 3, 3, 2),
    ROW(Hypot, 2, 4, 4, 2),
    ROW(Lgamma, 1, 4, 4, 2),
    ROW(Lgamma_r, 1, 4, 4, 2),
    ROW(Log, 1, 3, 3, 2),
    ROW(Log2, 1, 3, 3, 2),
    ROW(Log10, 1, 3, 3, 2),
    ROW(Log1p, 1, 2, 2, 2),
    ROW(Pow, 2, 16, 16, 4),
    ROW(Pown, -2, 16, 16, 4),
    ROW(Powr, 2, 16, 16, 4),
    ROW(Rootn, -2, 16, 16, 4),
    ROW(Sin, 1, 4, 4, 2),
    ROW(Sincos, 1, 4, 4, 2),
    ROW(Sinh, 1, 4, 4, 2),
    ROW(Sinpi, 1, 4, 4, 2),
    ROW(Tan, 1, 5, 5, 2),
    ROW(Tanh, 1, 5, 5, 2),
    ROW(Tanpi, 1, 6, 6, 2),
    ROW(Tgamma, 1, 16, 16, 4),
    {GAC__EXT_SINCOS_COS, "Sincos's cosine", 1, 4, 4, 2},
};

/* Results that are exact or rounded once, but for rsqrt's 2 units (half: 1). */
static const math_row exact_rows[] = {
    ROW(Ceil, 1, 0, 0, 0),        ROW(Floor, 1, 0, 0, 0),
    ROW(Trunc, 1, 0, 0, 0),       ROW(Rint, 1, 0, 0, 0),
    ROW(Round, 1, 0, 0, 0),       ROW(Sqrt, 1, 0, 0, 0),
    ROW(Rsqrt, 1, 2, 2, 1),       ROW(Logb, 1, 0, 0, 0),
    ROW(Frexp, 1, 0, 0, 0),       ROW(Modf, 1, 0, 0, 0),
    ROW(Fract, 1, 0, 0, 0),       ROW(Fdim, 2, 0, 0, 0),
    ROW(Fmax, 2, 0, 0, 0),        ROW(Fmin, 2, 0, 0, 0),
    ROW(FMax_common, 2, 0, 0, 0), ROW(FMin_common, 2, 0, 0, 0),
    ROW(Maxmag, 2, 0, 0, 0),      ROW(Minmag, 2, 0, 0, 0),
    ROW(Remainder, 2, 0, 0, 0),   ROW(Step, 2, 0, 0, 0),
    ROW(Sign, 1, 0, 0, 0),        ROW(Copysign, 2, 0, 0, 0),
    ROW(Nextafter, 2, 0, 0, 0),   ROW(Ldexp, -2, 0, 0, 0),
    ROW(Nan, -1, 0, 0, 0),
};

static const math_row to_int_rows[] = {
    ROW(Ilogb, 1, 0, 0, 0),
    {GAC__EXT_FREXP_EXP, "Frexp's exponent", 1, 0, 0, 0},
    {GAC__EXT_LGAMMA_SIGN, "Lgamma_r's sign", 1, 0, 0, 0},
    {GAC__EXT_REMQUO_QUO, "Remquo's quotient", 2, 0, 0, 0},
};

static const math_row common_rows[] = {
    ROW(Degrees, 1, 2, 2, 2), ROW(Radians, 1, 2, 2, 2),
    ROW(FClamp, 3, 0, 0, 0),  ROW(Mad, 3, 2, 2, 2),
    ROW(Mix, 3, 3, 3, 3),     ROW(Smoothstep, 3, 8, 8, 3),
};

static operation make(const math_row *row, uint8_t ty, operation_model *model)
{
    static const uint8_t bits_of[] = {GAC__TY_I16, GAC__TY_I32, GAC__TY_I64};
    operation o = {.name = row->name,
                   .model = model,
                   .op = GAC__IR_EXT,
                   .ty = ty,
                   .sub = row->sub,
                   .out = ty};
    o.n_args = row->n_args < 0 ? -row->n_args : row->n_args;
    o.in[0] = o.in[1] = o.in[2] = ty;
    if (row->n_args == -2)
        o.in[1] = GAC__TY_I32;
    if (row->n_args == -1)
        o.in[0] = bits_of[ty - GAC__TY_F16];
    o.units = ty == GAC__TY_F16   ? row->f16
              : ty == GAC__TY_F32 ? row->f32
                                  : row->f64;
    return o;
}

static void check_rows(const math_row *rows, size_t n, operation_model *model)
{
    const bool talk = getenv("GAC_TEST_LANES_ULP") != NULL;
    const size_t step = getenv("GAC_TEST_QUICK") != NULL ? 2 : 1;
    for (size_t i = 0; i < n; i++)
        for (uint8_t ty = GAC__TY_F16; ty <= GAC__TY_F64; ty++) {
            if ((i + ty) % step)
                continue;
            operation o = make(&rows[i], ty, model);
            if (model == ext_to_int_model)
                o.out = GAC__TY_I32;
            check_operation(&o);
            if (talk)
                printf("%-18s %s: %llu of %llu units\n", o.name, ty_name(ty),
                       (unsigned long long)worst_units,
                       (unsigned long long)o.units);
        }
}

static void test_exact(void **state)
{
    (void)state;
    check_rows(exact_rows, GAC__COUNT_OF(exact_rows), ext_exact_model);
    check_rows(to_int_rows, GAC__COUNT_OF(to_int_rows), ext_to_int_model);
}

static void test_common(void **state)
{
    (void)state;
    check_rows(common_rows, GAC__COUNT_OF(common_rows), ext_common_model);
}

static void test_math(void **state)
{
    (void)state;
    check_rows(math_rows, GAC__COUNT_OF(math_rows), ext_math_model);
}

typedef struct int_row {
    uint32_t sub;
    const char *name;
    int n_args;
} int_row;

#define INT_ROW(f, n)                                                          \
    {                                                                          \
        OpenCLstd_##f, #f, n                                                   \
    }
static const int_row int_rows[] = {
    INT_ROW(SAbs, 1),     INT_ROW(SAbs_diff, 2), INT_ROW(UAbs_diff, 2),
    INT_ROW(SAdd_sat, 2), INT_ROW(UAdd_sat, 2),  INT_ROW(SSub_sat, 2),
    INT_ROW(USub_sat, 2), INT_ROW(SHadd, 2),     INT_ROW(UHadd, 2),
    INT_ROW(SRhadd, 2),   INT_ROW(URhadd, 2),    INT_ROW(SClamp, 3),
    INT_ROW(UClamp, 3),   INT_ROW(Clz, 1),       INT_ROW(Ctz, 1),
    INT_ROW(SMad_hi, 3),  INT_ROW(UMad_hi, 3),   INT_ROW(SMad_sat, 3),
    INT_ROW(UMad_sat, 3),

    INT_ROW(Rotate, 2),   INT_ROW(SMul24, 2),    INT_ROW(UMul24, 2),
    INT_ROW(SMad24, 3),   INT_ROW(UMad24, 3),

};

static void test_integers(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(int_rows); i++)
        for (uint8_t ty = GAC__TY_I8; ty <= GAC__TY_I64; ty++) {
            const int_row *row = &int_rows[i];
            const bool only_32 =
                row->sub >= OpenCLstd_SMad24 && row->sub <= OpenCLstd_UMul24;
            if (only_32 && ty != GAC__TY_I32)
                continue;
            const operation o = {.name = row->name,
                                 .model = ext_int_model,
                                 .op = GAC__IR_EXT,
                                 .ty = ty,
                                 .sub = row->sub,
                                 .n_args = row->n_args,
                                 .in = {ty, ty, ty},
                                 .out = ty};
            check_operation(&o);
        }
}

static void test_absent(void **state)
{
    (void)state;
    for (uint32_t sub = 0; sub < 1100; sub++)
        for (uint8_t ty = 0; ty < GAC__TY_COUNT + 2; ty++)
            for (unsigned uniform = 0; uniform < 5; uniform++)
                (void)gac__lane_kernel_find(GAC__ISA_BASELINE, GAC__IR_EXT, ty,
                                            sub, 0, uniform);
    assert_null(
        gac__scalar_kernel_find(GAC__IR_EXT, GAC__TY_F32, OpenCLstd_Printf, 0));
    assert_null(
        gac__scalar_kernel_find(GAC__IR_EXT, GAC__TY_I32, OpenCLstd_Sin, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_EXT, GAC__TY_F32, 500, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_EXT, GAC__TY_F32, 1009, 0));
    assert_null(
        gac__scalar_kernel_find(GAC__IR_EXT, GAC__TY_BOOL, OpenCLstd_SAbs, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers), cmocka_unit_test(test_exact),
        cmocka_unit_test(test_common),   cmocka_unit_test(test_math),
        cmocka_unit_test(test_absent),
    };
    model_wide_range();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%lu kernel runs\n", n_cases);
    return failed;
}
