/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lays blocks out by the control flow: their nesting levels, and their
 * order. */
#include "text/disassemble.h"

#include "flow/flow.h"

/* Levels and order are those of the newest spirv-dis. Blocks are visited depth
 * first from a function's first one. A block's successors nest under it unless
 * they have a level already:
 *
 *     %loop = OpLabel                   level n
 *     %body =     OpLabel               n + 2: branches, cases, a loop's body
 *     %cont =   OpLabel                 n + 1: the continue target
 *    %merge = OpLabel                   n
 *
 * The order is the reverse postorder of a search that visits merge blocks
 * first, so that they come last. Unreachable blocks come at the end, at level
 * 0. */

#define NONE UINT32_MAX
#define LEVEL_MAX 60 /* deeper blocks are shown at this level */

/* The state of a function's layout. The edges of each block are in this order:
 * to the merge block, to the continue target, to the terminator's labels from
 * the last one on. */
typedef struct layouter {
    gac_disassembly *d;
    gac__arena arena;
    GAC__VEC(uint32_t) labels; /* instructions; then the function's end */
    gac__id_map by_id;         /* a label's id -> index into `labels`, + 1 */
    GAC__VEC(gac__edge) edges; /* of indexes into `labels` */
    GAC__VEC(uint8_t) deeper;  /* by edge: how much deeper `to` nests */
} layouter;

static const uint32_t *words_at(const gac_disassembly *d, uint32_t inst)
{
    return d->words.items + d->insts.items[inst].word;
}

/* Returns an instruction's opcode; OpNop if it is written as words. */
static uint32_t opcode_at(const gac_disassembly *d, uint32_t inst)
{
    return d->insts.items[inst].raw ? (uint32_t)SpvOpNop
                                    : words_at(d, inst)[0] & 0xFFFF;
}

/* -- edges ----------------------------------------------------------------- */

/* Adds an edge, if a block has this id. */
static void add_edge(layouter *l, uint32_t from, uint32_t id, uint8_t deeper)
{
    const gac_allocator *a = &l->d->allocator;
    uint32_t to;
    if (gac__id_map_get(&l->by_id, id, &to)
        && !(GAC__VEC_PUSH(a, &l->edges, ((gac__edge){from, to - 1}))
             && GAC__VEC_PUSH(a, &l->deeper, deeper)))
        l->d->result = GAC_ERR_MEMORY;
}

/* Adds the edges of a block, in their order. */
static void add_edges(layouter *l, uint32_t from)
{
    const gac_disassembly *d = l->d;
    uint32_t label = l->labels.items[from], end = l->labels.items[from + 1];
    /* Whether the block has more than a label and a terminator. */
    bool more = end - label >= 3;
    uint32_t opcode = more ? opcode_at(d, end - 2) : SpvOpNop;
    bool loop = opcode == SpvOpLoopMerge;
    bool merges = loop || opcode == SpvOpSelectionMerge;
    if (merges)
        add_edge(l, from, words_at(d, end - 2)[1], 0);
    if (loop)
        add_edge(l, from, words_at(d, end - 2)[2], 1);
    bool goes_on = !merges && opcode_at(d, end - 1) == SpvOpBranch;
    const gac__dis_inst *last = &d->insts.items[end - 1];
    for (uint32_t i = last->n_tokens; i > 1 && !last->raw; i--) {
        const gac__dis_token *t = &d->tokens.items[last->first_token + i - 1];
        if (t->operand_class == GAC__OPERAND_ID)
            add_edge(l, from, words_at(d, end - 1)[t->word], goes_on ? 0 : 2);
    }
}

/* -- functions ------------------------------------------------------------- */

static void put_in_order(gac_disassembly *d, uint32_t inst)
{
    if (d->options.reorder_blocks
        && !GAC__VEC_PUSH(&d->allocator, &d->order, inst))
        d->result = GAC_ERR_MEMORY;
}

static void put_block(layouter *l, uint32_t at, uint32_t level)
{
    const uint32_t *label = l->labels.items + at;
    level = level == NONE ? 1 : GAC__MIN(level, LEVEL_MAX) + 1;
    for (uint32_t i = label[0]; i < label[1]; i++) {
        l->d->insts.items[i].level =
            l->d->options.nested_indent ? (uint8_t)level : 0;
        put_in_order(l->d, i);
    }
}

/* Sets the levels: a block's depends on the first block, in preorder, that
 * branches to it. */
static void find_levels(const layouter *l, const gac__graph *g,
                        const gac__order *order, uint32_t *levels)
{
    memset(levels, 0xFF, g->n * sizeof *levels);
    levels[0] = 0;
    for (uint32_t i = 0; i < order->n; i++) {
        uint32_t from = order->found[i];
        for (uint32_t k = g->first[from]; k < g->first[from + 1]; k++)
            if (levels[g->to[k]] == NONE)
                levels[g->to[k]] = levels[from] + l->deeper.items[k];
    }
}

/* Lays out the function whose labels were collected, up to instruction
 * `end`. */
static gac_result finish_function(layouter *l, uint32_t end)
{
    gac__graph g;
    gac__order order;
    uint32_t n = (uint32_t)l->labels.n;
    uint32_t *levels = gac__arena_alloc(&l->arena, n, sizeof *levels);
    if (n == 0)
        return l->d->result;
    if (!levels || !GAC__VEC_PUSH(&l->d->allocator, &l->labels, end))
        return GAC_ERR_MEMORY;
    l->edges.n = l->deeper.n = 0;
    for (uint32_t i = 0; i < n; i++)
        add_edges(l, i);
    GAC__TRY(l->d->result);
    GAC__TRY(gac__graph_of_edges(&g, n, l->edges.items, l->edges.n, &l->arena));
    GAC__TRY(gac__order_find(&order, &g, 0, &l->d->watch, &l->arena));
    find_levels(l, &g, &order, levels);
    for (uint32_t i = 0; i < order.n; i++)
        put_block(l, order.node[i], levels[order.node[i]]);
    for (uint32_t i = 0; i < n; i++)
        if (order.rank[i] == GAC__NO_NODE)
            put_block(l, i, NONE);
    l->labels.n = 0;
    gac__id_map_free(&l->d->allocator, &l->by_id);
    gac__arena_reset(&l->arena);
    return l->d->result;
}

void gac__dis_lay_out(gac_disassembly *d)
{
    layouter l = {.d = d};
    const gac_allocator *a = &d->allocator;
    gac__arena_init(&l.arena, a);
    for (uint32_t i = 0; i <= d->insts.n && d->result == GAC_OK; i++) {
        uint32_t opcode = i < d->insts.n ? opcode_at(d, i) : SpvOpFunctionEnd;
        if (opcode == SpvOpFunctionEnd)
            d->result = finish_function(&l, i);
        if (opcode == SpvOpLabel
            && !(GAC__VEC_PUSH(a, &l.labels, i)
                 && gac__id_map_put(a, &l.by_id, words_at(d, i)[1],
                                    (uint32_t)l.labels.n)))
            d->result = GAC_ERR_MEMORY;
        if (l.labels.n == 0 && i < d->insts.n)
            put_in_order(d, i);
    }
    gac__arena_free(&l.arena);
    GAC__VEC_FREE(a, &l.labels);
    GAC__VEC_FREE(a, &l.edges);
    GAC__VEC_FREE(a, &l.deeper);
    gac__id_map_free(a, &l.by_id);
}
