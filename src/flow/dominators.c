/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Dominators and post-dominators.
 *
 * Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph"
 * (1979), the form with compressed paths and without balanced trees: it takes
 * about as many steps as there are edges in any graph, however deep its loops
 * nest and wherever they are entered. */
#include "flow/flow.h"

#define NONE GAC__NO_NODE

/* All arrays are by preorder number. */
typedef struct finder {
    const gac__graph *reversed;
    const gac__order *order;
    gac__watch *watch;
    uint64_t steps; /* steps that the watch has not counted yet */
    uint32_t *ancestor, *label, *semi, *bucket, *dom, *stack;
} finder;

/* Path compression: each node on the path from `v` to the root of its tree gets
 * the label of least semi-dominator above it. */
static void compress(finder *f, uint32_t v, uint32_t last)
{
    uint32_t depth = 0, above;
    do {
        f->stack[depth++] = v;
        v = f->ancestor[v];
    } while (f->ancestor[v] >= last);
    f->steps += depth;
    above = v;
    while (depth) {
        v = f->stack[--depth];
        f->ancestor[v] = f->ancestor[above];
        if (f->semi[f->label[above]] < f->semi[f->label[v]])
            f->label[v] = f->label[above];
        above = v;
    }
}

/* The node of least semi-dominator on the path from `v` to the root of its
 * tree, without the root, in the forest of nodes from `last` on. */
static inline uint32_t evaluate(finder *f, uint32_t v, uint32_t last)
{
    if (f->ancestor[v] >= last)
        compress(f, v, last);
    return f->label[v];
}

static uint32_t semi_dominator(finder *f, uint32_t w)
{
    const gac__order *o = f->order;
    const uint32_t *first = &f->reversed->first[o->found[w]];
    uint32_t least = o->above[w];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        uint32_t from = o->number[f->reversed->to[e]];
        if (from == NONE)
            continue;
        uint32_t s = f->semi[evaluate(f, from, w + 1)];
        least = GAC__MIN(least, s);
    }
    return least;
}

static bool find_dominators(finder *f)
{
    const gac__order *o = f->order;
    for (uint32_t v = 0; v < o->n; v++) {
        f->semi[v] = f->label[v] = v;
        f->ancestor[v] = o->above[v];
        f->bucket[v] = NONE;
    }
    for (uint32_t w = o->n; w-- > 1;) {
        f->steps += 4 + gac__n_successors(f->reversed, o->found[w]);
        if (!gac__watch_on(f->watch, f->steps))
            return false;
        f->steps = 0;
        f->semi[w] = semi_dominator(f, w);
        /* A bucket is a linked list: dom[v] is the next node behind v, until
         * v's dominator is known. */
        f->dom[w] = f->bucket[f->semi[w]];
        f->bucket[f->semi[w]] = w;
        uint32_t parent = o->above[w], next;
        for (uint32_t v = f->bucket[parent]; v != NONE; v = next) {
            uint32_t u = evaluate(f, v, w);
            next = f->dom[v];
            f->dom[v] = f->semi[u] < f->semi[v] ? u : parent;
        }
        f->bucket[parent] = NONE;
    }
    f->dom[0] = 0;
    for (uint32_t w = 1; w < o->n; w++)
        if (f->dom[w] != f->semi[w])
            f->dom[w] = f->dom[f->dom[w]];
    return true;
}

/* Numbers the tree in preorder. In reverse post-order a node comes behind its
 * dominators. `next`: scratch; by node, the next free number below it. */
static void number_tree(gac__dominators *t, const gac__order *o, uint32_t n,
                        uint32_t *next)
{
    const uint32_t root = o->node[0];
    uint32_t *size = t->leave;
    for (uint32_t i = o->n; i-- > 1;) {
        size[o->node[i]]++;
        size[t->idom[o->node[i]]] += size[o->node[i]];
    }
    size[root]++;
    t->enter[root] = 0;
    next[root] = 1;
    for (uint32_t i = 1; i < o->n; i++) {
        const uint32_t node = o->node[i], parent = t->idom[node];
        t->enter[node] = next[parent];
        next[node] = next[parent] + 1;
        next[parent] += size[node];
    }
    uint32_t more = o->n;
    for (uint32_t k = 0; k < n; k++) {
        if (o->rank[k] == NONE) {
            t->enter[k] = more++;
            size[k] = 1;
        }
        t->leave[k] = t->enter[k] + size[k];
    }
    t->leave[root] = n;
}

