/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* -s SPECID=VALUE: parses the value as the constant's type. */
#include <gac/reflect.h>

#include "tools/run_tool.h"

#include <string.h>

static bool parse_bool(const char *text, uint64_t *bits_out)
{
    *bits_out = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    return *bits_out != 0 || strcmp(text, "false") == 0
           || strcmp(text, "0") == 0;
}

/* Parses a number as the bits of a constant. Kernels' integer types in SPIR-V
 * have no sign: a negative number is taken in two's complement of the type's
 * width. Returns NULL, or the fault, as gac__elem_parse() does. */
static const char *parse_number(bool is_float, uint32_t width, const char *text,
                                uint64_t *bits_out)
{
    char name[4];
    gac__elem elem;
    char kind = is_float ? 'f' : text[0] == '-' ? 'i' : 'u';
    int n = snprintf(name, sizeof name, "%c%u", kind, width % 100);
    if (width > 64 || !gac__elem_find(name, (size_t)n, &elem))
        return "cannot be set: the constant's type is of an unknown width";
    *bits_out = 0;
    return gac__elem_parse(elem, text, bits_out);
}

static bool parse_spec(const gac_module *module, const gac__run_spec *spec,
                       gac_spec_value *value_out)
{
    gac_spec_info info;
    if (gac_module_find_spec(module, spec->id, &info) != GAC_OK)
        return gac__run_error("-s %s: the module has no specialization "
                              "constant with SpecId %u",
                              spec->option, spec->id);
    *value_out = (gac_spec_value){spec->id, spec->bits};
    if (spec->text == NULL)
        return true;
    if (info.is_bool) {
        if (!parse_bool(spec->text, &value_out->bits))
            return gac__run_error("-s %s: expected true or false",
                                  spec->option);
        return true;
    }
    uint32_t width = 8 * info.size_bytes;
    const char *why =
        parse_number(info.is_float, width, spec->text, &value_out->bits);
    if (why != NULL)
        return gac__run_error("-s %s: `%s` %s (%u-bit %s)", spec->option,
                              spec->text, why, width,
                              info.is_float ? "floating point" : "integer");
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
