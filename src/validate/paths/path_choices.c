/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where a choice at a branch leads, as seen from loops that wait; and loops
 * that paths do not go round to their end. */
#include "validate/paths/plausible.h"
#include "validate/paths/paths.h"

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
    if (gac__program_leads(p, c->to, header, c->node, true))
        return false;
    for (uint32_t i = p->graph.first[c->node];
         i < p->graph.first[c->node + 1] && !others; i++)
        others = gac__program_leads(p, p->graph.to[i], header, c->node, true);
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

/* Whether nothing in a loop starts copies, waits, or moves events about, and
 * one edge leads out of it: where there are several, another one may be what is
 * taken. */
static bool is_dull_loop(gac__paths *t, uint32_t header)
{
    const gac__program *p = t->p;
    const uint32_t first = t->place[header], end = t->loop_end[header];
    uint32_t i = first, exits = 0;
    if (t->loops[header] != GAC__LOOP_NEW)
        return t->loops[header] == GAC__LOOP_DULL;
    for (; i < end && exits < 2; i++) {
        const uint32_t node = t->node_at[i];
        if ((p->nodes.items[node].kinds & ~GAC__KIND(GAC__OP_ACCESS)) != 0)
            break;
        for (uint32_t k = p->graph.first[node]; k < p->graph.first[node + 1];
             k++)
            exits += t->place[p->graph.to[k]] - first >= end - first;
    }
    t->given_up |= !gac__spend(&t->steps, (i - first) / 16);
    t->loops[header] =
        i == end && exits == 1 ? GAC__LOOP_DULL : GAC__LOOP_TELLING;
    return t->loops[header] == GAC__LOOP_DULL;
}

bool gac__path_cut_short(gac__paths *t, uint32_t node)
{
    const gac__program *p = t->p;
    const uint32_t header = p->nest.header[node];
    if (header == UINT32_MAX || t->open.n == 0
        || t->open.items[t->open.n - 1].header != header
        || t->open.items[t->open.n - 1].count < 2 || !is_dull_loop(t, header))
        return false;
    for (uint32_t i = t->place[header]; i < t->loop_end[header]; i++)
        gac__path_lose(t, t->node_at[i]);
    return true;
}
