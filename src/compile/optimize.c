/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, one after the other, and what is noted between them. */
#include "compile/compile.h"

gac_result gac__ir_optimize(gac__ir *ir)
{
    ir->group_blind = gac__ir_is_group_blind(ir);
    GAC__TRY(gac__pass_cfg(ir));
    GAC__TRY(gac__pass_builtins(ir));
    GAC__TRY(gac__pass_simplify(ir));
    GAC__TRY(gac__pass_mem2reg(ir));
    GAC__TRY(gac__pass_halves(ir));
    GAC__TRY(gac__pass_simplify(ir));
    GAC__TRY(gac__pass_spread(ir));
    GAC__TRY(gac__pass_extents(ir));
    GAC__TRY(gac__pass_spin(ir));
    GAC__TRY(gac__pass_phis(ir));
    GAC__TRY(gac__pass_narrow(ir));
    GAC__TRY(gac__pass_simplify(ir));
    GAC__TRY(gac__pass_edges(ir));
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__pass_uniform(ir, ir->arena, ir->varying));
    ir->joinable = gac__ir_is_joinable(ir);
    ir->shares_local = gac__ir_shares_local(ir);
    ir->has_upper_ids = gac__ir_has_upper_ids(ir);
    if (ir->group_blind && ir->has_upper_ids)
        GAC__TRY(gac__ir_find_rows(ir));
    GAC__TRY(gac__pass_address(ir));
    return gac__pass_drop_dead(ir);
}
