/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What of a program matters to the ways that are tried. */

/* Events, what is waited for, and the conditions of branches decide; so does what
 * they are made of, through phis, loads, and all that is stored in the variables
 * that are loaded from. Kernels mostly compute other things: their phis, loads and
 * stores are no steps, however often a way comes by. What matters becomes terms:
 * where a value comes from, and what kind it is, is looked up once. */
#include "validate/trial/trial.h"

typedef GAC__VEC(gac__ref) base_list;

enum { GLOBALS = 64 };

typedef struct planner {
    gac__trial *t;
    const gac__program *p;
    GAC__VEC(uint32_t) work; /* terms whose operands have not been seen */
    uint32_t *stores_of;     /* of each variable: its last store, + 1 */
    bool *loaded;            /* of each variable: it is loaded from */
    bool all;                /* any of them may be */
    base_list copied;        /* what copies' pointers were made from, .. */
    base_list written;       /* .. and those of all that writes */
    uint32_t globals[GLOBALS][2]; /* ids from outside of functions, terms */
    uint32_t n_set;          /* terms that ways set */
    bool shared;             /* so is memory that others write to */
    bool ok;
} planner;

static const gac_allocator *allocator(const planner *b)
{
    return &b->p->m->context->allocator;
}

/* The variable that a pointer leads to for sure; UINT32_MAX: unknown. */
static uint32_t variable_of(const planner *b, gac__ref pointer)
{
    return gac__program_linked(b->p, gac__pointer_origin(b->p, pointer).base,
                               GAC__LINK_VARIABLE);
}

static bool is_event(const planner *b, uint32_t frame, uint32_t id)
{
    return gac__ref_kind(b->p, (gac__ref){frame, id}) == GAC__TYPE_EVENT;
}

static bool is_typed_pointer(const planner *b, uint32_t frame, uint32_t id)
{
    return gac__ref_kind(b->p, (gac__ref){frame, id}) == GAC__TYPE_POINTER;
}

/* -- terms ----------------------------------------------------------------- */

static uint32_t add_term(planner *b, gac__term term)
{
    gac__trial *t = b->t;
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &t->terms, term);
    return b->ok ? (uint32_t)t->terms.n - 1 : 0;
}

/* What stands outside of functions. */
static uint32_t new_global_term(planner *b, uint32_t id)
{
    const gac_module *m = b->p->m;
    gac__inst def;
    gac__term term = {.form = GAC__TERM_FIXED, .id = id};
    uint64_t bits;
    if (!gac__module_def(m, id, &def) || def.ordinal >= m->first_function ||
        def.type_id == 0 || def.opcode == SpvOpUndef)
        return 0;
    uint32_t width = gac__module_scalar_width(m, def.type_id);
    bool fixed =
        def.opcode >= SpvOpConstantTrue && def.opcode <= SpvOpConstantNull;
    if (def.opcode == SpvOpConstantNull &&
        gac__module_type_kind(m, def.type_id) == GAC__TYPE_EVENT) {
        term.value.kind = GAC__TRIAL_EVENT;
    } else if (width != 0 && fixed && gac__module_constant(m, id, &bits)) {
        term.value = gac__trial_number(bits, width);
    } else {
        term.form = GAC__TERM_LASTING;
        term.unknown = !fixed;
    }
    return add_term(b, term);
}

/* Few constants serve many instructions. */
static uint32_t global_term(planner *b, uint32_t id)
{
    uint32_t *known = b->globals[id % GLOBALS];
    if (known[0] != id) {
        known[1] = new_global_term(b, id);
        known[0] = id;
    }
    return known[1];
}

/* The term that a value is; its operands are found later. */
static uint32_t term_of(planner *b, uint32_t frame, uint32_t id)
{
    const gac__value *v = gac__program_value(b->p, (gac__ref){frame, id});
    if (!v)
        return global_term(b, id);
    uint32_t *known = &b->t->term_of[v - b->p->values.items];
    if (*known == 0) {
        *known = add_term(b, (gac__term){.frame = frame, .id = id});
        b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &b->work, *known);
    }
    return *known;
}

