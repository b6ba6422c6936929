/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What of a program matters to paths. */

/* Events, what is waited for, and the conditions of branches decide; so does
 * what they are made of, through phis, loads, and all that is stored in the
 * variables that are loaded from. Kernels mostly compute other things: their
 * phis, loads and stores are no steps, however often a path comes by. Here
 * values that matter only get their numbers, as terms; what a term is made of
 * is written down when a path asks for it (path_terms.c), and the steps of a
 * node when one comes by (path_steps.c): most paths end early. */
#include "validate/paths/paths.h"

#define NS_OF_VALUE 64 /* for the watch: what planning takes, about */

/* A store whose variable is not seen at a glance. */
typedef struct far_store {
    uint32_t frame, ordinal;
    uint32_t variable; /* its index; UINT32_MAX: any */
} far_store;

typedef struct planner {
    gac__paths *t;
    const gac__program *p;
    GAC__VEC(far_store) far;
    uint32_t place; /* where what is needed is asked for */
    bool ok;
} planner;

static const gac_allocator *allocator(const planner *b)
{
    return b->p->arena.allocator;
}

uint32_t gac__path_variable(const gac__program *p, gac__ref pointer)
{
    return gac__program_linked(p, gac__pointer_base(p, pointer),
                               GAC__LINK_VARIABLE);
}

/* -- terms ----------------------------------------------------------------- */

/* Where the number of a value's term stands; NULL: it is no value that is
 * followed. */
static uint32_t *number_of(const gac__paths *t, gac__ref ref)
{
    const gac_module *m = t->p->m;
    const gac__value *v = gac__program_value(t->p, ref);
    if (v)
        return &t->term_of[v - t->p->values.items];
    if (ref.id >= m->bound || m->definitions[ref.id] == 0
        || m->definitions[ref.id] > m->first_function)
        return NULL;
    return &t->global_of.items[m->definitions[ref.id] - 1];
}

uint32_t gac__path_term(const gac__paths *t, gac__ref ref)
{
    const uint32_t *number = number_of(t, ref);
    return number ? *number : 0;
}

/* Returns the value's term. */
static uint32_t need(planner *b, uint32_t frame, uint32_t id)
{
    gac__path_noted noted = {.ref = {frame, id}, .last = b->place};
    uint32_t *number = number_of(b->t, noted.ref);
    if (!number)
        return 0;
    if (*number != 0) {
        uint32_t *last = &b->t->noted.items[*number].last;
        *last = GAC__MAX(*last, b->place);
        return *number;
    }
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &b->t->noted, noted);
    *number = b->ok ? (uint32_t)b->t->noted.n - 1 : 0;
    return *number;
}

/* -- variables ------------------------------------------------------------- */

static void need_store(planner *b, uint32_t frame, uint32_t ordinal)
{
    const gac_module *m = b->p->m;
    const uint32_t *store = m->words + m->offsets[ordinal];
    const uint32_t place = b->place;
    b->place = b->t->place[gac__path_node(b->t, frame, ordinal)];
    (void)need(b, frame, store[1]);
    if (gac__path_is_followed(m, gac__module_type_of(m, store[2])))
        (void)need(b, frame, store[2]);
    b->place = place;
}

/* All that is stored in a variable matters: it is loaded from. */
static void need_variable(planner *b, uint32_t i)
{
    const gac__variable *v = &b->p->locals.items[i];
    if (b->t->loaded[i])
        return;
    b->t->loaded[i] = true;
    for (uint32_t at = v->store; at != 0;
         at = gac__program_store_before(b->p, v->ref.frame, at - 1))
        need_store(b, v->ref.frame, at - 1);
    for (size_t k = 0; k < b->far.n; k++)
        if (b->far.items[k].variable == i)
            need_store(b, b->far.items[k].frame, b->far.items[k].ordinal);
}

/* So does what is behind a pointer that is loaded from in `node`. */
static void need_content(planner *b, gac__ref pointer, uint32_t node)
{
    uint32_t i = gac__path_variable(b->p, pointer);
    if (i == UINT32_MAX) {
        b->t->all_loaded = true;
        return;
    }
    uint32_t *last = &b->t->last_of_local[i];
    *last = GAC__MAX(*last, gac__path_last(b->t, node, 0));
    need_variable(b, i);
}

