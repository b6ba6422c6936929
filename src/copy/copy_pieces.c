/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Large copies in pieces; between two of them a copy may be stopped. */
#include "copy/copy_internal.h"

/* Copies a run; false: the copy is stopped. */
static bool copy_run(gac__copy_look *look, void *user, char *dst,
                     const char *src, size_t bytes)
{
    for (size_t at = 0, n; at < bytes; at += n) {
        n = GAC__MIN(bytes - at, (size_t)GAC__COPY_PIECE_BYTES);
        memcpy(dst + at, src + at, n);
        if (!look(user, n))
            return false;
    }
    return true;
}

/* Lines and planes that overlap, in their order: the later one stays, and of
 * those before only what it does not hide is copied. */
static bool copy_ordered(const gac_copy_plan *p, char *dst, const char *src,
                         gac__copy_look *look, void *user)
{
    size_t w = p->line_bytes, last = p->n_lines - 1;
    size_t shown = GAC__MIN(w, (size_t)p->dst_pitch);
    for (size_t k = p->dst_plane ? 0 : p->n_planes - 1; k < p->n_planes; k++)
        for (size_t i = shown ? 0 : last; i <= last; i++)
            if (!copy_run(
                    look, user,
                    dst + k * (size_t)p->dst_plane + i * (size_t)p->dst_pitch,
                    src + k * (size_t)p->src_plane + i * (size_t)p->src_pitch,
                    i == last ? w : shown))
                return false;
    return true;
}

bool gac__copy_in_pieces(const gac_copy_plan *plan, char *dst, const char *src,
                         gac__copy_look *look, void *user)
{
    gac_copy_tiling t;
    if (plan->ordered)
        return copy_ordered(plan, dst, src, look, user);
    gac_copy_tiling_make(&t, plan, GAC__COPY_PIECE_BYTES);
    size_t bytes = t.n_tiles ? gac_copy_plan_bytes(plan) / t.n_tiles : 0;
    for (size_t i = 0; i < t.n_tiles; i++) {
        gac_copy_tile_run(plan, &t, i, dst, src);
        if (!look(user, bytes))
            return false;
    }
    return true;
}
