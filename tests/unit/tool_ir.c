/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds the lane IR of every kernel in the given binaries, checks it, and with
 * -d prints it, with -o optimized, with -l as a lane program for 256 work-items
 * of this machine. Exit code 1 if a kernel is refused, 2 if IR is broken. */
#include <stdio.h>
#include <stdlib.h>

#include "compile/compile.h"

static void print_diagnostic(void *user, const gac_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "  %u: [%s] %s: %s\n", d->ordinal, d->rule,
            d->instruction ? d->instruction : "", d->message);
}

static void *read_file(const char *path, size_t *size_out)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fseek(file, 0, SEEK_SET);
    void *data = size > 0 ? malloc((size_t)size) : NULL;
    if (data && fread(data, 1, (size_t)size, file) != (size_t)size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    *size_out = size > 0 ? (size_t)size : 0;
    return data;
}

/* What is printed. */
typedef struct output {
    bool built, optimized, program;
} output;

static gac_result print_optimized(gac__ir *ir, const output *o)
{
    gac__compile_options options = {.isa = gac__isa_best(), .max_width = 256};
    gac__lane_program program = {0};
    gac_result result = gac__ir_optimize(ir);
    if (result == GAC_OK && o->optimized)
        gac__ir_dump(ir, stdout);
    if (result == GAC_OK && o->program)
        result = gac__lane_program_make(ir, &gac__malloc_allocator, &options,
                                        &program);
    if (result == GAC_OK && o->program)
        gac__lane_program_dump(&program, stdout);
    gac__lane_program_free(&program);
    return result;
}

static int build_kernels(const gac_module *m, const char *path, const output *o)
{
    int worst = 0;
    for (uint32_t k = 0; k < m->n_entries; k++) {
        gac__arena arena;
        gac__ir *ir;
        gac__arena_init(&arena, &gac__malloc_allocator);
        gac_result result = gac__ir_build(m, &m->entries[k], NULL, 0,
                                          (gac__variant){0}, &arena, &ir);
        if (result == GAC_OK && o->built)
            gac__ir_dump(ir, stdout);
        bool broken = result == GAC_OK && !gac__ir_check(ir);
        if (result == GAC_OK && !broken && (o->optimized || o->program))
            result = print_optimized(ir, o);
        if (result != GAC_OK || broken)
            printf("%s: %s: %s\n", path, m->entries[k].name,
                   broken ? "broken IR" : gac_result_text(result));
        if (result != GAC_OK && worst == 0)
            worst = 1;
        if (broken)
            worst = 2;
        gac__arena_free(&arena);
    }
    return worst;
}

int main(int argc, char **argv)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = print_diagnostic};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_context *context;
    int worst = 0;
    output o = {false, false, false};
    if (gac_context_create(&options, &context) != GAC_OK)
        return 3;
    for (int a = 1; a < argc; a++) {
        gac_module *m = NULL;
        size_t size;
        if (argv[a][0] == '-') {
            o.built |= argv[a][1] == 'd';
            o.optimized |= argv[a][1] == 'o';
            o.program |= argv[a][1] == 'l';
            continue;
        }
        void *data = read_file(argv[a], &size);
        if (data
            && gac_module_parse(context, data, size, &parse, &m) == GAC_OK) {
            int result = gac__program_check(m) == GAC_OK
                             ? build_kernels(m, argv[a], &o)
                             : 1;
            worst = GAC__MAX(worst, result);
        } else {
            printf("%s: cannot be read\n", argv[a]);
        }
        gac_module_destroy(m);
        free(data);
    }
    gac_context_destroy(context);
    return worst;
}
