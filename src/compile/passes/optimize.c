/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The passes in their order, and why each stands where it does. Three of them
 * change no instruction: extents, progress and uniform find out what others ask
 * for. */
#include "compile/compile.h"
#include "compile/passes/passes.h"
#include "support/features.h"

static const struct {
    gac__pass *run;
    gac__feature feature;
} passes[] = {
    /* All others need blocks in execution order and loops with one back edge.
     */
    {gac__pass_cfg, GAC__FEATURE_ALWAYS},
    /* Ids must be sums before sums are simplified and divergence is found. */
    {gac__pass_builtins, GAC__FEATURE_ALWAYS},
    /* Copies of structures would keep variables in memory. */
    {gac__pass_copies, GAC__FEATURE_COPIES},
    /* Loads and stores hide values from all passes behind. */
    {gac__pass_mem2reg, GAC__FEATURE_MEM2REG},
    /* Small arms have no loads and stores any more; their selections are
     * simplified next. */
    {gac__pass_ifconvert, GAC__FEATURE_IFCONVERT},
    /* The first one that can fold everything: constants, ids, selections,
     * addresses. */
    {gac__pass_simplify, GAC__FEATURE_SIMPLIFY},
    /* These three match simplified loops and addresses. */
    {gac__pass_cas_loops, GAC__FEATURE_CAS_LOOPS},
    {gac__pass_soa, GAC__FEATURE_SOA},
    {gac__pass_extents, GAC__FEATURE_ALWAYS},
    /* Divergence, which all behind use, depends on forward progress;
     * compare-and-exchange loops have been replaced. */
    {gac__pass_progress, GAC__FEATURE_ALWAYS},
    /* Indices are simplified now, those of the SoA layout included. */
    {gac__pass_demand, GAC__FEATURE_DEMAND},
    /* Uniform parts of indices are often loop-invariant. */
    {gac__pass_licm, GAC__FEATURE_LICM},
    /* Both leave equal sums behind, which must be one for POINTERS. */
    {gac__pass_simplify, GAC__FEATURE_SIMPLIFY_AGAIN},
    /* Behind the last one that makes phis in other blocks; loops have a block
     * of their own in front of them now. */
    {gac__pass_edges, GAC__FEATURE_ALWAYS},
    /* The last one that makes blocks. POINTERS turns what lanes differ in by
     * the same distance into what they share: pairs share nothing. */
    {gac__pass_flatten, GAC__FEATURE_FLATTEN},
    {gac__pass_pointers, GAC__FEATURE_POINTERS},
    /* From here on, values keep their numbers and blocks their edges. */
    {gac__pass_uniform, GAC__FEATURE_ALWAYS},
    /* Only varying indices become operands; the address arithmetic that they
     * leave behind is dropped. */
    {gac__pass_address, GAC__FEATURE_ADDRESS},
    {gac__pass_counted, GAC__FEATURE_COUNTED},
    /* Which values vary is known, and accesses have their final operands. */
    {gac__pass_setup, GAC__FEATURE_SETUP},
    /* The last one: no other pass moves instructions afterwards. */
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

/* A pass whose time is over returns early and may leave its work unfinished:
 * the watch is asked behind each. */
static gac_result run_all(gac__ir *ir, gac__arena *scratch)
{
    gac__facts_as_built(ir);
    ir->lost = gac__ir_new_inst(ir, GAC__IR_UNREACHABLE, GAC__TY_VOID, 3);
    GAC__TRY(gac__ir_watch(ir, 1));
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
