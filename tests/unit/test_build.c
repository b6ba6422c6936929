/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The IR builder: what it makes of small modules, what it refuses and with
 * which words, and that whatever compilers emitted for tests/kernels holds the
 * IR's invariants. What kernels compute is tests/kernels' matter. */
#include <stdarg.h>

#include "../fixtures.h"
#include "module_helper.h"

#include <gac/text.h>

#include "compile/compile.h"

#define TYPES                                                                  \
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n"           \
    "%4 = OpTypeInt 64 0\n%5 = OpTypeBool\n%6 = OpTypeFloat 32\n"              \
    "%7 = OpTypePointer CrossWorkgroup %3\n%8 = OpTypeFunction %1 %7\n"        \
    "%9 = OpConstant %3 7\n%10 = OpConstant %3 2\n%11 = OpConstantNull %3\n"   \
    "%12 = OpTypeVector %3 4\n%13 = OpTypeEvent\n"
#define KERNEL(body)                                                           \
    "%50 = OpFunction %1 None %8\n%51 = OpFunctionParameter %7\n"              \
    "%52 = OpLabel\n" body "OpReturn\nOpFunctionEnd\n"
#define ENTRY "OpEntryPoint Kernel %50 \"k\"\n"

typedef struct built {
    binary words;
    parsed module;
    gac__arena arena;
    gac_result result;
    gac__ir *ir;
} built;

/* Builds what stands in b->words. */
static void build_words(built *b, const gac_spec_value *specs, uint32_t n_specs,
                        gac__watch *watch)
{
    gac_parse_options options = {.tolerate_producers = true,
                                 .silent_producers = true};
    b->module = parse_words(&b->words, options);
    b->ir = NULL;
    gac__arena_init(&b->arena, &gac__malloc_allocator);
    b->arena.watch = watch;
    b->result = b->module.result;
    if (b->result)
        return;
    b->result =
        gac__ir_build(b->module.module, &b->module.module->entries[0], specs,
                      n_specs, (gac__variant){0}, &b->arena, &b->ir);
    if (b->result == GAC_OK)
        assert_true(gac__ir_check(b->ir));
    else
        assert_null(b->ir);
}

static void build(built *b, const char *text, const gac_spec_value *specs,
                  uint32_t n_specs)
{
    b->words = assemble(text);
    build_words(b, specs, n_specs, NULL);
    assert_int_equal(b->module.result, GAC_OK);
}

static void drop(built *b)
{
    gac__arena_free(&b->arena);
    release(&b->module);
}

/* How often an operation stands in the IR. */
static uint32_t count(const gac__ir *ir, uint16_t op)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < ir->n_blocks; k++)
        for (uint32_t p = 0; p < ir->blocks[k].n_insts; p++)
            n += ir->blocks[k].insts[p]->op == op;
    return n;
}

static const gac__ir_inst *find(const gac__ir *ir, uint16_t op)
{
    for (uint32_t k = 0; k < ir->n_blocks; k++)
        for (uint32_t p = 0; p < ir->blocks[k].n_insts; p++)
            if (ir->blocks[k].insts[p]->op == op)
                return ir->blocks[k].insts[p];
    return NULL;
}

static const gac__ir_value *stored(const gac__ir *ir)
{
    const gac__ir_inst *store = find(ir, GAC__IR_STORE);
    assert_non_null(store);
    return &ir->values[store->args[1]];
}

/* -- what is made ---------------------------------------------------------- */

static void folds_specialization(void **state)
{
    static const char text[] = PHYSICAL64 ENTRY
        "OpDecorate %20 SpecId 3\n" TYPES "%20 = OpSpecConstant %3 5\n"
        "%21 = OpSpecConstantOp %3 IMul %20 %9\n" KERNEL(
            "OpStore %51 %21 Aligned 4\n");
    gac_spec_value spec = {.id = 3, .bits = 100};
    built b;
    (void)state;
    build(&b, text, NULL, 0);
    assert_int_equal(stored(b.ir)->kind, GAC__VALUE_CONST);
    assert_int_equal(stored(b.ir)->bits, 5 * 7);
    drop(&b);
    build(&b, text, &spec, 1);
    assert_int_equal(stored(b.ir)->bits, 100 * 7);
    drop(&b);
}

static void reads_execution_modes(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY
          "OpExecutionMode %50 LocalSize 4 5 6\n"
          "OpExecutionMode %50 SubgroupSize 8\n" TYPES KERNEL(""),
          NULL, 0);
    assert_int_equal(b.ir->required_local[0], 4);
    assert_int_equal(b.ir->required_local[1], 5);
    assert_int_equal(b.ir->required_local[2], 6);
    assert_int_equal(b.ir->required_sub_group_size, 8);
    assert_int_equal(b.ir->n_params, 1);
    assert_int_equal(b.ir->params[0].kind, GAC_PARAM_GLOBAL);
    drop(&b);
}

