/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a choice at a branch leads, as seen from loops that wait; and loops
 * that ways do not go round to their end. */
#include "validate/trial/roots.h"
#include "validate/trial/trial.h"

static bool is_node(const void *user, uint32_t node)
{
    return *(const uint32_t *)user == node;
}

/* Whether a way leads from one node to another without coming by a third. */
static bool leads_to(gac__program *p, uint32_t from, uint32_t to,
                     uint32_t around)
{
    return from == to
           || (from != around
               && (!gac__program_reach(p, from, is_node, &around)
                   || p->mark[to]));
}

/* Whether what has been chosen at a branch leads around a loop. Going round
 * another loop once more does not. */
static bool leads_past(gac__program *p, const gac__trial_choice *c,
                       uint32_t header)
{
    const gac__node *n = &p->nodes.items[c->node];
    bool others = false;
    if (n->loop != UINT32_MAX && gac__program_in_loop(p, c->to, n->loop)
        && !gac__program_in_loop(p, header, n->loop))
        return false;
    if (leads_to(p, c->to, header, c->node))
        return false;
    for (uint32_t i = n->first_edge; i < n[1].first_edge && !others; i++)
        others = leads_to(p, p->edges[i], header, c->node);
    return others;
}

bool gac__trial_misses_wait(gac__program *p, const gac__trial_choice *c,
                            uint32_t node)
{
    for (uint32_t i = 0; i < p->n_reachable; i++) {
        uint32_t header = p->sequence[i];
        if (p->nodes.items[header].loop == header
            && !gac__program_in_loop(p, node, header)
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

/* Finds, for each loop, how far its nodes reach, whether they are dull, and how
 * many ways lead out of it: where there are several, another one may be what is
 * taken. */
static bool look_at_loops(gac__trial *t)
{
    const gac__program *p = t->p;
    t->loops = gac__arena_alloc(&t->p->arena, p->nodes.n, sizeof *t->loops);
    for (uint32_t i = 0; t->loops && i < p->n_reachable; i++) {
        const gac__node *n = &p->nodes.items[p->sequence[i]];
        bool dull = is_dull_node(p, n);
        for (uint32_t loop = n->loop; loop != UINT32_MAX;
             loop = p->nodes.items[loop].outer) {
            t->loops[loop].end = i + 1;
            t->loops[loop].telling |= !dull;
            for (uint32_t k = n->first_edge; k < n[1].first_edge; k++)
                t->loops[loop].exits +=
                    !gac__program_in_loop(p, p->edges[k], loop);
        }
    }
    return t->loops != NULL;
}

bool gac__trial_cut_short(gac__trial *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nodes.items[node].loop;
    if (t->visits[node] < 2 || (!t->loops && !look_at_loops(t))
        || t->loops[header].telling || t->loops[header].exits != 1)
        return false;
    for (uint32_t i = p->nodes.items[header].order; i < t->loops[header].end;
         i++)
        if (gac__program_in_loop(p, p->sequence[i], header)) {
            gac__trial_lose(t, p->sequence[i]);
            t->visits[p->sequence[i]] = 0;
        }
    return true;
}
