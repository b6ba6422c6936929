/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Ids, types and values in words, for messages. */
#include "module/reports.h"
#include "module/types.h"
#include "validate/validate_internal.h"

#include <stdio.h>

#define NAME_LIMIT 60 /* characters that are kept of a name */

static gac__phrase phrase(const char *format, ...) GAC__PRINTF(1, 2);

static gac__phrase phrase(const char *format, ...)
{
    gac__phrase p = {""};
    va_list args;
    va_start(args, format);
    vsnprintf(p.text, sizeof p.text, format, args);
    va_end(args);
    return p;
}

gac__phrase gac__describe_id(const gac__validation *v, uint32_t id)
{
    const char *name = gac__module_name(v->m, id);
    if (name)
        return phrase("%%%.*s", NAME_LIMIT, name);
    return phrase("%%%u", id);
}

gac__phrase gac__describe_place(const gac__validation *v, uint32_t ordinal,
                                uint32_t from)
{
    gac__phrase p = {""};
    gac__module_describe_place(v->m, ordinal, from, p.text, sizeof p.text);
    return p;
}

gac__phrase gac__describe_storage(uint32_t storage_class)
{
    return phrase("%s",
                  gac__value_in_words("StorageClass", storage_class).text);
}

static const char *kind_words(gac__type_kind kind)
{
    switch (kind) {
    case GAC__TYPE_VOID: return "void";
    case GAC__TYPE_BOOL: return "a bool";
    case GAC__TYPE_ARRAY: return "an array";
    case GAC__TYPE_RUNTIME_ARRAY: return "a runtime array";
    case GAC__TYPE_STRUCT: return "a struct";
    case GAC__TYPE_FUNCTION: return "a function";
    case GAC__TYPE_EVENT: return "an event";
    default: return "an opaque object";
    }
}

gac__phrase gac__describe_type(const gac__validation *v, uint32_t type_id)
{
    const gac_module *m = v->m;
    gac__type type = gac__module_type(m, type_id);
    gac__type element;
    switch (type.kind) {
    case GAC__TYPE_INT:
    case GAC__TYPE_FLOAT:
        return phrase("%s %u-bit %s scalar", type.width == 8 ? "an" : "a",
                      type.width, type.kind == GAC__TYPE_INT ? "int" : "float");
    case GAC__TYPE_VECTOR:
        element = gac__module_type(m, type.element_id);
        if (element.kind == GAC__TYPE_BOOL)
            return phrase("a vector of %llu bools",
                          (unsigned long long)type.count);
        return phrase("a vector of %llu %u-bit %ss",
                      (unsigned long long)type.count, element.width,
                      element.kind == GAC__TYPE_FLOAT ? "float" : "int");
    case GAC__TYPE_POINTER:
    case GAC__TYPE_UNTYPED_POINTER:
        return phrase("%s pointer with storage class %s",
                      type.kind == GAC__TYPE_POINTER ? "a" : "an untyped",
                      gac__describe_storage(type.storage_class).text);
    default: return phrase("%s", kind_words(type.kind));
    }
}

/* The kind of an id that is no value. */
static const char *class_words(const gac_module *m, uint32_t id)
{
    uint32_t opcode = gac__module_def_opcode(m, id);
    if (gac__module_type(m, id).kind != GAC__TYPE_NONE)
        return "a type";
    switch (opcode) {
    case SpvOpLabel: return "a label";
    case SpvOpFunction: return "a function";
    case SpvOpString: return "a string";
    case SpvOpExtInstImport: return "an import";
    case SpvOpDecorationGroup: return "a decoration group";
    default: return "which has no value";
    }
}

gac__phrase gac__describe_value(const gac__validation *v, uint32_t id)
{
    const gac_module *m = v->m;
    gac__phrase name = gac__describe_id(v, id);
    gac__inst def;
    if (!gac__module_def(m, id, &def))
        return phrase("%s, which is never defined", name.text);
    uint32_t type_id = gac__module_type_of(m, id);
    if (type_id == 0 || def.opcode == SpvOpFunction)
        return phrase("%s, %s", name.text, class_words(m, id));
    return phrase("%s, %s", name.text, gac__describe_type(v, type_id).text);
}
