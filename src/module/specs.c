/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What a module says of its specialization constants and its variables. */
#include <gac/reflect.h>

#include "module/module_internal.h"

static bool is_spec(const gac_module *m, const gac__inst *i, uint32_t *id_out)
{
    if (i->opcode != SpvOpSpecConstant && i->opcode != SpvOpSpecConstantTrue
        && i->opcode != SpvOpSpecConstantFalse)
        return false;
    const gac__decoration *d = gac__module_decoration(
        m, i->result_id, UINT32_MAX, SpvDecorationSpecId);
    if (!d || !d->n_operands)
        return false;
    *id_out = d->operands[0];
    return true;
}

/* Finds specialization constant `index`; returns how many there are, up to it.
 */
static uint32_t find_spec(const gac_module *m, uint32_t index,
                          gac__inst *inst_out, uint32_t *id_out)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < m->first_function; k++) {
        *inst_out = gac__module_inst(m, k);
        if (is_spec(m, inst_out, id_out) && n++ == index)
            break;
    }
    return n;
}

uint32_t gac_module_spec_count(const gac_module *module)
{
    gac__inst inst;
    uint32_t id;
    return module ? find_spec(module, UINT32_MAX, &inst, &id) : 0;
}

static uint64_t literal(const gac__inst *i)
{
    uint64_t bits = i->n_words > i->first ? i->words[i->first] : 0;
    if (i->n_words > i->first + 1u)
        bits |= (uint64_t)i->words[i->first + 1] << 32;
    return bits;
}

gac_result gac_module_spec(const gac_module *module, uint32_t index,
                           gac_spec_info *info_out)
{
    gac__inst i;
    uint32_t id = 0;
    if (!module || !info_out || index == UINT32_MAX
        || find_spec(module, index, &i, &id) <= index)
        return GAC_ERR_ARGUMENT;
    gac__type type = gac__module_type(module, i.type_id);
    uint32_t width = type.kind == GAC__TYPE_BOOL ? 8 : type.width;
    uint64_t bits = i.opcode == SpvOpSpecConstantTrue ? 1 : 0;
    if (i.opcode == SpvOpSpecConstant)
        bits = literal(&i);
    if (width < 64) /* small signed ones are sign extended in the module */
        bits &= ((uint64_t)1 << width) - 1;
    *info_out = (gac_spec_info){
        .id = id,
        .name = gac__module_name(module, i.result_id),
        .size_bytes = (width + 7) / 8,
        .bits = bits,
        .is_bool = type.kind == GAC__TYPE_BOOL,
        .is_float = type.kind == GAC__TYPE_FLOAT,
        .is_signed = type.kind == GAC__TYPE_INT && type.is_signed,
    };
    return GAC_OK;
}

/* The bytes of a module-scope variable of that storage class; 0: it is none. */
static uint64_t variable_bytes(const gac_module *m, const gac__inst *i)
{
    bool untyped = i->opcode == SpvOpUntypedVariableKHR;
    uint64_t size, align;
    uint32_t type;
    if ((i->opcode != SpvOpVariable && !untyped) || i->n_words <= i->first
        || i->words[i->first] != SpvStorageClassCrossWorkgroup)
        return 0;
    if (untyped)
        type = i->n_words > i->first + 1u ? i->words[i->first + 1] : 0;
    else
        type = gac__module_pointee(m, i->result_id);
    return gac__module_size_of(m, type, &size, &align) ? size : 0;
}

uint64_t gac_module_global_bytes(const gac_module *module)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; module && k < module->first_function; k++) {
        gac__inst i = gac__module_inst(module, k);
        if (__builtin_add_overflow(sum, variable_bytes(module, &i), &sum))
            return UINT64_MAX;
    }
    return sum;
}