static void inlines_calls(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY TYPES
          "%20 = OpTypeFunction %3 %3\n"
          "%30 = OpFunction %3 None %20\n%31 = OpFunctionParameter %3\n"
          "%32 = OpLabel\n%33 = OpIMul %3 %31 %31\nOpReturnValue %33\n"
          "OpFunctionEnd\n" KERNEL("%53 = OpLoad %3 %51 Aligned 4\n"
                                   "%54 = OpFunctionCall %3 %30 %53\n"
                                   "%55 = OpFunctionCall %3 %30 %54\n"
                                   "OpStore %51 %55 Aligned 4\n"),
          NULL, 0);
    assert_int_equal(count(b.ir, GAC__IR_IMUL), 2);
    assert_int_equal(count(b.ir, GAC__IR_RET), 1);
    drop(&b);
}

static void wide_switch_literals(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY TYPES
          "%20 = OpTypePointer CrossWorkgroup %4\n" KERNEL(
              "%53 = OpBitcast %20 %51\n%54 = OpLoad %4 %53 Aligned 8\n"
              "OpSwitch %54 %60 4294967298 %61 3 %60\n"
              "%61 = OpLabel\nOpStore %51 %9 Aligned 4\nOpBranch %60\n"
              "%60 = OpLabel\n"),
          NULL, 0);
    const gac__ir_inst *i = find(b.ir, GAC__IR_SWITCH);
    assert_non_null(i);
    assert_int_equal(i->n_targets, 3);
    assert_true(i->literals[0] == UINT64_C(4294967298));
    assert_true(i->literals[1] == 3);
    assert_int_equal(i->targets[0], i->targets[2]);
    drop(&b);
}

/* Arrays of more than 64 components are copied, not taken apart. */
static void large_aggregates(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY TYPES
          "%20 = OpConstant %3 1000\n"
          "%21 = OpTypeArray %3 %20\n%22 = OpTypePointer CrossWorkgroup %21\n"
          "%23 = OpConstantNull %21\n%24 = OpTypePointer Function %21\n" KERNEL(
              "%53 = OpVariable %24 Function %23\n"
              "%54 = OpBitcast %22 %51\n%55 = OpLoad %21 %54\n"
              "%56 = OpCompositeInsert %21 %9 %55 17\n"
              "OpStore %54 %56\n%57 = OpCompositeExtract %3 %56 17\n"
              "OpStore %51 %57\n"),
          NULL, 0);
    assert_true(count(b.ir, GAC__IR_COPYMEM) >= 4);
    assert_true(count(b.ir, GAC__IR_LOAD) <= 2);
    drop(&b);
}

/* A collective instruction starts a block of its own. */
static void collectives(void **state)
{
    built b;
    (void)state;
    build(&b,
          "OpCapability Groups\n" PHYSICAL64 ENTRY TYPES KERNEL(
              "%53 = OpLoad %3 %51 Aligned 4\n"
              "%54 = OpGroupIAdd %3 %10 Reduce %53\n"
              "OpControlBarrier %10 %10 %11\n"
              "OpStore %51 %54 Aligned 4\n"),
          NULL, 0);
    assert_int_equal(count(b.ir, GAC__IR_GROUP), 1);
    assert_int_equal(count(b.ir, GAC__IR_BARRIER), 1);
    drop(&b);
}

/* A use may stand before its definition in the file. */
static void blocks_in_any_order(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY TYPES
          "%50 = OpFunction %1 None %8\n%51 = OpFunctionParameter %7\n"
          "%52 = OpLabel\nOpBranch %61\n"
          "%60 = OpLabel\nOpStore %51 %62 Aligned 4\nOpReturn\n"
          "%61 = OpLabel\n%62 = OpLoad %3 %51 Aligned 4\nOpBranch %60\n"
          "OpFunctionEnd\n",
          NULL, 0);
    assert_int_equal(b.result, GAC_OK);
    assert_int_equal(stored(b.ir)->kind, GAC__VALUE_INST);
    drop(&b);
}

