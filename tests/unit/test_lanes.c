/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels against the model: every pure operation but EXT, every type. */
#include "../under/under.h"
#include "lanes_check.h"

#define X(name, types, args) sizeof(args) - 1,
static const uint8_t arity[] = {GAC__IR_PURE_MAP(X)};
#undef X
#define X(name, types, args) #name,
static const char *const op_names[] = {GAC__IR_PURE_MAP(X)};
#undef X

static bool pure_model(const operation *o, const uint64_t *in, uint64_t *want)
{
    if (!model_pure(o->op, o->ty, o->sub, o->imm, in, want))
        fail_msg("%s %s: no model", o->name, ty_name(o->ty));
    return true;
}

static operation make(uint16_t op, uint8_t ty)
{
    operation o = {.name = op_names[op],
                   .model = pure_model,
                   .op = op,
                   .ty = ty,
                   .n_args = arity[op],
                   .out = ty};
    o.in[0] = o.in[1] = o.in[2] = ty;
    if (op >= GAC__IR_IEQ && op <= GAC__IR_FSIGNBIT)
        o.out = GAC__TY_BOOL;
    if (op == GAC__IR_SELECT)
        o.in[0] = GAC__TY_BOOL;
    return o;
}

static void check_range(uint16_t first, uint16_t last, uint8_t ty0, uint8_t ty1)
{
    for (uint16_t op = first; op <= last; op++)
        for (uint8_t ty = ty0; ty <= ty1; ty++) {
            const operation o = make(op, ty);
            check_operation(&o);
        }
}

static void test_integers(void **state)
{
    (void)state;
    check_range(GAC__IR_IADD, GAC__IR_BITCOUNT, GAC__TY_I8, GAC__TY_I64);
    check_range(GAC__IR_IEQ, GAC__IR_SLE, GAC__TY_I8, GAC__TY_I64);
}

/* 64-bit operands that are all small are divided in another way: up to 52 bits,
 * multiples and their neighbours. */
static void test_small_division(void **state)
{
    static batch b;
    uint64_t random = 52;
    (void)state;
    for (uint16_t op = GAC__IR_UDIV; op <= GAC__IR_SMOD; op++)
        for (size_t round = 0; round < 30 * scale(); round++) {
            const operation o = make(op, GAC__TY_I64);
            const bool is_signed = op != GAC__IR_UDIV && op != GAC__IR_UREM;
            for (size_t i = 0; i < LANES; i++) {
                const uint64_t r = gac__random_next(&random);
                const uint64_t max = (UINT64_C(1) << 52) - 1;
                uint64_t y = (gac__random_next(&random) & max) >> r % 53;
                uint64_t x = (gac__random_next(&random) & max) >> (r >> 8) % 53;
                if (y && r >> 16 & 1)
                    x = GAC__MIN(x / y * y + (r >> 32) % 3 - (x >= y), max);
                if (r >> 17 & 1)
                    x = max - (r >> 32) % 4;
                if (is_signed && r >> 18 & 1)
                    x = 0 - x;
                if (is_signed && r >> 19 & 1)
                    y = 0 - y;
                b.in[0][i] = x;
                b.in[1][i] = y;
            }
            check_batch(&o, &b);
        }
}

static void test_booleans(void **state)
{
    static const uint16_t ops[] = {GAC__IR_AND, GAC__IR_OR,  GAC__IR_XOR,
                                   GAC__IR_NOT, GAC__IR_IEQ, GAC__IR_INE};
    (void)state;
    for (size_t i = 0; i < GAC__COUNT_OF(ops); i++)
        check_range(ops[i], ops[i], GAC__TY_BOOL, GAC__TY_BOOL);
}

static void test_moves(void **state)
{
    (void)state;
    check_range(GAC__IR_MOV, GAC__IR_MOV, GAC__TY_BOOL, GAC__TY_F64);
    check_range(GAC__IR_SELECT, GAC__IR_SELECT, GAC__TY_BOOL, GAC__TY_F64);
}

static void test_floats(void **state)
{
    (void)state;
    if (under_valgrind())
        skip();
    check_range(GAC__IR_FADD, GAC__IR_FMA, GAC__TY_F16, GAC__TY_F64);
    check_range(GAC__IR_FOEQ, GAC__IR_FSIGNBIT, GAC__TY_F16, GAC__TY_F64);
}

