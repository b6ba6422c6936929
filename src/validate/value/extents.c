/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The bytes that copies touch, as far as constants tell. */

/* Arithmetic is in 128 bits, and saturates. */
#include "module/types.h"
#include "validate/value/copy_view.h"

#define MOST (~(gac__u128)0)

const gac__quantity *gac__zero_factor(const gac__copy_view *c)
{
    for (uint32_t i = 0; i < GAC__COUNTS; i++) {
        const gac__quantity *count = gac__copy_count(c, i);
        if (count->known && count->value == 0)
            return count;
    }
    return NULL;
}

bool gac__surely_copies(const gac__copy_view *c)
{
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if (!gac__copy_count(c, i)->known || gac__copy_count(c, i)->value == 0)
            return false;
    return true;
}

static gac__u128 sum(gac__u128 a, gac__u128 b)
{
    return a > MOST - b ? MOST : a + b;
}

/* The span of a side. False: it is unknown, or 0. */
static bool find_span(const gac__copy_view *c, const gac__side *side,
                      gac__u128 *span_out)
{
    gac__u128 span;
    if (!c->bytes.known || !gac__surely_copies(c))
        return false;
    if (side->strided) {
        if (!c->stride.known && c->elements.value > 1)
            return false;
        span = (gac__u128)(c->elements.value - 1) * c->stride.value + 1;
    } else {
        if ((c->lines.value > 1 && !side->line.known)
            || (c->planes.value > 1 && !side->plane.known))
            return false;
        span = c->elements.value;
        span = sum(span, (gac__u128)(c->lines.value - 1) * side->line.value);
        span = sum(span, (gac__u128)(c->planes.value - 1) * side->plane.value);
    }
    if (__builtin_mul_overflow(span, (gac__u128)c->bytes.value, span_out))
        *span_out = MOST;
    return true;
}

void gac__measure_side(const gac__program *p, const gac__copy_view *c,
                       gac__side *side)
{
    side->strided = c->stride.name
                    && gac__module_storage_class(p->m, side->pointer.ref.id)
                           == SpvStorageClassCrossWorkgroup;
    side->span_known = find_span(c, side, &side->span);
    side->origin = gac__pointer_origin(p, side->pointer.ref);
    side->pointer.known =
        side->origin.offset_known
        && (side->origin.is_variable
            || gac__module_def_opcode(p->m, side->origin.base.id)
                   == SpvOpFunctionParameter);
}

/* -- bytes ----------------------------------------------------------------- */

/* The number of bytes from a side's begin that are touched without a gap. */
static gac__u128 unbroken(const gac__copy_view *c, const gac__side *side)
{
    gac__u128 line = c->bytes.value;
    if (!c->elements.known)
        return line;
    if (side->strided && !(c->stride.known && c->stride.value == 1))
        return line;
    line *= c->elements.value;
    if (!side->span_known)
        return line;
    /* The whole span, if lines and planes follow each other. */
    gac__u128 all;
    return !__builtin_mul_overflow(
               (gac__u128)c->elements.value * c->lines.value,
               (gac__u128)c->planes.value * c->bytes.value, &all)
                   && side->span == all
               ? all
               : line;
}

/* Finds the lines of a side, if it has several. */
static void find_lines(const gac__copy_view *c, const gac__side *side,
                       gac__extent *e)
{
    uint64_t n = side->strided ? c->elements.value : c->lines.value;
    uint64_t step = side->strided ? c->stride.value : side->line.value;
    gac__u128 pitch = (gac__u128)step * c->bytes.value;
    if (!side->span_known || n == 1 || pitch > INT32_MAX || n > INT32_MAX
        || pitch <= unbroken(c, side))
        return;
    e->lines = n;
    e->pitch = (uint64_t)pitch;
}

bool gac__locate_side(const gac__program *p, const gac__copy_view *c,
                      const gac__side *side, gac__i128 *first_out,
                      uint64_t *size_out)
{
    const gac__origin *origin = &side->origin;
    uint64_t align;
    *first_out = 0;
    if (!origin->is_variable
        || !gac__module_size_of(p->m, gac__variable_type(p->m, origin->base.id),
                                size_out, &align))
        return false;
    if (origin->offset_known)
        *first_out = origin->offset;
    if (gac__is_located(side))
        *first_out += (gac__i128)side->offset.value
                      * (gac__i128)(c->bytes.value & INT64_MAX);
    return true;
}

/* Whether the first `n` bytes of a side are all of its variable. */
static bool is_whole(const gac__program *p, const gac__copy_view *c,
                     const gac__side *side, uint64_t n)
{
    gac__i128 first;
    uint64_t size;
    return gac__is_located(side) && gac__locate_side(p, c, side, &first, &size)
           && first <= 0 && first + (gac__i128)n >= (gac__i128)size;
}

gac__extent gac__copy_extent(const gac__program *p, const gac__copy_view *c,
                             const gac__side *side)
{
    gac__extent e = {.lines = 1};
    find_lines(c, side, &e);
    if (!c->bytes.known || c->bytes.value > INT32_MAX || c->bytes.value == 0
        || gac__zero_factor(c))
        return e;
    e.assumed = !gac__surely_copies(c);
    gac__u128 size = unbroken(c, side);
    e.n = size > INT64_MAX ? INT64_MAX : (uint64_t)size;
    e.whole = is_whole(p, c, side, e.n);
    return e;
}
