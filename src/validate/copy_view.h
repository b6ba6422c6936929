/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every kind of async copy seen alike, with the constants that are known. */
#ifndef GAC_VALIDATE_COPY_VIEW_H
#define GAC_VALIDATE_COPY_VIEW_H

#include "validate/validate_internal.h"

/* Products of 64-bit operands do not fit 64 bits. */
__extension__ typedef unsigned __int128 gac__u128;
__extension__ typedef __int128 gac__i128;

/* An operand, or a quantity that stands for one. */
typedef struct gac__quantity {
    const char *name; /* NULL: the instruction has no such operand */
    uint32_t word, id;
    bool known;
    uint64_t value;
} gac__quantity;

typedef struct gac__side {
    gac__quantity pointer, offset;
    gac__quantity line, plane; /* pitches in elements */
} gac__side;

/* A copy of planes x lines x elements. A core copy has one line on its local
 * side, and lines of one element, a stride apart, on its global side. */
typedef struct gac__copy_view {
    const gac__inst *inst;
    gac__side destination, source;
    gac__quantity bytes, elements, lines, planes; /* absent ones: 1 */
    gac__quantity stride; /* of a core copy */
    gac__quantity event;
} gac__copy_view;

/* Views an instruction of the set with the right number of operands, an
 * OpGroupAsyncCopy or an OpUntypedGroupAsyncCopyKHR. False: it is none. */
bool gac__view_copy(const gac_module *m, const gac__inst *inst,
                    gac__copy_view *view_out);

/* Where a pointer comes from. */
typedef struct gac__origin {
    uint32_t base;      /* the id that it was made from: a variable, a
                           parameter, a load; 0: unknown */
    uint32_t variable;  /* the same if it is an OpVariable; else 0 */
    bool is_null;       /* a null constant, whatever was added */
    bool offset_known;
    gac__i128 offset;   /* in bytes from the base */
} gac__origin;

/* Follows a pointer through casts and access chains. */
gac__origin gac__pointer_origin(const gac_module *m, uint32_t id);

/* -- extents (warn_values.c) ----------------------------------------------- */

/* The bytes from a side's first to its last, were it to start at 0. False: not
 * known, or nothing is copied. */
bool gac__copy_span(const gac_module *m, const gac__copy_view *c,
                    const gac__side *side, gac__u128 *span_out);

/* Bytes [*first_out, *end_out) from the base of the side's pointer that the
 * copy surely touches. False: not known. */
bool gac__copy_range(const gac_module *m, const gac__copy_view *c,
                     const gac__side *side, gac__i128 *first_out,
                     gac__i128 *end_out);

#endif
