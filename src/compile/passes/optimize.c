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
    ir->group_blind = gac__ir_is_group_blind(ir);
    ir->may_interchange =
        ir->group_blind && !ir->interchanged && gac__ir_may_interchange(ir);
    if (ir->interchanged)
        gac__ir_interchange(ir, ir->interchanged);
    for (size_t k = 0; k < GAC__COUNT_OF(passes); k++)
        if (gac__feature_is_on(passes[k].feature))
            GAC__TRY(run(ir, passes[k].run));
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, ir->varying));
    ir->joinable = gac__ir_is_joinable(ir);
    ir->has_upper_ids = gac__ir_has_upper_ids(ir);
    if (ir->group_blind && ir->has_upper_ids)
        GAC__TRY(gac__ir_find_rows(ir));
    if (GAC__ON(ADDRESS))
        GAC__TRY(run(ir, gac__pass_address));
    GAC__TRY(run(ir, gac__pass_drop_dead));
    if (GAC__ON(COUNTED))
        GAC__TRY(run(ir, gac__pass_counted));
    return GAC__ON(ORDER) ? run(ir, gac__pass_order) : GAC_OK;
}
