/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strided boxes of bytes: which bytes two of them share. */
#ifndef GAC_CHECK_BOXES_H
#define GAC_CHECK_BOXES_H

#include "check/check.h"

/* The end of a box's last byte; box->start is its first one. */
uint64_t gac__box_end(const gac__box *box);

/* The same bytes with lines and planes that touch joined. */
gac__box gac__box_joined(const gac__box *box);

/* The start of line n, counted through all planes. */
static inline uint64_t gac__box_line(const gac__box *box, uint64_t n)
{
    return box->start + n / box->lines * box->plane_pitch
           + n % box->lines * box->line_pitch;
}

/* Whether a box has bytes of [low, high). If so, [*first_out, *end_out) are
 * those of the first line that has some. False, too, when the watch ends the
 * work. */
bool gac__box_overlaps(gac__watch *watch, const gac__box *box, uint64_t low,
                       uint64_t high, uint64_t *first_out, uint64_t *end_out);

/* Whether two boxes, taken to be in one buffer, have bytes in common. If so,
 * [*first_out, *end_out) are those that one line of each has in common. */
bool gac__boxes_overlap(gac__watch *watch, const gac__box *a, const gac__box *b,
                        uint64_t *first_out, uint64_t *end_out);

/* The plane, line and element of a box that an offset is in. */
void gac__box_element(const gac__box *box, uint64_t element_bytes,
                      uint64_t offset, gac__fault *fault);

#endif
