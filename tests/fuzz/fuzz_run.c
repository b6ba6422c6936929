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

/* What kernels run as: made of the input, so that an input that fails fails
 * again, and any change of it tries another one. Group sizes and strips' lanes
 * cover groups that share a strip, fill one and need several. */
static gac_run_options choose(const uint8_t *data, size_t size)
{
    static const uint64_t locals[] = {1, 2, 5, 16, 33, 64, 100, 256};
    static const uint32_t lanes[] = {0, 64, 128, 192};
    uint64_t h = 0xcbf29ce484222325; /* FNV-1a */
    for (size_t k = 0; k < size; k++)
        h = (h ^ data[k]) * 0x100000001b3;
    uint64_t x = locals[h >> 60 & 7], y = 1 + (h >> 56 & 1);
    return (gac_run_options){
        .global = {x * (1 + (h >> 52 & 3)), y * (1 + (h >> 48 & 1))},
        .local = {x, y},
        .async_mode = h >> 44 & 1 ? GAC_ASYNC_RANDOM : 0,
        .async_seed = h >> 40 & 15,
        .strip_lanes = lanes[h >> 38 & 3],
    };
}

static void run_kernel(const gac_program *p, const char *name,
                       const gac_run_options *shape, const char *checks)
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
    gac_run_options options = *shape;
    options.size = sizeof options;
    options.threads = 1;
    options.timeout_ns = 200000000;
    options.max_instructions = 300000;
    options.max_memory_bytes = 64 << 20;
    options.print = drop_text;
    options.print_user = &sum;
    options.checks = checks;
    (void)gac_launch_run(l, &options, NULL);
    gac_launch_destroy(l);
    free(memory);
}

/* As all inputs run, and as this one does. */
static void run_kernels(const gac_module *m, const gac_program *p,
                        const gac_run_options *chosen)
{
    const gac_run_options usual = {.global = {40, 3},
                                   .local = {16, 2},
                                   .async_mode = GAC_ASYNC_RANDOM,
                                   .async_seed = 7};
    for (uint32_t k = 0; k < gac_module_kernel_count(m) && k < 4; k++)
        for (int own = 0; own < 2; own++) {
            const char *name = gac_module_kernel_name(m, k);
            run_kernel(p, name, own ? chosen : &usual, NULL);
            run_kernel(p, name, own ? chosen : &usual, "");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gac_run_options chosen = choose(data, size);
    gac_context_options options = {.size = sizeof options,
                                   .max_memory_bytes = 1 << 28,
                                   .cpu_level = (gac_cpu_level)(size / 4 % 4)};
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
            run_kernels(m, p, &chosen);
            gac_program_destroy(p);
        }
        gac_module_destroy(m);
    }
    gac_context_destroy(context);
    return 0;
}