static void need_all(planner *b)
{
    for (uint32_t i = 0; i < b->p->locals.n; i++)
        need_variable(b, i);
}

/* Stores to a variable are linked to each other where their function has it;
 * finds the others. One that may go to any variable always matters. */
static void find_far_stores(planner *b, const gac__node *n)
{
    const gac_module *m = b->p->m;
    const gac__frame *f = &b->p->frames.items[n->frame];
    const gac__value *values =
        b->p->values.items + f->first_value - f->function->first;
    for (uint32_t i = n->first; i < n->end && b->ok; i++) {
        const uint32_t *words = m->words + m->offsets[i];
        if ((words[0] & 0xFFFF) != SpvOpStore
            || values[i].link == GAC__LINK_STORE)
            continue;
        uint32_t storage = gac__module_storage_class(m, words[1]);
        far_store far = {n->frame, i, UINT32_MAX};
        if (storage != SpvStorageClassFunction
            && storage != SpvStorageClassGeneric)
            continue; /* one of an event is an operation */
        far.variable = gac__path_variable(b->p, (gac__ref){n->frame, words[1]});
        if (far.variable == UINT32_MAX)
            need_store(b, n->frame, i);
        else
            b->ok = GAC__VEC_PUSH(allocator(b), &b->far, far);
    }
}

/* -- what touches copies --------------------------------------------------- */

gac__ref gac__path_base(const gac__program *p, gac__ref pointer)
{
    gac__ref base = gac__pointer_base(p, pointer);
    uint32_t opcode = gac__module_def_opcode(p->m, base.id);
    if (!gac__is_variable(opcode) && opcode != SpvOpFunctionParameter)
        base.id = 0;
    return base;
}

static void add_base(planner *b, gac__path_bases *list, gac__ref base)
{
    for (size_t i = 0; i < list->n; i++)
        if (gac__ref_same(list->items[i], base))
            return;
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), list, base);
}

bool gac__path_is_among(const gac__path_bases *list, gac__ref base)
{
    for (size_t i = 0; i < list->n; i++)
        if (base.id == 0 || list->items[i].id == 0
            || gac__ref_same(list->items[i], base))
            return true;
    return false;
}

static void find_bases(planner *b, uint32_t at)
{
    const gac__op op = b->p->ops.items[at];
    const gac__copy_view *c;
    gac__access sides[2];
    const uint32_t n = gac__accesses_of(b->p, op, sides);
    gac__ref *bases = b->t->bases_of + 2 * (size_t)at;
    for (uint32_t i = 0; i < n; i++) {
        bases[i] = gac__path_base(b->p, sides[i].pointer);
        if (sides[i].writes)
            add_base(b, &b->t->written, bases[i]);
    }
    if (op.kind != GAC__OP_COPY || (c = gac__copy_view_at(b->p, at)) == NULL)
        return;
    bases[0] = gac__path_base(b->p, c->destination.pointer.ref);
    bases[1] = gac__path_base(b->p, c->source.pointer.ref);
    add_base(b, &b->t->written, bases[0]);
    add_base(b, &b->t->copied, bases[0]);
    add_base(b, &b->t->copied, bases[1]);
}

/* Only a write meets a copy's source. */
static void need_sides(planner *b, uint32_t at)
{
    const gac__copy_view *c = gac__copy_view_at(b->p, at);
    if (!c)
        return;
    const gac__side *sides[] = {&c->destination, &c->source};
    for (uint32_t i = 0; i < GAC__COUNTS; i++) {
        const gac__quantity *count = gac__copy_count(c, i);
        if (!count->known)
            (void)need(b, count->ref.frame, count->ref.id);
    }
    for (int i = 0; i < 2; i++) {
        gac__ref pointer = sides[i]->pointer.ref;
        gac__ref offset = sides[i]->offset.ref;
        bool offset_matters = sides[i]->offset.name && !sides[i]->offset.known;
        if (i == 1
            && !gac__path_is_among(&b->t->written,
                                   b->t->bases_of[2 * (size_t)at + 1]))
            continue;
        (void)need(b, pointer.frame, pointer.id);
        if (offset_matters)
            (void)need(b, offset.frame, offset.id);
    }
}

