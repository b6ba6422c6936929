/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The control flow of a program: order, dominators, loops, searches. */

/* Dominators are found by the iteration of Cooper, Harvey and Kennedy over the
 * reverse post-order, which for graphs of kernels takes two rounds. A loop is
 * the set of nodes that reach an edge back to a header that dominates its
 * begin; cycles with several entries are no loops here, and whoever asks about
 * loops has to be content with that. Questions about paths are one search each,
 * bounded by a budget for the whole program. */
#include "validate/program/program.h"

#define NONE UINT32_MAX

/* -- edges ----------------------------------------------------------------- */

static uint32_t edges_end(const gac__program *p, uint32_t node)
{
    return p->nodes.items[node + 1].first_edge;
}

/* A counting sort by the pairs' begins; one node more marks the end. */
static bool sort_edges(gac__program *p, const uint32_t (*pairs)[2], uint32_t n)
{
    gac__node end = {.order = NONE};
    uint32_t n_nodes = (uint32_t)p->nodes.n;
    if (!GAC__VEC_PUSH(p->arena.allocator, &p->nodes, end))
        return false;
    p->nodes.n--;
    const size_t n_firsts = (size_t)n_nodes + 2;
    p->edges = gac__arena_alloc(&p->arena, 2 * ((size_t)n + n_firsts),
                                sizeof *p->edges);
    if (!p->edges)
        return false;
    p->back_edges = p->edges + n;
    p->first_back = p->back_edges + n;
    uint32_t *at = p->first_back + n_firsts;
    for (uint32_t i = 0; i < n; i++) {
        at[pairs[i][0] + 1]++;
        p->first_back[pairs[i][1] + 1]++;
    }
    for (uint32_t i = 0; i < n_nodes; i++) {
        at[i + 1] += at[i];
        p->first_back[i + 1] += p->first_back[i];
    }
    for (uint32_t i = 0; i <= n_nodes; i++)
        p->nodes.items[i].first_edge = at[i];
    for (uint32_t i = 0; i < n; i++)
        p->edges[at[pairs[i][0]]++] = pairs[i][1];
    memcpy(at, p->first_back, ((size_t)n_nodes + 1) * sizeof *at);
    for (uint32_t i = 0; i < n; i++)
        p->back_edges[at[pairs[i][1]]++] = pairs[i][0];
    return true;
}

/* -- order ----------------------------------------------------------------- */

/* Depth first, without recursion; `next` is each node's next edge to take. */
static bool find_order(gac__program *p)
{
    uint32_t n = (uint32_t)p->nodes.n, depth = 0, left = n;
    uint32_t *next = gac__arena_alloc(&p->arena, 3 * (size_t)n, sizeof *next);
    uint32_t *sequence = next + n;
    p->mark = gac__arena_alloc(&p->arena, n, 1);
    if (!next || !p->mark || n == 0)
        return false;
    p->stack = sequence + n;
    p->stack[depth++] = 0;
    p->mark[0] = 1;
    while (depth > 0) {
        uint32_t node = p->stack[depth - 1];
        uint32_t edge = p->nodes.items[node].first_edge + next[node]++;
        if (edge == edges_end(p, node)) {
            sequence[--left] = node;
            depth--;
        } else if (!p->mark[p->edges[edge]]) {
            p->mark[p->edges[edge]] = 1;
            p->stack[depth++] = p->edges[edge];
        }
    }
    p->sequence = sequence + left;
    p->n_reachable = n - left;
    for (uint32_t i = 0; i < p->n_reachable; i++)
        p->nodes.items[p->sequence[i]].order = i;
    return true;
}

/* -- dominators ------------------------------------------------------------ */

/* Counts its steps: with many edges far back, all of them together grow with
 * the square of the nodes. */
static uint32_t common_dominator(const gac__program *p, uint32_t a, uint32_t b,
                                 uint64_t *steps)
{
    const gac__node *nodes = p->nodes.items;
    while (a != b) {
        for (; nodes[a].order > nodes[b].order; ++*steps)
            a = nodes[a].dominator;
        for (; nodes[b].order > nodes[a].order; ++*steps)
            b = nodes[b].dominator;
    }
    return a;
}

