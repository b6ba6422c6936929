/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels that the executor is measured on: sizes and arguments. */
#include "exec_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define IN_F32(n) { EXEC_ARG_IN, EXEC_FILL_F32, n, 0, 0, 0 }
#define IN_U32(n) { EXEC_ARG_IN, EXEC_FILL_U32, n, 0, 0, 0 }
#define IN_BYTES(n) { EXEC_ARG_IN, EXEC_FILL_BYTES, (n) / 4, 0, 0, 0 }
#define CONSTANT_F32(n) { EXEC_ARG_CONSTANT, EXEC_FILL_F32, n, 0, 0, 0 }
#define OUT(n) { EXEC_ARG_OUT, EXEC_FILL_NONE, n, 0, 0, 0 }
#define LOCAL(bytes) { EXEC_ARG_LOCAL, EXEC_FILL_NONE, bytes, 0, 0, 0 }
#define U32(v) { EXEC_ARG_U32, EXEC_FILL_NONE, 0, 0, v, 0 }
#define F32(v) { EXEC_ARG_F32, EXEC_FILL_NONE, 0, 0, 0, v }

#define ROW_ENTRIES 24u /* at most, in a row of the sparse matrix */
#define ROWS 32768u

const exec_case exec_cases[] = {
    { "matmul", { 256, 256 }, { 16, 16 }, true, 1e-5f,
      { IN_F32(65536), IN_F32(65536), OUT(65536), U32(256) } },
    { "tile_copy", { 1024, 32 }, { 64, 2 }, false, 0,
      { IN_F32(1048576), OUT(1048576), U32(1024) } },
    { "madd", { 65536, 1 }, { 256, 1 }, true, 1e-4f,
      { IN_F32(65536), OUT(65536), F32(0.25f), U32(500) } },
    { "mandelbrot", { 384, 256 }, { 16, 16 }, false, 0.02f,
      { OUT(98304), F32(-2.2f), F32(-1.2f), F32(0.0085f), U32(256) } },
    { "stencil", { 1024, 1024 }, { 16, 16 }, true, 1e-5f,
      { IN_F32(1048576), OUT(1048576), CONSTANT_F32(9), U32(1024), U32(1024) } },
    { "reduce", { 131072, 1 }, { 256, 1 }, true, 1e-5f,
      { IN_F32(1048576), OUT(512), U32(1048576), LOCAL(1024) } },
    { "histogram", { 16384, 1 }, { 256, 1 }, false, 0,
      { IN_BYTES(1048576), OUT(16384), U32(1048576) } },
    { "nbody", { 2048, 1 }, { 256, 1 }, true, 1e-3f,
      { IN_F32(8192), OUT(8192), U32(2048), LOCAL(4096) } },
    { "black_scholes", { 262144, 1 }, { 256, 1 }, true, 1e-4f,
      { IN_F32(262144), IN_F32(262144), IN_F32(262144), OUT(262144),
        OUT(262144), F32(0.02f), F32(0.3f) } },
    { "spmv", { ROWS, 1 }, { 128, 1 }, true, 1e-4f,
      { { EXEC_ARG_IN, EXEC_FILL_ROWS, ROWS + 1, 0, 0, 0 },
        { EXEC_ARG_IN, EXEC_FILL_COLUMNS, ROWS * ROW_ENTRIES, ROWS, 0, 0 },
        IN_F32(ROWS * ROW_ENTRIES), IN_F32(ROWS), OUT(ROWS) } },
    { "transpose", { 1024, 1024 }, { 16, 16 }, false, 0,
      { IN_U32(1048576), OUT(1048576), U32(1024), U32(1024) } },
    { "xorshift", { 65536, 1 }, { 256, 1 }, false, 0,
      { IN_U32(65536), OUT(65536), U32(200) } },
    { "bitonic", { 65536, 1 }, { 256, 1 }, false, 0,
      { IN_U32(131072), OUT(131072), LOCAL(2048) } },
    { "scan", { 262144, 1 }, { 256, 1 }, false, 0,
      { IN_U32(262144), OUT(262144), LOCAL(1024) } },
};
/* clang-format on */
const size_t exec_case_count = sizeof exec_cases / sizeof exec_cases[0];

static uint32_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static void fill(const exec_arg *a, void *data)
{
    uint64_t state = a->count;
    uint32_t *words = data, sum = 0;
    for (uint32_t k = 0; k < a->count; k++) {
        uint32_t r = next(&state);
        float f = 0.5f + (float)(r >> 8) * 0x1p-24f;
        switch (a->fill) {
        case EXEC_FILL_F32: memcpy(&words[k], &f, sizeof f); break;
        case EXEC_FILL_ROWS:
            words[k] = sum;
            sum += 8 + r % (ROW_ENTRIES - 8);
            break;
        case EXEC_FILL_COLUMNS: words[k] = r % a->bound; break;
        case EXEC_FILL_NONE: words[k] = 0; break;
        default: words[k] = r; break;
        }
    }
}

void *exec_arg_data(const exec_arg *a, size_t *bytes_out)
{
    size_t bytes = (size_t)a->count * 4;
    void *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (data == NULL)
        abort();
    fill(a, data);
    *bytes_out = bytes;
    return data;
}

uint32_t exec_global(const exec_case *c, uint32_t d, uint32_t groups)
{
    uint32_t most = groups ? groups * c->local[d] : c->global[d];
    return most < c->global[d] ? most : c->global[d];
}

const exec_case *exec_find(const char *name)
{
    for (size_t k = 0; k < exec_case_count; k++)
        if (strcmp(exec_cases[k].name, name) == 0)
            return &exec_cases[k];
    fprintf(stderr, "no kernel %s\n", name);
    exit(2);
}

void *exec_read_file(const char *path, size_t *bytes_out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(bytes + 1);
    if (data == NULL || fread(data, 1, bytes, file) != bytes)
        abort();
    data[bytes] = 0;
    fclose(file);
    *bytes_out = bytes;
    return data;
}
