/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Interleaved groups (emit_interleaved.c): two vectors and a number between
 * their components are one group; volatile loads, which are made once and in
 * order, join none. A group that cannot be loaded as a whole is loaded again,
 * access by access. */
#include <stdarg.h>

#include "module_helper.h"

#include "compile/compile.h"

#define TEXT                                                                   \
    PHYSICAL64 "OpEntryPoint Kernel %50 \"k\" %20\n"                           \
               "OpDecorate %20 BuiltIn GlobalInvocationId\n"                   \
               "OpDecorate %20 LinkageAttributes \"id\" Import\n"              \
               "%1 = OpTypeVoid\n%3 = OpTypeInt 32 0\n%4 = OpTypeInt 64 0\n"   \
               "%5 = OpTypeVector %3 4\n%6 = OpTypeVector %4 3\n"              \
               "%7 = OpTypePointer CrossWorkgroup %3\n"                        \
               "%8 = OpTypePointer CrossWorkgroup %5\n"                        \
               "%9 = OpTypePointer Input %6\n"                                 \
               "%10 = OpConstant %4 0\n%11 = OpConstant %4 1\n"                \
               "%12 = OpConstant %4 2\n%13 = OpConstant %4 3\n"                \
               "%2 = OpTypeFunction %1 %8 %8 %7 %7\n"                          \
               "%20 = OpVariable %9 Input\n%50 = OpFunction %1 None %2\n"      \
               "%51 = OpFunctionParameter %8\n"                                \
               "%52 = OpFunctionParameter %8\n"                                \
               "%53 = OpFunctionParameter %7\n"                                \
               "%54 = OpFunctionParameter %7\n%55 = OpLabel\n"                 \
               "%56 = OpLoad %6 %20 Aligned 32\n"                              \
               "%57 = OpCompositeExtract %4 %56 0\n"
#define N_LOADS 9u
#define BETWEEN 2u /* which of them is of no vector */

static void append(char *text, size_t size, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(text + n, size - n, format, args);
    va_end(args);
    assert_true(more >= 0 && (size_t)more < size - n);
}

/* x[i].s0 + y[i].s0 + z[i] + x[i].s1 + y[i].s1 + ..., loaded in that order. */
static void write_kernel(char *text, size_t size, uint32_t volatile_one)
{
    append(text, size, "%s", TEXT);
    for (uint32_t k = 0, part = 0; k < N_LOADS; k++) {
        uint32_t at = 60 + 2 * k, sum = 90 + k;
        append(text, size, "%%%u = OpInBoundsPtrAccessChain %%7 ", at);
        if (k == BETWEEN)
            append(text, size, "%%53 %%57\n");
        else {
            append(text, size, "%%%u %%57 %%%u\n", 51 + part % 2,
                   10 + part / 2);
            part++;
        }
        append(text, size, "%%%u = OpLoad %%3 %%%u %sAligned 4\n", at + 1, at,
               k == volatile_one ? "Volatile|" : "");
        append(text, size, "%%%u = OpIAdd %%3 %%%u %%%u\n", sum, at + 1,
               k ? sum - 1 : at + 1);
    }
    append(text, size,
           "%%58 = OpInBoundsPtrAccessChain %%7 %%54 %%57\n"
           "OpStore %%58 %%%u Aligned 4\nOpReturn\nOpFunctionEnd\n",
           90 + N_LOADS - 1);
}

/* The numbers of loads in lists, and of volatile ones among them. */
static void count_listed(const gac__lane_program *p, uint32_t *n_out,
                         uint32_t *n_volatile_out)
{
    *n_out = *n_volatile_out = 0;
    for (uint32_t k = 0; k < p->n_insts; k++) {
        const gac__lane_inst *i = &p->insts[k];
        for (uint32_t n = 0; i->code == GAC__CODE_INTERLEAVED && n < i->n_args;
             n++) {
            const gac__lane_inst *x = &i->list[n];
            if (x->code == GAC__CODE_INTERLEAVED)
                continue;
            ++*n_out;
            *n_volatile_out += x->ir->flags & GAC__IR_VOLATILE ? 1 : 0;
        }
    }
}

/* The sums are one fused sequence. Each is carried to the next one, so that
 * none is stored but the last, for the store behind the sequence; and only the
 * first one loads a value to be carried. */
