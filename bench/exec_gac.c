/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The benchmark's kernels on a build of gac. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"

struct exec_gac {
    const exec_library *library;
    const exec_case *c;
    gac_context *context;
    gac_module *module;
    gac_program *program;
    gac_launch *launch;
    gac_run_options options;
    gac_run_stats stats;
};

const exec_library exec_linked = {
#define X(name) gac_##name,
    EXEC_FUNCTIONS(X)
#undef X
};

exec_library exec_library_open(const char *path)
{
    exec_library library;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
#define X(name)                                                                \
    {                                                                          \
        void *function = dlsym(handle, "gac_" #name);                          \
        memcpy(&library.name, &function, sizeof function);                     \
    }
    EXEC_FUNCTIONS(X)
#undef X
    return library;
}

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

static void set_argument(const exec_gac *g, gac_launch *launch, uint32_t n)
{
    const gac__run_arg *a = &g->c->run.args[n];
    switch (a->kind) {
    case GAC__RUN_BUFFER:
        must(
            g->library->launch_set_buffer(launch, n, a->data, a->size_bytes, 0),
            "buffer");
        break;
    case GAC__RUN_LOCAL:
        must(g->library->launch_set_local(launch, n, a->size_bytes), "local");
        break;
    default:
        must(g->library->launch_set_value(launch, n, a->data, a->size_bytes),
             "value");
        break;
    }
}

static gac_launch *launch_of(const exec_gac *g, const char *name)
{
    gac_launch *launch;
    must(g->library->launch_create(g->program, name, &launch), "launch");
    for (uint32_t n = 0; n < g->c->run.n_args; n++)
        set_argument(g, launch, n);
    return launch;
}

exec_gac *exec_gac_open(const exec_library *library, const exec_case *c,
                        const void *words, size_t bytes, uint32_t groups)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = diagnostic,
                                   .cpu_level = c->run.cpu_level};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    exec_gac *g = calloc(1, sizeof *g);
    if (g == NULL)
        abort();
    g->library = library;
    g->c = c;
    must(library->context_create(&options, &g->context), "context");
    must(library->module_parse(g->context, words, bytes, &parse, &g->module),
         "parse");
    must(library->program_create(g->module, NULL, 0, &g->program), "program");
    g->launch = launch_of(g, c->name);
    g->options = c->run.options;
    for (uint32_t d = 0; d < 3; d++)
        g->options.global[d] = exec_global(c, d, groups);
    return g;
}

void exec_gac_setup(exec_gac *g)
{
    if (!g->c->setup.has_global)
        return;
    gac_launch *launch = launch_of(g, "setup");
    must(g->library->launch_run(launch, &g->c->setup.options, NULL), "setup");
    g->library->launch_destroy(launch);
}

void exec_gac_run(exec_gac *g)
{
    must(g->library->launch_run(g->launch, &g->options, &g->stats), "run");
}

void exec_gac_set(exec_gac *g, uint32_t threads, const char *checks)
{
    g->options.threads = threads;
    g->options.checks = checks;
}

const gac_run_stats *exec_gac_stats(const exec_gac *g)
{
    return &g->stats;
}

void exec_gac_close(exec_gac *g)
{
    g->library->launch_destroy(g->launch);
    g->library->program_destroy(g->program);
    g->library->module_destroy(g->module);
    g->library->context_destroy(g->context);
    free(g);
}
