/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The slice of a program that its events and branches depend on. */

/* Events, operands of waits and conditions of branches are in the slice, and
 * all that they depend on: operands, through phis and loads, and what is stored
 * to variables that are loaded. Most values of a kernel are not in it. A value
 * of the slice has a term, which gets its number when the value is first
 * needed. A worklist then describes the term (path_terms.c) and numbers its
 * operands. The steps of a node are found when the first path comes to it
 * (path_steps.c). */
#include "module/types.h"
#include "validate/paths/paths.h"

#define NS_OF_VALUE 64 /* usual time of a value, for the watch */

typedef struct planner {
    gac__paths *t;
    const gac__program *p;
    uint32_t rank;  /* of the current use */
    bool of_step;   /* the current use is an operand of a step */
    uint32_t frame; /* of the current escape */
    bool ok;        /* false: memory or time is out */
} planner;

static const gac_allocator *allocator(const planner *b)
{
    return b->p->arena.allocator;
}

/* -- terms ----------------------------------------------------------------- */

/* The term of a value's source, which is added if it is new. */
static uint32_t add_source(planner *b, gac__ref ref)
{
    gac__paths *t = b->t;
    ref = gac__resolve(b->p, ref);
    uint32_t *number = gac__path_term_number(t, ref);
    if (!number || *number != 0)
        return number ? *number : 0;
    const gac__term own = {.frame = ref.frame, .id = ref.id};
    b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &t->terms, own);
    return b->ok ? *number = (uint32_t)t->terms.n - 1 : 0;
}

/* Adds a value to the slice; returns the term of its source. */
static uint32_t need(planner *b, gac__ref ref)
{
    gac__paths *t = b->t;
    uint32_t *number = gac__path_term_number(t, ref);
    if (!number)
        return 0;
    if (*number == 0)
        *number = add_source(b, ref);
    gac__term *term = &t->terms.items[*number];
    term->live.last = GAC__MAX(term->live.last, b->rank);
    term->of_step |= b->of_step;
    return *number;
}

/* -- variables ------------------------------------------------------------- */

/* Adds a store and its operands to the slice. */
static void need_store(planner *b, uint32_t frame, uint32_t ordinal)
{
    const gac_module *m = b->p->m;
    const uint32_t *store = m->words + m->offsets[ordinal];
    const uint32_t rank = b->rank;
    const bool of_step = b->of_step;
    uint32_t *mark = gac__path_mark(b->t, frame, ordinal);
    if (*mark != 0)
        return;
    *mark = UINT32_MAX;
    b->of_step = true;
    b->rank = b->p->nest.rank[gac__program_node(b->p, frame, ordinal)];
    (void)need(b, (gac__ref){frame, store[1]});
    if (gac__path_is_followed(m, gac__module_type_of(m, store[2])))
        (void)need(b, (gac__ref){frame, store[2]});
    b->rank = rank;
    b->of_step = of_step;
}

/* Notes the first store in the text to all of a variable: it may dominate every
 * load. Stores are visited from the last to the first, so the first one stays
 * noted. */
static void note_first(planner *b, uint32_t i, uint32_t ordinal)
{
    const gac_module *m = b->p->m;
    const gac__ref variable = b->p->locals.items[i].ref;
    gac__liveness *live = &b->t->liveness[i];
    if (m->words[m->offsets[ordinal] + 1] != variable.id)
        return;
    live->store = ordinal + 1;
    live->node = gac__program_node(b->p, variable.frame, ordinal);
}

/* Adds all stores to a variable that is loaded. */
static void need_variable(planner *b, uint32_t i)
{
    const gac__variable *v = &b->p->locals.items[i];
    if (b->t->loaded[i])
        return;
    b->t->loaded[i] = true;
    for (const gac__pointer_use *use = gac__program_store(b->p, v->stores); use;
         use = gac__program_store(b->p, use->next)) {
        need_store(b, use->frame, use->store - 1);
        note_first(b, i, use->store - 1);
    }
}

/* The last rank at which a value from node `from` may be used by a use in
 * `node`: the value is used in each iteration of the loops around the use that
 * do not contain its definition. */
static uint32_t last_use(const gac__paths *t, uint32_t node, uint32_t from)
{
    const gac__loop_nest *nest = &t->p->nest;
    uint32_t last = nest->rank[node];
    for (uint32_t at = nest->header[node];
         at != GAC__NO_NODE && !gac__in_loop(nest, from, at);
         at = nest->outer[at])
        last = nest->end[at] - 1;
    return nest->irreducible ? UINT32_MAX : last;
}

