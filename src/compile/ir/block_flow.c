/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Dominators, post-dominators and loops of a kernel's blocks.
 *
 * Most passes leave blocks as they are, and half of them need some of this: it
 * is computed once and kept in the IR's arena.
 */
#include "compile/ir/ir_flow.h"

/* Finds a fact that is not known yet; `scratch` is freed afterwards. */
typedef gac_result find_fn(gac__ir *ir, gac__arena *scratch);

static gac_result need(gac__ir *ir, uint32_t fact, find_fn *find)
{
    if (!ir->flow)
        ir->flow = gac__arena_alloc(ir->arena, 1, sizeof *ir->flow);
    if (!ir->flow)
        return GAC_ERR_MEMORY;
    if (ir->flow->known & fact)
        return GAC_OK;
    gac__arena scratch;
    gac__arena_init(&scratch, ir->arena->allocator);
    gac_result result = find(ir, &scratch);
    gac__arena_free(&scratch);
    if (result == GAC_OK)
        ir->flow->known |= fact;
    return result;
}

gac_result gac__ir_graph(const gac__ir *ir, gac__graph *out, gac__arena *arena)
{
    const uint32_t n = ir->n_blocks;
    size_t n_edges = 0;
    for (uint32_t b = 0; b < n; b++)
        n_edges += gac__ir_end(&ir->blocks[b])->n_targets;
    if (n_edges > UINT32_MAX)
        return GAC_ERR_LIMIT;
    uint32_t *first =
        gac__arena_alloc(arena, (size_t)n + 1 + n_edges, sizeof *first);
    if (!first)
        return GAC_ERR_MEMORY;
    uint32_t *to = first + n + 1, at = 0;
    *out = (gac__graph){n, first, to};
    for (uint32_t b = 0; b < n; b++) {
        const gac__ir_inst *end = gac__ir_end(&ir->blocks[b]);
        for (uint32_t k = 0; k < end->n_targets; k++)
            to[at++] = end->targets[k];
        first[b + 1] = at;
    }
    return GAC_OK;
}

/* Computes the graph of ir->flow. */
static gac_result find_graph(gac__ir *ir)
{
    return ir->flow->graph.n ? GAC_OK
                             : gac__ir_graph(ir, &ir->flow->graph, ir->arena);
}

/* -- dominators ------------------------------------------------------------ */

static gac_result find_tree(gac__ir *ir, gac__arena *scratch)
{
    const gac__graph *graph = &ir->flow->graph;
    gac__graph reversed;
    gac__order order;
    GAC__TRY(find_graph(ir));
    GAC__TRY(gac__graph_reverse(&reversed, graph, scratch));
    GAC__TRY(gac__order_find(&order, graph, 0, ir->arena->watch, scratch));
    return gac__dominators_find(&ir->flow->tree, &reversed, &order,
                                ir->arena->watch, ir->arena);
}

gac_result gac__flow_dominators(gac__ir *ir, const gac__dominators **out)
{
    GAC__TRY(need(ir, GAC__KNOWN_TREE, find_tree));
    *out = &ir->flow->tree;
    return GAC_OK;
}

/* -- post-dominators ------------------------------------------------------- */

/* Blocks that cannot reach an exit (endless loops) get the exit as ipdom. */
static gac_result find_post_dominators(gac__ir *ir, gac__arena *scratch)
{
    const uint32_t n = ir->n_blocks;
    const gac__graph *graph = &ir->flow->graph;
    gac__post_dominators *m = &ir->flow->post_dominators;
    gac__dominators tree;
    gac__order order;
    uint8_t *exits = gac__arena_alloc(scratch, n, 1);
    m->ipdom = gac__arena_alloc(ir->arena, (size_t)n + 1, sizeof *m->ipdom);
    m->depth = gac__arena_alloc(ir->arena, (size_t)n + 1, sizeof *m->depth);
    m->endless = gac__arena_alloc(ir->arena, n, 1);
    if (!exits || !m->ipdom || !m->depth || !m->endless)
        return GAC_ERR_MEMORY;
    GAC__TRY(find_graph(ir));
    for (uint32_t b = 0; b < n; b++)
        exits[b] = gac__n_successors(graph, b) == 0;
    GAC__TRY(gac__post_dominators_find(&tree, &order, graph, exits,
                                       ir->arena->watch, scratch));
    memcpy(m->ipdom, tree.idom, ((size_t)n + 1) * sizeof *m->ipdom);
    for (uint32_t b = 0; b < n; b++) {
        m->endless[b] = order.rank[b] == GAC__NO_NODE;
        m->depth[b] = 1;
    }
    for (uint32_t i = 1; i < order.n; i++)
        m->depth[order.node[i]] = m->depth[m->ipdom[order.node[i]]] + 1;
    return GAC_OK;
}

gac_result gac__flow_post_dominators(gac__ir *ir, gac__post_dominators *out)
{
    GAC__TRY(need(ir, GAC__KNOWN_POST_DOMINATORS, find_post_dominators));
    *out = ir->flow->post_dominators;
    return GAC_OK;
}

/* -- loops ----------------------------------------------------------------- */

static gac_result find_loops(gac__ir *ir, gac__arena *scratch)
{
    (void)scratch;
    return gac__loops_find(ir, ir->arena, &ir->flow->loops);
}

gac_result gac__flow_loops(gac__ir *ir, gac__loops *out)
{
    GAC__TRY(need(ir, GAC__KNOWN_LOOPS, find_loops));
    *out = ir->flow->loops;
    return GAC_OK;
}
