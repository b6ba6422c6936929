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

/* All numbers that a value can be; of more than one, `last` is below 2^31. */
typedef struct gac__interval {
    uint64_t first, last;
    uint32_t width; /* bits of the value */
    bool assumed;   /* in groups of a usual size */
} gac__interval;

/* Computes an integer from constants; false: it takes more. */
bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out);

/* The same from local ids, too, which are below the group's size; false: it
 * takes more, or may wrap around. */
bool gac__interval_of(const gac__program *p, gac__ref ref, gac__interval *out);

/* Whether that is a single number. */
static inline bool gac__is_decided(const gac__program *p, gac__ref ref,
                                   uint64_t *bits_out)
{
    gac__interval i;
    bool found = gac__interval_of(p, ref, &i) && i.first == i.last;
    *bits_out = found ? i.first : 0;
    return found;
}

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

/* The builtin that a loaded variable is, e.g. SpvBuiltInLocalInvocationId;
 * UINT32_MAX: none. */
uint32_t gac__builtin_variable(const gac__program *p, gac__ref ref);

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

/* Steps by an index into what `*type_id` is made of, and adds to the offset;
 * false if it is made of nothing, or of nothing with that index. */
bool gac__step_into(const gac_module *m, uint32_t *type_id, int64_t index,
                    gac__i128 *offset);

/* -- how values differ between work-items (variation.c) -------------------- */

typedef enum gac__variation {
    GAC__UNKNOWN,
    GAC__UNIFORM,     /* the same for all work-items of a group */
    GAC__BY_LOCAL_ID, /* made of local ids and constants, and not the same */
    GAC__BY_ID        /* otherwise one to one with a group's work-items */
} gac__variation;

gac__variation gac__variation_of(gac__program *p, gac__ref ref);

static inline bool gac__varies(gac__variation v)
{
    return v == GAC__BY_LOCAL_ID || v == GAC__BY_ID;
}

#endif
