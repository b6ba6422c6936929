/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where nothing can be found any more: nodes that lead to no copy or wait, and
 * what kinds of loops there are. */
#include "validate/paths/paths.h"

/* -- nodes that lead to copies and waits ----------------------------------- */

/* In post-order, so that successors come first. Then what is true of one node
 * of a loop becomes true of the whole loop. */
bool gac__find_leads(gac__paths *t)
{
    const gac__program *p = t->p;
    const gac__loop_nest *nest = &p->nest;
    const uint32_t goals = GAC__KIND(GAC__OP_COPY) | GAC__KIND(GAC__OP_WAIT);
    t->leads = gac__arena_alloc(&t->p->arena, p->nodes.n, 1);
    if (!t->leads)
        return false;
    for (uint32_t rank = p->order.n; rank-- > 0;) {
        const uint32_t node = nest->node[rank];
        bool leads =
            nest->irreducible || (p->nodes.items[node].kinds & goals) != 0;
        for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1];
             i++)
            leads |= t->leads[p->graph.to[i]];
        t->leads[node] = leads;
    }
    for (uint32_t rank = 0, end = 0; rank < p->order.n; rank++) {
        const uint32_t node = nest->node[rank];
        if (t->leads[node])
            end = GAC__MAX(end, nest->end[node]);
        t->leads[node] |= rank < end;
    }
    return true;
}

/* -- loops ----------------------------------------------------------------- */

/* Whether no edge of a node but one stays in a loop, and behind the others
 * there is neither a copy nor a wait. */
static bool goes_straight(const gac__paths *t, uint32_t node, uint32_t header)
{
    const gac__program *p = t->p;
    uint32_t n = 0;
    for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1]; i++)
        if (gac__in_loop(&p->nest, p->graph.to[i], header))
            n++;
        else if (t->leads[p->graph.to[i]])
            return false;
    return n == 1;
}

/* With several exits, which one is taken may matter. */
uint32_t gac__path_loop(gac__paths *t, uint32_t header)
{
    const gac__program *p = t->p;
    const uint32_t first = p->nest.rank[header], end = p->nest.end[header];
    uint32_t i = first, exits = 0;
    bool accesses = true, straight = true;
    if ((t->loops[header] & GAC__LOOP_KNOWN) != 0)
        return t->loops[header];
    for (; i < end && (accesses || straight); i++) {
        const uint32_t node = p->nest.node[i];
        exits += gac__program_exit_edges(p, node, header);
        accesses &=
            exits < 2
            && (p->nodes.items[node].kinds & ~GAC__KIND(GAC__OP_ACCESS)) == 0;
        straight &= goes_straight(t, node, header);
    }
    t->given_up |= !gac__spend(&t->steps, (i - first) / 16);
    t->loops[header] |= GAC__LOOP_KNOWN
                        | (accesses && exits == 1 ? GAC__LOOP_IRRELEVANT : 0)
                        | (straight ? GAC__LOOP_STRAIGHT : 0);
    return t->loops[header];
}
