/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emission (src/compile/emit): kernels whose lane programs need care with
 * registers, at all levels, against the same computation in C: cycles among
 * phis, loads that would overwrite another one's index, address or result,
 * conditions that are memory operands. */
#include <string.h>

#include "../launch_helper.h"

#define ITEMS 192u

#define PROLOGUE                                                               \
    "OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"        \
    "OpMemoryModel Physical64 OpenCL\n"                                        \
    "OpEntryPoint Kernel %main \"k\" %id %lid\n"                               \
    "OpDecorate %id BuiltIn GlobalInvocationId\n"                              \
    "OpDecorate %lid BuiltIn LocalInvocationId\n"                              \
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n"                             \
    "%ulong = OpTypeInt 64 0\n%bool = OpTypeBool\n"                            \
    "%v3 = OpTypeVector %ulong 3\n%input = OpTypePointer Input %v3\n"          \
    "%v4 = OpTypeVector %uint 4\n"                                             \
    "%words = OpTypePointer CrossWorkgroup %uint\n"                            \
    "%vectors = OpTypePointer CrossWorkgroup %v4\n"                            \
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"                     \
    "%u3 = OpConstant %uint 3\n%u5 = OpConstant %uint 5\n"                     \
    "%u7 = OpConstant %uint 7\n%u63 = OpConstant %uint 63\n"                   \
    "%l0 = OpConstant %ulong 0\n%l1 = OpConstant %ulong 1\n"                   \
    "%l2 = OpConstant %ulong 2\n%l3 = OpConstant %ulong 3\n"                   \
    "%l64 = OpConstant %ulong 64\n"                                            \
    "%id = OpVariable %input Input\n%lid = OpVariable %input Input\n"
#define BEGIN                                                                  \
    "%start = OpLabel\n%ids = OpLoad %v3 %id\n"                                \
    "%g = OpCompositeExtract %ulong %ids 0\n%i = OpUConvert %uint %g\n"
/* sum = before * 5 + value */
#define ADD(sum, before, value)                                                \
    "%t" sum " = OpIMul %uint %" before " %u5\n"                               \
    "%" sum " = OpIAdd %uint %t" sum " %" value "\n"
#define END "OpReturn\nOpFunctionEnd\n"

static void run_items(const opened_kernel *o)
{
    const gac_run_options how = {
        .size = sizeof how, .global = {ITEMS}, .local = {64}, .threads = 1};
    assert_int_equal(gac_launch_run(o->launch, &how, NULL), GAC_OK);
}

/* -- cycles among phis ----------------------------------------------------- */

#define PHI(type, name, first, next)                                           \
    "%" name " = OpPhi %" type " %" first " %start %" next " %body\n"
/* out[i * 8 + n] = value */
#define STORE(n, value)                                                        \
    "%j" #n " = OpIAdd %uint %i8 %c" #n "\n"                                   \
    "%p" #n " = OpInBoundsPtrAccessChain %words %out %j" #n "\n"               \
    "OpStore %p" #n " %" value "\n"

/* Three values that lanes share and three that they do not change places in
 * each iteration, and so do two of 64 bits of each; up to `limit` iterations.
 */
