/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Preorder and reverse post-order of a depth-first search, without
 * recursion. */
#include "flow/flow.h"

/* A node on the path of the search, and its next edge. */
typedef struct step {
    uint32_t node, edge;
} step;

gac_result gac__order_find(gac__order *out, const gac__graph *g, uint32_t root,
                           gac__watch *watch, gac__arena *a)
{
    const size_t n = g->n;
    uint32_t depth = 0, left = g->n;
    uint32_t *words = gac__arena_alloc(a, 5 * n, sizeof *words);
    step *path = gac__resize_array(a->allocator, NULL, 0, n, sizeof *path);
    if (!words || !path) {
        gac__free(a->allocator, path, n, sizeof *path);
        return GAC_ERR_MEMORY;
    }
    *out = (gac__order){.node = words,
                        .rank = words + n,
                        .number = words + 2 * n,
                        .found = words + 3 * n,
                        .above = words + 4 * n};
    memset(out->rank, 0xFF, 2 * n * sizeof *words); /* `rank` and `number` */
    path[depth++] = (step){root, g->first[root]};
    out->found[0] = root;
    out->number[root] = 0;
    out->n = 1;
    while (depth > 0) {
        step *last = &path[depth - 1];
        if (last->edge == g->first[last->node + 1]) {
            out->node[--left] = last->node;
            depth--;
            continue;
        }
        const uint32_t to = g->to[last->edge++];
        if (out->number[to] != GAC__NO_NODE)
            continue;
        if (!gac__watch_on(watch, 1 + gac__n_successors(g, to)))
            break;
        out->number[to] = out->n;
        out->found[out->n] = to;
        out->above[out->n++] = out->number[last->node];
        path[depth++] = (step){to, g->first[to]};
    }
    gac__free(a->allocator, path, n, sizeof *path);
    if (depth > 0)
        return gac__watch_result(watch);
    out->node += left;
    for (uint32_t i = 0; i < out->n; i++)
        out->rank[out->node[i]] = i;
    return GAC_OK;
}
