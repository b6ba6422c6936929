/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What SPIRV-Tools knows and what it does not. */
#include "text/text_internal.h"

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