static void check_conversion(uint16_t op, uint8_t ty, uint8_t from)
{
    const bool rounds = op >= GAC__IR_UTOF && op <= GAC__IR_FTOF;
    for (unsigned mode = 0; mode < (rounds ? 4u : 1u); mode++) {
        operation o = make(op, ty);
        o.sub = o.in[0] = from;
        o.imm = mode | (mode & 1 ? 0x100u : 0u);
        check_operation(&o);
    }
}

static void test_conversions_of_integers(void **state)
{
    (void)state;
    for (uint8_t from = GAC__TY_I8; from <= GAC__TY_I64; from++) {
        check_conversion(GAC__IR_ZEXT, from, GAC__TY_BOOL);
        check_conversion(GAC__IR_SEXT, from, GAC__TY_BOOL);
        for (uint8_t ty = GAC__TY_I8; ty <= GAC__TY_I64; ty++) {
            if (ty < from)
                check_conversion(GAC__IR_TRUNC, ty, from);
            if (ty > from) {
                check_conversion(GAC__IR_ZEXT, ty, from);
                check_conversion(GAC__IR_SEXT, ty, from);
            }
            for (uint16_t op = GAC__IR_SSAT_S; op <= GAC__IR_USAT_S; op++)
                check_conversion(op, ty, from);
        }
    }
}

static void test_conversions_of_floats(void **state)
{
    (void)state;
    for (uint8_t f = GAC__TY_F16; f <= GAC__TY_F64; f++) {
        check_conversion(GAC__IR_UTOF, f, GAC__TY_BOOL);
        for (uint8_t i = GAC__TY_I8; i <= GAC__TY_I64; i++) {
            check_conversion(GAC__IR_UTOF, f, i);
            check_conversion(GAC__IR_STOF, f, i);
            check_conversion(GAC__IR_FTOU, i, f);
            check_conversion(GAC__IR_FTOS, i, f);
        }
        for (uint8_t g = GAC__TY_F16; g <= GAC__TY_F64; g++)
            if (f != g)
                check_conversion(GAC__IR_FTOF, f, g);
    }
}

static void test_splat_and_blend(void **state)
{
    (void)state;
    for (int isa = 0; isa <= (int)gac__isa_best(); isa++)
        for (uint8_t ty = GAC__TY_BOOL; ty <= GAC__TY_F64; ty++) {
            const size_t n = gac__ty_bytes((gac__ty)ty);
            uint64_t random = ty;
            for (size_t i = 0; i < BYTES; i++) {
                regs[0][i] = (uint8_t)gac__random_next(&random);
                regs[1][i] = (uint8_t)gac__random_next(&random);
                regs[2][i] = gac__random_next(&random) & 1;
            }
            memcpy(regs[3], regs[1], BYTES);
            gac__lane_blend((gac__isa)isa, ty)(regs[3], regs[0], NULL, regs[2],
                                               MARGIN, LANES);
            for (size_t i = 0; i < LANES; i++)
                assert_memory_equal(
                    regs[3] + i * n,
                    regs[i >= MARGIN && regs[2][i] ? 0 : 1] + i * n, n);
            memcpy(regs[3], regs[1], BYTES);
            gac__lane_splat((gac__isa)isa, ty)(regs[3], regs[0] + 64, NULL,
                                               NULL, MARGIN, 5 * MARGIN);
            for (size_t i = 0; i < LANES; i++)
                assert_memory_equal(regs[3] + i * n,
                                    i >= MARGIN && i < 5 * MARGIN
                                        ? regs[0] + 64
                                        : regs[1] + i * n,
                                    n);
        }
}

static void test_absent(void **state)
{
    (void)state;
    assert_null(gac__scalar_kernel_find(GAC__IR_IADD, GAC__TY_F32, 0, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_FADD, GAC__TY_I32, 0, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_UTOF, GAC__TY_F32, 99, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_LOAD, GAC__TY_F32, 0, 0));
    assert_null(gac__scalar_kernel_find(GAC__IR_MOV, GAC__TY_VOID, 0, 0));
    assert_null(
        gac__lane_kernel_find(GAC__ISA_BASELINE, GAC__IR_IADD, 200, 0, 0, 0));
    assert_null(gac__lane_kernel_find(GAC__ISA_BASELINE, GAC__IR_FMA,
                                      GAC__TY_F32, 0, 0, GAC__UNIFORM_A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_small_division),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_conversions_of_integers),
        cmocka_unit_test(test_conversions_of_floats),
        cmocka_unit_test(test_splat_and_blend),
        cmocka_unit_test(test_absent),
    };
    model_wide_range();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%lu kernel runs\n", n_cases);
    return failed;
}
