/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Async copies and waits: core, untyped and the set's own. */
#include "compile/build/build_families.h"
#include "grammar/async_roles.h"
#include "module/reports.h"
#include "module/types.h"

static uint32_t emit_copy(gac__builder *b, gac__acopy acopy, uint32_t *args)
{
    gac__ty ty = b->ir->ptr_ty;
    for (uint32_t k = 0; k < GAC_ASYNC_ROLE_COUNT && gac__build_ok(b); k++) {
        if (!gac__ty_is_int(gac__build_ty(b, args[k])))
            return gac__build_invalid(
                b, "its operands are not integers, pointers and "
                   "an event.");
        args[k] = gac__build_resize(b, args[k], ty, false);
    }
    gac__build_collective(b);
    gac__ir_inst *inst = gac__build_inst(b, GAC__IR_ASYNC_COPY, ty, ty,
                                         GAC_ASYNC_ROLE_COUNT, args);
    inst->sub = acopy;
    return inst->result;
}

uint32_t gac__build_core_copy(gac__builder *b, uint32_t destination,
                              uint32_t source, uint64_t element_bytes,
                              uint32_t count, uint32_t stride, bool to_local,
                              uint32_t event)
{
    gac__ty ty = b->ir->ptr_ty;
    uint32_t zero = gac__build_const(b, ty, 0);
    uint32_t one = gac__build_const(b, ty, 1);
    uint64_t bits;
    uint32_t args[GAC_ASYNC_ROLE_COUNT];
    for (uint32_t k = 0; k < GAC_ASYNC_ROLE_COUNT; k++)
        args[k] = one;
    args[GAC_ASYNC_DESTINATION] = destination;
    args[GAC_ASYNC_DESTINATION_OFFSET] = zero;
    args[GAC_ASYNC_SOURCE] = source;
    args[GAC_ASYNC_SOURCE_OFFSET] = zero;
    args[GAC_ASYNC_ELEMENT_BYTES] = gac__build_size(b, element_bytes);
    args[GAC_ASYNC_EVENT] = event;
    if (!stride || (gac__build_is_const(b, stride, &bits) && bits == 1)) {
        args[GAC_ASYNC_ELEMENTS] = count;
        args[GAC_ASYNC_SOURCE_LINE] = args[GAC_ASYNC_DESTINATION_LINE] = count;
        args[GAC_ASYNC_SOURCE_PLANE] = args[GAC_ASYNC_DESTINATION_PLANE] =
            count;
        return emit_copy(b, GAC__ACOPY_LINEAR, args);
    }
    args[GAC_ASYNC_LINES] = count;
    args[to_local ? GAC_ASYNC_SOURCE_LINE : GAC_ASYNC_DESTINATION_LINE] =
        stride;
    return emit_copy(b, GAC__ACOPY_STRIDED, args);
}

uint32_t gac__build_set_copy(gac__builder *b, uint32_t number,
                             const uint32_t *values, uint32_t n)
{
    uint32_t args[GAC_ASYNC_ROLE_COUNT];
    uint32_t one = gac__build_const(b, b->ir->ptr_ty, 1);
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_async_copies, number);
    if (!row || n != row->n_operands)
        return gac__build_invalid(b,
                                  "instruction %u of the set does not have %u "
                                  "operands.",
                                  number, n);
    for (uint32_t k = 0; k < GAC_ASYNC_ROLE_COUNT; k++)
        args[k] = one;
    bool planes = false;
    for (uint32_t k = 0; k < n; k++) {
        gac_async_role role = gac__async_role(number, k);
        args[role] = values[k];
        planes |= role == GAC_ASYNC_PLANES;
    }
    return emit_copy(b, planes ? GAC__ACOPY_3D : GAC__ACOPY_2D, args);
}

void gac__build_wait(gac__builder *b, uint32_t count, uint32_t list)
{
    if (!gac__ty_is_int(gac__build_ty(b, count))
        || gac__build_ty(b, list) != b->ir->ptr_ty)
        gac__build_invalid(b,
                           "it does not wait for a number of events behind a "
                           "pointer.");
    count = gac__build_resize(b, count, GAC__TY_I32, false);
    gac__build_collective(b);
    gac__build_inst(b, GAC__IR_WAIT_EVENTS, GAC__TY_VOID, GAC__TY_VOID, 2,
                    (uint32_t[]){count, list});
}

