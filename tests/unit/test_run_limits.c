/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A run does not ask the allocator for memory beyond its limit, checked or
 * not. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gac/gac.h>

#include "module_helper.h"

#define LIMIT ((size_t)64 << 20)

/* An array of 8 MiB, in private memory or in local memory. */
#define KERNEL(storage, outside, inside)                                       \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"                          \
    "%4 = OpTypeInt 32 0\n%5 = OpTypeInt 64 0\n%6 = OpConstant "               \
    "%5 " storage "%8 = OpTypePointer CrossWorkgroup %4\n%2 = "                \
    "OpTypeFunction %1 %8\n" outside                                           \
    "%3 = OpFunction %1 None %2\n%11 = OpFunctionParameter %8\n"               \
    "%12 = OpLabel\n" inside "%13 = OpLoad %4 %11\n"                           \
    "%14 = OpInBoundsAccessChain %10 %20 %13\nOpStore %14 %13\n"               \
    "%15 = OpLoad %4 %14\nOpStore %11 %15\nOpReturn\nOpFunctionEnd\n"
#define PRIVATE                                                                \
    KERNEL(                                                                    \
        "2097152\n%7 = OpTypeArray %4 %6\n",                                   \
        "%9 = OpTypePointer Function %7\n%10 = OpTypePointer Function %4\n",   \
        "%20 = OpVariable %9 Function\n")
#define LOCAL                                                                  \
    KERNEL(                                                                    \
        "209715200\n%7 = OpTypeArray %4 %6\n",                                 \
        "%9 = OpTypePointer Workgroup %7\n%10 = OpTypePointer Workgroup %4\n"  \
        "%20 = OpVariable %9 Workgroup\n",                                     \
        "")

/* Waits for 100,000 events, all of them none. */
#define WAIT                                                                   \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"                          \
    "%4 = OpTypeInt 32 0\n%5 = OpTypeEvent\n"                                  \
    "%6 = OpTypePointer CrossWorkgroup %4\n%7 = OpTypePointer "                \
    "CrossWorkgroup %5\n%8 = OpConstant %4 2\n%9 = OpConstant %4 100000\n"     \
    "%2 = OpTypeFunction %1 %6\n%3 = OpFunction %1 None %2\n"                  \
    "%10 = OpFunctionParameter %6\n%11 = OpLabel\n%12 = OpBitcast %7 %10\n"    \
    "OpGroupWaitEvents %8 %9 %12\nOpReturn\nOpFunctionEnd\n"

/* Nine variables of 8 MiB at program scope, each within the limit. */
#define VARIABLE(n) "%2" #n " = OpVariable %9 CrossWorkgroup\n"
#define USE(n)                                                                 \
    "%4" #n " = OpInBoundsAccessChain %8 %2" #n " %30\nOpStore %4" #n " %30\n"
#define EACH(what)                                                             \
    what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8)
#define GLOBALS                                                                \
    KERNEL("2097152\n%7 = OpTypeArray %4 %6\n",                                \
           "%9 = OpTypePointer CrossWorkgroup %7\n"                            \
           "%10 = OpTypePointer CrossWorkgroup %4\n" EACH(VARIABLE),           \
           "%30 = OpLoad %4 %11\n" EACH(USE))

/* 320 instructions of sixteen parts each, in one block. */
#define STRAIGHT                                                               \
    HEADER "OpCapability Vector16\nOpMemoryModel Physical64 OpenCL\n"          \
           "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"                   \
           "%4 = OpTypeInt 32 0\n%5 = OpTypeVector %4 16\n"                    \
           "%6 = OpTypePointer CrossWorkgroup %5\n%2 = OpTypeFunction %1 %6\n" \
           "%3 = OpFunction %1 None %2\n%7 = OpFunctionParameter %6\n"         \
           "%8 = OpLabel\n%9 = OpLoad %5 %7 Aligned 64\n"                      \
           "%10 = OpIAdd %5 %9 %9\n"