/* Adds the content of the variable that an instruction `at` loads through a
 * pointer. */
static void need_content(planner *b, gac__ref pointer, gac__ref at)
{
    uint32_t i = gac__variable_behind(b->p, pointer);
    if (i == UINT32_MAX) {
        b->t->all_loaded = true;
        return;
    }
    gac__liveness *live = &b->t->liveness[i];
    const uint32_t node = gac__program_node(b->p, at.frame, at.id);
    need_variable(b, i);
    live->last = GAC__MAX(live->last, last_use(b->t, node, 0));
    if (live->store != 0
        && (live->node == node
                ? live->store > at.id
                : !gac__program_dominates(b->p, live->node, node)))
        live->store = live->node = 0;
}

static void need_all(planner *b)
{
    for (uint32_t i = 0; i < b->p->locals.n; i++)
        need_variable(b, i);
}

/* -- bytes in flight ------------------------------------------------------- */

/* The key of an object, or of any object, in gac__paths.written. */
static uint64_t key_of(gac__ref object)
{
    return object.id ? gac__path_input(object) : UINT64_MAX;
}

/* Notes the objects that an operation writes. */
static void note_written(planner *b, uint32_t at)
{
    const gac__touched *own = gac__path_touched(b->t, at);
    for (uint32_t i = 0; i < 2 && b->ok; i++) {
        if (!own->sides[i].writes)
            continue;
        gac__key_slot *slot = gac__key_map_add(allocator(b), &b->t->written,
                                               key_of(own->sides[i].base));
        b->ok = slot != NULL;
        if (slot)
            slot->value = 1;
    }
}

/* Whether bytes of a side may be written by it or by other operations. */
static bool is_written(const gac__paths *t, const gac__touched_side *side)
{
    return side->writes || side->base.id == 0
           || gac__key_map_find(&t->written, key_of(side->base))
           || gac__key_map_find(&t->written, UINT64_MAX);
}

/* Adds the values that bytes of an operation depend on. */
static void need_touched(planner *b, uint32_t at)
{
    gac__touched *own = gac__path_touched(b->t, at);
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if (own->counts[i].id != 0)
            own->count_terms[i] = need(b, own->counts[i]);
    for (uint32_t i = 0; i < 2 && own->sides[i].pointer.name; i++) {
        if (!is_written(b->t, &own->sides[i]))
            continue;
        own->sides[i].term = need(b, own->sides[i].pointer.ref);
        if (own->sides[i].offset.id != 0)
            own->sides[i].offset_term = need(b, own->sides[i].offset);
    }
}

/* -- the slice ------------------------------------------------------------- */

/* Adds an operand of an escape to the slice, if it is an event. */
static bool need_escaping(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    planner *b = user;
    const gac__ref ref = {b->frame, inst->words[word]};
    (void)n;
    if (gac__row_is_id(row) && gac__is_event(b->p->m, ref.id))
        b->ok =
            b->ok && GAC__VEC_PUSH(allocator(b), &b->t->operands, need(b, ref));
    return true;
}

/* Whether a pointer points to events. */
static bool is_list(const gac__program *p, gac__ref pointer)
{
    uint32_t type_id =
        gac__module_innermost(p->m, gac__module_pointee(p->m, pointer.id));
    return gac__module_type_kind(p->m, type_id) == GAC__TYPE_EVENT;
}

static void need_op(planner *b, uint32_t at)
{
    const gac__op op = b->p->ops.items[at];
    gac__touched *own = &b->t->touched[at];
    gac__inst inst;
    gac__ref event;
    gac__wait_view w;
    if (op.kind == GAC__OP_COPY) {
        own->local = gac__copy_event(b->p, op, &event);
        if (own->local)
            own->terms[0] = need(b, event);
    } else if (op.kind == GAC__OP_WAIT && gac__view_wait(b->p, op, &w)) {
        own->local = is_list(b->p, w.list.ref);
        own->terms[0] = need(b, w.list.ref);
        own->terms[1] = need(b, w.count.ref);
        need_content(b, w.list.ref, (gac__ref){op.frame, op.ordinal});
    } else if (op.kind == GAC__OP_STORE) {
        need_store(b, op.frame, op.ordinal);
    } else if (op.kind == GAC__OP_ESCAPE) {
        inst = gac__module_inst(b->p->m, op.ordinal);
        b->frame = op.frame;
        own->terms[0] = (uint32_t)b->t->operands.n;
        gac__module_visit_operands(b->p->m, &inst, need_escaping, b);
        own->terms[1] = (uint32_t)b->t->operands.n;
    }
}

