/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strips (src/exec/strip.c, atomics.c): more paths at once than the list of
 * those that wait has room for, twice over; an atomic of which one lane's word
 * is not aligned; lanes that are sorted (counted.c) while more registers hold
 * values than a word has bits. At all levels. */
#include <stdio.h>

#include "../launch_helper.h"

#define ITEMS 80u

#define PROLOGUE                                                               \
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"        \
    "OpCapability Int8\nOpMemoryModel Physical64 OpenCL\n"                     \
    "OpEntryPoint Kernel %main \"k\" %id\n"                                    \
    "OpDecorate %id BuiltIn GlobalInvocationId\n"                              \
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"    \
    "%byte = OpTypeInt 8 0\n%bool = OpTypeBool\n"                              \
    "%v3 = OpTypeVector %ulong 3\n%input = OpTypePointer Input %v3\n"          \
    "%words = OpTypePointer CrossWorkgroup %uint\n"                            \
    "%bytes = OpTypePointer CrossWorkgroup %byte\n"                            \
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"                     \
    "%u2 = OpConstant %uint 2\n%u3 = OpConstant %uint 3\n"                     \
    "%l0 = OpConstant %ulong 0\n%l2 = OpConstant %ulong 2\n"                   \
    "%l4 = OpConstant %ulong 4\n"                                              \
    "%id = OpVariable %input Input\n"

#define BEGIN                                                                  \
    "%start = OpLabel\n%ids = OpLoad %v3 %id\n"                                \
    "%g = OpCompositeExtract %ulong %ids 0\n%i = OpUConvert %uint %g\n"
#define END "OpReturn\nOpFunctionEnd\n"

static gac_result run_items(const opened_kernel *o)
{
    const gac_run_options how = {
        .size = sizeof how, .global = {ITEMS}, .local = {ITEMS}, .threads = 1};
    return gac_launch_run(o->launch, &how, NULL);
}

/* -- many paths ------------------------------------------------------------ */

#define TEN(X, n)                                                              \
    X(n##0)                                                                    \
    X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define EACH_PATH(X) TEN(X, 1) TEN(X, 2) TEN(X, 3)
#define N_PATHS 30u
#define CONSTANT(n) "%r" #n " = OpConstant %uint " #n "\n"
#define TARGET(n) " " #n " %b" #n
#define PATH(n) "%b" #n " = OpLabel\nOpStore %to %r" #n "\nOpReturn\n"

/* Path n of 10 to 39: out[i] = n. Each ends there: lanes wait nowhere but
 * behind the switch. */
/* clang-format off */
static const char paths[] = PROLOGUE
    "%type = OpTypeFunction %void %words %words\n" EACH_PATH(CONSTANT)
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %words\n"
    "%in = OpFunctionParameter %words\n" BEGIN
    "%from = OpInBoundsPtrAccessChain %words %in %g\n"
    "%path = OpLoad %uint %from\n"
    "%to = OpInBoundsPtrAccessChain %words %out %g\n"
    "OpSwitch %path %end" EACH_PATH(TARGET) "\n" EACH_PATH(PATH)
    "%end = OpLabel\n" END;
/* clang-format on */

static void run_paths(gac_cpu_level level)
{
    uint32_t out[ITEMS] = {0}, in[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++)
        in[i] = 10 + i * 7 % N_PATHS;
    opened_kernel o = open_at(paths, level);
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, in, sizeof in);
    assert_int_equal(run_items(&o), GAC_OK);
    assert_memory_equal(out, in, sizeof out);
    close_kernel(&o);
}

static void test_paths(void **state)
{
    (void)state;
    at_each_level(run_paths);
}

/* -- an atomic that is not aligned ------------------------------------------
 */

/* atomic_add((uint *)(out + i * 4 + (i == odd ? 2 : 0)), 1); `use`: its old
 * value goes to old[i]. */
#define ADD_AT(use)                                                            \
    PROLOGUE                                                                   \
    "%type = OpTypeFunction %void %bytes %words %uint\n"                       \
    "%main = OpFunction %void None %type\n"                                    \
    "%out = OpFunctionParameter %bytes\n%old = OpFunctionParameter %words\n"   \
    "%odd = OpFunctionParameter %uint\n" BEGIN                                 \
    "%is = OpIEqual %bool %i %odd\n%more = OpSelect %ulong %is %l2 %l0\n"      \
    "%four = OpIMul %ulong %g %l4\n%at = OpIAdd %ulong %four %more\n"          \
    "%byte_at = OpInBoundsPtrAccessChain %bytes %out %at\n"                    \
    "%word = OpBitcast %words %byte_at\n"                                      \
    "%was = OpAtomicIAdd %uint %word %u1 %u0 %u1\n" use END

