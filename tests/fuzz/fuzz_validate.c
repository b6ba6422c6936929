/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: validation, and the equivalent core module. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <gac/render.h>
#include <gac/rewrite.h>
#include <gac/validate.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void discard(void *user, const char *text, size_t size)
{
    size_t *total = user;
    (void)text;
    *total += size;
}

static void fail(const char *what)
{
    fprintf(stderr, "fuzz_validate: %s\n", what);
    abort();
}

/* The errors' ordinals; every one must name an instruction. */
static uint32_t *ordinals(const gac_diagnostic_list *list, size_t first,
                          const gac_module *module, uint32_t *n_out)
{
    size_t n = gac_diagnostic_list_count(list);
    uint32_t *items = malloc((n + 1) * sizeof *items);
    *n_out = 0;
    for (size_t i = first; items && i < n; i++) {
        uint32_t ordinal = gac_diagnostic_list_at(list, i)->ordinal;
        if (ordinal == 0 || ordinal > gac_module_instruction_count(module))
            fail("a diagnostic without a place");
        if (gac_core_module_can_replace(module, ordinal))
            items[(*n_out)++] = ordinal;
    }
    return items;
}

/* What was a sound module must give a sound one. */
static void check_core_module(gac_context *context, gac_diagnostic_list *list,
                              size_t first, const gac_module *module)
{
    gac_core_module *core = NULL;
    gac_module *again = NULL;
    gac_core_module_options options = {.size = sizeof options};
    uint32_t *faulty = ordinals(list, first, module, &options.n_faulty);
    options.faulty = faulty;
    gac_result result = gac_core_module_create(module, &options, NULL, &core);
    if (result == GAC_OK) {
        size_t n;
        const uint32_t *words = gac_core_module_words(core, &n);
        if (gac_module_parse(context, words, n * 4, NULL, &again)
            == GAC_ERR_FORMAT)
            fail("the core module is not well-formed");
    } else if (result != GAC_ERR_MEMORY) {
        fail("no core module");
    }
    gac_module_destroy(again);
    gac_core_module_destroy(core);
    free(faulty);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context *context = NULL;
    gac_diagnostic_list *list = NULL;
    gac_module *module = NULL;
    size_t total = 0;
    if (gac_diagnostic_list_create(NULL, &list) != GAC_OK)
        return 0;
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac_diagnostic_list_add,
                                   .diagnostic_user = list,
                                   .max_id_bound = 1 << 16,
                                   .max_memory_bytes = 64 << 20};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true,
                               .keep_going = true};
    if (gac_context_create(&options, &context) == GAC_OK)
        gac_module_parse(context, data, size, &parse, &module);
    size_t first = gac_diagnostic_list_count(list);
    if (module) {
        gac_validate(module, NULL, NULL);
        if (first == 0)
            check_core_module(context, list, first, module);
    }
    for (int format = GAC_FORMAT_TEXT; format <= GAC_FORMAT_SARIF; format++) {
        gac_render_options render = {
            .size = sizeof render, .format = (gac_format)format, .color = true};
        gac_diagnostic_list_render(list, &render, discard, &total);
    }
    gac_module_destroy(module);
    gac_context_destroy(context);
    gac_diagnostic_list_destroy(list);
    return 0;
}
