/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builtins: ids and sizes of work-items, groups and sub-groups. */
#include "compile/build/build_emit.h"

/* -- builtins -------------------------------------------------------------- */

bool gac__build_find_builtin(uint32_t spv_builtin, uint32_t *builtin_out)
{
    static const uint32_t numbers[] = {
#define NUMBER(own, spirv, opencl) [GAC__BUILTIN_##own] = SpvBuiltIn##spirv,
        GAC__BUILTINS(NUMBER)
#undef NUMBER
    };
    for (uint32_t k = 0; k < GAC__COUNT_OF(numbers); k++)
        if (numbers[k] == spv_builtin) {
            *builtin_out = k;
            return true;
        }
    return false;
}

/* The type of a builtin's IR instruction: OpenCL C's size_t for ids and sizes
 * of work-items and work-groups; others have 32 bits. */
static gac__ty builtin_ty(const gac__builder *b, uint32_t builtin)
{
    bool is_size = builtin <= GAC__BUILTIN_GLOBAL_OFFSET
                   || builtin == GAC__BUILTIN_GLOBAL_LINEAR_ID
                   || builtin == GAC__BUILTIN_LOCAL_LINEAR_ID;
    return is_size ? b->ir->ptr_ty : GAC__TY_I32;
}

uint32_t gac__build_builtin(gac__builder *b, uint32_t builtin,
                            uint32_t dimension, gac__ty ty)
{
    gac__ty own = builtin_ty(b, builtin);
    gac__ir_inst *inst = gac__build_inst(b, GAC__IR_BUILTIN, own, own, 0, NULL);
    inst->sub = builtin;
    inst->imm = dimension;
    if (!gac__ty_is_int(ty))
        return gac__build_invalid(b, "a builtin variable is not an integer.");
    return gac__build_resize(b, inst->result, ty, false);
}

uint32_t gac__build_builtin_beyond(gac__builder *b, uint32_t builtin,
                                   gac__ty ty)
{
    bool is_size = builtin == GAC__BUILTIN_GLOBAL_SIZE
                   || builtin == GAC__BUILTIN_LOCAL_SIZE
                   || builtin == GAC__BUILTIN_ENQUEUED_LOCAL_SIZE
                   || builtin == GAC__BUILTIN_NUM_GROUPS;
    return gac__build_const(b, ty, is_size);
}

/* Reads component `k` of what the slot points to. */
static uint32_t builtin_component(gac__builder *b, const gac__slot *slot,
                                  const gac__shape *shape, uint32_t k)
{
    uint32_t dimension = slot->component == GAC__WHOLE ? k : slot->component;
    return gac__build_builtin(b, slot->builtin, dimension,
                              (gac__ty)shape->ty[k]);
}

static const gac__shape *builtin_shape(gac__builder *b, uint32_t type_id)
{
    const gac__shape *shape = gac__build_shape(b, type_id);
    if (shape->n <= 4 && !shape->in_memory)
        return shape;
    gac__build_invalid(b, "a builtin variable has more than four components.");
    return gac__build_no_shape();
}

void gac__build_load_builtin(gac__builder *b, const gac__slot *slot,
                             uint32_t type_id, uint32_t c_out[4])
{
    const gac__shape *shape = builtin_shape(b, type_id);
    for (uint32_t k = 0; k < shape->n; k++)
        c_out[k] = builtin_component(b, slot, shape, k);
}

uint32_t gac__build_materialize_builtin(gac__builder *b, gac__slot *slot)
{
    const gac__shape *shape = builtin_shape(b, slot->pointee);
    uint32_t block = b->block;
    uint32_t pointer = gac__build_alloca(b, shape->size, shape->align);
    b->block = 0;
    for (uint32_t k = 0; k < shape->n; k++)
        gac__build_store(b, pointer, shape->offset[k],
                         builtin_component(b, slot, shape, k), shape->align,
                         false);
    b->block = block;
    return pointer;
}