static void add_operand(planner *b, gac__term *term, uint32_t id)
{
    uint32_t operand = term_of(b, term->frame, id);
    term->n++;
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &b->t->operands, operand);
}

bool gac__trial_is_pure(uint32_t opcode)
{
    return (opcode >= SpvOpConvertFToU && opcode <= SpvOpBitcast) ||
           (opcode >= SpvOpSNegate && opcode <= SpvOpFUnordGreaterThanEqual) ||
           (opcode >= SpvOpShiftRightLogical && opcode <= SpvOpBitCount) ||
           gac__chain_base(opcode) == 3;
}

/* Every group has a work-item whose local ids are 0: it is the one that ways are
 * tried for. */
static bool is_local_id(const planner *b, uint32_t frame,
                        const gac__inst *inst, gac__callee_kind kind)
{
    if (inst->opcode != SpvOpCompositeExtract)
        return kind == GAC__CALLEE_LOCAL_ID || kind == GAC__CALLEE_LINEAR_ID;
    gac__ref from = gac__resolve(b->p, (gac__ref){frame, inst->words[3]});
    return gac__builtin_variable(b->p, from) == SpvBuiltInLocalInvocationId;
}

/* An instruction that computes, or a call of a builtin that does not change: its
 * operands are ids, or the last one is a number. */
static void fill_made(planner *b, gac__term *term, const gac__inst *inst)
{
    gac__callee_kind kind = gac__sites_callee(b->p->sites, inst).kind;
    bool call = kind >= GAC__CALLEE_LOCAL_ID && kind <= GAC__CALLEE_UNIFORM;
    bool part = inst->opcode == SpvOpCompositeExtract && inst->n_words == 5;
    if (is_local_id(b, term->frame, inst, kind)) {
        term->form = GAC__TERM_FIXED;
        term->value = gac__trial_number(0, term->width);
        return;
    }
    uint32_t first = inst->first + (call ? 1u : 0u);
    uint32_t end = part ? 4u : inst->n_words;
    if ((!gac__trial_is_pure(inst->opcode) && !call && !part) ||
        end - first > GAC__TRIAL_OPERANDS)
        return;
    bool place = gac__chain_base(inst->opcode) == 3 ||
                 gac__is_pointer_cast(inst->opcode);
    bool number = term->integer && !call && !part && end - first >= 1 &&
                  end - first <= 2;
    term->form = place    ? GAC__TERM_PLACE
                 : number ? GAC__TERM_NUMBER
                          : GAC__TERM_MADE;
    if (gac__chain_base(inst->opcode) == 3)
        b->ok = b->ok && gac__trial_strides(b->t, term, inst);
    term->pointer = place && is_typed_pointer(b, term->frame, term->id);
    if (part || call)
        term->other = inst->words[part ? 4 : inst->first];
    for (uint32_t i = first; i < end; i++)
        add_operand(b, term, inst->words[i]);
}

static bool is_set(const planner *b, const gac__inst *inst)
{
    return inst->opcode == SpvOpPhi || inst->opcode == SpvOpLoad ||
           gac__is_copy(b->p->sites, inst);
}

