/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Pointers as bases and constant offsets. */
#include "module/types.h"
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

bool gac__chain_stride(const gac_module *m, const gac__inst *chain,
                       uint32_t word, uint32_t *type_id, uint64_t *stride_out,
                       gac__i128 *offset)
{
    const uint32_t *type = gac__module_def_words(m, *type_id);
    uint64_t member, bytes;
    *stride_out = 0;
    if (word == gac__chain_base(chain->opcode) + 1
        && gac__chain_is_by_element(chain->opcode)) {
        bool known = gac__module_size_of(m, *type_id, stride_out, &bytes);
        if (gac__module_event_in_bytes(m, chain))
            *stride_out = 1;
        return known && *stride_out <= UINT32_MAX;
    }
    switch (gac__words_opcode(type)) {
    case SpvOpTypeStruct:
        if (!gac__module_constant(m, chain->words[word], &member)
            || member >= (type[0] >> 16) - 2u
            || !gac__module_member_offset(m, *type_id, (uint32_t)member,
                                          &bytes))
            return false;
        *type_id = type[2 + member];
        *offset += (gac__i128)bytes;
        return true;
    case SpvOpTypeVector:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        *type_id = type[2];
        return gac__module_size_of(m, *type_id, stride_out, &bytes)
               && *stride_out <= UINT32_MAX;
    default: return false;
    }
}

/* Adds the bytes of an access chain; false: they are not constant. */
static bool chain_offset(const gac__program *p, uint32_t frame,
                         const gac__inst *inst, gac__i128 *offset)
{
    uint32_t type_id = gac__chain_type(p->m, inst);
    uint64_t stride;
    int64_t index = 0;
    for (uint32_t i = gac__chain_base(inst->opcode) + 1; i < inst->n_words;
         i++) {
        if (!gac__chain_stride(p->m, inst, i, &type_id, &stride, offset)
            || (stride != 0
                && !constant_index(p, (gac__ref){frame, inst->words[i]},
                                   &index)))
            return false;
        *offset += (gac__i128)stride * index;
    }
    return true;
}

gac__origin gac__pointer_origin(const gac__program *p, gac__ref ref)
{
    gac__origin origin = {.offset_known = true};
    gac__pointer_trace t = {.ref = ref};
    while ((ref = gac__pointer_step(p, &t)).id != 0) {
        if (origin.offset_known && gac__chain_base(t.def.opcode) != 0)
            origin.offset_known =
                chain_offset(p, t.ref.frame, &t.def, &origin.offset);
        origin.offset_known &= t.def.opcode != SpvOpPhi;
        t.ref = ref;
    }
    origin.offset_known &= t.ref.id != 0 && t.def.opcode != SpvOpPhi;
    origin.base = t.ref;
    origin.is_variable = t.ref.id != 0 && gac__is_variable(t.def.opcode);
    origin.is_null = t.ref.id == 0 && t.def.opcode == SpvOpConstantNull;
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
