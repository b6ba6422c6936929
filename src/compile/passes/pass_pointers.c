/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Takes pointers and indices that walk through memory apart into where lanes
 * begin and how far they have come.
 *
 * Compilers turn a[row * n + k] in a loop over k into a pointer that moves on
 * by one element a round. Where lanes begin at different places but move
 * together, each round had an addition and a copy of 64-bit lanes, and a look
 * at all addresses. In place of
 *
 *     p = PHI(LEA(base, row), LEA(p, step))
 *
 * there is a distance that all lanes share, and an index that stays as it is:
 *
 *     d = PHI(0, LEA(d, step))      p = LEA(LEA(base, d), row)
 *
 * and for an index of 32 bits that is used as one only
 *
 *     t = PHI(0, t + step)          i = start + t
 */
#include "compile/passes/passes.h"

typedef struct walker {
    gac__ir *ir;
    uint8_t *other; /* by value, of the n_known first: used by more than indices
                       and the next */
    uint8_t *varying; /* by value, of the n_known first */
    uint8_t *apart;   /* for each block: its phis vary in any case */
    uint32_t n_known;
    uint32_t *place; /* for each of them: LEA(LEA(base, d), row); 0: none */
    uint32_t *distance;
    uint8_t *indexes; /* used as an index in its own block */
    uint8_t *sums;    /* in how many sums with something that lanes share */
    uint8_t *counter; /* a phi that is taken apart as an index */
    uint32_t *home;   /* for each of them: its block */
    uint32_t zero, zero32;
} walker;

static const gac__ir_inst *lea_of(const walker *w, uint32_t value)
{
    const gac__ir_inst *i = gac__ir_def(w->ir, value);
    return i && i->op == GAC__IR_LEA ? i : NULL;
}

/* Whether phi `i` of block b is such a pointer, and lanes share its distance.
 */
static bool walks(const walker *w, uint32_t b, const gac__ir_inst *i)
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

/* The sum of phi `i` and something that lanes share; NULL: value is none. */
static const gac__ir_inst *step_of(const walker *w, const gac__ir_inst *i,
                                   uint32_t value)
{
    const gac__ir_inst *sum = gac__ir_def(w->ir, value);
    if (!sum || sum->op != GAC__IR_IADD)
        return NULL;
    uint32_t own = sum->args[1] == i->result;
    return sum->args[own] == i->result && !w->varying[sum->args[!own]] ? sum
                                                                       : NULL;
}

/* Whether phi `i` of block b is an index that lanes count up together. */
static bool counts(const walker *w, uint32_t b, const gac__ir_inst *i)
{
    const gac__ir_block *block = &w->ir->blocks[b];
    uint32_t n_steps = 0;
    if (i->ty != GAC__TY_I32 || i->n_args != 2 || !w->varying[i->result]
        || w->apart[b] || w->other[i->result] || !w->indexes[i->result])
        return false;
    for (uint32_t a = 0; a < 2; a++)
        if (block->preds[a] >= b)
            n_steps += step_of(w, i, i->args[a]) != NULL;
    return n_steps == 1 && (block->preds[0] < b) != (block->preds[1] < b);
}

/* Notes what phis of 32 bits are used for. */
static void find_indices(walker *w)
{
    const gac__ir *ir = w->ir;
    gac__ir_find_blocks(ir, w->home);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++) {
                uint32_t v = i->args[a];
                bool index =
                    i->op == GAC__IR_LEA && a == 1 && !w->varying[i->args[0]];
                if (index)
                    w->indexes[v] |= w->home[v] == b;
                else if (i->op != GAC__IR_IADD || w->varying[i->args[!a]])
                    w->other[v] = 1;
                else
                    w->sums[v] = w->sums[v] ? 2 : 1;
            }
        }
    for (uint32_t v = 0; v < w->n_known; v++)
        w->other[v] |= w->sums[v] > 1;
}