/* What a term is made of. */
static void fill(planner *b, uint32_t index)
{
    const gac_module *m = b->p->m;
    gac__term term = b->t->terms.items[index];
    gac__ref ref = {term.frame, term.id};
    gac__ref from = gac__resolve(b->p, ref);
    uint32_t local = gac__program_linked(b->p, ref, GAC__LINK_VARIABLE);
    gac__inst inst = gac__module_inst(m, m->definitions[ref.id] - 1);
    uint32_t width = gac__module_scalar_width(m, inst.type_id);
    term.opcode = inst.opcode;
    term.integer = width != 0;
    term.width = width ? width & 0xFF : 64;
    if (!gac__ref_same(from, ref)) {
        term.form = GAC__TERM_SAME;
        term.other = term_of(b, from.frame, from.id);
    }
    term.first = (uint32_t)b->t->operands.n;
    if (is_set(b, &inst)) {
        term.form = GAC__TERM_SET;
        term.deps = UINT64_C(1) << b->n_set++ % GAC__DEP_SET;
        if (inst.opcode == SpvOpPhi)
            for (uint32_t i = 3; i + 1 < inst.n_words; i += 2)
                add_operand(b, &term, inst.words[i]);
        else if (inst.opcode == SpvOpLoad)
            add_operand(b, &term, inst.words[3]);
    } else if (local != UINT32_MAX && !b->p->locals.items[local].escapes) {
        term.form = GAC__TERM_FIXED;
        term.value.kind = GAC__TRIAL_PLACE;
        term.value.symbol = local;
    } else if (term.form == GAC__TERM_SAME || inst.opcode == SpvOpVariable) {
        ;
    } else if (inst.opcode == SpvOpFunctionParameter) {
        term.form = term.frame == 0 ? GAC__TERM_LASTING : GAC__TERM_WILD;
        term.unknown = true;
    } else if (inst.opcode == SpvOpSelect) {
        term.form = GAC__TERM_SELECT;
        for (uint32_t i = 3; i < 6; i++)
            add_operand(b, &term, inst.words[i]);
    } else {
        fill_made(b, &term, &inst);
    }
    if (b->ok)
        b->t->terms.items[index] = term;
}

/* -- steps ----------------------------------------------------------------- */

static bool may_write(const planner *b, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpControlBarrier:
    case SpvOpMemoryBarrier:
        return true;
    case SpvOpFunctionCall:
        return gac__sites_callee(b->p->sites, inst).kind == GAC__CALLEE_OTHER;
    default:
        return false;
    }
}

static gac__trial_step_kind kind_of_op(gac__op op)
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

static void fill_memory(const planner *b, gac__trial_step *step,
                        const gac__inst *inst)
{
    const gac_module *m = b->p->m;
    bool load = inst->opcode == SpvOpLoad;
    gac__ref pointer = {step->frame, inst->words[load ? 3 : 1]};
    uint32_t storage = gac__module_storage_class(m, pointer.id);
    uint64_t align;
    step->kind = load ? GAC__STEP_LOAD : GAC__STEP_STORE;
    step->local = storage == SpvStorageClassFunction;
    step->generic = storage == SpvStorageClassGeneric;
    step->event = !load && is_event(b, step->frame, inst->words[2]);
    if (!load && !step->local && !step->generic && !step->event)
        step->kind = GAC__STEP_WRITE;
    if (!gac__module_size_of(m, load ? inst->type_id
                                     : gac__module_type_of(m, inst->words[2]),
                             &step->size_bytes, &align))
        step->size_bytes = 0;
    if (step->kind == GAC__STEP_STORE)
        step->variable = variable_of(b, pointer) + 1;
}

static bool is_step(uint32_t opcode)
{
    return opcode == SpvOpPhi || opcode == SpvOpLoad || opcode == SpvOpStore ||
           opcode == SpvOpControlBarrier || opcode == SpvOpMemoryBarrier ||
           opcode == SpvOpFunctionCall;
}

static void add_node(planner *b, uint32_t node)
{
    const gac__program *p = b->p;
    const gac__node *n = &p->nodes.items[node];
    uint32_t k = n->first_op, end = n->first_op + n->n_ops;
    for (uint32_t i = n->first; i < n->end && b->ok; i++) {
        bool is_op = k < end && p->ops.items[k].ordinal == i;
        gac__trial_step step = {
            .ordinal = i, .op = k, .node = node, .frame = n->frame};
        k += is_op;
        if (!is_op && !is_step(p->m->words[p->m->offsets[i]] & 0xFFFF))
            continue;
        gac__inst inst = gac__module_inst(p->m, i);
        if (inst.opcode == SpvOpPhi)
            step.kind = GAC__STEP_PHI;
        else if (inst.opcode == SpvOpLoad || inst.opcode == SpvOpStore)
            fill_memory(b, &step, &inst);
        else if (is_op)
            step.kind = kind_of_op(p->ops.items[step.op]) & 0xFF;
        else if (may_write(b, &inst))
            step.kind = GAC__STEP_WRITE;
        if (step.kind != GAC__STEP_NONE)
            b->ok = GAC__VEC_PUSH(allocator(b), &b->t->plan, step);
    }
}

