/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a choice at a branch leads, as seen from loops that wait. */
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
    return from == to ||
           (from != around && (!gac__program_reach(p, from, is_node, &around) ||
                               p->mark[to]));
}

/* Whether what has been chosen at a branch leads around a loop. Going round
 * another loop once more does not. */
static bool leads_past(gac__program *p, const gac__trial_choice *c,
                       uint32_t header)
{
    const gac__node *n = &p->nodes.items[c->node];
    bool others = false;
    if (n->loop != UINT32_MAX && gac__program_in_loop(p, c->to, n->loop) &&
        !gac__program_in_loop(p, header, n->loop))
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
        if (p->nodes.items[header].loop == header &&
            !gac__program_in_loop(p, node, header) &&
            gac__waits_inside(p, header) && leads_past(p, c, header))
            return true;
    }
    return false;
}
