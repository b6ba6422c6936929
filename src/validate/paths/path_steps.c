/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The instructions of a node that a path does not just pass by. */
#include "validate/paths/paths.h"

/* Those of a node, one after the other. */
typedef struct walk {
    gac__paths *t;
    const gac__program *p;
} walk;

static bool may_write(const gac__program *p, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpControlBarrier:
    case SpvOpMemoryBarrier: return true;
    case SpvOpFunctionCall:
        return gac__sites_callee(p->sites, inst).kind == GAC__CALLEE_OTHER;
    default: return false;
    }
}

static gac__path_step_kind kind_of_op(gac__op op)
{
    switch ((gac__op_kind)op.kind) {
    case GAC__OP_COPY: return GAC__STEP_COPY;
    case GAC__OP_WAIT: return GAC__STEP_WAIT;
    case GAC__OP_ESCAPE: return GAC__STEP_ESCAPE;
    case GAC__OP_RETURN:
    case GAC__OP_PHI:
    case GAC__OP_SELECT: return GAC__STEP_NONE; /* where they are asked for */
    default: return GAC__STEP_WRITE;
    }
}

static bool is_step(uint32_t opcode)
{
    return opcode == SpvOpPhi || opcode == SpvOpLoad || opcode == SpvOpStore
           || opcode == SpvOpControlBarrier || opcode == SpvOpMemoryBarrier
           || opcode == SpvOpFunctionCall;
}

/* The term of what a step gives, with what a path has to know of it. */
static uint32_t own_term(gac__paths *t, gac__ref ref)
{
    uint32_t own = gac__path_term(t, ref);
    if (own != 0)
        (void)gac__path_term_at(t, own);
    return own;
}

static gac__ref operand(const gac__path_step *step, const gac__inst *inst,
                        uint32_t word)
{
    return (gac__ref){step->frame, inst->words[word]};
}

/* -- memory ---------------------------------------------------------------- */

static void find_size(const gac_module *m, gac__path_step *step,
                      uint32_t type_id)
{
    uint64_t align;
    if (!gac__module_size_of(m, type_id, &step->size_bytes, &align))
        step->size_bytes = 0;
}

/* What an access that others see does to copies; `is_op`: it is one. */
static void find_touched(const walk *w, gac__path_step *step, bool is_op)
{
    gac__access sides[2];
    const uint32_t n =
        is_op ? gac__accesses_of(w->p, w->p->ops.items[step->op], sides) : 0;
    for (uint32_t i = 0; i < n; i++) {
        gac__ref base = w->t->bases_of[2 * (size_t)step->op + i];
        if (sides[i].size == 0 || !gac__path_is_among(&w->t->copied, base))
            continue;
        step->touched[i] = gac__path_term(w->t, sides[i].pointer);
        step->bases[i] = base;
        step->sizes[i] = sides[i].size;
        step->also_writes[i] = sides[i].writes;
        step->scale = sides[i].scale;
        if (sides[i].scale != 0)
            step->offsets[0] =
                gac__path_term(w->t, (gac__ref){step->frame, sides[i].offset});
    }
}

static bool is_touched(const gac__path_step *step)
{
    return step->touched[0] != 0 || step->touched[1] != 0;
}

static void find_memory(const walk *w, gac__path_step *step,
                        const gac__inst *inst)
{
    bool load = inst->opcode == SpvOpLoad;
    uint32_t storage =
        gac__module_storage_class(w->p->m, inst->words[load ? 3 : 1]);
    step->local = storage == SpvStorageClassFunction;
    step->generic = storage == SpvStorageClassGeneric;
}

/* Returns whether a path has to come by. */
static bool fill_load(const walk *w, gac__path_step *step,
                      const gac__inst *inst, bool is_op)
{
    step->own = own_term(w->t, (gac__ref){step->frame, inst->result_id});
    if (step->own == 0 && !is_op)
        return false;
    step->kind = GAC__STEP_LOAD;
    find_memory(w, step, inst);
    find_size(w->p->m, step, inst->type_id);
    find_touched(w, step, is_op);
    step->event =
        gac__module_type_kind(w->p->m, inst->type_id) == GAC__TYPE_EVENT;
    if (step->own != 0)
        step->variable = gac__path_variable(w->p, operand(step, inst, 3)) + 1;
    if (step->own != 0)
        step->terms[0] = gac__path_term(w->t, operand(step, inst, 3));
    return step->own != 0 || is_touched(step);
}

static bool fill_store(const walk *w, gac__path_step *step,
                       const gac__inst *inst, bool is_op)
{
    const gac__paths *t = w->t;
    uint32_t type_id = gac__module_type_of(w->p->m, inst->words[2]);
    uint32_t variable;
    find_memory(w, step, inst);
    step->event = gac__module_type_kind(w->p->m, type_id) == GAC__TYPE_EVENT;
    if (!step->local && !step->generic && !step->event) {
        step->kind = GAC__STEP_WRITE;
        find_size(w->p->m, step, type_id);
        find_touched(w, step, is_op);
        return t->shared_loaded || is_touched(step);
    }
    variable = gac__path_variable(w->p, operand(step, inst, 1));
    if (!step->event && variable != UINT32_MAX && !t->loaded[variable])
        return false;
    step->kind = GAC__STEP_STORE;
    step->variable = variable + 1;
    find_size(w->p->m, step, type_id);
    find_touched(w, step, is_op);
    step->terms[0] = gac__path_term(t, operand(step, inst, 1));
    if (gac__path_is_followed(w->p->m, type_id))
        step->terms[1] = gac__path_term(t, operand(step, inst, 2));
    return true;
}