/* -- what is needed -------------------------------------------------------- */

/* Numbers, events and pointers are followed; what else is stored is anything. */
static bool is_followed(const planner *b, uint32_t type_id)
{
    gac__type_kind kind = gac__module_type_kind(b->p->m, type_id);
    return kind == GAC__TYPE_EVENT || kind == GAC__TYPE_POINTER ||
           gac__module_scalar_width(b->p->m, type_id) != 0;
}

static void need_store(planner *b, gac__trial_step *step)
{
    gac__inst store = gac__module_inst(b->p->m, step->ordinal);
    if (step->needed)
        return;
    step->needed = true;
    step->terms[0] = term_of(b, step->frame, store.words[1]);
    if (is_followed(b, gac__module_type_of(b->p->m, store.words[2])))
        step->terms[1] = term_of(b, step->frame, store.words[2]);
}

/* What is behind a pointer is loaded: all that is stored there matters. */
static void need_content(planner *b, gac__ref pointer)
{
    uint32_t i = variable_of(b, pointer);
    if (i == UINT32_MAX || b->loaded[i]) {
        b->all |= i == UINT32_MAX;
        return;
    }
    b->loaded[i] = true;
    for (uint32_t k = b->stores_of[i]; k != 0;
         k = b->t->plan.items[k - 1].link)
        need_store(b, &b->t->plan.items[k - 1]);
}

static void need_op(planner *b, gac__trial_step *step)
{
    const gac__op op = b->p->ops.items[step->op];
    gac__ref event;
    gac__wait_view w;
    if (step->kind == GAC__STEP_COPY) {
        gac__inst inst = gac__module_inst(b->p->m, step->ordinal);
        step->own = term_of(b, step->frame, inst.result_id);
        if (gac__copy_event(b->p, op, &event))
            step->terms[0] = term_of(b, event.frame, event.id);
    } else if (step->kind == GAC__STEP_WAIT && gac__view_wait(b->p, op, &w)) {
        step->terms[0] = term_of(b, w.list.ref.frame, w.list.ref.id);
        step->terms[1] = term_of(b, w.count.ref.frame, w.count.ref.id);
        need_content(b, w.list.ref);
    }
}

/* -- what touches copies --------------------------------------------------- */

/* What a pointer was made from, if that is a variable or a parameter; else id 0:
 * it may be any. */
static gac__ref base_of(const planner *b, gac__ref pointer)
{
    gac__ref base = gac__pointer_origin(b->p, pointer).base;
    uint32_t opcode = gac__module_def_opcode(b->p->m, base.id);
    if (!gac__is_variable(opcode) && opcode != SpvOpFunctionParameter)
        base.id = 0;
    return base;
}

static void add_base(planner *b, base_list *list, gac__ref base)
{
    for (size_t i = 0; i < list->n; i++)
        if (gac__ref_same(list->items[i], base))
            return;
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), list, base);
}

static bool is_among(const base_list *list, gac__ref base)
{
    for (size_t i = 0; i < list->n; i++)
        if (base.id == 0 || list->items[i].id == 0 ||
            gac__ref_same(list->items[i], base))
            return true;
    return false;
}

/* The pointer of a load or store that others see; false: it is none. */
static bool find_pointer(const planner *b, gac__trial_step *step,
                         gac__ref *pointer_out)
{
    const gac__op *op = &b->p->ops.items[step->op];
    if (step->op >= b->p->ops.n || op->kind != GAC__OP_ACCESS ||
        op->ordinal != step->ordinal || step->size_bytes == 0)
        return false;
    gac__inst inst = gac__module_inst(b->p->m, step->ordinal);
    step->writes = inst.opcode == SpvOpStore;
    *pointer_out = (gac__ref){step->frame, inst.words[step->writes ? 1 : 3]};
    return true;
}

