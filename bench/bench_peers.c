/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the copy engine is measured against. Compiled once for each level, which
 * PEER_FIND names: the typed loops get what a JIT would give them there. */
#include "bench_copy.h"

#include <string.h>

#if defined(HAVE_LIBYUV)
#include <libyuv/cpu_id.h>
#include <libyuv/planar_functions.h>
#endif

static void copy_memcpy(bench_case *c, const position *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy(c->dst + at[i].dst, c->src + at[i].src, c->bytes);
}

/* The straightforward loop over the descriptor. */
static void copy_per_line(bench_case *c, const position *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const gac_copy_shape s = c->shape;
        char *dst = c->dst + at[i].dst;
        const char *src = c->src + at[i].src;
        for (size_t p = 0; p < s.planes; p++)
            for (size_t l = 0; l < s.lines; l++)
                memcpy(dst
                           + (p * s.dst_plane_area + l * s.dst_line_length)
                                 * s.element_bytes,
                       src
                           + (p * s.src_plane_area + l * s.src_line_length)
                                 * s.element_bytes,
                       s.elements_per_line * s.element_bytes);
    }
}

/* One element a turn, its size known to the compiler: what PoCL's builtins do,
 * whose gentype is a template's parameter, so to speak. Not more than the
 * strided form: one line length a side. */
#define TYPED(bytes)                                                           \
    typedef struct element_##bytes {                                           \
        unsigned char b[bytes];                                                \
    } element_##bytes;                                                         \
    static void copy_typed_##bytes(bench_case *c, const position *at,          \
                                   size_t n)                                   \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            const gac_copy_shape s = c->shape;                                 \
            element_##bytes *dst = (element_##bytes *)(c->dst + at[i].dst);    \
            const element_##bytes *src =                                       \
                (const element_##bytes *)(c->src + at[i].src);                 \
            for (size_t p = 0; p < s.planes; p++)                              \
                for (size_t l = 0; l < s.lines; l++)                           \
                    for (size_t e = 0; e < s.elements_per_line; e++)           \
                        dst[p * s.dst_plane_area + l * s.dst_line_length       \
                            + e] = src[p * s.src_plane_area                    \
                                       + l * s.src_line_length + e];           \
        }                                                                      \
    }                                                                          \
    /* The strided builtins have one loop, and one stride. */                  \
    static void copy_gather_##bytes(bench_case *c, const position *at,         \
                                    size_t n)                                  \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            element_##bytes *restrict dst =                                    \
                (element_##bytes *)(c->dst + at[i].dst);                       \
            const element_##bytes *restrict src =                              \
                (const element_##bytes *)(c->src + at[i].src);                 \
            size_t lines = c->shape.lines, stride = c->shape.src_line_length;  \
            for (size_t l = 0; l < lines; l++)                                 \
                dst[l] = src[l * stride];                                      \
        }                                                                      \
    }                                                                          \
    static void copy_scatter_##bytes(bench_case *c, const position *at,        \
                                     size_t n)                                 \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            element_##bytes *restrict dst =                                    \
                (element_##bytes *)(c->dst + at[i].dst);                       \
            const element_##bytes *restrict src =                              \
                (const element_##bytes *)(c->src + at[i].src);                 \
            size_t lines = c->shape.lines, stride = c->shape.dst_line_length;  \
            for (size_t l = 0; l < lines; l++)                                 \
                dst[l * stride] = src[l];                                      \
        }                                                                      \
    }

/* clang-format off */
#define EACH_TYPE(X)                                                           \
    X(1) X(2) X(3) X(4) X(6) X(8) X(12) X(16) X(20) X(24) X(32) X(48) X(64)    \
    X(128)
/* clang-format on */

EACH_TYPE(TYPED)

static contender_fn *find_typed(const gac_copy_shape *s)
{
    bool column = s->elements_per_line == 1 && s->planes == 1;
    switch (s->element_bytes) {
#define CASE(bytes)                                                            \
    case bytes:                                                                \
        return column && s->dst_line_length == 1   ? copy_gather_##bytes       \
               : column && s->src_line_length == 1 ? copy_scatter_##bytes      \
                                                   : copy_typed_##bytes;
        EACH_TYPE(CASE)
#undef CASE
    default: return NULL;
    }
}

#if defined(HAVE_LIBYUV)
static void copy_libyuv(bench_case *c, const position *at, size_t n)
{
    const gac_copy_shape *s = &c->shape;
    for (size_t i = 0; i < n; i++)
        CopyPlane((const uint8_t *)c->src + at[i].src,
                  (int)(s->src_line_length * s->element_bytes),
                  (uint8_t *)c->dst + at[i].dst,
                  (int)(s->dst_line_length * s->element_bytes),
                  (int)(s->elements_per_line * s->element_bytes),
                  (int)s->lines);
}
#endif

/* The probe: a load of each cache line of the source and a store to each of the
 * destination, in the copy's order, as wide as the level has. Neither is the
 * copy, and gaps are written: it tells what the memory and the data paths need.
 */
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* The cache lines of a line; the first is left out if it was the last one
 * before, which is returned. */
static uintptr_t touch_lines(uintptr_t at, size_t bytes, uintptr_t last,
                             bool store)
{
    const vector zero = {0};
    uintptr_t line = at & ~(uintptr_t)63, end = at + bytes;
    for (line += line == last ? 64 : 0; line < end; line += 64) {
        for (uintptr_t v = line; v < line + 64; v += VECTOR_BYTES)
            if (store)
                *(volatile vector *)v = zero;
            else
                (void)*(const volatile vector *)v;
        last = line;
    }
    return last;
}

static void copy_probe(bench_case *c, const position *at, size_t n)
{
    const gac_copy_plan *q = &c->plan;
    for (size_t i = 0; i < n; i++) {
        uintptr_t d_last = 0, s_last = 0;
        for (size_t p = 0; p < q->n_planes; p++) {
            uintptr_t d =
                (uintptr_t)c->dst + at[i].dst + p * (size_t)q->dst_plane;
            uintptr_t s =
                (uintptr_t)c->src + at[i].src + p * (size_t)q->src_plane;
            for (size_t l = 0; l < q->n_lines; l++) {
                s_last = touch_lines(s, q->line_bytes, s_last, false);
                d_last = touch_lines(d, q->line_bytes, d_last, true);
                d += (size_t)q->dst_pitch, s += (size_t)q->src_pitch;
            }
        }
    }
}

contender_fn *PEER_FIND(contender peer, const gac_copy_shape *shape)
{
    switch (peer) {
    case MEMCPY: return copy_memcpy;
    case PER_LINE: return copy_per_line;
    case ELEMENTS: return find_typed(shape);
    case PROBE: return copy_probe;
#if defined(HAVE_LIBYUV)
    case LIBYUV:
#if !defined(__AVX__)
        MaskCpuFlags(kCpuHasX86 | kCpuHasSSE2 | kCpuHasERMS);
#endif
        return shape->planes == 1 && shape->lines > 1 ? copy_libyuv : NULL;
#endif
    default: return NULL;
    }
}
