/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomics of several threads, of which each lane's is done alone: a strip's
 * lanes are in two buffers (src/exec/atomics.c). No increment is lost. */
#include "../launch_helper.h"

#define ITEMS (1u << 18)

/* atomic_inc(i & 1 ? out : x) */
static const char text[] =
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"
    "OpMemoryModel Physical64 OpenCL\n"
    "OpEntryPoint Kernel %main \"k\" %id\n"
    "OpDecorate %id BuiltIn GlobalInvocationId\n"
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"
    "%bool = OpTypeBool\n%v3 = OpTypeVector %ulong 3\n"
    "%input = OpTypePointer Input %v3\n"
    "%words = OpTypePointer CrossWorkgroup %uint\n"
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"
    "%id = OpVariable %input Input\n"
    "%type = OpTypeFunction %void %words %words\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %words\n%x = OpFunctionParameter %words\n"
    "%start = OpLabel\n%ids = OpLoad %v3 %id\n"
    "%g = OpCompositeExtract %ulong %ids 0\n%i = OpUConvert %uint %g\n"
    "%low = OpBitwiseAnd %uint %i %u1\n%odd = OpINotEqual %bool %low %u0\n"
    "%to = OpSelect %words %odd %out %x\n"
    "%v = OpAtomicIIncrement %uint %to %u1 %u0\n"
    "OpReturn\nOpFunctionEnd\n";

static void run_threads(gac_cpu_level level)
{
    const gac_run_options how = {
        .size = sizeof how, .global = {ITEMS}, .local = {64}, .threads = 4};
    uint32_t odd = 0, even = 0;
    opened_kernel o = open_at(text, level);
    set_buffer(&o, 0, &odd, sizeof odd);
    set_buffer(&o, 1, &even, sizeof even);
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
    close_kernel(&o);
    assert_int_equal(odd, ITEMS / 2);
    assert_int_equal(even, ITEMS / 2);
}

static void test_threads(void **state)
{
    (void)state;
    at_each_level(run_threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
