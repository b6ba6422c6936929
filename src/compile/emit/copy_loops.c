/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loops that do nothing but copy lines, and how their iterations differ.
 *
 * A value of such a loop is the same in every iteration, or grows by a
 * constant: sums of loop variables, and their products with what does not
 * change. Then two iterations tell exec what the others do, as long as no value
 * wraps around where it is widened, nor passes what the loop's end compares it
 * with. These values are the loop's `slots`.
 */
#include "compile/emit/emit.h"

#define MOST_BLOCKS 16u

/* How a value changes from iteration to iteration: not at all, by a constant;
 * it is a comparison of such values; in another way. */
enum { SAME, RISES, COMPARES, UNKNOWN };

typedef struct finder {
    gac__emitter *emitter;
    uint8_t *kind; /* for each value; values from outside the loop are SAME */
    const gac__loop *l;
    gac__copy_loop *loop; /* what is found out about it */
    bool fits;            /* nothing speaks against the loop yet */
} finder;

static void add_slot(finder *f, uint32_t v, gac__loop_role role, bool is_signed)
{
    const gac__emitter *e = f->emitter;
    gac__copy_loop *loop = f->loop;
    f->fits &= loop->n_slots < GAC__LOOP_SLOTS && gac__is_uniform(e, v);
    if (f->fits)
        loop->slots[loop->n_slots++] =
            (gac__loop_slot){.at = gac__offset_of(e, v),
                             .ty = e->ir->values[v].ty,
                             .role = (uint8_t)role,
                             .is_signed = is_signed};
}

/* -- loop variables -------------------------------------------------------- */

/* Whether `v` is the phi `of` plus what does not change. */
static bool is_step(const finder *f, uint32_t v, uint32_t of)
{
    for (uint32_t k = 0; k < 8 && v != of; k++) {
        const gac__ir_inst *i = f->emitter->ir->values[v].def;
        if (!i || f->kind[v] != RISES)
            return false;
        bool sum = i->op == GAC__IR_IADD || i->op == GAC__IR_ISUB
                   || i->op == GAC__IR_LEA;
        if (!sum && i->op != GAC__IR_MOV)
            return false;
        bool second = i->op == GAC__IR_IADD && f->kind[i->args[1]] == RISES;
        if (sum && f->kind[i->args[second ? 0 : 1]] != SAME)
            return false;
        v = i->args[second];
    }
    return v == of;
}

/* The phi's value in the next iteration. */
static uint32_t next_of(const finder *f, const gac__ir_inst *phi)
{
    const gac__ir_block *head = &f->emitter->ir->blocks[f->l->head];
    uint32_t p = 0;
    while (head->preds[p] != f->l->last)
        p++;
    return phi->args[p];
}

static bool is_event(const finder *f, uint32_t v)
{
    const gac__ir_inst *i = f->emitter->ir->values[v].def;
    return i && i->op == GAC__IR_ASYNC_COPY;
}

/* Assumes what phis are; check_phis() confirms it. */
static void guess_phis(finder *f)
{
    GAC__EACH_PHI(&f->emitter->ir->blocks[f->l->head], i) {
        uint32_t v = i->result, next = next_of(f, i);
        f->kind[v] = next == v || is_event(f, next) ? SAME : RISES;
    }
}

static void check_phis(finder *f)
{
    GAC__EACH_PHI(&f->emitter->ir->blocks[f->l->head], i) {
        uint32_t v = i->result;
        bool rises = f->kind[v] == RISES;
        f->fits &= !rises || is_step(f, next_of(f, i), v);
        add_slot(f, v, rises ? GAC__LOOP_STEP : GAC__LOOP_STEADY, false);
    }
}

/* -- instructions ---------------------------------------------------------- */

static bool is_int(const finder *f, uint32_t v)
{
    return gac__ty_is_int(f->emitter->ir->values[v].ty);
}

/* Notes a value that rises and is widened: it must not wrap around. */
static void widen(finder *f, uint32_t v, gac__ty to, bool is_signed)
{
    gac__ty from = f->emitter->ir->values[v].ty;
    if (f->kind[v] == RISES && gac__ty_bytes(from) < gac__ty_bytes(to))
        add_slot(f, v, GAC__LOOP_WIDENED, is_signed);
}

static uint8_t kind_of(finder *f, const gac__ir_inst *i)
{
    uint8_t most = SAME, first = f->kind[i->args[0]];
    for (uint32_t a = 0; a < i->n_args; a++)
        most = GAC__MAX(most, f->kind[i->args[a]]);
    if (most != RISES)
        return most == SAME ? SAME : UNKNOWN;
    uint8_t second = i->n_args > 1 ? f->kind[i->args[1]] : SAME;
    switch (i->op) {
    case GAC__IR_IADD:
    case GAC__IR_ISUB:
    case GAC__IR_INEG:
    case GAC__IR_TRUNC: return RISES;
    case GAC__IR_MOV:
        return is_int(f, i->args[0]) && is_int(f, i->result) ? RISES : UNKNOWN;
    case GAC__IR_IMUL: return first == SAME || second == SAME ? RISES : UNKNOWN;
    case GAC__IR_SHL: return second == SAME ? RISES : UNKNOWN;
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT:
        if (!is_int(f, i->args[0]))
            return UNKNOWN;
        widen(f, i->args[0], (gac__ty)i->ty, i->op == GAC__IR_SEXT);
        return RISES;
    case GAC__IR_LEA:
        widen(f, i->args[1], (gac__ty)i->ty, i->sub != 1);
        return RISES;
    case GAC__IR_IEQ:
    case GAC__IR_INE:
    case GAC__IR_ULT:
    case GAC__IR_ULE:
    case GAC__IR_SLT:
    case GAC__IR_SLE:
        return is_int(f, i->args[0]) && (first == SAME || second == SAME)
                   ? COMPARES
                   : UNKNOWN;
    default: return UNKNOWN;
    }
}

