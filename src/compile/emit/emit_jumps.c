/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What becomes of branches once all blocks are emitted: jumps over empty
 * blocks, and arms for which a strip keeps no program counters. */
#include "compile/emit/emit.h"

/* Whether lanes may go from block `from` straight to where the empty block `b`
 * leads. Where that is back to a loop's head, lanes wait in `b` for those that
 * are still in the loop: only if `b` follows `from`, and nothing else leads to
 * it. */
static bool may_pass_over(const gac__lane_program *p, uint32_t from, uint32_t b)
{
    return p->blocks[b].forward > b
           || (b == from + 1 && p->ir->blocks[b].n_preds == 1);
}

/* The program counter behind empty blocks. */
static uint32_t final_pc(const gac__lane_program *p, uint32_t from, uint32_t pc)
{
    for (uint32_t hops = 0; hops < 16; hops++) {
        uint32_t b = pc & GAC__PC_BLOCK, next = p->blocks[b].forward;
        if (next == b || !may_pass_over(p, from, b))
            return pc;
        pc = p->blocks[next].pc;
    }
    return pc;
}

/* Many blocks are empty: they were made for copies of phis, which coalescing
 * has removed. */
void gac__jumps_thread(gac__lane_program *p)
{
    for (uint32_t b = 0; b < p->n_blocks; b++) {
        const gac__lane_inst *i = &p->insts[p->blocks[b].first];
        bool empty = i->code == GAC__CODE_BR && !p->blocks[b].collective
                     && !(i->flags & GAC__CODE_COUNTED);
        p->blocks[b].forward = empty ? i->pc_yes & GAC__PC_BLOCK : b;
    }
    for (uint32_t b = 0; b < p->n_blocks; b++) {
        gac__lane_inst *i = &p->insts[gac__lane_end(p, b) - 1];
        if (i->code != GAC__CODE_BR && i->code != GAC__CODE_CBR
            && i->code != GAC__CODE_CBR_UNIFORM)
            continue;
        i->pc_yes = final_pc(p, b, i->pc_yes);
        i->pc_no = final_pc(p, b, i->pc_no);
    }
}

/* Where a block that is one arm of a branch goes on; GAC__PC_COLLECTIVE: it is
 * not entered from there alone, or does not simply go on. */
static uint32_t behind_arm(const gac__lane_program *p, uint32_t arm)
{
    if (arm & GAC__PC_COLLECTIVE || p->ir->blocks[arm].n_preds != 1
        || p->blocks[arm].collective)
        return GAC__PC_COLLECTIVE;
    const gac__lane_inst *end = &p->insts[p->blocks[arm].first];
    while (end->code < GAC__CODE_BR && end->code != GAC__CODE_TRAP)
        end++;
    return end->code == GAC__CODE_BR ? end->pc_yes : GAC__PC_COLLECTIVE;
}

/* Finds branches of whose lanes some run one block, or each part runs one, and
 * then all reconverge: the strip keeps no program counters for them. */
void gac__skips_find(gac__lane_program *p)
{
    for (uint32_t n = 0; n < p->n_insts; n++) {
        gac__lane_inst *i = &p->insts[n];
        if (i->code != GAC__CODE_CBR || i->pc_yes == i->pc_no)
            continue;
        uint32_t behind_yes = behind_arm(p, i->pc_yes);
        uint32_t behind_no = behind_arm(p, i->pc_no);
        uint32_t low = GAC__MIN(i->pc_yes, i->pc_no);
        uint32_t high = GAC__MAX(i->pc_yes, i->pc_no);
        if (behind_yes == i->pc_no) {
            i->sub = i->pc_yes;
        } else if (behind_no == i->pc_yes) {
            i->sub = i->pc_no;
        } else if (behind_yes == behind_no && behind_yes != GAC__PC_COLLECTIVE
                   && (behind_yes & GAC__PC_BLOCK) > high) {
            i->sub = low;
            i->scale = high;
        } else {
            continue;
        }
        i->flags |= GAC__CODE_SKIPS;
    }
}
