/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where pointers come from, and how far into that they point. */
#include "validate/value/value.h"

/* Chains of casts and access chains longer than this are not followed. */
#define MAX_CHAIN 64

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

/* One step from a pointer to what it is made of; id 0: it is made of nothing
 * else. */
static gac__ref step_pointer(const gac__program *p, gac__ref ref,
                             const gac__inst *def, gac__origin *origin)
{
    uint32_t word = gac__pointer_word(def->opcode);
    if (def->opcode == SpvOpPhi) {
        origin->offset_known = false;
        return (gac__ref){ref.frame, gac__moved_from(p->m, def)};
    }
    if (word == 0 || word >= def->n_words)
        return (gac__ref){0, 0};
    if (origin->offset_known && gac__chain_base(def->opcode) != 0)
        origin->offset_known = chain_offset(p, ref.frame, def, &origin->offset);
    return (gac__ref){ref.frame, def->words[word]};
}

/* `offset`: it is asked for. */
static gac__origin find_origin(const gac__program *p, gac__ref ref, bool offset)
{
    gac__origin origin = {.offset_known = offset};
    uint32_t n_moves = 0;
    gac__inst def;
    for (int depth = 0; depth < MAX_CHAIN; depth++) {
        ref = gac__resolve(p, ref);
        if (!gac__module_def(p->m, ref.id, &def)
            || (gac__chain_base(def.opcode) == 0
                && !gac__type_is_pointer(p->m, def.type_id)))
            break;
        if (def.opcode == SpvOpConstantNull) {
            origin.is_null = true;
            return origin;
        }
        if (def.opcode == SpvOpPhi && n_moves++ == GAC__MOST_MOVES)
            break;
        gac__ref next = step_pointer(p, ref, &def, &origin);
        if (next.id == 0) {
            origin.base = ref;
            origin.is_variable = gac__is_variable(def.opcode);
            return origin;
        }
        ref = next;
    }
    return (gac__origin){.base = {0, 0}};
}

gac__ref gac__pointer_base(const gac__program *p, gac__ref ref)
{
    return find_origin(p, ref, false).base;
}

gac__origin gac__pointer_origin(const gac__program *p, gac__ref ref)
{
    return find_origin(p, ref, true);
}
