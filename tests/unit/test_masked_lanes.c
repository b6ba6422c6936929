/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What lanes that are masked off would load may lie in front of a buffer, or
 * behind it: nothing is read there. Nor is it behind a strip's mask, whose last
 * group begins at any lane. */
#include "../copy/copy_model.h"
#include "../launch_helper.h"

#define N 16 /* rows of as many, two of which a step of lanes reaches */
#define TILE 8

/* in[at - w] is loaded but in the first row (tables.cl, relax). */
static int32_t relaxed(const int32_t *in, int x, int y)
{
    int32_t around = 0;
    int x0 = x / TILE * TILE, y0 = y / TILE * TILE;
    const int at[4][2] = {{x, y > y0 ? y - 1 : y0},
                          {x, y < y0 + TILE - 1 ? y + 1 : y},
                          {x > x0 ? x - 1 : x0, y},
                          {x < x0 + TILE - 1 ? x + 1 : x, y}};
    for (int k = 0; k < 4; k++)
        around += in[at[k][1] * N + at[k][0]] >> 4;
    return around - 3 * (in[y * N + x] >> 4)
           + (y > 0 ? in[(y - 1) * N + x] >> 8 : 0);
}

static void run(gac_cpu_level level)
{
    opened_kernel o = open_kernel(
        &(gac_context_options){.size = sizeof(gac_context_options),
                               .cpu_level = level},
        "tests/kernels/algorithms/tables.clang14.O2.32.spvasm", "relax");
    guarded out = guarded_new(N * N * sizeof(int32_t));
    guarded in = guarded_new(N * N * sizeof(int32_t));
    int32_t *a = (void *)in.data;
    const int32_t *b = (const void *)out.data;
    for (int k = 0; k < N * N; k++)
        a[k] = k * 7919 % 100003;
    assert_int_equal(gac_launch_set_buffer(o.launch, 0, out.data, out.size, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_buffer(o.launch, 1, in.data, in.size, 0),
                     GAC_OK);
    gac_run_options how = {.size = sizeof how,
                           .global = {N, N},
                           .local = {TILE, TILE},
                           .threads = 1,
                           .coalesced_items = 1};
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            assert_int_equal(b[y * N + x], relaxed(a, x, y));
    guarded_free(&out);
    guarded_free(&in);
    close_kernel(&o);
}

static void test_front(void **state)
{
    (void)state;
    run(GAC_CPU_BEST);
    run(GAC_CPU_AVX2);
    run(GAC_CPU_BASELINE);
}

/* -- groups of 21 ---------------------------------------------------------- */

/* All but the last of a group's items store to local memory, and read it. */
static const char groups[] =
    "OpCapability Addresses\n"
    "OpCapability Kernel\n"
    "OpMemoryModel Physical64 OpenCL\n"
    "OpEntryPoint Kernel %main \"groups\" %lid\n"
    "OpDecorate %lid BuiltIn LocalInvocationId\n"
    "%void = OpTypeVoid\n"
    "%uint = OpTypeInt 32 0\n"
    "%ulong = OpTypeInt 64 0\n"
    "%bool = OpTypeBool\n"
    "%v3 = OpTypeVector %ulong 3\n"
    "%zero = OpConstant %uint 0\n"
    "%most = OpConstant %ulong 21\n"
    "%array = OpTypeArray %uint %most\n"
    "%input = OpTypePointer Input %v3\n"
    "%global = OpTypePointer CrossWorkgroup %uint\n"
    "%local = OpTypePointer Workgroup %uint\n"
    "%arrays = OpTypePointer Workgroup %array\n"
    "%lid = OpVariable %input Input\n"
    "%own = OpVariable %arrays Workgroup\n"
    "%type = OpTypeFunction %void %global %ulong\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %global\n"
    "%n = OpFunctionParameter %ulong\n"
    "%start = OpLabel\n"
    "%ids = OpLoad %v3 %lid\n"
    "%l = OpCompositeExtract %ulong %ids 0\n"
    "%less = OpULessThan %bool %l %n\n"
    "OpBranchConditional %less %some %end\n"
    "%some = OpLabel\n"
    "%l32 = OpUConvert %uint %l\n"
    "%x = OpIMul %uint %l32 %l32\n"
    "%at = OpInBoundsPtrAccessChain %local %own %zero %l\n"
    "OpStore %at %x\n"
    "%y = OpLoad %uint %at\n"
    "%to = OpInBoundsPtrAccessChain %global %out %l\n"
    "OpStore %to %y\n"
    "OpBranch %end\n"
    "%end = OpLabel\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

/* Memory at multiples of 128: little of it is left behind what is wanted. */
static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    void *own = NULL;
    (void)user;
    if (new_size && posix_memalign(&own, 128, new_size) != 0)
        return NULL;
    if (own && old)
        memcpy(own, old, old_size < new_size ? old_size : new_size);
    free(old);
    return own;
}

static void test_behind_mask(void **state)
{
    const gac_context_options options = {.size = sizeof options,
                                         .allocator = {resize, NULL}};
    const gac_run_options how = {.size = sizeof how,
                                 .global = {2100},
                                 .local = {21},
                                 .threads = 1,
                                 .strip_lanes = 128};
    uint32_t out[21] = {0};
    const uint64_t most = 20;
    opened_kernel o;
    (void)state;
    assert_int_equal(gac_context_create(&options, &o.context), GAC_OK);
    assert_int_equal(gac_input_load_memory(o.context, groups, sizeof groups - 1,
                                           NULL, &o.input),
                     GAC_OK);
    finish_kernel(&o, NULL);
    assert_int_equal(gac_launch_set_buffer(o.launch, 0, out, sizeof out, 0),
                     GAC_OK);
    assert_int_equal(gac_launch_set_value(o.launch, 1, &most, sizeof most),
                     GAC_OK);
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
    for (uint32_t k = 0; k < 21; k++)
        assert_int_equal(out[k], k < most ? k * k : 0);
    close_kernel(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_front),
                                       cmocka_unit_test(test_behind_mask)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
