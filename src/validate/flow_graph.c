/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Control flow graphs, and searches in them. */

/* Copies and waits are few: each question is one search over the graph, and no
 * dominator tree is kept. What a hostile module could make of that is bounded
 * by a budget of steps for each function; when it is spent, nothing more is
 * reported. */
#include "validate/flow_graph.h"

#define BUDGET ((uint64_t)1 << 22)

uint32_t gac__flow_block(const gac__flow_graph *g, uint32_t ordinal)
{
    const gac__block *blocks = g->m->blocks + g->function->first_block;
    uint32_t low = 0, high = g->n;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (blocks[middle].first <= ordinal)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The block that a label begins; g->n: none of this function's. */
static uint32_t block_of_label(const gac__flow_graph *g, uint32_t id)
{
    gac__inst def;
    if (!gac__module_def(g->m, id, &def) || def.opcode != SpvOpLabel ||
        def.ordinal < g->function->first || def.ordinal >= g->function->end)
        return g->n;
    return gac__flow_block(g, def.ordinal);
}

typedef struct edge_list {
    gac__flow_graph *g;
    uint32_t n;
    bool store; /* else they are only counted */
} edge_list;

/* Every label that a terminator names is a successor. */
static bool add_edge(void *user, const gac__inst *inst,
                     const gac__operand_row *row, uint32_t word, uint32_t n)
{
    edge_list *list = user;
    if (!row || (row->operand_class != GAC__OPERAND_ID &&
                 row->operand_class != GAC__OPERAND_PAIR_LITERAL_ID))
        return true;
    uint32_t to = block_of_label(list->g, inst->words[word + n - 1]);
    if (to == list->g->n)
        return true;
    if (list->store)
        list->g->successors[list->n] = to;
    list->n++;
    return true;
}

static uint32_t add_edges(gac__flow_graph *g, bool store)
{
    edge_list list = {.g = g, .store = store};
    for (uint32_t b = 0; b < g->n; b++) {
        const gac__block *block =
            &g->m->blocks[g->function->first_block + b];
        g->first[b] = list.n;
        if (block->end == block->first)
            continue;
        gac__inst inst = gac__module_inst(g->m, block->end - 1);
        g->exits[b] = inst.opcode == SpvOpReturn ||
                      inst.opcode == SpvOpReturnValue;
        gac__module_visit_operands(g->m, &inst, add_edge, &list);
    }
    g->first[g->n] = list.n;
    return list.n;
}

/* Takes away blocks that nothing leads to: a loop's blocks stay. */
static bool find_acyclic(gac__flow_graph *g)
{
    uint32_t *in = gac__arena_alloc(&g->arena, g->n, sizeof *in);
    uint32_t depth = 0, taken = 0;
    if (!in)
        return false;
    for (uint32_t i = 0; i < g->first[g->n]; i++)
        in[g->successors[i]]++;
    for (uint32_t b = 0; b < g->n; b++)
        if (in[b] == 0)
            g->stack[depth++] = b;
    while (depth > 0) {
        uint32_t b = g->stack[--depth];
        taken++;
        for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++)
            if (--in[g->successors[i]] == 0)
                g->stack[depth++] = g->successors[i];
    }
    g->acyclic = taken == g->n;
    return true;
}

bool gac__flow_build(gac__flow_graph *g, const gac_module *m,
                     const gac__function *function)
{
    *g = (gac__flow_graph){.m = m,
                           .function = function,
                           .n = function->n_blocks,
                           .budget = BUDGET};
    gac__arena_init(&g->arena, &m->context->allocator);
    g->first = gac__arena_alloc(&g->arena, g->n + 1, sizeof *g->first);
    g->exits = gac__arena_alloc(&g->arena, g->n, sizeof *g->exits);
    g->mark = gac__arena_alloc(&g->arena, g->n, sizeof *g->mark);
    g->stack = gac__arena_alloc(&g->arena, g->n, sizeof *g->stack);
    if (!g->first || !g->exits || !g->mark || !g->stack)
        return false;
    uint32_t n_edges = add_edges(g, false);
    g->successors =
        gac__arena_alloc(&g->arena, n_edges, sizeof *g->successors);
    if (!g->successors)
        return false;
    add_edges(g, true);
    return find_acyclic(g);
}

void gac__flow_free(gac__flow_graph *g)
{
    gac__arena_free(&g->arena);
}

static void push_successors(gac__flow_graph *g, uint32_t b, uint32_t *depth)
{
    for (uint32_t i = g->first[b]; i < g->first[b + 1]; i++) {
        uint32_t to = g->successors[i];
        if (!g->mark[to]) {
            g->mark[to] = 1;
            g->stack[(*depth)++] = to;
        }
    }
    uint64_t cost = 1 + g->first[b + 1] - g->first[b];
    g->exhausted |= g->budget < cost;
    g->budget -= GAC__MIN(cost, g->budget);
}

void gac__flow_reach(gac__flow_graph *g, uint32_t from, gac__flow_stop *stop,
                     void *user)
{
    uint32_t depth = 0;
    uint64_t cost = g->n / 16 + 1;
    memset(g->mark, 0, g->n);
    g->exhausted |= g->budget < cost;
    g->budget -= GAC__MIN(cost, g->budget);
    push_successors(g, from, &depth);
    while (depth > 0 && !g->exhausted) {
        uint32_t b = g->stack[--depth];
        if (!stop || !stop(user, b))
            push_successors(g, b, &depth);
    }
}

static bool is_block(void *user, uint32_t block)
{
    return *(const uint32_t *)user == block;
}

bool gac__flow_dominates(gac__flow_graph *g, uint32_t over, uint32_t block)
{
    if (over == block || over == 0)
        return true;
    if (block == 0)
        return false;
    gac__flow_reach(g, 0, is_block, &over);
    return !g->mark[block] && !g->exhausted;
}