static gac__ir_inst *make(walker *w, gac__ir_op op, uint32_t n_args,
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

/* Makes the distance of phi `i`: a phi of its own. */
static bool make_distance(walker *w, uint32_t b, const gac__ir_inst *i)
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

/* Makes the shared part of counter `i`, and puts it into the counter's next
 * value. */
static bool make_count(walker *w, uint32_t b, gac__ir_inst *i)
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

/* A value's definition if it is the sum of what lanes share and something else.
 */
static const gac__ir_inst *sum_of(const walker *w, uint32_t value)
{
    const gac__ir_inst *sum = gac__ir_def(w->ir, value);
    if (value >= w->n_known || !sum || sum->op != GAC__IR_IADD
        || sum->args[0] >= w->n_known || sum->args[1] >= w->n_known)
        return NULL;
    return w->varying[sum->args[0]] != w->varying[sum->args[1]] ? sum : NULL;
}

/* The counter itself, at the end of `block`. What lanes share of its start is
 * added to what they share of the distance: what is left is the same in every
 * group. */
static bool make_sum(walker *w, uint32_t b, const gac__ir_inst *i,
                     gac__ir_block *block)
{
    gac__ir_inst *sum = make(w, GAC__IR_IADD, 2, i);
    if (!sum)
        return false;
    sum->args[0] = i->args[w->ir->blocks[b].preds[0] >= b];
    sum->args[1] = w->distance[i->result];
    sum->flags = GAC__IR_SHARED_LAST;
    const gac__ir_inst *start = sum_of(w, sum->args[0]);
    if (start) {
        uint32_t own = w->varying[start->args[0]] ? 0 : 1;
        gac__ir_inst *shared = make(w, GAC__IR_IADD, 2, i);
        if (!shared || !gac__ir_append(w->ir, block, shared))
            return false;
        shared->args[0] = start->args[1 - own];
        shared->args[1] = sum->args[1];
        sum->args[0] = start->args[own];
        sum->args[1] = shared->result;
    }
    w->place[i->result] = sum->result;
    return gac__ir_append(w->ir, block, sum);
}

/* The place at that distance, at the end of `block`. */
static bool make_place(walker *w, uint32_t b, const gac__ir_inst *i,
                       gac__ir_block *block)
{
    const gac__ir_inst *start = lea_of(w, i->args[0]);
    for (uint32_t a = 1; a < i->n_args; a++)
        if (w->ir->blocks[b].preds[a] < b)
            start = lea_of(w, i->args[a]);
    gac__ir_inst *base = make(w, GAC__IR_LEA, 2, i);
    gac__ir_inst *place = make(w, GAC__IR_LEA, 2, start);
    if (!base || !place)
        return false;
    base->args[0] = start->args[0];
    base->args[1] = w->distance[i->result];
    base->imm = 1;
    base->imm2 = 0;
    base->sub = 0;
    place->args[0] = base->result;
    place->args[1] = start->args[1];
    w->place[i->result] = place->result;
    return gac__ir_append(w->ir, block, base)
           && gac__ir_append(w->ir, block, place);
}

/* Puts distances in place of the phis, places behind all phis, and a distance's
 * step behind the pointer's. */
static bool rebuild(walker *w, uint32_t b)
{
    gac__ir *ir = w->ir;
    gac__ir_block *block = &ir->blocks[b];
    uint32_t n = block->n_insts, k = 0;
    gac__ir_inst **old = gac__ir_reopen(ir, block);
    if (!old)
        return false;
    for (; k < n && old[k]->op == GAC__IR_PHI; k++) {
        uint32_t d = w->distance[old[k]->result];
        if (!gac__ir_append(ir, block, d ? ir->values[d].def : old[k]))
            return false;
    }
    for (uint32_t phi = 0; phi < k; phi++)
        if (w->distance[old[phi]->result]
            && !(w->counter[old[phi]->result] ? make_sum : make_place)(
                w, b, old[phi], block))
            return false;
    for (; k < n; k++) {
        uint32_t result = old[k]->result;
        uint32_t d = result < w->n_known ? w->distance[result] : 0;
        if ((d && !gac__ir_append(ir, block, ir->values[d].def))
            || !gac__ir_append(ir, block, old[k]))
            return false;
    }
    return true;
}

static void redirect(const walker *w)
{
    for (uint32_t b = 0; b < w->ir->n_blocks; b++)
        for (uint32_t k = 0; k < w->ir->blocks[b].n_insts; k++) {
            gac__ir_inst *i = w->ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                if (i->args[a] < w->n_known && w->place[i->args[a]])
                    i->args[a] = w->place[i->args[a]];
        }
}

/* Takes apart what can be. False: memory is out. */
static bool take_apart(walker *w, bool *any_out)
{
    for (uint32_t b = 0; b < w->ir->n_blocks; b++)
        for (uint32_t k = 0; k < w->ir->blocks[b].n_insts
                             && w->ir->blocks[b].insts[k]->op == GAC__IR_PHI;
             k++) {
            gac__ir_inst *i = w->ir->blocks[b].insts[k];
            bool walk = walks(w, b, i), count = !walk && counts(w, b, i);
            if ((walk && !make_distance(w, b, i))
                || (count && !make_count(w, b, i)))
                return false;
            *any_out |= walk || count;
        }
    for (uint32_t b = 0; *any_out && b < w->ir->n_blocks; b++)
        if (!rebuild(w, b))
            return false;
    return true;
}

static bool begin(walker *w, gac__arena *scratch)
{
    w->zero = gac__ir_const(w->ir, w->ir->ptr_ty, 0);
    w->zero32 = gac__ir_const(w->ir, GAC__TY_I32, 0);
    uint32_t n = w->n_known = w->ir->n_values;
    uint8_t *bytes = gac__arena_alloc(scratch, n, 5);
    uint32_t *words = gac__arena_alloc(scratch, n, 3 * sizeof *words);
    w->apart = gac__arena_alloc(scratch, w->ir->n_blocks, 1);
    if (!w->zero || !w->zero32 || !bytes || !words || !w->apart)
        return false;
    w->varying = bytes;
    w->other = bytes + n;
    w->indexes = bytes + 2 * (size_t)n;
    w->sums = bytes + 3 * (size_t)n;
    w->counter = bytes + 4 * (size_t)n;
    w->place = words;
    w->distance = words + n;
    w->home = words + 2 * (size_t)n;
    return true;
}

/* Whether a phi may be taken apart, whatever varies. `other`: by value. */
static bool is_candidate(const gac__ir *ir, const uint8_t *other,
                         const gac__ir_inst *i)
{
    bool leas = i->ty == ir->ptr_ty, steps = false;
    for (uint32_t a = 0; a < i->n_args; a++) {
        const gac__ir_inst *x = gac__ir_def(ir, i->args[a]);
        leas &= x && x->op == GAC__IR_LEA;
        steps |= x && x->op == GAC__IR_IADD
                 && (x->args[0] == i->result || x->args[1] == i->result);
    }
    return leas || (steps && i->ty == GAC__TY_I32 && !other[i->result]);
}

/* Most kernels have nothing of this kind, and need not find out what varies. */
static gac_result find_candidates(const gac__ir *ir, gac__arena *scratch,
                                  bool *any_out)
{
    uint8_t *other = gac__arena_alloc(scratch, ir->n_values, 1);
    if (!other)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            for (uint32_t a = 0; a < i->n_args; a++)
                other[i->args[a]] |=
                    i->op != GAC__IR_IADD && (i->op != GAC__IR_LEA || a != 1);
        }
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        for (uint32_t k = 0;
             k < block->n_insts && block->insts[k]->op == GAC__IR_PHI; k++)
            *any_out |= is_candidate(ir, other, block->insts[k]);
    }
    return GAC_OK;
}

gac_result gac__pass_pointers(gac__ir *ir, gac__arena *scratch)
{
    walker w = {.ir = ir};
    bool any = false;
    if (ir->variant.checked || ir->facts.needs_progress)
        return GAC_OK;
    GAC__TRY(find_candidates(ir, scratch, &any));
    if (!any)
        return GAC_OK;
    any = false;
    if (!begin(&w, scratch))
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__uniform_find(ir, scratch, w.varying, w.apart));
    find_indices(&w);
    if (!take_apart(&w, &any))
        return GAC_ERR_MEMORY;
    if (!any)
        return GAC_OK;
    redirect(&w);
    return gac__pass_simplify(ir, scratch);
}