static void note_rule(void *user, const gac_diagnostic *d)
{
    snprintf(user, 32, "%s", d->rule);
}

static void run_add(const char *text, uint32_t odd, gac_cpu_level level)
{
    uint32_t out[ITEMS + 1] = {0}, old[ITEMS] = {0};
    char rule[32] = "";
    opened_kernel o =
        open_text(&(gac_context_options){.size = sizeof(gac_context_options),
                                         .diagnostic = note_rule,
                                         .diagnostic_user = rule,
                                         .cpu_level = level},
                  text);
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, old, sizeof old);
    assert_int_equal(gac_launch_set_value(o.launch, 2, &odd, sizeof odd),
                     GAC_OK);
    if (odd < ITEMS) {
        assert_int_equal(run_items(&o), GAC_ERR_TRAP);
        assert_string_equal(rule, "misaligned");
    } else {
        assert_int_equal(run_items(&o), GAC_OK);
    }
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], i < odd);
    assert_int_equal(out[ITEMS], 0);
    close_kernel(&o);
}

static void run_misaligned(gac_cpu_level level)
{
    for (uint32_t odd = 0; odd <= ITEMS; odd += ITEMS / 4) {
        run_add(ADD_AT(""), odd, level);
        run_add(ADD_AT("%to = OpInBoundsPtrAccessChain %words %old %g\n"
                       "OpStore %to %was\n"),
                odd, level);
    }
}

static void test_misaligned(void **state)
{
    (void)state;
    at_each_level(run_misaligned);
}

/* -- many registers -------------------------------------------------------- */

#define N_VALUES 80u

/* Appends a piece of text, in which # stands for n and @ for n + 1. */
static char *add(char *to, const char *piece, uint32_t n)
{
    for (; *piece; piece++)
        if (*piece == '#' || *piece == '@')
            to += sprintf(to, "%u", n + (*piece == '@'));
        else
            *to++ = *piece;
    *to = '\0';
    return to;
}

/* t[k] = i ^ k, which are needed behind a loop: x = i; in[i] times: x = 3 * x +
 * k. Then s = x; s = 3 * s + t[k], for all of them. */
static void write_sums(char *to)
{
    to = add(to, PROLOGUE, 0);
    for (uint32_t k = 0; k < N_VALUES; k++)
        to = add(to, "%r# = OpConstant %uint #\n", k);
    to = add(to,
             "%type = OpTypeFunction %void %words %words\n"
             "%main = OpFunction %void None %type\n"
             "%out = OpFunctionParameter %words\n"
             "%in = OpFunctionParameter %words\n" BEGIN
             "%from = OpInBoundsPtrAccessChain %words %in %g\n"
             "%n = OpLoad %uint %from Aligned 4\n",
             0);
    for (uint32_t k = 0; k < N_VALUES; k++)
        to = add(to, "%t# = OpBitwiseXor %uint %i %r#\n", k);
    to = add(to,
             "OpBranch %head\n%head = OpLabel\n"
             "%k = OpPhi %uint %u0 %start %more %body\n"
             "%s0 = OpPhi %uint %i %start %next %body\n"
             "%go = OpULessThan %bool %k %n\nOpLoopMerge %done %body None\n"
             "OpBranchConditional %go %body %done\n%body = OpLabel\n"
             "%x3 = OpIMul %uint %s0 %u3\n%next = OpIAdd %uint %x3 %k\n"
             "%more = OpIAdd %uint %k %u1\nOpBranch %head\n"
             "%done = OpLabel\n",
             0);
    for (uint32_t k = 0; k < N_VALUES; k++)
        to = add(to, "%m# = OpIMul %uint %s# %u3\n%s@ = OpIAdd %uint %m# %t#\n",
                 k);
    to = add(to,
             "%to = OpInBoundsPtrAccessChain %words %out %g\n"
             "OpStore %to %s# Aligned 4\n" END,
             N_VALUES);
}

static void run_many_registers(gac_cpu_level level)
{
    static char text[1u << 15];
    uint32_t out[ITEMS] = {0}, in[ITEMS];
    write_sums(text);
    for (uint32_t i = 0; i < ITEMS; i++)
        in[i] = i % 8 == 3 ? 3000 + i : i % 3;
    opened_kernel o = open_at(text, level);
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, in, sizeof in);
    assert_int_equal(run_items(&o), GAC_OK);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t s = i;
        for (uint32_t k = 0; k < in[i]; k++)
            s = 3 * s + k;
        for (uint32_t k = 0; k < N_VALUES; k++)
            s = 3 * s + (i ^ k);
        assert_int_equal(out[i], s);
    }
    close_kernel(&o);
}

static void test_many_registers(void **state)
{
    (void)state;
    at_each_level(run_many_registers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_many_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
