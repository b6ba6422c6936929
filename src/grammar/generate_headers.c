/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generator: the roles of the set's operands, and the set's header. */
#include "grammar/generate.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ROLES 64

/* -- the set's operands by role -------------------------------------------- */

typedef struct role_list {
    char *names[MAX_ROLES];
    size_t n;
} role_list;

static size_t find_role(const role_list *roles, const char *name)
{
    size_t i = 0;
    while (i < roles->n && strcmp(roles->names[i], name) != 0)
        i++;
    return i;
}

/* Merges the operands of all the set's instructions. A name that only a later
 * instruction has is inserted before the operand that follows it there. */
static role_list collect_roles(const json_t *set)
{
    role_list found = {.n = 0}, *roles = &found;
    for (each e = {.list = list_of(set, "instructions")}; next_item(&e);) {
        size_t at = 0;
        for (each o = {.list = list_of(e.item, "operands")}; next_item(&o);) {
            char *name = plain_name(o.item);
            size_t same = find_role(roles, name);
            if (same < roles->n) {
                at = same + 1;
                free(name);
                continue;
            }
            if (roles->n == MAX_ROLES)
                fail("more than %d operand names", MAX_ROLES);
            size_t tail = (roles->n - at) * sizeof *roles->names;
            memmove(roles->names + at + 1, roles->names + at, tail);
            roles->names[at++] = name;
            roles->n++;
        }
    }
    return found;
}

/* Writes the roles of an instruction's operands, by their names. */
static void write_roles(FILE *out, const role_list *roles, const json_t *inst)
{
    fprintf(out, "    {");
    for (each e = {.list = list_of(inst, "operands")}; next_item(&e);) {
        char *name = plain_name(e.item);
        fprintf(out, "%s%zu", e.n > 1 ? ", " : "", find_role(roles, name));
        free(name);
    }
    fprintf(out, "},\n");
}

void write_role_tables(FILE *out, const json_t *set)
{
    role_list found = collect_roles(set), *roles = &found;
    uint32_t last = 0;
    fprintf(
        out,
        "#include \"grammar/async_roles.h\"\n"
        "_Static_assert(GAC_ASYNC_ROLE_COUNT == %zu, \"each has a role\");\n"
        "const char *const gac__async_role_names[] = {\n",
        roles->n);
    for (size_t i = 0; i < roles->n; i++)
        fprintf(out, "    \"%s\",\n", roles->names[i]);
    fprintf(out, "};\nconst unsigned char gac__async_roles[][%zu] = {\n",
            roles->n);
    for (each e = {.list = list_of(set, "instructions")}; next_item(&e);) {
        uint32_t number = number_of(e.item, "opcode");
        if (e.n > 1 && number <= last)
            fail("opcode %u does not ascend", number);
        last = number;
        write_roles(out, roles, e.item);
    }
    fprintf(out, "};\n");
}

/* -- the set's header, as SPIRV-Headers would have it ---------------------- */

void write_set_header(FILE *out, const json_t *set, const char *name)
{
    for (each e = {.list = list_of(set, "copyright")}; next_item(&e);) {
        const char *line = json_string_value(e.item);
        fprintf(out, "// %s\n", line ? line : "");
    }
    fprintf(out,
            "// \n\n#ifndef SPIRV_UNIFIED1_%s_H_\n"
            "#define SPIRV_UNIFIED1_%s_H_\n\n"
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
            name, name);
    static const char *const stamps[][2] = {{"version", "Version"},
                                            {"revision", "Revision"}};
    for (int i = 0; i < 2; i++)
        if (json_object_get(set, stamps[i][0]))
            fprintf(out,
                    "enum {\n    %s%s = %u,\n"
                    "    %s%s_BitWidthPadding = 0x7fffffff\n};\n",
                    name, stamps[i][1], number_of(set, stamps[i][0]), name,
                    stamps[i][1]);
    fprintf(out, "\nenum %sInstructions {\n", name);
    for (each e = {.list = list_of(set, "instructions")}; next_item(&e);)
        fprintf(out, "    %s%s = %u,\n", name, text_of(e.item, "opname"),
                number_of(e.item, "opcode"));
    fprintf(out,
            "    %sInstructionsMax = 0x7fffffff\n};\n\n\n"
            "#ifdef __cplusplus\n}\n#endif\n\n"
            "#endif // SPIRV_UNIFIED1_%s_H_\n",
            name, name);
}
