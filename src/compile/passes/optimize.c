/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, one after the other, and what is noted between them. */
#include "compile/compile.h"
#include "compile/passes/passes.h"
#include "support/features.h"

/* Runs a pass; loops in it that find the time over end early, so that what is
 * left may be unfinished. */
static gac_result run(gac__ir *ir, gac_result (*pass)(gac__ir *))
{
    GAC__TRY(pass(ir));
    return gac__ir_watch(ir, ir->n_values);
}

static uint64_t private_bytes(const gac__ir *ir)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < ir->blocks[0].n_insts; k++)
        if (ir->blocks[0].insts[k]->op == GAC__IR_ALLOCA)
            sum += GAC__MIN(ir->blocks[0].insts[k]->imm, UINT32_MAX);
    return sum;
}

gac_result gac__ir_optimize(gac__ir *ir)
{
    static const struct {
        gac_result (*run)(gac__ir *);
        gac__feature feature;
    } passes[] = {
        {gac__pass_cfg, GAC__FEATURE_ALWAYS},
        {gac__pass_builtins, GAC__FEATURE_ALWAYS},
        {gac__pass_copies, GAC__FEATURE_COPIES},
        {gac__pass_mem2reg, GAC__FEATURE_MEM2REG},
        {gac__pass_branches, GAC__FEATURE_BRANCHES},
        {gac__pass_select, GAC__FEATURE_SELECT},
        {gac__pass_simplify, GAC__FEATURE_SIMPLIFY},
        {gac__pass_retries, GAC__FEATURE_RETRIES},
        {gac__pass_renumber, GAC__FEATURE_ALWAYS},
        {gac__pass_spread, GAC__FEATURE_SPREAD},
        {gac__pass_extents, GAC__FEATURE_ALWAYS},
        {gac__pass_spin, GAC__FEATURE_ALWAYS},
        {gac__pass_demand, GAC__FEATURE_DEMAND},
        {gac__pass_licm, GAC__FEATURE_LICM},
        {gac__pass_simplify, GAC__FEATURE_SIMPLIFY_AGAIN},
        {gac__pass_renumber, GAC__FEATURE_ALWAYS},
        {gac__pass_pointers, GAC__FEATURE_POINTERS},
        {gac__pass_edges, GAC__FEATURE_ALWAYS},
    };
    gac__facts_as_built(ir);
    for (size_t k = 0; k < GAC__COUNT_OF(passes); k++)
        if (gac__feature_is_on(passes[k].feature))
            GAC__TRY(run(ir, passes[k].run));
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, ir->varying));
    GAC__TRY(gac__facts_find(ir));
    if (GAC__ON(ADDRESS))
        GAC__TRY(run(ir, gac__pass_address));
    GAC__TRY(run(ir, gac__pass_drop_dead));
    ir->facts.private_bytes = private_bytes(ir);
    if (GAC__ON(COUNTED))
        GAC__TRY(run(ir, gac__pass_counted));
    return GAC__ON(ORDER) ? run(ir, gac__pass_order) : GAC_OK;
}
