/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Tries ways through a kernel for one that leaves a copy alone. */

/* The data flow of events (event_path.c) joins ways that meet, and sees neither
 * how often a loop is gone round nor that two branches decide by the same. Here
 * ways are taken one by one from the begin: counters are counted, elements of
 * arrays of events are told apart, and at a branch that nothing decides, each
 * of its ways is chosen in turn. A way is a list of choices; the next one has
 * the same choices but for the last that can be made in another way. So nothing
 * has to be undone: each begins anew.
 *
 * What such a way tells is certain only if it can be taken. Branches that may
 * depend on each other in ways not understood end it (trial_values.c); so does
 * whatever may wait for events out of sight. How often a loop is gone round, if
 * that is not known, may be a matter between host and kernel: an event has to
 * be left for three such numbers in a row, and a loop that waits has to have
 * the copy in it as well. */
#include "validate/trial/roots.h"
#include "validate/trial/trial.h"

#define MAX_WAYS 96
#define MAX_ENDED 8    /* ways that leave nothing alone, before one that does */
#define MAX_VISITS 160 /* of a node, on a way */
#define SOUGHT_WAYS 2  /* that seek uses, .. */
#define SOUGHT_STEPS 768 /* .. and steps of theirs */
#define MAX_PHIS 32
#define MAX_STEPS 1280 /* instructions that are asked for, and blocks, .. */
#define USE_STEPS 512  /* .. and for what is touched on the same ways */
#define MAX_VALUES (1 << 14)
#define CERTAIN 31 /* bit */

/* -- operations ------------------------------------------------------------ */

static const gac_allocator *allocator(const gac__trial *t)
{
    return t->p->arena.allocator;
}

/* Before and behind what is touched, which may take many steps: those that lead
 * on are not spent for it. */
static void swap_steps(gac__trial *t)
{
    uint64_t steps = t->steps;
    if (t->only_uses)
        return;
    t->steps = t->use_steps;
    t->use_steps = steps;
}

static void pass_copy(gac__trial *t, const gac__trial_step *step)
{
    gac__trial_value value = gac__trial_evaluate(t, step->terms[0]);
    t->version++;
    if (value.kind != GAC__TRIAL_EVENT) {
        t->given_up = true;
        return;
    }
    if (value.symbol == 0) {
        gac__trial_started started = {.at = step->op};
        t->given_up |= !GAC__VEC_PUSH(allocator(t), &t->started, started);
        value.symbol = (uint32_t)t->started.n;
    }
    gac__trial_set(t, step->own, value);
    if (t->wants_uses && !t->given_up) {
        swap_steps(t);
        gac__trial_start(t, step, value.symbol);
        swap_steps(t);
    }
}

static void pass_wait(gac__trial *t, const gac__trial_step *step)
{
    const uint32_t size = t->p->m->pointer_bits / 8;
    gac__trial_value list = gac__trial_evaluate(t, step->terms[0]);
    gac__trial_value n =
        gac__trial_settled(t, gac__trial_evaluate(t, step->terms[1]));
    t->version++;
    if (list.kind != GAC__TRIAL_PLACE || n.kind != GAC__TRIAL_NUMBER
        || n.symbol != 0 || n.bits > MAX_VISITS) {
        t->given_up = true;
        return;
    }
    for (uint64_t i = 0; i < n.bits; i++) {
        gac__trial_value v =
            gac__trial_held(t, list.symbol, list.bits + i * size, size);
        if (v.kind != GAC__TRIAL_EVENT)
            t->given_up = true;
        else if (v.symbol != 0)
            t->started.items[v.symbol - 1].waited = true;
    }
}

/* The phis that a node begins with, all at once; returns the step behind them.
 */
static uint32_t pass_phis(gac__trial *t, uint32_t node, uint32_t from)
{
    const gac__program *p = t->p;
    const gac__trial_steps steps = t->steps_of[node];
    const uint32_t first = steps.first;
    gac__trial_value values[MAX_PHIS];
    uint32_t end = first, label = 0;
    if (from != UINT32_MAX)
        label = p->m->blocks[p->nodes.items[from].block].label_id;
    for (; end < steps.end && t->plan.items[end].kind == GAC__STEP_PHI; end++) {
        gac__inst phi = gac__module_inst(p->m, t->plan.items[end].ordinal);
        const gac__term *own = &t->terms.items[t->plan.items[end].own];
        if (end - first >= MAX_PHIS) {
            t->given_up = true;
            return end;
        }
        values[end - first] = (gac__trial_value){0};
        for (uint32_t i = 0; i < own->n; i++)
            if (phi.words[4 + 2 * i] == label)
                values[end - first] =
                    gac__trial_evaluate(t, t->operands.items[own->first + i]);
    }
    for (uint32_t i = first; i < end; i++)
        gac__trial_set(t, t->plan.items[i].own, values[i - first]);
    return end;
}

