/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Takes blocks apart and together. */
#include "compile/passes/block_edit.h"

static bool is_cheap(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_UDIV:
    case GAC__IR_SDIV:
    case GAC__IR_UREM:
    case GAC__IR_SREM:
    case GAC__IR_SMOD:
    case GAC__IR_FDIV:
    case GAC__IR_FREM:
    case GAC__IR_FMOD:
    case GAC__IR_EXT: return false;
    default: return gac__ir_is_pure(i->op);
    }
}

bool gac__ir_is_little(const gac__ir_block *b, uint16_t end, uint32_t most)
{
    if (b->n_preds != 1 || b->n_insts > most + 1 || gac__ir_end(b)->op != end)
        return false;
    for (uint32_t k = 0; k + 1 < b->n_insts; k++)
        if (!is_cheap(b->insts[k]))
            return false;
    return true;
}

uint32_t gac__ir_edge_from(const gac__ir_block *b, uint32_t from)
{
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

uint32_t gac__ir_put(gac__ir *ir, gac__ir_block *b, gac__ir_op op, gac__ty ty,
                     uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t n_args = z ? 3 : y ? 2 : 1;
    gac__ir_inst *i =
        gac__ir_new_result(ir, op, ty, n_args, gac__ir_end(b)->ordinal);
    if (!i || !gac__ir_append(ir, b, i))
        return 0;
    const uint32_t args[3] = {x, y, z};
    memcpy(i->args, args, n_args * sizeof *args);
    b->insts[b->n_insts - 1] = b->insts[b->n_insts - 2];
    b->insts[b->n_insts - 2] = i;
    return i->result;
}

/* Moves the first n of a block's instructions, which are all but its end or
 * all, to the end of `to`. */
static bool move(gac__ir *ir, gac__ir_block *to, gac__ir_block *from,
                 uint32_t n)
{
    gac__ir_inst *stop =
        gac__ir_new_inst(ir, GAC__IR_UNREACHABLE, GAC__TY_VOID, 0);
    for (uint32_t k = 0; k < n; k++)
        if (!gac__ir_append(ir, to, from->insts[k]))
            return false;
    from->n_insts = from->n_preds = 0;
    return stop && gac__ir_append(ir, from, stop);
}

bool gac__ir_take_over(gac__ir *ir, uint32_t to, uint32_t from)
{
    gac__ir_block *a = &ir->blocks[to], *b = &ir->blocks[from];
    gac__ir_inst *end = gac__ir_end(a);
    a->n_insts--;
    return move(ir, a, b, b->n_insts - 1) && gac__ir_append(ir, a, end);
}

bool gac__ir_append_block(gac__ir *ir, uint32_t block, uint32_t next)
{
    gac__ir_block *a = &ir->blocks[block], *b = &ir->blocks[next];
    a->n_insts--;
    return move(ir, a, b, b->n_insts);
}

bool gac__ir_join_edges(gac__ir *ir, uint32_t to, uint32_t p, uint32_t q,
                        uint32_t from, uint32_t condition, bool p_if)
{
    gac__ir_block *b = &ir->blocks[to];
    for (uint32_t k = 0; k < b->n_insts && b->insts[k]->op == GAC__IR_PHI;
         k++) {
        gac__ir_inst *phi = b->insts[k];
        uint32_t x = phi->args[p], y = phi->args[q];
        if (x != y)
            phi->args[p] = gac__ir_put(ir, &ir->blocks[from], GAC__IR_SELECT,
                                       (gac__ty)phi->ty, condition,
                                       p_if ? x : y, p_if ? y : x);
        if (!phi->args[p])
            return false;
        memmove(phi->args + q, phi->args + q + 1,
                (phi->n_args - q - 1) * sizeof *phi->args);
        phi->n_args--;
    }
    b->preds[p] = from;
    memmove(b->preds + q, b->preds + q + 1,
            (b->n_preds - q - 1) * sizeof *b->preds);
    b->n_preds--;
    return true;
}