/* Addresses in initializers become relocations. */
static void initializers_with_addresses(void **state)
{
    built b;
    (void)state;
    build(&b,
          PHYSICAL64 ENTRY TYPES
          "%20 = OpConstant %3 4\n"
          "%21 = OpTypeArray %3 %20\n%22 = OpTypePointer CrossWorkgroup %21\n"
          "%23 = OpConstantComposite %21 %9 %10 %9 %10\n"
          "%24 = OpVariable %22 CrossWorkgroup %23\n"
          "%25 = OpSpecConstantOp %7 InBoundsPtrAccessChain %24 %11 %10\n"
          "%26 = OpTypePointer CrossWorkgroup %7\n"
          "%27 = OpVariable %26 CrossWorkgroup %25\n" KERNEL(
              "%53 = OpLoad %7 %27 Aligned 8\n"
              "OpStore %53 %9 Aligned 4\n"),
          NULL, 0);
    assert_int_equal(b.result, GAC_OK);
    assert_int_equal(b.ir->n_vars, 2);
    const gac__ir_var *pointer = &b.ir->vars[0];
    const gac__ir_var *table = &b.ir->vars[1];
    static const uint8_t bytes[16] = {7, 0, 0, 0, 2, 0, 0, 0,
                                      7, 0, 0, 0, 2, 0, 0, 0};
    assert_int_equal(pointer->n_relocs, 1);
    assert_int_equal(pointer->relocs[0].var, 1);
    assert_int_equal(pointer->relocs[0].addend, 8);
    assert_int_equal(table->size_bytes, 16);
    assert_memory_equal(table->init, bytes, 16);
    drop(&b);
}

/* -- which instruction comes of it ------------------------------------------
 */

typedef struct making {
    const char *text;
    uint16_t op;
    uint32_t sub, n_args, n_list;
} making;

#define IMPORTED(name) "OpDecorate %30 LinkageAttributes \"" name "\" Import\n"
#define TRAPPING(name)                                                         \
    PHYSICAL64 ENTRY IMPORTED(name) TYPES                                      \
        "%30 = OpFunction %1 None %2\nOpFunctionEnd\n" KERNEL(                 \
            "%53 = OpFunctionCall %1 %30\n")
/* Scopes %9 and %10: Device and Workgroup; semantics %20: AcquireRelease. */
#define ADDING(scope, semantics)                                               \
    PHYSICAL64 ENTRY TYPES                                                     \
        "%20 = OpConstant %3 8\n%21 = OpConstant %3 1\n"                       \
        "%22 = OpConstant %3 4\n" KERNEL("%53 = OpAtomicIAdd %3 %51 " scope    \
                                         " " semantics " %10\n")

static const making makings[] = {
    {TRAPPING("abort"), GAC__IR_TRAP, GAC__TRAP_ABORT, 0, 0},
    {TRAPPING("__builtin_trap"), GAC__IR_TRAP, GAC__TRAP_ABORT, 0, 0},
    {TRAPPING("llvm.trap"), GAC__IR_TRAP, GAC__TRAP_ABORT, 0, 0},
    {ADDING("%21", "%20"), GAC__IR_ATOMIC, GAC__ATOMIC_IADD, 2,
     GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE | GAC__ORDER_WIDE},
    {ADDING("%10", "%20"), GAC__IR_ATOMIC, GAC__ATOMIC_IADD, 2,
     GAC__ORDER_ACQUIRE | GAC__ORDER_RELEASE},
    {ADDING("%21", "%22"), GAC__IR_ATOMIC, GAC__ATOMIC_IADD, 2,
     GAC__ORDER_RELEASE | GAC__ORDER_WIDE},
    {ADDING("%21", "%11"), GAC__IR_ATOMIC, GAC__ATOMIC_IADD, 2,
     GAC__ORDER_WIDE},
    {"OpCapability SubgroupBallotKHR\n" HEADER
     "OpExtension \"SPV_KHR_shader_ballot\"\n"
     "OpMemoryModel Physical64 OpenCL\n" ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpSubgroupFirstInvocationKHR %3 %53\n"),
     GAC__IR_GROUP, GAC__GROUP_BROADCAST_FIRST, 1, 0},
    /* clang-22 compares bits so. */
    {PHYSICAL64 ENTRY TYPES "%20 = OpTypePointer CrossWorkgroup %6\n" KERNEL(
         "%53 = OpBitcast %20 %51\n%54 = OpLoad %6 %53\n"
         "%55 = OpIEqual %5 %54 %54\n"),
     GAC__IR_IEQ, 0, 2, 0},
    {PHYSICAL64 ENTRY
     "OpDecorate %30 LinkageAttributes "
     "\"__spirv_BuiltInGlobalLinearId\" Import\n" TYPES
     "%20 = OpTypePointer Input %4\n%30 = OpVariable %20 Input\n" KERNEL(
         "%53 = OpLoad %4 %30\n"),
     GAC__IR_BUILTIN, GAC__BUILTIN_GLOBAL_LINEAR_ID, 0, 0},
};

static void makes(void **state)
{
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(makings); k++) {
        const making *wanted = &makings[k];
        built b;
        build(&b, wanted->text, NULL, 0);
        const gac__ir_inst *made = b.ir ? find(b.ir, wanted->op) : NULL;
        if (!made || made->sub != wanted->sub || made->n_args != wanted->n_args
            || made->n_list != wanted->n_list)
            fail_msg("case %zu: result %d, sub %u, %u arguments, list %u", k,
                     b.result, made ? made->sub : 0, made ? made->n_args : 0,
                     made ? made->n_list : 0);
        drop(&b);
    }
}

