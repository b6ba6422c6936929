/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: SPIRV-Tools on the equivalent core module. */
#include <stdint.h>

#include <gac/core_rules.h>
#include <gac/render.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context *context = NULL;
    gac_diagnostic_list *list = NULL;
    gac_module *module = NULL;
    uint32_t faulty[64], n = 0;
    if (gac_diagnostic_list_create(NULL, &list) != GAC_OK)
        return 0;
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = list,
                                   .max_id_bound = 1 << 16,
                                   .max_memory_bytes = 64 << 20};
    if (gac_context_create(&options, &context) == GAC_OK)
        gac_module_parse(context, data, size, NULL, &module);
    if (module) {
        gac_validate(module, NULL, NULL);
        for (size_t i = 0; i < gac_diagnostic_list_count(list) && n < 64; i++) {
            const gac_diagnostic *d = gac_diagnostic_list_at(list, i);
            if (d->severity == GAC_SEVERITY_ERROR)
                faulty[n++] = d->ordinal;
        }
        if (gac_diagnostic_list_count(list) < 64)
            gac_check_core_rules(
                module,
                &(gac_core_rules_options){
                    .size = sizeof(gac_core_rules_options),
                    .faulty = faulty,
                    .n_faulty = n,
                    .max_errors = 4,
                    .tolerate_producers = (size >> 2 & 1) != 0},
                NULL);
    }
    gac_module_destroy(module);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return 0;
}
