/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembles a module, asks for its core rules and for a kernel that it has not,
 * and prints gac's version. */
#include <stdio.h>
#include <string.h>

#include <gac/core_rules.h>
#include <gac/gac.h>

int main(void)
{
    static const char text[] =
        "OpCapability Kernel OpCapability Addresses OpCapability Linkage "
        "OpMemoryModel Physical64 OpenCL";
    gac_context *context;
    gac_assembly *assembly;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    size_t size;
    int code = 0;
    if (gac_context_create(NULL, &context)
        || gac_assemble(context, text, strlen(text), NULL, &assembly))
        return 1;
    const void *data = gac_assembly_data(assembly, &size);
    if (gac_module_parse(context, data, size, NULL, &module))
        return 2;
    if (gac_program_create(module, NULL, 0, &program)
        || gac_launch_create(program, "none", &launch) != GAC_ERR_NOT_FOUND)
        return 4;
    gac_program_destroy(program);
#ifdef CORE_RULES
    code = gac_check_core_rules(module, NULL, NULL) == GAC_OK ? 0 : 3;
#endif
    puts(gac_version());
    gac_module_destroy(module);
    gac_assembly_destroy(assembly);
    gac_context_destroy(context);
    return code;
}
