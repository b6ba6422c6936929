/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The kernels that the executor is measured on. */
#ifndef BENCH_EXEC_CASE_H
#define BENCH_EXEC_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXEC_ARGS 8u

typedef enum exec_arg_kind {
    EXEC_ARG_NONE,
    EXEC_ARG_IN,
    EXEC_ARG_OUT,
    EXEC_ARG_CONSTANT,
    EXEC_ARG_LOCAL,
    EXEC_ARG_U32,
    EXEC_ARG_F32
} exec_arg_kind;

/* How a buffer starts. */
typedef enum exec_fill {
    EXEC_FILL_NONE,
    EXEC_FILL_F32, /* 0.5 to 1.5 */
    EXEC_FILL_U32,
    EXEC_FILL_BYTES,
    EXEC_FILL_ROWS,   /* where the rows of a sparse matrix start */
    EXEC_FILL_COLUMNS /* numbers below `bound` */
} exec_fill;

typedef struct exec_arg {
    uint8_t kind, fill;
    uint32_t count; /* buffers: words; local memory: bytes */
    uint32_t bound;
    uint32_t u32;
    float f32;
} exec_arg;

typedef struct exec_case {
    const char *name; /* kernel, and file in bench/kernels */
    uint32_t global[2], local[2];
    bool is_float;   /* what the outputs hold */
    float tolerance; /* relative; 0: bits */
    exec_arg args[EXEC_ARGS];
} exec_case;

extern const exec_case exec_cases[];
extern const size_t exec_case_count;

/* Returns memory for argument `a` as it starts, 64-byte aligned; free() it. */
void *exec_arg_data(const exec_arg *a, size_t *bytes_out);

#endif
