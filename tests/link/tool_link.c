/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Links modules by the library, for scripts.
 *
 * usage: tool_link [--library] [-o FILE] MODULE...
 * MODULE is a binary or text. Prints each fault's message. Checks that each
 * instruction comes from one of the same opcode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gac/diag.h>
#include <gac/link.h>
#include <gac/text.h>

enum { MOST = 64 };

static void show(void *user, const gac_diagnostic *d)
{
    (void)user;
    printf("[%s] %s\n", d->rule, d->message);
}

static gac_module *load(gac_context *context, const char *path,
                        gac_input **input_out)
{
    gac_module *module = NULL;
    size_t size;
    if (gac_input_load(context, path, NULL, input_out) == GAC_OK) {
        const void *data = gac_input_data(*input_out, &size);
        gac_module_parse(context, data, size,
                         &(gac_parse_options){.size = sizeof(gac_parse_options),
                                              .tolerate_producers = true,
                                              .silent_producers = true},
                         &module);
    }
    if (!module)
        exit(2);
    return module;
}

/* The opcode of instruction `ordinal`, from 1. */
static uint32_t opcode_at(const uint32_t *words, size_t n, uint32_t ordinal)
{
    size_t at = 5;
    for (; ordinal > 1 && at < n; ordinal--)
        at += words[at] >> 16;
    return at < n ? words[at] & 0xFFFF : UINT32_MAX;
}

static void check_origins(const gac_linked *linked,
                          const gac_link_input *inputs)
{
    size_t n, n_from;
    const uint32_t *words = gac_linked_words(linked, &n);
    uint32_t ordinal = 1;
    for (size_t at = 5; at < n; at += words[at] >> 16, ordinal++) {
        uint32_t input, opcode = words[at] & 0xFFFF;
        uint32_t from = gac_linked_origin(linked, ordinal, &input);
        const uint32_t *other = gac_module_words(inputs[input].module, &n_from);
        if (from && opcode_at(other, n_from, from) != opcode)
            printf("instruction %u is none of those that it comes from\n",
                   ordinal);
        if (!from && opcode != 317) /* OpNoLine */
            printf("instruction %u comes from nowhere\n", ordinal);
    }
}

int main(int argc, char **argv)
{
    gac_link_input inputs[MOST];
    gac_input *files[MOST] = {NULL};
    gac_link_options options = {.size = sizeof options};
    gac_context *context = NULL;
    gac_linked *linked = NULL;
    const char *output = NULL;
    uint32_t n = 0;
    if (gac_context_create(
            &(gac_context_options){.size = sizeof(gac_context_options),
                                   .diagnostic = show},
            &context)
        != GAC_OK)
        return 2;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--library")) {
            options.library = true;
        } else if (!strcmp(argv[i], "-o") && i + 1 < argc) {
            output = argv[++i];
        } else if (n < MOST) {
            const char *slash = strrchr(argv[i], '/');
            inputs[n].module = load(context, argv[i], &files[n]);
            inputs[n++].name = slash ? slash + 1 : argv[i];
        }
    }
    gac_result result = gac_link(context, inputs, n, &options, &linked);
    if (result == GAC_OK && output) {
        size_t n_words;
        const uint32_t *words = gac_linked_words(linked, &n_words);
        FILE *file = fopen(output, "wb");
        if (!file || fwrite(words, sizeof *words, n_words, file) != n_words
            || fclose(file) != 0)
            return 2;
        check_origins(linked, inputs);
    }
    printf("%s\n", gac_result_text(result));
    gac_linked_destroy(linked);
    for (uint32_t i = 0; i < n; i++) {
        gac_module_destroy((gac_module *)(uintptr_t)inputs[i].module);
        gac_input_destroy(files[i]);
    }
    gac_context_destroy(context);
    return result == GAC_OK ? 0 : 1;
}
