/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* From a shape to a plan: its layout in bytes, then the choice of a kernel.
 *
 * A layout is simplified: extents of 1 are dropped, and their pitches, which
 * callers leave unset, are not read; lines that touch on both sides become one
 * longer line; planes that follow each other at the lines' pitch become more
 * lines. A kernel gets n_planes x n_lines x line_bytes with two pitches a side:
 *
 *     kernel(dst, src, n_lines, dst_pitch, src_pitch, aux)
 *
 * aux is the bytes of a line, or the plan itself for kernels that need more:
 * six arguments are passed in registers. The plan's address is added under a
 * mask when it runs, so that a plan does not point to itself and may be copied.
 *
 * copy_kernels.inc has the kernels, compiled once for each instruction set. */
#include "copy/copy_internal.h"

/* The function that chooses the kernels, by a plan's flags. */
static gac__copy_select_fn *select_for(unsigned flags)
{
    static gac__copy_select_fn *const levels[GAC__ISA_COUNT] = {
        [GAC__ISA_BASELINE] = gac__copy_select_base,
#if defined(__x86_64__)
        [GAC__ISA_AVX2] = gac__copy_select_avx2,
        [GAC__ISA_AVX512] = gac__copy_select_avx512,
#endif
    };
    return levels[gac__isa_for((gac_cpu_level)(flags >> 6 & 3))];
}

static void copy_nothing(char *dst, const char *src, size_t n_lines,
                         ptrdiff_t dst_pitch, ptrdiff_t src_pitch,
                         uintptr_t aux)
{
    (void)dst, (void)src, (void)n_lines, (void)dst_pitch, (void)src_pitch,
        (void)aux;
}

static bool never_stop(void *user, size_t bytes)
{
    (void)user, (void)bytes;
    return true;
}

static void copy_ordered(char *dst, const char *src, size_t n_lines,
                         ptrdiff_t dst_pitch, ptrdiff_t src_pitch,
                         uintptr_t aux)
{
    (void)n_lines, (void)dst_pitch, (void)src_pitch;
    gac__copy_ordered((const gac_copy_plan *)aux, dst, src, never_stop, NULL);
}

static gac_result plan_nothing(gac_copy_plan *plan, unsigned flags,
                               gac_result result)
{
    *plan = (gac_copy_plan){
        .kernel = copy_nothing, .line_kernel = copy_nothing, .flags = flags};
    return result;
}

gac_result gac_copy_plan_make(gac_copy_plan *plan, const gac_copy_shape *shape,
                              unsigned flags)
{
    gac__copy_layout l;
    if (!plan || !shape)
        return GAC_ERR_ARGUMENT;
    if (shape->element_bytes == 0 || flags & ~GAC__COPY_KNOWN_FLAGS)
        return plan_nothing(plan, flags, GAC_ERR_ARGUMENT);
    if (gac_copy_is_empty(shape))
        return plan_nothing(plan, flags, GAC_OK);
    if (!gac__copy_layout_make(&l, shape) || l.dst_span > PTRDIFF_MAX
        || l.src_span > PTRDIFF_MAX)
        return plan_nothing(plan, flags, GAC_ERR_OVERFLOW);

    bool ordered = gac__copy_overlaps(&l, l.dst_pitch, l.dst_plane);
    if (GAC__UNLIKELY(flags & GAC_COPY_STRICT)
        && (ordered || gac__copy_overlaps(&l, l.src_pitch, l.src_plane)))
        return plan_nothing(plan, flags, GAC_ERR_ARGUMENT);
    if (!ordered)
        gac__copy_layout_simplify(&l);
    if (!ordered && l.n_lines < 4 && l.n_planes >= 8 * l.n_lines) {
        gac__copy_layout m = l;
        l.n_lines = m.n_planes, l.dst_pitch = m.dst_plane,
        l.src_pitch = m.src_plane;
        l.n_planes = m.n_lines, l.dst_plane = m.dst_pitch,
        l.src_plane = m.src_pitch;
    }
    plan->n_lines = (size_t)l.n_lines;
    plan->dst_pitch = (ptrdiff_t)l.dst_pitch;
    plan->src_pitch = (ptrdiff_t)l.src_pitch;
    plan->line_bytes = (size_t)l.line_bytes;
    plan->n_planes = (size_t)l.n_planes;
    plan->dst_plane = (ptrdiff_t)l.dst_plane;
    plan->src_plane = (ptrdiff_t)l.src_plane;
    plan->flags = flags;
    plan->step = 0;
    plan->ordered = ordered;
    plan->streamed = false;
    plan->dst_span = (size_t)l.dst_span;
    plan->src_span = (size_t)l.src_span;
    if (GAC__UNLIKELY(ordered)) {
        if (l.n_lines > PTRDIFF_MAX || l.n_planes > PTRDIFF_MAX)
            return plan_nothing(plan, flags, GAC_ERR_OVERFLOW);
        if (!gac__copy_ordered_is_bounded(plan))
            return plan_nothing(plan, flags, GAC_ERR_LIMIT);
        plan->kernel = plan->line_kernel = copy_ordered;
        plan->aux = plan->line_aux = 0;
        plan->self_mask = plan->line_self_mask = UINTPTR_MAX;
        return GAC_OK;
    }
    select_for(flags)(plan);
    if (flags & GAC_COPY_OUT)
        gac__copy_select_out(plan);
    return GAC_OK;
}

