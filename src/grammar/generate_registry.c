/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generator: tables that do not come from grammars. Names of tools that
 * make modules come from SPIRV-Headers' registry, an XML file, and from the
 * supplement; target environments and the patterns of friendly names from the
 * supplement alone. */
#include "grammar/generate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *load_text(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    set_subject(path);
    FILE *file = fopen(path, "r");
    if (!file || getdelim(&text, &size, 0, file) < 0)
        fail("%s", strerror(errno));
    fclose(file);
    return text;
}

/* Returns an attribute of the element at `element`; NULL: there is none. */
static char *attribute(const char *element, const char *name)
{
    char *key = format_text(" %s=\"", name);
    const char *at = strstr(element, key), *end = strchr(element, '>');
    bool found = at && at < end;
    at += found ? strlen(key) : 0;
    free(key);
    return found ? format_text("%.*s", (int)strcspn(at, "\""), at) : NULL;
}

/* Writes the registry's elements, such as
 * <id value="8" vendor="Khronos" tool="Linker"/>. */
static void write_registered(FILE *out, const char *registry)
{
    const char *at = registry;
    while ((at = strstr(at, "<id ")) != NULL) {
        char *value = attribute(at, "value"), *vendor = attribute(at, "vendor");
        char *tool = attribute(at, "tool");
        if (!value || !vendor)
            fail("a tool has no number, or no vendor");
        fprintf(out, "    {\"%s%s%s\", %s, true},\n", vendor, tool ? " " : "",
                tool ? tool : "", value);
        free(value);
        free(vendor);
        free(tool);
        at++;
    }
}

void write_generators(FILE *out, const char *path, const json_t *supplement)
{
    char *registry = load_text(path);
    fprintf(out, "const gac__generator gac__generators[] = {\n");
    write_registered(out, registry);
    for (each e = {.list = list_of(supplement, "generators")}; next_item(&e);)
        fprintf(out, "    {\"%s\", %u, false},\n", text_of(e.item, "name"),
                number_of(e.item, "value"));
    fprintf(out, "};\nconst uint32_t gac__generator_count = "
                 "sizeof gac__generators / sizeof *gac__generators;\n");
    free(registry);
}

void write_environments(FILE *out, const json_t *supplement)
{
    const json_t *rows = list_of(supplement, "environments");
    fprintf(out, "const gac__name gac__environments[] = {\n");
    for (each e = {.list = rows}; next_item(&e);)
        fprintf(out, "    {\"%s\", 0x%08x},\n", text_of(e.item, "name"),
                number_of(e.item, "value"));
    fprintf(out, "};\nconst uint32_t gac__environment_count = %zu;\n",
            json_array_size(rows));
}

static uint32_t opcode_named(const grammar *g, const char *name)
{
    for (size_t i = 0; i < g->n_ops; i++)
        if (!strcmp(g->ops[i].name, name))
            return g->ops[i].opcode;
    fail("there is no instruction '%s'", name);
}

/* A row is for an opcode, and for one value of the word behind the result or
 * for all. One for OpDecorate is for a built-in value. */
void write_id_names(FILE *out, const grammar *g, const json_t *supplement)
{
    const json_t *rows = list_of(supplement, "id_names");
    const kind *built_ins = kind_named(g, "BuiltIn");
    fprintf(out, "const gac__id_name gac__id_names[] = {\n");
    for (each e = {.list = rows}; next_item(&e);) {
        const json_t *row = e.item, *value = row;
        bool built_in = json_object_get(row, "builtin");
        if (built_in)
            value = find_enumerant(built_ins, text_of(row, "builtin"));
        if (!value)
            fail("there is no built-in value '%s'", text_of(row, "builtin"));
        bool any = !json_object_get(value, "value");
        fprintf(
            out, "    {%u, %s, %u, \"%s\"},\n",
            opcode_named(g, built_in ? "OpDecorate" : text_of(row, "opname")),
            any ? "true" : "false", any ? 0 : number_of(value, "value"),
            text_of(row, "pattern"));
    }
    fprintf(out, "};\nconst uint32_t gac__id_name_count = %zu;\n",
            json_array_size(rows));
}
