/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Fuzz target: runs a module's kernels, without checks and with all of them, on
 * small buffers and under tight limits, through the public interface. */
#include <stdlib.h>
#include <string.h>

#include <gac/gac.h>

#define BUFFER_BYTES 4096u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void set_arguments(gac_launch *l, uint8_t *memory)
{
    uint8_t value[256];
    memset(value, 1, sizeof value);
    for (uint32_t n = 0; n < gac_launch_param_count(l); n++) {
        gac_param_info info;
        if (gac_launch_param(l, n, &info) != GAC_OK)
            abort();
        if (info.kind == GAC_PARAM_VALUE && info.size_bytes <= sizeof value)
            (void)gac_launch_set_value(l, n, value, (size_t)info.size_bytes);
        else if (info.kind == GAC_PARAM_LOCAL)
            (void)gac_launch_set_local(l, n, 1024);
        else if (info.kind != GAC_PARAM_VALUE)
            (void)gac_launch_set_buffer(l, n, memory, BUFFER_BYTES, 0);
    }
}

static void drop_text(void *user, const char *text, size_t length)
{
    size_t *sum = user;
    *sum += length + (length ? (size_t)(unsigned char)text[length - 1] : 0);
}

static void run_kernel(const gac_program *p, const char *name,
                       const char *checks)
{
    gac_launch *l;
    size_t sum = 0;
    /* On the heap and exact, so that a sanitizer sees what lies around. */
    uint8_t *memory = malloc(BUFFER_BYTES);
    if (!memory || gac_launch_create(p, name, &l) != GAC_OK) {
        free(memory);
        return;
    }
    for (size_t k = 0; k < BUFFER_BYTES; k++)
        memory[k] = (uint8_t)(k % 7);
    set_arguments(l, memory);
    gac_run_options options = {
        .size = sizeof options,
        .global = {40, 3},
        .local = {16, 2},
        .threads = 1,
        .timeout_ns = 200000000,
        .max_instructions = 300000,
        .max_memory_bytes = 64 << 20,
        .async_mode = GAC_ASYNC_RANDOM,
        .async_seed = 7,
        .print = drop_text,
        .print_user = &sum,
        .checks = checks,
    };
    (void)gac_launch_run(l, &options, NULL);
    gac_launch_destroy(l);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_context_options options = {.size = sizeof options,
                                   .max_memory_bytes = 1 << 28};
    gac_parse_options parse = {.size = sizeof parse,
                               .tolerate_producers = true,
                               .silent_producers = true};
    gac_context *context;
    gac_module *m;
    gac_program *p;
    if (gac_context_create(&options, &context) != GAC_OK)
        return 0;
    if (gac_module_parse(context, data, size, &parse, &m) == GAC_OK) {
        if (gac_program_create(m, NULL, 0, &p) == GAC_OK) {
            for (uint32_t k = 0; k < gac_module_kernel_count(m) && k < 4; k++) {
                run_kernel(p, gac_module_kernel_name(m, k), NULL);
                run_kernel(p, gac_module_kernel_name(m, k), "");
            }
            gac_program_destroy(p);
        }
        gac_module_destroy(m);
    }
    gac_context_destroy(context);
    return 0;
}
