/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses of a strip, of which one element alone is out of bounds: between
 * indices that rise, but not at the edges (src/exec/patterns.inc); at an index
 * that wraps (access.h); in a gather from within a buffer. The elements beside
 * it are inside, and so is what a wrong sum would lead to. */
#include "../launch_helper.h"

#define ITEMS 128u

#define PROLOGUE                                                               \
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"        \
    "OpMemoryModel Physical64 OpenCL\n"                                        \
    "OpEntryPoint Kernel %main \"k\" %id\n"                                    \
    "OpDecorate %id BuiltIn GlobalInvocationId\n"                              \
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"    \
    "%bool = OpTypeBool\n%v3 = OpTypeVector %ulong 3\n"                        \
    "%input = OpTypePointer Input %v3\n"                                       \
    "%words = OpTypePointer CrossWorkgroup %uint\n"                            \
    "%byte = OpTypeInt 8 0\n%bytes = OpTypePointer CrossWorkgroup %byte\n"     \
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"                     \
    "%u16 = OpConstant %uint 16\n"                                             \
    "%u112 = OpConstant %uint 112\n%l1 = OpConstant %ulong 1\n"                \
    "%id = OpVariable %input Input\n"                                          \
    "%type = OpTypeFunction %void %words %words %words %uint\n"                \
    "%main = OpFunction %void None %type\n"                                    \
    "%out = OpFunctionParameter %words\n%x = OpFunctionParameter %words\n"     \
    "%in = OpFunctionParameter %words\n%n = OpFunctionParameter %uint\n"       \
    "%start = OpLabel\n%ids = OpLoad %v3 %id\n"                                \
    "%g = OpCompositeExtract %ulong %ids 0\n%i = OpUConvert %uint %g\n"        \
    "%to = OpInBoundsPtrAccessChain %words %out %g\n"
#define END "OpStore %to %v Aligned 4\nOpReturn\nOpFunctionEnd\n"

/* x has n_x elements; the result of the run. */
static gac_result run_items(const char *text, gac_cpu_level level,
                            uint32_t *out, uint32_t *x, size_t n_x,
                            uint32_t *in, uint32_t n)
{
    const gac_run_options how = {
        .size = sizeof how, .global = {ITEMS}, .local = {ITEMS}, .threads = 1};
    opened_kernel o = open_at(text, level);
    set_buffer(&o, 0, out, ITEMS * sizeof *out);
    set_buffer(&o, 1, x, n_x * sizeof *x);
    set_buffer(&o, 2, in, ITEMS * sizeof *in);
    assert_int_equal(gac_launch_set_value(o.launch, 3, &n, sizeof n), GAC_OK);
    gac_result result = gac_launch_run(o.launch, &how, NULL);
    close_kernel(&o);
    return result;
}

/* -- edges ----------------------------------------------------------------- */

/* out[i] = (x + 1)[condition ? i + 1 : (int)n] */
#define EDGE(condition)                                                        \
    PROLOGUE "%base = OpInBoundsPtrAccessChain %words %x %l1\n"                \
             "%next = OpIAdd %uint %i %u1\n%inner = " condition                \
             "\n%at = OpSelect %uint %inner %next %n\n"                        \
             "%long = OpSConvert %ulong %at\n"                                 \
             "%from = OpInBoundsPtrAccessChain %words %base %long\n"           \
             "%v = OpLoad %uint %from Aligned 4\n" END
static const char last_edge[] = EDGE("OpULessThan %bool %i %u112");
static const char first_edge[] = EDGE("OpUGreaterThanEqual %bool %i %u16");

/* The 16 lanes at an edge all access (x + 1)[n]; x has n_x elements. */
static void run_edge(gac_cpu_level level, bool last, int n, size_t n_x,
                     gac_result wanted)
{
    uint32_t out[ITEMS] = {0}, x[ITEMS + 2], in[ITEMS] = {0};
    for (uint32_t i = 0; i < ITEMS + 2; i++)
        x[i] = i * 12345 + 1;
    assert_int_equal(run_items(last ? last_edge : first_edge, level, out, x,
                               n_x, in, (uint32_t)n),
                     wanted);
    for (int i = 0; !wanted && i < (int)ITEMS; i++) {
        bool is_inner = last ? i < 112 : i >= 16;
        assert_int_equal(out[i], x[is_inner ? i + 2 : n + 1]);
    }
}

