/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The result of a build: a module, ready to run, and launches of its
 * kernels. */
#include "opencl/opencl_internal.h"

#include <stdlib.h>

static void destroy(gac__cl_code *code)
{
    for (uint32_t e = 0; e < code->n_entries; e++) {
        for (size_t k = 0; k < code->entries[e].n_idle; k++)
            gac_launch_destroy(code->entries[e].idle[k]);
        free(code->entries[e].idle);
    }
    free(code->entries);
    gac_program_destroy(code->program);
    gac_module_destroy(code->module);
    gac_context_destroy(code->context);
    pthread_mutex_destroy(&code->lock);
    free(code->specs);
    free(code->words);
    free(code);
}

void gac__cl_code_use(gac__cl_code *code)
{
    atomic_fetch_add(&code->uses, 1);
}

void gac__cl_code_unuse(gac__cl_code *code)
{
    if (code && atomic_fetch_sub(&code->uses, 1) == 1)
        destroy(code);
}

/* Lists the module's kernels; false: out of memory. */
static bool list_entries(gac__cl_code *code)
{
    uint32_t n = gac_module_kernel_count(code->module);
    code->entries = calloc(n ? n : 1, sizeof *code->entries);
    if (!code->entries)
        return false;
    code->n_entries = n;
    for (uint32_t e = 0; e < n; e++)
        code->entries[e].name = gac_module_kernel_name(code->module, e);
    return true;
}

gac_result gac__cl_parse(gac_context *context, const void *data, size_t size,
                         gac_module **module_out)
{
    gac_parse_options options = {.size = sizeof options,
                                 .tolerate_producers = true,
                                 .silent_producers = true};
    return gac_module_parse(context, data, size, &options, module_out);
}

static gac_result load(gac__cl_code *code, const gac__bytes *words,
                       const gac_spec_value *specs, uint32_t n_specs)
{
    gac_context_options options = {.size = sizeof options,
                                   .diagnostic = gac__cl_sink};
    gac_validate_options validate = {.size = sizeof validate,
                                     .tolerate_producers = true};
    code->words = gac__cl_copy(words->data, words->n);
    code->specs = gac__cl_copy(specs, n_specs * sizeof *specs);
    code->n_specs = n_specs;
    if (!code->words || !code->specs)
        return GAC_ERR_MEMORY;
    gac_result result = gac_context_create(&options, &code->context);
    if (result == GAC_OK)
        result =
            gac__cl_parse(code->context, code->words, words->n, &code->module);
    if (result == GAC_OK)
        result = gac_validate(code->module, &validate, NULL);
    if (result == GAC_OK)
        result =
            gac_program_create(code->module, specs, n_specs, &code->program);
    if (result == GAC_OK)
        result = gac_program_check_imports(code->program);
    if (result == GAC_OK && gac_module_address_bits(code->module) == 64)
        result = gac_program_keep_variables(code->program);
    if (result == GAC_OK && !list_entries(code))
        result = GAC_ERR_MEMORY;
    return result;
}

gac__cl_code *gac__cl_code_create(const gac__bytes *words,
                                  const gac_spec_value *specs, uint32_t n_specs,
                                  gac__bytes *log)
{
    gac__cl_code *code = calloc(1, sizeof *code);
    if (!code)
        return NULL;
    atomic_init(&code->uses, 1);
    pthread_mutex_init(&code->lock, NULL);
    gac_result result = gac__cl_listen();
    if (result == GAC_OK)
        result = load(code, words, specs, n_specs);
    gac__cl_listen_end(log);
    if (result == GAC_OK)
        return code;
    destroy(code);
    return NULL;
}

/* -- launches ------------------------------------------------------------- */

gac_launch *gac__cl_take_launch(gac__cl_code *code, uint32_t entry,
                                gac__bytes *log)
{
    gac__cl_entry *e = &code->entries[entry];
    gac_launch *launch = NULL;
    pthread_mutex_lock(&code->lock);
    if (e->n_idle)
        launch = e->idle[--e->n_idle];
    pthread_mutex_unlock(&code->lock);
    if (!launch && gac__cl_listen() == GAC_OK) {
        (void)gac_launch_create(code->program, e->name, &launch);
        gac__cl_listen_end(log);
    }
    return launch;
}

void gac__cl_give_back(gac__cl_code *code, uint32_t entry, gac_launch *launch)
{
    gac__cl_entry *e = &code->entries[entry];
    pthread_mutex_lock(&code->lock);
    bool room = GAC__GROW(e->idle, e->capacity, e->n_idle);
    if (room)
        e->idle[e->n_idle++] = launch;
    pthread_mutex_unlock(&code->lock);
    if (!room)
        gac_launch_destroy(launch);
}