static void look_at_copy(finder *f, const gac__ir_inst *i, uint32_t site)
{
    static const uint8_t unchanging[] = {GAC_ASYNC_ELEMENT_BYTES,
                                         GAC_ASYNC_ELEMENTS, GAC_ASYNC_EVENT};
    gac__copy_loop *loop = f->loop;
    f->fits &= i->sub == GAC__ACOPY_LINEAR
               && f->kind[i->args[GAC_ASYNC_DESTINATION]] <= RISES
               && f->kind[i->args[GAC_ASYNC_SOURCE]] <= RISES
               && loop->n_sites < GAC__LOOP_COPIES;
    for (uint32_t k = 0; k < GAC__COUNT_OF(unchanging); k++)
        f->fits &= f->kind[i->args[unchanging[k]]] == SAME;
    if (f->fits)
        loop->sites[loop->n_sites++] = site;
}

/* Notes the comparison by which the loop ends. */
static void look_at_end(finder *f, const gac__ir_inst *branch)
{
    const gac__emitter *e = f->emitter;
    gac__copy_loop *loop = f->loop;
    uint32_t condition = branch->args[0];
    const gac__ir_inst *i = e->ir->values[condition].def;
    if (f->kind[condition] != COMPARES || !i || loop->compare) {
        f->fits = false;
        return;
    }
    bool second = f->kind[i->args[1]] == RISES;
    loop->compare = i->op;
    loop->other_is_first = second;
    loop->other = gac__offset_of(e, i->args[!second]);
    loop->stay = gac__loop_has(f->l, branch->targets[0]);
    f->fits &= gac__is_uniform(e, i->args[!second]);
    add_slot(f, i->args[second], GAC__LOOP_COMPARED,
             i->op == GAC__IR_SLT || i->op == GAC__IR_SLE);
}

static void look_at_block(finder *f, uint32_t b)
{
    const gac__ir *ir = f->emitter->ir;
    const gac__ir_block *block = &ir->blocks[b];
    const gac__lane_block *code = &f->emitter->out->blocks[b];
    uint32_t inside = 0;
    const gac__ir_inst *end = gac__ir_end(block);
    for (uint32_t t = 0; t < end->n_targets; t++)
        inside += gac__loop_has(f->l, end->targets[t]);
    f->fits &=
        code->copies && inside == 1 && (b == f->l->head || block->n_preds == 1);
    for (uint32_t k = 0; k < block->n_insts && f->fits; k++) {
        const gac__ir_inst *i = block->insts[k];
        if (i->op == GAC__IR_PHI) {
            f->fits &= b == f->l->head;
        } else if (i->op == GAC__IR_ASYNC_COPY) {
            look_at_copy(f, i, f->emitter->out->insts[code->first].scale);
        } else if (gac__ir_is_collective(i->op)) {
            f->fits = false;
        } else if (i->op == GAC__IR_CBR) {
            look_at_end(f, i);
        } else if (i->result && i->n_args) {
            f->kind[i->result] =
                ir->varying[i->result] ? UNKNOWN : kind_of(f, i);
        }
    }
}

/* -- loops ----------------------------------------------------------------- */

static bool all_lanes_share(const gac__lane_inst *i)
{
    bool all = i->flags & GAC__CODE_D_UNIFORM;
    for (uint32_t a = 0; a < i->n_args; a++)
        all &= i->arg_uniform[a];
    return all;
}

void gac__copy_blocks_find(gac__lane_program *p)
{
    for (uint32_t b = 0; b < p->n_blocks; b++) {
        const gac__lane_inst *i = &p->insts[p->blocks[b].first];
        if (i->code == GAC__CODE_WAIT_EVENTS
            || (i->code == GAC__CODE_ASYNC_COPY && all_lanes_share(i)))
            i++;
        while (i->code <= GAC__CODE_PURE_MASKED
               || i->code == GAC__CODE_LEA_SCALAR)
            i++;
        p->blocks[b].copies =
            i->code == GAC__CODE_BR || i->code == GAC__CODE_CBR_UNIFORM;
    }
}

static void forget(finder *f)
{
    const gac__ir *ir = f->emitter->ir;
    for (uint32_t b = f->l->head; b <= f->l->last; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++)
            f->kind[ir->blocks[b].insts[k]->result] = SAME;
}

gac_result gac__copy_loops_find(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    gac__lane_program *p = e->out;
    finder f = {.emitter = e};
    f.kind = gac__arena_alloc(e->regs.arena, ir->n_values, 1);
    if (!f.kind)
        return GAC_ERR_MEMORY;
    for (uint32_t n = 0; n < ir->flow->loops.n_loops; n++) {
        const gac__loop *l = &ir->flow->loops.loops[n];
        gac__copy_loop loop = {0};
        if (l->last - l->head >= MOST_BLOCKS)
            continue;
        f.l = l;
        f.fits = true;
        f.loop = &loop;
        guess_phis(&f);
        for (uint32_t k = l->head; k <= l->last && f.fits; k++)
            look_at_block(&f, k);
        if (f.fits)
            check_phis(&f);
        forget(&f);
        if (!f.fits || !loop.n_sites || !loop.compare)
            continue;
        gac__copy_loop *kept = gac__arena_alloc(&p->arena, 1, sizeof *kept);
        if (!kept)
            return GAC_ERR_MEMORY;
        *kept = loop;
        kept->last = l->last;
        p->blocks[l->head].loop = kept;
        for (uint32_t k = l->head; k <= l->last; k++)
            p->blocks[k].in_loop = true;
    }
    return GAC_OK;
}
