/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Barriers, group operations, reductions and scans. */
#include "compile/build/build_families.h"
#include "module/reports.h"
#include "module/types.h"

/* -- for other families ---------------------------------------------------- */

void gac__build_fence(gac__builder *b, uint32_t order)
{
    gac__ty none = GAC__TY_VOID;
    gac__build_inst(b, GAC__IR_FENCE, none, none, 0, NULL)->n_list = order;
}

gac__ir_inst *gac__build_new_barrier(gac__builder *b, uint32_t scope)
{
    gac__build_collective(b);
    gac__ty none = GAC__TY_VOID;
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_BARRIER, none, none, 0, NULL);
    inst->sub = scope;
    return inst;
}

void gac__build_barrier(gac__builder *b, uint32_t scope, uint64_t semantics)
{
    if (scope == SpvScopeInvocation) {
        gac__build_fence(b, 0);
        return;
    }
    /* No barrier spans more than a work-group; clang-22 writes the memory scope
     * of work_group_barrier() as the execution scope. */
    if (scope == SpvScopeDevice || scope == SpvScopeCrossDevice)
        scope = SpvScopeWorkgroup;
    if (scope != SpvScopeWorkgroup && scope != SpvScopeSubgroup)
        gac__build_unsupported(b, "a barrier of scope %s.",
                               gac__value_in_words("Scope", scope).text);
    gac__build_new_barrier(b, scope)->imm = semantics;
}

/* Whether all work-items of the scope must arrive at the instruction: "Behavior
 * is undefined if this instruction is used in control flow that is non-uniform
 * within Execution", as OpGroup... say, and OpGroupNonUniform... do not. */
static bool all_arrive(const gac__builder *b)
{
    uint32_t opcode = b->inst.opcode;
    if (opcode == SpvOpFunctionCall)
        return b->all_arrive;
    return (opcode >= SpvOpGroupAll && opcode <= SpvOpGroupSMax)
           || (opcode >= SpvOpGroupIMulKHR
               && opcode <= SpvOpGroupLogicalXorKHR);
}

static uint32_t group_op(gac__builder *b, uint32_t op, uint32_t math,
                         uint32_t scope, int64_t imm2, gac__ty ty,
                         gac__ty result, uint32_t n, const uint32_t *args)
{
    if (scope != SpvScopeWorkgroup && scope != SpvScopeSubgroup)
        gac__build_unsupported(b, "a group operation of scope %s.",
                               gac__value_in_words("Scope", scope).text);
    gac__build_collective(b);
    gac__ir_inst *inst = gac__build_inst(b, GAC__IR_GROUP, ty, result, n, args);
    inst->sub = gac__group_sub(op, math);
    inst->imm = scope;
    inst->imm2 = imm2;
    inst->flags |= all_arrive(b) ? GAC__IR_ALL_ARRIVE : 0;
    return inst->result;
}

/* Branches to blocks[0] if the scope is `scope`, else to blocks[1]. */
static void branch_on_scope(gac__builder *b, uint32_t value, uint32_t scope,
                            uint32_t blocks[2])
{
    uint32_t is = gac__build_2_const(b, GAC__IR_IEQ, GAC__TY_I32, value, scope);
    blocks[0] = gac__build_new_block(b);
    blocks[1] = gac__build_new_block(b);
    gac__build_branch_on(b, is, blocks[0], blocks[1]);
}

/* For a dynamic scope, the operation is appended for each scope, behind a
 * branch. */
uint32_t gac__build_group_op(gac__builder *b, uint32_t op, uint32_t math,
                             uint32_t scope, int64_t imm2, gac__ty ty,
                             gac__ty result, uint32_t n, const uint32_t *args)
{
    if (scope != GAC__SCOPE_DYNAMIC)
        return group_op(b, op, math, scope, imm2, ty, result, n, args);
    uint32_t sides[2], ends[2], values[2], next = gac__build_new_block(b);
    branch_on_scope(b, b->scope, SpvScopeSubgroup, sides);
    for (uint32_t k = 0; k < 2; k++) {
        b->block = sides[k];
        values[k] =
            group_op(b, op, math, k == 0 ? SpvScopeSubgroup : SpvScopeWorkgroup,
                     imm2, ty, result, n, args);
        ends[k] = b->block;
        gac__build_branch(b, next);
    }
    return gac__build_join(b, result, values, ends);
}

