/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Merges the states of paths that come to the same node. */

/* Of two equal states, the one with weaker constraints is left. Two states that
 * are equal but for the domain of one symbol become one with the union, which
 * is exact. Up to eight others stay beside each other. What is not exact is one
 * joined state a node, in which values that differ are top. */
#include "validate/paths/paths.h"

#define MOST_PENDING 8 /* exact states of a node */

/* -- equal states ---------------------------------------------------------- */

static bool same_value(gac__path_value a, gac__path_value b)
{
    return a.kind == b.kind && a.width == b.width && a.symbol == b.symbol
           && a.bits == b.bits;
}

/* `chosen` and `left`, which only weigh findings, may differ. */
static bool same_instance(const gac__paths *t, const gac__instance *a,
                          const gac__instance *b)
{
    return a->at == b->at && a->event == b->event && a->released == b->released
           && a->any == b->any && a->untracked == b->untracked
           && a->superseded == b->superseded && a->renewed == b->renewed
           && gac__same_bytes(t, a, b, 0) && gac__same_bytes(t, a, b, 1);
}

/* Whether a cell is a value on which only branches depend. */
static bool is_of_branches(const gac__paths *t, const gac__path_cell *c)
{
    return c->variable == GAC__OF_TERM && !t->terms.items[c->first].of_step;
}

/* `alike`: values on which no step depends may differ. */
static bool are_equal(const gac__paths *t, const gac__state *a,
                      const gac__state *b, bool alike)
{
    if (a->exact != b->exact || a->n_cells != b->n_cells
        || a->n_instances != b->n_instances || a->n_open != b->n_open)
        return false;
    for (uint32_t i = 0; i < a->n_cells; i++)
        if (gac__compare_cells(&a->cells[i], &b->cells[i]) != 0
            || (!same_value(a->cells[i].value, b->cells[i].value)
                && !(alike && is_of_branches(t, &a->cells[i]))))
            return false;
    for (uint32_t i = 0; i < a->n_instances; i++)
        if (!same_instance(t, &a->instances[i], &b->instances[i]))
            return false;
    return true;
}

/* Whether each choice of one state is also one of the other. */
static bool is_chosen_in(const gac__state *a, const gac__state *b)
{
    for (const gac__path_choice *c = a->log; c && a->log != b->log;
         c = c->before)
        if (!gac__is_logged(b->log, c->node, c->to))
            return false;
    for (uint32_t i = 0; i < a->n_instances; i++)
        if (a->instances[i].chosen > b->instances[i].chosen
            || a->instances[i].left > b->instances[i].left)
            return false;
    return true;
}

static const gac__interval_set *domain_in(const gac__state *s, uint32_t symbol)
{
    for (uint32_t i = 0; i < s->n_constraints; i++)
        if (s->constraints[i].symbol == symbol)
            return &s->constraints[i].domain;
    return NULL;
}

/* Whether the constraints of `b` imply those of `a`. */
static bool covers(const gac__state *a, const gac__state *b)
{
    for (uint32_t i = 0; i < a->n_constraints; i++) {
        const gac__interval_set *d = domain_in(b, a->constraints[i].symbol);
        if (!d || !gac__intervals_subset(d, &a->constraints[i].domain))
            return false;
    }
    return true;
}

/* The one constraint of `a` whose domain differs in `b`, and that domain there;
 * NULL: several do, or the states constrain different symbols. */
static gac__constraint *one_different(gac__state *a, const gac__state *b,
                                      const gac__interval_set **other_out)
{
    gac__constraint *found = NULL;
    if (a->n_constraints != b->n_constraints)
        return NULL;
    for (gac__constraint *c = a->constraints;
         c < a->constraints + a->n_constraints; c++) {
        const gac__interval_set *d = domain_in(b, c->symbol);
        if (d && gac__intervals_equal(&c->domain, d))
            continue;
        if (!d || found)
            return NULL;
        found = c;
        *other_out = d;
    }
    return found;
}

/* -- exact states ---------------------------------------------------------- */

/* Adds the iterations of another state; returns whether that changes any. A
 * state that recurs at its loop's header recurs in all later iterations. */
static bool add_iterations(gac__state *s, const gac__state *more)
{
    bool changed = false;
    for (uint32_t i = 0; i < s->n_open && i < more->n_open; i++) {
        uint32_t all = s->open[i].iterations | more->open[i].iterations;
        if (all == s->open[i].iterations)
            continue;
        if (!s->pending && i + 1 == s->n_open && s->open[i].header == s->node)
            all |= (UINT32_MAX >> 1) & ~((all & (0u - all)) - 1);
        s->open[i].iterations = all;
        s->open[i].count = GAC__MIN(s->open[i].count, more->open[i].count);
        changed = true;
    }
    if (s->left != 0 && more->left != 0 && (more->left & ~s->left) != 0) {
        s->left |= more->left;
        changed = true;
    }
    return changed;
}

static void add_log(gac__paths *t, gac__state *s, const gac__state *more)
{
    for (const gac__path_choice *c = more->log; c; c = c->before)
        gac__path_log(t, &s->log, c->node, c->to);
    for (uint32_t i = 0; i < s->n_instances; i++) {
        s->instances[i].chosen |= more->instances[i].chosen;
        s->instances[i].left |= more->instances[i].left;
    }
}

/* Whether states at a node begin iterations that can only repeat one that was
 * followed, if steps depend on the same values. */
static bool repeats(gac__paths *t, uint32_t node)
{
    return t->p->nest.header[node] == node
           && (gac__path_loop(t, node) & (GAC__LOOP_STRAIGHT | GAC__LOOP_BUSY))
                  == GAC__LOOP_STRAIGHT;
}

/* Whether another state of the node stands for this one, too, or is made to.
 * `alike`: repeats(); how often an iteration is repeated does not matter
 * then. */