#define VOTING(predicate)                                                      \
    PHYSICAL64 ENTRY IMPORTED("_Z14work_group_alli") TYPES                     \
        "%20 = OpTypeFunction %3 %3\n%21 = OpConstant %3 1\n"                  \
        "%30 = OpFunction %3 None %20\n%31 = OpFunctionParameter %3\n"         \
        "OpFunctionEnd\n" KERNEL("%53 = OpFunctionCall %3 %30 " predicate      \
                                 "\n")

/* A predicate is true unless it is 0. */
static void votes(void **state)
{
    static const char *const of[] = {VOTING("%11"), VOTING("%21"),
                                     VOTING("%10")};
    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        built b;
        build(&b, of[k], NULL, 0);
        assert_int_equal(b.result, GAC_OK);
        const gac__ir_inst *vote = find(b.ir, GAC__IR_GROUP);
        assert_non_null(vote);
        assert_int_equal(b.ir->values[vote->args[0]].bits, k != 0);
        drop(&b);
    }
}

#define POINTS_TO(types)                                                       \
    PHYSICAL64 ENTRY "%1 = OpTypeVoid\n%3 = OpTypeInt 32 0\n" types            \
                     "%7 = OpTypePointer CrossWorkgroup %5\n"                  \
                     "%8 = OpTypeFunction %1 %7\n" KERNEL("")

/* What nothing is known of has no known padding, and that is all. */
static void elements_of_odd_types(void **state)
{
    static const char *const texts[] = {
        POINTS_TO("%4 = OpTypeInt 24 0\n%5 = OpTypeStruct %3 %4\n"),
        POINTS_TO("%4 = OpTypeFloat 8\n%5 = OpTypeStruct %3 %4\n"),
        /* bfloat16 */
        POINTS_TO("!0x00040016 !4 !16 !0\n%5 = OpTypeStruct %3 %4\n"),
        POINTS_TO("%5 = OpTypeStruct %3\nOpTypeStructContinuedINTEL %3\n"),
    };
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(texts); k++) {
        built b;
        build(&b, texts[k], NULL, 0);
        assert_int_equal(b.result, GAC_OK);
        assert_null(b.ir->params[0].padding);
        drop(&b);
    }
}

/* -- what is refused ------------------------------------------------------- */

typedef struct refusal {
    const char *text;
    gac_result result;
    const char *message; /* a part of it */
} refusal;

#define CALLED                                                                 \
    "%30 = OpFunction %1 None %2\n%32 = OpLabel\n"                             \
    "%33 = OpFunctionCall %1 %31\nOpReturn\nOpFunctionEnd\n"                   \
    "%31 = OpFunction %1 None %2\n%34 = OpLabel\n"                             \
    "%35 = OpFunctionCall %1 %30\nOpReturn\nOpFunctionEnd\n"

