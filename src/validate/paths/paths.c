/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Follows the paths of a program, with all that becomes of copies on them. */

/* One path after the other is followed from where states (path_state.c) were
 * put aside: counters are counted, elements of arrays of events are told apart,
 * and at a branch that nothing decides, the path splits. Paths that meet become
 * one where that loses nothing.
 *
 * What a path tells is certain only if it can be taken: it is exact. Branches
 * that may depend on each other in ways not understood end that; what is left
 * then is what all of them have in common. How often a loop is gone round, if
 * that is not known, may be a matter between host and kernel: an event has to
 * be left for three such numbers in a row, and a loop that waits has to have
 * the copy in it as well. */
#include "validate/paths/paths.h"

#define MAX_EVENTS 160 /* of a wait */
#define STEPS_OF_OP 64
#define FEW_STEPS 16384
#define CERTAIN 31     /* bit */
#define NS_OF_STEP 128 /* for the watch: what a path's step takes, about */

/* -- what operations find -------------------------------------------------- */

static gac__arrival arrival_of(gac__paths *t, gac__path_value v)
{
    const gac__instance *i = gac__instance_of(t, v);
    gac__arrival own = {0};
    if (v.kind != GAC__PATH_EVENT)
        return own;
    own.unset = v.symbol == GAC__EVENT_UNSET;
    own.released =
        v.symbol == GAC__EVENT_SPENT || (i && !i->any && gac__is_released(t, i));
    if (i && own.released) {
        own.copy = i->at + 1;
        own.wait = t->instances.items[i->event - 1].wait;
    }
    return own;
}

static void join_arrival(gac__arrival *all, gac__arrival own)
{
    all->released &= own.released;
    all->unset &= own.unset;
    if (all->copy != own.copy)
        all->copy = 0;
    all->wait = GAC__MAX(all->wait, own.wait);
}

/* Operation `at` comes to so many events. */
static void arrive(gac__paths *t, uint32_t at, const gac__path_value *events,
                   uint32_t n)
{
    gac__arrivals *all = &t->told[at].found;
    if (!all->any) {
        all->any = true;
        all->events = gac__arena_alloc(&t->p->arena, n, sizeof *all->events);
        all->n = all->events ? n : 0;
        for (uint32_t i = 0; i < all->n; i++)
            all->events[i] = arrival_of(t, events[i]);
        return;
    }
    all->n = GAC__MIN(all->n, n);
    for (uint32_t i = 0; i < all->n; i++)
        join_arrival(&all->events[i], arrival_of(t, events[i]));
}

