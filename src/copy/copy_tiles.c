/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Cuts a plan into tiles that land one by one. */
#include "copy/copy_internal.h"

#define DEFAULT_TILE_BYTES 32768u

void gac_copy_tiling_make(gac_copy_tiling *t, const gac_copy_plan *plan,
                          size_t tile_bytes)
{
    if (t)
        t->n_tiles = 0;
    if (!t || !plan)
        return;
    size_t w = plan->line_bytes;
    if (tile_bytes == 0)
        tile_bytes = DEFAULT_TILE_BYTES;
    t->pieces = t->line_groups = t->group_planes = 1;
    t->piece_bytes = w;
    t->group_lines = plan->n_lines;
    t->n_tiles = 1;
    if (w == 0 || plan->n_lines == 0) {
        t->n_tiles = 0;
    } else if (plan->ordered) {
        t->group_planes = plan->n_planes;
    } else if (w / 2 >= tile_bytes) {
        /* Pieces are whole cache lines, and else equal. */
        size_t pieces = w / tile_bytes;
        t->piece_bytes =
            tile_bytes < 64 ? tile_bytes : (w / pieces + 63) & ~(size_t)63;
        t->pieces = (w - 1) / t->piece_bytes + 1;
        t->group_lines = 1;
        t->line_groups = plan->n_lines;
        t->n_tiles = t->pieces * plan->n_lines * plan->n_planes;
    } else {
        size_t lines = GAC__MAX(1, tile_bytes / w);
        t->group_lines = GAC__MIN(lines, plan->n_lines);
        t->line_groups = (plan->n_lines - 1) / t->group_lines + 1;
        t->group_planes = t->line_groups > 1 ? 1 : lines / plan->n_lines;
        size_t plane_groups = (plan->n_planes - 1) / t->group_planes + 1;
        t->n_tiles = t->line_groups * plane_groups;
    }
}

void gac_copy_tile_run(const gac_copy_plan *plan, const gac_copy_tiling *t,
                       size_t index, void *dst_start, const void *src_start)
{
    char *dst = dst_start;
    const char *src = src_start;
    if (!plan || !t || index >= t->n_tiles)
        return;
    if (t->n_tiles == 1) {
        gac_copy_plan_run(plan, dst, src);
        return;
    }
    size_t piece = index % t->pieces, rest = index / t->pieces;
    size_t group = rest % t->line_groups, plane = rest / t->line_groups;
    size_t line = group * t->group_lines;
    plane *= t->group_planes;
    dst += plane * (size_t)plan->dst_plane + line * (size_t)plan->dst_pitch;
    src += plane * (size_t)plan->src_plane + line * (size_t)plan->src_pitch;
    if (t->pieces > 1) {
        size_t first = piece * t->piece_bytes;
        gac__copy_run(dst + first, src + first,
                      GAC__MIN(t->piece_bytes, plan->line_bytes - first),
                      plan->flags);
        return;
    }
    size_t n = GAC__MIN(t->group_lines, plan->n_lines - line);
    size_t planes = GAC__MIN(t->group_planes, plan->n_planes - plane);
    uintptr_t aux = plan->line_aux + ((uintptr_t)plan & plan->line_self_mask);
    for (size_t p = 0; p < planes; p++)
        plan->line_kernel(dst + p * (size_t)plan->dst_plane,
                          src + p * (size_t)plan->src_plane, n, plan->dst_pitch,
                          plan->src_pitch, aux);
}
