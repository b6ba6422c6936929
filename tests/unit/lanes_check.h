/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs an operation's kernels, scalar and at every level, against a model.
 *
 * One case computes one operation on a batch of operands: pairs of edge cases
 * and random values. The scalar kernel must give what the model gives, to the
 * units allowed. At each instruction-set level of this machine the vector
 * kernel, its kernels with uniform operands or in place, and its fused steps
 * must give the scalar kernel's bits, and touch no lane but theirs.
 *
 * GAC_TEST_LANES=N makes N times as many random batches.
 */
#ifndef GAC_TESTS_LANES_CHECK_H
#define GAC_TESTS_LANES_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compile/lanes/lanes_fused.h"
#include "lanes_values.h"

enum { LANES = 512, MARGIN = 16, BYTES = LANES * 8 };

typedef struct operation operation;

/* Gives the right result for one lane; false if the case is not to be compared.
 */
typedef bool operation_model(const operation *o, const uint64_t *in,
                             uint64_t *want);

struct operation {
    const char *name;
    operation_model *model;
    uint16_t op;
    uint8_t ty; /* as gac__lane_kernel_find has it */
    uint32_t sub;
    uint64_t imm;
    int n_args;
    uint8_t in[3], out; /* types */
    uint64_t units;     /* how far from the right result, in the last place */
};

/* Operands, and what the scalar kernel makes of them, which the others must
 * repeat to the bit. */
typedef struct batch {
    uint64_t in[3][LANES], scalar[LANES];
} batch;

/* Lane registers. */
static _Alignas(64) uint8_t regs[4][BYTES];
static unsigned long n_cases;

