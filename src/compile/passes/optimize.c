/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes, one after the other, and why each stands where it stands. */
#include "compile/compile.h"
#include "compile/passes/passes.h"
#include "support/features.h"

static const struct {
    gac__pass *run;
    gac__feature feature;
} passes[] = {
    /* All others need blocks in execution order, loops with one way back. */
    {gac__pass_cfg, GAC__FEATURE_ALWAYS},
    /* Ids are sums before sums are simplified, and what varies is looked for.
     */
    {gac__pass_builtins, GAC__FEATURE_ALWAYS},
    /* Copies of structures keep variables in memory: they go before. */
    {gac__pass_copies, GAC__FEATURE_COPIES},
    /* Loads and stores hide everything from those behind. */
    {gac__pass_mem2reg, GAC__FEATURE_MEM2REG},
    /* Small arms hold no loads and stores now; what is chosen between them is
     * simplified with the rest. */
    {gac__pass_ifconvert, GAC__FEATURE_IFCONVERT},
    /* First with all there is to fold: constants, ids, choices, addresses. */
    {gac__pass_simplify, GAC__FEATURE_SIMPLIFY},
    /* These three look for what simplified loops and addresses look like. */
    {gac__pass_retries, GAC__FEATURE_RETRIES},
    {gac__pass_spread, GAC__FEATURE_SPREAD},
    {gac__pass_extents, GAC__FEATURE_ALWAYS},
    /* What varies, which all behind ask, depends on whether lanes wait; loops
     * that retry an atomic are none any more. */
    {gac__pass_spin, GAC__FEATURE_ALWAYS},
    /* Takes apart indices that are whole now, those of SPREAD's among them. */
    {gac__pass_demand, GAC__FEATURE_DEMAND},
    /* Shared parts of indices often do not change in a loop. */
    {gac__pass_licm, GAC__FEATURE_LICM},
    /* Both leave equal sums behind, which POINTERS must find to be one. */
    {gac__pass_simplify, GAC__FEATURE_SIMPLIFY_AGAIN},
    {gac__pass_pointers, GAC__FEATURE_POINTERS},
    /* The last that makes blocks, behind the last that makes phis. */
    {gac__pass_edges, GAC__FEATURE_ALWAYS},
    /* From here on values keep their numbers and blocks their edges. */
    {gac__pass_uniform, GAC__FEATURE_ALWAYS},
    /* Indexed accesses are those whose index varies; address arithmetic that is
     * left behind goes. */
    {gac__pass_address, GAC__FEATURE_ADDRESS},
    {gac__pass_drop_dead, GAC__FEATURE_ALWAYS},
    {gac__pass_counted, GAC__FEATURE_COUNTED},
    /* The last: nothing is moved any more. */
    {gac__pass_order, GAC__FEATURE_ORDER},
};

static uint64_t private_bytes(const gac__ir *ir)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < ir->blocks[0].n_insts; k++)
        if (ir->blocks[0].insts[k]->op == GAC__IR_ALLOCA)
            sum += GAC__MIN(ir->blocks[0].insts[k]->imm, UINT32_MAX);
    return sum;
}

/* Loops in a pass that find the time over end early, so that what is left may
 * be unfinished. */
static gac_result run_all(gac__ir *ir, gac__arena *scratch)
{
    gac__facts_as_built(ir);
    for (size_t k = 0; k < GAC__COUNT_OF(passes); k++) {
        if (!gac__feature_is_on(passes[k].feature))
            continue;
        GAC__TRY(passes[k].run(ir, scratch));
        GAC__TRY(gac__ir_watch(ir, ir->n_values));
        gac__arena_reset(scratch);
    }
    ir->facts.private_bytes = private_bytes(ir);
    return GAC_OK;
}

gac_result gac__ir_optimize(gac__ir *ir)
{
    gac__arena scratch;
    gac__ir_scratch_init(ir, &scratch);
    gac_result result = run_all(ir, &scratch);
    gac__arena_free(&scratch);
    return result;
}
