/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reachability. */
#include "flow/flow.h"

gac_result gac__search_open(gac__search *s, const gac__graph *g, gac__arena *a)
{
    uint32_t *words = gac__arena_alloc(a, 2 * (size_t)g->n, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    *s = (gac__search){.graph = g, .seen = words, .list = words + g->n};
    return GAC_OK;
}

void gac__search_begin(gac__search *s)
{
    if (++s->stamp == 0) {
        memset(s->seen, 0, s->graph->n * sizeof *s->seen);
        s->stamp = 1;
    }
}

/* Pushes the successors of a node that have not been seen. */
static uint32_t push_successors(gac__search *s, uint32_t node, uint32_t depth)
{
    const gac__graph *g = s->graph;
    const uint32_t dead = s->dead ? s->dead[node] : 0;
    s->steps++;
    for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++)
        if (s->seen[g->to[i]] != s->stamp && i + 1 != dead) {
            s->seen[g->to[i]] = s->stamp;
            s->list[depth++] = g->to[i];
        }
    return depth;
}

void gac__search_from(gac__search *s, uint32_t from, uint32_t past)
{
    uint32_t depth = push_successors(s, from, 0);
    while (depth > 0) {
        const uint32_t node = s->list[--depth];
        if (node != past)
            depth = push_successors(s, node, depth);
    }
}

bool gac__reaches(gac__search *s, uint32_t from, uint32_t to, uint32_t past)
{
    gac__search_begin(s);
    uint32_t depth = push_successors(s, from, 0);
    while (depth > 0 && !gac__has_seen(s, to)) {
        const uint32_t node = s->list[--depth];
        if (node != past)
            depth = push_successors(s, node, depth);
    }
    return gac__has_seen(s, to);
}

bool gac__reaches_any(gac__search *s, uint32_t from, const uint8_t *goals,
                      uint32_t past)
{
    gac__search_begin(s);
    uint32_t depth = push_successors(s, from, 0);
    while (depth > 0) {
        const uint32_t node = s->list[--depth];
        if (node == past)
            continue;
        if (goals[node])
            return true;
        depth = push_successors(s, node, depth);
    }
    return false;
}

/* The list is a queue, whose next node is at `i`: the nearest come first. */
uint32_t gac__influence(gac__search *s, const gac__dominators *post,
                        uint32_t branch)
{
    gac__search_begin(s);
    s->seen[branch] = s->stamp;
    if (post->idom[branch] < s->graph->n)
        s->seen[post->idom[branch]] = s->stamp;
    uint32_t n = push_successors(s, branch, 0);
    for (uint32_t i = 0; i < n; i++)
        n = push_successors(s, s->list[i], n);
    return n;
}
