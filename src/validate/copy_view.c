/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Views of copies, and origins of pointers. */
#include "validate/copy_view.h"

#include "gen/async_operands.h"

/* Chains of casts and access chains longer than this are not followed. */
#define MAX_DEPTH 64

static gac__quantity one(void)
{
    return (gac__quantity){.known = true, .value = 1};
}

static gac__quantity quantity(const gac_module *m, const gac__inst *inst,
                              const char *name, uint32_t word)
{
    gac__quantity q = {.name = name, .word = word, .id = inst->words[word]};
    q.known = gac__module_constant(m, q.id, &q.value);
    return q;
}

/* -- the set's instructions ------------------------------------------------ */

static gac__quantity by_role(const gac_module *m, const gac__inst *inst,
                             enum gac__async_operand role)
{
    uint32_t number = inst->words[inst->first + 1];
    int position = gac__async_position(number, role);
    if (position < 0)
        return one();
    return quantity(m, inst, gac__async_operand_name(role),
                    inst->first + 2u + (uint32_t)position);
}

static bool view_set_inst(const gac_module *m, const gac__inst *inst,
                          gac__copy_view *view)
{
    const gac__import *import = gac__module_import(m, inst->words[inst->first]);
    if (!import || import->set != &gac__set_async_copies)
        return false;
    const gac__ext_inst_row *row = gac__grammar_ext_inst(
        &gac__set_async_copies, inst->words[inst->first + 1]);
    if (!row || inst->n_words != inst->first + 2u + row->n_operands)
        return false;
    *view = (gac__copy_view){
        .inst = inst,
        .destination = {by_role(m, inst, GAC__ASYNC_DESTINATION),
                        by_role(m, inst, GAC__ASYNC_DESTINATION_OFFSET),
                        by_role(m, inst, GAC__ASYNC_DESTINATION_LINE_LENGTH),
                        by_role(m, inst, GAC__ASYNC_DESTINATION_PLANE_AREA)},
        .source = {by_role(m, inst, GAC__ASYNC_SOURCE),
                   by_role(m, inst, GAC__ASYNC_SOURCE_OFFSET),
                   by_role(m, inst, GAC__ASYNC_SOURCE_LINE_LENGTH),
                   by_role(m, inst, GAC__ASYNC_SOURCE_PLANE_AREA)},
        .bytes = by_role(m, inst, GAC__ASYNC_NUM_BYTES_PER_ELEMENT),
        .elements = by_role(m, inst, GAC__ASYNC_NUM_ELEMENTS_PER_LINE),
        .lines = by_role(m, inst, GAC__ASYNC_NUM_LINES),
        .planes = by_role(m, inst, GAC__ASYNC_NUM_PLANES),
        .event = by_role(m, inst, GAC__ASYNC_EVENT)};
    return true;
}

/* -- the core's copies ----------------------------------------------------- */

/* The pointee's size: arrays are read as their elements (check_operands.c). */
static gac__quantity pointee_bytes(const gac_module *m, uint32_t pointer)
{
    gac__quantity q = {0};
    uint64_t align;
    uint32_t id = gac__module_type(m, gac__module_type_of(m, pointer))
                      .element_id;
    gac__type type = gac__module_type(m, id);
    for (int i = 0; type.kind == GAC__TYPE_ARRAY && i < MAX_DEPTH; i++) {
        id = type.element_id;
        type = gac__module_type(m, id);
    }
    q.known = gac__module_size_of(m, id, &q.value, &align);
    return q;
}

static bool view_core_inst(const gac_module *m, const gac__inst *inst,
                           gac__copy_view *view)
{
    bool untyped = inst->opcode == SpvOpUntypedGroupAsyncCopyKHR;
    const gac__operand_row *names = gac__grammar_op(inst->opcode)->operands;
    uint32_t w = inst->first, more = untyped ? 1 : 0;
    /* Operand rows begin with the result type and the result. */
#define OPERAND(index) quantity(m, inst, names[(index) + 2].name, w + (index))
    *view = (gac__copy_view){
        .inst = inst,
        .destination = {.pointer = OPERAND(1),
                        .offset = {.known = true},
                        .line = one(),
                        .plane = one()},
        .source = {.pointer = OPERAND(2),
                   .offset = {.known = true},
                   .line = one(),
                   .plane = one()},
        .bytes = untyped ? OPERAND(3)
                         : pointee_bytes(m, inst->words[w + 1]),
        .elements = OPERAND(3 + more),
        .lines = one(),
        .planes = one(),
        .stride = OPERAND(4 + more),
        .event = OPERAND(5 + more)};
#undef OPERAND
    return true;
}

