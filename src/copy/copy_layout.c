/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Layouts: a shape in bytes, by checked arithmetic, and simplified. */
#include "copy/copy_internal.h"

/* Adds n - 1 steps of `elements` to a span; the step's bytes go to *step_out.
 * False: a product leaves 64 bits; each is checked before the next one reads
 * it.
 */
static bool add_steps(uint64_t n, uint64_t elements, uint64_t element_bytes,
                      uint64_t *step_out, uint64_t *span)
{
    uint64_t extent;
    return n <= 1
           || (!__builtin_mul_overflow(elements, element_bytes, step_out)
               && !__builtin_mul_overflow(*step_out, n - 1, &extent)
               && !__builtin_add_overflow(*span, extent, span));
}

bool gac__copy_layout_make(gac__copy_layout *l, const gac_copy_shape *s)
{
    uint64_t e = s->element_bytes, w;
    if (__builtin_mul_overflow(e, s->elements_per_line, &w))
        return false;
    *l = (gac__copy_layout){.line_bytes = w,
                            .n_lines = s->lines,
                            .n_planes = s->planes,
                            .dst_pitch = w,
                            .src_pitch = w,
                            .dst_span = w,
                            .src_span = w};
    return add_steps(l->n_lines, s->dst_line_length, e, &l->dst_pitch,
                     &l->dst_span)
           && add_steps(l->n_planes, s->dst_plane_area, e, &l->dst_plane,
                        &l->dst_span)
           && add_steps(l->n_lines, s->src_line_length, e, &l->src_pitch,
                        &l->src_span)
           && add_steps(l->n_planes, s->src_plane_area, e, &l->src_plane,
                        &l->src_span);
}

/* Planes become lines where there is one line, lines one run where they touch,
 * and planes lines where they follow at the lines' pitch. */
void gac__copy_layout_simplify(gac__copy_layout *l)
{
    for (;;) {
        if (l->n_lines == 1) {
            if (l->n_planes == 1)
                return;
            l->n_lines = l->n_planes, l->dst_pitch = l->dst_plane,
            l->src_pitch = l->src_plane;
            l->n_planes = 1;
        }
        if (l->dst_pitch != l->line_bytes || l->src_pitch != l->line_bytes)
            break;
        l->line_bytes *= l->n_lines;
        l->n_lines = 1;
    }
    if (l->n_planes > 1 && l->dst_plane == l->n_lines * l->dst_pitch
        && l->src_plane == l->n_lines * l->src_pitch) {
        l->n_lines *= l->n_planes;
        l->n_planes = 1;
    }
}