static uint32_t dominator_from(const gac__program *p, uint32_t node,
                               uint64_t *steps)
{
    uint32_t found = NONE;
    for (uint32_t i = p->first_back[node];
         i < p->first_back[node + 1] && *steps <= p->budget; i++) {
        uint32_t from = p->back_edges[i];
        if (p->nodes.items[from].order == NONE
            || p->nodes.items[from].dominator == NONE)
            continue;
        found = found == NONE ? from : common_dominator(p, found, from, steps);
    }
    return found;
}

/* Numbers the tree of dominators from above, so that what a node dominates has
 * the numbers from its own on. */
static void number_tree(gac__program *p)
{
    gac__node *nodes = p->nodes.items;
    uint32_t *next = p->stack; /* number below each node */
    for (uint32_t i = 0; i < p->n_reachable; i++)
        nodes[p->sequence[i]].n_dominated = 1;
    for (uint32_t i = p->n_reachable; i-- > 1;) {
        const gac__node *node = &nodes[p->sequence[i]];
        nodes[node->dominator].n_dominated += node->n_dominated;
    }
    nodes[0].number = 0;
    next[0] = 1;
    for (uint32_t i = 1; i < p->n_reachable; i++) {
        gac__node *node = &nodes[p->sequence[i]];
        node->number = next[node->dominator];
        next[node->dominator] += node->n_dominated;
        next[p->sequence[i]] = node->number + 1;
    }
}

static bool find_dominators(gac__program *p)
{
    gac__node *nodes = p->nodes.items;
    bool changed = true;
    for (size_t i = 0; i < p->nodes.n; i++)
        nodes[i].dominator = NONE;
    nodes[0].dominator = 0;
    while (changed) {
        changed = false;
        uint64_t steps = 0;
        for (uint32_t i = 1; i < p->n_reachable && steps <= p->budget; i++) {
            uint32_t node = p->sequence[i];
            uint32_t found = dominator_from(p, node, &steps);
            changed |= found != nodes[node].dominator;
            nodes[node].dominator = found;
        }
        if (!gac__program_spend(p, steps + p->n_reachable))
            return false;
    }
    number_tree(p);
    /* What nothing reaches is below the first node, so that each way up ends
     * there. */
    for (size_t i = 0; i < p->nodes.n; i++)
        if (nodes[i].dominator == NONE)
            nodes[i].dominator = 0;
    return true;
}

bool gac__program_dominates(const gac__program *p, uint32_t over, uint32_t node)
{
    const gac__node *nodes = p->nodes.items;
    if (nodes[over].order == NONE || nodes[node].order == NONE)
        return false;
    return nodes[node].number - nodes[over].number < nodes[over].n_dominated;
}

/* Looks at edges that go back: whether there are any, and whether one goes to a
 * node that does not dominate its begin. */
static void find_cycles(gac__program *p)
{
    p->acyclic = true;
    for (uint32_t i = 0; i < p->n_reachable; i++) {
        uint32_t node = p->sequence[i];
        for (uint32_t k = p->nodes.items[node].first_edge;
             k < edges_end(p, node); k++) {
            uint32_t to = p->edges[k];
            if (p->nodes.items[to].order > p->nodes.items[node].order)
                continue;
            p->acyclic = false;
            p->irreducible |= !gac__program_dominates(p, to, node);
        }
    }
}

/* -- joins ----------------------------------------------------------------- */

/* The same backwards: number p->nodes.n stands for all ends of the program. */
typedef struct joining {
    uint32_t *order;    /* of each node, from the ends on; NONE: none follows */
    uint32_t *sequence; /* the nodes in that order: `n` from `first` on */
    uint32_t first, n;
} joining;

