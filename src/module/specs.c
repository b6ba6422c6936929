/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Specialization constants and module-scope variables, for gac/reflect.h. */
#include <gac/reflect.h>

#include "module/module_internal.h"
#include "module/types.h"

#include <stdlib.h>

/* The SpecId decoration of a constant, or of a group that it belongs to; NULL:
 * none. */
static const gac__decoration *spec_id_of(const gac_module *m,
                                         const gac__inst *i)
{
    if (i->opcode != SpvOpSpecConstant && i->opcode != SpvOpSpecConstantTrue
        && i->opcode != SpvOpSpecConstantFalse)
        return NULL;
    const gac__decoration *d = gac__module_decoration(
        m, i->result_id, UINT32_MAX, SpvDecorationSpecId);
    return d && d->n_operands ? d : NULL;
}

static int compare_specs(const void *a, const void *b)
{
    const gac__spec *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->ordinal > y->ordinal) - (x->ordinal < y->ordinal);
}

/* Lists the constants with a SpecId in `specs`, unless that is NULL; returns
 * how many there are. */
static uint32_t list_specs(const gac_module *m, gac__spec *specs)
{
    uint32_t n = 0;
    GAC__EACH_MODULE_INST(m, inst, 0, m->first_function) {
        const gac__decoration *d = spec_id_of(m, &inst);
        if (d && specs)
            specs[n] = (gac__spec){d->operands[0], inst.ordinal};
        n += d != NULL;
    }
    return n;
}

bool gac__find_specs(gac_module *m)
{
    bool any = false;
    for (uint32_t k = 0; k < m->n_decorations && !any; k++)
        any = m->decorations[k].decoration == SpvDecorationSpecId;
    m->n_specs = any ? list_specs(m, NULL) : 0;
    if (m->n_specs == 0)
        return true;
    m->specs = gac__arena_alloc(&m->arena, m->n_specs, sizeof *m->specs);
    if (!m->specs)
        return false;
    list_specs(m, m->specs);
    qsort(m->specs, m->n_specs, sizeof *m->specs, compare_specs);
    return true;
}

uint32_t gac_module_spec_count(const gac_module *module)
{
    return module ? module->n_specs : 0;
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
    if (!module || !info_out || index >= module->n_specs)
        return GAC_ERR_ARGUMENT;
    gac__inst i = gac__module_inst(module, module->specs[index].ordinal);
    gac__type type = gac__module_type(module, i.type_id);
    uint32_t width = type.kind == GAC__TYPE_BOOL ? 8 : type.width;
    uint64_t bits = i.opcode == SpvOpSpecConstantTrue ? 1 : 0;
    if (i.opcode == SpvOpSpecConstant)
        bits = literal(&i);
    if (width < 64) /* a narrow signed literal is sign-extended in the module */
        bits &= ((uint64_t)1 << width) - 1;
    *info_out = (gac_spec_info){
        .id = module->specs[index].id,
        .name = gac__module_name(module, i.result_id),
        .size_bytes = (width + 7) / 8,
        .bits = bits,
        .is_bool = type.kind == GAC__TYPE_BOOL,
        .is_float = type.kind == GAC__TYPE_FLOAT,
        .is_signed = type.kind == GAC__TYPE_INT && type.is_signed,
    };
    return GAC_OK;
}

gac_result gac_module_find_spec(const gac_module *module, uint32_t id,
                                gac_spec_info *info_out)
{
    uint32_t k =
        module ? GAC__FIRST_FROM(module->specs, module->n_specs, id, id) : 0;
    return module && k < module->n_specs && module->specs[k].id == id
               ? gac_module_spec(module, k, info_out)
               : GAC_ERR_ARGUMENT;
}

/* The size of a module-scope variable in CrossWorkgroup memory; 0: it is no
 * such variable. */
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
    GAC__EACH_MODULE_INST(module, inst, 0,
                          module ? module->first_function : 0) {
        if (__builtin_add_overflow(sum, variable_bytes(module, &inst), &sum))
            return UINT64_MAX;
    }
    return sum;
}
