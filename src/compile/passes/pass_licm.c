/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loop-invariant code motion.
 *
 * Blocks are visited in order, so that a definition's block is known before its
 * uses'. An operation moves to the end of the block before its loop when all
 * its operands are defined before the loop, and on out of the loop around that
 * one. Pure operations are total: they may run where they did not run before.
 * Loads stay: other work-items may write the memory.
 */
#include "compile/passes/passes.h"

typedef struct mover {
    gac__ir *ir;
    const gac__dominators *tree;
    gac__loop_ranges nest;
    uint32_t *block_of; /* by value: the defining block */
} mover;

/* The block that operations move to from a loop: the head's immediate
 * dominator, if it is in no other loop; GAC__NO_LOOP: there is none. */
static uint32_t entry_of(const mover *m, uint32_t head)
{
    uint32_t entry = m->tree->idom[head];
    return m->nest.loop[entry] == m->nest.outer[head] ? entry : GAC__NO_LOOP;
}

/* The block that instruction `i` of block b can move to. */
static uint32_t find_block(const mover *m, const gac__ir_inst *i, uint32_t b)
{
    uint32_t latest = 0, head, entry;
    if (!gac__ir_is_stable(i->op))
        return b;
    for (uint32_t a = 0; a < i->n_args; a++)
        latest = GAC__MAX(latest, m->block_of[i->args[a]]);
    while ((head = m->nest.loop[b]) != GAC__NO_LOOP && latest < head
           && (entry = entry_of(m, head)) != GAC__NO_LOOP
           && gac__dominates(m->tree, head, b))
        b = entry;
    return b;
}

static gac_result move_all(const mover *m)
{
    gac__ir *ir = m->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t n_kept = 0;
        GAC__TRY(gac__ir_watch(ir, block->n_insts));
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            uint32_t to = find_block(m, i, b);
            m->block_of[i->result] = to;
            if (to == b)
                block->insts[n_kept++] = i;
            else
                gac__ir_insert(ir, &ir->blocks[to], i);
        }
        block->n_insts = n_kept;
    }
    return GAC_OK;
}

/* A checked run reports undefined operations where the module has them. */
gac_result gac__pass_licm(gac__ir *ir, gac__arena *scratch)
{
    mover m = {.ir = ir};
    if (ir->variant.checked)
        return GAC_OK;
    m.block_of = gac__ir_find_blocks(ir, scratch);
    if (!m.block_of)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__flow_dominators(ir, &m.tree));
    GAC__TRY(gac__ranges_find(ir, scratch, &m.nest));
    return move_all(&m);
}