#define PARTS (320u * 16u)

#define INITIALIZED                                                            \
    KERNEL(                                                                    \
        "100000\n%7 = OpTypeArray %4 %6\n",                                    \
        "%9 = OpTypePointer Workgroup %7\n%10 = OpTypePointer Workgroup %4\n"  \
        "%21 = OpConstantNull %7\n%20 = OpVariable %9 Workgroup %21\n",        \
        "")

/* A switch of many cases, all of which go to one block. */
#define SWITCH                                                                 \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\" %7\nOpDecorate %7 BuiltIn "                  \
    "LocalInvocationId\n%1 = OpTypeVoid\n%4 = OpTypeInt 32 0\n"                \
    "%5 = OpTypeInt 64 0\n%6 = OpTypePointer CrossWorkgroup %4\n"              \
    "%8 = OpTypeVector %5 3\n%9 = OpTypePointer Input %8\n"                    \
    "%2 = OpTypeFunction %1 %6\n%7 = OpVariable %9 Input\n"                    \
    "%3 = OpFunction %1 None %2\n%10 = OpFunctionParameter %6\n"               \
    "%11 = OpLabel\n%12 = OpLoad %4 %10\n%13 = OpLoad %8 %7\n"                 \
    "%14 = OpCompositeExtract %5 %13 0\n%15 = OpUConvert %4 %14\n"             \
    "%16 = OpIAdd %4 %12 %15\nOpSwitch "
#define CASES 1500u

/* Local variables of four bytes, which are zeroed. */
#define VARIABLES                                                              \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"                          \
    "%4 = OpTypeInt 32 0\n%5 = OpConstantNull %4\n"                            \
    "%6 = OpTypePointer Workgroup %4\n%7 = OpTypePointer CrossWorkgroup %4\n"  \
    "%2 = OpTypeFunction %1 %7\n"
#define N_VARIABLES 300u

/* Each work-item prints a number, in 4096 characters, several times. */
#define PRINT                                                                  \
    HEADER "%20 = OpExtInstImport \"OpenCL.std\"\n"                            \
           "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %3 \"k\"\n"   \
           "%1 = OpTypeVoid\n%4 = OpTypeInt 32 0\n%5 = OpTypeInt 8 0\n"        \
           "%6 = OpConstant %4 7\n%7 = OpTypeArray %5 %6\n"                    \
           "%8 = OpConstant %5 37\n%9 = OpConstant %5 52\n"                    \
           "%10 = OpConstant %5 48\n%11 = OpConstant %5 57\n"                  \
           "%12 = OpConstant %5 54\n%13 = OpConstant %5 100\n"                 \
           "%14 = OpConstantNull %5\n%15 = OpConstantComposite %7 %8 %9 %10 "  \
           "%11 %12 %13 %14\n%16 = OpTypePointer UniformConstant %7\n"         \
           "%17 = OpTypePointer UniformConstant %5\n"                          \
           "%18 = OpTypePointer CrossWorkgroup %4\n%2 = OpTypeFunction %1 "    \
           "%18\n%19 = OpVariable %16 UniformConstant %15\n"                   \
           "%21 = OpConstantNull %4\n%3 = OpFunction %1 None %2\n"             \
           "%22 = OpFunctionParameter %18\n%23 = OpLabel\n"                    \
           "%24 = OpInBoundsPtrAccessChain %17 %19 %21 %21\n"
#define PRINTS 10u

/* Kernels of many work-items, of which a checked run has something to tell for
 * each, or to look at. */
