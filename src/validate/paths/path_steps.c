/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds the steps of a node: the instructions that a path executes. */
#include "module/types.h"
#include "validate/paths/paths.h"

/* Whether an instruction that is no operation may write shared memory, or makes
 * writes of other work-items visible. */
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

static uint32_t term_of(const gac__paths *t, const gac__path_step *step,
                        uint32_t id)
{
    return gac__path_term(t, (gac__ref){step->frame, id});
}

/* -- memory ---------------------------------------------------------------- */

static void fill_memory(const gac_module *m, gac__path_step *step,
                        uint32_t pointer, uint32_t type_id)
{
    uint32_t storage = gac__module_storage_class(m, pointer);
    uint64_t align;
    step->local = storage == SpvStorageClassFunction;
    step->generic = storage == SpvStorageClassGeneric;
    step->event = gac__module_type_kind(m, type_id) == GAC__TYPE_EVENT;
    if (!gac__module_size_of(m, type_id, &step->size_bytes, &align))
        step->size_bytes = 0;
}

/* Each fill function returns whether the instruction is a step. */
static bool fill_load(const gac__paths *t, gac__path_step *step,
                      const gac__inst *inst)
{
    step->kind = GAC__STEP_LOAD;
    fill_memory(t->p->m, step, inst->words[3], inst->type_id);
    if (t->terms.items[step->own].id != inst->result_id
        || t->terms.items[step->own].kind != GAC__TERM_SET)
        step->own = 0; /* its source is known, or it is a local id */
    if (step->own != 0)
        step->terms[0] = term_of(t, step, inst->words[3]);
    return step->own != 0 || step->touches;
}

static bool fill_store(const gac__paths *t, gac__path_step *step,
                       const gac__inst *inst)
{
    const gac_module *m = t->p->m;
    uint32_t type_id = gac__module_type_of(m, inst->words[2]);
    bool needed = step->own != 0;
    step->own = 0;
    fill_memory(m, step, inst->words[1], type_id);
    if (!step->local && !step->generic && !step->event) {
        step->kind = GAC__STEP_WRITE;
        return t->shared_loaded || step->touches;
    }
    step->kind = GAC__STEP_STORE;
    step->terms[0] = term_of(t, step, inst->words[1]);
    if (gac__path_is_followed(m, type_id))
        step->terms[1] = term_of(t, step, inst->words[2]);
    return needed || step->event;
}

/* -- copies and waits ------------------------------------------------------ */

static bool fill_op(const gac__paths *t, gac__path_step *step)
{
    const gac__touched *own = &t->touched[step->op];
    step->local = own->local;
    memcpy(step->terms, own->terms, sizeof step->terms);
    switch ((gac__op_kind)t->p->ops.items[step->op].kind) {
    case GAC__OP_COPY: step->kind = GAC__STEP_COPY; return true;
    case GAC__OP_WAIT: step->kind = GAC__STEP_WAIT; return true;
    case GAC__OP_ESCAPE: step->kind = GAC__STEP_ESCAPE; return true;
    default:
        step->kind = GAC__STEP_WRITE;
        return t->shared_loaded || step->touches;
    }
}

/* -- nodes ----------------------------------------------------------------- */

static bool fill_step(const gac__paths *t, gac__path_step *step,
                      const gac__inst *inst, bool is_op)
{
    step->touches = is_op && t->p->ops.items[step->op].kind == GAC__OP_ACCESS;
    switch (inst->opcode) {
    case SpvOpPhi: step->kind = GAC__STEP_PHI; return step->own != 0;
    case SpvOpLoad: return fill_load(t, step, inst);
    case SpvOpStore: return fill_store(t, step, inst);
    default: break;
    }
    if (is_op)
        return fill_op(t, step);
    step->kind = GAC__STEP_WRITE;
    return t->shared_loaded && may_write(t->p, inst);
}

void gac__path_find_steps(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac__node *n = &p->nodes.items[node];
    gac__path_steps *steps = &t->steps_of[node];
    uint32_t op = n->first_op, end = op + n->n_ops;
    const uint32_t *marks = gac__path_mark(t, n->frame, n->first);
    if (n->condition != 0)
        steps->condition =
            gac__path_term(t, (gac__ref){n->frame, n->condition});
    steps->first = (uint32_t)t->plan.n;
    for (uint32_t i = n->first; i < n->end && !t->given_up; i++) {
        const bool is_op = op < end && p->ops.items[op].ordinal == i;
        const uint32_t mark = marks[i - n->first];
        op += is_op;
        if (!is_op && mark == 0 && !t->shared_loaded)
            continue;
        gac__inst inst = gac__module_inst(p->m, i);
        gac__path_step step = {.ordinal = i,
                               .op = op - 1, /* if it is one */
                               .own = mark,
                               .node = node,
                               .frame = n->frame};
        if (fill_step(t, &step, &inst, is_op)
            && !GAC__VEC_PUSH(p->arena.allocator, &t->plan, step))
            t->given_up = true;
    }
    steps->end = (uint32_t)t->plan.n;
    steps->known = !t->given_up;
}
