/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Views of copies and waits: the operands of all kinds of them alike. */
#ifndef GAC_VALIDATE_COPY_VIEW_H
#define GAC_VALIDATE_COPY_VIEW_H

#include "validate/value/value.h"

/* An operand, or the value that an instruction without the operand implies. */
typedef struct gac__quantity {
    const char *name; /* NULL: the instruction has no such operand */
    uint32_t word;
    gac__ref ref;
    bool known; /* it is the same one always: an integer is constant, a pointer
                   has a constant offset from a variable or an argument */
    uint64_t value; /* an integer that is known: its value */
} gac__quantity;

typedef struct gac__side {
    gac__quantity pointer, offset;
    gac__quantity line, plane; /* line length and plane area, in elements */
    bool strided;              /* elements are a stride apart */
    bool span_known;           /* `span` is constant, and not 0 */
    gac__u128 span;            /* bytes from the side's begin to its end */
    gac__origin origin;        /* of the pointer */
} gac__side;

/* A copy of planes x lines x elements. A core copy has one line; its stride is
 * that of the elements on its global side. */
typedef struct gac__copy_view {
    gac__inst inst;
    uint32_t frame;
    gac__side sides[2];                           /* destination, source */
    gac__quantity bytes, elements, lines, planes; /* 1 if there is no operand */
    gac__quantity stride;                         /* of a core copy */
    gac__quantity event;
    bool is_copy; /* the view is valid */
} gac__copy_view;

/* The view of a copy, by the index of its operation: an instruction of the set
 * or the core, or a call of an import. NULL: its operands are faulty, or memory
 * is out. */
const gac__copy_view *gac__copy_view_at(gac__program *p, uint32_t at);

/* The event operand of a copy; false: there is none. */
bool gac__copy_event(const gac__program *p, gac__op op, gac__ref *event_out);

/* The counts of a copy: elements, lines, planes. */
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

/* A count that is constant and 0; NULL: none. */
const gac__quantity *gac__zero_factor(const gac__copy_view *c);

/* Whether all counts are constant, and none is 0. */
bool gac__surely_copies(const gac__copy_view *c);

/* Computes the fields of a side that follow from its quantities. */
void gac__measure_side(const gac__program *p, const gac__copy_view *c,
                       gac__side *side);

/* Whether a side has a constant offset from its pointer's base. */
static inline bool gac__is_located(const gac__side *side)
{
    return side->origin.offset_known && side->offset.known;
}

/* The offset of a side in its variable, or 0 if it is unknown, and the
 * variable's size. False: the base is no variable, or its size is unknown. */
bool gac__locate_side(const gac__program *p, const gac__copy_view *c,
                      const gac__side *side, gac__i128 *first_out,
                      uint64_t *size_out);

/* The bytes that a side of a copy certainly touches, from its first one on. An
 * unknown count counts as 1. */
typedef struct gac__extent {
    uint64_t n;   /* bytes of the first line, without a gap; 0: unknown */
    bool assumed; /* `n` holds if no unknown count is 0 */
    bool whole;   /* the first line is all of a variable */
    uint64_t lines, pitch; /* number of lines in the first plane, and bytes from
                              one to the next; each element of a strided copy
                              is a line */
} gac__extent;

gac__extent gac__copy_extent(const gac__program *p, const gac__copy_view *c,
                             const gac__side *side);

#endif
