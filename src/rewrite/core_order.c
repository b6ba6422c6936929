/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Orders blocks so that each comes before those that it dominates. */
#include "flow/flow.h"
#include "rewrite/core_internal.h"

typedef struct finder {
    const gac_module *m;
    const gac_allocator *allocator;
    const gac__function *f;
    gac__words targets; /* successors of each block in turn, as indices from the
                           function's first block */
    bool out_of_memory;
} finder;

/* Each label operand of a terminator is a target. */
static bool add_target(void *user, const gac__inst *inst,
                       const gac__operand_row *row, uint32_t word, uint32_t n)
{
    finder *s = user;
    (void)n;
    if (!row || row->operand_class != GAC__OPERAND_ID)
        return true;
    uint32_t id = inst->words[word];
    if (gac__module_def_opcode(s->m, id) != SpvOpLabel)
        return true;
    uint32_t to = gac__module_block_in(s->m, s->f, s->m->definitions[id] - 1);
    if (to != UINT32_MAX
        && !GAC__VEC_PUSH(s->allocator, &s->targets, to - s->f->first_block))
        s->out_of_memory = true;
    return !s->out_of_memory;
}

static gac_result find_graph(finder *s, gac__graph *out, gac__arena *arena)
{
    const gac__block *blocks = s->m->blocks + s->f->first_block;
    const uint32_t n = s->f->n_blocks;
    uint32_t *first = gac__arena_alloc(arena, (size_t)n + 1, sizeof *first);
    for (uint32_t i = 0; first && i < n && !s->out_of_memory; i++) {
        gac__inst end = gac__module_inst(s->m, blocks[i].end - 1);
        (void)gac__module_visit_operands(s->m, &end, add_target, s);
        first[i + 1] = (uint32_t)s->targets.n;
    }
    *out = (gac__graph){n, first, s->targets.items};
    return first && !s->out_of_memory ? GAC_OK : GAC_ERR_MEMORY;
}

/* In reverse post-order, dominators come first. Blocks that are not reachable
 * come last, in the module's order. */
static gac_result order_function(gac__core_builder *b, const gac__function *f)
{
    finder s = {.m = b->m, .allocator = b->allocator, .f = f};
    uint32_t *out = b->order + f->first_block;
    gac__graph graph;
    gac__order order;
    gac__arena arena;
    gac__arena_init(&arena, b->allocator);
    gac_result result = find_graph(&s, &graph, &arena);
    if (!result)
        result = gac__order_find(&order, &graph, 0, NULL, &arena);
    for (uint32_t i = 0; !result && i < order.n; i++)
        *out++ = f->first_block + order.node[i];
    for (uint32_t i = 0; !result && i < f->n_blocks; i++)
        if (order.rank[i] == GAC__NO_NODE)
            *out++ = f->first_block + i;
    gac__arena_free(&arena);
    GAC__VEC_FREE(b->allocator, &s.targets);
    return result;
}

gac_result gac__core_order_blocks(gac__core_builder *b)
{
    const gac_module *m = b->m;
    b->order = gac__alloc_zero(b->allocator, m->n_blocks, sizeof *b->order);
    if (!b->order)
        return GAC_ERR_MEMORY;
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (m->functions[i].n_blocks > 0)
            GAC__TRY(order_function(b, &m->functions[i]));
    return GAC_OK;
}
