/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Strided boxes of bytes.
 *
 * A box is lines at a pitch in planes at a pitch. Arithmetic tells whether it
 * overlaps an interval: of the few planes whose extents reach the interval,
 * each has a range of lines that begin before its end and end behind its start.
 * Two boxes are compared by the lines of the one that has fewer, after lines
 * that touch are joined. A box lies in a buffer of less than 2^47 bytes, and
 * has no more lines in all than its buffer has bytes (exec's bound_box()): no
 * sum and no product of these wraps.
 */
#include "check/boxes.h"

uint64_t gac__box_end(const gac__box *box)
{
    return box->start + (box->planes - 1) * box->plane_pitch
           + (box->lines - 1) * box->line_pitch + box->line_bytes;
}

/* The first n with start + n * pitch + size > low, if it begins before `high`.
 */
static bool first_step(uint64_t start, uint64_t size, uint64_t pitch,
                       uint64_t n, uint64_t low, uint64_t high,
                       uint64_t *step_out)
{
    uint64_t step = 0;
    if (start + size <= low) {
        if (!pitch)
            return false;
        step = (low - start - size) / pitch + 1;
    }
    *step_out = step;
    return step < n && start + step * pitch < high;
}

bool gac__box_overlaps(gac__watch *watch, const gac__box *box, uint64_t low,
                       uint64_t high, uint64_t *first_out, uint64_t *end_out)
{
    uint64_t plane, line;
    uint64_t extent = (box->lines - 1) * box->line_pitch + box->line_bytes;
    if (low >= high
        || !first_step(box->start, extent, box->plane_pitch, box->planes, low,
                       high, &plane))
        return false;
    for (; plane < box->planes && gac__watch_on(watch, 1); plane++) {
        uint64_t start = box->start + plane * box->plane_pitch;
        if (start >= high)
            break;
        if (!first_step(start, box->line_bytes, box->line_pitch, box->lines,
                        low, high, &line))
            continue;
        start += line * box->line_pitch;
        *first_out = GAC__MAX(low, start);
        *end_out = GAC__MIN(high, start + box->line_bytes);
        return true;
    }
    return false;
}

static void join_lines(gac__box *b)
{
    if (b->lines > 1 && b->line_pitch != b->line_bytes)
        return;
    b->line_bytes *= b->lines;
    b->lines = 1;
}

gac__box gac__box_joined(const gac__box *box)
{
    gac__box b = *box;
    join_lines(&b);
    if (b.lines > 1
        && (b.planes == 1 || b.plane_pitch != b.lines * b.line_pitch))
        return b;
    if (b.lines == 1)
        b.line_pitch = b.plane_pitch;
    b.lines *= b.planes;
    b.planes = 1;
    join_lines(&b);
    return b;
}

bool gac__boxes_overlap(gac__watch *watch, const gac__box *a, const gac__box *b,
                        uint64_t *first_out, uint64_t *end_out)
{
    gac__box both[] = {gac__box_joined(a), gac__box_joined(b)};
    bool b_has_fewer =
        both[0].lines * both[0].planes > both[1].lines * both[1].planes;
    const gac__box *x = &both[b_has_fewer], *y = &both[!b_has_fewer];
    for (uint64_t n = 0; n < x->lines * x->planes && gac__watch_on(watch, 1);
         n++) {
        uint64_t low = gac__box_line(x, n);
        if (gac__box_overlaps(watch, y, low, low + x->line_bytes, first_out,
                              end_out))
            return true;
    }
    return false;
}

/* The step of n, `pitch` bytes each, that an offset is in; the offset becomes
 * one from the step's start. */
static uint64_t take_steps(uint64_t *at, uint64_t n, uint64_t pitch)
{
    uint64_t step = pitch ? GAC__MIN(*at / pitch, n - 1) : 0;
    *at -= step * pitch;
    return step;
}

void gac__box_element(const gac__box *box, uint64_t element_bytes,
                      uint64_t offset, gac__fault *fault)
{
    uint64_t at = offset - box->start;
    fault->has_element = true;
    fault->plane = take_steps(&at, box->planes, box->plane_pitch);
    fault->line = take_steps(&at, box->lines, box->line_pitch);
    fault->element = element_bytes ? at / element_bytes : 0;
    if (box->apart)
        fault->line = 0;
}
