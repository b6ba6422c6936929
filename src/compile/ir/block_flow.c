/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Dominators, post-dominators and loops of a kernel's blocks.
 *
 * Most passes leave blocks as they are, and half of them ask for some of this:
 * it is found once and lies in the IR's arena.
 */
#include "compile/ir/ir_flow.h"

#define NONE UINT32_MAX

static gac__flow *flow_of(gac__ir *ir)
{
    if (!ir->flow)
        ir->flow = gac__arena_alloc(ir->arena, 1, sizeof *ir->flow);
    return ir->flow;
}

static const gac__ir_inst *end_of(const gac__ir *ir, size_t b)
{
    return ir->blocks[b].insts[ir->blocks[b].n_insts - 1];
}

/* -- dominators ------------------------------------------------------------ */

static gac_result find_idoms(const gac__ir *ir, uint32_t *idom)
{
    const gac_allocator *al = ir->arena->allocator;
    size_t n = ir->n_blocks, n_edges = 0;
    for (size_t b = 0; b < n; b++)
        n_edges += end_of(ir, b)->n_targets;
    if (n_edges > UINT32_MAX)
        return GAC_ERR_LIMIT;
    uint32_t *first = gac__alloc_zero(al, n + 1 + n_edges, sizeof *first);
    if (!first)
        return GAC_ERR_MEMORY;
    uint32_t *to = first + n + 1;
    for (size_t b = 0; b < n; b++) {
        const gac__ir_inst *end = end_of(ir, b);
        if (end->n_targets)
            memcpy(to + first[b], end->targets, end->n_targets * sizeof *to);
        first[b + 1] = first[b] + end->n_targets;
    }
    gac_result result = gac__idoms_find(&(gac__digraph){(uint32_t)n, first, to},
                                        al, ir->arena->watch, idom);
    gac__free(al, first, n + 1 + n_edges, sizeof *first);
    for (size_t b = 0; !result && b < n; b++)
        if (idom[b] == NONE)
            idom[b] = 0;
    return result;
}

/* Numbers the tree so that a dominates b if enter[a] <= enter[b] and
 * leave[b] <= leave[a]. Children have higher block numbers than parents.
 * `size`: n zeros. */
static void number_tree(gac__dominators *t, uint32_t n, uint32_t *size)
{
    for (uint32_t b = n; b-- > 0;) {
        size[b] += 1;
        if (b)
            size[t->idom[b]] += size[b];
    }
    /* `leave` first serves as the next free number below each block. */
    t->enter[0] = 0;
    t->leave[0] = 1;
    for (uint32_t b = 1; b < n; b++) {
        uint32_t parent = t->idom[b];
        t->enter[b] = t->leave[parent];
        t->leave[parent] += size[b];
        t->leave[b] = t->enter[b] + 1;
    }
    for (uint32_t b = 0; b < n; b++)
        t->leave[b] = t->enter[b] + size[b];
}

gac_result gac__flow_dominators(gac__ir *ir, const gac__dominators **out)
{
    gac__flow *flow = flow_of(ir);
    if (!flow)
        return GAC_ERR_MEMORY;
    *out = &flow->tree;
    if (flow->has_tree)
        return GAC_OK;
    size_t n = ir->n_blocks;
    uint32_t *words = gac__arena_alloc(ir->arena, n, 4 * sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    flow->tree = (gac__dominators){words, words + n, words + 2 * n};
    GAC__TRY(find_idoms(ir, words));
    number_tree(&flow->tree, (uint32_t)n, words + 3 * n);
    flow->has_tree = true;
    return GAC_OK;
}

/* -- post-dominators ------------------------------------------------------- */

/* Each way up the tree ends where the depth is known: at the exit at last.
 * `way`: room for n blocks. */
static void find_depths(const gac__meetings *m, uint32_t n, uint32_t *way)
{
    for (uint32_t b = 0; b < n; b++) {
        uint32_t n_way = 0, at = b;
        for (; at != n && m->depth[at] == 0; at = m->ipdom[at])
            way[n_way++] = at;
        for (uint32_t depth = m->depth[at]; n_way > 0; n_way--)
            m->depth[way[n_way - 1]] = ++depth;
    }
}

/* Dominators of the reversed graph, in which node 0 is a virtual exit and block
 * b is node b + 1. Blocks that cannot reach an exit (endless loops) get the
 * exit. */
static gac_result find_meetings(const gac__ir *ir, const gac__meetings *m)
{
    const gac_allocator *al = ir->arena->allocator;
    uint32_t n = ir->n_blocks, n_edges = 0;
    size_t room = 2 * (size_t)n + 3; /* two arrays by node; an edge an exit */
    for (uint32_t b = 0; b < n; b++)
        room += (size_t)ir->blocks[b].n_preds + 1;
    uint32_t *words = gac__alloc_zero(al, room, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    uint32_t *idom = words, *first = idom + n + 1, *to = first + n + 2;
    for (uint32_t b = 0; b < n; b++)
        if (!end_of(ir, b)->n_targets)
            to[n_edges++] = b + 1;
    for (uint32_t b = 0; b < n; b++) {
        first[b + 1] = n_edges;
        for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++)
            to[n_edges++] = ir->blocks[b].preds[p] + 1;
    }
    first[n + 1] = n_edges;
    gac_result result = gac__idoms_find(&(gac__digraph){n + 1, first, to}, al,
                                        ir->arena->watch, idom);
    for (uint32_t b = 0; !result && b < n; b++) {
        m->endless[b] = idom[b + 1] == NONE;
        m->ipdom[b] = m->endless[b] || idom[b + 1] == 0 ? n : idom[b + 1] - 1;
    }
    m->ipdom[n] = n;
    if (!result)
        find_depths(m, n, to); /* there are as many edges as blocks, or more */
    gac__free(al, words, room, sizeof *words);
    return result;
}

gac_result gac__flow_meetings(gac__ir *ir, gac__meetings *out)
{
    gac__flow *flow = flow_of(ir);
    if (!flow)
        return GAC_ERR_MEMORY;
    if (!flow->has_meetings) {
        size_t n = ir->n_blocks;
        uint32_t *words = gac__arena_alloc(ir->arena, 2 * n + 2, sizeof *words);
        uint8_t *endless = gac__arena_alloc(ir->arena, n, 1);
        if (!words || !endless)
            return GAC_ERR_MEMORY;
        flow->meetings = (gac__meetings){words, words + n + 1, endless};
        GAC__TRY(find_meetings(ir, &flow->meetings));
        flow->has_meetings = true;
    }
    *out = flow->meetings;
    return GAC_OK;
}

/* -- loops ----------------------------------------------------------------- */

gac_result gac__flow_loops(gac__ir *ir, gac__loops *out)
{
    gac__flow *flow = flow_of(ir);
    if (!flow)
        return GAC_ERR_MEMORY;
    if (!flow->has_loops)
        GAC__TRY(gac__loops_find(ir, ir->arena, &flow->loops));
    flow->has_loops = true;
    *out = flow->loops;
    return GAC_OK;
}
