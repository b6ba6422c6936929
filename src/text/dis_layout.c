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

typedef enum successor {
    MERGE,
    CONTINUE,
    TRUE_BLOCK,
    FALSE_BLOCK,
    BODY, /* behind a merge instruction */
    NEXT, /* without one */
    N_SUCCESSORS
} successor;

typedef struct block {
    uint32_t first, end;       /* indexes of instructions */
    uint32_t to[N_SUCCESSORS]; /* ids; 0: none */
    uint32_t cases;            /* the index of its OpSwitch, or NONE */
    uint32_t level;            /* NONE: not known yet */
    bool visited;
} block;

typedef struct layouter {
    gac_disassembly *d;
    GAC__VEC(block) blocks;   /* of the function at hand */
    gac__id_map by_id;        /* a label's id -> index into `blocks`, and 1 */
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

static void find_successors(const gac_disassembly *d, block *b)
{
    uint32_t last = b->end - 1;
    const uint32_t *words = words_at(d, last);
    if (b->end - b->first >= 3) {
        const uint32_t *merge = words_at(d, last - 1);
        uint32_t opcode = opcode_at(d, last - 1);
        if (opcode == SpvOpLoopMerge || opcode == SpvOpSelectionMerge)
            b->to[MERGE] = merge[1];
        if (opcode == SpvOpLoopMerge)
            b->to[CONTINUE] = merge[2];
    }
    switch (opcode_at(d, last)) {
    case SpvOpBranch: b->to[b->to[MERGE] ? BODY : NEXT] = words[1]; break;
    case SpvOpBranchConditional:
        b->to[TRUE_BLOCK] = words[2];
        b->to[FALSE_BLOCK] = words[3];
        break;
    case SpvOpSwitch: b->cases = last; break;
    default: break;
    }
}

static uint32_t find_block(const layouter *l, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&l->by_id, id, &index) ? index - 1 : NONE;
}

/* Calls `visit` with the block of each case of a switch, the default first. */
static void each_case(layouter *l, const block *b, uint32_t level,
                      void (*visit)(layouter *l, uint32_t id, uint32_t level))
{
    if (b->cases == NONE)
        return;
    gac__inst inst = gac__decode(words_at(l->d, b->cases), 0);
    gac__number_type type = {GAC__NUMBER_UNSIGNED, 32};
    (void)gac__known_number_type(&l->d->known, SpvOpSwitch, inst.words[1],
                                 &type);
    for (uint32_t i = 2; i<inst.n_words; i += type.width> 32 ? 3 : 2)
        visit(l, inst.words[i], level);
}

/* -- levels and order ------------------------------------------------------ */

static void nest(layouter *l, uint32_t id, uint32_t level)
{
    uint32_t index = find_block(l, id);
    if (index != NONE && l->blocks.items[index].level == NONE)
        l->blocks.items[index].level = level;
}

static void push(layouter *l, uint32_t id, uint32_t level)
{
    (void)level;
    uint32_t index = find_block(l, id);
    if (index != NONE && !l->blocks.items[index].visited)
        l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack, 2 * index);
}

static void visit_block(layouter *l, uint32_t index)
{
    static const uint8_t deeper[N_SUCCESSORS] = {0, 1, 2, 2, 2, 0};
    static const successor order[] = {TRUE_BLOCK, FALSE_BLOCK, BODY, NEXT};
    block *b = &l->blocks.items[index];
    b->visited = true;
    l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack, 2 * index | 1);
    for (uint32_t k = 0; k < N_SUCCESSORS; k++)
        nest(l, b->to[k], b->level + deeper[k]);
    each_case(l, b, b->level + 2, nest);
    for (uint32_t k = 0; k < GAC__COUNT_OF(order); k++)
        push(l, b->to[order[k]], 0);
    each_case(l, b, 0, push);
    push(l, b->to[CONTINUE], 0);
    push(l, b->to[MERGE], 0);
}

static void walk_blocks(layouter *l)
{
    l->postorder.n = 0;
    l->blocks.items[0].level = 0;
    l->ok &= GAC__VEC_PUSH(&l->d->allocator, &l->stack, 0);
    while (l->ok && l->stack.n > 0) {
        uint32_t top = l->stack.items[--l->stack.n];
        if (top & 1)
            l->ok = GAC__VEC_PUSH(&l->d->allocator, &l->postorder, top / 2);
        else if (!l->blocks.items[top / 2].visited)
            visit_block(l, top / 2);
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
    for (size_t i = 0; i < l->blocks.n; i++)
        find_successors(l->d, &l->blocks.items[i]);
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
        block b = {.first = inst, .cases = NONE, .level = NONE};
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
    GAC__VEC_FREE(&d->allocator, &l.stack);
    GAC__VEC_FREE(&d->allocator, &l.postorder);
    gac__id_map_free(&d->allocator, &l.by_id);
    return l.ok ? GAC_OK : GAC_ERR_MEMORY;
}
