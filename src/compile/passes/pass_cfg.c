/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Puts blocks in execution order and splits edges for phi copies.
 *
 * The executor always runs the lowest-numbered block in which lanes wait. So
 * the numbering decides where divergent lanes reconverge: a block must come
 * behind all that lead to it, and a loop's blocks must be contiguous, or lanes
 * that left the loop would run on before the others have left it.
 *
 * Strongly connected components give that order for any graph: they come in
 * topological order, and inside one, its header (the node that is first in
 * reverse post-order) is emitted and removed, and the rest is ordered the same
 * way. Irreducible loops need nothing special.
 */
#include "compile/passes/passes.h"

/* Nests that are deeper, or that exceed the budget, keep reverse post-order.
 * The budget is needed since a block of a nest is visited once for each loop
 * around it. */
#define MAX_DEPTH 64u
#define MAX_VISITS(n) (65536u + (uint64_t)(n)*12u)
#define UNSEEN UINT32_MAX

/* A block on the stack of a depth-first search, and its next edge. */
typedef struct dfs_frame {
    uint32_t block, next;
} dfs_frame;

/* A block while regions are ordered. */
typedef struct node {
    uint32_t region;     /* the region that it belongs to now */
    uint32_t index, low; /* of Tarjan's algorithm */
    uint32_t component;  /* UNSEEN: none yet */
} node;

typedef struct orderer {
    gac__ir *ir;
    gac__arena *scratch;
    gac__graph graph;
    node *nodes; /* by block */
    uint32_t *stack;
    dfs_frame *dfs;
    uint32_t n_regions;
    uint32_t *order, n_order;
    uint64_t budget; /* visits of blocks that are left */
} orderer;

/* Tarjan's algorithm on the blocks of one region, from `start` on. Components
 * are numbered in reverse topological order; fills in their sizes. */
static void find_components(orderer *o, uint32_t start, uint32_t region,
                            uint32_t *next_index, uint32_t *sizes,
                            uint32_t *n_components)
{
    const uint32_t *first = o->graph.first;
    uint32_t n_stack = 0, n_dfs = 0;
    o->dfs[n_dfs++] = (dfs_frame){start, first[start]};
    while (n_dfs) {
        dfs_frame *f = &o->dfs[n_dfs - 1];
        uint32_t b = f->block;
        node *at = &o->nodes[b];
        if (at->index == UNSEEN) {
            at->index = at->low = (*next_index)++;
            o->stack[n_stack++] = b;
        }
        if (f->next < first[b + 1]) {
            uint32_t target = o->graph.to[f->next++];
            const node *to = &o->nodes[target];
            if (to->region != region)
                continue;
            if (to->index == UNSEEN)
                o->dfs[n_dfs++] = (dfs_frame){target, first[target]};
            else if (to->component == UNSEEN)
                at->low = GAC__MIN(at->low, to->index);
            continue;
        }
        if (at->low == at->index) {
            uint32_t size = 0, popped;
            do {
                popped = o->stack[--n_stack];
                o->nodes[popped].component = *n_components;
                size++;
            } while (popped != b);
            sizes[(*n_components)++] = size;
        }
        if (--n_dfs) {
            node *parent = &o->nodes[o->dfs[n_dfs - 1].block];
            parent->low = GAC__MIN(parent->low, at->low);
        }
    }
}

static void emit_blocks(orderer *o, const uint32_t *blocks, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        o->order[o->n_order++] = blocks[k];
}