/* clang-format off */
#define CYCLES(limit)                                                          \
    PROLOGUE                                                                   \
    "%c0 = OpConstant %uint 0\n%c1 = OpConstant %uint 1\n"                     \
    "%c2 = OpConstant %uint 2\n%c3 = OpConstant %uint 3\n"                     \
    "%c4 = OpConstant %uint 4\n%c5 = OpConstant %uint 5\n"                     \
    "%c6 = OpConstant %uint 6\n%c7 = OpConstant %uint 7\n"                     \
    "%c8 = OpConstant %uint 8\n"                                               \
    "%type = OpTypeFunction %void %words %uint %uint %uint\n"                  \
    "%main = OpFunction %void None %type\n"                                    \
    "%out = OpFunctionParameter %words\n%n = OpFunctionParameter %uint\n"      \
    "%p = OpFunctionParameter %uint\n%q = OpFunctionParameter %uint\n"         \
    BEGIN                                                                      \
    "%few = OpBitwiseAnd %uint %i %u3\n%own = OpIAdd %uint %n %few\n"          \
    "%pq = OpBitwiseXor %uint %p %q\n%i3 = OpIMul %uint %i %u3\n"              \
    "%i7 = OpIAdd %uint %i %u7\n%g3 = OpIMul %ulong %g %l3\n"                  \
    "%g64 = OpIAdd %ulong %g %l64\n%lp = OpUConvert %ulong %p\n"               \
    "%lq = OpUConvert %ulong %q\n%i8 = OpIMul %uint %i %c8\n"                  \
    "OpBranch %head\n%head = OpLabel\n"                                        \
    PHI("uint", "iteration", "u0", "more")                                     \
    PHI("uint", "a", "p", "b") PHI("uint", "b", "q", "c")                      \
    PHI("uint", "c", "pq", "a")                                                \
    PHI("ulong", "u", "lp", "v") PHI("ulong", "v", "lq", "u")                  \
    PHI("uint", "x", "i", "y") PHI("uint", "y", "i3", "z")                     \
    PHI("uint", "z", "i7", "x")                                                \
    PHI("ulong", "s", "g3", "t") PHI("ulong", "t", "g64", "s")                 \
    "%go = OpULessThan %bool %iteration %" limit "\n"                          \
    "OpLoopMerge %done %body None\n"                                           \
    "OpBranchConditional %go %body %done\n"                                    \
    "%body = OpLabel\n%more = OpIAdd %uint %iteration %u1\n"                   \
    "OpBranch %head\n"                                                         \
    "%done = OpLabel\n"                                                        \
    "%u32 = OpUConvert %uint %u\n%v32 = OpUConvert %uint %v\n"                 \
    "%s32 = OpUConvert %uint %s\n%t32 = OpUConvert %uint %t\n"                 \
    "%uv = OpIMul %uint %u32 %u3\n%uvs = OpIAdd %uint %uv %v32\n"              \
    "%st = OpIMul %uint %s32 %u3\n%sts = OpIAdd %uint %st %t32\n"              \
    STORE(0, "a") STORE(1, "b") STORE(2, "c") STORE(3, "uvs")                  \
    STORE(4, "x") STORE(5, "y") STORE(6, "z") STORE(7, "sts") END
/* clang-format on */

/* The kernel's values after n iterations. */
static void rotate(uint32_t n, uint32_t i, uint32_t p, uint32_t q,
                   uint32_t out[8])
{
    const uint32_t three[2][3] = {{p, q, p ^ q}, {i, i * 3, i + 7}};
    const uint32_t two[2][2] = {{p, q}, {i * 3, i + 64}};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t m = 0; m < 3; m++)
            out[4 * k + m] = three[k][(n + m) % 3];
        out[4 * k + 3] = two[k][n % 2] * 3 + two[k][(n + 1) % 2];
    }
}

/* `more`: the iterations that a lane's number adds. */
static void run_cycles(const char *text, uint32_t more, gac_cpu_level level)
{
    static uint32_t out[ITEMS * 8];
    const uint32_t n = 7, p = 1000003, q = 77;
    opened_kernel o = open_at(text, level);
    memset(out, 0, sizeof out);
    set_buffer(&o, 0, out, sizeof out);
    assert_int_equal(gac_launch_set_value(o.launch, 1, &n, sizeof n), GAC_OK);
    assert_int_equal(gac_launch_set_value(o.launch, 2, &p, sizeof p), GAC_OK);
    assert_int_equal(gac_launch_set_value(o.launch, 3, &q, sizeof q), GAC_OK);
    run_items(&o);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t wanted[8];
        rotate(n + (i & more), i, p, q, wanted);
        assert_memory_equal(&out[i * 8], wanted, sizeof wanted);
    }
    close_kernel(&o);
}

