/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emitting: constants, folded operations, blocks, phis.
 *
 * The types of an operation's operands are checked where it is appended. So
 * each module whose types do not fit is found, whichever instruction is at
 * fault.
 */
#include "compile/build/build_emit.h"
#include "compile/lanes/lane_kernels.h"

/* -- constants ------------------------------------------------------------- */

uint32_t gac__build_const(gac__builder *b, gac__ty ty, uint64_t bits)
{
    if (!gac__build_ok(b) || ty == GAC__TY_VOID)
        return 0;
    uint32_t value = gac__ir_const(b->ir, ty, bits);
    if (!value)
        gac__build_no_memory(b);
    return value;
}

uint32_t gac__build_one(gac__builder *b, gac__ty ty)
{
    static const uint64_t ones[GAC__TY_COUNT] = {
        [GAC__TY_F16] = 0x3C00,
        [GAC__TY_F32] = 0x3F800000,
        [GAC__TY_F64] = UINT64_C(0x3FF0000000000000)};
    return gac__build_const(b, ty, ones[ty]);
}

uint32_t gac__build_size(gac__builder *b, uint64_t bytes)
{
    if (b->ir->ptr_ty == GAC__TY_I32 && bytes > UINT32_MAX)
        gac__build_limit(b, "the size of a value in memory");
    return gac__build_const(b, b->ir->ptr_ty, bytes);
}

uint32_t gac__build_undef(gac__builder *b, gac__ty ty)
{
    if (!gac__build_ok(b) || ty == GAC__TY_VOID)
        return 0;
    uint32_t value = gac__ir_undef(b->ir, ty, GAC__UNDEF_INST);
    if (!value)
        gac__build_no_memory(b);
    return value;
}

gac__ty gac__build_ty(const gac__builder *b, uint32_t value)
{
    return value < b->ir->n_values ? (gac__ty)b->ir->values[value].ty
                                   : GAC__TY_VOID;
}

bool gac__build_is_const(const gac__builder *b, uint32_t value, uint64_t *bits)
{
    if (!value || value >= b->ir->n_values
        || b->ir->values[value].kind != GAC__VALUE_CONST)
        return false;
    *bits = b->ir->values[value].bits;
    return true;
}

bool gac__build_folds(const gac__builder *b, uint32_t value, uint64_t *bits)
{
    return gac__build_is_const(b, value, bits)
           && !(b->ir->variant.checked && b->ir->values[value].undef);
}

/* -- operations ------------------------------------------------------------ */

/* Computes an operation on constants; 0: it does not fold. */
static uint32_t fold(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t sub,
                     uint64_t imm, gac__ty result, uint32_t n,
                     const uint32_t *args)
{
    uint64_t in[3] = {0}, out = 0;
    for (uint32_t k = 0; k < n; k++)
        if (!gac__build_folds(b, args[k], &in[k]))
            return 0;
    if (!gac__ir_is_defined((uint16_t)op, (uint8_t)ty, in[0], in[1]))
        return 0;
    gac__lane_kernel *kernel =
        gac__scalar_kernel_find((uint16_t)op, (uint8_t)ty, sub, imm);
    if (!kernel)
        return 0;
    kernel(&out, &in[0], &in[1], &in[2], 0, 1);
    return gac__build_const(b, result, out);
}

gac__ir_inst *gac__build_inst(gac__builder *b, gac__ir_op op, gac__ty ty,
                              gac__ty result, uint32_t n, const uint32_t *args)
{
    *b->no_inst = (gac__ir_inst){0};
    gac__build_count(b, GAC__BUILD_INST_PARTS + (uint64_t)n);
    if (!gac__build_ok(b))
        return b->no_inst;
    gac__ir_inst *inst = gac__ir_new_inst(b->ir, op, ty, n);
    if (!inst || !gac__ir_append(b->ir, &b->ir->blocks[b->block], inst)) {
        gac__build_no_memory(b);
        return b->no_inst;
    }
    inst->ordinal = b->inst.ordinal;
    if (n)
        memcpy(inst->args, args, n * sizeof *args);
    if (result != GAC__TY_VOID) {
        inst->result = gac__ir_new_value(b->ir, result, inst);
        if (!inst->result)
            gac__build_no_memory(b);
    }
    return inst;
}

uint32_t gac__build_op(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t sub,
                       uint64_t imm, uint32_t n, const uint32_t *args)
{
    uint8_t at[3] = {0};
    if (!gac__build_ok(b))
        return 0;
    for (uint32_t k = 0; k < n && k < 3; k++)
        at[k] = (uint8_t)gac__build_ty(b, args[k]);
    if (n > 3 || !gac__ir_pure_types_ok((uint16_t)op, (uint8_t)ty, sub, at, n))
        return gac__build_invalid(b, "the types of its operands do not fit");
    gac__ty result = gac__ir_result_type((uint16_t)op, (uint8_t)ty, sub);
    uint32_t folded = fold(b, op, ty, sub, imm, result, n, args);
    if (folded || !gac__build_ok(b))
        return folded;
    gac__ir_inst *inst = gac__build_inst(b, op, ty, result, n, args);
    inst->sub = sub;
    inst->imm = imm;
    return inst->result;
}

uint32_t gac__build_1(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x)
{
    return gac__build_op(b, op, ty, 0, 0, 1, &x);
}

uint32_t gac__build_2(gac__builder *b, gac__ir_op op, gac__ty ty, uint32_t x,
                      uint32_t y)
{
    return gac__build_op(b, op, ty, 0, 0, 2, (uint32_t[]){x, y});
}

uint32_t gac__build_2_const(gac__builder *b, gac__ir_op op, gac__ty ty,
                            uint32_t x, uint64_t bits)
{
    return gac__build_2(b, op, ty, x, gac__build_const(b, ty, bits));
}

