/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random OpenCL C kernels without undefined behaviour.
 *
 * A program is a prelude, some functions and some kernels. All kernels have the
 * same parameters (RANDOM_PARAMS in random_kernel.c), so that one driver runs
 * them all. What a kernel does depends on the seed alone.
 *
 *     random_expr.c    expressions of a wanted type
 *     random_stmt.c    statements: loops, branches, stores, atomics, calls
 *     random_more.c    jumps, memory through other types, conversions
 *     random_kinds.c   halves, generic pointers, parted sub-groups
 *     random_kernel.c  functions, kernels, programs
 */
#ifndef RANDOM_GEN_H
#define RANDOM_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANDOM_SLOTS 32u /* words of output a work-item */
#define RANDOM_IN_WORDS 1024u
#define RANDOM_COUNTERS 64u

typedef enum random_base {
    RANDOM_CHAR,
    RANDOM_UCHAR,
    RANDOM_SHORT,
    RANDOM_USHORT,
    RANDOM_INT,
    RANDOM_UINT,
    RANDOM_LONG,
    RANDOM_ULONG,
    RANDOM_FLOAT,
    RANDOM_DOUBLE,
    RANDOM_BASES
} random_base;

typedef struct random_type {
    uint8_t base, width; /* random_base; 1, 2, 3, 4, 8 or 16 */
} random_type;

/* A variable in scope: a value, or with `length` an array of values. */
typedef struct random_var {
    char name[20];
    random_type type;
    uint32_t length; /* 0: no array; else a power of two */
    bool writable;
} random_var;

typedef struct random_function {
    uint32_t number;
    random_type result;
    uint32_t n_params;
    random_type params[4];
    bool takes_array; /* a last parameter: pointer to 8 private values */
    random_type array;
} random_function;

typedef struct random_gen {
    uint64_t state;
    char *text;
    size_t length, capacity;
    uint32_t indent;
    random_var vars[256];
    uint32_t n_vars;
    random_function functions[16];
    uint32_t n_functions;
    uint32_t next_name, next_slot;
    uint32_t budget; /* statements that may still be made */
    uint32_t loops;  /* how deep in loops; break and continue are possible */
    uint32_t most_loops;
    uint32_t switches; /* how deep in switches within the innermost loop */
    bool in_kernel;    /* stores and atomics are possible */
    bool may_return;
    bool doubles;     /* float64 is wanted */
    bool irreducible; /* loops with two entries, too; PoCL crashes on some */
    random_type returns;
} random_gen;

/* Where a kernel is to run. */
typedef struct random_range {
    uint32_t global[3], local[3];
} random_range;

/* -- random_expr.c --------------------------------------------------------- */

uint32_t random_below(random_gen *g, uint32_t n);
bool random_chance(random_gen *g, uint32_t percent);
void random_put(random_gen *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "int4"; the string is static. */
const char *random_type_name(random_type t);
bool random_is_float(random_type t);
uint32_t random_bits(random_type t);
random_type random_some_type(random_gen *g, bool scalar);

/* Writes an expression of exactly type `t`, at most `depth` operators deep. */
void random_expr(random_gen *g, random_type t, uint32_t depth);

/* Writes a scalar condition. */
void random_condition(random_gen *g, uint32_t depth);

/* -- random_stmt.c --------------------------------------------------------- */

/* Starts a line. */
void random_line(random_gen *g);

/* Adds a variable to the scope; returns it. */
random_var *random_declare(random_gen *g, random_type t, uint32_t length,
                           bool writable);

/* Writes `n` statements within braces that the caller has written. */
void random_statements(random_gen *g, uint32_t n, uint32_t depth);

/* Writes a store of some value to the next output word. */
void random_store(random_gen *g, random_type t);

/* -- random_more.c --------------------------------------------------------- */

/* Writes one of the statements that other generators often lack: of control
 * flow, or of memory and conversions. */
void random_more(random_gen *g, uint32_t depth, bool control);

/* Where all work-items of a group come together. */
void random_group_function(random_gen *g);
void random_copy_out(random_gen *g);

/* -- random_kinds.c -------------------------------------------------------- */

void random_kinds_prelude(random_gen *g);

/* Writes a statement of these kinds. */
void random_kinds(random_gen *g);

/* What those lanes of a sub-group do together for which a condition holds. */
void random_parted(random_gen *g);

/* -- random_kernel.c ------------------------------------------------------- */

#define RANDOM_KERNELS 4u

/* Operators alone: no functions of OpenCL C but conversions. */
extern bool random_plain;

/* Returns the program of `seed` (free() it), its kernels named k0, k1 ..., and
 * where they run. `size`: about how many statements a kernel has. */
char *random_program(uint64_t seed, uint32_t size,
                     random_range ranges_out[RANDOM_KERNELS]);

#endif