static void run_all_cycles(gac_cpu_level level)
{
    run_cycles(CYCLES("n"), 0, level);
    run_cycles(CYCLES("own"), 3, level);
}

static void test_cycles(void **state)
{
    (void)state;
    at_each_level(run_all_cycles);
}

/* Two loops in which two values change places; the second one takes a value of
 * the first one, too, which must not be taken for one that it writes.
 *     a, b = i, i * 3;  n times: a, b = b, a
 *     p, q, r = i + 7, i + 64, 0;  n times: p, q, r = q, p, a */
#define FROM(name, first, before, next, body)                                  \
    "%" name " = OpPhi %uint %" first " %" before " %" next " %" body "\n"
/* clang-format off */
static const char two_loops[] = PROLOGUE
    "%c64 = OpConstant %uint 64\n"
    "%type = OpTypeFunction %void %words %uint\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %words\n%n = OpFunctionParameter %uint\n" BEGIN
    "%i3 = OpIMul %uint %i %u3\n%i7 = OpIAdd %uint %i %u7\n"
    "%i64 = OpIAdd %uint %i %c64\nOpBranch %head\n"
    "%head = OpLabel\n" FROM("k", "u0", "start", "k1", "body")
    FROM("a", "i", "start", "b", "body") FROM("b", "i3", "start", "a", "body")
    "%go = OpULessThan %bool %k %n\nOpLoopMerge %between %body None\n"
    "OpBranchConditional %go %body %between\n"
    "%body = OpLabel\n%k1 = OpIAdd %uint %k %u1\nOpBranch %head\n"
    "%between = OpLabel\nOpBranch %again\n"
    "%again = OpLabel\n" FROM("p", "i7", "between", "q", "body2")
    FROM("q", "i64", "between", "p", "body2")
    FROM("r", "u0", "between", "a", "body2")
    FROM("m", "u0", "between", "m1", "body2")
    "%go2 = OpULessThan %bool %m %n\nOpLoopMerge %done %body2 None\n"
    "OpBranchConditional %go2 %body2 %done\n"
    "%body2 = OpLabel\n%m1 = OpIAdd %uint %m %u1\nOpBranch %again\n"
    "%done = OpLabel\n" ADD("s1", "p", "q") ADD("s2", "s1", "r")
    ADD("s3", "s2", "a")
    "%to = OpInBoundsPtrAccessChain %words %out %g\nOpStore %to %s3\n" END;
/* clang-format on */

static void run_two_loops(gac_cpu_level level)
{
    static uint32_t out[ITEMS];
    for (uint32_t n = 0; n < 4; n++) {
        opened_kernel o = open_at(two_loops, level);
        memset(out, 0, sizeof out);
        set_buffer(&o, 0, out, sizeof out);
        assert_int_equal(gac_launch_set_value(o.launch, 1, &n, sizeof n),
                         GAC_OK);
        run_items(&o);
        for (uint32_t i = 0; i < ITEMS; i++) {
            uint32_t a = n & 1 ? i * 3 : i, r = n ? a : 0;
            uint32_t p = n & 1 ? i + 64 : i + 7, q = n & 1 ? i + 7 : i + 64;
            assert_int_equal(out[i], ((p * 5 + q) * 5 + r) * 5 + a);
        }
        close_kernel(&o);
    }
}

static void test_two_loops(void **state)
{
    (void)state;
    at_each_level(run_two_loops);
}

/* -- mixed loads ----------------------------------------------------------- */

#define LOAD(name, base, index, part)                                          \
    "%a" name " = OpInBoundsPtrAccessChain %words %" base " %" index " %" part \
    "\n%" name " = OpLoad %uint %a" name " Aligned 4\n"