static void check_fused(const gac__lane_program *p)
{
    uint32_t n_loads = 0, n_stores = 0, n_pure = 0;
    const gac__fused *f = p->fused;
    assert_non_null(f);
    assert_null(f->next);
    for (uint32_t k = 0; k + 1 < f->n_ops; k++) {
        n_loads += f->ops[k].entry->op == GAC__FUSED_LOAD;
        n_stores += f->ops[k].entry->op == GAC__FUSED_STORE;
        n_pure += f->ops[k].entry->op < GAC__IR_PURE_COUNT;
    }
    assert_int_equal(f->ops[f->n_ops - 1].entry->op, GAC__FUSED_END);
    assert_int_equal(n_pure, N_LOADS);
    assert_int_equal(n_loads, 1);
    assert_int_equal(n_stores, 1);
    assert_int_equal(f->n_memory, 1); /* the load of no vector */
    assert_int_equal(f->carried, 4);
    assert_int_equal(f->stored, 4);
}

/* The arena keeps the program's IR. */
static void make_program(const char *text, gac__arena *arena,
                         gac__lane_program *program)
{
    const gac__compile_options options = {.isa = GAC__ISA_AVX2,
                                          .max_width = 64};
    gac__ir *ir;
    binary words;
    parsed p = parse_good(&words, text);
    gac__arena_init(arena, &gac__malloc_allocator);
    assert_int_equal(gac__ir_build(p.module, &p.module->entries[0], NULL, 0,
                                   (gac__variant){0}, arena, &ir),
                     GAC_OK);
    assert_int_equal(gac__ir_optimize(ir), GAC_OK);
    assert_int_equal(
        gac__lane_program_make(ir, &gac__malloc_allocator, &options, program),
        GAC_OK);
    release(&p);
}

static void list_loads(uint32_t volatile_one, uint32_t *n_out,
                       uint32_t *n_volatile_out)
{
    char text[4096] = "";
    gac__lane_program program = {0};
    gac__arena arena;
    write_kernel(text, sizeof text, volatile_one);
    make_program(text, &arena, &program);
    count_listed(&program, n_out, n_volatile_out);
    if (volatile_one == N_LOADS)
        check_fused(&program);
    gac__lane_program_free(&program);
    gac__arena_free(&arena);
}

static void mixed_vectors(void **state)
{
    uint32_t n, n_volatile;
    (void)state;
    list_loads(N_LOADS, &n, &n_volatile);
    assert_int_equal(n, N_LOADS);
    assert_int_equal(n_volatile, 0);
}

static void volatile_loads(void **state)
{
    uint32_t n, n_volatile;
    (void)state;
    for (uint32_t k = 0; k < N_LOADS; k++) {
        list_loads(k, &n, &n_volatile);
        assert_int_equal(n_volatile, 0);
    }
}

/* x[i].s1, volatile and unused, before x[i].s0 and x[i].s2. */
static void unused_load(void **state)
{
    gac__lane_program program = {0};
    gac__arena arena;
    uint32_t n_loads = 0, at[3] = {0};
    (void)state;
    make_program(TEXT "%60 = OpInBoundsPtrAccessChain %7 %51 %57 %11\n"
                      "%61 = OpLoad %3 %60 Volatile|Aligned 4\n"
                      "%62 = OpInBoundsPtrAccessChain %7 %51 %57 %10\n"
                      "%63 = OpLoad %3 %62 Aligned 4\n"
                      "%64 = OpInBoundsPtrAccessChain %7 %51 %57 %12\n"
                      "%65 = OpLoad %3 %64 Aligned 4\n"
                      "%66 = OpIAdd %3 %63 %65\n"
                      "%67 = OpInBoundsPtrAccessChain %7 %54 %57\n"
                      "OpStore %67 %66 Aligned 4\nOpReturn\nOpFunctionEnd\n",
                 &arena, &program);
    for (uint32_t k = 0; k < program.n_insts; k++) {
        const gac__lane_inst *i = &program.insts[k];
        assert_int_not_equal(i->code, GAC__CODE_INTERLEAVED);
        if (i->code == GAC__CODE_LOAD_INDEXED && n_loads < 3)
            at[n_loads++] = i->d;
    }
    assert_int_equal(n_loads, 3);
    assert_int_equal(at[0], at[1]); /* or the test tests nothing */
    gac__lane_program_free(&program);
    gac__arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_vectors),
        cmocka_unit_test(volatile_loads),
        cmocka_unit_test(unused_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
