/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Names of OpenCL builtins as the Itanium C++ ABI mangles them. */
#ifndef GAC_MODULE_MANGLED_H
#define GAC_MODULE_MANGLED_H

#include "support/support.h"

#define GAC__MANGLED_PARAMS 20u

/* A parameter's type, as far as builtins need it. */
typedef struct gac__mangled_type {
    char letter;      /* of the scalar: the ABI's ('i', 'f', ...), 'H' for half,
                         'N' for a named type */
    uint8_t n;        /* components: 1, 2, 3, 4, 8, 16 */
    uint8_t pointers; /* levels of pointers around that */
} gac__mangled_type;

typedef struct gac__mangled {
    const char *name; /* inside the symbol, without a final NUL */
    size_t length;
    uint32_t n_params; /* 0 too if the symbol is not mangled */
    gac__mangled_type params[GAC__MANGLED_PARAMS];
} gac__mangled;

/* Parses a symbol; names without "_Z" are taken unchanged. False: the symbol is
 * mangled as no builtin is. */
bool gac__mangled_parse(const char *symbol, gac__mangled *out);

/* Whether a name of `length` characters is an atomic function of OpenCL C 1.x,
 * of 32 bits (atomic_add) or of 64 (atom_add). */
bool gac__is_old_atomic(const char *name, size_t length);

static inline bool gac__mangled_is_float(gac__mangled_type t)
{
    return t.letter == 'f' || t.letter == 'd' || t.letter == 'H';
}

static inline bool gac__mangled_is_signed(gac__mangled_type t)
{
    return t.letter == 'c' || t.letter == 'a' || t.letter == 's'
           || t.letter == 'i' || t.letter == 'l' || t.letter == 'x';
}

/* Bytes of the scalar; 0 for void and named types. */
uint32_t gac__mangled_bytes(gac__mangled_type t);

#endif
