/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Leaves out the nodes that a data flow of events passes unchanged. */

/* Unoptimised kernels have hundreds of blocks around a few copies. What is
 * known of events behind a node without operations on any is what was known
 * before it: so it has a source, the last node that counts on all ways to it.
 * Where two sources meet, the node counts itself. Sources are found forwards,
 * as if no loop brought another one, until nothing changes. */
#include "validate/warn/event_nodes.h"

#define NONE UINT32_MAX

#define MAX_ROUNDS 12
#define FEW 8 /* predecessors that are compared with each */

static bool has_operations(const gac__program *p, uint32_t node)
{
    const gac__node *n = &p->nodes.items[node];
    for (uint32_t at = n->first_op; at < n->first_op + n->n_ops; at++)
        if (p->ops.items[at].kind != GAC__OP_ACCESS)
            return true;
    return false;
}

static bool has_phis(const gac__program *p, uint32_t node)
{
    const gac__node *n = &p->nodes.items[node];
    return n->n_ops > 0 && gac__is_phi(p, p->ops.items[n->first_op]);
}

/* The source of all ways to a node; itself if there are several. */
static uint32_t source_of(const gac__program *p, const uint32_t *sources,
                          uint32_t node)
{
    uint32_t found = NONE;
    for (uint32_t i = p->reversed.first[node]; i < p->reversed.first[node + 1];
         i++) {
        uint32_t source = sources[p->reversed.to[i]];
        if (found != NONE && source != NONE && source != found)
            return node;
        found = source == NONE ? found : source;
    }
    return found;
}

/* Finds the source of each node that can be reached; a node that counts is its
 * own. */
static void find_sources(const gac__program *p, uint32_t *sources)
{
    bool changed = true;
    memset(sources, 0xFF, p->nodes.n * sizeof *sources);
    for (uint32_t i = 0; i < p->order.n; i++)
        if (i == 0 || has_operations(p, p->order.node[i]))
            sources[p->order.node[i]] = p->order.node[i];
    for (int round = 0; changed; round++) {
        changed = false;
        for (uint32_t i = 0; i < p->order.n; i++) {
            uint32_t node = p->order.node[i];
            uint32_t source = sources[node] == node || round >= MAX_ROUNDS
                                  ? node
                                  : source_of(p, sources, node);
            changed |= source != sources[node];
            sources[node] = source;
        }
        changed &= p->nest.cyclic;
    }
}

/* Whether one of the predecessors right before this one has the same source,
 * and phis do not tell them apart. */
static bool is_repeated(const gac__program *p, const uint32_t *sources,
                        uint32_t node, uint32_t at)
{
    uint32_t first = p->reversed.first[node];
    for (uint32_t i = at - GAC__MIN(at - first, (uint32_t)FEW); i < at; i++)
        if (sources[p->reversed.to[i]] == sources[p->reversed.to[at]])
            return !has_phis(p, node);
    return false;
}

/* Counts the hops by their sources, or puts them where those begin. */
static void put_hops(gac__event_nodes *e, const gac__program *p,
                     const uint32_t *sources, bool count)
{
    for (uint32_t k = 0; k < e->n; k++) {
        uint32_t node = e->nodes[k];
        for (uint32_t i = p->reversed.first[node];
             i < p->reversed.first[node + 1]; i++) {
            uint32_t from = p->reversed.to[i];
            if (sources[from] == NONE || is_repeated(p, sources, node, i))
                continue;
            uint32_t *at = &e->first_hop[e->place[sources[from]] + 1];
            if (!count)
                e->hops[*at] = (gac__event_hop){from, node};
            ++*at;
        }
    }
}

bool gac__event_nodes_find(gac__event_nodes *e, const gac__program *p,
                           gac__arena *arena)
{
    uint32_t *sources =
        gac__arena_alloc(arena, 2 * p->nodes.n, sizeof *sources);
    if (!sources)
        return false;
    e->n = 0;
    e->place = sources + p->nodes.n;
    memset(e->place, 0xFF, p->nodes.n * sizeof *e->place);
    find_sources(p, sources);
    for (uint32_t i = 0; i < p->order.n; i++)
        if (sources[p->order.node[i]] == p->order.node[i])
            e->place[p->order.node[i]] = e->n++;
    e->nodes = gac__arena_alloc(arena, e->n, sizeof *e->nodes);
    e->first_hop = gac__arena_alloc(arena, e->n + 2, sizeof *e->first_hop);
    if (!e->nodes || !e->first_hop)
        return false;
    for (uint32_t i = 0; i < p->order.n; i++)
        if (e->place[p->order.node[i]] != NONE)
            e->nodes[e->place[p->order.node[i]]] = p->order.node[i];
    /* Shifted by one, so that filling them in moves each to its begin. */
    put_hops(e, p, sources, true);
    uint32_t n = 0;
    for (uint32_t k = 0; k <= e->n; k++) {
        uint32_t here = e->first_hop[k + 1];
        e->first_hop[k + 1] = n;
        n += here;
    }
    e->hops = gac__arena_alloc(arena, n, sizeof *e->hops);
    if (!e->hops)
        return false;
    put_hops(e, p, sources, false);
    return true;
}
