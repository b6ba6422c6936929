/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Launch-invariant code motion.
 *
 * What depends on arguments, sizes and local ids alone is the same in every
 * group of one size: the place of a work-item in a tile, its offset in a row of
 * the matrix. These operations move to the front of block 0. Exec runs them
 * once for all groups that a strip's frame is used for, and their results keep
 * their registers.
 *
 * Pure operations are total: they may run where they did not run before.
 */
#include "compile/passes/passes.h"

/* The most operations that may move: on lanes, since registers that are kept
 * take room in the caches; and on what lanes share. Groups of another size run
 * all of them again, arms that they do not take as well. */
#define MOST_OF_LANES 16u
#define MOST_SHARED 64u

typedef struct setup {
    gac__ir *ir;
    const gac__vector_shape *shapes;
    uint8_t *moved;       /* by value: its definition is in the front */
    gac__ir_inst **front; /* presets, and what moves */
    uint32_t n;           /* of these */
    uint32_t n_lanes, n_shared;
} setup;

/* Whether a value is known before the first instruction behind the front. */
static bool is_ready(const setup *s, uint32_t v)
{
    return s->ir->values[v].kind != GAC__VALUE_INST || s->moved[v];
}

/* Whether an instruction may move. Presets of block 0 stand in front of what
 * uses them. */
static bool may_move(const setup *s, const gac__ir_inst *i, uint32_t b)
{
    if (b == 0 && i->result && gac__value_is_preset(s->ir, i->result))
        return true;
    if (!gac__ir_is_pure(i->op) || s->shapes[i->result].life != GAC__LIFE_LAUNCH
        || (s->ir->varying[i->result] ? s->n_lanes == MOST_OF_LANES
                                      : s->n_shared == MOST_SHARED))
        return false;
    for (uint32_t a = 0; a < i->n_args; a++)
        if (!is_ready(s, i->args[a]))
            return false;
    return true;
}

static void find_moved(setup *s)
{
    GAC__EACH_INST(s->ir, b, i) {
        if (!may_move(s, i, b))
            continue;
        s->moved[i->result] = 1;
        s->n_lanes += gac__ir_is_pure(i->op) && s->ir->varying[i->result];
        s->n_shared += gac__ir_is_pure(i->op) && !s->ir->varying[i->result];
    }
}

/* What lanes share moves only if operations on lanes that move need it. */
static void drop_unneeded(setup *s, uint8_t *needed)
{
    for (uint32_t b = s->ir->n_blocks; b-- > 0;) {
        const gac__ir_block *block = &s->ir->blocks[b];
        for (uint32_t k = block->n_insts; k-- > 0;) {
            const gac__ir_inst *i = block->insts[k];
            if (!s->moved[i->result] || !gac__ir_is_pure(i->op))
                continue;
            s->moved[i->result] =
                s->ir->varying[i->result] || needed[i->result];
            for (uint32_t a = 0; a < i->n_args; a++)
                needed[i->args[a]] |= s->moved[i->result];
        }
    }
}

/* Takes what moves out of a block. */
static void take(setup *s, gac__ir_block *block)
{
    uint32_t n_left = 0;
    for (uint32_t k = 0; k < block->n_insts; k++) {
        gac__ir_inst *i = block->insts[k];
        if (s->moved[i->result])
            s->front[s->n++] = i;
        else
            block->insts[n_left++] = i;
    }
    block->n_insts = n_left;
}

/* Puts the front in front of block 0. */
static bool rebuild(const setup *s)
{
    gac__ir_block *entry = &s->ir->blocks[0];
    uint32_t n = s->n + entry->n_insts;
    gac__ir_inst **insts = gac__arena_alloc(s->ir->arena, n, sizeof *insts);
    if (!insts)
        return false;
    memcpy(insts, s->front, s->n * sizeof *insts);
    memcpy(insts + s->n, entry->insts, entry->n_insts * sizeof *insts);
    entry->insts = insts;
    entry->n_insts = entry->capacity = n;
    s->ir->n_setup = s->n;
    return true;
}

/* A checked run reports undefined operations where the module has them. */
gac_result gac__pass_setup(gac__ir *ir, gac__arena *scratch)
{
    setup s = {.ir = ir};
    uint32_t n = 0;
    if (ir->variant.checked)
        return GAC_OK;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        n += ir->blocks[b].n_insts;
    GAC__TRY(gac__ir_watch(ir, 4 * (uint64_t)n));
    s.shapes = gac__vector_shapes_find(ir, scratch);
    s.moved = gac__arena_alloc(scratch, ir->n_values, 2);
    s.front = gac__arena_alloc(scratch, n, sizeof(gac__ir_inst *));
    ir->kept = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!s.shapes || !s.moved || !s.front || !ir->kept)
        return GAC_ERR_MEMORY;
    find_moved(&s);
    drop_unneeded(&s, s.moved + ir->n_values);
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        take(&s, &ir->blocks[b]);
    /* What is left uses values that are kept. */
    GAC__EACH_INST(ir, b, i)
        for (uint32_t a = 0; a < i->n_args; a++)
            ir->kept[i->args[a]] |= s.moved[i->args[a]];
    return rebuild(&s) ? GAC_OK : GAC_ERR_MEMORY;
}
