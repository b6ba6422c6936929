/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Addresses, loads and stores: of scalars, and of whole values. */
#include "compile/build/build_emit.h"

/* -- addresses ------------------------------------------------------------- */

/* A sum of addresses, wrapped to the pointers' width. */
static int64_t wrap(const gac__builder *b, uint64_t sum)
{
    return b->ir->ptr_ty == GAC__TY_I32 ? (int64_t)(int32_t)(uint32_t)sum
                                        : (int64_t)sum;
}

/* The LEA that makes `pointer`, if it only adds a displacement; NULL: it does
 * more, or there is none. */
static const gac__ir_inst *plain_displacement(const gac__builder *b,
                                              uint32_t pointer)
{
    const gac__ir_value *v = &b->ir->values[pointer];
    if (v->kind != GAC__VALUE_INST || !v->def || v->def->op != GAC__IR_LEA
        || v->def->imm != 0)
        return NULL;
    return v->def;
}

static uint32_t lea(gac__builder *b, uint32_t base, uint32_t index,
                    uint64_t scale, int64_t displacement)
{
    if (gac__build_ty(b, base) != b->ir->ptr_ty
        || !gac__ty_is_int(gac__build_ty(b, index)))
        return gac__build_invalid(
            b, "its base is not a pointer, or its index not an "
               "integer");
    gac__ty ty = b->ir->ptr_ty;
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_LEA, ty, ty, 2, (uint32_t[]){base, index});
    inst->imm = scale;
    inst->imm2 = displacement;
    return inst->result;
}

static uint32_t displace(gac__builder *b, uint32_t base, int64_t displacement)
{
    if (displacement == 0)
        return base;
    gac__ir_value v = b->ir->values[base];
    uint64_t moved = v.bits + (uint64_t)displacement;
    if (v.kind == GAC__VALUE_CONST)
        return gac__build_const(b, (gac__ty)v.ty, moved);
    if (v.kind == GAC__VALUE_SYMBOL) {
        uint32_t value = gac__ir_new_value(b->ir, b->ir->ptr_ty, NULL);
        if (!value) {
            gac__build_no_memory(b);
            return 0;
        }
        v.bits = moved;
        b->ir->values[value] = v;
        return value;
    }
    const gac__ir_inst *inner = plain_displacement(b, base);
    if (inner)
        return lea(b, inner->args[0], inner->args[1], 0,
                   wrap(b, (uint64_t)inner->imm2 + (uint64_t)displacement));
    return lea(b, base, gac__build_const(b, b->ir->ptr_ty, 0), 0, displacement);
}

uint32_t gac__build_address(gac__builder *b, uint32_t base, uint32_t index,
                            uint64_t scale, int64_t displacement)
{
    uint64_t bits;
    if (!gac__build_ok(b) || !base)
        return 0;
    if (gac__build_folds(b, index, &bits)) {
        int64_t at = gac__sign_extend(bits, (uint8_t)gac__build_ty(b, index));
        displacement = wrap(b, (uint64_t)displacement + (uint64_t)at * scale);
        index = 0;
    }
    if (!index || scale == 0)
        return displace(b, base, displacement);
    const gac__ir_inst *inner = plain_displacement(b, base);
    if (inner) {
        displacement = wrap(b, (uint64_t)displacement + (uint64_t)inner->imm2);
        base = inner->args[0];
    }
    return lea(b, base, index, scale, displacement);
}

/* -- memory ---------------------------------------------------------------- */

static uint32_t log2_align(uint64_t align, int64_t displacement)
{
    uint64_t known = align | (uint64_t)displacement;
    return known ? (uint32_t)__builtin_ctzll(known) : 0;
}

static void address_of_access(gac__builder *b, uint32_t *pointer,
                              int64_t *displacement)
{
    if (gac__build_ty(b, *pointer) != b->ir->ptr_ty) {
        gac__build_invalid(b, "it accesses memory through something that is no "
                              "pointer");
        return;
    }
    const gac__ir_inst *inner = plain_displacement(b, *pointer);
    if (inner) {
        *displacement =
            (int64_t)((uint64_t)*displacement + (uint64_t)inner->imm2);
        *pointer = inner->args[0];
    }
}

