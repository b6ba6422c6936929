/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which bytes a copy touches, and whether it may. */
#include "copy/copy_internal.h"

/* A sum of products that remembers whether it left 64 bits. */
typedef struct checked {
    uint64_t value;
    bool overflow;
} checked;

static void add_product(checked *c, uint64_t a, uint64_t b)
{
    uint64_t product, sum;
    if (__builtin_mul_overflow(a, b, &product)
        || __builtin_add_overflow(c->value, product, &sum))
        c->overflow = true;
    else
        c->value = sum;
}

/* The span of one side: everything is counted in elements first, which cannot
 * hide an overflow since an element has at least one byte. */
static gac_result side_span(const gac_copy_shape *s, uint64_t offset,
                            uint64_t line_length, uint64_t plane_area,
                            gac_copy_span *out)
{
    checked first = {0, false}, size = {0, false}, end = {0, false};
    checked elements = {s->elements_per_line, false};
    if (s->lines > 1)
        add_product(&elements, s->lines - 1, line_length);
    if (s->planes > 1)
        add_product(&elements, s->planes - 1, plane_area);
    add_product(&first, offset, s->element_bytes);
    add_product(&size, elements.value, s->element_bytes);
    end.value = first.value;
    add_product(&end, size.value, 1);
    if (elements.overflow || first.overflow || size.overflow || end.overflow)
        return GAC_ERR_OVERFLOW;
    out->first_byte = first.value;
    out->size_bytes = size.value;
    return GAC_OK;
}

gac_result gac_copy_spans(const gac_copy_desc *desc, gac_copy_span *dst_out,
                          gac_copy_span *src_out)
{
    if (!desc)
        return GAC_ERR_ARGUMENT;
    const gac_copy_shape *s = &desc->shape;
    gac_copy_span dst = {0, 0}, src = {0, 0};
    if (s->element_bytes == 0)
        return GAC_ERR_ARGUMENT;
    if (!gac_copy_is_empty(s)) {
        GAC__TRY(side_span(s, desc->dst_offset, s->dst_line_length,
                           s->dst_plane_area, &dst));
        GAC__TRY(side_span(s, desc->src_offset, s->src_line_length,
                           s->src_plane_area, &src));
    }
    if (dst_out)
        *dst_out = dst;
    if (src_out)
        *src_out = src;
    return GAC_OK;
}

/* The last byte's address must exist; then it and the first must be allowed. */
static gac_result check_side(const gac_copy_span *span,
                             const gac_copy_memory *m, uint64_t last_address)
{
    uint64_t first, last;
    if (__builtin_add_overflow(m->address, span->first_byte, &first)
        || __builtin_add_overflow(first, span->size_bytes - 1, &last)
        || last > last_address)
        return GAC_ERR_OVERFLOW;
    if (first < m->memory_first || span->size_bytes > m->memory_bytes
        || first - m->memory_first > m->memory_bytes - span->size_bytes)
        return GAC_ERR_BOUNDS;
    return GAC_OK;
}

gac_result gac_copy_check(const gac_copy_desc *desc, unsigned address_bits,
                          const gac_copy_memory *dst,
                          const gac_copy_memory *src)
{
    gac_copy_span dst_span, src_span;
    if (!dst || !src || address_bits < 1 || address_bits > 64)
        return GAC_ERR_ARGUMENT;
    uint64_t last_address = UINT64_MAX >> (64 - address_bits);
    GAC__TRY(gac_copy_spans(desc, &dst_span, &src_span));
    if (dst_span.size_bytes == 0)
        return GAC_OK;
    gac_result dst_result = check_side(&dst_span, dst, last_address);
    gac_result src_result = check_side(&src_span, src, last_address);
    /* An overflow is the graver fault, whichever side has it. */
    if (dst_result == GAC_ERR_OVERFLOW || src_result == GAC_ERR_OVERFLOW)
        return GAC_ERR_OVERFLOW;
    return dst_result != GAC_OK ? dst_result : src_result;
}

gac_result gac_copy_visit(const gac_copy_desc *desc, gac_copy_visit_fn *visit,
                          void *user)
{
    gac_copy_span dst, src;
    if (!visit)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(gac_copy_spans(desc, &dst, &src));
    const gac_copy_shape *s = &desc->shape;
    if (dst.size_bytes == 0)
        return GAC_OK;
    /* No overflow from here on: the spans bound every product. */
    uint64_t e = s->element_bytes, w = s->elements_per_line * e;
    uint64_t lines = s->lines, planes = s->planes;
    uint64_t d1 = lines > 1 ? s->dst_line_length * e : w;
    uint64_t s1 = lines > 1 ? s->src_line_length * e : w;
    uint64_t d2 = planes > 1 ? s->dst_plane_area * e : 0;
    uint64_t s2 = planes > 1 ? s->src_plane_area * e : 0;
    if (d1 < w || (planes > 1 && d2 < (lines - 1) * d1 + w))
        return GAC_ERR_ARGUMENT;
    if (d1 == w && s1 == w) {
        w *= lines;
        lines = 1;
        if (planes > 1 && d2 == w && s2 == w) {
            w *= planes;
            planes = 1;
        }
    }
    for (uint64_t p = 0; p < planes; p++)
        for (uint64_t l = 0; l < lines; l++)
            GAC__TRY(visit(user, dst.first_byte + p * d2 + l * d1,
                           src.first_byte + p * s2 + l * s1, w));
    return GAC_OK;
}
