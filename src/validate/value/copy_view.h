/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Every kind of copy and wait seen alike, with the constants that are known. */
#ifndef GAC_VALIDATE_COPY_VIEW_H
#define GAC_VALIDATE_COPY_VIEW_H

#include "validate/value/value.h"

/* An operand, or a quantity that stands for one. */
typedef struct gac__quantity {
    const char *name; /* NULL: the instruction has no such operand */
    uint32_t word;
    gac__ref ref;
    bool known;
    uint64_t value;
} gac__quantity;

typedef struct gac__side {
    gac__quantity pointer, offset;
    gac__quantity line, plane; /* pitches in elements */
    bool strided;              /* elements are a stride apart */
    bool span_known;           /* and something is copied */
    gac__u128 span;     /* bytes from the first to the last, starting at 0 */
    gac__origin origin; /* of the pointer */
} gac__side;

/* A copy of planes x lines x elements. A core copy has one line; its stride is
 * that of the elements on its global side. */
typedef struct gac__copy_view {
    gac__inst inst;
    uint32_t frame;
    gac__side destination, source;
    gac__quantity bytes, elements, lines, planes; /* absent ones: 1 */
    gac__quantity stride;                         /* of a core copy */
    bool of_array; /* .. whose pointee is an array: read as its elements */
    gac__quantity event;
    bool is_copy; /* it is as it should be */
} gac__copy_view;

/* Views a copy of a program, by the index of its operation: an instruction of
 * the set, of the core, or a call of an imported builtin. NULL: it is none, or
 * not as it should be, or memory is out. */
const gac__copy_view *gac__copy_view_at(gac__program *p, uint32_t at);

/* The event operand of a copy alone; false: there is none. */
bool gac__copy_event(const gac__program *p, gac__op op, gac__ref *event_out);

/* Its numbers of elements, lines and planes. */
#define GAC__COUNTS 3

static inline const gac__quantity *gac__copy_count(const gac__copy_view *c,
                                                   uint32_t i)
{
    return i == 0 ? &c->elements : i == 1 ? &c->lines : &c->planes;
}

/* A wait for `count` events from `list` on. */
typedef struct gac__wait_view {
    gac__inst inst;
    uint32_t frame;
    gac__quantity count, list;
} gac__wait_view;

bool gac__view_wait(const gac__program *p, gac__op op,
                    gac__wait_view *view_out);

/* -- extents (extents.c) --------------------------------------------------- */

/* A number of elements, lines or planes that is known to be 0. */
const gac__quantity *gac__zero_factor(const gac__copy_view *c);

/* Whether all numbers of elements, lines and planes are known, and none is 0.
 */
bool gac__surely_copies(const gac__copy_view *c);

/* Finds out all that is in a side but its quantities. */
void gac__measure_side(const gac__program *p, const gac__copy_view *c,
                       gac__side *side);

/* Whether it is known where a side begins in what its pointer was made from. */
static inline bool gac__is_placed(const gac__side *side)
{
    return side->origin.offset_known && side->offset.known;
}

/* Where a side begins in the variable that it starts in, at the least, and the
 * variable's size; false: unknown, or the variable has no known size. */
bool gac__place_side(const gac__program *p, const gac__copy_view *c,
                     const gac__side *side, gac__i128 *first_out,
                     uint64_t *size_out);

/* Bytes that a side of a copy surely touches from its first one on; of a number
 * of elements that is not known, one is. */
typedef struct gac__extent {
    uint64_t n;             /* how many without a gap; 0: unknown .. */
    bool assumed;           /* .. if unknown numbers are not 0 .. */
    bool whole;             /* .. and they are all of a variable */
    uint64_t pieces, pitch; /* as many such pieces, each so many bytes behind
                               the one before; of planes, the first */
} gac__extent;

gac__extent gac__copy_extent(const gac__program *p, const gac__copy_view *c,
                             const gac__side *side);

#endif