void gac__build_copy_fence(gac__builder *b, uint64_t flags)
{
    flags &= GAC__COPY_FENCE_LOCAL | GAC__COPY_FENCE_GLOBAL;
    if (flags)
        gac__build_new_barrier(b, SpvScopeWorkgroup)->imm2 = (int64_t)flags;
}

/* -- instructions ---------------------------------------------------------- */

/* Checks that a copy's or wait's execution scope is the work-group: no other
 * has async copies. */
static bool needs_work_group(gac__builder *b, const gac__inst *i)
{
    uint64_t scope =
        gac__build_need_const(b, gac__build_word(i, 0), "an execution scope");
    if (scope != SpvScopeWorkgroup)
        gac__build_unsupported(b, "%s of scope %s.",
                               gac__module_inst_name(b->m, i),
                               gac__value_in_words("Scope", scope).text);
    return gac__build_ok(b);
}

/* The type of the elements that a pointer points to: a scalar, a vector or a
 * structure; 0: unknown. clang writes pointers to arrays of elements. */
static uint32_t element_type(const gac__builder *b, uint32_t pointer_id)
{
    return gac__module_innermost(b->m, gac__module_pointee(b->m, pointer_id));
}

/* The size of a type; 0: there is none. */
static uint64_t size_of(gac__builder *b, uint32_t type_id)
{
    return type_id ? gac__build_shape(b, type_id)->size : 0;
}

/* The size of the elements that a pointer points to; 0: unknown. A structure is
 * no element but the type of the memory; if the pointer is cast to it, the
 * cast's operand may point to elements. */
static uint64_t element_bytes_of(gac__builder *b, uint32_t pointer_id)
{
    gac__inst cast;
    for (uint32_t depth = 0; depth < 32; depth++) {
        uint32_t element = element_type(b, pointer_id);
        if (gac__module_type_kind(b->m, element) != GAC__TYPE_STRUCT)
            return size_of(b, element);
        if (!gac__module_def(b->m, pointer_id, &cast)
            || cast.opcode != SpvOpBitcast)
            break;
        pointer_id = gac__build_word(&cast, 0);
    }
    return 0;
}

/* The element size of a copy: the larger one that its pointers tell, since
 * clang writes pointers to bytes, too. If both point to structures, it is the
 * destination's size. */
static uint64_t element_bytes(gac__builder *b, uint32_t to, uint32_t from)
{
    uint64_t to_bytes = element_bytes_of(b, to);
    uint64_t from_bytes = element_bytes_of(b, from);
    return to_bytes || from_bytes ? GAC__MAX(to_bytes, from_bytes)
                                  : size_of(b, element_type(b, to));
}

static void build_core(gac__builder *b, const gac__inst *i, bool untyped)
{
    uint32_t to_id = gac__build_word(i, 1), from_id = gac__build_word(i, 2);
    uint32_t at = 3;
    uint64_t bytes = 0;
    if (!needs_work_group(b, i))
        return;
    uint32_t to = gac__build_scalar(b, to_id);
    uint32_t from = gac__build_scalar(b, from_id);
    if (untyped)
        bytes = gac__build_need_const(b, gac__build_word(i, at++),
                                      "an element's size");
    else
        bytes = element_bytes(b, to_id, from_id);
    uint32_t count = gac__build_scalar(b, gac__build_word(i, at));
    uint32_t stride = gac__build_scalar(b, gac__build_word(i, at + 1));
    uint32_t event = gac__build_scalar(b, gac__build_word(i, at + 2));
    gac__build_bind_scalar(
        b, i,
        gac__build_core_copy(b, to, from, bytes, count, stride,
                             gac__module_storage_class(b->m, to_id)
                                 == SpvStorageClassWorkgroup,
                             event));
}

bool gac__build_copy(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpGroupAsyncCopy:
    case SpvOpUntypedGroupAsyncCopyKHR:
        build_core(b, i, i->opcode == SpvOpUntypedGroupAsyncCopyKHR);
        return true;
    case SpvOpGroupWaitEvents:
        if (needs_work_group(b, i)) {
            uint32_t count = gac__build_scalar(b, gac__build_word(i, 1));
            uint32_t list = gac__build_scalar(b, gac__build_word(i, 2));
            gac__build_wait(b, count, list);
        }
        return true;
    default: return false;
    }
}