static bool order_from_ends(gac__program *p, joining *j)
{
    const gac__node *nodes = p->nodes.items;
    uint32_t n = (uint32_t)p->nodes.n, depth = 0, left = n + 1;
    j->order =
        gac__arena_alloc(&p->arena, 4 * ((size_t)n + 1), sizeof *j->order);
    if (!j->order)
        return false;
    uint32_t *next = j->order + n + 1, *stack = next + n + 1;
    j->sequence = stack + n + 1;
    uint8_t *seen =
        gac__arena_alloc(&p->arena, n, 1); /* p->mark may be in use */
    if (!seen)
        return false;
    memset(j->order, 0xFF, ((size_t)n + 1) * sizeof *j->order);
    stack[depth++] = n;
    while (depth > 0) {
        uint32_t at = stack[depth - 1], i = next[at]++;
        if (i == (at == n ? n : p->first_back[at + 1] - p->first_back[at])) {
            j->sequence[--left] = at;
            j->order[at] = left;
            depth--;
            continue;
        }
        uint32_t from = at == n ? i : p->back_edges[p->first_back[at] + i];
        if (seen[from] || nodes[from].order == NONE
            || (at == n && !nodes[from].exits))
            continue;
        seen[from] = 1;
        stack[depth++] = from;
    }
    j->first = left;
    j->n = n + 1 - left;
    return true;
}

/* It counts its steps, too. */
static uint32_t common_join(const gac__program *p, const joining *j, uint32_t a,
                            uint32_t b, uint64_t *steps)
{
    while (a != b) {
        for (; j->order[a] > j->order[b]; ++*steps)
            a = p->joins[a];
        for (; j->order[b] > j->order[a]; ++*steps)
            b = p->joins[b];
    }
    return a;
}

static uint32_t join_behind(const gac__program *p, const joining *j,
                            uint32_t node, uint64_t *steps)
{
    uint32_t found = p->nodes.items[node].exits ? (uint32_t)p->nodes.n : NONE;
    for (uint32_t i = p->nodes.items[node].first_edge;
         i < edges_end(p, node) && *steps <= p->budget; i++) {
        uint32_t to = p->edges[i];
        if (p->joins[to] != NONE)
            found = found == NONE ? to : common_join(p, j, found, to, steps);
    }
    return found;
}

/* False: memory or the budget is out. */
static bool find_joins(gac__program *p)
{
    joining j;
    bool changed = true;
    const size_t n = p->nodes.n;
    p->joins = gac__arena_alloc(&p->arena, n + 1, sizeof *p->joins);
    if (!p->joins || !order_from_ends(p, &j))
        return false;
    memset(p->joins, 0xFF, (n + 1) * sizeof *p->joins);
    p->joins[n] = (uint32_t)n;
    while (changed) {
        uint64_t steps = 0;
        changed = false;
        for (uint32_t i = j.first + 1; i < j.first + j.n && steps <= p->budget;
             i++) {
            uint32_t found = join_behind(p, &j, j.sequence[i], &steps);
            changed |= found != p->joins[j.sequence[i]];
            p->joins[j.sequence[i]] = found;
        }
        if (!gac__program_spend(p, steps + 2 * (uint64_t)j.n))
            return false;
    }
    return true;
}

uint32_t gac__program_join(gac__program *p, uint32_t node)
{
    if (!p->joins && !find_joins(p))
        p->budget = 0;
    return p->budget == 0 || p->joins[node] == p->nodes.n ? NONE
                                                          : p->joins[node];
}

/* -- loops ----------------------------------------------------------------- */

/* Marks the loop of a header: backwards from the edges that return to it. Inner
 * headers come later in the order, so they take their nodes from outer ones.
 * `stamps` tells what this loop has seen. */
static bool mark_loop(gac__program *p, uint32_t header, uint32_t *stamps)
{
    gac__node *nodes = p->nodes.items;
    uint32_t depth = 0, steps = 1, stamp = nodes[header].order + 1;
    for (uint32_t i = p->first_back[header]; i < p->first_back[header + 1];
         i++) {
        uint32_t from = p->back_edges[i];
        if (nodes[from].order == NONE || stamps[from] == stamp
            || !gac__program_dominates(p, header, from))
            continue;
        stamps[from] = stamp;
        p->stack[depth++] = from;
    }
    if (depth == 0)
        return true;
    nodes[header].outer = nodes[header].loop;
    nodes[header].loop = header;
    while (depth > 0) {
        uint32_t node = p->stack[--depth];
        nodes[node].loop = header;
        for (uint32_t i = p->first_back[node];
             node != header && i < p->first_back[node + 1]; i++, steps++) {
            uint32_t from = p->back_edges[i];
            if (nodes[from].order == NONE || stamps[from] == stamp)
                continue;
            stamps[from] = stamp;
            p->stack[depth++] = from;
        }
    }
    return gac__program_spend(p, steps);
}