const gac__arrival *gac__path_misused(const gac__paths *t, uint32_t at,
                                      bool unset)
{
    const gac__arrivals *all = &t->told[at].found;
    for (uint32_t i = 0; t->complete && i < all->n; i++)
        if (unset ? all->events[i].unset : all->events[i].released)
            return &all->events[i];
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
        arrive(t, step->op, &value, 1);
    own.event = number;
    own.any = value.kind != GAC__PATH_EVENT || value.symbol != 0;
    if (gac__is_instance(value)
        && !gac__is_released(t, &t->instances.items[value.symbol - 1])) {
        const gac__instance *given = &t->instances.items[value.symbol - 1];
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
    gac__path_fly(t, number - 1);
}

static void pass_wait(gac__paths *t, const gac__path_step *step)
{
    const uint32_t size = t->p->m->pointer_bits / 8;
    gac__path_value list = gac__path_evaluate(t, step->terms[0]);
    gac__path_value count = gac__path_evaluate(t, step->terms[1]);
    gac__path_value n = gac__path_folded(t, gac__path_first(t, count));
    t->version++;
    if (count.symbol != n.symbol) /* others may wait for more */
        for (gac__instance *i = gac__first_flying(t); i;
             i = gac__next_flying(t, i))
            t->told[i->at].unclear = true;
    gac__release(t, 0, step->op);
    if (!step->local || list.kind != GAC__PATH_LOCATION
        || !gac__path_is_constant(n) || n.bits > MAX_EVENTS) {
        gac__path_untrack(t,
                          step->local ? gac__path_behind(t, step) : UINT32_MAX);
        arrive(t, step->op, NULL, 0);
        return;
    }
    gac__path_value events[MAX_EVENTS];
    events[0] = list; /* there may be none */
    for (uint64_t i = 0; i < n.bits; i++)
        events[i] = gac__path_held(t, list.symbol, list.bits + i * size, size);
    arrive(t, step->op, events, (uint32_t)n.bits);
    for (uint64_t i = 0; i < n.bits; i++) {
        gac__path_value v = events[i];
        if (v.kind != GAC__PATH_EVENT && !t->exact)
            gac__path_untrack(t, UINT32_MAX);
        else if (gac__instance_of(t, v))
            gac__release(t, v.symbol, step->op);
    }
}

static void pass_escape(void *user, gac__ref event)
{
    gac__paths *t = user;
    gac__path_untrack_event(t, gac__path_evaluate(t, gac__path_term(t, event)));
}

static void pass_step(gac__paths *t, const gac__path_step *step)
{
    if (step->touches && t->first_flying != 0)
        gac__path_access(t, step->op);
    switch ((gac__path_step_kind)step->kind) {
    case GAC__STEP_PHI: return; /* when the path came here */
    case GAC__STEP_LOAD:
        if (step->own != 0)
            gac__path_load(t, step);
        return;
    case GAC__STEP_STORE: gac__path_store(t, step); return;
    case GAC__STEP_COPY: pass_copy(t, step); return;
    case GAC__STEP_WAIT: pass_wait(t, step); return;
    case GAC__STEP_ESCAPE:
        t->version++;
        gac__visit_events(t->p, step->frame, step->ordinal, pass_escape, t);
        return;
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

/* The kernel has ended: what is in flight was not waited for. */
static void end_path(gac__paths *t)
{
    if (!t->p->is_kernel)
        return;
    for (gac__instance *i = gac__first_flying(t); i;
         i = gac__next_flying(t, i)) {
        t->told[i->at].in_flight = true;
        if (i->untracked || i->any || !t->exact
            || !gac__path_counts(t, gac__program_node_of(t->p, i->at)))
            continue;
        if (t->told[i->at].left == 0)
            t->told[i->at].branch = t->branch;
        t->told[i->at].left |= t->left == 0 ? UINT32_C(1) << CERTAIN : t->left;
    }
}

static bool may_be_last(gac__paths *t, uint32_t copy, uint32_t wait)
{
    gac__program *p = t->p;
    uint32_t from = gac__program_node_of(p, wait);
    uint32_t node = gac__program_node_of(p, copy);
    return from == node ? wait > copy
                        : gac__program_ends_past(p, from, node, true);
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
    const uint32_t told = t->told[at].left;
    bool waits = false, last = false;
    if (!t->told[at].in_flight)
        return GAC__WAITED;
    for (uint32_t k = t->told[at].waits, next; k != 0; k = next) {
        const gac__waited *w = &t->waited.items[k - 1];
        next = w->next;
        waits = true;
        last = last
               || ((w->latest || !is_around(t, at, w->wait))
                   && may_be_last(t, at, w->wait));
    }
    if (t->complete && !t->told[at].unclear && !waits)
        return GAC__NEVER_WAITED;
    if (t->complete && !t->told[at].unclear && !last)
        return GAC__LAST_LEFT;
    *branch_out = t->told[at].branch;
    return told >> CERTAIN != 0 || (told & told >> 1 & told >> 2) != 0
               ? GAC__PATH_LEFT
               : GAC__WAITED;
}

/* -- the whole ------------------------------------------------------------- */

#define MAX_ELEMENTS 64u

/* Variables that have no initializer begin with no events. */
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
    t->path = t->state = 0;
    return gac__find_leads(t) && gac__symbols_open(t) && gac__path_plan(t)
           && (!p->nest.cyclic || gac__find_inputs(t));
}

/* Nothing has been followed, and nothing found. What is known of terms stays.
 */
static bool start(gac__paths *t)
{
    const gac__program *p = t->p;
    gac__arena *arena = &t->p->arena;
    t->state++;
    t->path++;
    t->plan.n = 0;
    t->cells_of = gac__arena_alloc(arena, p->locals.n, sizeof *t->cells_of);
    t->loops = gac__arena_alloc(arena, p->nodes.n, 1);
    t->steps_of = gac__arena_alloc(arena, p->nodes.n, sizeof *t->steps_of);
    t->states = gac__arena_alloc(arena, p->nodes.n, sizeof *t->states);
    t->told = gac__arena_alloc(arena, p->ops.n, sizeof *t->told);
    t->use_steps = STEPS_OF_OP * p->ops.n + FEW_STEPS;
    t->steps = GAC__MIN(p->budget, 2 * t->use_steps);
    t->reserve = t->steps / 2;
    t->given_up = false;
    t->complete = t->exact = true;
    t->cells.n = t->instances.n = t->open.n = t->log.n = t->set_terms.n = 0;
    t->pending.n = t->waited.n = t->n_pushed = 0;
    t->left = t->branch = t->version = 0;
    t->first_flying = t->last_flying = t->n_shared = t->n_computed = 0;
    gac__symbols_release(t);
    return t->cells_of && t->loops && t->steps_of && t->states && t->told;
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
            end_path(t);
        node = t->given_up ? UINT32_MAX : gac__path_go_on(t, node);
        t->complete &= !t->given_up;
        if (node == UINT32_MAX && t->steps > 0)
            node = gac__state_resume(t);
    }
    t->complete &= t->steps > 0;
    return true;
}

/* Most copies are waited for before anything comes near what they touch: what
 * addresses are made of is looked at when that is seen not to be so. */
bool gac__path_run(gac__paths *t, gac__program *p)
{
    if (!begin(t, p) || !follow_all(t))
        return false;
    if (!t->wants_bytes)
        return true;
    t->bytes = true;
    return gac__path_plan_bytes(t) && follow_all(t);
}

/* The vectors whose memory serves all programs. */
/* clang-format off */
#define EACH_VECTOR(X)                                                         \
    X(global_of) X(copied) X(written) X(plan) X(terms) X(operands) X(strides)  \
    X(cells) X(symbols) X(bound) X(instances) X(open) X(log) X(set_terms)      \
    X(pending) X(made_cells) X(made_bound) X(made_instances) X(numbers)        \
    X(phis) X(waited)
/* clang-format on */

void gac__path_free(gac__paths *t, const gac_allocator *a)
{
#define RELEASE(vector) GAC__VEC_FREE(a, &t->vector);
    EACH_VECTOR(RELEASE)
    gac__key_map_free(a, &t->symbol_of);
#undef RELEASE
}