/* Calls `each` for the operations of all nodes that paths may come to. */
static void for_ops(planner *b, void (*each)(planner *, uint32_t))
{
    for (uint32_t i = 0; i < b->p->order.n; i++) {
        const gac__node *n = &b->p->nodes.items[b->p->order.node[i]];
        b->place = b->t->place[b->p->order.node[i]];
        for (uint32_t at = n->first_op; at < n->first_op + n->n_ops; at++) {
            b->ok = b->ok && gac__watch_on(b->p->watch, NS_OF_VALUE);
            each(b, at);
        }
    }
}

static void need_touched(planner *b, uint32_t at)
{
    const gac__op op = b->p->ops.items[at];
    gac__access sides[2];
    if (op.kind == GAC__OP_COPY) {
        need_sides(b, at);
        return;
    }
    const uint32_t n = gac__accesses_of(b->p, op, sides);
    for (uint32_t i = 0; i < n; i++) {
        if (!gac__path_is_among(&b->t->copied,
                                b->t->bases_of[2 * (size_t)at + i]))
            continue;
        (void)need(b, op.frame, sides[i].pointer.id);
        if (sides[i].scale != 0)
            (void)need(b, op.frame, sides[i].offset);
    }
}

/* -- all that matters ------------------------------------------------------ */

typedef struct escaping {
    const gac__program *p;
    uint32_t frame;
    gac__event_visitor *visit;
    void *user;
} escaping;

static bool visit_escape(void *user, const gac__inst *inst,
                         const gac__operand_row *row, uint32_t word, uint32_t n)
{
    const escaping *e = user;
    const gac__ref ref = {e->frame, inst->words[word]};
    (void)n;
    if (gac__row_is_id(row) && gac__ref_kind(e->p, ref) == GAC__TYPE_EVENT)
        e->visit(e->user, ref);
    return true;
}

void gac__visit_events(const gac__program *p, uint32_t frame, uint32_t ordinal,
                       gac__event_visitor *visit, void *user)
{
    gac__inst inst = gac__module_inst(p->m, ordinal);
    escaping e = {p, frame, visit, user};
    gac__module_visit_operands(p->m, &inst, visit_escape, &e);
}

static void need_event(void *user, gac__ref event)
{
    (void)need(user, event.frame, event.id);
}

static void need_op(planner *b, uint32_t at)
{
    const gac__op op = b->p->ops.items[at];
    gac__ref event;
    gac__wait_view w;
    if (op.kind == GAC__OP_COPY) {
        gac__inst inst = gac__module_inst(b->p->m, op.ordinal);
        (void)need(b, op.frame, inst.result_id);
        if (gac__copy_event(b->p, op, &event))
            (void)need(b, event.frame, event.id);
    } else if (op.kind == GAC__OP_WAIT && gac__view_wait(b->p, op, &w)) {
        (void)need(b, w.list.ref.frame, w.list.ref.id);
        (void)need(b, w.count.ref.frame, w.count.ref.id);
        need_content(b, w.list.ref, gac__program_node_of(b->p, at));
    } else if (op.kind == GAC__OP_STORE) {
        need_store(b, op.frame, op.ordinal);
    } else if (op.kind == GAC__OP_ESCAPE) {
        gac__visit_events(b->p, op.frame, op.ordinal, need_event, b);
    }
}

static void need_first(planner *b)
{
    for (uint32_t i = 0; i < b->p->order.n; i++) {
        const gac__node *n = &b->p->nodes.items[b->p->order.node[i]];
        b->place = b->t->place[b->p->order.node[i]];
        find_far_stores(b, n);
        if (n->condition != 0)
            (void)need(b, n->frame, n->condition);
    }
    for_ops(b, need_op);
    for_ops(b, find_bases);
    for_ops(b, need_touched);
}

