/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* States of paths, and the worklist of those that are not followed yet. */

/* A path that comes to a node where other paths may come to is kept as a state:
 * what is live there, and nothing else. The worklist is in an order in which
 * the nodes of a loop stand together, in reverse post-order otherwise: all
 * paths to a node have come when its states are followed. */
#include "validate/paths/paths.h"

#include <stdlib.h>

/* -- making states --------------------------------------------------------- */

int gac__compare_cells(const void *x, const void *y)
{
    const gac__path_cell *a = x, *b = y;
    if (a->variable != b->variable)
        return a->variable < b->variable ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->size_bytes < b->size_bytes ? -1 : a->size_bytes > b->size_bytes;
}

static void take_cell(gac__paths *t, gac__path_cell cell)
{
    if (cell.value.kind == GAC__PATH_TOP)
        return;
    cell.next = 0;
    t->made.cells[t->made.n_cells++] = cell;
    if (gac__is_instance(cell.value))
        t->instances.items[cell.value.symbol - 1].held = true;
}

/* Whether a cell is live at a node. It is not if each path from there comes by
 * the instruction that sets it again. `ended`: what the node itself sets is
 * live as well. */
static bool is_live(const gac__paths *t, const gac__path_cell *cell,
                    uint32_t node, bool ended)
{
    const gac__liveness *live = cell->variable == GAC__OF_TERM
                                    ? &t->terms.items[cell->first].live
                                    : &t->liveness[cell->variable];
    return live->last >= t->p->nest.rank[node]
           && (live->node == node
                   ? ended || live->store == 0
                   : gac__program_dominates(t->p, live->node, node));
}

static void take_cells(gac__paths *t, uint32_t node, bool ended)
{
    for (size_t i = 0; i < t->cells.n; i++)
        if (is_live(t, &t->cells.items[i], node, ended))
            take_cell(t, t->cells.items[i]);
    if (t->made.n_cells > 1)
        qsort(t->made.cells, t->made.n_cells, sizeof *t->made.cells,
              gac__compare_cells);
}

static void take_constraints(gac__paths *t)
{
    gac__state *s = &t->made;
    for (size_t i = 0; i < t->constrained.n; i++) {
        gac__constraint *own = &s->constraints[s->n_constraints++];
        own->symbol = t->constrained.items[i];
        own->domain = gac__path_symbol_at(t, own->symbol)->domain;
    }
}

/* Whether no finding can be about an instance any more, or a later one stands
 * for it: of a copy's instances whose events no cell holds, the last is
 * enough. */
static bool is_gone(const gac__paths *t, uint32_t i)
{
    const gac__instance *own = &t->instances.items[i];
    const uint32_t event = own->event - 1;
    if (t->instances.items[event].held)
        return false;
    if (t->instances.items[event].released)
        return true;
    if (!own->superseded || own->shared)
        return false;
    for (size_t k = i + 1; k < t->instances.n; k++) {
        const gac__instance *other = &t->instances.items[k];
        if (other->at == own->at && other->event == k + 1 && !other->held
            && !other->released && other->untracked == own->untracked
            && other->any == own->any)
            return true;
    }
    return false;
}

static void take_instances(gac__paths *t)
{
    gac__state *s = &t->made;
    for (uint32_t i = 0; i < t->instances.n; i++) {
        if (is_gone(t, i))
            continue;
        s->instances[s->n_instances++] = t->instances.items[i];
        t->instances.items[i].number = s->n_instances;
    }
}

/* The index of the first instance of operation `at`, or of a later one. */
static uint32_t index_at(const gac__state *s, uint32_t at)
{
    return GAC__FIRST_FROM(s->instances, s->n_instances, at, at);
}

uint32_t gac__number_at(const gac__state *s, uint32_t at)
{
    const uint32_t i = index_at(s, at);
    return i < s->n_instances && s->instances[i].at == at ? i + 1 : 0;
}

/* Joins two instances of an operation. Returns whether that changes the first
 * one. */
static bool join_instance(gac__instance *own, const gac__instance *more)
{
    const gac__instance old = *own;
    own->released &= more->released;
    own->any |= more->any || more->event != own->event;
    own->untracked |= more->untracked;
    return own->released != old.released || own->any != old.any
           || own->untracked != old.untracked;
}

/* Makes room for another instance. False when memory is out. */
static bool make_room(gac__paths *t, gac__state *s)
{
    const uint32_t n = s->n_instances;
    gac__instance *all;
    if (n < s->most_instances)
        return true;
    all = gac__arena_alloc(&t->p->arena, 2 * (n + 1), sizeof *all);
    t->given_up |= !all;
    if (!all)
        return false;
    gac__copy_items(all, 0, s->instances, n, sizeof *all);
    s->instances = all;
    s->most_instances = 2 * (n + 1);
    return true;
}