/* Calls `each` for the operations of all reachable nodes. */
static void for_ops(planner *b, void (*each)(planner *, uint32_t))
{
    b->of_step = true;
    for (uint32_t i = 0; i < b->p->order.n && b->ok; i++) {
        const gac__node *n = &b->p->nodes.items[b->p->order.node[i]];
        b->rank = b->p->nest.rank[b->p->order.node[i]];
        b->ok = gac__watch_on(b->p->watch, NS_OF_VALUE * n->n_ops);
        for (uint32_t at = n->first_op; at < n->first_op + n->n_ops; at++)
            each(b, at);
    }
}

/* The seeds of the slice. A store that may be to any variable is one. */
static void need_seeds(planner *b)
{
    for (const gac__pointer_use *use =
             gac__program_store(b->p, b->p->stores_anywhere);
         use; use = gac__program_store(b->p, use->next))
        need_store(b, use->frame, use->store - 1);
    for (uint32_t i = 0; i < b->p->order.n; i++) {
        const gac__node *n = &b->p->nodes.items[b->p->order.node[i]];
        b->rank = b->p->nest.rank[b->p->order.node[i]];
        if (n->condition != 0)
            (void)need(b, (gac__ref){n->frame, n->condition});
    }
    for_ops(b, need_op);
}

/* Describes a term, and adds its operands. */
static void fill(planner *b, size_t at)
{
    const gac_module *m = b->p->m;
    gac__paths *t = b->t;
    gac__term term = t->terms.items[at]; /* adding terms moves them */
    const gac__ref ref = {term.frame, term.id};
    b->rank = 0;
    b->of_step = false;
    gac__inst inst = gac__module_inst(m, m->definitions[ref.id] - 1);
    gac__term_words words = {0};
    b->ok = b->ok && gac__path_describe(t, &inst, &term, &words);
    term.first = (uint32_t)t->operands.n;
    for (uint32_t i = words.first; i < words.end; i += words.step) {
        if (inst.opcode == SpvOpPhi)
            b->rank = t->p->nest.rank[gac__program_end_of_block(
                t->p, ref.frame, inst.words[i + 1])];
        uint32_t operand = need(b, (gac__ref){ref.frame, inst.words[i]});
        b->ok = b->ok && GAC__VEC_PUSH(allocator(b), &t->operands, operand);
        term.n++;
    }
    term.live.last =
        t->terms.items[at].live.last; /* it may be its own operand */
    term.of_step = t->terms.items[at].of_step;
    t->terms.items[at] = term;
    if (term.kind != GAC__TERM_SET || inst.opcode != SpvOpLoad)
        return;
    if (gac__module_storage_class(m, inst.words[3]) == SpvStorageClassFunction)
        need_content(b, (gac__ref){ref.frame, inst.words[3]},
                     (gac__ref){ref.frame, inst.ordinal});
    else
        t->shared_loaded = true;
}

/* -- live ranges ----------------------------------------------------------- */

/* The node of a term's definition. */
static uint32_t node_of_term(const gac__paths *t, const gac__term *term)
{
    const gac_module *m = t->p->m;
    const uint32_t definition = m->definitions[term->id];
    return definition <= m->first_function
               ? 0
               : gac__program_node(t->p, term->frame, definition - 1);
}

/* Extends the live range of a value that is used in a loop. The value is used
 * in each iteration of the loops around the use that do not contain its
 * definition. */
static void stretch(const gac__paths *t, gac__term *term)
{
    const gac__loop_nest *nest = &t->p->nest;
    if (term->live.last >= t->p->order.n)
        return;
    const uint32_t node = nest->node[term->live.last];
    if (nest->header[node] != GAC__NO_NODE)
        term->live.last = last_use(t, node, node_of_term(t, term));
    else if (nest->irreducible)
        term->live.last = UINT32_MAX;
}

/* Extends the live range of an operand of term `of` to a rank. `of_step`: a
 * step depends on the operand. Returns whether this changes a term that the
 * pass has visited before. */
static bool extend(gac__paths *t, size_t of, uint32_t other, uint32_t rank,
                   bool of_step)
{
    gac__term *o = &t->terms.items[other];
    if (rank <= o->live.last && of_step <= o->of_step)
        return false;
    o->live.last = GAC__MAX(o->live.last, rank);
    o->of_step |= of_step;
    return other <= of;
}

/* Terms that change later are live everywhere, and steps depend on them. */
#define MAX_PASSES 12