uint32_t gac__build_select(gac__builder *b, uint32_t condition, uint32_t x,
                           uint32_t y)
{
    uint64_t bits;
    gac__ty ty = gac__build_ty(b, x);
    if (gac__build_folds(b, condition, &bits)
        && gac__build_ty(b, condition) == GAC__TY_BOOL
        && gac__build_ty(b, y) == ty)
        return bits ? x : y;
    return gac__build_op(b, GAC__IR_SELECT, ty, 0, 0, 3,
                         (uint32_t[]){condition, x, y});
}

uint32_t gac__build_choose(gac__builder *b, uint32_t index, uint32_t otherwise,
                           uint32_t first, uint32_t n, const uint32_t *from)
{
    gac__ty ty = gac__build_ty(b, index);
    uint32_t chosen = otherwise;
    for (uint32_t k = first; k < n && gac__build_ok(b); k++)
        chosen = gac__build_select(
            b, gac__build_2_const(b, GAC__IR_IEQ, ty, index, k), from[k],
            chosen);
    return chosen;
}

uint32_t gac__build_ext(gac__builder *b, uint32_t number, gac__ty ty,
                        uint32_t n, const uint32_t *args)
{
    return gac__build_op(b, GAC__IR_EXT, ty, number, 0, n, args);
}

uint32_t gac__build_resize(gac__builder *b, uint32_t value, gac__ty ty,
                           bool is_signed)
{
    gac__ty from = gac__build_ty(b, value);
    if (from == ty)
        return value;
    gac__ir_op op = ty < from   ? GAC__IR_TRUNC
                    : is_signed ? GAC__IR_SEXT
                                : GAC__IR_ZEXT;
    return gac__build_op(b, op, ty, from, 0, 1, &value);
}

uint32_t gac__build_as_int(gac__builder *b, uint32_t value, gac__ty ty,
                           const char *what)
{
    if (!gac__ty_is_int(gac__build_ty(b, value)))
        gac__build_invalid(b, "%s is not an integer.", what);
    return gac__build_resize(b, value, ty, false);
}

uint32_t gac__build_as(gac__builder *b, uint32_t value, gac__ty ty)
{
    uint64_t bits;
    if (gac__build_ty(b, value) == ty)
        return value;
    if (gac__build_folds(b, value, &bits)
        && gac__ty_bytes(ty) == gac__ty_bytes(gac__build_ty(b, value)))
        return gac__build_const(b, ty, bits);
    return gac__build_1(b, GAC__IR_MOV, ty, value);
}

/* -- blocks ---------------------------------------------------------------- */

uint32_t gac__build_new_block(gac__builder *b)
{
    if (!gac__build_ok(b))
        return 0;
    uint32_t block = gac__ir_add_block(b->ir);
    if (b->ir->failed)
        gac__build_no_memory(b);
    return block;
}

gac__ir_inst *gac__build_terminate(gac__builder *b, gac__ir_op op,
                                   uint32_t n_args, const uint32_t *args,
                                   uint32_t n_targets)
{
    gac__ir_inst *inst =
        gac__build_inst(b, op, GAC__TY_VOID, GAC__TY_VOID, n_args, args);
    gac__build_count(b, 4 * (uint64_t)n_targets);
    if (!gac__build_ok(b))
        return NULL;
    inst->targets = gac__build_keep(b, n_targets, sizeof(uint32_t));
    if (!inst->targets)
        return NULL;
    inst->n_targets = n_targets;
    return inst;
}

void gac__build_branch(gac__builder *b, uint32_t target)
{
    gac__ir_inst *inst = gac__build_terminate(b, GAC__IR_BR, 0, NULL, 1);
    if (!inst)
        return;
    inst->targets[0] = target;
    b->block = target;
}

void gac__build_branch_on(gac__builder *b, uint32_t condition, uint32_t yes,
                          uint32_t no)
{
    gac__ir_inst *inst = gac__build_terminate(b, GAC__IR_CBR, 1, &condition, 2);
    if (!inst)
        return;
    inst->targets[0] = yes;
    inst->targets[1] = no;
}

void gac__build_collective(gac__builder *b)
{
    uint32_t next = gac__build_new_block(b);
    if (gac__build_ok(b))
        gac__build_branch(b, next);
}

/* -- phis ------------------------------------------------------------------ */

bool gac__build_alloc_incoming(gac__builder *b, gac__ir_inst *phi, uint32_t n)
{
    gac__build_count(b, 2 * (uint64_t)n);
    if (!gac__build_ok(b))
        return false;
    phi->args = gac__build_keep(b, n, sizeof *phi->args);
    phi->targets = gac__build_keep(b, n, sizeof *phi->targets);
    phi->n_args = phi->n_targets = 0;
    return gac__build_ok(b);
}

void gac__build_add_incoming(gac__builder *b, gac__ir_inst *phi, uint32_t value,
                             uint32_t block)
{
    if (gac__build_ty(b, value) != phi->ty)
        gac__build_invalid(b, "a value does not have the phi's type.");
    phi->args[phi->n_args++] = value;
    phi->targets[phi->n_targets++] = block;
}

uint32_t gac__build_join(gac__builder *b, gac__ty ty, const uint32_t values[2],
                         const uint32_t blocks[2])
{
    gac__ir_inst *phi = gac__build_inst(b, GAC__IR_PHI, ty, ty, 0, NULL);
    if (!gac__build_alloc_incoming(b, phi, 2))
        return 0;
    for (uint32_t k = 0; k < 2; k++)
        gac__build_add_incoming(b, phi, values[k], blocks[k]);
    return phi->result;
}
