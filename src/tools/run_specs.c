/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* -s SPECID=VALUE: the value read as the constant's own type. */
#include "tools/run_tool.h"

#include <string.h>

/* The opcodes and the decoration that are looked for. */
enum {
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT_FALSE = 49,
    OP_SPEC_CONSTANT = 50,
    OP_DECORATE = 71,
    OP_GROUP_DECORATE = 74,
    DECORATION_SPEC_ID = 1
};

static bool is_spec_id(const uint32_t *inst, uint32_t n_words, uint32_t id)
{
    return (inst[0] & 0xffff) == OP_DECORATE && n_words == 4
           && inst[2] == DECORATION_SPEC_ID && inst[3] == id;
}

static bool is_group_use(const uint32_t *inst, uint32_t n_words, uint32_t id)
{
    return (inst[0] & 0xffff) == OP_GROUP_DECORATE && n_words >= 3
           && inst[1] == id;
}

static bool is_constant(const uint32_t *inst, uint32_t n_words, uint32_t id)
{
    uint32_t opcode = inst[0] & 0xffff;
    return opcode >= OP_SPEC_CONSTANT_TRUE && opcode <= OP_SPEC_CONSTANT
           && n_words >= 3 && inst[2] == id;
}

/* The constant that has this SpecId, by itself or from a group. Constants that
 * share a group's SpecId take one value, and so have one type. */
static const uint32_t *find_constant(const gac_module *module, uint32_t spec_id)
{
    const uint32_t *decoration =
        gac__run_find_inst(module, is_spec_id, spec_id);
    if (decoration == NULL)
        return NULL;
    const uint32_t *group =
        gac__run_find_inst(module, is_group_use, decoration[1]);
    return gac__run_find_inst(module, is_constant,
                              group ? group[2] : decoration[1]);
}

static bool is_type(const uint32_t *inst, uint32_t n_words, uint32_t id)
{
    uint32_t opcode = inst[0] & 0xffff;
    return opcode >= OP_TYPE_BOOL && opcode <= OP_TYPE_FLOAT && n_words >= 2
           && inst[1] == id;
}

static bool parse_bool(const char *text, uint64_t *bits_out)
{
    *bits_out = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    return *bits_out != 0 || strcmp(text, "false") == 0
           || strcmp(text, "0") == 0;
}

/* SPIR-V's integers for kernels have no sign: both readings are taken, and a
 * negative value is given in two's complement of the type's width. */
static const char *parse_number(bool is_float, uint32_t width, const char *text,
                                uint64_t *bits_out)
{
    char name[4];
    gac__elem elem;
    uint8_t bytes[8] = {0};
    char kind = is_float ? 'f' : text[0] == '-' ? 'i' : 'u';
    int n = snprintf(name, sizeof name, "%c%u", kind, width % 100);
    if (width > 64 || !gac__elem_find(name, (size_t)n, &elem))
        return "cannot be set: the constant's type is of an unknown width";
    const char *why = gac__elem_parse(elem, text, bytes);
    *bits_out = 0;
    for (int i = 7; i >= 0; i--)
        *bits_out = *bits_out << 8 | bytes[i];
    return why;
}

static bool parse_spec(const gac_module *module, const gac__run_spec *spec,
                       gac_spec_value *value_out)
{
    const uint32_t *constant = find_constant(module, spec->id);
    const uint32_t *type =
        constant ? gac__run_find_inst(module, is_type, constant[1]) : NULL;
    if (type == NULL)
        return gac__run_error("-s %s: the module has no specialization "
                              "constant with SpecId %u",
                              spec->option, spec->id);
    *value_out = (gac_spec_value){spec->id, spec->bits};
    if (spec->text == NULL)
        return true;
    uint32_t opcode = type[0] & 0xffff;
    if (opcode == OP_TYPE_BOOL) {
        if (!parse_bool(spec->text, &value_out->bits))
            return gac__run_error("-s %s: expected true or false",
                                  spec->option);
        return true;
    }
    uint32_t width = (type[0] >> 16) >= 3 ? type[2] : 0;
    const char *why = parse_number(opcode == OP_TYPE_FLOAT, width, spec->text,
                                   &value_out->bits);
    if (why != NULL)
        return gac__run_error(
            "-s %s: `%s` %s (%u-bit %s)", spec->option, spec->text, why, width,
            opcode == OP_TYPE_FLOAT ? "floating point" : "integer");
    return true;
}

bool gac__run_specs_parse(const gac_module *module, const gac__run_spec *specs,
                          uint32_t n_specs, gac_spec_value *values_out)
{
    for (uint32_t i = 0; i < n_specs; i++) {
        if (!parse_spec(module, &specs[i], &values_out[i]))
            return false;
    }
    return true;
}