/* Finds the ends of live ranges, and on which values steps depend: an operand
 * is live as long as the value that is computed from it. */
static void find_last(gac__paths *t)
{
    bool again = true;
    for (size_t i = 1; t->p->nest.cyclic && i < t->terms.n; i++)
        stretch(t, &t->terms.items[i]);
    for (int pass = 0; again; pass++) {
        again = false;
        if (!gac__watch_on(t->p->watch, NS_OF_VALUE * t->terms.n))
            return;
        for (size_t i = 1; i < t->terms.n; i++) {
            const gac__term *own = &t->terms.items[i];
            uint32_t last = pass < MAX_PASSES ? own->live.last : UINT32_MAX - 1;
            const bool of_step = pass >= MAX_PASSES || own->of_step;
            if (own->opcode == SpvOpPhi) /* used where their edges begin */
                last = 0;
            for (uint32_t k = 0; k < own->n; k++)
                again |= extend(t, i, t->operands.items[own->first + k], last,
                                of_step);
        }
    }
}

/* -- the whole ------------------------------------------------------------- */

/* Makes the table of terms of instructions outside of functions, once for all
 * programs. */
static bool open_globals(planner *b)
{
    gac__paths *t = b->t;
    const uint32_t n = b->p->m->first_function;
    if (t->global_of.n == n)
        return true;
    if (!GAC__VEC_RESERVE(allocator(b), &t->global_of, n))
        return false;
    t->global_of.n = n;
    memset(t->global_of.items, 0, n * sizeof *t->global_of.items);
    return true;
}

static bool open(planner *b)
{
    gac__paths *t = b->t;
    gac__arena *arena = &t->p->arena;
    const gac__program *p = b->p;
    if (!open_globals(b))
        return false;
    t->terms.n = t->operands.n = t->strides.n = t->cells.n = 0;
    t->all_loaded = t->shared_loaded = false;
    t->term_of = gac__arena_alloc(arena, p->values.n, sizeof *t->term_of);
    t->loaded = gac__arena_alloc(arena, p->locals.n, sizeof *t->loaded);
    t->touched = gac__arena_alloc(arena, p->ops.n, sizeof *t->touched);
    t->liveness = gac__arena_alloc(arena, p->locals.n, sizeof *t->liveness);
    return t->touched && t->liveness && t->term_of && t->loaded
           && GAC__VEC_RESERVE(allocator(b), &t->terms, p->values.n / 2 + 8)
           && GAC__VEC_RESERVE(allocator(b), &t->operands, p->values.n / 2 + 8)
           && GAC__VEC_PUSH(allocator(b), &t->terms, (gac__term){0}); /* top */
}

/* Describes the terms from `i` on, and those that this adds. */
static void fill_all(planner *b, size_t i)
{
    gac__paths *t = b->t;
    for (; b->ok && i < t->terms.n; i++) {
        b->ok = gac__watch_on(b->p->watch, NS_OF_VALUE);
        fill(b, i);
        if (t->all_loaded && i + 1 == t->terms.n)
            need_all(b);
    }
}

/* Describes the terms from `first` on, and finds how long all are live. */
static bool finish(planner *b, size_t first)
{
    gac__paths *t = b->t;
    fill_all(b, first);
    if (b->ok)
        find_last(t);
    for (uint32_t k = 0; t->all_loaded && k < t->p->locals.n; k++)
        t->liveness[k] = (gac__liveness){.last = UINT32_MAX};
    return b->ok;
}

bool gac__path_plan(gac__paths *t)
{
    planner b = {.t = t, .p = t->p, .ok = true};
    if (!open(&b))
        return false;
    need_seeds(&b);
    return finish(&b, 1);
}

bool gac__path_plan_bytes(gac__paths *t)
{
    planner b = {.t = t, .p = t->p, .ok = true};
    const size_t first = t->terms.n;
    gac__key_map_clear(&t->written);
    for_ops(&b, note_written);
    for_ops(&b, need_touched);
    return finish(&b, first);
}

#define MANY_STEPS 4096 /* budget for a value that is the same on all paths */

gac__path_value gac__path_invariant(gac__paths *t, gac__ref ref)
{
    planner b = {.t = t, .p = t->p, .ok = true};
    const size_t first = t->terms.n;
    const uint32_t term = need(&b, ref);
    fill_all(&b, first);
    gac__symbols_release(t);
    t->stamp = GAC__NO_PATH;
    t->steps = MANY_STEPS;
    return gac__path_evaluate(t, b.ok ? term : 0);
}