static void run_edges(gac_cpu_level level)
{
    /* The greatest index is inside, at the last edge; the least one is at the
     * first edge. */
    run_edge(level, true, 0, 113, GAC_ERR_TRAP);
    run_edge(level, true, 0, 114, GAC_OK);
    run_edge(level, true, 115, 116, GAC_ERR_TRAP);
    run_edge(level, true, 115, 117, GAC_OK);
    run_edge(level, false, -2, ITEMS + 2, GAC_ERR_TRAP);
    run_edge(level, false, -1, ITEMS + 2, GAC_OK);
}

static void test_edges(void **state)
{
    (void)state;
    at_each_level(run_edges);
}

/* -- a sum that wraps ------------------------------------------------------ */

/* out[i] = (x + 1)[(ulong)(in[i] + n)]: with n = -1, in[i] = 0 leads to element
 * 2^32 - 1, not to x[0]. */
static const char wraps[] =
    PROLOGUE "%base = OpInBoundsPtrAccessChain %words %x %l1\n"
             "%ain = OpInBoundsPtrAccessChain %words %in %g\n"
             "%own = OpLoad %uint %ain Aligned 4\n%sum = OpIAdd %uint %own %n\n"
             "%long = OpUConvert %ulong %sum\n"
             "%from = OpPtrAccessChain %words %base %long\n"
             "%v = OpLoad %uint %from Aligned 4\n" END;

static void run_wraps(gac_cpu_level level)
{
    for (uint32_t most = 0; most < 2; most++) {
        uint32_t out[ITEMS] = {0}, x[ITEMS + 1], in[ITEMS];
        for (uint32_t i = 0; i <= ITEMS; i++)
            x[i] = i * 12345 + 1;
        for (uint32_t i = 0; i < ITEMS; i++)
            in[i] = most && i == 77 ? 0 : i * 7 % 64 + 1;
        assert_int_equal(
            run_items(wraps, level, out, x, ITEMS + 1, in, UINT32_MAX),
            most ? GAC_ERR_TRAP : GAC_OK);
        for (uint32_t i = 0; !most && i < ITEMS; i++)
            assert_int_equal(out[i], x[in[i]]);
    }
}

static void test_wraps(void **state)
{
    (void)state;
    at_each_level(run_wraps);
}

/* -- a gather from within a buffer ----------------------------------------- */

/* out[i] = ((uint *)((uchar *)x + n))[in[i]] + in[i] */
static const char gathers[] =
    PROLOGUE "%begin = OpUConvert %ulong %n\n%all = OpBitcast %bytes %x\n"
             "%within = OpInBoundsPtrAccessChain %bytes %all %begin\n"
             "%base = OpBitcast %words %within\n"
             "%ain = OpInBoundsPtrAccessChain %words %in %g\n"
             "%own = OpLoad %uint %ain Aligned 4\n"
             "%long = OpUConvert %ulong %own\n"
             "%from = OpPtrAccessChain %words %base %long\n"
             "%read = OpLoad %uint %from Aligned 4\n"
             "%v = OpIAdd %uint %read %own\n" END;

/* One index is that of the last element, or of the one behind it. */
static void run_gathers(gac_cpu_level level)
{
    enum { BEGIN = 1000, SIZE = 10000 };
    for (uint32_t outside = 0; outside < 2; outside++) {
        uint32_t out[ITEMS] = {0}, x[SIZE + BEGIN], in[ITEMS];
        for (uint32_t i = 0; i < SIZE + BEGIN; i++)
            x[i] = i * 12345 + 1;
        for (uint32_t i = 0; i < ITEMS; i++)
            in[i] = i * 1237 % 8000;
        in[77] = SIZE - BEGIN - 1 + outside;
        assert_int_equal(run_items(gathers, level, out, x, SIZE, in, 4 * BEGIN),
                         outside ? GAC_ERR_TRAP : GAC_OK);
        for (uint32_t i = 0; !outside && i < ITEMS; i++)
            assert_int_equal(out[i], x[BEGIN + in[i]] + in[i]);
    }
}

static void test_gathers(void **state)
{
    (void)state;
    at_each_level(run_gathers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_wraps),
        cmocka_unit_test(test_gathers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
