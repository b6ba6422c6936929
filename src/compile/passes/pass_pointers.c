/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits induction pointers and indices into a start and a uniform distance.
 *
 * Compilers turn a[row * n + k] in a loop over k into a pointer that moves by
 * one element an iteration. If lanes start at different addresses but move
 * together, each iteration would cost an addition and a copy of 64-bit lanes,
 * and bounds checks of all addresses. In place of
 *
 *     p = PHI(LEA(base, row), LEA(p, step))
 *
 * there are a uniform distance and an index that does not change:
 *
 *     d = PHI(0, LEA(d, step))      p = LEA(LEA(base, d), row)
 *
 * and for a 32-bit value that is used only as an index
 *
 *     t = PHI(0, t + step)          i = start + t
 */
#include "compile/passes/passes.h"

typedef struct splitter {
    gac__ir *ir;
    uint32_t n_known; /* values that existed before the pass */
    /* by such value */
    uint8_t *varying;
    uint8_t *other; /* it has uses other than indices and the induction step */
    uint8_t *indexes;   /* it is used as an index in its own block */
    uint8_t *sums;      /* number of sums with uniform values, at most 2 */
    uint8_t *counter;   /* it is a phi that is split as an index */
    uint32_t *address;  /* LEA(LEA(base, d), row), or the sum; 0: not split */
    uint32_t *distance; /* d, or t; 0: not split */
    uint32_t *block_of; /* the defining block */

    uint8_t *apart; /* by block: all its phis vary */
    uint32_t zero, zero32;
} splitter;

static const gac__ir_inst *lea_of(const splitter *w, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(w->ir, value);
    return i && i->op == GAC__IR_LEA ? i : NULL;
}

/* Whether phi `i` of block b is an induction pointer whose distance is uniform.
 */
static bool is_pointer(const splitter *w, uint32_t b, const gac__ir_inst *i)
{
    const gac__ir_block *block = &w->ir->blocks[b];
    uint32_t n_entries = 0;
    if (i->ty != w->ir->ptr_ty || !w->varying[i->result] || w->apart[b])
        return false;
    for (uint32_t a = 0; a < i->n_args; a++) {
        const gac__ir_inst *lea = lea_of(w, i->args[a]);
        if (!lea)
            return false;
        if (block->preds[a] < b) {
            n_entries++;
            if (w->varying[lea->args[0]] || !w->varying[lea->args[1]])
                return false;
        } else if (lea->args[0] != i->result || w->varying[lea->args[1]]) {
            return false;
        }
    }
    return n_entries == 1 && i->n_args > 1;
}

/* Whether phi `i` of block b is an index with a uniform step. */
static bool is_counter(const splitter *w, uint32_t b, const gac__ir_inst *i)
{
    const gac__ir_block *block = &w->ir->blocks[b];
    uint32_t n_steps = 0;
    if (i->ty != GAC__TY_I32 || i->n_args != 2 || !w->varying[i->result]
        || w->apart[b] || w->other[i->result] || !w->indexes[i->result])
        return false;
    for (uint32_t a = 0; a < 2; a++) {
        uint32_t step = gac__ir_addend(w->ir, i->args[a], i->result);
        n_steps += block->preds[a] >= b && step && !w->varying[step];
    }
    return n_steps == 1 && (block->preds[0] < b) != (block->preds[1] < b);
}

/* Finds out how values are used. */
static void find_indices(splitter *w)
{
    const gac__ir *ir = w->ir;
    GAC__EACH_INST(ir, b, i) {
        for (uint32_t a = 0; a < i->n_args; a++) {
            uint32_t v = i->args[a];
            bool index =
                i->op == GAC__IR_LEA && a == 1 && !w->varying[i->args[0]];
            if (index)
                w->indexes[v] |= w->block_of[v] == b;
            else if (i->op != GAC__IR_IADD || w->varying[i->args[!a]])
                w->other[v] = 1;
            else
                w->sums[v] = w->sums[v] ? 2 : 1;
        }
    }
    for (uint32_t v = 0; v < w->n_known; v++)
        w->other[v] |= w->sums[v] > 1;
}