/* -- copies and waits ------------------------------------------------------ */

/* What constants tell of a side. */
static void fill_bytes(const gac__program *p, const gac__copy_view *c,
                       const gac__side *side, gac__path_bytes *out)
{
    const gac__pieces pieces = gac__copy_pieces(c, side);
    out->n = gac__copied_bytes(p, c, side, &out->assumed);
    out->whole = gac__copy_range(p, c, side).whole;
    out->pieces = pieces.n;
    out->pitch = pieces.pitch;
    out->first = side->offset.value * c->bytes.value;
}

/* Nobody but another write meets a copy's source. */
static void find_sides(const walk *w, gac__path_step *step)
{
    const gac__copy_view *c = gac__copy_view_at(w->p, step->op);
    gac__copied *copied =
        c ? gac__arena_alloc(&w->t->p->arena, 1, sizeof *copied) : NULL;
    if (!copied)
        return;
    const gac__side *sides[] = {&c->destination, &c->source};
    step->copied = copied;
    copied->bytes = c->bytes.value;
    for (uint32_t i = 0; i < GAC__COUNTS; i++) {
        const gac__quantity *count = gac__copy_count(c, i);
        if (count->known)
            continue;
        copied->unknown |= (uint8_t)(1 << i);
        step->counts[i] = gac__path_term(w->t, count->ref);
    }
    for (int i = 0; i < 2; i++) {
        gac__ref pointer = sides[i]->pointer.ref;
        if (i == 1
            && !gac__path_is_among(&w->t->written,
                                   w->t->bases_of[2 * (size_t)step->op + 1]))
            continue;
        step->touched[i] = gac__path_term(w->t, pointer);
        fill_bytes(w->p, c, sides[i], &copied->sides[i]);
        copied->sides[i].base =
            w->t->bases_of[2 * (size_t)step->op + (size_t)i];
        if (sides[i]->offset.name && !sides[i]->offset.known)
            step->offsets[i] = gac__path_term(w->t, sides[i]->offset.ref);
    }
}

/* Whether a pointer is one to events. */
static bool is_list(const gac__program *p, gac__ref pointer)
{
    uint32_t type_id = gac__module_pointee(p->m, pointer.id), element;
    while ((element = gac__module_array_element(p->m, type_id)) != 0)
        type_id = element;
    return gac__ref_kind(p, pointer) == GAC__TYPE_POINTER
           && gac__module_type_kind(p->m, type_id) == GAC__TYPE_EVENT;
}

static void fill_op(const walk *w, gac__path_step *step)
{
    const gac__op op = w->p->ops.items[step->op];
    gac__ref event;
    gac__wait_view wait;
    step->kind = kind_of_op(op) & 0xFF;
    if (step->kind == GAC__STEP_COPY) {
        gac__inst inst = gac__module_inst(w->p->m, step->ordinal);
        step->own = own_term(w->t, (gac__ref){step->frame, inst.result_id});
        step->local = gac__copy_event(w->p, op, &event);
        if (step->local)
            step->terms[0] = gac__path_term(w->t, event);
        find_sides(w, step);
    } else if (step->kind == GAC__STEP_WAIT
               && gac__view_wait(w->p, op, &wait)) {
        step->terms[0] = gac__path_term(w->t, wait.list.ref);
        step->terms[1] = gac__path_term(w->t, wait.count.ref);
        step->variable = gac__path_variable(w->p, wait.list.ref) + 1;
        step->local = is_list(w->p, wait.list.ref);
    } else {
        find_touched(w, step, true);
    }
}

/* -- nodes ----------------------------------------------------------------- */

/* Returns whether a path has to come by. */
static bool fill_step(const walk *w, gac__path_step *step,
                      const gac__inst *inst, bool is_op)
{
    switch (inst->opcode) {
    case SpvOpPhi:
        step->kind = GAC__STEP_PHI;
        step->own = own_term(w->t, (gac__ref){step->frame, inst->result_id});
        return step->own != 0;
    case SpvOpLoad: return fill_load(w, step, inst, is_op);
    case SpvOpStore: return fill_store(w, step, inst, is_op);
    default: break;
    }
    if (is_op)
        fill_op(w, step);
    else if (may_write(w->p, inst))
        step->kind = GAC__STEP_WRITE;
    return step->kind != GAC__STEP_NONE
           && (step->kind != GAC__STEP_WRITE || w->t->shared_loaded
               || is_touched(step));
}

void gac__path_find_steps(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac_module *m = p->m;
    const gac__node *n = &p->nodes.items[node];
    const walk w = {t, p};
    gac__path_steps *steps = &t->steps_of[node];
    uint32_t k = n->first_op, end = n->first_op + n->n_ops;
    if (n->condition != 0)
        steps->condition =
            gac__path_term(t, (gac__ref){n->frame, n->condition});
    steps->first = (uint32_t)t->plan.n;
    for (uint32_t i = n->first; i < n->end && !t->given_up; i++) {
        bool is_op = k < end && p->ops.items[k].ordinal == i;
        uint32_t at = k;
        k += is_op;
        if (!is_op && !is_step(m->words[m->offsets[i]] & 0xFFFF))
            continue;
        gac__inst inst = gac__module_inst(m, i);
        gac__path_step step = {
            .ordinal = i, .op = at, .node = node, .frame = n->frame};
        if (fill_step(&w, &step, &inst, is_op)
            && !GAC__VEC_PUSH(p->arena.allocator, &t->plan, step))
            t->given_up = true;
    }
    steps->end = (uint32_t)t->plan.n;
    steps->known = !t->given_up;
}
