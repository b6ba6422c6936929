/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strided boxes of bytes: which bytes two of them share. */
#ifndef GAC_CHECK_BOXES_H
#define GAC_CHECK_BOXES_H

#include "check/check.h"

/* One behind the last byte of a box; its lowest is box->start. */
uint64_t gac__box_end(const gac__box *box);

/* The same bytes as fewer lines: lines and planes that touch become one. */
gac__box gac__box_joined(const gac__box *box);

/* Where line n begins, all planes' one behind the other. */
static inline uint64_t gac__box_line(const gac__box *box, uint64_t n)
{
    return box->start + n / box->lines * box->plane_pitch
           + n % box->lines * box->line_pitch;
}

/* Whether a box has bytes of [low, high): those from the first on that one line
 * has. False, too, when the watch says stop. */
bool gac__box_meets(gac__watch *watch, const gac__box *box, uint64_t low,
                    uint64_t high, uint64_t *first_out, uint64_t *end_out);

/* Whether two boxes share bytes, whatever their buffers: the same, of a line of
 * each. */
bool gac__boxes_meet(gac__watch *watch, const gac__box *a, const gac__box *b,
                     uint64_t *first_out, uint64_t *end_out);

/* Fills in which plane, line and element of a box an offset is in. */
void gac__box_element(const gac__box *box, uint64_t element_bytes,
                      uint64_t offset, gac__fault *fault);

#endif