static void pass_step(gac__trial *t, const gac__trial_step *step)
{
    if (step->touched[0] != 0 && step->kind != GAC__STEP_COPY && t->wants_uses
        && t->flights.n > 0) {
        swap_steps(t);
        gac__trial_access(t, step);
        swap_steps(t);
    }
    switch ((gac__trial_step_kind)step->kind) {
    case GAC__STEP_LOAD:
        if (step->own != 0)
            gac__trial_load(t, step);
        return;
    case GAC__STEP_STORE: gac__trial_store(t, step); return;
    case GAC__STEP_COPY: pass_copy(t, step); return;
    case GAC__STEP_WAIT: pass_wait(t, step); return;
    case GAC__STEP_ESCAPE: t->given_up = true; return;
    default: t->version++; return;
    }
}

static void pass_node(gac__trial *t, uint32_t node, uint32_t from)
{
    for (uint32_t i = pass_phis(t, node, from);
         i < t->steps_of[node].end && !t->given_up; i++)
        pass_step(t, &t->plan.items[i]);
}

/* -- ways ------------------------------------------------------------------ */

/* Whether no loop that waits, and does not have the copy in it, was left or
 * passed by choice. */
static bool counts(const gac__trial *t, uint32_t at)
{
    gac__program *p = t->p;
    uint32_t node = gac__program_node_of(p, at);
    for (size_t i = 0; i < t->left_loops.n; i++)
        if (!gac__in_loop(&p->nest, node, t->left_loops.items[i])
            && gac__waits_inside(p, t->left_loops.items[i]))
            return false;
    for (size_t k = 0; k < t->n_chosen; k++)
        if (!gac__leaves_loop(p, t->choices.items[k].node)
            && gac__guards_wait(p, t->choices.items[k].node, node))
            return false;
    for (size_t k = 0; k < t->n_chosen; k++)
        if (gac__trial_misses_wait(p, &t->choices.items[k], node))
            return false;
    return true;
}

/* The whole has ended: what has nobody waited for? */
static void end_way(gac__trial *t)
{
    bool leaves = false;
    if (t->only_uses)
        return;
    for (size_t i = 0; i < t->started.n; i++) {
        uint32_t at = t->started.items[i].at;
        if (t->started.items[i].waited || !counts(t, at))
            continue;
        uint32_t bit =
            t->left_loops.n == 0 ? CERTAIN : GAC__MIN(t->rounds, 30u);
        t->told[2 * at] |= UINT32_C(1) << bit;
        t->told[2 * at + 1] = t->branch;
        leaves = true;
    }
    t->n_ended = leaves ? 0 : t->n_ended + 1;
}

static void begin_way(gac__trial *t)
{
    const gac__program *p = t->p;
    t->way++;
    t->began = ++t->state;
    t->given_up = false;
    t->cells.n = t->started.n = t->left_loops.n = t->flights.n = 0;
    gac__symbols_release(t);
    t->n_chosen = 0;
    t->rounds = t->branch = t->version = 0;
    memset(t->cells_of, 0, p->locals.n * sizeof *t->cells_of);
    memset(t->visits, 0, p->nodes.n * sizeof *t->visits);
}

static void take_way(gac__trial *t)
{
    const gac__program *p = t->p;
    uint32_t node = 0, from = UINT32_MAX;
    begin_way(t);
    while (node != UINT32_MAX && !t->given_up) {
        if (!t->steps_of[node].known)
            gac__trial_find_steps(t, node);
        uint32_t n_steps = t->steps_of[node].end - t->steps_of[node].first;
        t->given_up |= ++t->visits[node] > MAX_VISITS
                       || !gac__spend(&t->steps, 1 + n_steps / 4);
        pass_node(t, node, from);
        from = node;
        if (!t->given_up && p->nodes.items[node].exits) {
            end_way(t);
            return;
        }
        node = t->given_up ? UINT32_MAX : gac__trial_go_on(t, node);
    }
}

/* Makes the last choice that can be made in another way; false: there is none.
 */
static bool choose_next(gac__trial *t)
{
    t->choices.n = GAC__MIN(t->choices.n, t->n_chosen);
    while (t->choices.n > 0) {
        gac__trial_choice *last = &t->choices.items[t->choices.n - 1];
        if (++last->taken < last->n)
            return true;
        t->choices.n--;
    }
    return false;
}

