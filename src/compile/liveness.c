/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Liveness of values at block borders, by the usual backward data flow. A phi's
 * arguments are live out of the predecessors, its result is defined at the
 * start of its block and is not live into it.
 *
 * Most values are used in their own block only: the others are numbered anew, so
 * that the sets stay small.
 */
#include "compile/compile.h"

#define NONE UINT32_MAX
#define MAX_BYTES ((size_t)1 << 28)

static bool is_inst(const gac__ir *ir, uint32_t v)
{
    return ir->values[v].kind == GAC__VALUE_INST;
}

static void number(gac__liveness *l, uint32_t v)
{
    if (l->number[v] != NONE)
        return;
    l->number[v] = l->n;
    l->value[l->n++] = v;
}

/* Numbers the values that are used elsewhere than behind their definitions in one
 * block, or by phis. */
static gac_result number_values(const gac__ir *ir, gac__arena *arena,
                                gac__liveness *l)
{
    l->number = gac__arena_alloc(arena, ir->n_values, sizeof *l->number);
    l->value = gac__arena_alloc(arena, ir->n_values, sizeof *l->value);
    uint32_t *block_of = gac__alloc_zero(arena->allocator, ir->n_values,
                                         sizeof *block_of);
    if (!l->number || !l->value || !block_of) {
        gac__free(arena->allocator, block_of, ir->n_values, sizeof *block_of);
        return GAC_ERR_MEMORY;
    }
    for (uint32_t v = 0; v < ir->n_values; v++)
        l->number[v] = NONE;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (is_inst(ir, i->args[a])
                    && (i->op == GAC__IR_PHI || block_of[i->args[a]] != b + 1))
                    number(l, i->args[a]);
            block_of[i->result] = b + 1;
        }
    gac__free(arena->allocator, block_of, ir->n_values, sizeof *block_of);
    return GAC_OK;
}

static void find_local(const gac__ir *ir, uint32_t b, const gac__liveness *l,
                       uint64_t *use, uint64_t *def)
{
    const gac__ir_block *block = &ir->blocks[b];
    for (uint32_t k = 0; k < block->n_insts; k++) {
        const gac__ir_inst *i = block->insts[k];
        for (uint32_t a = 0; i->op != GAC__IR_PHI && a < i->n_args; a++) {
            uint32_t v = l->number[i->args[a]];
            if (v != NONE && !gac__bit_test(def, v))
                gac__bit_set(use, v);
        }
        if (i->result && l->number[i->result] != NONE)
            gac__bit_set(def, l->number[i->result]);
        if (i->op != GAC__IR_PHI)
            continue;
        for (uint32_t p = 0; p < block->n_preds; p++)
            if (l->number[i->args[p]] != NONE)
                gac__bit_set(l->live_out
                                 + (size_t)block->preds[p] * l->words,
                             l->number[i->args[p]]);
    }
}

/* out of b = what its successors need, and what their phis take from it. */
static void find_out(const gac__ir *ir, uint32_t b, const gac__liveness *l,
                     uint64_t *out)
{
    const gac__ir_block *block = &ir->blocks[b];
    const gac__ir_inst *end = block->insts[block->n_insts - 1];
    for (uint32_t t = 0; t < end->n_targets; t++) {
        const uint64_t *in = l->live_in + (size_t)end->targets[t] * l->words;
        for (uint32_t w = 0; w < l->words; w++)
            out[w] |= in[w];
    }
}

static gac_result spread(const gac__ir *ir, const gac__liveness *l,
                         const uint64_t *use, const uint64_t *def)
{
    size_t words = l->words;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = ir->n_blocks; b-- > 0;) {
            const gac__ir_block *block = &ir->blocks[b];
            uint64_t *in = l->live_in + b * words;
            uint64_t *out = l->live_out + b * words;
            find_out(ir, (uint32_t)b, l, out);
            for (size_t w = 0; w < words; w++) {
                uint64_t now = use[b * words + w]
                               | (out[w] & ~def[b * words + w]);
                changed |= now != in[w];
                in[w] = now;
            }
            GAC__TRY(gac__ir_watch(
                ir, 1 + words / 4
                            * block->insts[block->n_insts - 1]->n_targets));
        }
    }
    return GAC_OK;
}

gac_result gac__liveness_compute(const gac__ir *ir, gac__arena *arena,
                                 gac__liveness *out)
{
    size_t n = ir->n_blocks;
    GAC__TRY(number_values(ir, arena, out));
    out->words = (out->n + 63) / 64;
    size_t words = out->words;
    if (n * words > MAX_BYTES / (4 * sizeof(uint64_t)))
        return GAC_ERR_LIMIT;
    const gac_allocator *al = arena->allocator;
    out->live_in = gac__arena_alloc(arena, n * words, sizeof(uint64_t));
    out->live_out = gac__arena_alloc(arena, n * words, sizeof(uint64_t));
    uint64_t *use = gac__alloc_zero(al, n * words + 1, 2 * sizeof *use);
    uint64_t *def = use ? use + n * words : NULL;
    gac_result result = out->live_in && out->live_out && use
                            ? GAC_OK : GAC_ERR_MEMORY;
    for (uint32_t b = 0; !result && b < n; b++)
        find_local(ir, b, out, use + b * words, def + b * words);
    if (!result)
        result = spread(ir, out, use, def);
    gac__free(al, use, n * words + 1, 2 * sizeof *use);
    return result;
}