static gac__ir_inst *make(splitter *w, gac__ir_op op, uint32_t n_args,
                          const gac__ir_inst *like)
{
    gac__ty ty = like->ty == GAC__TY_I32 ? GAC__TY_I32 : w->ir->ptr_ty;
    gac__ir_inst *made =
        gac__ir_new_result(w->ir, op, ty, n_args, like->ordinal);
    if (!made)
        return NULL;
    made->imm = like->imm;
    made->imm2 = like->imm2;
    made->sub = like->sub;
    return made;
}

/* Makes the distance of phi `i`: another phi. */
static bool make_distance(splitter *w, uint32_t b, const gac__ir_inst *i)
{
    gac__ir_inst *phi = make(w, GAC__IR_PHI, i->n_args, i);
    if (!phi)
        return false;
    for (uint32_t a = 0; a < i->n_args; a++) {
        phi->args[a] = w->zero;
        if (w->ir->blocks[b].preds[a] < b)
            continue;
        const gac__ir_inst *lea = lea_of(w, i->args[a]);
        phi->args[a] = w->distance[lea->result];
        if (phi->args[a])
            continue;
        gac__ir_inst *step = make(w, GAC__IR_LEA, 2, lea);
        if (!step)
            return false;
        step->args[0] = phi->result;
        step->args[1] = lea->args[1];
        phi->args[a] = step->result;
        w->distance[lea->result] = step->result;
    }
    w->distance[i->result] = phi->result;
    return true;
}

/* Makes the distance of counter `i`, and replaces the counter's next value. */
static bool make_count(splitter *w, uint32_t b, gac__ir_inst *i)
{
    uint32_t entry = w->ir->blocks[b].preds[0] >= b, start = i->args[entry];
    gac__ir_inst *step = w->ir->values[i->args[!entry]].def;
    gac__ir_inst *phi = make(w, GAC__IR_PHI, 2, i);
    gac__ir_inst *count = make(w, GAC__IR_IADD, 2, step);
    if (!phi || !count)
        return false;
    phi->args[entry] = w->zero32;
    phi->args[!entry] = count->result;
    count->args[0] = phi->result;
    count->args[1] = step->args[step->args[0] == i->result];
    step->args[0] = start;
    step->args[1] = count->result;
    step->flags = GAC__IR_SHARED_LAST;
    w->counter[i->result] = 1;
    w->distance[i->result] = phi->result;
    w->distance[step->result] = count->result;
    return true;
}

/* A value's definition, if it is the sum of a uniform and a varying value. */
static const gac__ir_inst *sum_of(const splitter *w, uint32_t value)
{
    const gac__ir_inst *sum = gac__ir_def(w->ir, value);
    if (value >= w->n_known || !sum || sum->op != GAC__IR_IADD
        || sum->args[0] >= w->n_known || sum->args[1] >= w->n_known)
        return NULL;
    return w->varying[sum->args[0]] != w->varying[sum->args[1]] ? sum : NULL;
}

/* Appends the counter to `block`. A uniform addend of its start is added to the
 * distance: the rest is the same in every group. */
static void make_sum(splitter *w, uint32_t b, const gac__ir_inst *i,
                     gac__ir_block *block)
{
    uint32_t own = i->args[w->ir->blocks[b].preds[0] >= b];
    uint32_t shared = w->distance[i->result];
    const gac__ir_inst *start = sum_of(w, own);
    if (start) {
        uint32_t a = w->varying[start->args[0]] ? 0 : 1;
        own = start->args[a];
        shared = gac__ir_add(w->ir, block, GAC__IR_IADD, GAC__TY_I32, i,
                             start->args[1 - a], shared, 0)
                     ->result;
    }
    gac__ir_inst *sum =
        gac__ir_add(w->ir, block, GAC__IR_IADD, GAC__TY_I32, i, own, shared, 0);
    sum->flags = GAC__IR_SHARED_LAST;
    w->address[i->result] = sum->result;
}

