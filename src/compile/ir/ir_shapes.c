/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Vector shapes: how a value differs from one work-item to the next, and how
 * long it stays the same.
 *
 * One analysis answers what the tile policy, accesses and memory operands ask
 * about an index. It follows address arithmetic forwards, in two sweeps over
 * the blocks: the second one brings values around loops.
 *
 * Strides (`along`) decide about speed only, and may be wrong. That a value
 * rises by one must be certain: it is the first local id, or the sum of that
 * and a uniform value. Such a sum counts only in the trace that computes it,
 * unless it is made of ids and the launch alone: elsewhere, lanes may hold sums
 * from different iterations of a loop (temporal divergence).
 *
 * A sum may wrap. Exec sees that by the first and the last active lane, even
 * behind extensions. In a strip of several work-groups, it knows one lane's
 * index only, and whether that wraps as a number of its own type: there
 * extensions count for ids alone, which are too small to wrap.
 */
#include "compile/ir/ir_flow.h"

#define SWEEPS 2
#define ID_BYTES 2 /* enough for every local id: GAC__MAX_STRIP_LANES */

static uint8_t life_of_builtin(uint32_t sub)
{
    switch (sub) {
    case GAC__BUILTIN_LOCAL_ID:
    case GAC__BUILTIN_LOCAL_LINEAR_ID:
    case GAC__BUILTIN_LOCAL_SIZE:
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE:
    case GAC__BUILTIN_GLOBAL_SIZE:
    case GAC__BUILTIN_NUM_GROUPS:
    case GAC__BUILTIN_STRIP_LANE:
    case GAC__BUILTIN_STRIP_WIDTH: return GAC__LIFE_LAUNCH;
    case GAC__BUILTIN_GROUP_ID:
    case GAC__BUILTIN_GROUP_BASE:
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET:
    case GAC__BUILTIN_GLOBAL_OFFSET:
    case GAC__BUILTIN_WORK_DIM: return GAC__LIFE_GROUP;
    default: return GAC__LIFE_VISIT;
    }
}

static gac__vector_shape of_builtin(const gac__ir_inst *i)
{
    gac__vector_shape s = {.life = life_of_builtin(i->sub)};
    bool local = i->sub == GAC__BUILTIN_LOCAL_ID;
    if (i->imm < 3 && (local || i->sub == GAC__BUILTIN_GROUP_BASE))
        s.ids = (uint8_t)(1u << i->imm);
    if (i->imm < 3 && local)
        s.along[i->imm] = 1;
    s.of_row = local && i->imm > 0;
    s.rises = local && i->imm == 0 ? GAC__RISES_WITH_ID
              : i->sub == GAC__BUILTIN_LOCAL_LINEAR_ID
                      || i->sub == GAC__BUILTIN_STRIP_LANE
                  ? GAC__RISES_WITH_LANE
                  : GAC__RISES_NOT;
    return s;
}

/* -- strides --------------------------------------------------------------- */

static uint8_t moves(const gac__vector_shape *s)
{
    unsigned bits = s->scaled | s->data;
    for (uint32_t d = 0; d < 3; d++)
        bits |= (unsigned)(s->along[d] != 0) << d;
    return (uint8_t)bits;
}

static int32_t scaled(int32_t a, uint64_t by)
{
    return (int32_t)((uint32_t)a * (uint32_t)by);
}

/* a + b * scale */
static void add(gac__vector_shape *s, const gac__vector_shape *a,
                const gac__vector_shape *b, uint64_t scale)
{
    for (uint32_t d = 0; d < 3; d++)
        s->along[d] = (int32_t)((uint32_t)a->along[d]
                                + (uint32_t)scaled(b->along[d], scale));
}

/* Multiplies by a constant, or by a factor that is known at run time only. */
static void multiply(gac__vector_shape *s, const gac__ir *ir,
                     const gac__ir_inst *i, const gac__vector_shape *a,
                     const gac__vector_shape *b)
{
    uint64_t factor;
    if (gac__ir_is_const(ir, i->args[1], &factor)) {
        factor = i->op == GAC__IR_SHL ? (uint64_t)1 << (factor & 63) : factor;
    } else if (i->op == GAC__IR_IMUL
               && gac__ir_is_const(ir, i->args[0], &factor)) {
        a = b;
    } else {
        s->scaled |= moves(a) | moves(b);
        return;
    }
    for (uint32_t d = 0; d < 3; d++)
        s->along[d] = scaled(a->along[d], factor);
}

/* -- what rises by one ----------------------------------------------------- */

/* Whether a value is a constant mask of low bits, enough to keep the lanes of a
 * strip apart: exec sees whether the masked value wraps. */
static bool is_wide_mask(const gac__ir *ir, uint32_t v)
{
    uint64_t bits;
    return gac__ir_is_const(ir, v, &bits) && !(bits & (bits + 1))
           && bits >= GAC__MAX_STRIP_LANES - 1;
}

uint8_t gac__vector_shape_rises(const gac__vector_shape *s, uint32_t trace)
{
    return s->life != GAC__LIFE_VISIT || s->trace == trace ? s->rises
                                                           : GAC__RISES_NOT;
}

