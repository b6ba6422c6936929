/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane kernels against the model: every pure operation, type and level.
 *
 * One case computes one operation on a batch of operands: pairs of edge cases and
 * random values. The scalar kernel and, at each instruction-set level of this
 * machine, the vector kernel, its uniform forms and its forms in place must give
 * what the model gives, and touch no lane but theirs.
 *
 * GAC_TEST_LANES=N makes N times as many random batches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lanes_values.h"

enum { LANES = 512, MARGIN = 16, BYTES = LANES * 8 };

typedef struct operation {
    const char *name;
    uint16_t op;
    uint8_t ty;      /* as gac__lane_kernel_find has it */
    uint32_t sub;
    uint64_t imm;
    int n_args;
    uint8_t in[3], out; /* types */
} operation;

typedef struct batch {
    uint64_t in[3][LANES], want[LANES];
} batch;

/* Lane registers. */
static _Alignas(64) uint8_t regs[5][BYTES];
static unsigned long n_cases;

static const char *ty_name(uint8_t ty)
{
    static const char *const names[] = { "void", "bool", "i8", "i16", "i32",
                                         "i64", "f16", "f32", "f64" };
    return names[ty];
}

static void put(uint8_t *reg, uint8_t ty, size_t i, uint64_t bits)
{
    const size_t n = gac__ty_bytes((gac__ty)ty);
    memcpy(reg + i * n, &bits, n);
}

static uint64_t get(const uint8_t *reg, uint8_t ty, size_t i)
{
    const size_t n = gac__ty_bytes((gac__ty)ty);
    uint64_t bits = 0;
    memcpy(&bits, reg + i * n, n);
    return bits;
}

static bool same(const operation *o, uint64_t got, uint64_t want)
{
    if (got == want)
        return true;
    return model_is_float(o->out) && model_is_nan(o->out, got) &&
           model_is_nan(o->out, want);
}

static void fail_at(const operation *o, const char *form, const batch *b,
                    size_t i, uint64_t got, uint64_t want)
{
    fail_msg("%s %s sub %u (%s) imm %u, %s: (%#llx, %#llx, %#llx) gave %#llx, "
             "not %#llx",
             o->name, ty_name(o->ty), (unsigned)o->sub, ty_name(o->in[0]),
             (unsigned)o->imm, form, (unsigned long long)b->in[0][i],
             (unsigned long long)b->in[1][i], (unsigned long long)b->in[2][i],
             (unsigned long long)got, (unsigned long long)want);
}

static void fill(const operation *o, const batch *b)
{
    for (int k = 0; k < o->n_args; k++)
        for (size_t i = 0; i < LANES; i++)
            put(regs[k], o->in[k], i, b->in[k][i]);
}

static void check_scalar(const operation *o, const batch *b)
{
    gac__lane_kernel *f =
        gac__scalar_kernel_find(o->op, o->ty, o->sub, o->imm);
    uint64_t got;

    if (!f)
        fail_msg("%s %s from %s: no scalar kernel", o->name, ty_name(o->ty),
                 ty_name(o->in[0]));
    for (size_t i = 0; i < LANES; i++) {
        _Alignas(8) uint8_t v[4][8];
        for (int k = 0; k < o->n_args; k++)
            put(v[k], o->in[k], 0, b->in[k][i]);
        f(v[3], v[0], v[1], v[2], 0, 1);
        got = get(v[3], o->out, 0);
        if (!same(o, got, b->want[i]))
            fail_at(o, "scalar", b, i, got, b->want[i]);
    }
}

/* Runs f on lanes [first, end), d being register `d`, and checks those lanes
 * against the model and that the others kept their bytes. */
static void check_form(const operation *o, const batch *b, gac__lane_kernel *f,
                       int d, unsigned uniform, size_t first, size_t end,
                       const char *form)
{
    static uint8_t before[BYTES];
    uint64_t want, in[3];

    fill(o, b);
    memset(regs[3], 0x5a, BYTES);
    memcpy(before, regs[d], BYTES);
    f(regs[d], regs[0], regs[1], regs[2], first, end);
    n_cases++;
    for (size_t i = 0; i < LANES; i++) {
        const uint64_t got = get(regs[d], o->out, i);
        if (i < first || i >= end) {
            if (got != get(before, o->out, i))
                fail_at(o, "a lane outside was written", b, i, got, 0);
            continue;
        }
        want = b->want[i];
        if (uniform) {
            for (int k = 0; k < 3; k++)
                in[k] = b->in[k][uniform >> k & 1 ? 0 : i];
            assert_true(model_pure(o->op, o->ty, o->sub, o->imm, in, &want));
        }
        if (!same(o, got, want))
            fail_at(o, form, b, i, got, want);
    }
}