/* Appends the pointer at its distance to `block`. */
static void make_address(splitter *w, uint32_t b, const gac__ir_inst *i,
                         gac__ir_block *block)
{
    const gac__ir_inst *start = lea_of(w, i->args[0]);
    for (uint32_t a = 1; a < i->n_args; a++)
        if (w->ir->blocks[b].preds[a] < b)
            start = lea_of(w, i->args[a]);
    gac__ir_inst *base =
        gac__ir_add(w->ir, block, GAC__IR_LEA, w->ir->ptr_ty, i, start->args[0],
                    w->distance[i->result], 0);
    base->imm = 1;
    gac__ir_inst *address =
        gac__ir_add(w->ir, block, GAC__IR_LEA, w->ir->ptr_ty, start,
                    base->result, start->args[1], 0);
    address->imm = start->imm;
    address->imm2 = start->imm2;
    address->sub = start->sub;
    w->address[i->result] = address->result;
}

/* Replaces split phis by their distances, and appends pointers and counters
 * behind all phis, and a distance's step before the pointer's. */
static void rebuild(splitter *w, uint32_t b)
{
    gac__ir *ir = w->ir;
    gac__ir_block *block = &ir->blocks[b];
    uint32_t k = 0;
    gac__ir_inst **old = gac__ir_reopen(ir, block);
    for (; k < ir->n_reopened && old[k]->op == GAC__IR_PHI; k++) {
        uint32_t d = w->distance[old[k]->result];
        gac__ir_append(ir, block, d ? ir->values[d].def : old[k]);
    }
    for (uint32_t phi = 0; phi < k; phi++)
        if (w->distance[old[phi]->result])
            (w->counter[old[phi]->result] ? make_sum : make_address)(
                w, b, old[phi], block);
    for (; k < ir->n_reopened; k++) {
        uint32_t d = w->distance[old[k]->result];
        if (d)
            gac__ir_append(ir, block, ir->values[d].def);
        gac__ir_append(ir, block, old[k]);
    }
}

/* Splits all phis that can be split. */
static gac_result split_all(splitter *w, bool *any_out)
{
    for (uint32_t b = 0; b < w->ir->n_blocks; b++)
        GAC__EACH_PHI(&w->ir->blocks[b], i) {
            bool pointer = is_pointer(w, b, i);
            bool count = !pointer && is_counter(w, b, i);
            if ((pointer && !make_distance(w, b, i))
                || (count && !make_count(w, b, i)))
                return GAC_ERR_MEMORY;
            *any_out |= pointer || count;
        }
    for (uint32_t b = 0; *any_out && b < w->ir->n_blocks; b++) {
        rebuild(w, b);
        GAC__TRY(gac__ir_watch(w->ir, w->ir->n_reopened));
    }
    return GAC_OK;
}

static bool begin(splitter *w, gac__arena *scratch)
{
    w->zero = gac__ir_const(w->ir, w->ir->ptr_ty, 0);
    w->zero32 = gac__ir_const(w->ir, GAC__TY_I32, 0);
    uint32_t n = w->n_known = w->ir->n_values;
    uint8_t *bytes = gac__arena_alloc(scratch, n, 5);
    w->address = gac__arena_alloc(scratch, n, sizeof *w->address);
    w->distance = gac__arena_alloc(scratch, n, sizeof *w->distance);
    w->block_of = gac__ir_find_blocks(w->ir, scratch);
    w->apart = gac__arena_alloc(scratch, w->ir->n_blocks, 1);
    if (!w->zero || !w->zero32 || !bytes || !w->address || !w->distance
        || !w->block_of || !w->apart)
        return false;
    w->varying = bytes;
    w->other = bytes + n;
    w->indexes = bytes + 2 * (size_t)n;
    w->sums = bytes + 3 * (size_t)n;
    w->counter = bytes + 4 * (size_t)n;
    return true;
}

gac_result gac__pass_pointers(gac__ir *ir, gac__arena *scratch)
{
    splitter w = {.ir = ir};
    bool any = false;
    if (ir->variant.checked || ir->facts.needs_progress)
        return GAC_OK;
    if (!begin(&w, scratch))
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__uniform_find(ir, scratch, w.varying, w.apart));
    find_indices(&w);
    GAC__TRY(split_all(&w, &any));
    if (!any)
        return GAC_OK;
    gac__ir_replace(ir, w.address, w.n_known);
    return gac__pass_simplify(ir, scratch);
}
