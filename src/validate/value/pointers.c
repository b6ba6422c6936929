/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where pointers come from, and how far into that they point. */
#include "validate/value/value.h"

/* An index is signed, whatever its type says. */
static bool constant_index(const gac__program *p, gac__ref ref,
                           int64_t *index_out)
{
    uint64_t bits;
    uint32_t width = gac__module_int_width(p->m, ref.id);
    if (width == 0 || width > 64 || !gac__evaluate(p, ref, &bits))
        return false;
    if (width < 64 && (bits >> (width - 1) & 1))
        bits |= UINT64_MAX << width;
    *index_out = (int64_t)bits;
    return true;
}

bool gac__step_into(const gac_module *m, uint32_t *type_id, int64_t index,
                    gac__i128 *offset)
{
    const uint32_t *type = gac__module_def_words(m, *type_id);
    uint64_t size, align;
    switch (gac__words_opcode(type)) {
    case SpvOpTypeStruct:
        if (index < 0 || (uint64_t)index >= (type[0] >> 16) - 2u
            || !gac__module_member_offset(m, *type_id, (uint32_t)index, &size))
            return false;
        *type_id = type[2 + index];
        *offset += (gac__i128)size;
        return true;
    case SpvOpTypeVector:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        if (!gac__module_size_of(m, type[2], &size, &align)
            || size > UINT32_MAX)
            return false;
        *type_id = type[2];
        *offset += (gac__i128)size * index;
        return true;
    default: return false;
    }
}

/* The bytes that an access chain adds; false if they are not constant. */
static bool chain_offset(const gac__program *p, uint32_t frame,
                         const gac__inst *inst, gac__i128 *offset)
{
    const gac_module *m = p->m;
    uint32_t base = gac__chain_base(inst->opcode);
    bool by_element = gac__chain_is_by_element(inst->opcode);
    uint32_t type_id = gac__chain_type(m, inst);
    uint64_t size, align;
    int64_t index;
    if (by_element
        && (!gac__module_size_of(m, type_id, &size, &align) || size > UINT32_MAX
            || base + 1 >= inst->n_words))
        return false;
    for (uint32_t i = base + 1; i < inst->n_words; i++, by_element = false) {
        if (!constant_index(p, (gac__ref){frame, inst->words[i]}, &index))
            return false;
        if (by_element)
            *offset +=
                (gac__i128)(gac__module_event_in_bytes(m, inst) ? 1 : size)
                * index;
        else if (!gac__step_into(m, &type_id, index, offset))
            return false;
    }
    return true;
}

gac__origin gac__pointer_origin(const gac__program *p, gac__ref ref)
{
    gac__origin origin = {.offset_known = true};
    gac__pointer_walk w = {.ref = ref};
    while ((ref = gac__pointer_step(p, &w)).id != 0) {
        if (origin.offset_known && gac__chain_base(w.def.opcode) != 0)
            origin.offset_known =
                chain_offset(p, w.ref.frame, &w.def, &origin.offset);
        origin.offset_known &= w.def.opcode != SpvOpPhi;
        w.ref = ref;
    }
    origin.offset_known &= w.ref.id != 0 && w.def.opcode != SpvOpPhi;
    origin.base = w.ref;
    origin.is_variable = w.ref.id != 0 && gac__is_variable(w.def.opcode);
    origin.is_null = w.ref.id == 0 && w.def.opcode == SpvOpConstantNull;
    return origin;
}

uint64_t gac__events_in(const gac_module *m, uint32_t variable)
{
    gac__type type = gac__module_type(m, gac__variable_type(m, variable));
    uint64_t n = 1;
    for (int depth = 0; depth < 8 && n <= UINT32_MAX; depth++) {
        if (type.kind == GAC__TYPE_EVENT)
            return n;
        uint32_t inner = 0;
        if (type.kind == GAC__TYPE_ARRAY)
            inner = type.element_id;
        else if (type.kind == GAC__TYPE_STRUCT && type.count == 1)
            inner = type.members[0]; /* SYCL's device_event */
        n *= type.count;
        type = gac__module_type(m, inner);
    }
    return 0;
}
