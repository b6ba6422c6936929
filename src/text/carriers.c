/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What SPIRV-Tools knows and what it does not. */
#include "text/text_internal.h"

#include <gac/core_rules.h>

#include <stdio.h>

/* SPIRV-Tools' C interface has no look-ups, so it is asked by assembling a
 * line. That costs some microseconds, and is done for imports only. */
static bool assembles(spv_const_context tools, const char *line)
{
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    spv_result_t result =
        spvTextToBinary(tools, line, strlen(line), &binary, &diagnostic);
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    return result == SPV_SUCCESS;
}

static bool tools_know_import(spv_const_context tools, const char *name)
{
    char line[128];
    size_t length = strlen(name);
    /* Only names of known sets matter: all are short and plain. */
    if (length > 64 || strpbrk(name, "\"\\"))
        return length > strlen("NonSemantic.")
               && strncmp(name, "NonSemantic.", strlen("NonSemantic.")) == 0;
    snprintf(line, sizeof line, "%%1 = OpExtInstImport \"%s\"", name);
    return assembles(tools, line);
}

gac__set_kind gac__classify_import(spv_const_context tools, const char *name,
                                   bool *renamed_out)
{
    *renamed_out = !tools_know_import(tools, name);
    if (strcmp(name, GAC__SET_PLAIN_NAME) == 0
        || strcmp(name, GAC__SET_NONSEMANTIC_NAME) == 0)
        return GAC__SET_ASYNC_COPIES;
    if (strcmp(name, gac__set_opencl_std.name) == 0)
        return GAC__SET_OPENCL_STD;
    /* Non-semantic sets may be given by number, whether known or not. */
    return *renamed_out ? GAC__SET_NUMBERS : GAC__SET_TOOLS;
}

bool gac__enumerant_value(uint16_t kind, gac__slice name, uint32_t *value_out)
{
    return gac__grammar_value_by_name(kind, name.text, name.size, value_out);
}

/* Newer names of older opcodes count, too. */
uint16_t gac__supplement_opcode(gac__slice name_without_op)
{
    char name[128] = "Op";
    size_t size = name_without_op.size + 2u;
    if (size > sizeof name)
        return 0;
    memcpy(name + 2, name_without_op.text, name_without_op.size);
    const gac__op_row *row = gac__grammar_op_by_name(name, size);
    bool foreign = row
                   && (gac__grammar_is_supplement(row->opcode)
                       || !gac__slice_is(name_without_op, row->name + 2));
    return foreign ? row->opcode : 0;
}

/* SPIRV-Tools' own look-up takes a name that only begins right. */
bool gac__target_env_find(const char *name, spv_target_env *env_out)
{
    return gac_target_env_known(name) && spvParseTargetEnv(name, env_out);
}
