/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: builds, checks and improves the lane IR of a module's kernels.
 */
#include <stdlib.h>

#include "compile/compile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void build_one(const gac_module *m, const gac__entry_point *entry)
{
    gac__arena arena;
    gac__ir *ir = NULL;
    gac__arena_init(&arena, &gac__malloc_allocator);
    arena.max_bytes = (size_t)1 << 28;
    gac_spec_value specs[2] = {{.id = 0, .bits = 5}, {.id = 1, .bits = 0}};
    if (gac__ir_build(m, entry, specs, 2, (gac__variant){0}, &arena, &ir)
        == GAC_OK) {
        if (!gac__ir_check(ir))
            abort();
        if (gac__ir_optimize(ir) == GAC_OK && !gac__ir_check(ir))
            abort();
    }
    gac__arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context_options options = {.size = sizeof options,
                                   .max_memory_bytes = 1 << 28};
    gac_parse_options parse = {
        .size = sizeof parse, .tolerate_producers = true, .keep_going = true};
    gac_context *context;
    gac_module *m;
    if (gac_context_create(&options, &context) != GAC_OK)
        return 0;
    if (gac_module_parse(context, data, size, &parse, &m) == GAC_OK) {
        gac__program_check(m);
        for (uint32_t k = 0; k < m->n_entries && k < 4; k++)
            build_one(m, &m->entries[k]);
        gac_module_destroy(m);
    }
    gac_context_destroy(context);
    return 0;
}