/* Orders the blocks of one region, which are given in reverse post-order. */
static void order_region(orderer *o, const uint32_t *blocks, uint32_t n,
                         uint32_t depth)
{
    uint32_t region = ++o->n_regions;
    uint32_t next_index = 0, n_components = 0;
    uint32_t *sorted =
        gac__arena_alloc(o->scratch, 3 * (size_t)n, sizeof *sorted);
    if (!sorted || gac__ir_watch(o->ir, 16 * (uint64_t)n))
        return; /* the caller sees that blocks are missing */
    uint32_t *sizes = sorted + n, *ends = sizes + n;
    o->budget -= GAC__MIN(o->budget, n);
    for (uint32_t k = 0; k < n; k++) {
        node *at = &o->nodes[blocks[k]];
        at->region = region;
        at->index = at->component = UNSEEN;
    }
    for (uint32_t k = 0; k < n; k++)
        if (o->nodes[blocks[k]].index == UNSEEN)
            find_components(o, blocks[k], region, &next_index, sizes,
                            &n_components);
    /* The last component is the first. */
    for (uint32_t c = n_components, at = 0; c-- > 0; at += sizes[c])
        ends[c] = at;
    for (uint32_t k = 0; k < n; k++)
        sorted[ends[o->nodes[blocks[k]].component]++] = blocks[k];
    for (uint32_t c = n_components, at = 0; c-- > 0; at += sizes[c]) {
        uint32_t size = sizes[c];
        if (size == 1 || depth >= MAX_DEPTH || size > o->budget) {
            emit_blocks(o, sorted + at, size);
            continue;
        }
        emit_blocks(o, sorted + at, 1);
        o->nodes[sorted[at]].region = UNSEEN;
        order_region(o, sorted + at + 1, size - 1, depth + 1);
    }
}

/* Renumbers blocks by `order`; drops those that are not in it. */
static gac_result apply_order(gac__ir *ir, const uint32_t *order, uint32_t n,
                              gac__arena *scratch)
{
    gac__ir_block *blocks = gac__arena_alloc(ir->arena, n, sizeof *blocks);
    uint32_t *new_index =
        gac__arena_alloc(scratch, ir->n_blocks, sizeof *new_index);
    if (!blocks || !new_index)
        return GAC_ERR_MEMORY;
    for (uint32_t i = 0; i < ir->n_blocks; i++)
        new_index[i] = UNSEEN;
    for (uint32_t i = 0; i < n; i++)
        new_index[order[i]] = i;
    for (uint32_t i = 0; i < n; i++) {
        gac__ir_block *b = &blocks[i];
        *b = ir->blocks[order[i]];
        gac__ir_inst *t = gac__ir_end(b);
        for (uint32_t k = 0; k < t->n_targets; k++)
            t->targets[k] = new_index[t->targets[k]];
        /* The phi arguments of dropped predecessors go, too. */
        uint32_t kept = 0, n_phis = gac__ir_n_phis(b);
        for (uint32_t p = 0; p < b->n_preds; p++) {
            uint32_t from = new_index[b->preds[p]];
            if (from == UNSEEN)
                continue;
            for (uint32_t k = 0; k < n_phis; k++)
                b->insts[k]->args[kept] = b->insts[k]->args[p];
            b->preds[kept++] = from;
        }
        b->n_preds = kept;
        for (uint32_t k = 0; k < n_phis; k++)
            b->insts[k]->n_args = kept;
    }
    ir->blocks = blocks;
    ir->n_blocks = ir->blocks_capacity = n;
    return GAC_OK;
}

static gac_result order_blocks(gac__ir *ir, gac__arena *scratch)
{
    uint32_t n = ir->n_blocks;
    gac__order reachable;
    orderer o = {.ir = ir, .scratch = scratch, .budget = MAX_VISITS(n)};
    o.nodes = gac__arena_alloc(scratch, n, sizeof *o.nodes);
    o.stack = gac__arena_alloc(scratch, n, sizeof *o.stack);
    o.dfs = gac__arena_alloc(scratch, n, sizeof *o.dfs);
    o.order = gac__arena_alloc(scratch, n, sizeof *o.order);
    if (!o.nodes || !o.stack || !o.dfs || !o.order)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__ir_graph(ir, &o.graph, scratch));
    GAC__TRY(
        gac__order_find(&reachable, &o.graph, 0, ir->arena->watch, scratch));
    order_region(&o, reachable.node, reachable.n, 0);
    GAC__TRY(gac__ir_watch(ir, n));
    if (o.n_order != reachable.n)
        return GAC_ERR_MEMORY;
    return apply_order(ir, o.order, reachable.n, scratch);
}

/* -- edges ----------------------------------------------------------------- */

static bool has_phis(const gac__ir_block *b)
{
    return b->n_insts && b->insts[0]->op == GAC__IR_PHI;
}