#define MANY(declared, body)                                                   \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\" %7\nOpDecorate %7 BuiltIn "                  \
    "LocalInvocationId\n%1 = OpTypeVoid\n%4 = OpTypeInt 32 0\n"                \
    "%5 = OpTypeInt 64 0\n%6 = OpTypePointer CrossWorkgroup %4\n"              \
    "%8 = OpTypeVector %5 3\n%9 = OpTypePointer Input %8\n"                    \
    "%2 = OpTypeFunction %1 %6\n%7 = OpVariable %9 Input\n"                    \
    "%20 = OpTypeEvent\n%21 = OpConstantNull %20\n%22 = OpConstant %4 2\n"     \
    "%23 = OpConstant %5 7\n%24 = OpConstant %5 100\n%25 = OpTypeBool\n"       \
    "%26 = OpConstant %4 512\n%27 = OpConstant %4 256\n"                       \
    "%28 = OpTypePointer Workgroup %4\n%29 = OpTypeArray %4 %26\n"             \
    "%30 = OpTypePointer Workgroup %29\n" declared                             \
    "%3 = OpFunction %1 None %2\n%10 = OpFunctionParameter %6\n"               \
    "%11 = OpLabel\n%13 = OpLoad %8 %7\n"                                      \
    "%14 = OpCompositeExtract %5 %13 0\n%15 = OpBitwiseAnd %5 %14 %23\n" body  \
    "OpReturn\nOpFunctionEnd\n"
/* Each passes other operands. */
#define OPERANDS                                                               \
    MANY("%31 = OpVariable %30 Workgroup\n",                                   \
         "%40 = OpInBoundsPtrAccessChain %6 %10 %15\n"                         \
         "%41 = OpInBoundsAccessChain %28 %31 %15\n"                           \
         "%42 = OpGroupAsyncCopy %20 %22 %41 %40 %23 %23 %21\n")
/* Only the first ones come. */
#define ABSENT                                                                 \
    MANY("",                                                                   \
         "%40 = OpULessThan %25 %14 %24\nOpBranchConditional %40 %41 %42\n"    \
         "%41 = OpLabel\nOpControlBarrier %22 %22 %26\nOpBranch %42\n"         \
         "%42 = OpLabel\n")
/* Each waits for a list of its own, of 256 events. */
#define EVENTS                                                                 \
    MANY("%31 = OpTypePointer CrossWorkgroup %20\n",                           \
         "%40 = OpBitcast %31 %10\n%41 = OpInBoundsPtrAccessChain %31 %40 "    \
         "%15\nOpGroupWaitEvents %22 %27 %41\n")
#define N_ITEMS 16384u

/* Each work-item has written a byte, and then moves more than 4 GiB. */
#define LARGE_COPY                                                             \
    MANY("%31 = OpTypeInt 8 0\n%32 = OpTypePointer CrossWorkgroup %31\n"       \
         "%33 = OpConstant %31 1\n%34 = OpConstant %5 8\n"                     \
         "%35 = OpConstant %5 4294967304\n",                                   \
         "%40 = OpBitcast %32 %10\n%41 = OpInBoundsPtrAccessChain %32 %40 "    \
         "%14\nOpStore %41 %33\n"                                              \
         "%42 = OpInBoundsPtrAccessChain %32 %40 %34\n"                        \
         "OpCopyMemorySized %40 %42 %35\n")
#define LARGE_BYTES ((size_t)4294967304 + 8)

/* As many parameters, with a buffer each. */
#define PARAMETERS                                                             \
    PHYSICAL64                                                                 \
    "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"                          \
    "%4 = OpTypeInt 32 0\n%5 = OpTypePointer CrossWorkgroup %4\n"              \
    "%2 = OpTypeFunction %1"
#define N_PARAMETERS 1000u

static uint64_t n_looks, stop_at, n_items = 64;
static uint32_t n_params = 1;
static void *buffer;
static size_t buffer_bytes;

bool __real_gac__watch_look(gac__watch *w);
bool __wrap_gac__watch_look(gac__watch *w);
bool __wrap_gac__watch_look(gac__watch *w)
{
    n_looks++;
    if (!stop_at || n_looks < stop_at)
        return __real_gac__watch_look(w);
    w->result = GAC_ERR_CANCELLED;
    w->left = 0;
    return false;
}