bool gac__state_add_instance(gac__paths *t, gac__state *s,
                             const gac__instance *own)
{
    const uint32_t i = index_at(s, own->at), n = s->n_instances;
    if (i < n && s->instances[i].at == own->at)
        return join_instance(&s->instances[i], own);
    if (!make_room(t, s))
        return false;
    (void)gac__spend(&t->steps, (n - i) / 64);
    memmove(s->instances + i + 1, s->instances + i,
            (n - i) * sizeof *s->instances);
    s->instances[i] = *own;
    s->n_instances++;
    return true;
}

/* The instances of each operation become one, which is released if all are. */
static void collapse_instances(gac__paths *t)
{
    for (uint32_t i = 0; i < t->instances.n; i++) {
        gac__instance own = t->instances.items[i];
        const gac__instance *event = &t->instances.items[own.event - 1];
        if (event->released && !event->held)
            continue;
        own.released = event->released;
        own.event = event->at + 1;
        own.bytes = 0;
        own.superseded = own.renewed = own.chosen = own.left = false;
        (void)gac__state_add_instance(t, &t->made, &own);
    }
}

static void renumber(const gac__paths *t, gac__path_value *v)
{
    const gac__state *s = &t->made;
    if (!gac__is_instance(*v))
        return;
    uint32_t number = t->instances.items[v->symbol - 1].number;
    if (!s->exact) {
        number = gac__number_at(s, t->instances.items[v->symbol - 1].at);
        number = number ? s->instances[number - 1].event : 0;
    }
    v->symbol = number ? number : GAC__EVENT_SPENT;
}

static void renumber_all(gac__paths *t)
{
    gac__state *s = &t->made;
    for (uint32_t i = 0; i < s->n_cells; i++)
        renumber(t, &s->cells[i].value);
    for (uint32_t i = 0; s->exact && i < s->n_instances; i++)
        s->instances[i].event =
            t->instances.items[s->instances[i].event - 1].number;
}

/* Reserves memory for everything on the current path. */
static bool open_made(gac__paths *t)
{
    const gac_allocator *a = gac__path_allocator(t);
    t->made_cells.n = t->made_constraints.n = t->made_instances.n = 0;
    for (size_t i = 0; i < t->instances.n; i++) {
        t->instances.items[i].number = 0;
        t->instances.items[i].held = false;
    }
    return GAC__VEC_RESERVE(a, &t->made_cells, t->cells.n)
           && GAC__VEC_RESERVE(a, &t->made_constraints, t->constrained.n)
           && GAC__VEC_RESERVE(a, &t->made_instances, t->instances.n);
}

gac__state *gac__state_make(gac__paths *t, uint32_t node, bool ended)
{
    gac__state *s = &t->made;
    if (!open_made(t)) {
        t->given_up = true;
        return NULL;
    }
    *s = (gac__state){.node = node,
                      .exact = t->exact,
                      .version = t->version,
                      .branch = t->branch,
                      .left = t->left,
                      .cells = t->made_cells.items,
                      .constraints = t->made_constraints.items,
                      .instances = t->made_instances.items,
                      .most_instances = (uint32_t)t->instances.n,
                      .open = t->open.items,
                      .n_open = (uint32_t)t->open.n,
                      .log = t->exact ? t->log : NULL};
    take_cells(t, node, ended);
    take_constraints(t);
    if (s->exact)
        take_instances(t);
    else
        collapse_instances(t);
    renumber_all(t);
    t->given_up |= !gac__spend(
        &t->steps, 2 + s->n_constraints + (s->n_instances + s->n_cells) / 4
                       + (s->n_open + (s->log ? s->log->n : 0)) / 8);
    return s;
}

void gac__path_log(gac__paths *t, const gac__path_choice **log, uint32_t node,
                   uint32_t to)
{
    if (gac__is_logged(*log, node, to))
        return;
    gac__path_choice *own = gac__arena_alloc(&t->p->arena, 1, sizeof *own);
    if (!own) {
        t->given_up = true;
        return;
    }
    *own = (gac__path_choice){*log, node, to, *log ? (*log)->n + 1 : 1};
    *log = own;
}

static void *move(char **to, const void *from, size_t n, size_t size)
{
    void *items = *to;
    gac__copy_items(items, 0, from, n, size);
    *to += n * size;
    return items;
}

