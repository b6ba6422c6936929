/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loops that paths do not go round to their end: they tell nothing. */
#include "validate/paths/paths.h"

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
