/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Natural loops and how they nest.
 *
 * As in Tarjan, "Testing flow graph reducibility" (1974): inner loops are found
 * first, and are single nodes for outer ones, so that each edge is visited
 * about once however deep loops nest. */
#include "flow/flow.h"

#define NONE GAC__NO_NODE

typedef struct finder {
    gac__loop_nest *nest;
    const gac__graph *reversed;
    const gac__order *order;
    gac__watch *watch;
    uint64_t steps; /* steps that the watch has not counted yet */
    uint32_t
        *into; /* by node: its parent in the forest of loops (union-find) */
    uint32_t *stack, depth; /* nodes of the loop whose predecessors are to be
                               added */
} finder;

/* The header of the outermost known loop around a node, or the node itself. */
static uint32_t outermost(finder *f, uint32_t node)
{
    for (; f->into[node] != node; f->steps++)
        node = f->into[node] = f->into[f->into[node]];
    return node;
}

/* Adds a node, or the outermost loop around it, to the loop of `header`. */
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

/* Adds the nodes that reach those on the stack. */
static bool fill_loop(finder *f, uint32_t header)
{
    const gac__graph *reversed = f->reversed;
    f->nest->header[header] = header;
    while (f->depth > 0) {
        const uint32_t node = f->stack[--f->depth];
        const uint32_t *first = &reversed->first[node];
        f->steps += 1 + first[1] - first[0];
        for (uint32_t i = first[0]; i < first[1]; i++)
            if (f->order->rank[reversed->to[i]] != NONE)
                take(f, reversed->to[i], header);
    }
    const bool on = gac__watch_on(f->watch, f->steps);
    f->steps = 0;
    return on;
}

/* The header of the innermost loop that contains a node but does not begin with
 * it. */
static uint32_t around(const gac__loop_nest *nest, uint32_t node)
{
    return nest->header[node] == node ? nest->outer[node] : nest->header[node];
}

/* Orders the nodes so that those of a loop stand together. `next`: scratch, by
 * header the next free rank in its loop. */
static void rank_nodes(gac__loop_nest *nest, const gac__order *order,
                       uint32_t *next)
{
    uint32_t *size = nest->end, top = 0;
    for (uint32_t i = 0; i < order->n; i++)
        size[order->node[i]] = 1;
    for (uint32_t i = order->n; i-- > 0;) {
        const uint32_t node = order->node[i], loop = around(nest, node);
        if (loop != NONE)
            size[loop] += size[node];
    }
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t node = order->node[i], loop = around(nest, node);
        uint32_t *free = loop == NONE ? &top : &next[loop];
        const uint32_t own = *free;
        *free += size[node];
        next[node] = own + 1;
        nest->node[own] = node;
        nest->rank[node] = own;
        nest->end[node] = nest->header[node] == node ? own + size[node] : own;
    }
}

static bool open_finder(finder *f, gac__arena *a)
{
    const uint32_t n = f->reversed->n;
    f->into = gac__resize_array(a->allocator, NULL, 0, 2 * (size_t)n,
                                sizeof *f->into);
    for (uint32_t k = 0; f->into && k < n; k++)
        f->into[k] = k;
    f->stack = f->into ? f->into + n : NULL;
    return f->into != NULL;
}

/* Finds the loop of a header. An edge to it from a later node in reverse
 * post-order is a back edge if the header dominates that node, and makes the
 * graph irreducible otherwise. */
static gac_result find_loop(finder *f, uint32_t header,
                            const gac__dominators *tree, gac__arena *a)
{
    const uint32_t *rank = f->order->rank, own = rank[header];
    const uint32_t *first = &f->reversed->first[header];
    bool any = false;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const uint32_t from = f->reversed->to[i];
        if (rank[from] < own || rank[from] == NONE)
            continue;
        f->nest->cyclic = true;
        if (!gac__dominates(tree, header, from)) {
            f->nest->irreducible = true;
            continue;
        }
        if (!f->into && !open_finder(f, a))
            return GAC_ERR_MEMORY;
        any = true;
        take(f, from, header);
    }
    return !any || fill_loop(f, header) ? GAC_OK : gac__watch_result(f->watch);
}

gac_result gac__loop_nest_find(gac__loop_nest *out, const gac__graph *reversed,
                               const gac__order *order,
                               const gac__dominators *tree, gac__watch *watch,
                               gac__arena *a)
{
    const size_t n = reversed->n;
    uint32_t *words = gac__arena_alloc(a, 5 * n, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    memset(words, 0xFF, 4 * n * sizeof *words);
    *out = (gac__loop_nest){.header = words,
                            .outer = words + n,
                            .rank = words + 2 * n,
                            .end = words + 3 * n,
                            .node = words + 4 * n};
    finder f = {
        .nest = out, .reversed = reversed, .order = order, .watch = watch};
    gac_result result = GAC_OK;
    for (uint32_t i = order->n; !result && i-- > 0;)
        result = find_loop(&f, order->node[i], tree, a);
    if (!result && f.into) {
        rank_nodes(out, order, f.into);
    } else if (!result) {
        out->node = order->node;
        out->rank = out->end = order->rank;
    }
    gac__free(a->allocator, f.into, 2 * n, sizeof *f.into);
    return result;
}
