/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loop-invariant code motion: computes before a loop what no iteration changes.
 *
 * Blocks are visited in order, so that a definition's block is known before its
 * uses' are. An operation moves to the end of the block before its loop when
 * all its operands are defined before the loop, and on from there out of the
 * loop around that one. Pure operations are total: they may run where they did
 * not run before. Loads stay: what other work-items do to memory is not known
 * here.
 */
#include "compile/passes/passes.h"

#define NONE UINT32_MAX

typedef struct loop_nest {
    uint32_t *loop;  /* for each block: the head of the innermost loop that
                        holds it; NONE: it is in none */
    uint32_t *outer; /* for a head: the head of the loop around it */
    uint32_t *last;  /* for a head: the loop's last block */
    uint32_t *entry; /* for a head: the block that takes what leaves the loop:
                        it dominates the head immediately, and is in no other
                        loop; NONE: there is none */
    uint32_t *home;  /* for each value: the block that computes it */
} loop_nest;

/* A loop's blocks are contiguous: the loops that hold block b are among those
 * that hold the block before. */
static void find_loops(const gac__ir *ir, const gac__dominators *tree,
                       loop_nest *n)
{
    uint32_t around = NONE;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        uint32_t last = 0;
        while (around != NONE && n->last[around] < b)
            around = n->outer[around];
        for (uint32_t p = 0; p < block->n_preds; p++)
            if (block->preds[p] >= b)
                last = GAC__MAX(last, block->preds[p]);
        if (b && last >= b) {
            n->outer[b] = around;
            n->last[b] = last;
            uint32_t entry = tree->idom[b];
            n->entry[b] = n->loop[entry] == around ? entry : NONE;
            around = b;
        }
        n->loop[b] = around;
    }
}

static bool may_move(const gac__ir_inst *i)
{
    return gac__ir_is_pure(i->op) || i->op == GAC__IR_LEA
           || i->op == GAC__IR_BUILTIN || i->op == GAC__IR_ARG;
}

/* The block that instruction `i` of block b can be computed in. */
static uint32_t find_place(const loop_nest *n, const gac__dominators *tree,
                           const gac__ir_inst *i, uint32_t b)
{
    uint32_t latest = 0, head;
    if (!may_move(i))
        return b;
    for (uint32_t a = 0; a < i->n_args; a++)
        latest = GAC__MAX(latest, n->home[i->args[a]]);
    while ((head = n->loop[b]) != NONE && latest < head
           && n->entry[head] != NONE && gac__dominates(tree, head, b))
        b = n->entry[head];
    return b;
}

/* Puts an instruction before the last one of a block. */
static bool put_last(gac__ir *ir, gac__ir_block *block, gac__ir_inst *i)
{
    gac__ir_inst *end = block->insts[block->n_insts - 1];
    block->insts[block->n_insts - 1] = i;
    return gac__ir_append(ir, block, end);
}

static gac_result move_all(gac__ir *ir, const gac__dominators *tree,
                           loop_nest *n)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t n_kept = 0;
        GAC__TRY(gac__ir_watch(ir, block->n_insts));
        for (uint32_t k = 0; k < block->n_insts; k++) {
            gac__ir_inst *i = block->insts[k];
            uint32_t to = find_place(n, tree, i, b);
            n->home[i->result] = to;
            if (to == b)
                block->insts[n_kept++] = i;
            else if (!put_last(ir, &ir->blocks[to], i))
                return GAC_ERR_MEMORY;
        }
        block->n_insts = n_kept;
    }
    return GAC_OK;
}

/* A checked run finds what is undefined where it is computed: all stays. */
gac_result gac__pass_licm(gac__ir *ir, gac__arena *scratch)
{
    const gac__dominators *tree;
    size_t n_blocks = ir->n_blocks, n_words = 4 * n_blocks + ir->n_values;
    if (ir->variant.checked)
        return GAC_OK;
    GAC__TRY(gac__flow_dominators(ir, &tree));
    uint32_t *words = gac__arena_alloc(scratch, n_words, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    loop_nest n = {.loop = words,
                   .outer = words + n_blocks,
                   .last = words + 2 * n_blocks,
                   .entry = words + 3 * n_blocks,
                   .home = words + 4 * n_blocks};
    find_loops(ir, tree, &n);
    gac__ir_find_blocks(ir, n.home);
    return move_all(ir, tree, &n);
}