static const char *ty_name(uint8_t ty)
{
    static const char *const names[] = {"void", "bool", "i8",  "i16", "i32",
                                        "i64",  "f16",  "f32", "f64"};
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

/* The same bits, or NaNs both: their payloads are not specified. */
static bool same(const operation *o, uint64_t got, uint64_t want)
{
    if (got == want)
        return true;
    return model_is_float(o->out) && model_is_nan(o->out, got)
           && model_is_nan(o->out, want);
}

/* How many values lie between two floats; 0 and -0 are one value here. */
static uint64_t distance(uint8_t ty, uint64_t a, uint64_t b)
{
    const uint64_t top = UINT64_C(1) << (model_format_of(ty)->bits - 1);
    const int64_t x = a & top ? -(int64_t)(a ^ top) : (int64_t)a;
    const int64_t y = b & top ? -(int64_t)(b ^ top) : (int64_t)b;
    return x < y ? (uint64_t)y - (uint64_t)x : (uint64_t)x - (uint64_t)y;
}

static uint64_t worst_units; /* of the operation being checked */

static bool near_enough(const operation *o, uint64_t got, uint64_t want)
{
    if (same(o, got, want))
        return true;
    if (!o->units || model_is_nan(o->out, got) || model_is_nan(o->out, want))
        return false;
    const uint64_t d = distance(o->out, got, want);
    if (d > worst_units)
        worst_units = d;
    return d <= o->units;
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

static uint64_t run_scalar(const operation *o, gac__lane_kernel *f,
                           const uint64_t *in)
{
    _Alignas(8) uint8_t v[4][8];
    for (int k = 0; k < o->n_args; k++)
        put(v[k], o->in[k], 0, in[k]);
    f(v[3], v[0], v[1], v[2], 0, 1);
    return get(v[3], o->out, 0);
}

static gac__lane_kernel *find_scalar(const operation *o)
{
    gac__lane_kernel *f = gac__scalar_kernel_find(o->op, o->ty, o->sub, o->imm);
    if (!f)
        fail_msg("%s %s from %s: no scalar kernel", o->name, ty_name(o->ty),
                 ty_name(o->in[0]));
    return f;
}

static void check_scalar(const operation *o, batch *b)
{
    gac__lane_kernel *f = find_scalar(o);
    for (size_t i = 0; i < LANES; i++) {
        const uint64_t in[3] = {b->in[0][i], b->in[1][i], b->in[2][i]};
        uint64_t want;
        b->scalar[i] = run_scalar(o, f, in);
        if (o->model(o, in, &want) && !near_enough(o, b->scalar[i], want))
            fail_at(o, "scalar", b, i, b->scalar[i], want);
    }
}

/* Runs f on lanes [first, end), d being register `d`: those lanes must have the
 * scalar kernel's results, the others keep their bytes. */
static void check_form(const operation *o, const batch *b, gac__lane_kernel *f,
                       int d, unsigned uniform, size_t first, size_t end,
                       const char *form)
{
    static uint8_t before[BYTES];
    gac__lane_kernel *scalar = find_scalar(o);

    fill(o, b);
    memset(regs[3], 0x5a, BYTES);
    memcpy(before, regs[d], BYTES);
    f(regs[d], regs[0], regs[1], regs[2], first, end);
    n_cases++;
    for (size_t i = 0; i < LANES; i++) {
        const uint64_t got = get(regs[d], o->out, i);
        uint64_t want = b->scalar[i], in[3];
        if (i < first || i >= end) {
            if (got != get(before, o->out, i))
                fail_at(o, "a lane outside was written", b, i, got, 0);
            continue;
        }
        if (uniform) {
            for (int k = 0; k < 3; k++)
                in[k] = b->in[k][uniform >> k & 1 ? 0 : i];
            want = run_scalar(o, scalar, in);
        }
        if (!same(o, got, want))
            fail_at(o, form, b, i, got, want);
    }
}

static void check_level(const operation *o, const batch *b, gac__isa isa)
{
    static const char *const levels[] = {"baseline", "avx2", "avx512"};
    gac__lane_kernel *f = gac__lane_kernel_find(isa, o->op, o->ty, o->sub,
                                                o->imm, GAC__UNIFORM_NONE);
    if (!f)
        fail_msg("%s %s: no kernel for %s", o->name, ty_name(o->ty),
                 levels[isa]);
    check_form(o, b, f, 3, 0, 0, LANES, levels[isa]);
    check_form(o, b, f, 3, 0, MARGIN, LANES - 3 * MARGIN, levels[isa]);
    check_form(o, b, f, 3, 0, MARGIN, 2 * MARGIN, levels[isa]);
    for (int k = 0; k < o->n_args; k++)
        if (gac__ty_bytes((gac__ty)o->in[k]) == gac__ty_bytes((gac__ty)o->out))
            check_form(o, b, f, k, 0, 0, LANES - MARGIN, "in place");
    if (o->n_args != 2)
        return;
    for (unsigned u = GAC__UNIFORM_A; u <= GAC__UNIFORM_B; u++) {
        f = gac__lane_kernel_find(isa, o->op, o->ty, o->sub, o->imm, u);
        if (!f && o->op == GAC__IR_EXT)
            continue;
        if (!f)
            fail_msg("%s %s: no uniform form", o->name, ty_name(o->ty));
        check_form(o, b, f, 3, u, MARGIN, LANES, "uniform");
        const int varying = u == GAC__UNIFORM_A ? 1 : 0;
        if (gac__ty_bytes((gac__ty)o->in[varying])
            == gac__ty_bytes((gac__ty)o->out))
            check_form(o, b, f, varying, u, MARGIN, LANES, "uniform in place");
    }
}

/* What operand k of an entry is. */
static unsigned operand_kind(const gac__fused_entry *x, const operation *o,
                             int k)
{
    return o->n_args == 1 ? x->operands & 3u
                          : (unsigned)x->operands >> 2 * k & 3u;
}

static const gac__fused_entry *end_step(const gac__fused_level *level, int op)
{
    size_t n = 0;
    while (level->entries[n].op != op)
        n++;
    return &level->entries[n];
}

static void put_step(gac__fused_step *to, const gac__fused_entry *x,
                     const void *at)
{
    *to = (gac__fused_step){.wide = x->wide, .narrow = x->narrow, .at = {at}};
}

/* One step of a fused sequence, between a load and a store, on lanes [first,
 * end). Operands that are memory lie at an odd element. */
static void check_step(const operation *o, const batch *b,
                       const gac__fused_level *level, uint32_t bytes,
                       const gac__fused_entry *x, size_t first, size_t end)
{
    static _Alignas(64) uint8_t memory[3][BYTES + 4];
    gac__lane_kernel *scalar = find_scalar(o);
    gac__fused_step steps[4];
    int carried = -1;
    fill(o, b);
    memset(regs[3], 0x5a, BYTES);
    for (int k = 0; k < o->n_args; k++) {
        memcpy(memory[k] + 4, regs[k], BYTES);
        if (operand_kind(x, o, k) == GAC__FUSED_CARRIED)
            carried = k;
    }
    put_step(&steps[0], end_step(level, GAC__FUSED_LOAD),
             regs[carried < 0 ? 0 : carried]);
    put_step(&steps[1], x, NULL);
    for (int k = 0; k < o->n_args; k++)
        steps[1].at[k] = memory[k] + 4;
    put_step(&steps[2], end_step(level, GAC__FUSED_STORE), regs[3]);
    put_step(&steps[3], end_step(level, GAC__FUSED_END), NULL);
    if (gac__ty_bytes((gac__ty)o->out)
        < bytes) { /* the step itself writes it */
        steps[1].at[2] = regs[3];
        steps[2] = steps[3];
    }
    level->run(steps, first, end);
    n_cases++;
    for (size_t i = 0; i < LANES; i++) {
        const uint64_t got = get(regs[3], o->out, i);
        uint64_t in[3];
        for (int k = 0; k < o->n_args; k++) {
            const unsigned kind = operand_kind(x, o, k);
            const int from = kind == GAC__FUSED_CARRIED ? carried : k;
            in[k] = b->in[from][kind == GAC__FUSED_SHARED ? 0 : i];
        }
        if (i < first || i >= end) {
            if (got != get((const uint8_t *)"ZZZZZZZZ", o->out, 0))
                fail_at(o, "a lane outside was written", b, i, got, 0);
        } else if (!same(o, got, run_scalar(o, scalar, in))) {
            fail_at(o, "fused", b, i, got, run_scalar(o, scalar, in));
        }
    }
}

/* Whether an entry is a step of an operation. */
static bool is_step_of(const gac__fused_entry *x, const operation *o)
{
    bool converts = o->op >= GAC__IR_TRUNC && o->op <= GAC__IR_USAT_S;
    bool rounds = o->op >= GAC__IR_UTOF && o->op <= GAC__IR_FTOF;
    uint32_t sub = o->op == GAC__IR_EXT ? o->sub
                   : converts ? GAC__FUSED_FROM(o->sub, rounds ? o->imm & 3 : 0)
                              : 0;
    return x->op == o->op && x->ty == o->ty && x->sub == sub;
}

/* Those that carry values of so many bytes. */
static void check_fused(const operation *o, const batch *b, gac__isa isa,
                        uint32_t bytes)
{
    const gac__fused_level *level = gac__fused_level_of(isa, bytes);
    for (size_t n = 0; level && n < level->n_entries; n++) {
        const gac__fused_entry *x = &level->entries[n];
        if (!is_step_of(x, o))
            continue;
        check_step(o, b, level, bytes, x, 0, LANES);
        check_step(o, b, level, bytes, x, MARGIN, LANES - 3 * MARGIN);
        check_step(o, b, level, bytes, x, MARGIN, 2 * MARGIN);
    }
}

static void check_batch(const operation *o, batch *b)
{
    check_scalar(o, b);
    for (int isa = 0; isa <= (int)gac__isa_best(); isa++) {
        check_level(o, b, (gac__isa)isa);
        check_fused(o, b, (gac__isa)isa, 4);
        check_fused(o, b, (gac__isa)isa, 8);
    }
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
        values_edges(&v[k], o->in[k] ? o->in[k] : GAC__TY_I8);
        if (k < o->n_args && k < 2)
            n_pairs *= v[k].n;
    }
    if (o->n_args == 1 && model_bits(o->in[0]) <= 16)
        n_pairs = (size_t)1 << model_bits(o->in[0]);
    const size_t limit = /* of pairs; strided past it */
        getenv("GAC_TEST_QUICK") ? 512 : 2048 * scale();
    worst_units = 0;
    const size_t stride =
        o->n_args > 1 && n_pairs > limit ? n_pairs / limit | 1 : 1;
    for (size_t p = 0; p < n_pairs;) {
        for (size_t i = 0; i < LANES; i++, p += stride) {
            const size_t q = p % n_pairs;
            for (int k = 0; k < 3; k++)
                b.in[k][i] = values_random(
                    &v[k], o->in[k] ? o->in[k] : GAC__TY_I8, &state);
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
    for (size_t round = 0; round < 2 * scale(); round++) {
        for (size_t i = 0; i < LANES; i++)
            for (int k = 0; k < 3; k++)
                b.in[k][i] = values_random(
                    &v[k], o->in[k] ? o->in[k] : GAC__TY_I8, &state);
        check_batch(o, &b);
    }
}

#endif
