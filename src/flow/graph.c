/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Graphs as compressed rows of successors. */
#include "flow/flow.h"

/* Both functions are counting sorts. `next` is `first`, one element further on.
 * It counts the edges of each node first; then it is the index of each node's
 * next edge. When all edges are in, `first` is the index of each node's first
 * edge. */

static uint32_t *alloc_graph(gac__graph *out, uint32_t n, size_t n_edges,
                             gac__arena *a)
{
    uint32_t *first =
        gac__arena_alloc(a, (size_t)n + 2 + n_edges, sizeof *first);
    *out = (gac__graph){n, first, first ? first + n + 2 : NULL};
    return first;
}

/* Turns counts, of node k at next[k + 1], into indexes of first edges. */
static void begin_rows(uint32_t *next, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        next[k + 1] += next[k];
}

gac_result gac__graph_of_edges(gac__graph *out, uint32_t n,
                               const gac__edge *edges, size_t n_edges,
                               gac__arena *a)
{
    uint32_t *first = alloc_graph(out, n, n_edges, a);
    if (!first)
        return GAC_ERR_MEMORY;
    uint32_t *next = first + 1, *to = first + n + 2;
    for (size_t i = 0; i < n_edges; i++)
        next[edges[i].from + 1]++;
    begin_rows(next, n);
    for (size_t i = 0; i < n_edges; i++)
        to[next[edges[i].from]++] = edges[i].to;
    return GAC_OK;
}

gac_result gac__graph_reverse(gac__graph *out, const gac__graph *g,
                              gac__arena *a)
{
    const uint32_t n = g->n, n_edges = g->first[n];
    uint32_t *first = alloc_graph(out, n, n_edges, a);
    if (!first)
        return GAC_ERR_MEMORY;
    uint32_t *next = first + 1, *to = first + n + 2;
    for (uint32_t i = 0; i < n_edges; i++)
        next[g->to[i] + 1]++;
    begin_rows(next, n);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = g->first[k]; i < g->first[k + 1]; i++)
            to[next[g->to[i]]++] = k;
    return GAC_OK;
}
