/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The control-flow graph of a program, and searches in it, which share one
 * budget. */
#include "validate/program/program.h"

#define NONE GAC__NO_NODE

static gac_result find_facts(gac__program *p)
{
    gac__arena *a = &p->arena;
    GAC__TRY(gac__graph_of_edges(&p->graph, (uint32_t)p->nodes.n,
                                 p->edges.items, p->edges.n, a));
    GAC__TRY(gac__graph_reverse(&p->reversed, &p->graph, a));
    GAC__TRY(gac__order_find(&p->order, &p->graph, 0, p->watch, a));
    GAC__TRY(
        gac__dominators_find(&p->tree, &p->reversed, &p->order, p->watch, a));
    return gac__loop_nest_find(&p->nest, &p->reversed, &p->order, &p->tree,
                               p->watch, a);
}

bool gac__program_link(gac__program *p)
{
    if (p->nodes.n == 0 || find_facts(p) != GAC_OK)
        return false;
    (void)gac__program_spend(p, 2 * (uint64_t)p->order.n);
    return true;
}

/* Opens the search, which few programs need. False when memory is out. */
static bool open_searches(gac__program *p)
{
    if (p->ends)
        return true;
    if (gac__search_open(&p->search, &p->graph, &p->arena) != GAC_OK)
        return false;
    p->ends = gac__arena_alloc(&p->arena, p->nodes.n, 1);
    for (size_t k = 0; p->ends && k < p->nodes.n; k++)
        p->ends[k] = p->nodes.items[k].exits;
    return p->ends != NULL;
}

uint32_t gac__program_join(gac__program *p, uint32_t node)
{
    const uint32_t end = (uint32_t)p->nodes.n;
    if (!p->post.idom
        && (!open_searches(p)
            || gac__post_dominators_find(&p->post, NULL, &p->graph, p->ends,
                                         p->watch, &p->arena)
                   != GAC_OK
            || !gac__program_spend(p, 2 * (uint64_t)end)))
        p->budget = 0;
    return p->budget == 0 || p->post.idom[node] == end ? NONE
                                                       : p->post.idom[node];
}

uint32_t gac__program_exit_edges(const gac__program *p, uint32_t node,
                                 uint32_t header)
{
    uint32_t n = 0;
    for (uint32_t i = p->graph.first[node]; i < p->graph.first[node + 1]; i++)
        n += !gac__in_loop(&p->nest, p->graph.to[i], header);
    return n;
}

/* -- nodes ----------------------------------------------------------------- */

uint32_t gac__program_node(const gac__program *p, uint32_t frame,
                           uint32_t ordinal)
{
    const gac__frame *f = &p->frames.items[frame];
    uint32_t block = gac__module_block_in(p->m, f->function, ordinal);
    uint32_t node = f->first_node;
    if (block != UINT32_MAX)
        node += block - f->function->first_block;
    while (ordinal >= p->nodes.items[node].end
           && p->nodes.items[node].next_part != 0)
        node = p->nodes.items[node].next_part;
    return node;
}

uint32_t gac__program_end_of_block(const gac__program *p, uint32_t frame,
                                   uint32_t label)
{
    const gac_module *m = p->m;
    if (label >= m->bound || m->definitions[label] == 0)
        return 0;
    uint32_t node = gac__program_node(p, frame, m->definitions[label] - 1);
    while (p->nodes.items[node].next_part != 0)
        node = p->nodes.items[node].next_part;
    return node;
}

bool gac__program_before(const gac__program *p, uint32_t frame, uint32_t first,
                         uint32_t second)
{
    uint32_t a = gac__program_node(p, frame, first);
    uint32_t b = gac__program_node(p, frame, second);
    return a == b ? first < second : gac__program_dominates(p, a, b);
}

/* -- searches -------------------------------------------------------------- */

bool gac__program_leads(gac__program *p, uint32_t from, uint32_t to,
                        uint32_t past, bool unknown)
{
    if (from == to || from == past)
        return from == to;
    if (!open_searches(p))
        return unknown;
    const uint64_t before = p->search.steps;
    const bool found =
        to != NONE ? gac__reaches(&p->search, from, to, past)
                   : p->ends[from]
                         || gac__reaches_any(&p->search, from, p->ends, past);
    return gac__program_spend(p, p->search.steps - before) ? found : unknown;
}