void gac__copy_run(char *restrict d, const char *restrict s, size_t n,
                   unsigned flags)
{
    unsigned hints = GAC_COPY_IN | GAC_COPY_OUT | GAC_COPY_STREAM;
    gac_copy_plan p = {.n_lines = 1, .n_planes = 1, .line_bytes = n};
    p.flags = flags & ~hints;
    if (n < 512 || n >= 24576) {
        memcpy(d, s, n);
        return;
    }
    select_for(flags)(&p);
    gac_copy_plan_run(&p, d, s);
}

void gac_copy_prefetch(const gac_copy_plan *plan, const void *src)
{
    size_t lines_left = 256, bytes_left = 32768;
    for (size_t p = 0; plan && p < plan->n_planes; p++)
        for (size_t l = 0; l < plan->n_lines; l++) {
            uintptr_t first = (uintptr_t)src + p * (size_t)plan->src_plane
                              + l * (size_t)plan->src_pitch;
            size_t n = GAC__MIN(plan->line_bytes, bytes_left);
            for (uintptr_t at = first & ~(uintptr_t)63; at < first + n;
                 at += 64)
                __builtin_prefetch((const void *)at, 0, 2);
            bytes_left -= n;
            if (bytes_left == 0 || --lines_left == 0)
                return;
        }
}

/* Runs a plan at the descriptor's offsets; dst and src may be NULL if nothing
 * is copied. */
static gac_result run_at(const gac_copy_plan *plan, const gac_copy_desc *desc,
                         void *dst, const void *src)
{
    gac_copy_span d, s;
    gac_result result = gac_copy_spans(desc, &d, &s);
    if (result != GAC_OK || d.size_bytes == 0)
        return result;
    if (d.first_byte > PTRDIFF_MAX - d.size_bytes
        || s.first_byte > PTRDIFF_MAX - s.size_bytes)
        return GAC_ERR_OVERFLOW;
    gac_copy_plan_run(plan, (char *)dst + d.first_byte,
                      (const char *)src + s.first_byte);
    return GAC_OK;
}

gac_result gac_copy(const gac_copy_desc *desc, unsigned flags, void *dst,
                    const void *src)
{
    gac_copy_plan plan;
    if (!desc)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(gac_copy_plan_make(&plan, &desc->shape, flags));
    return run_at(&plan, desc, dst, src);
}

gac_result gac_copy_site_plan(gac_copy_site *site, const gac_copy_shape *shape,
                              unsigned flags)
{
    if (!site || !shape)
        return GAC_ERR_ARGUMENT;
    if (gac_copy_site_fits(site, shape, flags))
        return GAC_OK;
    site->shape.element_bytes = 0;
    GAC__TRY(gac_copy_plan_make(&site->plan, shape, flags));
    site->shape = *shape;
    return GAC_OK;
}

gac_result gac_copy_at_site_slow(gac_copy_site *site, const gac_copy_desc *desc,
                                 unsigned flags, void *dst, const void *src)
{
    if (!site || !desc)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(gac_copy_site_plan(site, &desc->shape, flags));
    return run_at(&site->plan, desc, dst, src);
}