static bool all_told(const gac__trial *t, const uint8_t *wanted)
{
    for (uint32_t at = 0; at < t->p->ops.n; at++)
        if (wanted[at] && gac__trial_leaves(t, at) == UINT32_MAX)
            return false;
    return true;
}

static void seek_events(gac__trial *t, const uint8_t *wanted)
{
    t->choices.n = 0;
    t->n_ended = 0;
    t->only_uses = false;
    t->steps = GAC__MIN(t->p->budget, MAX_STEPS);
    t->use_steps = GAC__MIN(t->p->budget, USE_STEPS);
    for (int i = 0; i < MAX_WAYS && t->steps > 0 && t->n_ended < MAX_ENDED;
         i++) {
        take_way(t);
        if (!choose_next(t) || (!t->given_up && all_told(t, wanted)))
            break;
    }
}

/* Whether another number of rounds may make a use certain. */
static bool is_open(const gac__trial *t)
{
    for (uint32_t at = 0; at < t->p->ops.n; at++)
        if (t->uses[at].rounds != 0 && !gac__trial_is_use(&t->uses[at]))
            return true;
    return t->given_up;
}

/* Tries few ways, through some rounds of loops, for uses alone. */
static void seek_uses(gac__trial *t)
{
    t->choices.n = 0;
    t->n_ended = 0;
    t->only_uses = true;
    t->steps = GAC__MIN(t->p->budget, SOUGHT_STEPS);
    for (int i = 0; i < SOUGHT_WAYS && t->steps > 0; i++) {
        take_way(t);
        if (!choose_next(t) || !is_open(t))
            break;
    }
}

uint32_t gac__trial_leaves(const gac__trial *t, uint32_t at)
{
    uint32_t told = t->told[2 * at];
    bool leaves = told >> CERTAIN != 0 || (told & told >> 1 & told >> 2) != 0;
    return leaves ? t->told[2 * at + 1] : UINT32_MAX;
}

/* -- the whole ------------------------------------------------------------- */

static bool begin_trial(gac__trial *t, gac__program *p)
{
    gac__arena *arena = &p->arena;
    t->p = p;
    t->way = t->state = 0;
    t->plan.n = 0;
    t->cells_of = gac__arena_alloc(arena, p->locals.n, sizeof *t->cells_of);
    t->visits = gac__arena_alloc(arena, p->nodes.n, sizeof *t->visits);
    t->loops = NULL;
    t->steps_of = gac__arena_alloc(arena, p->nodes.n, sizeof *t->steps_of);
    t->told = gac__arena_alloc(arena, 2 * p->ops.n, sizeof *t->told);
    t->uses = gac__arena_alloc(arena, p->ops.n, sizeof *t->uses);
    return t->cells_of && t->visits && t->steps_of && t->told && t->uses
           && gac__symbols_open(t) && gac__trial_plan(t);
}

/* Whether events may go out of sight before any copy is started: each way is
 * given up then. */
static bool escapes_at_once(const gac__program *p)
{
    const gac__node *n = &p->nodes.items[0];
    for (uint32_t at = n->first_op; at < n->first_op + n->n_ops; at++) {
        if (p->ops.items[at].kind == GAC__OP_ESCAPE)
            return true;
        if (p->ops.items[at].kind == GAC__OP_COPY)
            return false;
    }
    return false;
}

bool gac__trial_run(gac__trial *t, gac__program *p, const uint8_t *wanted,
                    bool uses)
{
    t->wants_uses = uses;
    if (p->values.n > MAX_VALUES || p->nest.irreducible || escapes_at_once(p)
        || !begin_trial(t, p))
        return false;
    if (wanted)
        seek_events(t, wanted);
    else
        seek_uses(t);
    return true;
}

void gac__trial_free(gac__trial *t, const gac_allocator *a)
{
    GAC__VEC_FREE(a, &t->noted);
    GAC__VEC_FREE(a, &t->copied);
    GAC__VEC_FREE(a, &t->written);
    GAC__VEC_FREE(a, &t->plan);
    GAC__VEC_FREE(a, &t->terms);
    GAC__VEC_FREE(a, &t->operands);
    GAC__VEC_FREE(a, &t->strides);
    GAC__VEC_FREE(a, &t->cells);
    GAC__VEC_FREE(a, &t->symbols);
    GAC__VEC_FREE(a, &t->bound);
    GAC__VEC_FREE(a, &t->started);
    GAC__VEC_FREE(a, &t->choices);
    GAC__VEC_FREE(a, &t->left_loops);
    GAC__VEC_FREE(a, &t->flights);
}
