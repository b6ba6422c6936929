/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The exploration: follows the paths of a program, and what becomes of its
 * copies. */

/* A forward symbolic execution. The worklist (path_state.c) holds states at the
 * begin of nodes. The first one becomes the current path, which executes the
 * steps of one node after the other; at a branch that its values do not decide,
 * it splits. Paths that come to the same node merge where this loses nothing
 * (path_merge.c).
 *
 * A path is exact if some execution certainly takes it. It is not if a
 * condition is unknown, or may depend on one that was assumed before. Findings
 * for which one path is enough come from exact paths, findings about all paths
 * from every path.
 *
 * A number of iterations that is not known may be a precondition of the kernel:
 * a copy has to be in flight after three such numbers in a row, and a loop that
 * waits has to contain the copy as well (preconditions.c). */
#include "validate/paths/paths.h"

#define MAX_EVENTS 160  /* of a wait */
#define STEPS_OF_OP 64  /* of the budget, for each operation */
#define FEW_STEPS 16384 /* of the budget, for any program */
#define CERTAIN 31      /* bit in gac__findings.left */
#define NS_OF_STEP 128  /* usual time of a step, for the watch */

/* -- event operands -------------------------------------------------------- */

static gac__event_state event_state_of(gac__paths *t, gac__path_value v)
{
    const gac__instance *i = gac__instance_of(t, v);
    gac__event_state own = {0};
    if (v.kind != GAC__PATH_EVENT)
        return own;
    own.unset = v.symbol == GAC__EVENT_UNSET;
    own.released = v.symbol == GAC__EVENT_SPENT
                   || (i && !i->any && gac__is_released(t, i));
    if (i && own.released) {
        own.copy = i->at + 1;
        own.wait = t->instances.items[i->event - 1].wait;
    }
    return own;
}

static void join_event_states(gac__event_state *all, gac__event_state own)
{
    all->released &= own.released;
    all->unset &= own.unset;
    if (all->copy != own.copy)
        all->copy = 0;
    all->wait = GAC__MAX(all->wait, own.wait);
}

/* A path comes to operation `at` with these events. */
static void note_events(gac__paths *t, uint32_t at,
                        const gac__path_value *events, uint32_t n)
{
    gac__event_states *all = &t->findings[at].events;
    if (!all->any) {
        all->any = true;
        all->items = gac__arena_alloc(&t->p->arena, n, sizeof *all->items);
        all->n = all->items ? n : 0;
        for (uint32_t i = 0; i < all->n; i++)
            all->items[i] = event_state_of(t, events[i]);
        return;
    }
    all->n = GAC__MIN(all->n, n);
    for (uint32_t i = 0; i < all->n; i++)
        join_event_states(&all->items[i], event_state_of(t, events[i]));
}

const gac__event_state *gac__path_misused(const gac__paths *t, uint32_t at,
                                          bool unset)
{
    const gac__event_states *all = &t->findings[at].events;
    for (uint32_t i = 0; t->complete && i < all->n; i++)
        if (unset ? all->items[i].unset : all->items[i].released)
            return &all->items[i];
    return NULL;
}

/* -- copies and waits ------------------------------------------------------ */

static void pass_copy(gac__paths *t, const gac__path_step *step)
{
    gac__path_value value = gac__path_evaluate(t, step->terms[0]);
    gac__instance own = {.at = step->op};
    const uint32_t number = (uint32_t)t->instances.n + 1;
    t->version++;
    if (step->local)
        note_events(t, step->op, &value, 1);
    own.event = number;
    own.any = value.kind != GAC__PATH_EVENT || value.symbol != 0;
    own.unused = !own.any && step->own == 0;
    if (gac__is_instance(value)
        && !gac__is_released(t, &t->instances.items[value.symbol - 1])) {
        gac__instance *given = &t->instances.items[value.symbol - 1];
        given->shared = own.shared = true;
        own.event = given->event;
        own.untracked = given->untracked;
        own.any = given->any;
    }
    if (!GAC__VEC_PUSH(gac__path_allocator(t), &t->instances, own)) {
        t->given_up = true;
        return;
    }
    value = (gac__path_value){.kind = GAC__PATH_EVENT, .symbol = own.event};
    if (step->own != 0)
        gac__path_set(t, step->own, value);
    gac__path_start(t, step->op, number);
    if (t->p->nest.header[step->node] != UINT32_MAX || t->p->nest.irreducible)
        gac__supersede(t, number);
    t->given_up |=
        !GAC__VEC_PUSH(gac__path_allocator(t), &t->in_flight, number - 1);
}

