/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lays blocks out by the control flow: how deep they nest, and in which order
 * they are read best. */
#include "text/disassemble.h"

/* Both follow the newest spirv-dis. Blocks are visited depth first from a
 * function's first one. A block's successors nest under it unless they have a
 * place already:
 *
 *     %loop = OpLabel                   level n
 *     %body =     OpLabel               n + 2: branches, cases, a loop's body
 *     %cont =   OpLabel                 n + 1: what continues a loop
 *    %merge = OpLabel                   n
 *
 * The order is the reverse postorder of a walk that goes to merge blocks first,
 * so that they come last. What cannot be reached stands at the end, at level 0.
 */

#define NONE UINT32_MAX
#define LEVEL_MAX 60 /* deeper blocks are shown at this level */

/* A block that another one goes to, and how much deeper it nests. */
typedef struct edge {
    uint32_t to; /* an id; 0: none */
    uint32_t deeper;
} edge;

typedef struct block {
    uint32_t first, end; /* indexes of instructions */
    uint32_t level;      /* NONE: not known yet */
    bool visited;
} block;

typedef struct layouter {
    gac_disassembly *d;
    GAC__VEC(block) blocks; /* of the function at hand */
    gac__id_map by_id;      /* a label's id -> index into `blocks`, and 1 */
    GAC__VEC(edge)
    edges; /* of the block at hand: first to what merges, then
              to what continues, then the others */
    GAC__VEC(uint32_t) stack; /* twice the block; | 1: all behind it is done */
    GAC__VEC(uint32_t) postorder;
    bool ok; /* there is memory */
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

static void add_edge(layouter *l, uint32_t to, uint32_t deeper)
{
    edge e = {to, deeper};
    l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->edges, e);
}

static void add_cases(layouter *l, uint32_t inst)
{
    gac__inst words = gac__decode(words_at(l->d, inst), 0);
    gac__number_type type = {GAC__NUMBER_UNSIGNED, 32};
    (void)gac__known_number_type(&l->d->known, SpvOpSwitch, words.words[1],
                                 &type);
    uint32_t step = type.width > 32 ? 3 : 2;
    for (uint32_t i = 2; i < words.n_words; i += step)
        add_edge(l, words.words[i], 2);
}

static void find_edges(layouter *l, const block *b)
{
    const gac_disassembly *d = l->d;
    uint32_t last = b->end - 1;
    const uint32_t *words = words_at(d, last);
    uint32_t merge = b->end - b->first >= 3 ? opcode_at(d, last - 1) : SpvOpNop;
    bool loop = merge == SpvOpLoopMerge;
    bool merges = loop || merge == SpvOpSelectionMerge;
    l->edges.n = 0;
    add_edge(l, merges ? words_at(d, last - 1)[1] : 0, 0);
    add_edge(l, loop ? words_at(d, last - 1)[2] : 0, 1);
    switch (opcode_at(d, last)) {
    case SpvOpBranch: add_edge(l, words[1], merges ? 2 : 0); break;
    case SpvOpBranchConditional:
        add_edge(l, words[2], 2);
        add_edge(l, words[3], 2);
        break;
    case SpvOpSwitch: add_cases(l, last); break;
    default: break;
    }
}

/* -- levels and order ------------------------------------------------------ */

static block *find_block(const layouter *l, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&l->by_id, id, &index) ? &l->blocks.items[index - 1]
                                                  : NULL;
}

static void push(layouter *l, uint32_t id)
{
    const block *b = find_block(l, id);
    if (b && !b->visited)
        l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack,
                               2 * (uint32_t)(b - l->blocks.items));
}

static void visit_block(layouter *l, block *b)
{
    b->visited = true;
    l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack,
                           2 * (uint32_t)(b - l->blocks.items) | 1);
    find_edges(l, b);
    if (!l->ok)
        return;
    for (size_t i = 0; i < l->edges.n; i++) {
        block *to = find_block(l, l->edges.items[i].to);
        if (to && to->level == NONE)
            to->level = b->level + l->edges.items[i].deeper;
    }
    for (size_t i = 2; i < l->edges.n; i++)
        push(l, l->edges.items[i].to);
    push(l, l->edges.items[1].to);
    push(l, l->edges.items[0].to);
}

static void walk_blocks(layouter *l)
{
    l->postorder.n = 0;
    l->blocks.items[0].level = 0;
    l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack, 0);
    while (l->ok && l->stack.n > 0) {
        uint32_t top = l->stack.items[--l->stack.n];
        block *b = &l->blocks.items[top / 2];
        if (top & 1)
            l->ok = GAC__VEC_PUSH(&l->d->allocator, &l->postorder, top / 2);
        else if (!b->visited)
            visit_block(l, b);
    }
}

/* -- functions ------------------------------------------------------------- */

static void put_block(layouter *l, const block *b, bool order)
{
    gac_disassembly *d = l->d;
    for (uint32_t i = b->first; i < b->end; i++) {
        uint32_t level = b->visited ? GAC__MIN(b->level, LEVEL_MAX) : 0;
        d->insts.items[i].level = (uint8_t)(level + 1);
        l->ok = l->ok && (!order || GAC__VEC_PUSH(&d->allocator, &d->order, i));
    }
}

/* Lays out the blocks that have been gathered. */
static void finish_function(layouter *l)
{
    bool order = l->d->options.reorder_blocks;
    if (l->blocks.n == 0 || !l->ok)
        return;
    walk_blocks(l);
    for (size_t i = l->postorder.n; i-- > 0;)
        put_block(l, &l->blocks.items[l->postorder.items[i]], order);
    for (size_t i = 0; i < l->blocks.n; i++)
        if (!l->blocks.items[i].visited)
            put_block(l, &l->blocks.items[i], order);
    l->blocks.n = 0;
    gac__id_map_free(&l->d->allocator, &l->by_id);
}

static void add_inst(layouter *l, uint32_t inst)
{
    gac_disassembly *d = l->d;
    uint32_t opcode = opcode_at(d, inst);
    if (opcode == SpvOpFunctionEnd)
        finish_function(l);
    if (opcode == SpvOpLabel) {
        block b = {.first = inst, .level = NONE};
        l->ok = l->ok && GAC__VEC_PUSH(&d->allocator, &l->blocks, b)
                && gac__id_map_put(&d->allocator, &l->by_id,
                                   words_at(d, inst)[1], (uint32_t)l->blocks.n);
    }
    if (l->ok && l->blocks.n > 0)
        l->blocks.items[l->blocks.n - 1].end = inst + 1;
    else if (d->options.reorder_blocks)
        l->ok = l->ok && GAC__VEC_PUSH(&d->allocator, &d->order, inst);
}

gac_result gac__dis_lay_out(gac_disassembly *d)
{
    layouter l = {.d = d, .ok = true};
    for (uint32_t i = 0; i < d->insts.n && l.ok; i++)
        add_inst(&l, i);
    finish_function(&l);
    GAC__VEC_FREE(&d->allocator, &l.blocks);
    GAC__VEC_FREE(&d->allocator, &l.edges);
    GAC__VEC_FREE(&d->allocator, &l.stack);
    GAC__VEC_FREE(&d->allocator, &l.postorder);
    gac__id_map_free(&d->allocator, &l.by_id);
    return l.ok ? GAC_OK : GAC_ERR_MEMORY;
}