bool gac__view_copy(const gac_module *m, const gac__inst *inst,
                    gac__copy_view *view_out)
{
    switch (inst->opcode) {
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
        return inst->n_words >= inst->first + 2u &&
               view_set_inst(m, inst, view_out);
    case SpvOpGroupAsyncCopy:
    case SpvOpUntypedGroupAsyncCopyKHR:
        return view_core_inst(m, inst, view_out);
    default:
        return false;
    }
}

/* -- origins of pointers --------------------------------------------------- */

/* An index is signed, whatever its type says. */
static bool constant_index(const gac_module *m, uint32_t id, int64_t *index_out)
{
    uint64_t bits;
    uint32_t width =
        gac__module_type(m, gac__module_type_of(m, id)).width;
    if (width == 0 || width > 64 || !gac__module_constant(m, id, &bits))
        return false;
    if (width < 64 && (bits >> (width - 1) & 1))
        bits |= UINT64_MAX << width;
    *index_out = (int64_t)bits;
    return true;
}

/* Steps into `*type_id` by the index `id`; adds to the offset. */
static bool step(const gac_module *m, uint32_t *type_id, uint32_t id,
                 gac__i128 *offset)
{
    gac__type type = gac__module_type(m, *type_id);
    uint64_t size, align;
    int64_t index;
    if (!constant_index(m, id, &index))
        return false;
    if (type.kind == GAC__TYPE_STRUCT) {
        if (index < 0 || (uint64_t)index >= type.count ||
            !gac__module_member_offset(m, *type_id, (uint32_t)index, &size))
            return false;
        *type_id = type.members[index];
        *offset += (gac__i128)size;
        return true;
    }
    if (type.kind != GAC__TYPE_ARRAY && type.kind != GAC__TYPE_VECTOR &&
        type.kind != GAC__TYPE_RUNTIME_ARRAY)
        return false;
    if (!gac__module_size_of(m, type.element_id, &size, &align) ||
        size > UINT32_MAX)
        return false;
    *type_id = type.element_id;
    *offset += (gac__i128)size * index;
    return true;
}

/* The bytes that an access chain adds; false if they are not constant. */
static bool chain_offset(const gac_module *m, const gac__inst *inst,
                         gac__i128 *offset)
{
    bool by_element = inst->opcode == SpvOpPtrAccessChain ||
                      inst->opcode == SpvOpInBoundsPtrAccessChain;
    gac__type pointer = gac__module_type(
        m, gac__module_type_of(m, inst->words[inst->first]));
    uint32_t type_id = pointer.element_id, i = inst->first + 1u;
    if (by_element) {
        uint64_t size, align;
        int64_t index;
        if (!gac__module_size_of(m, type_id, &size, &align) ||
            size > UINT32_MAX || i >= inst->n_words ||
            !constant_index(m, inst->words[i++], &index))
            return false;
        *offset += (gac__i128)size * index;
    }
    for (; i < inst->n_words; i++)
        if (!step(m, &type_id, inst->words[i], offset))
            return false;
    return true;
}

gac__origin gac__pointer_origin(const gac_module *m, uint32_t id)
{
    gac__origin origin = {.offset_known = true};
    gac__inst inst;
    for (int depth = 0; depth < MAX_DEPTH && gac__module_def(m, id, &inst);
         depth++) {
        gac__type type =
            gac__module_type(m, gac__module_type_of(m, id));
        if (type.kind != GAC__TYPE_POINTER &&
            type.kind != GAC__TYPE_UNTYPED_POINTER)
            break;
        switch (inst.opcode) {
        case SpvOpConstantNull:
            origin.is_null = true;
            return origin;
        case SpvOpAccessChain:
        case SpvOpInBoundsAccessChain:
        case SpvOpPtrAccessChain:
        case SpvOpInBoundsPtrAccessChain:
            origin.offset_known &= chain_offset(m, &inst, &origin.offset);
            break;
        case SpvOpBitcast:
        case SpvOpCopyObject:
        case SpvOpPtrCastToGeneric:
        case SpvOpGenericCastToPtr:
            break;
        default:
            origin.base = id;
            origin.variable = inst.opcode == SpvOpVariable ? id : 0;
            return origin;
        }
        id = inst.words[inst.first];
    }
    return (gac__origin){0};
}