static uint8_t rises_of(const gac__ir *ir, const gac__ir_inst *i,
                        const gac__vector_shape *shapes, uint32_t trace)
{
    const gac__vector_shape *a = &shapes[i->args[0]];
    uint8_t first = gac__vector_shape_rises(a, trace);
    switch (i->op) {
    case GAC__IR_IADD:
        if (!ir->varying[i->args[0]])
            return gac__vector_shape_rises(&shapes[i->args[1]], trace);
        return ir->varying[i->args[1]] ? GAC__RISES_NOT : first;
    case GAC__IR_ISUB: return ir->varying[i->args[1]] ? GAC__RISES_NOT : first;
    case GAC__IR_MOV:
    case GAC__IR_TRUNC: return first;
    case GAC__IR_AND:
        if (!is_wide_mask(ir, i->args[1]))
            return GAC__RISES_NOT;
        return !ir->variant.coalesced || a->is_id ? first : GAC__RISES_NOT;
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT:
        return !ir->variant.coalesced || a->is_id ? first : GAC__RISES_NOT;
    default: return GAC__RISES_NOT;
    }
}

static bool keeps_id(uint16_t op)
{
    return op == GAC__IR_MOV || op == GAC__IR_TRUNC || op == GAC__IR_ZEXT
           || op == GAC__IR_SEXT;
}

/* -- values ---------------------------------------------------------------- */

/* The combined shape of an instruction's arguments. */
static gac__vector_shape of_arguments(const gac__ir_inst *i,
                                      const gac__vector_shape *shapes)
{
    gac__vector_shape s = {.life = GAC__LIFE_LAUNCH, .of_row = true};
    for (uint32_t a = 0; a < i->n_args; a++) {
        const gac__vector_shape *x = &shapes[i->args[a]];
        for (uint32_t d = 0; d < 3; d++)
            s.along[d] = s.along[d] ? s.along[d] : x->along[d];
        s.scaled |= x->scaled;
        s.data |= x->data;
        s.ids |= x->ids;
        s.life = GAC__MIN(s.life, x->life);
        s.of_row &= x->of_row;
    }
    return s;
}

static gac__vector_shape shape_of(const gac__ir *ir, const gac__ir_inst *i,
                                  const gac__vector_shape *shapes,
                                  uint32_t trace)
{
    bool pure = gac__ir_is_pure(i->op);
    gac__vector_shape s = of_arguments(i, shapes);
    const gac__vector_shape *a = &shapes[i->n_args > 0 ? i->args[0] : 0];
    const gac__vector_shape *b = &shapes[i->n_args > 1 ? i->args[1] : 0];
    switch (i->op) {
    case GAC__IR_BUILTIN: s = of_builtin(i); break;
    case GAC__IR_IADD: add(&s, a, b, 1); break;
    case GAC__IR_ISUB: add(&s, a, b, UINT64_MAX); break;
    case GAC__IR_LEA: add(&s, a, b, i->imm); break;
    case GAC__IR_IMUL:
    case GAC__IR_SHL: multiply(&s, ir, i, a, b); break;
    case GAC__IR_LOAD:
        s = (gac__vector_shape){.data = moves(a), .ids = a->ids};
        break;
    default: break;
    }
    s.trace = trace;
    s.is_id = i->op == GAC__IR_BUILTIN ? s.rises == GAC__RISES_WITH_ID
                                       : keeps_id(i->op) && a->is_id;
    s.is_id &= gac__ty_bytes((gac__ty)ir->values[i->result].ty) >= ID_BYTES;
    if (pure && i->n_args > 0)
        s.rises = rises_of(ir, i, shapes, trace);
    if (!pure && i->op != GAC__IR_BUILTIN && i->op != GAC__IR_ARG)
        s.life = GAC__LIFE_VISIT;
    s.of_row = !ir->varying[i->result]
               || (s.of_row && (pure || i->op == GAC__IR_BUILTIN));
    return s;
}

bool gac__follows_at_once(const gac__ir *ir, uint32_t b)
{
    const gac__ir_block *block = &ir->blocks[b];
    if (ir->facts.needs_progress || block->n_preds != 1
        || block->preds[0] + 1 != b)
        return false;
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[b - 1]);
    for (uint32_t t = 0; t < end->n_targets; t++)
        if (end->targets[t] < b)
            return false;
    return !gac__ir_collective(block);
}

const gac__vector_shape *gac__vector_shapes_find(const gac__ir *ir,
                                                 gac__arena *arena)
{
    gac__vector_shape *shapes =
        gac__arena_alloc(arena, ir->n_values, sizeof *shapes);
    for (uint32_t v = 0; shapes && v < ir->n_values; v++)
        if (ir->values[v].kind != GAC__VALUE_INST)
            shapes[v] =
                (gac__vector_shape){.life = GAC__LIFE_LAUNCH, .of_row = true};
    for (uint32_t sweep = 0; shapes && sweep < SWEEPS; sweep++)
        for (uint32_t b = 0, trace = 0; b < ir->n_blocks; b++) {
            trace = gac__follows_at_once(ir, b) ? trace : b + 1;
            for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = ir->blocks[b].insts[k];
                if (i->result)
                    shapes[i->result] = shape_of(ir, i, shapes, trace);
            }
        }
    return shapes;
}