static bool is_absorbed(gac__paths *t, gac__state *old, const gac__state *s,
                        bool alike)
{
    if (!are_equal(t, old, s, alike && !old->pending))
        return false;
    if (covers(old, s) && is_chosen_in(old, s)
        && (old->left == 0 || s->left != 0)) {
        if (!alike && add_iterations(old, s))
            gac__state_push(t, old);
        return true;
    }
    if (!old->pending || (old->left == 0) != (s->left == 0))
        return false;
    const gac__interval_set *other;
    gac__constraint *own = one_different(old, s, &other);
    if (!own
        || !gac__intervals_combine(&own->domain, other, GAC__UNION,
                                   &own->domain))
        return false;
    (void)gac__spend(&t->steps, s->log ? s->log->n / 4 : 0);
    add_log(t, old, s);
    (void)add_iterations(old, s);
    return true;
}

/* -- states that are not exact --------------------------------------------- */

/* Whether a value is an event that was waited for. */
static bool is_spent(const gac__state *s, gac__path_value v)
{
    uint32_t number;
    return v.kind == GAC__PATH_EVENT
           && (v.symbol == GAC__EVENT_SPENT
               || (gac__is_instance(v)
                   && (number = gac__number_at(s, v.symbol - 1)) != 0
                   && s->instances[number - 1].released));
}

/* The join of two values: top if they differ. */
static gac__path_value join_two(const gac__state *s, gac__path_value a,
                                gac__path_value b)
{
    if (same_value(a, b))
        return a;
    gac__path_value both = {0};
    if (is_spent(s, a) && is_spent(s, b)) {
        both.kind = GAC__PATH_EVENT;
        both.symbol = GAC__EVENT_SPENT;
    }
    return both;
}

/* The value of a cell in a state; NULL: the state has no such cell. `k`: index
 * of the first cell that was not passed before. */
static const gac__path_value *value_in(const gac__state *s,
                                       const gac__path_cell *c, uint32_t *k)
{
    while (*k < s->n_cells && gac__compare_cells(&s->cells[*k], c) < 0)
        ++*k;
    return *k < s->n_cells && gac__compare_cells(&s->cells[*k], c) == 0
               ? &s->cells[*k].value
               : NULL;
}

static bool join_cells(gac__state *s, const gac__state *more)
{
    bool changed = false;
    uint32_t n = 0, k = 0;
    for (uint32_t i = 0; i < s->n_cells; i++) {
        gac__path_cell c = s->cells[i];
        const gac__path_value *other = value_in(more, &c, &k);
        if (!other)
            continue;
        c.value = join_two(s, c.value, *other);
        changed |= !same_value(c.value, s->cells[i].value);
        if (c.value.kind != GAC__PATH_TOP)
            s->cells[n++] = c;
    }
    changed |= n != s->n_cells;
    s->n_cells = n;
    return changed;
}

/* A constraint that rules nothing out goes. */
static bool join_constraints(const gac__paths *t, gac__state *s,
                             const gac__state *more)
{
    uint32_t n = 0;
    bool changed = false;
    for (uint32_t i = 0; i < s->n_constraints; i++) {
        gac__constraint b = s->constraints[i];
        const gac__interval_set *d = domain_in(more, b.symbol);
        if (d && !gac__intervals_subset(d, &b.domain)) {
            const gac__interval_set all =
                gac__symbol_range(gac__path_symbol_at(t, b.symbol));
            changed = true;
            if (!gac__intervals_combine(&b.domain, d, GAC__UNION, &b.domain)
                || gac__intervals_equal(&b.domain, &all))
                d = NULL;
        }
        if (d)
            s->constraints[n++] = b;
    }
    changed |= n != s->n_constraints;
    s->n_constraints = n;
    return changed;
}

/* Joins a state into `s`; returns whether this changes `s`. */
static bool join(gac__paths *t, gac__state *s, const gac__state *more)
{
    bool changed = false;
    for (uint32_t i = 0; i < more->n_instances; i++)
        changed |= gac__state_add_instance(t, s, &more->instances[i]);
    changed |= join_cells(s, more);
    changed |= join_constraints(t, s, more);
    (void)gac__spend(&t->steps, 2 + s->n_cells / 2
                                    + (s->n_constraints + s->n_instances) / 64);
    return changed;
}

/* Adds the state that was made to its node's and to the worklist. */
static void enqueue(gac__paths *t)
{
    gac__state *s = gac__state_keep(t);
    if (!s)
        return;
    s->next = t->states[s->node];
    t->states[s->node] = s;
    gac__state_push(t, s);
}

static void merge_inexact(gac__paths *t, const gac__state *s)
{
    for (gac__state *old = t->states[s->node]; old; old = old->next)
        if (!old->exact) {
            if (join(t, old, s))
                gac__state_push(t, old);
            return;
        }
    enqueue(t);
}

/* -- states of a node ------------------------------------------------------ */

void gac__state_merge(gac__paths *t, uint32_t node)
{
    uint32_t n_pending = 0, n = 0;
    gac__state *s = gac__state_make(t, node, false);
    if (!s)
        return;
    const bool alike = s->exact && repeats(t, node);
    for (gac__state *old = s->exact ? t->states[node] : NULL; old;
         old = old->next) {
        t->given_up |= ++n % 8 == 0 && !gac__spend(&t->steps, 1);
        if (is_absorbed(t, old, s, alike))
            return;
        n_pending += old->exact && old->pending;
    }
    if (s->exact && n_pending >= MOST_PENDING) {
        t->exact = false;
        s = gac__state_make(t, node, false);
    }
    if (!s)
        return;
    if (s->exact)
        enqueue(t);
    else
        merge_inexact(t, s);
}