gac__state *gac__state_keep(gac__paths *t)
{
    const gac__state *m = &t->made;
    gac__state *s =
        gac__arena_alloc(&t->p->arena,
                         sizeof *s + m->n_cells * sizeof *s->cells
                             + m->n_constraints * sizeof *s->constraints
                             + m->n_instances * sizeof *s->instances
                             + m->n_open * sizeof *s->open,
                         1);
    if (!s) {
        t->given_up = true;
        return NULL;
    }
    char *to = (char *)(s + 1);
    *s = *m;
    s->most_instances = m->n_instances;
    s->cells = move(&to, m->cells, m->n_cells, sizeof *s->cells);
    s->constraints =
        move(&to, m->constraints, m->n_constraints, sizeof *s->constraints);
    s->instances =
        move(&to, m->instances, m->n_instances, sizeof *s->instances);
    s->open = move(&to, m->open, m->n_open, sizeof *s->open);
    return s;
}

/* -- restoring states ------------------------------------------------------ */

void gac__state_restore(gac__paths *t, const gac__state *s)
{
    const gac_allocator *a = gac__path_allocator(t);
    bool ok = true;
    t->stamp++;
    t->given_up = false;
    t->exact = s->exact && gac__path_may_be_exact(t);
    t->version = s->version;
    t->branch = s->branch;
    t->left = s->left;
    t->log = s->log;
    for (size_t i = 0; i < t->cells.n; i++)
        *gac__path_list(t, &t->cells.items[i]) = 0;
    t->cells.n = t->instances.n = t->in_flight.n = t->open.n = 0;
    for (uint32_t i = 0; i < s->n_cells; i++) {
        gac__path_cell cell = s->cells[i];
        if (!s->exact && gac__is_instance(cell.value)) {
            cell.value.symbol = gac__number_at(s, cell.value.symbol - 1);
            if (cell.value.symbol == 0)
                cell.value.symbol = GAC__EVENT_SPENT;
        }
        gac__path_add_cell(t, cell);
    }
    gac__symbols_release(t);
    for (uint32_t i = 0; ok && i < s->n_constraints; i++) {
        gac__symbol *symbol = gac__path_symbol_at(t, s->constraints[i].symbol);
        symbol->constrained = true;
        symbol->domain = s->constraints[i].domain;
        ok = GAC__VEC_PUSH(a, &t->constrained, s->constraints[i].symbol);
    }
    for (uint32_t i = 0; ok && i < s->n_instances; i++) {
        gac__instance own = s->instances[i];
        if (!s->exact)
            own.event = gac__number_at(s, own.event - 1);
        own.any |= own.event == 0;
        own.event = own.event ? own.event : i + 1;
        ok = GAC__VEC_PUSH(a, &t->instances, own);
    }
    for (uint32_t i = 0; ok && i < s->n_instances; i++)
        if (!gac__is_released(t, &t->instances.items[i]))
            ok = GAC__VEC_PUSH(a, &t->in_flight, i);
    ok = ok && GAC__VEC_APPEND(a, &t->open, s->open, s->n_open);
    t->given_up |= !ok;
    t->given_up |= !gac__spend(&t->steps, 1 + s->n_cells / 4);
}

/* -- the worklist ---------------------------------------------------------- */

/* The order of the worklist: by node, then by age. */
static bool comes_before(const gac__paths *t, const gac__state *a,
                         const gac__state *b)
{
    const uint32_t *rank = t->p->nest.rank;
    const uint32_t x = rank[a->node], y = rank[b->node];
    return x != y ? x < y : a->pushed < b->pushed;
}

/* Melds two skew heaps: along their right sides, which change places with the
 * left ones. */
static gac__state *meld(const gac__paths *t, gac__state *a, gac__state *b)
{
    gac__state *first = NULL, **at = &first;
    while (a && b) {
        gac__state *own = comes_before(t, b, a) ? b : a;
        gac__state *rest = own->behind[1];
        b = own == a ? b : a;
        a = rest;
        own->behind[1] = own->behind[0];
        *at = own;
        at = &own->behind[0];
    }
    *at = a ? a : b;
    return first;
}

void gac__state_push(gac__paths *t, gac__state *s)
{
    if (s->pending)
        return;
    s->pending = true;
    s->pushed = t->n_pushed++;
    s->behind[0] = s->behind[1] = NULL;
    t->pending = meld(t, t->pending, s);
}

bool gac__state_is_next(const gac__paths *t, uint32_t node)
{
    const uint32_t *rank = t->p->nest.rank;
    return !t->pending || rank[t->pending->node] > rank[node];
}

uint32_t gac__state_resume(gac__paths *t)
{
    gac__state *s = t->pending;
    if (!s)
        return UINT32_MAX;
    t->pending = meld(t, s->behind[0], s->behind[1]);
    s->pending = false;
    gac__state_restore(t, s);
    return s->node;
}
