/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits builtins into a part that a group shares and a part of each lane.
 *
 * A global id is the group's first global id plus the local id. The first is a
 * scalar that changes with each group; the second stays in a lane register for
 * the whole run. What remains for the executor to provide by lane are local ids
 * and sub-group ids, none of which depends on the group.
 */
#include "compile/passes/passes.h"

typedef struct splitter {
    gac__ir *ir;
    gac__ir_block *block;
    bool failed;
} splitter;

static uint32_t add(splitter *s, gac__ir_op op, gac__ty ty, uint32_t sub,
                    uint64_t imm, uint32_t a, uint32_t b)
{
    gac__ir_inst *inst = gac__ir_add(s->ir, s->block, op, ty, NULL, a, b, 0);
    if (!inst) {
        s->failed = true;
        return 0;
    }
    inst->sub = sub;
    inst->imm = imm;
    return inst->result;
}

/* In a one-dimensional variant, the upper local ids are 0. */
static uint32_t builtin(splitter *s, gac__ty ty, uint32_t sub, uint64_t dim)
{
    if (s->ir->variant.one_dimensional && sub == GAC__BUILTIN_LOCAL_ID
        && dim > 0)
        return gac__ir_const(s->ir, ty, 0);
    return add(s, GAC__IR_BUILTIN, ty, sub, dim, 0, 0);
}

/* Horner's rule over the dimensions: ((z * size_y) + y) * size_x + x, of ids
 * `id` in extents `extent`. */
static uint32_t linear(splitter *s, gac__ty ty, uint32_t id, uint32_t extent)
{
    uint32_t value = 0;
    for (uint64_t dim = 3; dim-- > 0;) {
        uint32_t coordinate = builtin(s, ty, id, dim);
        if (id == GAC__BUILTIN_GROUP_BASE_NO_OFFSET)
            coordinate = add(s, GAC__IR_IADD, ty, 0, 0, coordinate,
                             builtin(s, ty, GAC__BUILTIN_LOCAL_ID, dim));
        if (value) {
            value = add(s, GAC__IR_IMUL, ty, 0, 0, value,
                        builtin(s, ty, extent, dim));
            value = add(s, GAC__IR_IADD, ty, 0, 0, value, coordinate);
        } else {
            value = coordinate;
        }
    }
    return value;
}

/* Turns `inst` into a copy of `value`. */
static void become_copy(gac__ir *ir, gac__ir_inst *inst, uint32_t value)
{
    uint32_t *args = gac__arena_alloc(ir->arena, 1, sizeof *args);
    if (!args || !value)
        return;
    inst->args = args;
    gac__ir_become_copy(inst, value);
}

static void split(splitter *s, gac__ir_inst *inst)
{
    gac__ty ty = (gac__ty)inst->ty;
    uint32_t value = 0;
    switch (inst->sub) {
    case GAC__BUILTIN_GLOBAL_ID:
        value = add(s, GAC__IR_IADD, ty, 0, 0,
                    builtin(s, ty, GAC__BUILTIN_GROUP_BASE, inst->imm),
                    builtin(s, ty, GAC__BUILTIN_LOCAL_ID, inst->imm));
        break;
    case GAC__BUILTIN_GLOBAL_LINEAR_ID:
        value = linear(s, ty, GAC__BUILTIN_GROUP_BASE_NO_OFFSET,
                       GAC__BUILTIN_GLOBAL_SIZE);
        break;
    case GAC__BUILTIN_LOCAL_ID:
        value = builtin(s, ty, GAC__BUILTIN_LOCAL_ID, inst->imm);
        break;
    default: return;
    }
    become_copy(s->ir, inst, value);
}

static bool needs_split(const gac__ir *ir, const gac__ir_inst *inst)
{
    return inst->op == GAC__IR_BUILTIN
           && (inst->sub == GAC__BUILTIN_GLOBAL_ID
               || inst->sub == GAC__BUILTIN_GLOBAL_LINEAR_ID
               || (ir->variant.one_dimensional
                   && inst->sub == GAC__BUILTIN_LOCAL_ID));
}

/* Gives a builtin the dimension that its own is interchanged with. */
static void interchange(const gac__ir *ir, gac__ir_inst *inst)
{
    uint64_t other = ir->variant.leading;
    if (other && inst->op == GAC__IR_BUILTIN
        && inst->sub != GAC__BUILTIN_WORK_DIM)
        inst->imm = inst->imm == 0 ? other : inst->imm == other ? 0 : inst->imm;
}

gac_result gac__pass_builtins(gac__ir *ir, gac__arena *scratch)
{
    (void)scratch;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        gac__ir_block *block = &ir->blocks[b];
        uint32_t found = 0, n = block->n_insts;
        for (uint32_t k = 0; k < n; k++) {
            interchange(ir, block->insts[k]);
            found += needs_split(ir, block->insts[k]);
        }
        if (!found)
            continue;
        gac__ir_inst **old = gac__ir_reopen(ir, block);
        if (!old)
            return GAC_ERR_MEMORY;
        splitter s = {ir, block, false};
        for (uint32_t k = 0; k < n; k++) {
            if (needs_split(ir, old[k]))
                split(&s, old[k]);
            if (!gac__ir_append(ir, block, old[k]) || s.failed)
                return GAC_ERR_MEMORY;
        }
    }
    return GAC_OK;
}
