/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What constants tell of the values of a program. */
#ifndef GAC_VALIDATE_VALUE_H
#define GAC_VALIDATE_VALUE_H

#include "validate/program/program.h"

/* The number of events in a variable; 0: it has other parts than events, or its
 * size is unknown. An event is as large as a pointer. */
uint64_t gac__events_in(const gac_module *m, uint32_t variable);

/* -- integers (evaluate.c) ------------------------------------------------- */

/* Computes an integer; false: it is no constant. */
bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out);

static inline bool gac__is_comparison(uint32_t opcode)
{
    return opcode >= SpvOpIEqual && opcode <= SpvOpSLessThanEqual;
}

/* The builtin that a value is read from, by a variable or by a call of an
 * imported function. */
typedef struct gac__builtin {
    uint32_t kind;      /* SpvBuiltIn; UINT32_MAX: none */
    uint32_t dimension; /* UINT32_MAX: unknown, or all */
} gac__builtin;

/* Whether a builtin is a local id in a known dimension, or the local index. */
static inline bool gac__is_local_id(gac__builtin b)
{
    return b.kind == SpvBuiltInLocalInvocationIndex
           || (b.kind == SpvBuiltInLocalInvocationId
               && b.dimension != UINT32_MAX);
}

static inline bool gac__is_group_size(gac__builtin b)
{
    return b.kind == SpvBuiltInWorkgroupSize
           || b.kind == SpvBuiltInEnqueuedWorkgroupSize;
}

gac__builtin gac__builtin_of(const gac__program *p, gac__ref ref);

/* -- pointers (pointers.c) ------------------------------------------------- */

/* A pointer as a base and an offset. */
typedef struct gac__origin {
    gac__ref base;    /* a variable, a parameter, a load; id 0: unknown */
    bool is_variable; /* the base is a variable */
    bool is_null;     /* the base is a null constant */
    bool offset_known;
    gac__i128 offset; /* bytes from the base */
} gac__origin;

gac__origin gac__pointer_origin(const gac__program *p, gac__ref ref);

/* The stride in bytes of the index at a word of an access chain; 0 for a member
 * of a struct, whose offset is added to `*offset`. `*type_id`, at first
 * gac__chain_type(), becomes the type that the index leads to. False: the
 * stride is unknown. */
bool gac__chain_stride(const gac_module *m, const gac__inst *chain,
                       uint32_t word, uint32_t *type_id, uint64_t *stride_out,
                       gac__i128 *offset);

#endif