/* z[w[i]] is loaded between the members of x[i] and y[i]. Behind it, w[i] is of
 * no use, so that a later load may have its register: done earlier, with the
 * other members of its vector, it would overwrite that index. */
static const char mixed[] = PROLOGUE
    "%type = OpTypeFunction %void %words %vectors %vectors %words %words\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %words\n%x = OpFunctionParameter %vectors\n"
    "%y = OpFunctionParameter %vectors\n%z = OpFunctionParameter %words\n"
    "%w = OpFunctionParameter %words\n" BEGIN
    "%aw = OpInBoundsPtrAccessChain %words %w %g\n"
    "%j = OpLoad %uint %aw Aligned 4\n" LOAD("x0", "x", "g", "l0") LOAD(
        "y0", "y", "g",
        "l0") "%az = OpInBoundsPtrAccessChain %words %z %j\n"
              "%z0 = OpLoad %uint %az Aligned 4\n" LOAD("x1", "x", "g", "l1")
                  LOAD("y1", "y", "g", "l1") LOAD("x2", "x", "g", "l2") LOAD(
                      "y2", "y", "g", "l2") LOAD("x3", "x", "g", "l3")
                      LOAD("y3", "y", "g", "l3") ADD("s1", "x0", "y0")
                          ADD("s2", "s1", "z0") ADD("s3", "s2", "x1") ADD(
                              "s4", "s3", "y1") ADD("s5", "s4", "x2")
                              ADD("s6", "s5", "y2") ADD("s7", "s6", "x3")
                                  ADD("s8", "s7",
                                      "y3") "%to = OpInBoundsPtrAccessChain "
                                            "%words %out %g\nOpStore %to "
                                            "%s8\n" END;

static void run_mixed(gac_cpu_level level)
{
    static uint32_t out[ITEMS], x[ITEMS][4], y[ITEMS][4], z[64], w[ITEMS];
    opened_kernel o = open_at(mixed, level);
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < ITEMS; i++)
        for (uint32_t k = 0; k < 4; k++) {
            x[i][k] = i * 1000 + k;
            y[i][k] = i * 77777 + k * 3;
        }
    for (uint32_t k = 0; k < 64; k++)
        z[k] = k * 7919;
    for (uint32_t i = 0; i < ITEMS; i++)
        w[i] = i * 5 & 63;
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, x, sizeof x);
    set_buffer(&o, 2, y, sizeof y);
    set_buffer(&o, 3, z, sizeof z);
    set_buffer(&o, 4, w, sizeof w);
    run_items(&o);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t sum = x[i][0] * 5 + y[i][0];
        sum = sum * 5 + z[w[i]];
        for (uint32_t k = 1; k < 4; k++)
            sum = (sum * 5 + x[i][k]) * 5 + y[i][k];
        assert_int_equal(out[i], sum);
    }
    close_kernel(&o);
}

static void test_mixed(void **state)
{
    (void)state;
    at_each_level(run_mixed);
}

/* -- a load through pointers between members ------------------------------- */

/* out[i] = (x[i].x * 3 + (i % 2 ? y : z)[i]) * 3 + x[i].y, behind a store,
 * before which loads are not moved. Behind the second load, the addresses of
 * (i % 2 ? y : z)[i] are of no use, so that the third one may have their
 * register: done earlier, with the first, it would overwrite them. */
