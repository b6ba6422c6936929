/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the files that translate calls of imported functions share. */
#ifndef GAC_COMPILE_IMPORTS_H
#define GAC_COMPILE_IMPORTS_H

#include "compile/build/build_families.h"
#include "module/mangled.h"

/* A call of an imported function. */
typedef struct gac__import_call {
    gac__builder *b;
    const gac__inst *call;
    gac__mangled symbol;
    char name[64];       /* the function's, zero-terminated */
    const uint32_t *ids; /* arguments */
    uint32_t n;
} gac__import_call;

/* A parameter's mangled type; letter 0: it is not known. */
gac__mangled_type gac__import_param(const gac__import_call *c, uint32_t index);
/* The scalar value of argument `index`. */
uint32_t gac__import_arg(const gac__import_call *c, uint32_t index);
/* Binds a scalar result, converted to the call's type between booleans and
 * integers and between widths. */
void gac__import_bind(const gac__import_call *c, uint32_t value);
/* Whether `name` starts with `prefix`; `*rest_out`: the rest of `name`. */
bool gac__import_prefix(const char *name, const char *prefix,
                        const char **rest_out);

/* The GAC__ORDER_* that the memory order in argument `order_at` and the memory
 * scope behind it, both OpenCL C's, mean. Arguments that are missing, or no
 * constants, count as memory_order_seq_cst and memory_scope_device. */
uint32_t gac__import_order(const gac__import_call *c, uint32_t order_at);

/* Families: each returns false if the function is not its own. */
bool gac__import_group(const gac__import_call *c);
bool gac__import_atomic(const gac__import_call *c);
bool gac__import_math(const gac__import_call *c);
bool gac__import_spirv(const gac__import_call *c);

#endif
