/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which bytes a copy touches, and whether it may. */
#include "copy/copy_internal.h"

/* The span of a side of `size` bytes; false: its end leaves 64 bits. */
static bool side_span(uint64_t offset, uint64_t element_bytes, uint64_t size,
                      gac_copy_span *out)
{
    uint64_t end;
    out->size_bytes = size;
    return !__builtin_mul_overflow(offset, element_bytes, &out->first_byte)
           && !__builtin_add_overflow(out->first_byte, size, &end);
}

/* The spans, and the layout if anything is copied. */
static gac_result find_spans(const gac_copy_desc *desc, gac__copy_layout *l,
                             gac_copy_span *dst, gac_copy_span *src)
{
    *dst = *src = (gac_copy_span){0, 0};
    if (!desc || desc->shape.element_bytes == 0)
        return GAC_ERR_ARGUMENT;
    const gac_copy_shape *s = &desc->shape;
    if (gac_copy_is_empty(s))
        return GAC_OK;
    return gac__copy_layout_make(l, s)
                   && side_span(desc->dst_offset, s->element_bytes, l->dst_span,
                                dst)
                   && side_span(desc->src_offset, s->element_bytes, l->src_span,
                                src)
               ? GAC_OK
               : GAC_ERR_OVERFLOW;
}

gac_result gac_copy_spans(const gac_copy_desc *desc, gac_copy_span *dst_out,
                          gac_copy_span *src_out)
{
    gac__copy_layout l;
    gac_copy_span dst, src;
    GAC__TRY(find_spans(desc, &l, &dst, &src));
    if (dst_out)
        *dst_out = dst;
    if (src_out)
        *src_out = src;
    return GAC_OK;
}

/* The last byte must have an address; then all bytes must lie in the memory. */
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
    /* An overflow of either side comes first. */
    if (dst_result == GAC_ERR_OVERFLOW || src_result == GAC_ERR_OVERFLOW)
        return GAC_ERR_OVERFLOW;
    return dst_result != GAC_OK ? dst_result : src_result;
}

gac_result gac_copy_visit(const gac_copy_desc *desc, gac_copy_visit_fn *visit,
                          void *user)
{
    gac__copy_layout l;
    gac_copy_span dst, src;
    if (!visit)
        return GAC_ERR_ARGUMENT;
    GAC__TRY(find_spans(desc, &l, &dst, &src));
    if (dst.size_bytes == 0)
        return GAC_OK;
    if (gac__copy_overlaps(&l, l.dst_pitch, l.dst_plane))
        return GAC_ERR_ARGUMENT;
    gac__copy_layout_simplify(&l);
    /* No overflow: the spans bound every product. */
    for (uint64_t p = 0; p < l.n_planes; p++)
        for (uint64_t k = 0; k < l.n_lines; k++)
            GAC__TRY(visit(user,
                           dst.first_byte + p * l.dst_plane + k * l.dst_pitch,
                           src.first_byte + p * l.src_plane + k * l.src_pitch,
                           l.line_bytes));
    return GAC_OK;
}