int64_t gac__build_cluster_size(gac__builder *b, uint32_t id)
{
    uint64_t size = gac__build_need_const(b, id, "a cluster size");
    bool fits = size > 0 && size <= INT64_MAX && (size & (size - 1)) == 0;
    if (!fits && gac__build_ok(b))
        gac__build_invalid(b, "a ClusterSize of %llu, which is no power of 2.",
                           (unsigned long long)size);
    return fits ? (int64_t)size : 0;
}

void gac__build_group_each(gac__builder *b, const gac__inst *i, uint32_t op,
                           uint32_t scope, uint32_t value_id, uint32_t index,
                           int64_t cluster)
{
    gac__val v = gac__build_value(b, value_id);
    uint32_t c[16] = {0};
    if (!gac__shape_is_vector(v.shape)
        || v.shape->n != gac__build_shape(b, i->type_id)->n)
        gac__build_invalid(b, "its operand does not have the result's type.");
    for (uint32_t k = 0; k < v.shape->n && gac__build_ok(b); k++) {
        gac__ty ty = gac__build_ty(b, v.c[k]);
        c[k] = gac__build_group_op(b, op, 0, scope, cluster, ty, ty,
                                   index ? 2 : 1, (uint32_t[]){v.c[k], index});
    }
    gac__build_bind(b, i, c);
}

uint32_t gac__build_scope(gac__builder *b, const gac__inst *i)
{
    uint32_t id = gac__build_word(i, 0);
    uint64_t scope;
    if (gac__build_const_id(b, id, &scope))
        return (uint32_t)GAC__MIN(scope, GAC__SCOPE_DYNAMIC - 1);
    b->scope = gac__build_scalar(b, id);
    if (gac__build_ty(b, b->scope) != GAC__TY_I32)
        gac__build_invalid(b, "its scope is not a 32-bit integer.");
    return GAC__SCOPE_DYNAMIC;
}

/* -- reductions and scans -------------------------------------------------- */

typedef struct math_row {
    uint16_t opcode;
    uint8_t math;
} math_row;

/* An operation has an opcode for uniform control flow, of the core or of
 * SPV_KHR_uniform_group_instructions, and others for any control flow. */
