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
} splitter;

static uint32_t add(splitter *s, gac__ir_op op, gac__ty ty, uint32_t a,
                    uint32_t b)
{
    return gac__ir_add(s->ir, s->block, op, ty, NULL, a, b, 0)->result;
}

/* In a one-dimensional variant, the upper local ids are 0. */
static uint32_t builtin(splitter *s, gac__ty ty, uint32_t sub, uint64_t dim)
{
    if (s->ir->variant.one_dimensional && sub == GAC__BUILTIN_LOCAL_ID
        && dim > 0)
        return gac__ir_const(s->ir, ty, 0);
    gac__ir_inst *i =
        gac__ir_add(s->ir, s->block, GAC__IR_BUILTIN, ty, NULL, 0, 0, 0);
    i->sub = sub;
    i->imm = dim;
    return i->result;
}

/* Horner's rule over the dimensions: ((z * size_y) + y) * size_x + x, of global
 * ids without their offsets. */
static uint32_t linear(splitter *s, gac__ty ty)
{
    uint32_t value = 0;
    for (uint64_t dim = 3; dim-- > 0;) {
        uint32_t coordinate =
            builtin(s, ty, GAC__BUILTIN_GROUP_BASE_NO_OFFSET, dim);
        coordinate = add(s, GAC__IR_IADD, ty, coordinate,
                         builtin(s, ty, GAC__BUILTIN_LOCAL_ID, dim));
        if (value) {
            value = add(s, GAC__IR_IMUL, ty, value,
                        builtin(s, ty, GAC__BUILTIN_GLOBAL_SIZE, dim));
            value = add(s, GAC__IR_IADD, ty, value, coordinate);
        } else {
            value = coordinate;
        }
    }
    return value;
}

static void split(splitter *s, gac__ir_inst *inst)
{
    gac__ty ty = (gac__ty)inst->ty;
    uint32_t value = 0;
    switch (inst->sub) {
    case GAC__BUILTIN_GLOBAL_ID:
        value = add(s, GAC__IR_IADD, ty,
                    builtin(s, ty, GAC__BUILTIN_GROUP_BASE, inst->imm),
                    builtin(s, ty, GAC__BUILTIN_LOCAL_ID, inst->imm));
        break;
    case GAC__BUILTIN_GLOBAL_LINEAR_ID: value = linear(s, ty); break;
    case GAC__BUILTIN_LOCAL_ID:
        value = builtin(s, ty, GAC__BUILTIN_LOCAL_ID, inst->imm);
        break;
    default: return;
    }
    gac__ir_become_copy(inst, value);
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
        splitter s = {ir, &ir->blocks[b]};
        GAC__TRY(gac__ir_watch(ir, s.block->n_insts));
        GAC__EACH_REOPENED(ir, s.block, i) {
            interchange(ir, i);
            if (needs_split(ir, i))
                split(&s, i);
            gac__ir_append(ir, s.block, i);
        }
    }
    return GAC_OK;
}