static const refusal refusals[] = {
    {PHYSICAL64 ENTRY TYPES CALLED KERNEL("%53 = OpFunctionCall %1 %30\n"),
     GAC_ERR_UNSUPPORTED, "recursion"},
    {PHYSICAL64 ENTRY
     "OpDecorate %30 LinkageAttributes \"_Z7mysteryv\" Import\n" TYPES
     "%30 = OpFunction %1 None %2\nOpFunctionEnd\n" KERNEL(
         "%53 = OpFunctionCall %1 %30\n"),
     GAC_ERR_UNSUPPORTED, "_Z7mysteryv"},
    {PHYSICAL64 ENTRY "OpDecorate %30 LinkageAttributes "
                      "\"async_work_group_copy_D\" Import\n" TYPES
                      "%30 = OpFunction %1 None %2\nOpFunctionEnd\n" KERNEL(
                          "%53 = OpFunctionCall %1 %30\n"),
     GAC_ERR_UNSUPPORTED, "function \"async_work_group_copy_D\""},
    {PHYSICAL64 ENTRY "OpDecorate %30 LinkageAttributes "
                      "\"async_work_group_copy_2D\" Import\n" TYPES
                      "%30 = OpFunction %1 None %2\nOpFunctionEnd\n" KERNEL(
                          "%53 = OpFunctionCall %1 %30\n"),
     GAC_ERR_UNSUPPORTED, "function \"async_work_group_copy_2D\""},
    {PHYSICAL64 ENTRY
     "OpDecorate %30 LinkageAttributes \"printf\" Import\n" TYPES
     "%20 = OpTypeFunction %3\n%30 = OpFunction %3 None "
     "%20\nOpFunctionEnd\n" KERNEL("%53 = OpFunctionCall %3 %30\n"),
     GAC_ERR_INVALID, "no format"},
    {PHYSICAL64 ENTRY
     "OpDecorate %30 LinkageAttributes \"_Z9mem_fencej\" Import\n" TYPES
     "%20 = OpTypeFunction %1 %3\n%30 = OpFunction %1 None %20\n"
     "%31 = OpFunctionParameter %3\nOpFunctionEnd\n" KERNEL(
         "%53 = OpFunctionCall %1 %30\n"),
     GAC_ERR_INVALID, "passes 0 arguments to function %30, which has 1"},
    {PHYSICAL64 ENTRY
     "OpDecorate %30 LinkageAttributes \"_Z9mem_fencej\" Import\n" TYPES
     "%20 = OpTypeFunction %1 %3\n%30 = OpFunction %1 None %20\n"
     "%31 = OpFunctionParameter %3\nOpFunctionEnd\n" KERNEL(
         "%53 = OpFunctionCall %1 %30 %9 %9\n"),
     GAC_ERR_INVALID, "passes 2 arguments to function %30, which has 1"},
    {PHYSICAL64 ENTRY TYPES "%20 = OpTypeFunction %1 %3\n" KERNEL(
         "%53 = OpFunctionCall %1 %30\n") "%30 = OpFunction %1 None %20\n%31 = "
                                          "OpFunctionParameter %3\n"
                                          "%32 = "
                                          "OpLabel\nOpReturn\nOpFunctionEnd\n",
     GAC_ERR_INVALID, "passes 0 arguments to function %30, which has 1"},
    {PHYSICAL64 ENTRY TYPES "%20 = OpTypeFunction %1 %3\n" KERNEL(
         "%53 = OpFunctionCall %1 %30 %9 %9\n") "%30 = OpFunction %1 None "
                                                "%20\n%31 = "
                                                "OpFunctionParameter %3\n"
                                                "%32 = "
                                                "OpLabel\nOpReturn\nOpFunctionE"
                                                "nd\n",
     GAC_ERR_INVALID, "passes 2 arguments to function %30, which has 1"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpIAdd %3 %9 %99\n"), GAC_ERR_INVALID,
     "%99"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpIAdd %3 %9 %3\n"), GAC_ERR_INVALID,
     "not a value"},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpConstant %6 1\n" KERNEL("%53 = OpIAdd %3 %9 %20\n"),
     GAC_ERR_INVALID, "do not fit"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpFAdd %3 %9 %9\n"), GAC_ERR_INVALID,
     "do not fit"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpIAdd %12 %9 %9\n"), GAC_ERR_INVALID,
     "4 components"},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpTypeVector %6 4\n%21 = OpConstant %6 1\n" KERNEL(
         "%53 = OpVectorTimesScalar %20 %21 %21\n"),
     GAC_ERR_INVALID, "not a vector"},
    {PHYSICAL64 ENTRY
     "OpDecorate %20 LinkageAttributes \"get_global_id\" Import\n" TYPES
     "%14 = OpTypePointer Input %4\n%20 = OpVariable %14 Input\n" KERNEL(
         "%53 = OpLoad %4 %20\n"),
     GAC_ERR_UNSUPPORTED, "no builtin"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpLoad %3 %9\n"), GAC_ERR_INVALID,
     "no pointer"},
    {PHYSICAL64 ENTRY TYPES KERNEL("%53 = OpCompositeExtract %3 %9 0\n"),
     GAC_ERR_INVALID, "no member 0"},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpIAdd %3 %54 %9\n%54 = OpIAdd %3 %9 %9\n"),
     GAC_ERR_INVALID, "no value"},
    {PHYSICAL64 ENTRY TYPES "%20 = OpConstantTrue %5\n" KERNEL(
         "OpBranchConditional %20 %60 %61\n"
         "%60 = OpLabel\n%62 = OpLoad %3 %51\nOpBranch %63\n"
         "%61 = OpLabel\nOpBranch %63\n"
         "%63 = OpLabel\nOpStore %51 %62\n"),
     GAC_ERR_INVALID, "does not reach"},
    {PHYSICAL64 ENTRY TYPES "%20 = OpConstantTrue %5\n" KERNEL(
         "OpBranchConditional %20 %60 %61\n"
         "%60 = OpLabel\nOpBranch %61\n"
         "%61 = OpLabel\n%62 = OpPhi %3 %9 %60\n"),
     GAC_ERR_INVALID, "predecessors"},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpSpecConstantOp %3 IAdd %9 %20\n" KERNEL("OpStore %51 %20\n"),
     GAC_ERR_INVALID, "depends on itself"},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpGroupNonUniformIAdd %3 %9 ClusteredReduce %53 %53\n"),
     GAC_ERR_UNSUPPORTED, "not a constant"},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpGroupNonUniformIAdd %3 %9 ClusteredReduce %53\n"),
     GAC_ERR_INVALID, "ClusteredReduce without a ClusterSize."},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpGroupNonUniformIAdd %3 %10 ClusteredReduce %53 %9\n"),
     GAC_ERR_INVALID, "a ClusterSize of 7, which is no power of 2."},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpGroupNonUniformRotateKHR %3 %10 %53 %10 %11\n"),
     GAC_ERR_INVALID, "a ClusterSize of 0, which is no power of 2."},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpTypePointer Function %3\n%21 = OpTypeFunction %1 %20\n"
     "%50 = OpFunction %1 None %21\n%51 = OpFunctionParameter %20\n"
     "%52 = OpLabel\nOpReturn\nOpFunctionEnd\n",
     GAC_ERR_UNSUPPORTED, "points to storage class Function."},
    {PHYSICAL64 ENTRY TYPES
     "!0x00040016 %20 !16 !0\n" KERNEL("%53 = OpUndef %20\n"),
     GAC_ERR_UNSUPPORTED, "floats of encoding BFloat16KHR (%20)."},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpTypePointer Generic %3\n%21 = OpVariable %20 Generic\n" KERNEL(
         "%53 = OpLoad %3 %21\n"),
     GAC_ERR_UNSUPPORTED, "variable of storage class Generic (%21)."},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpConstant %3 5\n" KERNEL("OpControlBarrier %20 %20 %20\n"),
     GAC_ERR_UNSUPPORTED, "a barrier of scope QueueFamily."},
    {PHYSICAL64 ENTRY TYPES "%20 = OpConstant %3 5\n" KERNEL(
         "%53 = OpLoad %3 %51\n%54 = OpGroupIAdd %3 %20 Reduce %53\n"),
     GAC_ERR_UNSUPPORTED, "a group operation of scope QueueFamily."},
    {PHYSICAL64 ENTRY TYPES KERNEL(
         "%53 = OpLoad %3 %51\n%54 = OpCopyObject %50 %53\n"),
     GAC_ERR_INVALID, "not a type"},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpTypeInt 24 0\n" KERNEL("%53 = OpUConvert %20 %9\n"),
     GAC_ERR_UNSUPPORTED, "Not supported: integers of 24 bits."},
    {PHYSICAL64 ENTRY TYPES
     "%20 = OpConstant %4 1152921504606846976\n"
     "%21 = OpTypeArray %12 %20\n%22 = OpTypePointer Function %21\n" KERNEL(
         "%53 = OpVariable %22 Function\n"),
     GAC_ERR_LIMIT, "size"},
    {"OpCapability GroupNonUniformBallot\nOpCapability "
     "GroupNonUniformClustered\n" PHYSICAL64 ENTRY TYPES
     "%20 = OpConstant %3 3\n" KERNEL(
         "%53 = OpLoad %3 %51\n"
         "%54 = OpCompositeConstruct %12 %53 %53 %53 %53\n"
         "%55 = OpGroupNonUniformBallotBitCount %3 %20 ClusteredReduce %54\n"
         "OpStore %51 %55\n"),
     GAC_ERR_UNSUPPORTED, "group operation ClusteredReduce"},
    {HEADER "%40 = OpExtInstImport \"OpenCL.std\"\n"
            "OpMemoryModel Physical64 OpenCL\n" ENTRY TYPES
            "%20 = OpTypeVector %3 2\n%21 = OpConstantNull %20\n"
            "%22 = OpConstantNull %12\n" KERNEL(
                "%53 = OpExtInst %12 %40 shuffle2 %21 %22 %22\n"),
     GAC_ERR_INVALID, "not of one type"},
    {HEADER "OpMemoryModel Logical OpenCL\n" ENTRY TYPES KERNEL(""),
     GAC_ERR_UNSUPPORTED, "logical"},
};

