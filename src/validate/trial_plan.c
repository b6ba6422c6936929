/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What of a program matters to the ways that are tried. */

/* Events, what is waited for, and the conditions of branches decide; so does what
 * they are made of, through phis, loads, and all that is stored in the variables
 * that are loaded from. Kernels mostly compute other things: their phis, loads and
 * stores are no steps, however often a way comes by. */
#include "validate/trial.h"

static const gac_allocator *allocator(const gac__trial *t)
{
    return &t->p->m->context->allocator;
}

/* -- steps ----------------------------------------------------------------- */

static bool may_write(const gac__trial *t, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpControlBarrier:
    case SpvOpMemoryBarrier:
        return true;
    case SpvOpFunctionCall:
        return gac__sites_callee(t->p->sites, inst).kind == GAC__CALLEE_OTHER;
    default:
        return false;
    }
}

static gac__trial_step_kind kind_of_op(gac__op op)
{
    switch ((gac__op_kind)op.kind) {
    case GAC__OP_COPY:
    case GAC__OP_WAIT:
    case GAC__OP_ESCAPE: return GAC__STEP_OP;
    case GAC__OP_RETURN:
    case GAC__OP_PHI:
    case GAC__OP_SELECT: return GAC__STEP_NONE; /* where they are asked for */
    default: return GAC__STEP_WRITE;
    }
}

static bool is_event(const gac__trial *t, uint32_t frame, uint32_t id)
{
    return gac__ref_kind(t->p, (gac__ref){frame, id}) == GAC__TYPE_EVENT;
}

/* What a store does that goes nowhere near a function's variables. */
static gac__trial_step_kind kind_of_store(const gac__trial *t, uint32_t frame,
                                          const gac__inst *inst)
{
    uint32_t storage =
        gac__module_storage_class(t->p->m, inst->words[1]);
    return storage == SpvStorageClassFunction ||
                   storage == SpvStorageClassGeneric ||
                   is_event(t, frame, inst->words[2])
               ? GAC__STEP_STORE
               : GAC__STEP_WRITE;
}

/* The variable that a pointer leads to for sure; UINT32_MAX: unknown. */
static uint32_t variable_of(const gac__trial *t, gac__ref pointer)
{
    return gac__program_linked(t->p, gac__pointer_origin(t->p, pointer).base,
                               GAC__LINK_VARIABLE);
}

static bool add_step(gac__trial *t, gac__trial_step step)
{
    return step.kind == GAC__STEP_NONE ||
           GAC__VEC_PUSH(allocator(t), &t->plan, step);
}

static bool add_node(gac__trial *t, uint32_t node)
{
    const gac__program *p = t->p;
    const gac__node *n = &p->nodes.items[node];
    uint32_t k = n->first_op, end = n->first_op + n->n_ops;
    for (uint32_t i = n->first; i < n->end; i++) {
        uint32_t opcode = p->m->words[p->m->offsets[i]] & 0xFFFF;
        bool is_op = k < end && p->ops.items[k].ordinal == i;
        gac__trial_step step = {
            .ordinal = i, .op = k, .node = node, .frame = n->frame};
        k += is_op;
        if (!is_op && opcode != SpvOpPhi && opcode != SpvOpLoad &&
            opcode != SpvOpStore && opcode != SpvOpControlBarrier &&
            opcode != SpvOpMemoryBarrier && opcode != SpvOpFunctionCall)
            continue;
        gac__inst inst = gac__module_inst(p->m, i);
        if (opcode == SpvOpPhi) {
            step.kind = GAC__STEP_PHI;
        } else if (opcode == SpvOpLoad) {
            step.kind = GAC__STEP_LOAD;
        } else if (opcode == SpvOpStore) {
            step.kind = kind_of_store(t, n->frame, &inst);
        } else if (is_op) {
            step.kind = kind_of_op(p->ops.items[step.op]);
        } else if (may_write(t, &inst)) {
            step.kind = GAC__STEP_WRITE;
        }
        if (step.kind == GAC__STEP_STORE) {
            step.variable =
                variable_of(t, (gac__ref){n->frame, inst.words[1]}) + 1;
            step.event = is_event(t, n->frame, inst.words[2]);
            step.needed = step.variable == 0; /* it may be any of them */
        }
        if (!add_step(t, step))
            return false;
    }
    return true;
}

/* -- what is needed -------------------------------------------------------- */

typedef struct search {
    gac__trial *t;
    GAC__VEC(gac__ref) work; /* values whose operands have not been seen */
    uint32_t *stores_of;     /* of each variable: its last store, + 1 */
    bool *loaded;            /* of each variable: it is loaded from */
    bool all;                /* any of them may be */
    bool shared;             /* so is memory that others write to */
    bool ok;
} search;

static void need(search *s, uint32_t frame, uint32_t id)
{
    gac__trial *t = s->t;
    gac__ref ref = {frame, id};
    const gac__value *v = gac__program_value(t->p, ref);
    gac__trial_result *r = v ? &t->results[v - t->p->values.items] : NULL;
    if (!r || r->needed)
        return;
    r->needed = true;
    s->ok = s->ok && GAC__VEC_PUSH(allocator(t), &s->work, ref);
}

static void need_store(search *s, gac__trial_step *step)
{
    gac__inst store = gac__module_inst(s->t->p->m, step->ordinal);
    step->needed = true;
    need(s, step->frame, store.words[1]);
    need(s, step->frame, store.words[2]);
}