static const char through_pointers[] = PROLOGUE
    "%longs = OpTypePointer CrossWorkgroup %ulong\n"
    "%v2 = OpTypeVector %ulong 2\n%pairs = OpTypePointer CrossWorkgroup %v2\n"
    "%type = OpTypeFunction %void %longs %pairs %longs %longs\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %longs\n%x = OpFunctionParameter %pairs\n"
    "%y = OpFunctionParameter %longs\n%z = OpFunctionParameter %longs\n" BEGIN
    "%bit = OpBitwiseAnd %uint %i %u1\n%odd = OpINotEqual %bool %bit %u0\n"
    "%p = OpSelect %longs %odd %y %z\n"
    "%own = OpInBoundsPtrAccessChain %longs %p %g\n"
    "%to = OpInBoundsPtrAccessChain %longs %out %g\nOpStore %to %g Aligned 8\n"
    "%ax0 = OpInBoundsPtrAccessChain %longs %x %g %l0\n"
    "%x0 = OpLoad %ulong %ax0 Aligned 8\n%yz = OpLoad %ulong %own Aligned 8\n"
    "%ax1 = OpInBoundsPtrAccessChain %longs %x %g %l1\n"
    "%x1 = OpLoad %ulong %ax1 Aligned 8\n"
    "%s1 = OpIMul %ulong %x0 %l3\n%s2 = OpIAdd %ulong %s1 %yz\n"
    "%s3 = OpIMul %ulong %s2 %l3\n%s4 = OpIAdd %ulong %s3 %x1\n"
    "OpStore %to %s4 Aligned 8\n" END;

static void run_through_pointers(gac_cpu_level level)
{
    static uint64_t out[ITEMS], x[ITEMS][2], y[ITEMS], z[ITEMS];
    opened_kernel o = open_at(through_pointers, level);
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < ITEMS; i++) {
        x[i][0] = i * 1000003ull;
        x[i][1] = i * 77777ull + 5;
        y[i] = i * 7919ull;
        z[i] = i * 104729ull + 1;
    }
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, x, sizeof x);
    set_buffer(&o, 2, y, sizeof y);
    set_buffer(&o, 3, z, sizeof z);
    run_items(&o);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(out[i],
                         (x[i][0] * 3 + (i & 1 ? y : z)[i]) * 3 + x[i][1]);
    close_kernel(&o);
}

static void test_through_pointers(void **state)
{
    (void)state;
    at_each_level(run_through_pointers);
}

/* -- a load that nothing uses ---------------------------------------------- */

#define MEMBER(name, member)                                                   \
    "%a" name " = OpInBoundsAccessChain %words %own %" member "\n%" name       \
    " = OpLoad %uint %a" name " Aligned 4\n"

/* out[i] = i, behind which loads stay: of x[i].x, z[i], and the other members
 * of x[i]. Then out[i] = s3, which `sums` makes of them. */
/* clang-format off */
#define AMONG_MEMBERS(sums)                                                    \
    PROLOGUE                                                                   \
    "%type = OpTypeFunction %void %words %vectors %words\n"                    \
    "%main = OpFunction %void None %type\n"                                    \
    "%out = OpFunctionParameter %words\n%x = OpFunctionParameter %vectors\n"   \
    "%z = OpFunctionParameter %words\n" BEGIN                                  \
    "%own = OpInBoundsPtrAccessChain %vectors %x %g\n"                         \
    "%az = OpInBoundsPtrAccessChain %words %z %g\n"                            \
    "%to = OpInBoundsPtrAccessChain %words %out %g\nOpStore %to %i\n"          \
    MEMBER("x0", "l0") "%z0 = OpLoad %uint %az Aligned 4\n"                    \
    MEMBER("x1", "l1") MEMBER("x2", "l2") MEMBER("x3", "l3")                   \
    sums "OpStore %to %s3\n" END
/* clang-format on */

/* A checked run keeps the load of z[i], whose register is free behind it: the
 * load of x[i].y has it. Done later than that, behind all members of x[i], it
 * would overwrite x[i].y. */
static const char unused[] = AMONG_MEMBERS(
    ADD("s1", "x0", "x1") ADD("s2", "s1", "x2") ADD("s3", "s2", "x3"));