static uint64_t n_clocks;

uint64_t __real_gac__now_ns(void);
uint64_t __wrap_gac__now_ns(void);
uint64_t __wrap_gac__now_ns(void)
{
    n_clocks++;
    return __real_gac__now_ns();
}

static size_t largest;

static void *note_size(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    largest = new_size > largest ? new_size : largest;
    if (new_size)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

static gac_run_stats stats;

static gac_result run(const char *text, const char *checks,
                      uint64_t max_instructions)
{
    gac_context_options options = {.size = sizeof options,
                                   .allocator = {note_size, NULL}};
    gac_run_options how = {.size = sizeof how,
                           .global = {n_items},
                           .local = {n_items},
                           .max_memory_bytes = LIMIT,
                           .timeout_ns = 100000000000u,
                           .max_instructions = max_instructions,
                           .checks = checks};
    binary b = assemble(text);
    static uint64_t memory[100000];
    gac_context *context;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    largest = n_looks = n_clocks = 0;
    assert_int_equal(gac_context_create(&options, &context), GAC_OK);
    assert_int_equal(gac_module_parse(context, b.words, b.n * 4, NULL, &module),
                     GAC_OK);
    assert_int_equal(gac_program_create(module, NULL, 0, &program), GAC_OK);
    assert_int_equal(gac_launch_create(program, "k", &launch), GAC_OK);
    for (uint32_t k = 0; k < n_params; k++)
        assert_int_equal(
            gac_launch_set_buffer(launch, k, buffer ? buffer : memory + 64 * k,
                                  buffer         ? buffer_bytes
                                  : n_params > 1 ? 64
                                                 : sizeof memory,
                                  0),
            GAC_OK);
    gac_result result = gac_launch_run(launch, &how, &stats);
    gac_launch_destroy(launch);
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_context_destroy(context);
    return result;
}

static void test_private(void **state)
{
    (void)state;
    assert_int_equal(run(PRIVATE, NULL, 0), GAC_ERR_LIMIT);
    assert_true(largest <= LIMIT);
    assert_int_equal(run(PRIVATE, "", 0), GAC_ERR_LIMIT);
    assert_true(largest <= LIMIT);
}

static void test_local(void **state)
{
    (void)state;
    assert_int_equal(run(LOCAL, NULL, 0), GAC_ERR_LIMIT);
    assert_true(largest <= LIMIT);
    assert_int_equal(run(LOCAL, "", 0), GAC_ERR_LIMIT);
    assert_true(largest <= LIMIT);
}

/* So are those of a group's beginning: an array of 400,000 bytes is zeroed. */
static void test_initializer(void **state)
{
    (void)state;
    assert_int_equal(run(INITIALIZED, NULL, 60000), GAC_OK);
    assert_int_equal(run(INITIALIZED, NULL, 40000), GAC_ERR_LIMIT);
}

/* Events of a long list count as instructions, of a checked run, too. */
static void test_events(void **state)
{
    (void)state;
    assert_int_equal(run(WAIT, NULL, 1000000), GAC_OK);
    assert_int_equal(run(WAIT, NULL, 50000), GAC_ERR_LIMIT);
    assert_int_equal(run(WAIT, "", 50000), GAC_ERR_LIMIT);
}

static void test_globals(void **state)
{
    (void)state;
    assert_int_equal(run(GLOBALS, NULL, 0), GAC_ERR_LIMIT);
    assert_int_equal(run(GLOBALS, "", 0), GAC_ERR_LIMIT);
}

/* Limits are looked at within long blocks, which count as before. */
static void test_long_block(void **state)
{
    static char text[40000];
    int n = snprintf(text, sizeof text, "%s", STRAIGHT);
    (void)state;
    for (uint32_t k = 11; k < 10 + PARTS / 16; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%u = OpIMul %%5 %%%u %%%u\n", k, k - 1, k - 1);
    snprintf(text + n, sizeof text - (size_t)n,
             "OpStore %%7 %%%u Aligned 64\nOpReturn\nOpFunctionEnd\n",
             9 + PARTS / 16);
    assert_int_equal(run(text, NULL, 0), GAC_OK);
    assert_true(stats.instructions >= PARTS * 64);
    assert_true(stats.instructions <= (PARTS + 100) * 64);
    assert_int_equal(run(text, NULL, 1000), GAC_ERR_LIMIT);
    assert_true(stats.instructions < PARTS / 2 * 64);
}

static void test_switch(void **state)
{
    static char text[40000];
    (void)state;
    for (uint32_t lanes = 0; lanes < 2; lanes++) {
        int n =
            snprintf(text, sizeof text, "%s%%%u %%17", SWITCH, lanes ? 16 : 12);
        for (uint32_t k = 0; k < CASES; k++)
            n += snprintf(text + n, sizeof text - (size_t)n, " %u %%18",
                          1000 + k);
        snprintf(text + n, sizeof text - (size_t)n,
                 "\n%%17 = OpLabel\nOpStore %%10 %%16\nOpBranch %%18\n"
                 "%%18 = OpLabel\nOpReturn\nOpFunctionEnd\n");
        assert_int_equal(run(text, NULL, 0), GAC_OK);
        assert_true(stats.instructions > (lanes ? CASES : CASES / 16) + 64);
    }
}

static void test_variables(void **state)
{
    static char text[40000];
    int n = snprintf(text, sizeof text, "%s", VARIABLES);
    (void)state;
    for (uint32_t k = 0; k < N_VARIABLES; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%u = OpVariable %%6 Workgroup %%5\n", 100 + k);
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "%%3 = OpFunction %%1 None %%2\n%%8 = "
                  "OpFunctionParameter %%7\n%%9 = OpLabel\n%%10 = OpLoad "
                  "%%4 %%8\n");
    for (uint32_t k = 0; k < N_VARIABLES; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "OpStore %%%u %%10\n",
                      100 + k);
    snprintf(text + n, sizeof text - (size_t)n, "OpReturn\nOpFunctionEnd\n");
    assert_int_equal(run(text, NULL, N_VARIABLES - 1), GAC_ERR_LIMIT);
    assert_true(stats.instructions <= N_VARIABLES);
}

static gac_result print(uint32_t n_prints, uint64_t max_instructions)
{
    static char text[20000];
    int n = snprintf(text, sizeof text, "%s", PRINT);
    n +=
        snprintf(text + n, sizeof text - (size_t)n, "%%25 = OpLoad %%4 %%22\n");
    for (uint32_t k = 0; k < n_prints; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%u = OpExtInst %%4 %%20 printf %%24 %%25\n", 30 + k);
    snprintf(text + n, sizeof text - (size_t)n, "OpReturn\nOpFunctionEnd\n");
    return run(text, NULL, max_instructions);
}

/* Of a group of 64 most are not printed for; and what is printed is not brought
 * into order where there is no room for it twice. */
static void test_print(void **state)
{
    (void)state;
    assert_int_equal(print(PRINTS, 0), GAC_OK);
    assert_true(largest >= PRINTS * 64 * 4096);
    assert_int_equal(print(PRINTS, 1000), GAC_ERR_LIMIT);
    assert_true(largest < 32 * 4096);
    assert_int_equal(print(LIMIT / 64 / 4096 * 2 / 3, 0), GAC_ERR_MEMORY);
}

/* What a checked run has to tell of each work-item, and what it reads for each,
 * looks at the watch. */
static void test_many_items(void **state)
{
    (void)state;
    n_items = N_ITEMS;
    assert_int_equal(run(OPERANDS, "", 0), GAC_OK);
    assert_true(n_looks >= 2 * N_ITEMS / 8 * 7 * 64 / 65536);
    assert_int_equal(run(ABSENT, "", 0), GAC_OK);
    assert_true(n_looks >= (N_ITEMS - 100) * 64 / 65536);
    assert_int_equal(run(EVENTS, "", 0), GAC_OK);
    assert_true(n_looks >= N_ITEMS * 256 * 16 / 65536);
    n_items = 64;
}

/* All of a large copy is told to the checker; it stops there, and the run where
 * the copy begins. */
static void test_large_copy(void **state)
{
    (void)state;
    buffer = calloc(LARGE_BYTES, 1);
    if (!buffer)
        skip();
    buffer_bytes = LARGE_BYTES;
    n_items = 2;
    stop_at = 200;
    assert_int_equal(run(LARGE_COPY, "", 1000), GAC_ERR_LIMIT);
    assert_int_equal(stats.findings, 1);
    free(buffer);
    buffer = NULL;
    n_items = 64;
    stop_at = 0;
}

/* Each is compared with each. */
static void test_parameters(void **state)
{
    static char text[40000];
    int n = snprintf(text, sizeof text, "%s", PARAMETERS);
    (void)state;
    for (uint32_t k = 0; k < N_PARAMETERS; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, " %%5");
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "\n%%3 = OpFunction %%1 None %%2\n");
    for (uint32_t k = 0; k < N_PARAMETERS; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%%%u = OpFunctionParameter %%5\n", 100 + k);
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "%%6 = OpLabel\nOpReturn\nOpFunctionEnd\n");
    n_params = N_PARAMETERS;
    assert_int_equal(run(text, NULL, 0), GAC_OK);
    assert_true(n_looks >= 2 * N_PARAMETERS * N_PARAMETERS / 65536);
    assert_int_equal(run(text, "", 0), GAC_OK);
    assert_true(n_looks >= 4 * N_PARAMETERS * N_PARAMETERS / 65536);
    n_params = 1;
}

/* Remainders of doubles may take long: the clock is read more often. */
static void test_remainders(void **state)
{
    static const char *const ops[2] = {"OpFAdd", "OpFRem"};
    static char text[20000];
    uint64_t clocks[2];
    (void)state;
    n_items = 1024;
    for (uint32_t k = 0; k < 2; k++) {
        int n = snprintf(text, sizeof text, "%s",
                         PHYSICAL64
                         "OpEntryPoint Kernel %3 \"k\"\n%1 = OpTypeVoid\n"
                         "%4 = OpTypeFloat 64\n%5 = OpTypePointer "
                         "CrossWorkgroup %4\n%2 = OpTypeFunction %1 %5\n"
                         "%3 = OpFunction %1 None %2\n"
                         "%6 = OpFunctionParameter %5\n%7 = OpLabel\n"
                         "%10 = OpLoad %4 %6\n");
        for (uint32_t i = 11; i < 311; i++)
            n += snprintf(text + n, sizeof text - (size_t)n,
                          "%%%u = %s %%4 %%%u %%10\n", i, ops[k], i - 1);
        snprintf(text + n, sizeof text - (size_t)n,
                 "OpStore %%6 %%310\nOpReturn\nOpFunctionEnd\n");
        assert_int_equal(run(text, NULL, 0), GAC_OK);
        clocks[k] = n_clocks;
    }
    assert_true(clocks[1] >= clocks[0] + 300u * 1024 * 32 / 1000000 - 1);
    n_items = 64;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_private),     cmocka_unit_test(test_local),
        cmocka_unit_test(test_events),      cmocka_unit_test(test_globals),
        cmocka_unit_test(test_initializer), cmocka_unit_test(test_long_block),
        cmocka_unit_test(test_switch),      cmocka_unit_test(test_variables),
        cmocka_unit_test(test_print),       cmocka_unit_test(test_many_items),
        cmocka_unit_test(test_large_copy),  cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_remainders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
