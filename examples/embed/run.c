/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads a kernel that doubles integers, runs it, and has a run checked.
 * usage: run FILE GROUP_SIZE */
#include <stdio.h>
#include <stdlib.h>

#include <gac/gac.h>

enum { N = 256 };

/* Prints a diagnostic; a finding of a checked run comes with its place in the
 * kernel's source. */
static void tell(void *user, const gac_diagnostic *d)
{
    (void)user;
    if (d->source.file)
        printf("%s:%u: ", d->source.file, d->source.line);
    printf("%s [%s]\n", d->message, d->rule);
}

/* Gives each pointer parameter a buffer: the first one is written, others hold
 * 0, 1, 2 ... Errors: those of the library. */
static gac_result set_arguments(gac_launch *launch, int32_t out[N],
                                int32_t in[N])
{
    uint32_t n_params = gac_launch_param_count(launch);
    gac_result result = GAC_OK;
    for (uint32_t i = 0; i < n_params && result == GAC_OK; i++) {
        gac_param_info param;
        result = gac_launch_param(launch, i, &param);
        if (result == GAC_OK && param.kind != GAC_PARAM_GLOBAL)
            result = GAC_ERR_UNSUPPORTED;
        if (result == GAC_OK)
            result = gac_launch_set_buffer(launch, i, i == 0 ? out : in,
                                           N * sizeof(int32_t), 0);
    }
    return result;
}

/* Runs the kernel, and prints `title`, the result and whether it is right.
 * `checks` NULL checks nothing, "" everything. */
static gac_result run(gac_launch *launch, const char *title,
                      unsigned group_size, gac_async_mode mode,
                      const char *checks)
{
    int32_t out[N], in[N];
    for (int32_t i = 0; i < N; i++) {
        in[i] = i;
        out[i] = -1;
    }
    gac_run_options options = {.size = sizeof options,
                               .global = {N},
                               .local = {group_size},
                               .async_mode = mode,
                               .checks = checks};
    gac_run_stats stats = {0};
    gac_result result = set_arguments(launch, out, in);
    if (result == GAC_OK)
        result = gac_launch_run(launch, &options, &stats);
    int right = 0;
    for (int32_t i = 0; i < N; i++)
        right += out[i] == 2 * i;
    printf("%s: %s, %s", title, gac_result_text(result),
           right == N ? "right" : "wrong");
    if (checks)
        printf(", findings: %llu", (unsigned long long)stats.findings);
    printf("\n");
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: run FILE GROUP_SIZE\n");
        return 2;
    }
    unsigned group_size = (unsigned)strtoul(argv[2], NULL, 10);
    gac_context_options options = {.size = sizeof options, .diagnostic = tell};
    gac_context *context = NULL;
    gac_input *input = NULL;     /* the words: the module reads them in place */
    gac_module *module = NULL;   /* lives as long as its program */
    gac_program *program = NULL; /* lives as long as its launches */
    gac_launch *launch = NULL;   /* one kernel, compiled */

    gac_result result = gac_context_create(&options, &context);
    if (result == GAC_OK)
        result = gac_input_load(context, argv[1], NULL, &input);
    if (result == GAC_OK) {
        size_t size_bytes;
        const void *data = gac_input_data(input, &size_bytes);
        result = gac_module_parse(context, data, size_bytes, NULL, &module);
    }
    if (result == GAC_OK)
        result = gac_program_create(module, NULL, 0, &program);
    if (result == GAC_OK)
        result = gac_launch_create(program, NULL, &launch);
    /* Device by device, copies land at other times: a kernel that waits for
     * them gives the same result. */
    if (result == GAC_OK)
        result = run(launch, "copies land at once", group_size, GAC_ASYNC_EAGER,
                     NULL);
    if (result == GAC_OK)
        result = run(launch, "copies land when waited for", group_size,
                     GAC_ASYNC_LATE, NULL);
    if (result == GAC_OK)
        result = run(launch, "checked", group_size, GAC_ASYNC_EAGER, "");
    if (result != GAC_OK)
        printf("%s: %s\n", argv[1], gac_result_text(result));

    gac_launch_destroy(launch);
    gac_program_destroy(program);
    gac_module_destroy(module);
    gac_input_destroy(input);
    gac_context_destroy(context);
    return result != GAC_OK;
}