static void find_bases(planner *b, gac__trial_step *step)
{
    gac__ref pointer;
    const gac__copy_view *c;
    if (find_pointer(b, step, &pointer)) {
        if (step->writes)
            add_base(b, &b->written, base_of(b, pointer));
        return;
    }
    if (step->kind != GAC__STEP_COPY ||
        (c = gac__copy_view_at(b->p, step->op)) == NULL)
        return;
    gac__ref source = c->source.pointer.ref;
    gac__ref to = base_of(b, c->destination.pointer.ref);
    add_base(b, &b->written, to);
    add_base(b, &b->copied, to);
    add_base(b, &b->copied, base_of(b, source));
}

/* Nobody but another write meets a copy's source. */
static void touch_copy(planner *b, gac__trial_step *step)
{
    const gac__copy_view *c = gac__copy_view_at(b->p, step->op);
    if (!c)
        return;
    const gac__copy_view view = *c;
    const gac__side *sides[] = {&view.destination, &view.source};
    for (int i = 0; i < 2; i++) {
        gac__ref pointer = sides[i]->pointer.ref;
        gac__ref offset = sides[i]->offset.ref;
        if (i == 1 && !is_among(&b->written, base_of(b, pointer)))
            continue;
        step->touched[i] = term_of(b, pointer.frame, pointer.id);
        if (sides[i]->offset.name && !sides[i]->offset.known)
            step->offsets[i] = term_of(b, offset.frame, offset.id);
    }
}

static void need_touches(planner *b)
{
    gac__ref pointer;
    for (size_t i = 0; i < b->t->plan.n; i++)
        find_bases(b, &b->t->plan.items[i]);
    for (size_t i = 0; i < b->t->plan.n; i++) {
        gac__trial_step *step = &b->t->plan.items[i];
        if (step->kind == GAC__STEP_COPY)
            touch_copy(b, step);
        else if (find_pointer(b, step, &pointer) &&
                 is_among(&b->copied, base_of(b, pointer)))
            step->touched[0] = term_of(b, pointer.frame, pointer.id);
    }
}

/* -- all that matters ------------------------------------------------------ */

static void need_first(planner *b)
{
    for (uint32_t i = 0; i < b->p->n_reachable; i++) {
        uint32_t node = b->p->sequence[i];
        const gac__node *n = &b->p->nodes.items[node];
        if (n->condition != 0)
            b->t->conditions[node] = term_of(b, n->frame, n->condition);
    }
    for (size_t i = 0; i < b->t->plan.n; i++) {
        gac__trial_step *step = &b->t->plan.items[i];
        if (step->kind == GAC__STEP_COPY || step->kind == GAC__STEP_WAIT)
            need_op(b, step);
        else if (step->kind == GAC__STEP_STORE &&
                 (step->event || step->variable == 0)) /* of any of them */
            need_store(b, step);
    }
}

static void need_all(planner *b)
{
    for (size_t i = 0; i < b->t->plan.n; i++)
        if (b->t->plan.items[i].kind == GAC__STEP_STORE)
            need_store(b, &b->t->plan.items[i]);
}

static void need_operands(planner *b, uint32_t index)
{
    fill(b, index);
    const gac__term *term = &b->t->terms.items[index];
    if (!b->ok || term->form != GAC__TERM_SET || term->opcode != SpvOpLoad)
        return;
    const uint32_t *load = gac__module_def_words(b->p->m, term->id);
    if (gac__module_storage_class(b->p->m, load[3]) == SpvStorageClassFunction)
        need_content(b, (gac__ref){term->frame, load[3]});
    else
        b->shared = true;
}