static void need_operands(planner *b, size_t at)
{
    const gac_module *m = b->p->m;
    gac__path_noted noted = b->t->noted.items[at];
    gac__ref ref = noted.ref;
    b->place = 0;
    if (m->definitions[ref.id] <= m->first_function)
        return;
    gac__inst inst = gac__module_inst(m, m->definitions[ref.id] - 1);
    gac__term_shape shape = gac__path_shape(b->p, ref, &inst);
    noted.form = shape.form;
    noted.opcode = inst.opcode;
    noted.first = (uint32_t)b->t->operands.n;
    noted.other =
        shape.same.id ? need(b, shape.same.frame, shape.same.id) : shape.extra;
    for (uint32_t i = shape.first; i < shape.end; i += shape.step) {
        if (inst.opcode == SpvOpPhi)
            b->place = b->t->place[gac__path_end_of_block(b->t, ref.frame,
                                                          inst.words[i + 1])];
        uint32_t operand = need(b, ref.frame, inst.words[i]);
        b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &b->t->operands, operand);
        noted.n++;
    }
    b->t->noted.items[at] = noted;
    if (shape.form != GAC__TERM_SET || inst.opcode != SpvOpLoad)
        return;
    if (gac__module_storage_class(m, inst.words[3]) == SpvStorageClassFunction)
        need_content(
            b, (gac__ref){ref.frame, inst.words[3]},
            gac__path_node(b->t, ref.frame, m->definitions[ref.id] - 1));
    else
        b->t->shared_loaded = true;
}

static void find_needed(planner *b)
{
    need_first(b);
    for (size_t i = 1; b->ok && i < b->t->noted.n; i++) {
        b->ok = gac__watch_on(b->p->watch, NS_OF_VALUE);
        need_operands(b, i);
        if (b->t->all_loaded && i + 1 == b->t->noted.n)
            need_all(b);
    }
}

/* -- how long values are asked for ----------------------------------------- */

uint32_t gac__path_node(const gac__paths *t, uint32_t frame, uint32_t ordinal)
{
    uint32_t node = gac__program_node(t->p, frame, ordinal);
    while (ordinal >= t->p->nodes.items[node].end && t->next_part[node] != 0)
        node = t->next_part[node];
    return node;
}

uint32_t gac__path_end_of_block(const gac__paths *t, uint32_t frame,
                                uint32_t label)
{
    const gac_module *m = t->p->m;
    if (label >= m->bound || m->definitions[label] == 0)
        return 0;
    uint32_t node = gac__program_node(t->p, frame, m->definitions[label] - 1);
    while (t->next_part[node] != 0)
        node = t->next_part[node];
    return node;
}

/* Links the nodes of blocks that calls have split. */
static bool find_parts(gac__paths *t)
{
    const gac__program *p = t->p;
    const uint32_t n = (uint32_t)p->nodes.n;
    uint32_t *tail = gac__arena_alloc(&t->p->arena, n, sizeof *tail);
    t->next_part = gac__arena_alloc(&t->p->arena, n, sizeof *t->next_part);
    for (uint32_t i = 0; tail && t->next_part && i < n; i++) {
        const gac__node *node = &p->nodes.items[i];
        const gac__frame *f = &p->frames.items[node->frame];
        uint32_t first = f->first_node + node->block - f->function->first_block;
        if (first != i) {
            t->next_part[tail[first] ? tail[first] : first] = i;
            tail[first] = i;
        }
    }
    return tail && t->next_part;
}

uint32_t gac__path_last(const gac__paths *t, uint32_t node, uint32_t from)
{
    const gac__loop_nest *nest = &t->p->nest;
    uint32_t last = t->place[node];
    for (uint32_t at = nest->header[node];
         at != GAC__NO_NODE
         && (from == GAC__NO_NODE || !gac__in_loop(nest, from, at));
         at = nest->outer[at])
        last = t->loop_end[at] - 1;
    return nest->irreducible ? UINT32_MAX : last;
}

/* The node where a term's value is made. */
static uint32_t node_of_term(const gac__paths *t, uint32_t term)
{
    const gac_module *m = t->p->m;
    const gac__ref ref = t->noted.items[term].ref;
    return m->definitions[ref.id] <= m->first_function
               ? 0
               : gac__program_node(t->p, ref.frame, m->definitions[ref.id] - 1);
}

static bool spread(gac__paths *t, uint32_t operand, uint32_t place)
{
    const gac_module *m = t->p->m;
    gac__path_noted *o = &t->noted.items[operand];
    if (place <= o->last || operand == 0
        || m->definitions[o->ref.id] <= m->first_function)
        return false;
    o->last = place;
    return true;
}

/* How long a value is asked for after a use at `place`: in each iteration of
 * the loops around that which it is not made in. */
static uint32_t stretch(const gac__paths *t, uint32_t place, uint32_t from)
{
    return t->p->nest.cyclic && place < t->p->order.n
               ? gac__path_last(t, t->node_at[place], from)
               : place;
}

