/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a choice at a branch leads, as seen from loops that wait; and loops
 * that paths do not go round to their end. */
#include "validate/paths/plausible.h"
#include "validate/paths/paths.h"

/* Whether a path leads from one node to another without coming by a third. */
static bool leads_to(gac__program *p, uint32_t from, uint32_t to,
                     uint32_t around)
{
    bool leads = true;
    return from == to
           || (from != around
               && (!gac__program_reaches(p, from, to, around, &leads)
                   || leads));
}

/* Whether what has been chosen at a branch leads around a loop. Going round
 * another loop once more does not. */
static bool leads_past(gac__program *p, const gac__path_choice *c,
                       uint32_t header)
{
    const uint32_t loop = p->nest.header[c->node];
    bool others = false;
    if (loop != UINT32_MAX && gac__in_loop(&p->nest, c->to, loop)
        && !gac__in_loop(&p->nest, header, loop))
        return false;
    if (leads_to(p, c->to, header, c->node))
        return false;
    for (uint32_t i = p->graph.first[c->node];
         i < p->graph.first[c->node + 1] && !others; i++)
        others = leads_to(p, p->graph.to[i], header, c->node);
    return others;
}

bool gac__path_misses_wait(gac__program *p, const gac__path_choice *c,
                           uint32_t node)
{
    for (uint32_t i = 0; i < p->order.n; i++) {
        uint32_t header = p->order.node[i];
        if (p->nest.header[header] == header
            && !gac__in_loop(&p->nest, node, header)
            && gac__waits_inside(p, header) && leads_past(p, c, header))
            return true;
    }
    return false;
}

/* -- loops that tell nothing ----------------------------------------------- */

/* Whether nothing at a node starts copies, waits, or moves events about. */
static bool is_dull_node(const gac__program *p, const gac__node *n)
{
    for (uint32_t at = n->first_op; at < n->first_op + n->n_ops; at++)
        if (p->ops.items[at].kind != GAC__OP_ACCESS)
            return false;
    return true;
}

/* The innermost loop around both of two, counting the steps to there. */
static uint32_t loop_around(const gac__program *p, uint32_t a, uint32_t b,
                            uint64_t *steps)
{
    const uint32_t *rank = p->order.rank; /* outer headers come first */
    for (; a != b; ++*steps)
        if (b == UINT32_MAX || (a != UINT32_MAX && rank[a] > rank[b]))
            a = p->nest.outer[a];
        else
            b = p->nest.outer[b];
    return a;
}

/* Notes an edge that leads out of loops at the innermost one, and that it does
 * not lead out of the one that is around it all: sums count for those between.
 */
static void note_edge(gac__paths *t, uint32_t from, uint32_t to,
                      uint64_t *steps)
{
    const gac__program *p = t->p;
    uint32_t loop = p->nest.header[from];
    uint32_t around = loop_around(p, loop, p->nest.header[to], steps);
    t->loops[loop].exits++;
    if (around != UINT32_MAX)
        t->loops[around].exits--;
}

/* Finds, for each loop, how far its nodes reach, whether they are dull, and how
 * many paths lead out of it: where there are several, another one may be what
 * is taken. First that of its own nodes, then inner loops, each before what is
 * around it. */
static bool look_at_loops(gac__paths *t)
{
    const gac__program *p = t->p;
    uint64_t steps = p->order.n;
    t->loops = gac__arena_alloc(&t->p->arena, p->nodes.n, sizeof *t->loops);
    for (uint32_t i = 0; t->loops && i < p->order.n; i++) {
        const uint32_t node = p->order.node[i], loop = p->nest.header[node];
        if (loop == UINT32_MAX)
            continue;
        t->loops[loop].telling |= !is_dull_node(p, &p->nodes.items[node]);
        for (uint32_t k = p->graph.first[node]; k < p->graph.first[node + 1];
             k++)
            note_edge(t, node, p->graph.to[k], &steps);
    }
    for (uint32_t i = p->order.n; t->loops && i-- > 0;) {
        const uint32_t header = p->order.node[i];
        const uint32_t around = p->nest.outer[header];
        if (p->nest.header[header] != header || around == UINT32_MAX)
            continue;
        const struct gac__path_loop *inner = &t->loops[header];
        struct gac__path_loop *outer = &t->loops[around];
        outer->telling |= inner->telling;
        outer->exits += inner->exits;
    }
    (void)gac__program_spend(t->p, steps);
    return t->loops != NULL;
}

bool gac__path_cut_short(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nest.header[node];
    if (header == UINT32_MAX || t->open.n == 0
        || t->open.items[t->open.n - 1].header != header
        || t->open.items[t->open.n - 1].count < 2
        || (!t->loops && !look_at_loops(t)) || t->loops[header].telling
        || t->loops[header].exits != 1)
        return false;
    for (uint32_t i = t->place[header]; i < t->loop_end[header]; i++)
        gac__path_lose(t, t->node_at[i]);
    return true;
}
