/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Phis become copies at the ends of their predecessors. */
#include "compile/compile_internal.h"

typedef struct copy {
    uint32_t d, a;
    uint8_t ty;
    bool uniform, from_uniform, done;
} copy;

/* Emits copies that happen at once, in an order in which none overwrites what
 * another still reads; a cycle goes through a spare register. */
static void emit_copies(gac__emitter *e, copy *copies, uint32_t n,
                        const gac__ir_inst *ir)
{
    for (uint32_t left = n; left && !e->result;) {
        bool progress = false;
        for (uint32_t c = 0; c < n; c++) {
            if (copies[c].done)
                continue;
            bool read = false;
            for (uint32_t o = 0; o < n && !read; o++)
                read = o != c && !copies[o].done && copies[o].a == copies[c].d;
            if (read)
                continue;
            if (copies[c].uniform)
                gac__put_scalar_copy(e, copies[c].ty, copies[c].d, copies[c].a,
                                     ir);
            else
                gac__put_copy(e, copies[c].ty, copies[c].d, copies[c].a,
                              copies[c].from_uniform, true, ir);
            copies[c].done = true;
            left--;
            progress = true;
        }
        if (progress)
            continue;
        for (uint32_t c = 0; c < n; c++) {
            if (copies[c].done)
                continue;
            uint32_t spare = copies[c].uniform ? e->cycle_slot * 8
                                               : gac__lane_at(e, e->cycle_unit);
            if (copies[c].uniform)
                gac__put_scalar_copy(e, copies[c].ty, spare, copies[c].a, ir);
            else
                gac__put_copy(e, copies[c].ty, spare, copies[c].a, false, false,
                              ir);
            copies[c].a = spare;
            break;
        }
    }
}

void gac__emit_edge(gac__emitter *e, uint32_t from, uint32_t to)
{
    const gac__ir *ir = e->ir;
    const gac__ir_block *block = &ir->blocks[to];
    uint32_t n_phis = 0, edge = 0, n = 0;
    while (n_phis < block->n_insts && block->insts[n_phis]->op == GAC__IR_PHI)
        n_phis++;
    if (!n_phis)
        return;
    while (edge < block->n_preds && block->preds[edge] != from)
        edge++;
    if (edge == block->n_preds)
        return;
    copy *copies = gac__arena_alloc(&e->out->arena, n_phis, sizeof *copies);
    if (!copies) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    for (uint32_t k = 0; k < n_phis; k++) {
        const gac__ir_inst *phi = block->insts[k];
        uint32_t x = phi->args[edge];
        bool uniform = gac__is_uniform(e, phi->result);
        copy c = { gac__place_of(e, phi->result),     gac__place_of(e, x),
                   ir->values[phi->result].ty,        uniform,
                   !uniform && gac__is_uniform(e, x), false };
        if (c.d != c.a)
            copies[n++] = c;
    }
    emit_copies(e, copies, n, block->insts[0]);
}