static void pass_wait(gac__paths *t, const gac__path_step *step)
{
    const uint32_t size = t->p->m->pointer_bits / 8;
    gac__path_value list = gac__path_evaluate(t, step->terms[0]);
    gac__path_value count = gac__path_evaluate(t, step->terms[1]);
    gac__path_value n = gac__path_folded(t, gac__path_for_first_item(t, count));
    gac__instance *own;
    bool unknown = false;
    t->version++;
    if (count.symbol != n.symbol) /* other work-items may wait for more */
        for (size_t k = 0; (own = gac__next_in_flight(t, k)) != NULL; k++)
            t->findings[own->at].unclear = true;
    if (!step->local || list.kind != GAC__PATH_LOCATION
        || !gac__path_is_constant(n) || n.bits > MAX_EVENTS) {
        gac__release(t, step->op);
        /* Where paths were joined, it may hold events that are known no
         * more. */
        gac__path_untrack(t, step->local && t->exact
                                 ? gac__path_variable(t, step)
                                 : UINT32_MAX);
        note_events(t, step->op, NULL, 0);
        return;
    }
    gac__path_value events[MAX_EVENTS];
    events[0] = list; /* initialized, though there may be no event */
    for (uint64_t i = 0; i < n.bits; i++)
        events[i] =
            gac__path_content(t, list.symbol, list.bits + i * size, size);
    note_events(t, step->op, events, (uint32_t)n.bits);
    for (uint64_t i = 0; i < n.bits; i++) {
        unknown |= events[i].kind != GAC__PATH_EVENT;
        if ((own = gac__instance_of(t, events[i])) != NULL && !own->released) {
            own->released = true;
            own->wait = step->op + 1;
        }
    }
    gac__release(t, step->op);
    if (unknown && !t->exact)
        gac__path_untrack(t, UINT32_MAX);
}

/* Events go where they are not followed. */
static void pass_escape(gac__paths *t, const gac__path_step *step)
{
    t->version++;
    for (uint32_t i = step->terms[0]; i < step->terms[1]; i++) {
        const gac__path_value v = gac__path_evaluate(t, t->operands.items[i]);
        gac__path_untrack_event(t, v);
        if (v.kind == GAC__PATH_TOP && !t->exact)
            gac__path_untrack(t, UINT32_MAX);
    }
}

static void pass_step(gac__paths *t, const gac__path_step *step)
{
    if (step->touches && t->in_flight.n != 0)
        gac__path_access(t, step->op);
    switch ((gac__path_step_kind)step->kind) {
    case GAC__STEP_PHI: return; /* set as the node was entered */
    case GAC__STEP_LOAD:
        if (step->own != 0)
            gac__path_load(t, step);
        return;
    case GAC__STEP_STORE: gac__path_store(t, step); return;
    case GAC__STEP_COPY: pass_copy(t, step); return;
    case GAC__STEP_WAIT: pass_wait(t, step); return;
    case GAC__STEP_ESCAPE: pass_escape(t, step); return;
    default: t->version++; return;
    }
}

static void pass_node(gac__paths *t, uint32_t node)
{
    const gac__path_steps steps = t->steps_of[node];
    t->given_up |= !gac__spend(&t->steps, 1 + (steps.end - steps.first) / 4);
    for (uint32_t i = steps.first; i < steps.end && !t->given_up; i++) {
        t->given_up |= !gac__watch_on(t->p->watch, NS_OF_STEP);
        pass_step(t, &t->plan.items[i]);
    }
}

/* -- the end --------------------------------------------------------------- */

/* The kernel has ended: nothing has waited for the copies in flight. */
static void end_path(gac__paths *t, uint32_t node)
{
    if (!t->p->is_kernel || (t->exact && !gac__path_find_inputs(t, node)))
        return;
    gac__instance *i;
    for (size_t k = 0; (i = gac__next_in_flight(t, k)) != NULL; k++) {
        t->findings[i->at].in_flight = true;
        if (i->untracked || i->any || !t->exact
            || !gac__path_is_evidence(t, gac__program_node_of(t->p, i->at)))
            continue;
        if (t->findings[i->at].left == 0)
            t->findings[i->at].branch = t->branch;
        t->findings[i->at].left |=
            t->left == 0 ? UINT32_C(1) << CERTAIN : t->left;
    }
}

/* Whether a path leads from a wait to the end without the copy. */
static bool may_be_last(gac__paths *t, uint32_t copy, uint32_t wait)
{
    gac__program *p = t->p;
    uint32_t from = gac__program_node_of(p, wait);
    uint32_t node = gac__program_node_of(p, copy);
    return from == node ? wait > copy
                        : gac__program_leads(p, from, GAC__NO_NODE, node, true);
}

/* Whether a wait is in the innermost loop around a copy. */
static bool is_around(const gac__paths *t, uint32_t copy, uint32_t wait)
{
    const gac__program *p = t->p;
    const uint32_t loop = p->nest.header[gac__program_node_of(p, copy)];
    return loop != UINT32_MAX
           && gac__in_loop(&p->nest, gac__program_node_of(p, wait), loop);
}

gac__missing gac__path_missing(gac__paths *t, uint32_t at, uint32_t *branch_out)
{
    const uint32_t left = t->findings[at].left;
    bool waits = false, last = false;
    if (!t->findings[at].in_flight)
        return GAC__WAITED;
    for (uint32_t k = t->findings[at].waits, next; k != 0; k = next) {
        const gac__waited *w = &t->waited.items[k - 1];
        next = w->next;
        waits = true;
        last = last
               || ((w->latest || !is_around(t, at, w->wait))
                   && may_be_last(t, at, w->wait));
    }
    if (t->complete && !t->findings[at].unclear && !waits)
        return GAC__NEVER_WAITED;
    if (t->complete && !t->findings[at].unclear && !last)
        return GAC__LAST_LEFT;
    *branch_out = t->findings[at].branch;
    return left >> CERTAIN != 0 || (left & left >> 1 & left >> 2) != 0
               ? GAC__PATH_LEFT
               : GAC__WAITED;
}

