/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness of values at block borders, by the usual backward data flow. A phi's
 * arguments are live out of the predecessors, its result is defined at the
 * start of its block and is not live into it. */
#include "compile/compile.h"

#define MAX_BYTES ((size_t)1 << 30)

static void find_local(const gac__ir *ir, uint32_t b, uint64_t *use,
                       uint64_t *def)
{
    const gac__ir_block *block = &ir->blocks[b];
    for (uint32_t k = 0; k < block->n_insts; k++) {
        const gac__ir_inst *i = block->insts[k];
        for (uint32_t a = 0; i->op != GAC__IR_PHI && a < i->n_args; a++)
            if (!gac__bit_test(def, i->args[a])
                && ir->values[i->args[a]].kind == GAC__VALUE_INST)
                gac__bit_set(use, i->args[a]);
        if (i->result)
            gac__bit_set(def, i->result);
    }
}

/* out of b = what its successors need, their phis' arguments included. */
static void find_out(const gac__ir *ir, uint32_t b, const gac__liveness *l,
                     uint64_t *out)
{
    const gac__ir_block *block = &ir->blocks[b];
    const gac__ir_inst *end = block->insts[block->n_insts - 1];
    for (uint32_t t = 0; t < end->n_targets; t++) {
        uint32_t to = end->targets[t];
        const gac__ir_block *next = &ir->blocks[to];
        const uint64_t *in = l->live_in + (size_t)to * l->words;
        for (uint32_t w = 0; w < l->words; w++)
            out[w] |= in[w];
        for (uint32_t k = 0;
             k < next->n_insts && next->insts[k]->op == GAC__IR_PHI; k++)
            for (uint32_t p = 0; p < next->n_preds; p++) {
                uint32_t v = next->insts[k]->args[p];
                if (next->preds[p] == b
                    && ir->values[v].kind == GAC__VALUE_INST)
                    gac__bit_set(out, v);
            }
    }
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    size_t n = ir->n_blocks;
    out->words = (ir->n_values + 63) / 64;
    size_t words = out->words;
    if (n * words > MAX_BYTES / (4 * sizeof(uint64_t)))
        return GAC_ERR_LIMIT;
    const gac_allocator *al = arena->allocator;
    out->live_in = gac__arena_alloc(arena, n * words, sizeof(uint64_t));
    out->live_out = gac__arena_alloc(arena, n * words, sizeof(uint64_t));
    uint64_t *use = gac__alloc_zero(al, n * words, sizeof *use);
    uint64_t *def = gac__alloc_zero(al, n * words, sizeof *def);
    gac_result result = out->live_in && out->live_out && use && def
                            ? GAC_OK : GAC_ERR_MEMORY;
    for (uint32_t b = 0; !result && b < n; b++)
        find_local(ir, b, use + b * words, def + b * words);
    for (bool changed = !result; changed;) {
        changed = false;
        for (size_t b = n; b-- > 0;) {
            uint64_t *in = out->live_in + b * words;
            uint64_t *end = out->live_out + b * words;
            find_out(ir, (uint32_t)b, out, end);
            for (size_t w = 0; w < words; w++) {
                uint64_t now = use[b * words + w]
                               | (end[w] & ~def[b * words + w]);
                changed |= now != in[w];
                in[w] = now;
            }
        }
    }
    gac__free(al, use, n * words, sizeof *use);
    gac__free(al, def, n * words, sizeof *def);
    return result;
}