static void check_level(const operation *o, const batch *b, gac__isa isa)
{
    static const char *const levels[] = { "baseline", "avx2", "avx512" };
    gac__lane_kernel *f = gac__lane_kernel_find(isa, o->op, o->ty, o->sub,
                                                o->imm, GAC__UNIFORM_NONE);
    if (!f)
        fail_msg("%s %s: no kernel for %s", o->name, ty_name(o->ty),
                 levels[isa]);
    check_form(o, b, f, 3, 0, 0, LANES, levels[isa]);
    check_form(o, b, f, 3, 0, MARGIN, LANES - 3 * MARGIN, levels[isa]);
    check_form(o, b, f, 3, 0, MARGIN, 2 * MARGIN, levels[isa]);
    for (int k = 0; k < o->n_args; k++)
        if (gac__ty_bytes((gac__ty)o->in[k]) ==
            gac__ty_bytes((gac__ty)o->out))
            check_form(o, b, f, k, 0, 0, LANES - MARGIN, "in place");
    if (o->n_args != 2)
        return;
    for (unsigned u = GAC__UNIFORM_A; u <= GAC__UNIFORM_B; u++) {
        f = gac__lane_kernel_find(isa, o->op, o->ty, o->sub, o->imm, u);
        if (!f)
            fail_msg("%s %s: no uniform form", o->name, ty_name(o->ty));
        check_form(o, b, f, 3, u, MARGIN, LANES, "uniform");
        const int varying = u == GAC__UNIFORM_A ? 1 : 0;
        if (gac__ty_bytes((gac__ty)o->in[varying]) ==
            gac__ty_bytes((gac__ty)o->out))
            check_form(o, b, f, varying, u, MARGIN, LANES,
                       "uniform in place");
    }
}

static void check_batch(const operation *o, batch *b)
{
    uint64_t in[3];
    for (size_t i = 0; i < LANES; i++) {
        for (int k = 0; k < 3; k++)
            in[k] = b->in[k][i];
        if (!model_pure(o->op, o->ty, o->sub, o->imm, in, &b->want[i]))
            fail_msg("%s %s: no model", o->name, ty_name(o->ty));
    }
    check_scalar(o, b);
    for (int isa = 0; isa <= (int)gac__isa_select(); isa++)
        check_level(o, b, (gac__isa)isa);
}

static size_t scale(void)
{
    const char *s = getenv("GAC_TEST_LANES");
    const long n = s ? strtol(s, NULL, 10) : 1;
    return n > 0 ? (size_t)n : 1;
}

/* Edge cases with edge cases, then random batches; every value of the 8- and
 * 16-bit types where there is one operand. */
static void check_operation(const operation *o)
{
    static batch b;
    static value_set v[3];
    uint64_t state = (uint64_t)o->op << 32 | (uint64_t)o->ty << 16 | o->sub;
    size_t n_pairs = 1;

    for (int k = 0; k < 3; k++) {
        values_edges(&v[k], o->in[k]);
        if (k < o->n_args && k < 2)
            n_pairs *= v[k].n;
    }
    if (o->n_args == 1 && model_bits(o->in[0]) <= 16)
        n_pairs = (size_t)1 << model_bits(o->in[0]);
    const size_t limit = 4096 * scale(); /* of pairs; strided past it */
    const size_t stride = o->n_args > 1 && n_pairs > limit
                              ? n_pairs / limit | 1 : 1;
    for (size_t p = 0; p < n_pairs; ) {
        for (size_t i = 0; i < LANES; i++, p += stride) {
            const size_t q = p % n_pairs;
            for (int k = 0; k < 3; k++)
                b.in[k][i] = values_random(&v[k], o->in[k], &state);
            if (o->n_args == 1 && model_bits(o->in[0]) <= 16) {
                b.in[0][i] = q;
            } else {
                b.in[0][i] = v[0].edges[q % v[0].n];
                if (o->n_args > 1)
                    b.in[1][i] = v[1].edges[q / v[0].n % v[1].n];
                if (o->n_args > 2 && i % 2)
                    b.in[2][i] = v[2].edges[i / 2 % v[2].n];
            }
        }
        check_batch(o, &b);
    }
    for (size_t round = 0; round < 4 * scale(); round++) {
        for (size_t i = 0; i < LANES; i++)
            for (int k = 0; k < 3; k++)
                b.in[k][i] = values_random(&v[k], o->in[k], &state);
        check_batch(o, &b);
    }
}

#define X(name, n) n,
static const uint8_t arity[] = { GAC__IR_PURE_MAP(X) };
#undef X
#define X(name, n) #name,
static const char *const op_names[] = { GAC__IR_PURE_MAP(X) };
#undef X

static operation make(uint16_t op, uint8_t ty)
{
    operation o = { .name = op_names[op], .op = op, .ty = ty,
                    .n_args = arity[op], .out = ty };
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

static void test_booleans(void **state)
{
    static const uint16_t ops[] = { GAC__IR_AND, GAC__IR_OR, GAC__IR_XOR,
                                    GAC__IR_NOT, GAC__IR_IEQ, GAC__IR_INE };
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
    for (int isa = 0; isa <= (int)gac__isa_select(); isa++)
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
                                        ? regs[0] + 64 : regs[1] + i * n, n);
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
    assert_null(gac__lane_kernel_find(GAC__ISA_BASELINE, GAC__IR_IADD, 200, 0,
                                      0, 0));
    assert_null(gac__lane_kernel_find(GAC__ISA_BASELINE, GAC__IR_FMA,
                                      GAC__TY_F32, 0, 0, GAC__UNIFORM_A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_integers),
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
