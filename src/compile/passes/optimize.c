/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, one after the other, and what is noted between them. */
#include "compile/compile.h"
#include "compile/passes/passes.h"

/* Runs a pass; loops in it that find the time over end early, so that what is
 * left may be unfinished. */
static gac_result run(gac__ir *ir, gac_result (*pass)(gac__ir *))
{
    GAC__TRY(pass(ir));
    return gac__ir_watch(ir, ir->n_values);
}

gac_result gac__ir_optimize(gac__ir *ir)
{
    static gac_result (*const passes[])(gac__ir *) = {
        gac__pass_cfg,      gac__pass_builtins, gac__pass_copies,
        gac__pass_mem2reg,  gac__pass_halves,   gac__pass_branches,
        gac__pass_select,   gac__pass_simplify, gac__pass_retries,
        gac__pass_renumber, gac__pass_spread,   gac__pass_extents,
        gac__pass_spin,     gac__pass_phis,     gac__pass_narrow,
        gac__pass_licm,     gac__pass_simplify, gac__pass_renumber,
        gac__pass_pointers, gac__pass_edges,
    };
    ir->group_blind = gac__ir_is_group_blind(ir);
    ir->may_turn = ir->group_blind && !ir->turned && gac__ir_may_turn(ir);
    if (ir->turned)
        gac__ir_turn(ir, ir->turned);
    for (size_t k = 0; k < GAC__COUNT_OF(passes); k++)
        GAC__TRY(run(ir, passes[k]));
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, ir->varying));
    ir->joinable = gac__ir_is_joinable(ir);
    ir->shares_local = gac__ir_shares_local(ir);
    ir->has_upper_ids = gac__ir_has_upper_ids(ir);
    if (ir->group_blind && ir->has_upper_ids)
        GAC__TRY(gac__ir_find_rows(ir));
    GAC__TRY(run(ir, gac__pass_address));
    GAC__TRY(run(ir, gac__pass_drop_dead));
    return run(ir, gac__pass_order);
}
