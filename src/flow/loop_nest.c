/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Natural loops, and which of them is in which.
 *
 * As in Tarjan, "Testing flow graph reducibility" (1974): inner loops come
 * first, and are single nodes for those around them, so that each edge is
 * looked at about once however deep they nest. */
#include "flow/flow.h"

#define NONE GAC__NO_NODE

typedef struct finder {
    gac__loop_nest *nest;
    const gac__graph *reversed;
    const gac__order *order;
    gac__watch *watch;
    uint64_t steps; /* since the watch was last told */
    uint32_t *into; /* by node: itself, or one that it has been joined with */
    uint32_t *stack, depth;
} finder;

/* The header of the outermost loop, of those that are known, around a node; or
 * the node itself. */
static uint32_t outermost(finder *f, uint32_t node)
{
    for (; f->into[node] != node; f->steps++)
        node = f->into[node] = f->into[f->into[node]];
    return node;
}

/* Takes a node, or the loop that it is in, into the loop of `header`. */
static void take(finder *f, uint32_t node, uint32_t header)
{
    node = outermost(f, node);
    if (node == header)
        return;
    f->into[node] = header;
    *(f->nest->header[node] == node ? &f->nest->outer[node]
                                    : &f->nest->header[node]) = header;
    f->stack[f->depth++] = node;
}

static bool find_loop(finder *f, uint32_t header, const gac__dominators *tree)
{
    const gac__graph *reversed = f->reversed;
    bool any = false;
    for (uint32_t i = reversed->first[header]; i < reversed->first[header + 1];
         i++) {
        const uint32_t from = reversed->to[i];
        if (f->order->rank[from] == NONE || !gac__dominates(tree, header, from))
            continue;
        any = true;
        take(f, from, header);
    }
    if (any)
        f->nest->header[header] = header;
    while (f->depth > 0) {
        const uint32_t node = f->stack[--f->depth];
        f->steps += 1 + gac__n_successors(reversed, node);
        for (uint32_t i = reversed->first[node]; i < reversed->first[node + 1];
             i++)
            if (f->order->rank[reversed->to[i]] != NONE)
                take(f, reversed->to[i], header);
    }
    f->steps += 1 + gac__n_successors(reversed, header);
    const bool on = gac__watch_on(f->watch, f->steps);
    f->steps = 0;
    return on;
}

/* Edges back in the order: a loop's, unless they go to a node that does not
 * dominate where they begin. */
static void find_cycles(gac__loop_nest *nest, const gac__graph *g,
                        const gac__order *o, const gac__dominators *tree)
{
    for (uint32_t i = 0; i < o->n; i++) {
        const uint32_t node = o->node[i];
        for (uint32_t k = g->first[node]; k < g->first[node + 1]; k++) {
            if (o->rank[g->to[k]] > i)
                continue;
            nest->cyclic = true;
            nest->irreducible |= !gac__dominates(tree, g->to[k], node);
        }
    }
}

gac_result gac__loop_nest_find(gac__loop_nest *out, const gac__graph *g,
                               const gac__graph *reversed,
                               const gac__order *order,
                               const gac__dominators *tree, gac__watch *watch,
                               gac__arena *a)
{
    const size_t n = g->n;
    uint32_t *words = gac__arena_alloc(a, 2 * n, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    memset(words, 0xFF, 2 * n * sizeof *words);
    *out = (gac__loop_nest){.header = words, .outer = words + n};
    find_cycles(out, g, order, tree);
    if (!out->cyclic)
        return GAC_OK;
    uint32_t *scratch =
        gac__resize_array(a->allocator, NULL, 0, 2 * n, sizeof *scratch);
    if (!scratch)
        return GAC_ERR_MEMORY;
    finder f = {.nest = out,
                .reversed = reversed,
                .order = order,
                .watch = watch,
                .into = scratch,
                .stack = scratch + n};
    bool ok = true;
    for (uint32_t k = 0; k < n; k++)
        f.into[k] = k;
    for (uint32_t i = order->n; ok && i-- > 0;)
        ok = find_loop(&f, order->node[i], tree);
    gac__free(a->allocator, scratch, 2 * n, sizeof *scratch);
    return ok ? GAC_OK : gac__watch_result(watch);
}

bool gac__in_loop(const gac__loop_nest *nest, uint32_t node, uint32_t header)
{
    uint32_t at = nest->header[node];
    while (at != NONE && at != header)
        at = nest->outer[at];
    return at == header;
}