static void refuses_with_words(void **state)
{
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(refusals); k++) {
        built b;
        build(&b, refusals[k].text, NULL, 0);
        const log *l = b.module.log;
        const char *said = l->n ? l->items[0].message : "nothing";
        if (b.result != refusals[k].result || l->n != 1
            || !strstr(said, refusals[k].message))
            fail_msg("case %zu: result %d, %u messages, first \"%s\"", k,
                     b.result, l->n, said);
        drop(&b);
    }
}

/* Selectors that an assembler would not take: no integer, or not as wide as the
 * cases are; by the parser or by the builder. */
static void refuses_switches(void **state)
{
    (void)state;
    enum { INT, LONG, FLOAT, BOOL, VECTOR, N_SELECTORS };
    for (uint32_t written = INT; written <= LONG; written++)
        for (uint32_t put = INT; put < N_SELECTORS; put++) {
            built b;
            b.words =
                assemble(written == LONG ? PHYSICAL64 ENTRY TYPES
                             "%30 = OpConstant %3 1\n%31 = OpConstant %4 1\n"
                             "%32 = OpConstant %6 1\n%33 = OpConstantTrue %5\n"
                             "%34 = OpConstantNull %12\n" KERNEL(
                                 "OpSwitch %31 %60 1 %61\n%61 = OpLabel\n"
                                 "OpBranch %60\n%60 = OpLabel\n")
                                         : PHYSICAL64 ENTRY TYPES
                             "%30 = OpConstant %3 1\n%31 = OpConstant %4 1\n"
                             "%32 = OpConstant %6 1\n%33 = OpConstantTrue %5\n"
                             "%34 = OpConstantNull %12\n" KERNEL(
                                 "OpSwitch %30 %60 1 %61\n%61 = OpLabel\n"
                                 "OpBranch %60\n%60 = OpLabel\n"));
            uint32_t head = (written == LONG ? 6u : 5u) << 16 | SpvOpSwitch;
            for (size_t w = 5; w < b.words.n; w++)
                if (b.words.words[w] == head)
                    b.words.words[w + 1] = 30 + put;
            build_words(&b, NULL, 0, NULL);
            if ((b.result == GAC_OK) != (written == put))
                fail_msg("cases of %u, selector %u: result %d", written, put,
                         b.result);
            drop(&b);
        }
}

