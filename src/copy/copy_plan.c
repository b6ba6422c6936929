/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* From a shape to a plan: canonical form, then the choice of a kernel.
 *
 * A shape is turned into bytes with checked arithmetic, and simplified: extents
 * of 1 are dropped (their pitches, which callers leave unset, are never looked
 * at), lines that touch on both sides become one longer line, planes that
 * follow each other at the lines' pitch become more lines. What is left is
 * n_planes x n_lines x line_bytes with two pitches a side, and that is what a
 * kernel gets:
 *
 *     kernel(dst, src, n_lines, dst_pitch, src_pitch, aux)
 *
 * aux is the line's bytes for kernels that need no more (six arguments travel
 * in registers), or the plan itself for those that do: the run adds the plan's
 * address under a mask, so that a plan does not point to itself and may be
 * copied.
 *
 * The kernels of an instruction set stand in copy_kernels.inc, compiled once
 * for each level; gac__copy_select_for() picks the level. */
#include "copy/copy_internal.h"

gac__copy_select_fn *gac__copy_select_for(unsigned flags)
{
    static gac__copy_select_fn *const levels[GAC__ISA_COUNT] = {
        [GAC__ISA_BASELINE] = gac__copy_select_c,
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

/* Adds what n - 1 steps of `elements` take to a span; the step in bytes goes to
 * *step_out. Each product is checked before the next one reads it; false: one
 * leaves 64 bits. */
static bool add_steps(uint64_t n, uint64_t elements, uint64_t element_bytes,
                      uint64_t *step_out, uint64_t *span)
{
    uint64_t extent;
    return n <= 1
           || (!__builtin_mul_overflow(elements, element_bytes, step_out)
               && !__builtin_mul_overflow(*step_out, n - 1, &extent)
               && !__builtin_add_overflow(*span, extent, span));
}

bool gac__copy_form_make(gac__copy_form *f, const gac_copy_shape *s)
{
    uint64_t e = s->element_bytes, w;
    if (__builtin_mul_overflow(e, s->elements_per_line, &w))
        return false;
    *f = (gac__copy_form){.w = w,
                          .n1 = s->lines,
                          .n2 = s->planes,
                          .d1 = w,
                          .s1 = w,
                          .dst_span = w,
                          .src_span = w};
    return add_steps(f->n1, s->dst_line_length, e, &f->d1, &f->dst_span)
           && add_steps(f->n2, s->dst_plane_area, e, &f->d2, &f->dst_span)
           && add_steps(f->n1, s->src_line_length, e, &f->s1, &f->src_span)
           && add_steps(f->n2, s->src_plane_area, e, &f->s2, &f->src_span);
}

/* Planes become lines where there is one line, lines one run where they touch,
 * and planes lines where they follow at the lines' pitch. */
void gac__copy_form_simplify(gac__copy_form *f)
{
    for (;;) {
        if (f->n1 == 1) {
            if (f->n2 == 1)
                return;
            f->n1 = f->n2, f->d1 = f->d2, f->s1 = f->s2;
            f->n2 = 1;
        }
        if (f->d1 != f->w || f->s1 != f->w)
            break;
        f->w *= f->n1;
        f->n1 = 1;
    }
    if (f->n2 > 1 && f->d2 == f->n1 * f->d1 && f->s2 == f->n1 * f->s1) {
        f->n1 *= f->n2;
        f->n2 = 1;
    }
}

gac_result gac_copy_plan_make(gac_copy_plan *plan, const gac_copy_shape *shape,
                              unsigned flags)
{
    gac__copy_form f;
    if (!plan || !shape)
        return GAC_ERR_ARGUMENT;
    if (shape->element_bytes == 0 || flags & ~GAC__COPY_KNOWN_FLAGS)
        return plan_nothing(plan, flags, GAC_ERR_ARGUMENT);
    if (gac_copy_is_empty(shape))
        return plan_nothing(plan, flags, GAC_OK);
    if (!gac__copy_form_make(&f, shape) || f.dst_span > PTRDIFF_MAX
        || f.src_span > PTRDIFF_MAX)
        return plan_nothing(plan, flags, GAC_ERR_OVERFLOW);

    bool ordered = gac__copy_overlaps(&f, f.d1, f.d2);
    if (GAC__UNLIKELY(flags & GAC_COPY_STRICT)
        && (ordered || gac__copy_overlaps(&f, f.s1, f.s2)))
        return plan_nothing(plan, flags, GAC_ERR_ARGUMENT);
    if (!ordered)
        gac__copy_form_simplify(&f);
    if (!ordered && f.n1 < 4 && f.n2 >= 8 * f.n1) {
        gac__copy_form g = f;
        f.n1 = g.n2, f.d1 = g.d2, f.s1 = g.s2;
        f.n2 = g.n1, f.d2 = g.d1, f.s2 = g.s1;
    }
    plan->n_lines = (size_t)f.n1;
    plan->dst_pitch = (ptrdiff_t)f.d1;
    plan->src_pitch = (ptrdiff_t)f.s1;
    plan->line_bytes = (size_t)f.w;
    plan->n_planes = (size_t)f.n2;
    plan->dst_plane = (ptrdiff_t)f.d2;
    plan->src_plane = (ptrdiff_t)f.s2;
    plan->flags = flags;
    plan->step = 0;
    plan->ordered = ordered;
    plan->streamed = false;
    plan->dst_span = (size_t)f.dst_span;
    plan->src_span = (size_t)f.src_span;
    if (GAC__UNLIKELY(ordered)) {
        if (f.n1 > PTRDIFF_MAX || f.n2 > PTRDIFF_MAX)
            return plan_nothing(plan, flags, GAC_ERR_OVERFLOW);
        if (!gac__copy_ordered_is_bounded(plan))
            return plan_nothing(plan, flags, GAC_ERR_LIMIT);
        plan->kernel = plan->line_kernel = copy_ordered;
        plan->aux = plan->line_aux = 0;
        plan->self_mask = plan->line_self_mask = UINTPTR_MAX;
        return GAC_OK;
    }
    gac__copy_select_for(flags)(plan);
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
    gac__copy_select_for(flags)(&p);
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

/* Runs from the descriptor's offsets; NULL is fine if nothing is copied. */
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
