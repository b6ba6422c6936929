/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: links modules that stand one behind the other, to a program and
 * to a library. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gac/link.h>

#define MOST_MODULES 4u
#define MAGIC 0x07230203u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what)
{
    fprintf(stderr, "fuzz_link: %s\n", what);
    abort();
}

/* The bytes up to the next module's magic number, or the end. */
static size_t module_size(const uint8_t *data, size_t size)
{
    const uint32_t magic = MAGIC;
    for (size_t k = sizeof magic; k + sizeof magic <= size; k += sizeof magic)
        if (!memcmp(data + k, &magic, sizeof magic))
            return k;
    return size;
}

/* What is linked is a module, and says where each instruction comes from. */
static void check_linked(gac_context *context, const gac_linked *linked,
                         const gac_link_input *inputs,
                         const gac_parse_options *parse)
{
    size_t n;
    const uint32_t *words = gac_linked_words(linked, &n);
    gac_module *module = NULL;
    if (gac_module_parse(context, words, n * sizeof *words, parse, &module)
        == GAC_ERR_FORMAT)
        fail("the linked module is not well-formed");
    uint32_t n_insts = gac_module_instruction_count(module);
    for (uint32_t i = 1; i <= n_insts; i++) {
        uint32_t input, ordinal = gac_linked_origin(linked, i, &input);
        if (ordinal > gac_module_instruction_count(inputs[input].module))
            fail("an instruction comes from none");
    }
    gac_module_destroy(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context_options options = {.size = sizeof options,
                                   .max_id_bound = 1 << 16,
                                   .max_memory_bytes = 1 << 28};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_link_input inputs[MOST_MODULES] = {{0}};
    gac_module *modules[MOST_MODULES] = {NULL};
    gac_context *context;
    uint32_t n = 0;
    if (gac_context_create(&options, &context) != GAC_OK)
        return 0;
    for (size_t at = 0; at < size && n < MOST_MODULES;) {
        size_t more = module_size(data + at, size - at);
        if (gac_module_parse(context, data + at, more, &parse, &modules[n])
            == GAC_OK) {
            inputs[n].module = modules[n];
            n++;
        }
        at += more;
    }
    for (int library = 0; library < 2 && n; library++) {
        gac_link_options link = {.size = sizeof link, .library = library};
        gac_linked *linked;
        if (gac_link(context, inputs, n, &link, &linked) == GAC_OK)
            check_linked(context, linked, inputs, &parse);
        gac_linked_destroy(linked);
    }
    for (uint32_t k = 0; k < n; k++)
        gac_module_destroy(modules[k]);
    gac_context_destroy(context);
    return 0;
}
