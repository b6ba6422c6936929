/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What values of a program are, wherever they are asked for. */
#ifndef GAC_VALIDATE_VALUE_H
#define GAC_VALIDATE_VALUE_H

#include "validate/program/program.h"

/* How many events a variable consists of; 0: it has other parts, or it is
 * unknown. Each takes as much as a pointer. */
uint64_t gac__events_in(const gac_module *m, uint32_t variable);

/* -- integers (evaluate.c) ------------------------------------------------- */

/* Computes an integer from constants; false: it takes more. */
bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out);

static inline bool gac__is_comparison(uint32_t opcode)
{
    return opcode >= SpvOpIEqual && opcode <= SpvOpSLessThanEqual;
}

/* A builtin that a value is, by its variable or an imported function; of
 * several dimensions, which. */
typedef struct gac__builtin {
    uint32_t kind;      /* SpvBuiltIn; UINT32_MAX: it is none */
    uint32_t dimension; /* UINT32_MAX: unknown, or all of them */
} gac__builtin;

/* Whether it is a local id in a known dimension, or the index of them all. */
static inline bool gac__is_local_id(gac__builtin b)
{
    return b.kind == SpvBuiltInLocalInvocationIndex
           || (b.kind == SpvBuiltInLocalInvocationId
               && b.dimension != UINT32_MAX);
}

gac__builtin gac__builtin_of(const gac__program *p, gac__ref ref);

/* -- pointers (pointers.c) ------------------------------------------------- */

/* Where a pointer comes from. */
typedef struct gac__origin {
    gac__ref base;    /* what it was made from: a variable, a parameter, a
                         load; id 0: unknown */
    bool is_variable; /* an OpVariable */
    bool is_null;     /* a null constant, whatever was added */
    bool offset_known;
    gac__i128 offset; /* in bytes from the base */
} gac__origin;

gac__origin gac__pointer_origin(const gac__program *p, gac__ref ref);

/* How far the index at a word of an access chain goes: from one element of
 * `*type_id` to the next, or, if that is a struct, to a member, which is added
 * to the offset; `*type_id` becomes what is there. It is gac__chain_type() at
 * the first. False: there is no such index, or that is not known. */
bool gac__chain_stride(const gac_module *m, const gac__inst *chain,
                       uint32_t word, uint32_t *type_id, uint64_t *stride_out,
                       gac__i128 *offset);

#endif
