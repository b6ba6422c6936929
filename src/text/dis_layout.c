/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lays blocks out by the control flow: how deep they nest, and in which order
 * they are read best. */
#include "text/disassemble.h"

#include "flow/flow.h"

/* Both follow the newest spirv-dis. Blocks are visited depth first from a
 * function's first one. A block's successors nest under it unless they have a
 * place already:
 *
 *     %loop = OpLabel                   level n
 *     %body =     OpLabel               n + 2: branches, cases, a loop's body
 *     %cont =   OpLabel                 n + 1: what continues a loop
 *    %merge = OpLabel                   n
 *
 * The order is the reverse postorder of a search that goes to merge blocks
 * first, so that they come last. What cannot be reached stands at the end, at
 * level 0.
 */

#define NONE UINT32_MAX
#define LEVEL_MAX 60 /* deeper blocks are shown at this level */

typedef struct block {
    uint32_t first, end; /* indexes of instructions */
    uint32_t level;      /* NONE: not known yet */
} block;

/* All of the function at hand. Of each block the edges come to what merges, to
 * what continues, and to the others from the last one on. */
typedef struct layouter {
    gac_disassembly *d;
    gac__arena arena;
    GAC__VEC(block) blocks;
    gac__id_map by_id;        /* a label's id -> index into `blocks`, and 1 */
    GAC__VEC(uint32_t) edges; /* pairs of blocks: from, to */
    GAC__VEC(uint8_t) deeper; /* by edge: how much `to` nests under `from` */
} layouter;

static const uint32_t *words_at(const gac_disassembly *d, uint32_t inst)
{
    return d->words.items + d->insts.items[inst].word;
}

/* The opcode of an instruction that has a text; OpNop for others. */
static uint32_t opcode_at(const gac_disassembly *d, uint32_t inst)
{
    return d->insts.items[inst].raw ? (uint32_t)SpvOpNop
                                    : words_at(d, inst)[0] & 0xFFFF;
}

/* -- edges ----------------------------------------------------------------- */

/* Adds an edge, if there is a block of that id. */
static void add_edge(layouter *l, uint32_t from, uint32_t id, uint8_t deeper)
{
    const gac_allocator *a = &l->d->allocator;
    uint32_t to;
    if (gac__id_map_get(&l->by_id, id, &to)
        && !(GAC__VEC_PUSH(a, &l->edges, from)
             && GAC__VEC_PUSH(a, &l->edges, to - 1)
             && GAC__VEC_PUSH(a, &l->deeper, deeper)))
        l->d->result = GAC_ERR_MEMORY;
}

/* Adds the edges from a block: to what its merge instruction names, then to the
 * labels of its terminator, from the last one on. */
static void add_edges(layouter *l, uint32_t from)
{
    const gac_disassembly *d = l->d;
    const block *b = &l->blocks.items[from];
    uint32_t last = b->end - 1;
    bool more = b->end - b->first >= 3; /* than the label and the end */
    uint32_t opcode = more ? opcode_at(d, last - 1) : SpvOpNop;
    bool loop = opcode == SpvOpLoopMerge;
    bool merges = loop || opcode == SpvOpSelectionMerge;
    if (merges)
        add_edge(l, from, words_at(d, last - 1)[1], 0);
    if (loop)
        add_edge(l, from, words_at(d, last - 1)[2], 1);
    bool goes_on = !merges && opcode_at(d, last) == SpvOpBranch;
    const gac__dis_inst *end = &d->insts.items[last];
    for (uint32_t i = end->n_tokens; i > 1 && !end->raw; i--) {
        const gac__dis_token *t = &d->tokens.items[end->first_token + i - 1];
        if (t->operand_class == GAC__OPERAND_ID)
            add_edge(l, from, words_at(d, last)[t->word], goes_on ? 0 : 2);
    }
}

/* -- functions ------------------------------------------------------------- */

static void put_in_order(gac_disassembly *d, uint32_t inst)
{
    if (d->options.reorder_blocks
        && !GAC__VEC_PUSH(&d->allocator, &d->order, inst))
        d->result = GAC_ERR_MEMORY;
}

static void put_block(layouter *l, const block *b)
{
    gac_disassembly *d = l->d;
    uint32_t level = b->level == NONE ? 0 : GAC__MIN(b->level, LEVEL_MAX);
    for (uint32_t i = b->first; i < b->end; i++) {
        d->insts.items[i].level = (uint8_t)(level + 1);
        put_in_order(d, i);
    }
}

/* A block's level is that of the first block, in preorder, that goes there. */
static void find_levels(layouter *l, const gac__graph *g,
                        const gac__order *order)
{
    block *blocks = l->blocks.items;
    blocks[0].level = 0;
    for (uint32_t i = 0; i < order->n; i++) {
        uint32_t from = order->found[i];
        for (uint32_t k = g->first[from]; k < g->first[from + 1]; k++)
            if (blocks[g->to[k]].level == NONE)
                blocks[g->to[k]].level =
                    blocks[from].level + l->deeper.items[k];
    }
}

/* Lays out the blocks that have been gathered. */
static gac_result finish_function(layouter *l)
{
    gac__graph g;
    gac__order order;
    uint32_t n = (uint32_t)l->blocks.n;
    l->edges.n = l->deeper.n = 0;
    for (uint32_t i = 0; i < n; i++)
        add_edges(l, i);
    if (n == 0 || l->d->result != GAC_OK)
        return l->d->result;
    GAC__TRY(gac__graph_of_edges(&g, n, (const uint32_t(*)[2])l->edges.items,
                                 (uint32_t)l->deeper.n, &l->arena));
    GAC__TRY(gac__order_find(&order, &g, 0, &l->d->watch, &l->arena));
    find_levels(l, &g, &order);
    for (uint32_t i = 0; i < order.n; i++)
        put_block(l, &l->blocks.items[order.node[i]]);
    for (uint32_t i = 0; i < n; i++)
        if (order.rank[i] == GAC__NO_NODE)
            put_block(l, &l->blocks.items[i]);
    l->blocks.n = 0;
    gac__id_map_free(&l->d->allocator, &l->by_id);
    gac__arena_reset(&l->arena);
    return l->d->result;
}

static void add_block(layouter *l, uint32_t label)
{
    const gac_allocator *a = &l->d->allocator;
    block b = {.first = label, .level = NONE};
    if (!GAC__VEC_PUSH(a, &l->blocks, b)
        || !gac__id_map_put(a, &l->by_id, words_at(l->d, label)[1],
                            (uint32_t)l->blocks.n))
        l->d->result = GAC_ERR_MEMORY;
}

void gac__dis_lay_out(gac_disassembly *d)
{
    layouter l = {.d = d};
    gac__arena_init(&l.arena, &d->allocator);
    for (uint32_t i = 0; i < d->insts.n && d->result == GAC_OK; i++) {
        if (opcode_at(d, i) == SpvOpFunctionEnd)
            d->result = finish_function(&l);
        else if (opcode_at(d, i) == SpvOpLabel)
            add_block(&l, i);
        if (l.blocks.n > 0)
            l.blocks.items[l.blocks.n - 1].end = i + 1;
        else
            put_in_order(d, i);
    }
    if (d->result == GAC_OK)
        d->result = finish_function(&l);
    gac__arena_free(&l.arena);
    GAC__VEC_FREE(&d->allocator, &l.blocks);
    GAC__VEC_FREE(&d->allocator, &l.edges);
    GAC__VEC_FREE(&d->allocator, &l.deeper);
    gac__id_map_free(&d->allocator, &l.by_id);
}
