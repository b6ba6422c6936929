/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies whose destination's lines or planes overlap: the later one stays.
 *
 * Bytes of a line that a later line overwrites need not be copied:
 *
 *   line i     [---------- w ----------]
 *   line i+1           [---------- w ----------]      at dst_pitch
 *   plane p+1, line i-q-1, then i-q, where dst_plane = q * dst_pitch + r:
 *   [-----------]            [-----------]
 *       ...ends at r + w - dst_pitch     begins at r
 *
 * so that only [low, high) of line i is copied. Lines are copied in order, and
 * a byte that is left out is written by a later line. Bytes that only a plane
 * further on overwrites are copied: the work may then be many times the
 * destination's size, and plans with too much of it are refused. */
#include "copy/copy_internal.h"

/* The cost of a line beside its bytes, in bytes. */
#define LINE_COST 1.0

/* The bytes of a plane's lines that later lines do not overwrite. */
typedef struct shown {
    size_t first; /* the first line that is not overwritten by the next one */
    size_t n;     /* lines from there on */
    size_t line;  /* bytes of a line that the next one does not overwrite */
    size_t whole; /* q: the first lines, whose `line` bytes end before the next
                     plane begins */
    /* The next plane does not overwrite bytes [0, high) of line `whole`, and
     * [low, high) of the lines behind it. */
    size_t low, high;
} shown;

static shown find_shown(const gac_copy_plan *p)
{
    size_t w = p->line_bytes, pitch = (size_t)p->dst_pitch;
    size_t plane = (size_t)p->dst_plane, rest = plane;
    shown s = {.n = p->n_lines, .line = GAC__MIN(w, pitch)};
    if (pitch == 0 && s.n > 1) {
        s.first = s.n - 1;
        s.n = 1;
    } else if (pitch > 0) {
        rest = plane % pitch;
        s.whole = plane / pitch;
        s.low = w > pitch - rest ? w - (pitch - rest) : 0;
    }
    s.high = GAC__MIN(w, rest);
    return s;
}

bool gac__copy_ordered_is_bounded(const gac_copy_plan *p)
{
    shown s = find_shown(p);
    size_t w = p->line_bytes, high = GAC__MIN(s.line, s.high);
    size_t near = GAC__MIN(s.whole, s.n - 1), more = s.n - 1 - near;
    double line = (double)s.line + LINE_COST;
    double plane = (double)near * line;
    if (more > 0)
        plane += (double)high + LINE_COST;
    if (more > 1 && s.low < high)
        plane += (double)(more - 1) * ((double)(high - s.low) + LINE_COST);
    plane += (double)(s.whole < s.n ? GAC__MIN(w, s.high) : w) + LINE_COST;
    double planes = p->dst_plane == 0 ? 0 : (double)(p->n_planes - 1);
    double work = planes * plane + (double)(s.n - 1) * line + (double)w;
    return work <= 64 << 20 || work <= 32 * (double)p->dst_span;
}

/* Copies a run, with a look behind each piece; false: stopped. */
static bool copy_run(char *dst, const char *src, size_t bytes,
                     gac__copy_look *look, void *user)
{
    for (size_t at = 0, n; at < bytes; at += n) {
        n = GAC__MIN(bytes - at, (size_t)GAC__COPY_PIECE_BYTES);
        memcpy(dst + at, src + at, n);
        if (!look(user, n))
            return false;
    }
    return true;
}

/* Copies a plane; `last`: it is the last one. */
static bool copy_plane(const gac_copy_plan *p, const shown *s, bool last,
                       char *dst, const char *src, gac__copy_look *look,
                       void *user)
{
    for (size_t i = 0; i < s->n; i++) {
        bool end = i == s->n - 1, hides = !last && i >= s->whole;
        size_t line = s->first + i;
        size_t low = hides && i > s->whole ? s->low : 0;
        size_t high = end ? p->line_bytes : s->line;
        high = hides ? GAC__MIN(high, s->high) : high;
        if (low < high
            && !copy_run(dst + line * (size_t)p->dst_pitch + low,
                         src + line * (size_t)p->src_pitch + low, high - low,
                         look, user))
            return false;
        if (low >= high && !end && i > s->whole)
            i = s->n - 2; /* the lines in between are overwritten, too */
    }
    return true;
}

bool gac__copy_ordered(const gac_copy_plan *p, char *dst, const char *src,
                       gac__copy_look *look, void *user)
{
    shown s = find_shown(p);
    size_t last = p->n_planes - 1;
    for (size_t k = p->dst_plane == 0 ? last : 0; k <= last; k++)
        if (!copy_plane(p, &s, k == last, dst + k * (size_t)p->dst_plane,
                        src + k * (size_t)p->src_plane, look, user))
            return false;
    return true;
}