static void find_needed(planner *b)
{
    for (uint32_t i = 0; i < b->t->plan.n; i++) {
        gac__trial_step *step = &b->t->plan.items[i];
        if (step->kind != GAC__STEP_STORE || step->variable == 0)
            continue;
        step->link = b->stores_of[step->variable - 1];
        b->stores_of[step->variable - 1] = i + 1;
    }
    need_first(b);
    if (b->t->wants_uses)
        need_touches(b);
    while (b->ok && b->work.n > 0) {
        need_operands(b, b->work.items[--b->work.n]);
        if (b->all && b->work.n == 0)
            need_all(b);
    }
}

/* -- the whole ------------------------------------------------------------- */

static bool is_needed(const planner *b, gac__trial_step *step)
{
    gac__inst inst;
    const gac__value *v;
    switch ((gac__trial_step_kind)step->kind) {
    case GAC__STEP_PHI:
    case GAC__STEP_LOAD:
        inst = gac__module_inst(b->p->m, step->ordinal);
        v = gac__program_value(b->p, (gac__ref){step->frame, inst.result_id});
        step->own = v ? b->t->term_of[v - b->p->values.items] : 0;
        if (step->own != 0 && step->kind == GAC__STEP_LOAD)
            step->terms[0] =
                b->t->operands.items[b->t->terms.items[step->own].first];
        return step->own != 0 || step->touched[0] != 0;
    case GAC__STEP_STORE: return step->needed;
    case GAC__STEP_WRITE: return b->shared || step->touched[0] != 0;
    default: return true;
    }
}

/* Leaves out what is not needed. */
static void shorten(const planner *b)
{
    gac__trial *t = b->t;
    uint32_t n = 0, i = 0;
    for (uint32_t node = 0; node < b->p->nodes.n; node++) {
        t->first_step[node] = n;
        for (; i < t->plan.n && t->plan.items[i].node == node; i++)
            if (is_needed(b, &t->plan.items[i]))
                t->plan.items[n++] = t->plan.items[i];
    }
    t->first_step[b->p->nodes.n] = n;
    t->plan.n = n;
}

static bool open(planner *b)
{
    gac__trial *t = b->t;
    gac__arena *arena = &t->p->arena;
    const gac__program *p = b->p;
    t->plan.n = t->terms.n = t->operands.n = t->strides.n = 0;
    t->term_of = gac__arena_alloc(arena, p->values.n, sizeof *t->term_of);
    t->conditions = gac__arena_alloc(arena, p->nodes.n, sizeof *t->conditions);
    t->first_step =
        gac__arena_alloc(arena, p->nodes.n + 1, sizeof *t->first_step);
    b->stores_of = gac__arena_alloc(arena, p->locals.n, sizeof *b->stores_of);
    b->loaded = gac__arena_alloc(arena, p->locals.n, sizeof *b->loaded);
    b->ok = t->term_of && t->conditions && t->first_step && b->stores_of &&
            b->loaded &&
            GAC__VEC_RESERVE(allocator(b), &t->plan, p->ops.n + 8) &&
            GAC__VEC_RESERVE(allocator(b), &t->terms, p->values.n / 2 + 8) &&
            GAC__VEC_RESERVE(allocator(b), &t->operands, p->values.n / 2 + 8) &&
            GAC__VEC_RESERVE(allocator(b), &b->work, 24);
    (void)add_term(b, (gac__term){0}); /* wild */
    return b->ok;
}

bool gac__trial_plan(gac__trial *t)
{
    planner b = {.t = t, .p = t->p};
    if (open(&b)) {
        for (uint32_t node = 0; b.ok && node < t->p->nodes.n; node++)
            if (t->p->nodes.items[node].order != UINT32_MAX)
                add_node(&b, node);
        find_needed(&b);
        if (b.ok)
            shorten(&b);
    }
    GAC__VEC_FREE(allocator(&b), &b.work);
    GAC__VEC_FREE(allocator(&b), &b.copied);
    GAC__VEC_FREE(allocator(&b), &b.written);
    return b.ok;
}