static void refuses_capabilities(void **state)
{
    binary words;
    parsed p = parse_good(&words, "OpCapability Pipes\n"
                                  "OpCapability DeviceEnqueue\n" PHYSICAL64);
    (void)state;
    assert_int_equal(gac__program_check(p.module), GAC_ERR_UNSUPPORTED);
    assert_int_equal(p.log->n, 2);
    assert_non_null(strstr(p.log->items[0].message, "Pipes"));
    assert_non_null(strstr(p.log->items[1].message, "DeviceEnqueue"));
    release(&p);
}

/* Calls that double at every level end at the limit, not in an hour. */
static void limits_doubling_calls(void **state)
{
    static char text[65536];
    size_t at =
        (size_t)snprintf(text, sizeof text, "%s", PHYSICAL64 ENTRY TYPES);
    built b;
    (void)state;
    for (int k = 0; k < 40; k++)
        at +=
            (size_t)snprintf(text + at, sizeof text - at,
                             "%%%d = OpFunction %%1 None %%2\n%%%d = OpLabel\n",
                             100 + k, 200 + k),
            at +=
            (size_t)(k == 0 ? 0
                            : snprintf(text + at, sizeof text - at,
                                       "%%%d = OpFunctionCall %%1 %%%d\n%%%d = "
                                       "OpFunctionCall %%1 %%%d\n",
                                       300 + k, 99 + k, 400 + k, 99 + k)),
            at += (size_t)snprintf(text + at, sizeof text - at,
                                   "OpReturn\nOpFunctionEnd\n");
    snprintf(text + at, sizeof text - at, "%s",
             KERNEL("%53 = OpFunctionCall %1 %139\n"));
    build(&b, text, NULL, 0);
    assert_int_equal(b.result, GAC_ERR_LIMIT);
    drop(&b);
}

/* Each operand that is looked at is a step for the watch. */
static void watches_operands(void **state)
{
    enum { N = 3000 };
    static char text[65536];
    static const char *const elements[] = {
        "%20 = OpTypeStruct\n%21 = OpConstantNull %20\n",
        "%20 = OpTypeInt 16 0\n%21 = OpUndef %20\n",
    };
    (void)state;
    for (size_t k = 0; k < GAC__COUNT_OF(elements); k++) {
        gac__watch watch = {.left = UINT32_MAX};
        built b;
        int at = snprintf(text, sizeof text, "%s%s%s", PHYSICAL64 ENTRY TYPES,
                          elements[k],
                          "%22 = OpConstant %3 3000\n"
                          "%23 = OpTypeArray %20 %22\n"
                          "%24 = OpTypePointer Workgroup %23\n"
                          "%25 = OpConstantComposite %23");
        for (int n = 0; n < N; n++)
            at += snprintf(text + at, sizeof text - (size_t)at, " %s", "%21");
        snprintf(text + at, sizeof text - (size_t)at, "%s%s",
                 "\n%26 = OpVariable %24 Workgroup %25\n",
                 k ? KERNEL("%53 = OpBitcast %7 %26\n")
                   : KERNEL("%53 = OpCompositeExtract %20 %25 0\n"));
        b.words = assemble(text);
        build_words(&b, NULL, 0, &watch);
        assert_int_equal(b.result, GAC_OK);
        assert_true(UINT32_MAX - watch.left >= N);
        drop(&b);
    }
}