/* Adds an empty block that branches to `target`; 0: memory is out. */
static uint32_t add_forwarder(gac__ir *ir, uint32_t target)
{
    uint32_t at = gac__ir_add_block(ir);
    return at && gac__ir_branch(ir, &ir->blocks[at], 0, target, 0) ? at : 0;
}

/* Splits the edge to the `slot`-th target of a terminator. `behind`: by target,
 * the index behind the predecessor that was found last, where the search
 * begins: edges are mostly split in the order of the target's predecessors. */
static gac_result split_edge(gac__ir *ir, uint32_t from, uint32_t slot,
                             uint32_t *behind)
{
    gac__ir_inst *t = gac__ir_end(&ir->blocks[from]);
    uint32_t target = t->targets[slot];
    uint32_t middle = add_forwarder(ir, target);
    uint32_t *preds = gac__arena_alloc(ir->arena, 1, sizeof *preds);
    if (!middle || !preds)
        return GAC_ERR_MEMORY;
    preds[0] = from;
    ir->blocks[middle].preds = preds;
    ir->blocks[middle].n_preds = 1;
    t->targets[slot] = middle;
    gac__ir_block *b = &ir->blocks[target];
    uint32_t steps = 0, p = behind[target];
    for (; steps < b->n_preds; steps++, p++) {
        p = p < b->n_preds ? p : 0;
        if (b->preds[p] == from)
            break;
    }
    if (steps < b->n_preds)
        b->preds[p] = middle;
    behind[target] = p + 1;
    return gac__ir_watch(ir, steps);
}

static bool needs_split(const gac__ir *ir, uint32_t b, bool any_join)
{
    const gac__ir_block *block = &ir->blocks[b];
    return has_phis(block) || (any_join && block->n_preds > 1);
}

/* A copy for a phi stands at the end of the predecessor, and must run only for
 * lanes that take that edge: so the predecessor may have no other target. In
 * kernels with private variables, all joins are split: a checked run checks the
 * operands of a collective at the ends of its predecessors, which need to lead
 * there alone (gac__pass_check). */
static gac_result split_critical_edges(gac__ir *ir, gac__arena *scratch)
{
    uint32_t n = ir->n_blocks;
    bool any_join = gac__count_variables(ir) > 0;
    uint32_t *behind = gac__arena_alloc(scratch, n, sizeof *behind);
    if (!behind)
        return GAC_ERR_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        const gac__ir_inst *t = gac__ir_end(&ir->blocks[i]);
        for (uint32_t k = 0; t->n_targets > 1 && k < t->n_targets; k++)
            if (needs_split(ir, t->targets[k], any_join))
                GAC__TRY(split_edge(ir, i, k, behind));
    }
    return GAC_OK;
}

/* Merges the back edges of loop header `h` (from its predecessors at or behind
 * it) in a new latch block: lanes that `continue` early then wait there instead
 * of starting the next iteration alone. */
static gac_result merge_back_edges(gac__ir *ir, uint32_t h)
{
    gac__ir_block *b = &ir->blocks[h];
    uint32_t n_back = 0;
    for (uint32_t p = 0; p < b->n_preds; p++)
        n_back += b->preds[p] >= h;
    if (n_back < 2)
        return GAC_OK;
    uint32_t latch = add_forwarder(ir, h);
    uint32_t *latch_preds =
        gac__arena_alloc(ir->arena, n_back, sizeof *latch_preds);
    if (!latch || !latch_preds)
        return GAC_ERR_MEMORY;
    b = &ir->blocks[h];
    gac__ir_block *l = &ir->blocks[latch];
    l->preds = latch_preds;
    GAC__EACH_PHI(b, phi) {
        gac__ir_inst *merged = gac__ir_new_result(
            ir, GAC__IR_PHI, (gac__ty)phi->ty, n_back, phi->ordinal);
        if (!merged)
            return GAC_ERR_MEMORY;
        gac__ir_insert(ir, l, merged);
        uint32_t at = 0, kept = 0;
        for (uint32_t p = 0; p < b->n_preds; p++)
            if (b->preds[p] >= h)
                merged->args[at++] = phi->args[p];
            else
                phi->args[kept++] = phi->args[p];
        phi->args[kept++] = merged->result;
        phi->n_args = kept;
    }
    uint32_t kept = 0, last = UNSEEN;
    for (uint32_t p = 0; p < b->n_preds; p++) {
        uint32_t from = b->preds[p];
        if (from < h) {
            b->preds[kept++] = from;
            continue;
        }
        latch_preds[l->n_preds++] = from;
        const gac__ir_inst *t = gac__ir_end(&ir->blocks[from]);
        if (from == last) /* a switch has several edges */
            continue;
        for (uint32_t k = 0; k < t->n_targets; k++)
            if (t->targets[k] == h)
                t->targets[k] = latch;
        last = from;
        GAC__TRY(gac__ir_watch(ir, t->n_targets));
    }
    b->preds[kept++] = latch;
    b->n_preds = kept;
    return GAC_OK;
}