/* Lengauer and Tarjan's algorithm. `scratch`: 6 words a node. */
static gac_result find_tree(gac__dominators *out, const gac__graph *reversed,
                            const gac__order *order, gac__watch *watch,
                            uint32_t *scratch)
{
    const size_t n = reversed->n;
    finder f = {.reversed = reversed, .order = order, .watch = watch};
    uint32_t **arrays[] = {&f.ancestor, &f.label, &f.semi,
                           &f.bucket,   &f.dom,   &f.stack};
    for (size_t k = 0; k < GAC__COUNT_OF(arrays); k++)
        *arrays[k] = scratch + k * n;
    if (!find_dominators(&f))
        return gac__watch_result(watch);
    for (uint32_t v = 0; v < order->n; v++)
        out->idom[order->found[v]] = order->found[f.dom[v]];
    return GAC_OK;
}

gac_result gac__dominators_find(gac__dominators *out,
                                const gac__graph *reversed,
                                const gac__order *order, gac__watch *watch,
                                gac__arena *a)
{
    const size_t n = reversed->n, n_words = 6 * n;
    uint32_t *words = gac__arena_alloc(a, 3 * n, sizeof *words);
    uint32_t *scratch =
        gac__resize_array(a->allocator, NULL, 0, n_words, sizeof *scratch);
    gac_result result = words && scratch ? GAC_OK : GAC_ERR_MEMORY;
    *out = (gac__dominators){words, words + n, words + 2 * n};
    if (!result) {
        const uint32_t root = order->node[0];
        for (uint32_t k = 0; order->n < n && k < n; k++)
            out->idom[k] = root;
        /* Where no node has two predecessors, the only one dominates it. */
        if (reversed->first[n] + 1 == order->n)
            for (uint32_t v = 0; v < order->n; v++)
                out->idom[order->found[v]] = order->found[order->above[v]];
        else
            result = find_tree(out, reversed, order, watch, scratch);
    }
    if (!result)
        number_tree(out, order, (uint32_t)n, scratch);
    gac__free(a->allocator, scratch, n_words, sizeof *scratch);
    return result;
}

/* Adds the exit as node n, and an edge to it from each flagged node. */
static gac_result add_exit(gac__graph *out, const gac__graph *g,
                           const uint8_t *exits, gac__arena *a)
{
    const uint32_t n = g->n;
    size_t n_edges = g->first[n];
    for (uint32_t k = 0; k < n; k++)
        n_edges += exits[k] != 0;
    uint32_t *first = gac__arena_alloc(a, n + 2 + n_edges, sizeof *first);
    if (!first)
        return GAC_ERR_MEMORY;
    uint32_t *to = first + n + 2, at = 0;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = g->first[k]; i < g->first[k + 1]; i++)
            to[at++] = g->to[i];
        if (exits[k])
            to[at++] = n;
        first[k + 1] = at;
    }
    first[n + 1] = at;
    *out = (gac__graph){n + 1, first, to};
    return GAC_OK;
}

gac_result gac__post_dominators_find(gac__dominators *out,
                                     gac__order *order_out, const gac__graph *g,
                                     const uint8_t *exits, gac__watch *watch,
                                     gac__arena *a)
{
    gac__graph whole, reversed;
    gac__order own = {0}, *order = order_out ? order_out : &own;
    if (g->first[g->n] > UINT32_MAX - g->n)
        return GAC_ERR_LIMIT;
    GAC__TRY(add_exit(&whole, g, exits, a));
    GAC__TRY(gac__graph_reverse(&reversed, &whole, a));
    GAC__TRY(gac__order_find(order, &reversed, g->n, watch, a));
    return gac__dominators_find(out, &whole, order, watch, a);
}