/* So is each instruction that continues a composite, without operands, too. */
static void watches_continuations(void **state)
{
    enum { N = 3000 };
    static char text[N * 40 + 4096];
    gac__watch watch = {.left = UINT32_MAX};
    built b;
    (void)state;
    int at =
        snprintf(text, sizeof text, "%s",
                 PHYSICAL64 ENTRY TYPES "%20 = OpTypeStruct %3\n"
                                        "%21 = OpConstantComposite %20 %9\n");
    for (int n = 0; n < N; n++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s",
                       "OpConstantCompositeContinuedINTEL\n");
    snprintf(text + at, sizeof text - (size_t)at, "%s",
             KERNEL("%53 = OpCompositeExtract %3 %21 0\n"));
    b.words = assemble(text);
    build_words(&b, NULL, 0, &watch);
    assert_int_equal(b.result, GAC_OK);
    assert_true(UINT32_MAX - watch.left >= N);
    drop(&b);
}

/* Memory that ends anywhere gives GAC_ERR_MEMORY and nothing worse. */
static void runs_out_of_memory(void **state)
{
    static const char *const paths[] = {
        "tests/instructions/composites.spvasm",
        "tests/instructions/large_values.spvasm",
        "tests/instructions/imported_builtins.spvasm",
        "tests/kernels/control/irreducible.clang14.O0.64.spvasm",
    };
    gac_context *context;
    (void)state;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    for (size_t k = 0; k < GAC__COUNT_OF(paths); k++) {
        gac_assembly *assembly;
        gac_module *m;
        size_t size, done = 0;
        assert_int_equal(
            gac_assemble_file(context, fixture_path(paths[k]), NULL, &assembly),
            GAC_OK);
        const void *data = gac_assembly_data(assembly, &size);
        assert_int_equal(gac_module_parse(context, data, size, NULL, &m),
                         GAC_OK);
        for (size_t bytes = 64; bytes < 4u << 20; bytes += bytes / 40 + 64) {
            gac__arena arena;
            gac__ir *ir;
            gac__arena_init(&arena, &gac__malloc_allocator);
            arena.max_bytes = bytes;
            gac_result result = gac__ir_build(m, &m->entries[0], NULL, 0,
                                              (gac__variant){0}, &arena, &ir);
            assert_true(result == GAC_OK || result == GAC_ERR_MEMORY);
            done += result == GAC_OK;
            gac__arena_free(&arena);
        }
        assert_true(done > 0);
        gac_module_destroy(m);
        gac_assembly_destroy(assembly);
    }
    gac_context_destroy(context);
}

/* -- every module of the kernel tests -------------------------------------- */

static void build_file(gac_context *context, const char *path)
{
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_assembly *assembly;
    gac_module *m;
    size_t size;
    if (strstr(path, "/refused/") != NULL)
        return;
    assert_int_equal(gac_assemble_file(context, path, NULL, &assembly), GAC_OK);
    const void *data = gac_assembly_data(assembly, &size);
    assert_int_equal(gac_module_parse(context, data, size, &parse, &m), GAC_OK);
    assert_int_equal(gac__program_check(m), GAC_OK);
    for (uint32_t k = 0; k < m->n_entries; k++) {
        gac__arena arena;
        gac__ir *ir;
        gac__arena_init(&arena, &gac__malloc_allocator);
        gac_result result = gac__ir_build(m, &m->entries[k], NULL, 0,
                                          (gac__variant){0}, &arena, &ir);
        if (result != GAC_OK || !gac__ir_check(ir))
            fail_msg("%s: %s", path, gac_result_text(result));
        if (gac__ir_optimize(ir) != GAC_OK || !gac__ir_check(ir))
            fail_msg("%s: the passes broke the IR", path);
        gac__arena_free(&arena);
    }
    gac_module_destroy(m);
    gac_assembly_destroy(assembly);
}

static void compilers_modules(void **state)
{
    gac_context *context;
    glob_t files;
    (void)state;
    assert_int_equal(gac_context_create(NULL, &context), GAC_OK);
    assert_int_equal(fixtures_glob("tests/kernels/*/*.spvasm", 0, &files), 0);
    size_t step = getenv("GAC_TEST_QUICK") ? 7 : 1;
    for (size_t k = 0; k < files.gl_pathc; k += step)
        build_file(context, files.gl_pathv[k]);
    globfree(&files);
    gac_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_specialization),
        cmocka_unit_test(reads_execution_modes),
        cmocka_unit_test(inlines_calls),
        cmocka_unit_test(wide_switch_literals),
        cmocka_unit_test(large_aggregates),
        cmocka_unit_test(collectives),
        cmocka_unit_test(blocks_in_any_order),
        cmocka_unit_test(initializers_with_addresses),
        cmocka_unit_test(makes),
        cmocka_unit_test(votes),
        cmocka_unit_test(elements_of_odd_types),
        cmocka_unit_test(refuses_with_words),
        cmocka_unit_test(refuses_switches),
        cmocka_unit_test(refuses_capabilities),
        cmocka_unit_test(limits_doubling_calls),
        cmocka_unit_test(watches_operands),
        cmocka_unit_test(watches_continuations),
        cmocka_unit_test(runs_out_of_memory),
        cmocka_unit_test(compilers_modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
