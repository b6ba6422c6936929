/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Blocks in an order in which each comes before those that it dominates. */
#include "rewrite/core_internal.h"

/* Reverse post-order of a search in depth, without recursion: what dominates a
 * block is on each way to it. Blocks that nothing reaches come last, as they
 * stand in the module. */

typedef struct search {
    const gac_module *m;
    const gac_allocator *allocator;
    const gac__function *f;
    gac__words edges; /* targets, by block: indices of gac_module.blocks */
    uint32_t *first;  /* of each block's edges, n_blocks + 1; then .. */
    uint32_t *next, *stack; /* .. the edge to take next, and the way here */
    bool out_of_memory;
} search;

/* Each label that a terminator names is a target. */
static bool add_target(void *user, const gac__inst *inst,
                       const gac__operand_row *row, uint32_t word, uint32_t n)
{
    search *s = user;
    if (!row
        || (row->operand_class != GAC__OPERAND_ID
            && row->operand_class != GAC__OPERAND_PAIR_LITERAL_ID))
        return true;
    uint32_t id = inst->words[word + n - 1]; /* behind the literal of a pair */
    if (gac__module_def_opcode(s->m, id) != SpvOpLabel)
        return true;
    uint32_t to = gac__module_block_in(s->m, s->f, s->m->definitions[id] - 1);
    if (to != UINT32_MAX && !GAC__VEC_PUSH(s->allocator, &s->edges, to))
        s->out_of_memory = true;
    return !s->out_of_memory;
}

static void find_edges(search *s)
{
    const gac__block *blocks = s->m->blocks + s->f->first_block;
    for (uint32_t i = 0; i < s->f->n_blocks && !s->out_of_memory; i++) {
        gac__inst end = gac__module_inst(s->m, blocks[i].end - 1);
        s->first[i] = (uint32_t)s->edges.n;
        (void)gac__module_visit_operands(s->m, &end, add_target, s);
    }
    s->first[s->f->n_blocks] = (uint32_t)s->edges.n;
}

/* Fills `order` from its end on: what is done last comes first. */
static void walk(search *s, uint32_t *order, uint8_t *seen)
{
    uint32_t depth = 1, left = s->f->n_blocks, base = s->f->first_block;
    memcpy(s->next, s->first, s->f->n_blocks * sizeof *s->next);
    s->stack[0] = 0;
    seen[0] = 1;
    while (depth > 0) {
        uint32_t at = s->stack[depth - 1];
        if (s->next[at] == s->first[at + 1]) {
            order[--left] = base + at;
            depth--;
            continue;
        }
        uint32_t to = s->edges.items[s->next[at]++] - base;
        if (!seen[to]) {
            seen[to] = 1;
            s->stack[depth++] = to;
        }
    }
    uint32_t n = s->f->n_blocks - left;
    memmove(order, order + left, n * sizeof *order);
    for (uint32_t i = 0; i < s->f->n_blocks; i++)
        if (!seen[i])
            order[n++] = base + i;
}

static bool order_function(gac__core_builder *b, const gac__function *f)
{
    search s = {.m = b->m, .allocator = b->allocator, .f = f};
    size_t n = 3 * (size_t)f->n_blocks + 1;
    s.first = gac__alloc_zero(b->allocator, n, sizeof *s.first);
    uint8_t *seen = gac__alloc_zero(b->allocator, f->n_blocks, 1);
    if (s.first && seen) {
        s.next = s.first + f->n_blocks + 1;
        s.stack = s.next + f->n_blocks;
        find_edges(&s);
        if (!s.out_of_memory)
            walk(&s, b->order + f->first_block, seen);
    }
    bool ok = s.first && seen && !s.out_of_memory;
    gac__free(b->allocator, s.first, n, sizeof *s.first);
    gac__free(b->allocator, seen, f->n_blocks, 1);
    GAC__VEC_FREE(b->allocator, &s.edges);
    return ok;
}

gac_result gac__core_order_blocks(gac__core_builder *b)
{
    const gac_module *m = b->m;
    b->order = gac__alloc_zero(b->allocator, m->n_blocks, sizeof *b->order);
    bool ok = b->order != NULL;
    for (uint32_t i = 0; i < m->n_functions && ok; i++)
        ok = m->functions[i].n_blocks == 0
             || order_function(b, &m->functions[i]);
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}