/* -- the exploration ------------------------------------------------------- */

#define MAX_ELEMENTS 64u /* of a variable, that are told apart */

/* The events in variables without an initializer are unset. */
static void unset_variables(gac__paths *t)
{
    const gac__program *p = t->p;
    const uint32_t size = p->m->pointer_bits / 8;
    for (uint32_t i = 0; i < p->locals.n; i++) {
        const gac__variable *v = &p->locals.items[i];
        gac__inst def;
        const uint64_t n = gac__events_in(p->m, v->ref.id);
        if (n > MAX_ELEMENTS || v->escapes
            || !gac__module_def(p->m, v->ref.id, &def)
            || gac__has_initializer(&def))
            continue;
        for (uint64_t k = 0; k < n; k++)
            gac__path_add_cell(t,
                               (gac__path_cell){0,
                                                i,
                                                k * size,
                                                size,
                                                {.kind = GAC__PATH_EVENT,
                                                 .symbol = GAC__EVENT_UNSET}});
    }
}

static bool begin(gac__paths *t, gac__program *p)
{
    t->p = p;
    t->bytes = t->wants_bytes = false;
    t->stores = NULL;
    t->inputs = NULL;
    t->n_exits = 0;
    t->stamp = 0;
    return gac__find_leads(t) && gac__symbols_open(t) && gac__path_plan(t);
}

/* Begins an exploration without findings, with an empty state. The slice
 * stays. */
static bool start(gac__paths *t)
{
    const gac__program *p = t->p;
    gac__arena *arena = &t->p->arena;
    t->cells_of = gac__arena_alloc(arena, p->locals.n, sizeof *t->cells_of);
    t->loops = gac__arena_alloc(arena, p->nodes.n, 1);
    t->steps_of = gac__arena_alloc(arena, p->nodes.n, sizeof *t->steps_of);
    t->states = gac__arena_alloc(arena, p->nodes.n, sizeof *t->states);
    t->findings = gac__arena_alloc(arena, p->ops.n, sizeof *t->findings);
    t->use_steps = STEPS_OF_OP * p->ops.n + FEW_STEPS;
    t->steps = GAC__MIN(p->budget, 2 * t->use_steps);
    t->reserve = t->steps / 2;
    t->complete = true;
    t->plan.n = t->waited.n = 0;
    t->pending = NULL;
    t->n_pushed = 0;
    t->touched_bytes.n = 0;
    if (!t->cells_of || !t->loops || !t->steps_of || !t->states || !t->findings
        || !GAC__VEC_PUSH(gac__path_allocator(t), &t->touched_bytes,
                          (gac__instance_bytes){0}))
        return false;
    gac__state_restore(t, &(gac__state){.exact = true});
    return true;
}

static bool follow_all(gac__paths *t)
{
    const gac__program *p = t->p;
    uint32_t node = 0;
    if (!start(t))
        return false;
    unset_variables(t);
    gac__path_find_steps(t, 0);
    while (node != UINT32_MAX && (!t->wants_bytes || t->bytes)) {
        pass_node(t, node);
        if (!t->given_up && p->nodes.items[node].exits)
            end_path(t, node);
        node = t->given_up ? UINT32_MAX : gac__path_go_on(t, node);
        t->complete &= !t->given_up;
        if (node == UINT32_MAX && t->steps > 0)
            node = gac__state_resume(t);
    }
    t->complete &= t->steps > 0;
    return true;
}

/* Most copies are waited for before an access may touch their bytes. Where
 * one is not, addresses become part of the slice, and the exploration starts
 * anew. */
bool gac__path_run(gac__paths *t, gac__program *p)
{
    if (!begin(t, p) || !follow_all(t))
        return false;
    if (!t->wants_bytes)
        return true;
    t->bytes = true;
    return gac__path_plan_bytes(t) && follow_all(t);
}

/* The vectors, whose memory serves all programs. */
/* clang-format off */
#define EACH_VECTOR(X)                                                         \
    X(global_of) X(plan) X(terms) X(operands)             \
    X(strides) X(cells) X(symbols) X(constrained) X(instances) X(open)         \
    X(in_flight) X(made_cells) X(made_constraints) X(made_instances)      \
    X(phis) X(edges) X(waited) X(touched_bytes)
/* clang-format on */

void gac__path_free(gac__paths *t, const gac_allocator *a)
{
#define RELEASE(vector) GAC__VEC_FREE(a, &t->vector);
    EACH_VECTOR(RELEASE)
    gac__key_map_free(a, &t->symbol_of);
    gac__key_map_free(a, &t->written);
#undef RELEASE
}
