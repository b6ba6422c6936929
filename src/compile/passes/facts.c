/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts of a kernel by which a launch chooses what runs at once.
 *
 * Fetching an instruction costs as much as running it for some 60 lanes, so
 * that small work-groups are slow. A group-independent kernel runs in larger
 * ones. Others may have several groups in one strip (may_coalesce): it runs as
 * if these were one group, but for group ids and local memory.
 */
#include "compile/passes/passes.h"

/* Properties of a kernel's instructions: each holds if at least one instruction
 * has it. */
typedef struct properties {
    bool sees_groups; /* its result depends on the shape of work-groups */
    bool linear_id;   /* its result depends on the order of dimensions */
    bool loops;
    bool waits;    /* in a loop, it may wait for an earlier work-group */
    bool upper_id; /* it is a local id that is not the first */
    bool separate; /* it cannot run for lanes of several work-groups at once */
    bool copies;
    bool lines; /* a loop copies and does not wait: of a group alone, its copies
                   are made as one (exec/copy_run.c) */
} properties;

/* Whether a result depends on the shape of work-groups. Also to be called for a
 * kernel as built, whose ids are no sums yet. */
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

static bool may_coalesce(const gac__ir_inst *i)
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
    case GAC__IR_ASYNC_COPY:
    case GAC__IR_WAIT_EVENTS:
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

static properties find_properties(const gac__ir *ir)
{
    properties s = {0};
    uint32_t copied = 0, waited = 0; /* last block + 1 */
    GAC__EACH_INST(ir, b, i) {
        bool id = i->op == GAC__IR_BUILTIN;
        s.sees_groups |= sees_groups(i);
        s.linear_id |= id && i->sub == GAC__BUILTIN_GLOBAL_LINEAR_ID;
        s.upper_id |= id && i->sub == GAC__BUILTIN_LOCAL_ID && i->imm > 0;
        s.waits |= i->op == GAC__IR_ATOMIC
                   || (i->op == GAC__IR_LOAD && i->flags & GAC__IR_VOLATILE);
        s.separate |= !may_coalesce(i);
        s.copies |= i->op == GAC__IR_ASYNC_COPY;
        copied = i->op == GAC__IR_ASYNC_COPY ? b + 1 : copied;
        waited = i->op == GAC__IR_WAIT_EVENTS ? b + 1 : waited;
        for (uint32_t t = 0; t < i->n_targets; t++) {
            s.loops |= i->targets[t] <= b;
            s.lines |= copied > i->targets[t] && waited <= i->targets[t];
        }
    }
    return s;
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

/* A loop with atomics may wait for an earlier work-group. That group would not
 * end if both had become one. */
void gac__facts_as_built(gac__ir *ir)
{
    properties s = find_properties(ir);
    ir->facts.group_independent =
        !has_local_memory(ir) && !s.sees_groups && !(s.loops && s.waits);
    ir->facts.interchangeable = ir->facts.group_independent && !s.linear_id;
}

gac_result gac__facts_find(gac__ir *ir, gac__arena *scratch)
{
    properties s = find_properties(ir);
    gac__facts *f = &ir->facts;
    f->may_coalesce =
        !f->group_independent && !f->needs_progress && !s.separate && !s.lines;
    f->copies = s.copies;
    f->upper_ids = s.upper_id;
    return f->group_independent && f->upper_ids
               ? gac__facts_of_tiles(ir, scratch)
               : GAC_OK;
}