static const math_row math_rows[] = {
#define CORE(name, math)                                                       \
    {SpvOpGroup##name, GAC__GM_##math},                                        \
        {SpvOpGroup##name##NonUniformAMD, GAC__GM_##math},                     \
    {                                                                          \
        SpvOpGroupNonUniform##name, GAC__GM_##math                             \
    }
#define KHR(name, math)                                                        \
    {SpvOpGroup##name##KHR, GAC__GM_##math},                                   \
    {                                                                          \
        SpvOpGroupNonUniform##name, GAC__GM_##math                             \
    }
    CORE(IAdd, IADD),      CORE(FAdd, FADD),      CORE(FMin, FMIN),
    CORE(UMin, UMIN),      CORE(SMin, SMIN),      CORE(FMax, FMAX),
    CORE(UMax, UMAX),      CORE(SMax, SMAX),      KHR(IMul, IMUL),
    KHR(FMul, FMUL),       KHR(BitwiseAnd, AND),  KHR(BitwiseOr, OR),
    KHR(BitwiseXor, XOR),  KHR(LogicalAnd, LAND), KHR(LogicalOr, LOR),
    KHR(LogicalXor, LXOR),
#undef CORE
#undef KHR
};

static bool math_type_fits(uint32_t math, gac__ty ty)
{
    switch (math) {
    case GAC__GM_FADD:
    case GAC__GM_FMUL:
    case GAC__GM_FMIN:
    case GAC__GM_FMAX: return gac__ty_is_float(ty);
    case GAC__GM_LAND:
    case GAC__GM_LOR:
    case GAC__GM_LXOR: return ty == GAC__TY_BOOL;
    default: return gac__ty_is_int(ty);
    }
}

static void build_math(gac__builder *b, const gac__inst *i, uint32_t math)
{
    static const uint8_t ops[] = {GAC__GROUP_REDUCE, GAC__GROUP_INCLUSIVE,
                                  GAC__GROUP_EXCLUSIVE, GAC__GROUP_REDUCE};
    const gac__shape *shape = gac__build_result_shape(b, i);
    uint32_t scope = gac__build_scope(b, i), operation = gac__build_word(i, 1);
    uint32_t c[16] = {0};
    int64_t cluster = 0;
    if (operation >= GAC__COUNT_OF(ops))
        gac__build_unsupported(
            b, "group operation %s.",
            gac__value_in_words("GroupOperation", operation).text);
    if (operation == SpvGroupOperationClusteredReduce) {
        if (gac__build_n_words(i) < 4)
            gac__build_invalid(b, "ClusteredReduce without a ClusterSize.");
        cluster = gac__build_cluster_size(b, gac__build_word(i, 3));
    }
    const uint32_t *x =
        gac__build_components(b, gac__build_word(i, 2), shape->n);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        gac__ty ty = gac__build_ty(b, x[k]);
        if (!math_type_fits(math, ty)) {
            gac__build_invalid(b, "its operand's type does not fit.");
            return;
        }
        c[k] = gac__build_group_op(b, ops[operation], math, scope, cluster, ty,
                                   ty, 1, &x[k]);
    }
    gac__build_bind(b, i, c);
}

/* -- local ids ---------------------------------------------------------------
 */

uint32_t gac__build_linear_id(gac__builder *b, uint32_t n, const uint32_t *ids)
{
    gac__ty ty = GAC__TY_I64;
    uint32_t sum = 0;
    for (uint32_t k = n; k-- > 0 && gac__build_ok(b);) {
        uint32_t at = gac__build_resize(b, ids[k], ty, false);
        if (sum) {
            uint32_t size =
                gac__build_builtin(b, GAC__BUILTIN_LOCAL_SIZE, k, ty);
            sum = gac__build_2(b, GAC__IR_IMUL, ty, sum, size);
            sum = gac__build_2(b, GAC__IR_IADD, ty, sum, at);
        } else {
            sum = at;
        }
    }
    return sum;
}

/* -- barriers -------------------------------------------------------------- */

/* Translates a barrier of a dynamic scope to one for each scope. */
static void build_any_barrier(gac__builder *b, uint32_t scope,
                              uint64_t semantics)
{
    uint32_t next = gac__build_new_block(b), sub_group[2], invocation[2];
    branch_on_scope(b, scope, SpvScopeSubgroup, sub_group);
    b->block = sub_group[0];
    gac__build_barrier(b, SpvScopeSubgroup, semantics);
    gac__build_branch(b, next);
    b->block = sub_group[1];
    branch_on_scope(b, scope, SpvScopeInvocation, invocation);
    b->block = invocation[0];
    gac__build_barrier(b, SpvScopeInvocation, semantics);
    gac__build_branch(b, next);
    b->block = invocation[1];
    gac__build_barrier(b, SpvScopeWorkgroup, semantics);
    gac__build_branch(b, next);
}

/* Semantics that are no constant count as acquire and release of local and
 * global memory. */
static void build_control_barrier(gac__builder *b, const gac__inst *i)
{
    uint64_t scope, semantics;
    if (!gac__build_const_id(b, gac__build_word(i, 2), &semantics))
        semantics = SpvMemorySemanticsAcquireReleaseMask
                    | SpvMemorySemanticsWorkgroupMemoryMask
                    | SpvMemorySemanticsCrossWorkgroupMemoryMask;
    if (gac__build_const_id(b, gac__build_word(i, 0), &scope))
        gac__build_barrier(b, (uint32_t)scope, semantics);
    else
        build_any_barrier(b, gac__build_scalar(b, gac__build_word(i, 0)),
                          semantics);
}

bool gac__build_group(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpControlBarrierArriveINTEL: /* the barrier is at the Wait */
        gac__build_fence(b, gac__build_order(b, gac__build_word(i, 1),
                                             gac__build_word(i, 2)));
        return true;
    case SpvOpControlBarrier:
    case SpvOpControlBarrierWaitINTEL: build_control_barrier(b, i); return true;
    case SpvOpMemoryBarrier:
        gac__build_fence(b, gac__build_order(b, gac__build_word(i, 0),
                                             gac__build_word(i, 1)));
        return true;
    default: break;
    }
    for (size_t k = 0; k < GAC__COUNT_OF(math_rows); k++) {
        if (math_rows[k].opcode == i->opcode) {
            build_math(b, i, math_rows[k].math);
            return true;
        }
    }
    return false;
}