/* What is behind a pointer is loaded: all that is stored there matters. */
static void need_content(search *s, gac__ref pointer)
{
    uint32_t i = variable_of(s->t, pointer);
    if (i == UINT32_MAX || s->loaded[i]) {
        s->all |= i == UINT32_MAX;
        return;
    }
    s->loaded[i] = true;
    for (uint32_t k = s->stores_of[i]; k != 0;
         k = s->t->plan.items[k - 1].link)
        need_store(s, &s->t->plan.items[k - 1]);
}

/* What a value is made of. */
static void need_operands(search *s, gac__ref ref)
{
    const gac__program *p = s->t->p;
    gac__ref from = gac__resolve(p, ref);
    gac__inst def;
    if (!gac__ref_same(from, ref))
        need(s, from.frame, from.id);
    if (!gac__module_def(p->m, ref.id, &def))
        return;
    if (def.opcode == SpvOpLoad) {
        gac__ref pointer = {ref.frame, def.words[3]};
        if (gac__module_storage_class(p->m, pointer.id) ==
            SpvStorageClassFunction)
            need_content(s, pointer);
        else
            s->shared = true;
    }
    for (uint32_t i = def.first; i < def.n_words; i++)
        need(s, ref.frame, def.words[i]); /* a number that is no id does no
                                             harm */
}

static void need_of_op(search *s, gac__op op)
{
    gac__program *p = s->t->p;
    gac__ref event;
    gac__wait_view w;
    if (op.kind == GAC__OP_COPY && gac__copy_event(p, op, &event)) {
        need(s, event.frame, event.id);
    } else if (op.kind == GAC__OP_WAIT && gac__view_wait(p, op, &w)) {
        need(s, w.list.ref.frame, w.list.ref.id);
        need(s, w.count.ref.frame, w.count.ref.id);
        need_content(s, w.list.ref);
    }
}

static void need_first(search *s)
{
    gac__trial *t = s->t;
    const gac__program *p = t->p;
    for (uint32_t i = 0; i < p->n_reachable; i++) {
        const gac__node *n = &p->nodes.items[p->sequence[i]];
        if (n->condition != 0)
            need(s, n->frame, n->condition);
    }
    for (size_t i = 0; i < t->plan.n; i++) {
        gac__trial_step *step = &t->plan.items[i];
        if (step->kind == GAC__STEP_OP)
            need_of_op(s, p->ops.items[step->op]);
        else if (step->kind == GAC__STEP_STORE && (step->needed || step->event))
            need_store(s, step);
    }
}

static void need_all(search *s)
{
    for (size_t i = 0; i < s->t->plan.n; i++)
        if (s->t->plan.items[i].kind == GAC__STEP_STORE)
            need_store(s, &s->t->plan.items[i]);
}

/* -- the whole ------------------------------------------------------------- */

static bool is_needed(const search *s, const gac__trial_step *step)
{
    const gac__program *p = s->t->p;
    gac__inst inst;
    const gac__value *v;
    switch ((gac__trial_step_kind)step->kind) {
    case GAC__STEP_PHI:
    case GAC__STEP_LOAD:
        inst = gac__module_inst(p->m, step->ordinal);
        v = gac__program_value(p, (gac__ref){step->frame, inst.result_id});
        return v && s->t->results[v - p->values.items].needed;
    case GAC__STEP_STORE: return step->needed;
    case GAC__STEP_WRITE: return s->shared;
    default: return true;
    }
}

/* Leaves out what is not needed. */
static void shorten(const search *s)
{
    gac__trial *t = s->t;
    uint32_t n = 0, i = 0;
    for (uint32_t node = 0; node < t->p->nodes.n; node++) {
        t->first_step[node] = n;
        for (; i < t->plan.n && t->plan.items[i].node == node; i++)
            if (is_needed(s, &t->plan.items[i]))
                t->plan.items[n++] = t->plan.items[i];
    }
    t->first_step[t->p->nodes.n] = n;
    t->plan.n = n;
}

static bool find_needed(search *s)
{
    gac__trial *t = s->t;
    for (uint32_t i = 0; i < t->plan.n; i++) {
        gac__trial_step *step = &t->plan.items[i];
        if (step->variable == 0)
            continue;
        step->link = s->stores_of[step->variable - 1];
        s->stores_of[step->variable - 1] = i + 1;
    }
    need_first(s);
    while (s->ok && s->work.n > 0) {
        need_operands(s, s->work.items[--s->work.n]);
        if (s->all && s->work.n == 0)
            need_all(s);
    }
    return s->ok;
}

bool gac__trial_plan(gac__trial *t)
{
    gac__program *p = t->p;
    search s = {.t = t, .ok = true};
    t->plan.n = 0;
    t->first_step =
        gac__arena_alloc(&p->arena, p->nodes.n + 1, sizeof *t->first_step);
    s.stores_of =
        gac__arena_alloc(&p->arena, p->locals.n, sizeof *s.stores_of);
    s.loaded = gac__arena_alloc(&p->arena, p->locals.n, sizeof *s.loaded);
    s.ok = t->first_step && s.stores_of && s.loaded;
    for (uint32_t node = 0; s.ok && node < p->nodes.n; node++)
        s.ok = p->nodes.items[node].order == UINT32_MAX || add_node(t, node);
    bool found = s.ok && find_needed(&s);
    if (found)
        shorten(&s);
    GAC__VEC_FREE(allocator(t), &s.work);
    return found;
}
