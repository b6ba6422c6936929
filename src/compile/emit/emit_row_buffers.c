/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds the loads that get row buffers.
 *
 * Where each lane goes along a row of its own, a load touches as many cache
 * lines as there are lanes, in each iteration again. If the index stays as it
 * is while the base grows, exec can bring in the next elements of each row at
 * once; it finds out at run time whether the base grows by one element. That
 * takes a loop that all its lanes go through together from the first iteration
 * on, and memory that does not change meanwhile: the loop stores to local or
 * private memory alone, which is in the cache, and gets no row buffers.
 */
#include "compile/emit/emit.h"

#define MOST_SCALE (1u << 20) /* an index may have 41 bits */
#define MOST_VECTOR 16        /* bytes of a vector or structure */

/* Whether lanes go through an innermost loop together, and it neither changes
 * memory that is not local or private, nor lets others do so. */
static bool is_quiet(const gac__ir *ir, const gac__loop *l)
{
    const gac__ir_block *head = &ir->blocks[l->head];
    if (l->mixed || l->end != l->last)
        return false;
    for (uint32_t p = 0; p < head->n_preds; p++) {
        const gac__ir_block *from = &ir->blocks[head->preds[p]];
        if (gac__ir_end(from)->n_targets != 1
            || (head->preds[p] >= l->head && head->preds[p] != l->last))
            return false;
    }
    for (uint32_t b = l->head; b <= l->last; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t t = 0; t < i->n_targets; t++)
                if (i->targets[t] <= b && b != l->last)
                    return false; /* it also leads back to an outer loop */
            if (!gac__ir_is_function(i->op) && i->op != GAC__IR_LOAD
                && i->op != GAC__IR_PHI && i->op != GAC__IR_BR
                && i->op != GAC__IR_CBR
                && !(i->op == GAC__IR_STORE
                     && gac__ir_points(ir, i->args[0]) == GAC__POINTS_INSIDE))
                return false;
        }
    return true;
}

/* Whether lanes of the loop that run block b all go on to b + 1, or leave. */
static bool all_go_on(const gac__ir *ir, const gac__loop *l, uint32_t b)
{
    const gac__ir_block *block = &ir->blocks[b];
    const gac__ir_inst *end = gac__ir_end(block);
    if (b + 1 > l->last || ir->blocks[b + 1].n_preds != 1)
        return false;
    for (uint32_t t = 0; t < end->n_targets; t++)
        if (end->targets[t] != b + 1 && end->targets[t] <= l->last)
            return false;
    return true;
}

/* Whether a byte may be of a vector or structure, whose loads are interleaved
 * groups. */
static bool may_be_grouped(const gac__ir_inst *i)
{
    return i->imm > 1 && i->imm <= MOST_VECTOR;
}

static bool may_buffer(const gac__emitter *e, const gac__ir_inst *i,
                       uint32_t head)
{
    uint32_t bytes = gac__ty_bytes((gac__ty)i->ty);
    if (i->op != GAC__IR_LOAD || i->n_args < 2 || i->flags & GAC__IR_VOLATILE
        || gac__is_uniform(e, i->result) || (bytes != 1 && bytes != 4)
        || (bytes == 1 && may_be_grouped(i)) || i->imm > MOST_SCALE
        || gac__ir_points(e->ir, i->args[0]) != GAC__POINTS_OUTSIDE)
        return false;
    uint32_t index = i->args[1];
    return !gac__is_uniform(e, index)
           && (gac__value_is_preset(e->ir, index)
               || e->regs.block_of[index] < head);
}

/* Gives loads of the blocks that all lanes of a loop run in each iteration a
 * row buffer each, which is emptied where the loop is entered. */
static void number_loads(gac__emitter *e, const gac__loop *l)
{
    const gac__ir *ir = e->ir;
    uint8_t begun = 0;
    for (uint32_t b = l->head;; b++) {
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (e->out->n_row_buffers == GAC__ROW_BUFFERS
                || !may_buffer(e, i, l->head))
                continue;
            begun |= (uint8_t)(1u << e->out->n_row_buffers);
            e->row_buffer[i->result] = (uint8_t)++e->out->n_row_buffers;
        }
        if (!all_go_on(ir, l, b))
            break;
    }
    const gac__ir_block *head = &ir->blocks[l->head];
    for (uint32_t p = 0; p < head->n_preds; p++)
        if (head->preds[p] < l->head)
            e->rows_begin[head->preds[p]] |= begun;
}

gac_result gac__row_buffers_find(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    const gac__loops *found = &e->ir->flow->loops;
    if (ir->variant.checked || ir->facts.needs_progress)
        return GAC_OK;
    /* Innermost loops do not overlap: each block is looked at once. */
    for (uint32_t n = 0; n < found->n_loops; n++) {
        const gac__loop *l = &found->loops[n];
        if (!l->innermost)
            continue;
        GAC__TRY(gac__ir_watch(ir, l->last - l->head));
        if (is_quiet(ir, l))
            number_loads(e, l);
    }
    return GAC_OK;
}