/* -- straight lines -------------------------------------------------------- */

/* The block that block b's instructions are in now. */
static uint32_t moved_to(uint32_t *moved, uint32_t b)
{
    while (moved[b] != b)
        b = moved[b] = moved[moved[b]];
    return b;
}

/* Whether block b can be appended to its only predecessor. */
static bool can_append(const gac__ir *ir, uint32_t b, uint32_t to,
                       uint32_t *moved)
{
    const gac__ir_block *block = &ir->blocks[b];
    return b != 0 && b != to && block->n_preds == 1
           && moved_to(moved, block->preds[0]) == to && block->n_insts
           && block->insts[0]->op != GAC__IR_PHI && !gac__ir_collective(block);
}

/* Whether a block is to be appended to its predecessor. */
static bool continues(const gac__ir *ir, uint32_t b, uint32_t *moved)
{
    const gac__ir_block *block = &ir->blocks[b];
    if (block->n_preds != 1)
        return false;
    uint32_t from = moved_to(moved, block->preds[0]);
    return gac__ir_end(&ir->blocks[from])->op == GAC__IR_BR
           && can_append(ir, b, from, moved);
}

/* Appends blocks to their only predecessor if that has no other successor; they
 * become unreachable. Inlined calls leave many such lines of blocks, which are
 * merged from their first block on, so that each instruction is moved once. */
static gac_result join_lines(gac__ir *ir, gac__arena *scratch)
{
    uint32_t n = ir->n_blocks;
    uint32_t *moved = gac__arena_alloc(scratch, n, sizeof *moved);
    if (!moved)
        return GAC_ERR_MEMORY;
    for (uint32_t b = 0; b < n; b++)
        moved[b] = b;
    for (uint32_t b = 0; b < n; b++)
        for (bool starts = !continues(ir, b, moved); starts;) {
            const gac__ir_inst *end = gac__ir_end(&ir->blocks[b]);
            if (end->op != GAC__IR_BR
                || !can_append(ir, end->targets[0], b, moved))
                break;
            uint32_t next = end->targets[0];
            gac__ir_append_block(ir, b, next);
            GAC__TRY(gac__ir_watch(ir, 1));
            moved[next] = b;
        }
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++)
            ir->blocks[b].preds[p] = moved_to(moved, ir->blocks[b].preds[p]);
    return GAC_OK;
}

gac_result gac__pass_cfg(gac__ir *ir, gac__arena *scratch)
{
    gac__flow_forget(ir);
    GAC__TRY(join_lines(ir, scratch));
    GAC__TRY(order_blocks(ir, scratch));
    uint32_t n = ir->n_blocks;
    for (uint32_t h = 0; h < n; h++)
        GAC__TRY(merge_back_edges(ir, h));
    GAC__TRY(gac__ir_watch(ir, ir->n_blocks - n));
    return ir->n_blocks > n ? order_blocks(ir, scratch) : GAC_OK;
}

gac_result gac__pass_edges(gac__ir *ir, gac__arena *scratch)
{
    gac__flow_forget(ir);
    GAC__TRY(join_lines(ir, scratch));
    GAC__TRY(split_critical_edges(ir, scratch));
    return order_blocks(ir, scratch);
}