static void run_unused(gac_cpu_level level)
{
    static uint32_t out[ITEMS], x[ITEMS][4], z[ITEMS];
    opened_kernel o = open_at(unused, level);
    const gac_run_options how = {.size = sizeof how,
                                 .global = {ITEMS},
                                 .local = {64},
                                 .threads = 1,
                                 .checks = ""};
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < ITEMS; i++) {
        z[i] = i + 13;
        for (uint32_t k = 0; k < 4; k++)
            x[i][k] = i * 1000 + k * 7;
    }
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, x, sizeof x);
    set_buffer(&o, 2, z, sizeof z);
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_OK);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(out[i],
                         ((x[i][0] * 5 + x[i][1]) * 5 + x[i][2]) * 5 + x[i][3]);
    close_kernel(&o);
}

static void test_unused(void **state)
{
    (void)state;
    at_each_level(run_unused);
}

/* z[5] is out of bounds: the first strip ends the run. */
static void run_too_short(gac_cpu_level level)
{
    static const char used[] = AMONG_MEMBERS(ADD("s0", "x0", "z0") ADD(
        "s1", "s0", "x1") ADD("s2", "s1", "x2") ADD("s3", "s2", "x3"));
    static uint32_t out[ITEMS], x[ITEMS][4], z[5];
    const gac_run_options how = {.size = sizeof how,
                                 .global = {ITEMS},
                                 .local = {ITEMS},
                                 .strip_lanes = 64,
                                 .threads = 1};
    opened_kernel o = open_at(used, level);
    memset(out, 0, sizeof out);
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, x, sizeof x);
    set_buffer(&o, 2, z, sizeof z);
    assert_int_equal(gac_launch_run(o.launch, &how, NULL), GAC_ERR_TRAP);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], i < 64 ? i : 0);
    close_kernel(&o);
}

static void test_too_short(void **state)
{
    (void)state;
    at_each_level(run_too_short);
}

/* -- a condition in memory ------------------------------------------------- */

/* flags[l] = i % 2; out[i] = (flags[l] ? x[i] + 5 : i * 3) * 7 */
static const char conditions[] = PROLOGUE
    "%n = OpConstant %ulong 64\n%array = OpTypeArray %bool %n\n"
    "%arrays = OpTypePointer Workgroup %array\n"
    "%flag = OpTypePointer Workgroup %bool\n"
    "%flags = OpVariable %arrays Workgroup\n"
    "%type = OpTypeFunction %void %words %words\n"
    "%main = OpFunction %void None %type\n"
    "%out = OpFunctionParameter %words\n%x = OpFunctionParameter %words\n" BEGIN
    "%lids = OpLoad %v3 %lid\n%l = OpCompositeExtract %ulong %lids 0\n"
    "%at = OpInBoundsPtrAccessChain %flag %flags %l0 %l\n"
    "%odd = OpBitwiseAnd %uint %i %u1\n%is = OpINotEqual %bool %odd %u0\n"
    "OpStore %at %is\n%ax = OpInBoundsPtrAccessChain %words %x %g\n"
    "%from = OpLoad %uint %ax Aligned 4\n%was = OpLoad %bool %at\n"
    "%x5 = OpIAdd %uint %from %u5\n%i3 = OpIMul %uint %i %u3\n"
    "%one = OpSelect %uint %was %x5 %i3\n%r = OpIMul %uint %one %u7\n"
    "%to = OpInBoundsPtrAccessChain %words %out %g\nOpStore %to %r\n" END;

static void run_conditions(gac_cpu_level level)
{
    static uint32_t out[ITEMS], x[ITEMS];
    opened_kernel o = open_at(conditions, level);
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < ITEMS; i++)
        x[i] = i * 12345;
    set_buffer(&o, 0, out, sizeof out);
    set_buffer(&o, 1, x, sizeof x);
    run_items(&o);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], (i & 1 ? x[i] + 5 : i * 3) * 7);
    close_kernel(&o);
}

static void test_conditions(void **state)
{
    (void)state;
    at_each_level(run_conditions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_two_loops),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_through_pointers),
        cmocka_unit_test(test_unused),
        cmocka_unit_test(test_too_short),
        cmocka_unit_test(test_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
