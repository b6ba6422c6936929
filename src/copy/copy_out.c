/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies that fetch the destination's far lines before they are written.
 *
 * A store to a line that is in no cache waits for the line, and the stores
 * behind it wait, too: few lines are on their way at a time. Fetches do not
 * wait for each other, so that as many are on their way as the processor
 * allows. */
#include "copy/copy_internal.h"

#define GROUP_LINES 32u /* 2 KiB or more: little of the first cache */
#define CACHE_LINE 64u

/* Fetches each line's cache lines. A narrow line rarely crosses into a second
 * one, which is left to the store then. */
static void fetch_lines(uintptr_t at, size_t n, size_t pitch, size_t w)
{
    bool crosses = (at | pitch) % CACHE_LINE != 0 && w > 16;
    for (; w <= CACHE_LINE && !crosses && n >= 4; n -= 4, at += 4 * pitch) {
        __builtin_prefetch((const void *)at, 1, 3);
        __builtin_prefetch((const void *)(at + pitch), 1, 3);
        __builtin_prefetch((const void *)(at + 2 * pitch), 1, 3);
        __builtin_prefetch((const void *)(at + 3 * pitch), 1, 3);
    }
    for (; n > 0; n--, at += pitch) {
        for (size_t k = 0; k < w; k += CACHE_LINE)
            __builtin_prefetch((const void *)(at + k), 1, 3);
        if (crosses)
            __builtin_prefetch((const void *)(at + w - 1), 1, 3);
    }
}

static void lines_out(char *dst, const char *src, size_t n_lines,
                      ptrdiff_t dst_pitch, ptrdiff_t src_pitch, uintptr_t aux)
{
    const gac_copy_plan *p = (const gac_copy_plan *)aux;
    uintptr_t line_aux = p->line_aux + (aux & p->line_self_mask);
    for (size_t plane = 0; plane < p->n_planes; plane++) {
        char *d = dst + plane * (size_t)p->dst_plane;
        const char *s = src + plane * (size_t)p->src_plane;
        for (size_t left = n_lines, n; left > 0; left -= n) {
            n = GAC__MIN(left, GROUP_LINES);
            fetch_lines((uintptr_t)d, n, (size_t)dst_pitch, p->line_bytes);
            p->line_kernel(d, s, n, dst_pitch, src_pitch, line_aux);
            d += n * (size_t)dst_pitch;
            s += n * (size_t)src_pitch;
        }
    }
}

/* Fetching pays for tiles of an image, and for more lines than the first cache
 * is likely to hold, unless their pitch crowds them into few of its sets. It
 * does not for lines of more than two cache lines, which the processor
 * prefetches. */
void gac__copy_select_out(gac_copy_plan *p)
{
    size_t touched = p->n_lines * GAC__MAX(p->line_bytes, CACHE_LINE);
    bool column = p->dst_pitch >= (ptrdiff_t)CACHE_LINE
                  && p->dst_pitch % 512 != 0 && touched > 16384;
    if (!(gac__copy_policy(p->flags) & GAC__CPU_FETCH_OUT) || p->n_lines < 8
        || p->line_bytes > 128 || p->streamed
        || !(column || gac__copy_is_tile(p, p->dst_pitch)))
        return;
    p->kernel = lines_out;
    p->aux = 0;
    p->self_mask = UINTPTR_MAX;
}