#define MAX_PASSES 12

/* What a value is made of is asked for as long as the value itself. */
static void find_last(gac__paths *t)
{
    const gac_module *m = t->p->m;
    bool changed = true;
    for (size_t i = 1; i < t->noted.n; i++)
        t->noted.items[i].last =
            stretch(t, t->noted.items[i].last, node_of_term(t, (uint32_t)i));
    for (int pass = 0; changed; pass++) {
        changed = false;
        for (size_t i = 1;
             i < t->noted.n && gac__watch_on(t->p->watch, NS_OF_VALUE); i++) {
            const gac__path_noted *n = &t->noted.items[i];
            if (m->definitions[n->ref.id] <= m->first_function)
                continue;
            bool phi = n->opcode == SpvOpPhi;
            uint32_t last = pass < MAX_PASSES ? n->last : UINT32_MAX - 1;
            for (uint32_t k = 0; !phi && k < n->n; k++)
                changed |= spread(t, t->operands.items[n->first + k], last);
            if (n->form == GAC__TERM_SAME || n->form == GAC__TERM_SET)
                changed |= spread(t, n->other, last);
        }
    }
}

/* -- the whole ------------------------------------------------------------- */

/* The terms of what is outside of functions: a table that programs of a module
 * share, so that a small one does not pay for a large module. */
static bool open_globals(planner *b)
{
    gac__paths *t = b->t;
    const gac_module *m = b->p->m;
    if (t->global_of.n == 0) {
        if (!GAC__VEC_RESERVE(allocator(b), &t->global_of, m->first_function))
            return false;
        t->global_of.n = m->first_function;
        memset(t->global_of.items, 0,
               t->global_of.n * sizeof *t->global_of.items);
    }
    for (size_t i = 1; i < t->noted.n; i++) {
        uint32_t definition = m->definitions[t->noted.items[i].ref.id];
        if (definition <= m->first_function)
            t->global_of.items[definition - 1] = 0;
    }
    return true;
}

static bool open(planner *b)
{
    gac__paths *t = b->t;
    gac__arena *arena = &t->p->arena;
    const gac__program *p = b->p;
    if (!open_globals(b))
        return false;
    t->noted.n = t->operands.n = t->copied.n = t->written.n = 0;
    t->all_loaded = t->shared_loaded = false;
    t->term_of = gac__arena_alloc(arena, p->values.n, sizeof *t->term_of);
    t->loaded = gac__arena_alloc(arena, p->locals.n, sizeof *t->loaded);
    t->bases_of = gac__arena_alloc(arena, 2 * p->ops.n, sizeof *t->bases_of);
    t->last_of_local =
        gac__arena_alloc(arena, p->locals.n, sizeof *t->last_of_local);
    return find_parts(t) && t->bases_of && t->last_of_local && t->term_of
           && t->loaded
           && GAC__VEC_RESERVE(allocator(b), &t->noted, p->values.n / 2 + 8)
           && GAC__VEC_RESERVE(allocator(b), &t->operands, p->values.n / 2 + 8)
           && GAC__VEC_PUSH(allocator(b), &t->noted,
                            (gac__path_noted){0}); /* top */
}

/* Room for the terms, which no other will join. */
static bool open_terms(planner *b)
{
    gac__paths *t = b->t;
    t->terms.n = t->strides.n = t->set_terms.n = t->n_set = 0;
    if (!GAC__VEC_RESERVE(allocator(b), &t->terms, t->noted.n))
        return false;
    t->terms.n = t->noted.n;
    memset(t->terms.items, 0, t->terms.n * sizeof *t->terms.items);
    t->terms.items[0].form = GAC__TERM_TOP;
    return true;
}

bool gac__path_plan(gac__paths *t)
{
    planner b = {.t = t, .p = t->p, .ok = true};
    bool ok = open(&b);
    if (ok)
        find_needed(&b);
    if (ok && b.ok && !t->straight)
        find_last(t);
    for (uint32_t i = 0; ok && t->all_loaded && i < t->p->locals.n; i++)
        t->last_of_local[i] = UINT32_MAX;
    ok = ok && b.ok && open_terms(&b);
    GAC__VEC_FREE(allocator(&b), &b.far);
    return ok;
}
