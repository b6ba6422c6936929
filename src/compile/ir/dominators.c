/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Dominators, by the algorithm of Lengauer and Tarjan with compressed paths: it
 * takes about as many steps as there are edges in any graph, however deep its
 * loops nest and wherever they are entered. */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX

/* All arrays but `number` are by preorder number. */
typedef struct finder {
    const gac__digraph *graph;
    gac__watch *watch;
    uint32_t n;       /* nodes reached */
    uint32_t *number; /* by node: its preorder number; NONE: not reached */
    uint32_t *node, *parent;
    uint32_t *ancestor, *label, *semi, *bucket, *dom, *stack;
    uint32_t *first; /* n + 2: where each one's predecessors start in `from` */
    uint32_t *from;
} finder;

/* Depth first from node 0. */
static bool walk(finder *f)
{
    const gac__digraph *g = f->graph;
    uint32_t *next = f->semi; /* free until later; by node */
    uint32_t depth = 0;
    for (uint32_t k = 0; k < g->n; k++) {
        f->number[k] = NONE;
        next[k] = g->first[k];
    }
    f->number[0] = 0;
    f->n = 1;
    f->stack[depth++] = 0;
    while (depth && gac__watch_on(f->watch, 1)) {
        uint32_t at = f->stack[depth - 1];
        if (next[at] == g->first[at + 1]) {
            depth--;
            continue;
        }
        uint32_t to = g->to[next[at]++];
        if (f->number[to] != NONE)
            continue;
        f->number[to] = f->n;
        f->node[f->n] = to;
        f->parent[f->n++] = f->number[at];
        f->stack[depth++] = to;
    }
    return depth == 0;
}

static void find_predecessors(finder *f)
{
    const gac__digraph *g = f->graph;
    uint32_t total = 0;
    uint32_t *next = f->first + 1; /* becomes where the one behind starts */
    for (uint32_t v = 0; v < f->n; v++)
        for (uint32_t e = g->first[f->node[v]]; e < g->first[f->node[v] + 1];
             e++)
            next[f->number[g->to[e]]]++;
    for (uint32_t v = 0; v < f->n; v++) {
        uint32_t n = next[v];
        next[v] = total;
        total += n;
    }
    for (uint32_t v = 0; v < f->n; v++)
        for (uint32_t e = g->first[f->node[v]]; e < g->first[f->node[v] + 1];
             e++)
            f->from[next[f->number[g->to[e]]]++] = v;
}

/* The node of least semi-dominator on the path from `v` up to, but for, the
 * root of its tree in the forest of nodes from `last` on. */
static uint32_t evaluate(finder *f, uint32_t v, uint32_t last)
{
    uint32_t depth = 0, above;
    if (f->ancestor[v] < last)
        return f->label[v];
    do {
        f->stack[depth++] = v;
        v = f->ancestor[v];
    } while (f->ancestor[v] >= last);
    above = v;
    while (depth) {
        v = f->stack[--depth];
        f->ancestor[v] = f->ancestor[above];
        if (f->semi[f->label[above]] < f->semi[f->label[v]])
            f->label[v] = f->label[above];
        above = v;
    }
    return f->label[v];
}

static bool find_dominators(finder *f)
{
    for (uint32_t v = 0; v < f->n; v++) {
        f->semi[v] = f->label[v] = v;
        f->ancestor[v] = f->parent[v];
        f->bucket[v] = NONE;
    }
    for (uint32_t w = f->n; w-- > 1;) {
        if (!gac__watch_on(f->watch, 4 + f->first[w + 1] - f->first[w]))
            return false;
        f->semi[w] = f->parent[w];
        for (uint32_t e = f->first[w]; e < f->first[w + 1]; e++) {
            uint32_t s = f->semi[evaluate(f, f->from[e], w + 1)];
            f->semi[w] = GAC__MIN(f->semi[w], s);
        }
        /* Buckets are chains: `dom` links them until it is known. */
        f->dom[w] = f->bucket[f->semi[w]];
        f->bucket[f->semi[w]] = w;
        uint32_t parent = f->parent[w], next;
        for (uint32_t v = f->bucket[parent]; v != NONE; v = next) {
            uint32_t u = evaluate(f, v, w);
            next = f->dom[v];
            f->dom[v] = f->semi[u] < f->semi[v] ? u : parent;
        }
        f->bucket[parent] = NONE;
    }
    f->dom[0] = 0;
    for (uint32_t w = 1; w < f->n; w++)
        if (f->dom[w] != f->semi[w])
            f->dom[w] = f->dom[f->dom[w]];
    return true;
}

gac_result gac__idoms_find(const gac__digraph *g, const gac_allocator *al,
                           gac__watch *watch, uint32_t *idom)
{
    finder f = {.graph = g, .watch = watch};
    uint32_t **arrays[] = {&f.number,   &f.node,  &f.parent,
                           &f.ancestor, &f.label, &f.semi,
                           &f.bucket,   &f.dom,   &f.stack};
    size_t n_arrays = GAC__COUNT_OF(arrays), n = g->n;
    size_t n_words = n_arrays * n + n + 2 + g->first[n];
    uint32_t *words = gac__alloc_zero(al, n_words, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    for (size_t k = 0; k < n_arrays; k++)
        *arrays[k] = words + k * n;
    f.first = words + n_arrays * n;
    f.from = f.first + n + 2;
    bool ok = walk(&f);
    if (ok) {
        find_predecessors(&f);
        ok = find_dominators(&f);
    }
    for (uint32_t k = 0; ok && k < n; k++)
        idom[k] = f.number[k] == NONE ? NONE : f.node[f.dom[f.number[k]]];
    gac__free(al, words, n_words, sizeof *words);
    return ok ? GAC_OK : gac__watch_result(watch);
}

bool gac__dominates(const gac__dominators *t, uint32_t a, uint32_t b)
{
    return t->enter[a] <= t->enter[b] && t->leave[b] <= t->leave[a];
}
