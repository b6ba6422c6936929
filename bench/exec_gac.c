/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The benchmark's kernels on gac. */
#include "exec_run.h"

#include <gac/gac.h>
#include <stdio.h>
#include <stdlib.h>

struct exec_gac {
    const exec_case *c;
    gac_context *context;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    gac_run_options options;
    gac_run_stats stats;
    void *data[EXEC_ARGS];
};

static void must(gac_result result, const char *what)
{
    if (result == GAC_OK)
        return;
    fprintf(stderr, "gac: %s: result %d\n", what, (int)result);
    exit(2);
}

static void diagnostic(void *user, const gac_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "gac: %s\n", d->message);
}

static void set_argument(exec_gac *g, uint32_t n)
{
    const exec_arg *a = &g->c->args[n];
    size_t bytes;
    switch ((exec_arg_kind)a->kind) {
    case EXEC_ARG_IN:
    case EXEC_ARG_OUT:
    case EXEC_ARG_CONSTANT:
        g->data[n] = exec_arg_data(a, &bytes);
        must(gac_launch_set_buffer(g->launch, n, g->data[n], bytes, 0),
             "buffer");
        break;
    case EXEC_ARG_LOCAL:
        must(gac_launch_set_local(g->launch, n, a->count), "local");
        break;
    case EXEC_ARG_U32:
        must(gac_launch_set_value(g->launch, n, &a->u32, 4), "value");
        break;
    case EXEC_ARG_F32:
        must(gac_launch_set_value(g->launch, n, &a->f32, 4), "value");
        break;
    case EXEC_ARG_NONE: break;
    }
}

exec_gac *exec_gac_open(const exec_case *c, const void *words, size_t bytes,
                        uint32_t groups)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = diagnostic};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    exec_gac *g = calloc(1, sizeof *g);
    if (g == NULL)
        abort();
    g->c = c;
    must(gac_context_create(&options, &g->context), "context");
    must(gac_module_parse(g->context, words, bytes, &parse, &g->module),
         "parse");
    must(gac_program_create(g->module, NULL, 0, &g->program), "program");
    must(gac_launch_create(g->program, c->name, &g->launch), "launch");
    for (uint32_t n = 0; n < EXEC_ARGS; n++)
        set_argument(g, n);
    g->options.size = sizeof g->options;
    g->options.threads = 2;
    for (uint32_t d = 0; d < 2; d++) {
        g->options.global[d] = exec_global(c, d, groups);
        g->options.local[d] = c->local[d];
    }
    return g;
}

void exec_gac_run(exec_gac *g)
{
    must(gac_launch_run(g->launch, &g->options, &g->stats), "run");
}

void exec_gac_set(exec_gac *g, uint32_t threads, const char *checks)
{
    g->options.threads = threads;
    g->options.checks = checks;
}

void exec_gac_stats(const exec_gac *g, uint64_t *findings_out,
                    uint64_t *shadow_bytes_out)
{
    *findings_out = g->stats.findings;
    *shadow_bytes_out = g->stats.shadow_bytes;
}

const void *exec_gac_buffer(const exec_gac *g, uint32_t index)
{
    return g->data[index];
}

void exec_gac_close(exec_gac *g)
{
    gac_launch_destroy(g->launch);
    gac_program_destroy(g->program);
    gac_module_destroy(g->module);
    gac_context_destroy(g->context);
    for (uint32_t n = 0; n < EXEC_ARGS; n++)
        free(g->data[n]);
    free(g);
}