static bool find_loops(gac__program *p)
{
    if (p->acyclic)
        return true;
    uint32_t *stamps = gac__arena_alloc(&p->arena, p->nodes.n, sizeof *stamps);
    for (uint32_t i = 0; stamps && i < p->n_reachable; i++)
        if (!mark_loop(p, p->sequence[i], stamps))
            return false;
    return stamps != NULL;
}

bool gac__program_in_loop(const gac__program *p, uint32_t node, uint32_t header)
{
    uint32_t at = p->nodes.items[node].loop;
    while (at != NONE && at != header)
        at = p->nodes.items[at].outer;
    return at == header;
}

bool gac__program_link(gac__program *p, const uint32_t (*pairs)[2], uint32_t n)
{
    if (!sort_edges(p, pairs, n) || !find_order(p))
        return false;
    bool ordered = find_dominators(p);
    if (ordered)
        find_cycles(p);
    if (!ordered || !find_loops(p)) {
        p->budget = 0;
        p->acyclic = p->irreducible = false;
    }
    return true;
}

/* -- places ---------------------------------------------------------------- */

/* The first of the nodes of a block: calls may have split it. */
uint32_t gac__program_node(const gac__program *p, uint32_t frame,
                           uint32_t ordinal)
{
    const gac__frame *f = &p->frames.items[frame];
    uint32_t block = gac__module_block_in(p->m, f->function, ordinal);
    return block == UINT32_MAX
               ? f->first_node
               : f->first_node + block - f->function->first_block;
}

bool gac__program_before(const gac__program *p, uint32_t frame_a,
                         uint32_t ordinal_a, uint32_t frame_b,
                         uint32_t ordinal_b)
{
    uint32_t a = gac__program_node(p, frame_a, ordinal_a);
    uint32_t b = gac__program_node(p, frame_b, ordinal_b);
    if (frame_a == frame_b && a == b)
        return ordinal_a < ordinal_b;
    return gac__program_dominates(p, a, b);
}

/* -- searches -------------------------------------------------------------- */

static uint32_t push_successors(gac__program *p, uint32_t node, uint32_t depth)
{
    for (uint32_t i = p->nodes.items[node].first_edge; i < edges_end(p, node);
         i++)
        if (!p->mark[p->edges[i]] && i + 1 != p->nodes.items[node].dead) {
            p->mark[p->edges[i]] = 1;
            p->stack[depth++] = p->edges[i];
        }
    return depth;
}

bool gac__program_reach(gac__program *p, uint32_t from, gac__node_test *stop,
                        const void *user)
{
    uint64_t steps = p->nodes.n / 16 + 1;
    memset(p->mark, 0, p->nodes.n);
    uint32_t depth = push_successors(p, from, 0);
    while (depth > 0) {
        uint32_t node = p->stack[--depth];
        steps++;
        if (!stop || !stop(user, node))
            depth = push_successors(p, node, depth);
    }
    return gac__program_spend(p, steps);
}

bool gac__program_ends_past(gac__program *p, uint32_t from, uint32_t node,
                            bool *out)
{
    uint64_t steps = p->nodes.n / 16 + 1;
    *out = from != node && p->nodes.items[from].exits;
    if (from == node || *out)
        return true;
    memset(p->mark, 0, p->nodes.n);
    uint32_t depth = push_successors(p, from, 0);
    while (depth > 0 && !*out) {
        uint32_t at = p->stack[--depth];
        steps++;
        if (at == node)
            continue;
        *out = p->nodes.items[at].exits;
        depth = push_successors(p, at, depth);
    }
    return gac__program_spend(p, steps);
}

uint32_t gac__program_node_of(const gac__program *p, uint32_t at)
{
    uint32_t low = 0, high = (uint32_t)p->nodes.n;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (p->nodes.items[middle].first_op <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}
