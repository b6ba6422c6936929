/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which kernels' work-groups may be run otherwise than one by one.
 *
 * Fetching an instruction costs as much as running it for some 60 lanes, so
 * that small work-groups are slow. Kernels that cannot tell their work-groups
 * run in larger ones (group_blind). Others may have several groups side by side
 * in one strip (joinable): all but what a group knows and its local memory is
 * as if these were one group.
 */
#include "compile/passes/passes.h"

/* Whether an instruction, as it was built, could tell the shape of groups. */
static bool sees_groups(const gac__ir_inst *i)
{
    if (i->op == GAC__IR_BUILTIN)
        return i->sub != GAC__BUILTIN_GLOBAL_ID
               && i->sub != GAC__BUILTIN_GLOBAL_SIZE
               && i->sub != GAC__BUILTIN_GLOBAL_OFFSET
               && i->sub != GAC__BUILTIN_WORK_DIM
               && i->sub != GAC__BUILTIN_GLOBAL_LINEAR_ID;
    return gac__ir_is_collective(i->op) || i->op == GAC__IR_PRINTF;
}

static bool goes_back(const gac__ir_inst *i, uint32_t block)
{
    for (uint32_t t = 0; t < i->n_targets; t++)
        if (i->targets[t] <= block)
            return true;
    return false;
}

static bool has_local_memory(const gac__ir *ir)
{
    for (uint32_t v = 0; v < ir->n_vars; v++)
        if (ir->vars[v].storage_class == SpvStorageClassWorkgroup)
            return true;
    for (uint32_t p = 0; p < ir->n_params; p++)
        if (ir->params[p].kind == GAC_PARAM_LOCAL)
            return true;
    return false;
}

/* Loops with atomics may wait for an earlier group, which does not end if it
 * has become one with the group that waits. */
bool gac__ir_is_group_blind(const gac__ir *ir)
{
    bool loops = false, waits = false;
    if (has_local_memory(ir))
        return false;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (sees_groups(i))
                return false;
            loops |= goes_back(i, b);
            waits |= i->op == GAC__IR_ATOMIC
                     || (i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE);
        }
    return !loops || !waits;
}

bool gac__ir_may_interchange(const gac__ir *ir)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_BUILTIN
                && i->sub == GAC__BUILTIN_GLOBAL_LINEAR_ID)
                return false;
        }
    return true;
}

void gac__ir_interchange(gac__ir *ir, uint32_t lead)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->op == GAC__IR_BUILTIN && i->sub != GAC__BUILTIN_WORK_DIM)
                i->imm = i->imm == 0 ? lead : i->imm == lead ? 0 : i->imm;
        }
}

/* What runs for lanes of several groups as it does for those of one. */
static bool may_join(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_BUILTIN:
        return i->sub != GAC__BUILTIN_SUB_GROUP_ID
               && i->sub != GAC__BUILTIN_SUB_GROUP_LOCAL_ID
               && i->sub != GAC__BUILTIN_SUB_GROUP_SIZE
               && i->sub != GAC__BUILTIN_SUB_GROUP_EQ_MASK
               && i->sub != GAC__BUILTIN_SUB_GROUP_GE_MASK
               && i->sub != GAC__BUILTIN_SUB_GROUP_GT_MASK
               && i->sub != GAC__BUILTIN_SUB_GROUP_LE_MASK
               && i->sub != GAC__BUILTIN_SUB_GROUP_LT_MASK;
    case GAC__IR_LOAD: return !(i->flags & GAC__IR_VOLATILE);
    case GAC__IR_BARRIER: return i->sub == SpvScopeWorkgroup;
    case GAC__IR_PHI:
    case GAC__IR_LEA:
    case GAC__IR_STORE:
    case GAC__IR_FENCE:
    case GAC__IR_ALLOCA:
    case GAC__IR_ARG:
    case GAC__IR_ASSUME:
    case GAC__IR_BR:
    case GAC__IR_CBR:
    case GAC__IR_SWITCH:
    case GAC__IR_RET:
    case GAC__IR_UNREACHABLE:
    case GAC__IR_TRAP: return true;
    default: return gac__ir_is_pure(i->op);
    }
}

bool gac__ir_is_joinable(const gac__ir *ir)
{
    if (ir->group_blind || ir->spins)
        return false;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++)
            if (!may_join(ir->blocks[b].insts[k]))
                return false;
    return true;
}

uint64_t gac__ir_private_bytes(const gac__ir *ir)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < ir->blocks[0].n_insts; k++)
        if (ir->blocks[0].insts[k]->op == GAC__IR_ALLOCA)
            sum += GAC__MIN(ir->blocks[0].insts[k]->imm, UINT32_MAX);
    return sum;
}
