/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generator: the headers for the set's operands and instructions. */
#include "grammar/generate.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ROLES 64

/* -- the set's operands by role -------------------------------------------- */

typedef struct role_list {
    char *names[MAX_ROLES]; /* as in an identifier */
    char *plain[MAX_ROLES]; /* as the grammar has them */
    size_t n;
} role_list;

static size_t find_role(const role_list *roles, const char *name)
{
    size_t i = 0;
    while (i < roles->n && strcmp(roles->names[i], name) != 0)
        i++;
    return i;
}

/* The union of the instructions' operands. A name that only a later
 * instruction has goes in before the operand that follows it there. */
static role_list collect_roles(const json_t *set)
{
    role_list found = {.n = 0}, *roles = &found;
    const json_t *list = list_of(set, "instructions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *operands = list_of(json_array_get(list, i), "operands");
        for (size_t j = 0, at = 0; j < json_array_size(operands); j++) {
            const json_t *operand = json_array_get(operands, j);
            char *name = upper_name(operand);
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
            memmove(roles->plain + at + 1, roles->plain + at, tail);
            roles->names[at] = name;
            roles->plain[at++] = plain_name(operand);
            roles->n++;
        }
    }
    return found;
}

void write_role_header(FILE *out, const json_t *set)
{
    role_list list = collect_roles(set), *roles = &list;
    fprintf(out,
            "/* Made by generate.c from the set's grammar; do not edit. */\n"
            "#ifndef GAC_GEN_ASYNC_OPERANDS_H\n"
            "#define GAC_GEN_ASYNC_OPERANDS_H\n\n#include <stdint.h>\n\n"
            "/* The operands of the set's instructions, by name. */\n"
            "enum gac__async_operand {\n");
    for (size_t i = 0; i < roles->n; i++)
        fprintf(out, "    GAC__ASYNC_%s,\n", roles->names[i]);
    fprintf(out,
            "    GAC__ASYNC_COUNT\n};\n\n"
            "/* The position of an operand in instruction `number`, 0 for the "
            "first one\n * after the instruction number; -1: it has none of "
            "that name, or there is no\n * such instruction. */\n"
            "int gac__async_position(uint32_t number, "
            "enum gac__async_operand role);\n\n"
            "/* All of them, by role; NULL: there is no such instruction. */\n"
            "const short *gac__async_positions(uint32_t number);\n\n"
            "/* The reverse: GAC__ASYNC_COUNT if there is no such position. */"
            "\nenum gac__async_operand gac__async_role(uint32_t number,\n"
            "                                        uint32_t position);\n\n"
            "/* The operand's name in the grammar; never NULL. */\n"
            "const char *gac__async_operand_name("
            "enum gac__async_operand role);\n\n#endif\n");
}

/* The role of an operand, by its name. */
static int role_of(const role_list *roles, const json_t *operand)
{
    char *name = upper_name(operand);
    int role = (int)find_role(roles, name);
    free(name);
    return role;
}

static void write_positions(FILE *out, const role_list *roles,
                            const json_t *operands)
{
    int position[MAX_ROLES];
    memset(position, -1, sizeof position);
    for (size_t i = 0; i < json_array_size(operands); i++)
        position[role_of(roles, json_array_get(operands, i))] = (int)i;
    fprintf(out, "    {");
    for (size_t r = 0; r < roles->n; r++)
        fprintf(out, "%s%d", r ? ", " : "", position[r]);
    fprintf(out, "},\n");
}

static void write_roles(FILE *out, const role_list *roles,
                        const json_t *operands)
{
    fprintf(out, "    {");
    for (size_t i = 0; i < json_array_size(operands); i++)
        fprintf(out, "%s%d", i ? ", " : "",
                role_of(roles, json_array_get(operands, i)));
    fprintf(out, "},\n");
}

void write_role_tables(FILE *out, const json_t *set)
{
    role_list found = collect_roles(set), *roles = &found;
    const json_t *list = list_of(set, "instructions");
    uint32_t last = 0;
    fprintf(out, "static const char *const role_names[] = {\n");
    for (size_t i = 0; i < roles->n; i++)
        fprintf(out, "    \"%s\",\n", roles->plain[i]);
    fprintf(out, "};\nstatic const short positions[][%zu] = {\n", roles->n);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        if (i > 0 && number_of(inst, "opcode") <= last)
            fail("opcode %u does not ascend", number_of(inst, "opcode"));
        last = number_of(inst, "opcode");
        write_positions(out, roles, list_of(inst, "operands"));
    }
    fprintf(out, "};\nstatic const unsigned char roles[][%zu] = {\n", roles->n);
    for (size_t i = 0; i < json_array_size(list); i++)
        write_roles(out, roles, list_of(json_array_get(list, i), "operands"));
    fprintf(out,
            "};\n"
            "const short *gac__async_positions(uint32_t number)\n{\n"
            "    const gac__ext_inst_row *row =\n"
            "        gac__grammar_ext_inst(&gac__set_async_copies, number);\n"
            "    return row ? positions[row - rows_async_copies] : NULL;\n}\n"
            "int gac__async_position(uint32_t number, "
            "enum gac__async_operand role)\n{\n"
            "    const short *all = gac__async_positions(number);\n"
            "    return all && (unsigned)role < GAC__ASYNC_COUNT ? all[role] "
            ": -1;\n}\n"
            "enum gac__async_operand gac__async_role(uint32_t number, "
            "uint32_t position)\n{\n"
            "    const gac__ext_inst_row *row =\n"
            "        gac__grammar_ext_inst(&gac__set_async_copies, number);\n"
            "    if (!row || position >= row->n_operands)\n"
            "        return GAC__ASYNC_COUNT;\n"
            "    return (enum gac__async_operand)\n"
            "        roles[row - rows_async_copies][position];\n}\n"
            "const char *gac__async_operand_name("
            "enum gac__async_operand role)\n{\n"
            "    return (unsigned)role < GAC__ASYNC_COUNT ? role_names[role] "
            ": \"\";\n}\n");
}

/* -- the set's header, as SPIRV-Headers would have it ---------------------- */

void write_set_header(FILE *out, const json_t *set, const char *name)
{
    const json_t *copyright = list_of(set, "copyright");
    const json_t *list = list_of(set, "instructions");
    for (size_t i = 0; i < json_array_size(copyright); i++) {
        const char *line = json_string_value(json_array_get(copyright, i));
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
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        fprintf(out, "    %s%s = %u,\n", name, text_of(inst, "opname"),
                number_of(inst, "opcode"));
    }
    fprintf(out,
            "    %sInstructionsMax = 0x7fffffff\n};\n\n\n"
            "#ifdef __cplusplus\n}\n#endif\n\n"
            "#endif // SPIRV_UNIFIED1_%s_H_\n",
            name, name);
}