uint32_t gac__build_load(gac__builder *b, uint32_t pointer,
                         int64_t displacement, gac__ty ty, uint64_t align,
                         bool is_volatile)
{
    uint32_t log2 = log2_align(align, displacement);
    gac__ty stored = ty == GAC__TY_BOOL ? GAC__TY_I8 : ty;
    address_of_access(b, &pointer, &displacement);
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_LOAD, stored, stored, 1, &pointer);
    inst->sub = log2;
    inst->imm2 = displacement;
    inst->flags = is_volatile ? GAC__IR_VOLATILE : 0;
    /* A boolean is a byte of any value in memory, and 0 or 1 in the IR. */
    return stored == ty ? inst->result
                        : gac__build_2(b, GAC__IR_INE, stored, inst->result,
                                       gac__build_const(b, stored, 0));
}

void gac__build_store(gac__builder *b, uint32_t pointer, int64_t displacement,
                      uint32_t value, uint64_t align, bool is_volatile)
{
    uint32_t log2 = log2_align(align, displacement);
    address_of_access(b, &pointer, &displacement);
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_STORE, gac__build_ty(b, value), GAC__TY_VOID,
                        2, (uint32_t[]){pointer, value});
    inst->sub = log2;
    inst->imm2 = displacement;
    inst->flags = is_volatile ? GAC__IR_VOLATILE : 0;
}

void gac__build_copy_aligned(gac__builder *b, uint32_t destination,
                             uint32_t source, uint32_t bytes, uint64_t align)
{
    if (gac__build_ty(b, destination) != b->ir->ptr_ty
        || gac__build_ty(b, source) != b->ir->ptr_ty
        || !gac__ty_is_int(gac__build_ty(b, bytes)))
        gac__build_invalid(b, "it copies between things that are no pointers");
    gac__ir_inst *inst =
        gac__build_inst(b, GAC__IR_COPYMEM, GAC__TY_VOID, GAC__TY_VOID, 3,
                        (uint32_t[]){destination, source, bytes});
    inst->sub = log2_align(align, 0);
}

void gac__build_copy_memory(gac__builder *b, uint32_t destination,
                            uint32_t source, uint64_t bytes)
{
    gac__build_copy_aligned(b, destination, source, gac__build_size(b, bytes),
                            1);
}

uint32_t gac__build_alloca(gac__builder *b, uint64_t size, uint64_t align)
{
    if (size > GAC__BUILD_VAR_MAX)
        return gac__build_limit(b, "the size of a private variable");
    uint32_t block = b->block;
    gac__ty ty = b->ir->ptr_ty;
    b->block = 0;
    gac__ir_inst *inst = gac__build_inst(b, GAC__IR_ALLOCA, ty, ty, 0, NULL);
    b->block = block;
    inst->imm = size;
    inst->imm2 = (int64_t)GAC__MAX(align, 1u);
    return inst->result;
}

uint32_t gac__build_private_copy(gac__builder *b, uint32_t source,
                                 const gac__shape *shape)
{
    uint32_t pointer =
        gac__build_alloca(b, GAC__MAX(shape->size, 1u), shape->align);
    gac__build_copy_memory(b, pointer, source, shape->size);
    return pointer;
}

uint32_t gac__build_alloca_for(gac__builder *b, const gac__shape *shape,
                               uint64_t align)
{
    gac__ir *ir = b->ir;
    uint32_t value = gac__build_alloca(b, GAC__MAX(shape->size, 1u), align);
    const uint8_t *padding = gac__build_padding(b, shape);
    if (!value || !padding)
        return value;
    GAC__BUILD_PUSH(b, &b->paddings, padding);
    ir->values[value].def->sub = (uint32_t)b->paddings.n;
    return value;
}

/* -- whole values ---------------------------------------------------------- */

gac__val gac__build_load_value(gac__builder *b, uint32_t pointer,
                               const gac__shape *shape, uint64_t align,
                               bool is_volatile)
{
    gac__val v = {.shape = shape};
    if (shape->in_memory) {
        v.memory = gac__build_private_copy(b, pointer, shape);
        return v;
    }
    uint32_t *c = gac__build_alloc(b, shape->n, sizeof *c);
    v.c = c;
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        c[k] = gac__build_load(b, pointer, shape->offset[k],
                               (gac__ty)shape->ty[k], align, is_volatile);
    return v;
}

void gac__build_store_value(gac__builder *b, uint32_t pointer, gac__val value,
                            uint64_t align, bool is_volatile)
{
    const gac__shape *shape = value.shape;
    if (shape->in_memory) {
        gac__build_copy_memory(b, pointer, value.memory, shape->size);
        return;
    }
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        gac__build_store(b, pointer, shape->offset[k], value.c[k], align,
                         is_volatile);
}
