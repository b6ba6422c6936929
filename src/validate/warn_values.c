/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Warnings that follow from constants alone. */

/* Each holds for whatever values the operands take that are not constant:
 * arithmetic is done in 128 bits and given up where that overflows. */
#include "validate/copy_view.h"

#include <stdio.h>

static const char *value_text(const gac__quantity *q, char *buffer, size_t size)
{
    snprintf(buffer, size, "%llu", (unsigned long long)q->value);
    return buffer;
}

#define VALUE(q) value_text((q), (char[24]){0}, 24)

static void warn(gac__validation *v, gac__rule_id rule,
                 const gac__copy_view *c, const gac__quantity *q,
                 const char *message)
{
    gac__found(v, rule, c->inst, q->name, q->name ? (int32_t)q->word : -1,
               "%s", message);
}

/* -- empty copies ---------------------------------------------------------- */

static const gac__quantity *zero_factor(const gac__copy_view *c)
{
    const gac__quantity *factors[] = {&c->elements, &c->lines, &c->planes};
    for (size_t i = 0; i < GAC__COUNT_OF(factors); i++)
        if (factors[i]->known && factors[i]->value == 0)
            return factors[i];
    return NULL;
}

static bool surely_copies(const gac__copy_view *c)
{
    return c->elements.known && c->elements.value && c->lines.known &&
           c->lines.value && c->planes.known && c->planes.value;
}

/* -- overlapping lines and planes ------------------------------------------ */

/* rule line-length: "The behavior ... is undefined if the Source Line Length or
 * Destination Line Length values are smaller than Num Elements Per Line". */
static void check_line(gac__validation *v, const gac__copy_view *c,
                       const gac__side *side)
{
    if (!side->line.name || !side->line.known || !c->elements.known ||
        side->line.value >= c->elements.value)
        return;
    gac__found(v, GAC__RULE_line_length, c->inst, side->line.name,
               (int32_t)side->line.word,
               "%s must not be smaller than %s: lines overlap. Found %s for "
               "lines of %s elements.",
               side->line.name, c->elements.name, VALUE(&side->line),
               VALUE(&c->elements));
}

/* rule plane-area: "... undefined if Source Plane Area is smaller than (Num
 * Lines * Source Line Length), or Destination Plane Area is smaller ...". */
static void check_plane(gac__validation *v, const gac__copy_view *c,
                        const gac__side *side)
{
    if (!side->plane.name || !side->plane.known || !side->line.known ||
        !c->lines.known ||
        side->plane.value >= (gac__u128)c->lines.value * side->line.value)
        return;
    gac__found(v, GAC__RULE_plane_area, c->inst, side->plane.name,
               (int32_t)side->plane.word,
               "%s must not be smaller than %s x %s: planes overlap. Found %s "
               "for %s lines of %s elements.",
               side->plane.name, c->lines.name, side->line.name,
               VALUE(&side->plane), VALUE(&c->lines), VALUE(&side->line));
}

/* -- extents --------------------------------------------------------------- */

static bool is_strided(const gac_module *m, const gac__copy_view *c,
                       const gac__side *side)
{
    gac__type pointer =
        gac__module_type(m, gac__module_type_of(m, side->pointer.id));
    return c->stride.name &&
           pointer.storage_class == SpvStorageClassCrossWorkgroup;
}

bool gac__copy_span(const gac_module *m, const gac__copy_view *c,
                    const gac__side *side, gac__u128 *span_out)
{
    gac__u128 span, part;
    if (!c->bytes.known || !surely_copies(c))
        return false;
    if (is_strided(m, c, side)) {
        if (!c->stride.known && c->elements.value > 1)
            return false;
        span = (gac__u128)(c->elements.value - 1) * c->stride.value + 1;
    } else {
        if ((c->lines.value > 1 && !side->line.known) ||
            (c->planes.value > 1 && !side->plane.known))
            return false;
        span = c->elements.value;
        part = (gac__u128)(c->lines.value - 1) * side->line.value;
        if (__builtin_add_overflow(span, part, &span))
            return false;
        part = (gac__u128)(c->planes.value - 1) * side->plane.value;
        if (__builtin_add_overflow(span, part, &span))
            return false;
    }
    return !__builtin_mul_overflow(span, (gac__u128)c->bytes.value, span_out);
}

bool gac__copy_range(const gac_module *m, const gac__copy_view *c,
                     const gac__side *side, gac__i128 *first_out,
                     gac__i128 *end_out)
{
    gac__origin origin = gac__pointer_origin(m, side->pointer.id);
    gac__u128 span, line;
    if (origin.base == 0 || !origin.offset_known || !side->offset.known ||
        !gac__copy_span(m, c, side, &span) || span > (gac__u128)1 << 80 ||
        side->offset.value > INT64_MAX || c->bytes.value > INT32_MAX)
        return false;
    /* With gaps in between, the first line, or the first element. */
    line = (gac__u128)c->elements.value * c->bytes.value;
    if (is_strided(m, c, side) && c->stride.value != 1)
        line = c->bytes.value;
    gac__u128 all = (gac__u128)c->elements.value * c->lines.value;
    bool whole = c->planes.value == 1 && span == all * c->bytes.value;
    *first_out = origin.offset + (gac__i128)side->offset.value *
                                     (gac__i128)c->bytes.value;
    *end_out = *first_out + (gac__i128)(whole ? span : line);
    return true;
}

/* rule address-overflow. Returns whether it was broken. */
static bool check_overflow(gac__validation *v, const gac__copy_view *c,
                           const gac__side *side)
{
    uint32_t bits = v->m->pointer_bits;
    gac__u128 limit = (gac__u128)1 << bits, span, end;
    if (bits == 0 || !c->bytes.known || zero_factor(c))
        return false;
    gac__u128 first = (gac__u128)side->offset.value * c->bytes.value;
    if (side->offset.known && first >= limit && surely_copies(c)) {
        gac__found(v, GAC__RULE_address_overflow, c->inst, side->offset.name,
                   (int32_t)side->offset.word,
                   "%s x %s does not fit a %u-bit address. Found %s x %s.",
                   side->offset.name, c->bytes.name, bits,
                   VALUE(&side->offset), VALUE(&c->bytes));
        return true;
    }
    if (!gac__copy_span(v->m, c, side, &span) ||
        (side->offset.known ? __builtin_add_overflow(first, span, &end)
                            : (end = span, false)) ||
        end <= limit)
        return false;
    gac__found(v, GAC__RULE_address_overflow, c->inst, side->pointer.name,
               (int32_t)side->pointer.word,
               "The copy exceeds the upper bounds of the address space on the "
               "side of %s: it spans more than 2^%u bytes.",
               side->pointer.name, bits);
    return true;
}

/* rule static-bounds: the footprint in the variable that it starts in. */
static void check_bounds(gac__validation *v, const gac__copy_view *c,
                         const gac__side *side)
{
    const gac_module *m = v->m;
    gac__origin origin = gac__pointer_origin(m, side->pointer.id);
    gac__type pointer =
        gac__module_type(m, gac__module_type_of(m, origin.variable));
    gac__u128 span;
    uint64_t size, align;
    if (origin.variable == 0 || !gac__copy_span(m, c, side, &span) ||
        span > (gac__u128)1 << 80 ||
        !gac__module_size_of(m, pointer.element_id, &size, &align))
        return;
    bool placed = origin.offset_known && side->offset.known;
    gac__i128 first =
        origin.offset + (gac__i128)side->offset.value *
                            (gac__i128)(c->bytes.value & INT64_MAX);
    bool outside = span > size;
    if (placed)
        outside = first < 0 || first + (gac__i128)span > (gac__i128)size;
    if (!outside)
        return;
    if (placed)
        gac__found(v, GAC__RULE_static_bounds, c->inst, side->pointer.name,
                   (int32_t)side->pointer.word,
                   "The copy leaves %s, which has %llu bytes: it spans bytes "
                   "%lld to %lld.",
                   gac__describe_id(m, origin.variable).text,
                   (unsigned long long)size, (long long)first,
                   (long long)(first + (gac__i128)span - 1));
    else
        gac__found(v, GAC__RULE_static_bounds, c->inst, side->pointer.name,
                   (int32_t)side->pointer.word,
                   "The copy leaves %s, which has %llu bytes: it spans %llu "
                   "bytes.",
                   gac__describe_id(m, origin.variable).text,
                   (unsigned long long)size, (unsigned long long)span);
}

/* -- elements -------------------------------------------------------------- */

/* Whether the elements may be what the pointer points to: its pointee, or what
 * an array is made of. Bytes may be anything. */
static bool fits_pointee(const gac_module *m, uint32_t pointer, uint64_t bytes,
                         uint64_t *size_out)
{
    uint32_t id =
        gac__module_type(m, gac__module_type_of(m, pointer)).element_id;
    for (int depth = 0; depth < 16; depth++) {
        gac__type type = gac__module_type(m, id);
        uint64_t align;
        if ((type.kind == GAC__TYPE_INT && type.width == 8) ||
            !gac__module_size_of(m, id, size_out, &align) ||
            *size_out == bytes)
            return true;
        if (type.kind != GAC__TYPE_ARRAY)
            return false;
        id = type.element_id;
    }
    return true;
}

/* rule element-size: one for both sides, since one operand is at fault. */
static void check_element_size(gac__validation *v, const gac__copy_view *c)
{
    const gac__side *sides[] = {&c->destination, &c->source};
    for (size_t i = 0; i < 2; i++) {
        uint64_t size = 0;
        if (!c->bytes.name || !c->bytes.known ||
            fits_pointee(v->m, sides[i]->pointer.id, c->bytes.value, &size))
            continue;
        gac__found(v, GAC__RULE_element_size, c->inst, c->bytes.name,
                   (int32_t)c->bytes.word,
                   "%s should be the size of what %s points to, %llu bytes. "
                   "Found %s.",
                   c->bytes.name, sides[i]->pointer.name,
                   (unsigned long long)size, VALUE(&c->bytes));
        return;
    }
}

static void check_null(gac__validation *v, const gac__copy_view *c,
                       const gac__side *side)
{
    if (surely_copies(c) && gac__pointer_origin(v->m, side->pointer.id).is_null)
        gac__found(v, GAC__RULE_null_pointer, c->inst, side->pointer.name,
                   (int32_t)side->pointer.word,
                   "%s is a null pointer, and something is copied.",
                   side->pointer.name);
}

/* -- events ---------------------------------------------------------------- */

static void check_event(gac__validation *v, const gac__copy_view *c)
{
    gac__inst def;
    uint32_t id = c->event.id;
    for (int depth = 0; depth < 16 && gac__module_def(v->m, id, &def) &&
                        def.opcode == SpvOpCopyObject; depth++)
        id = def.words[def.first];
    if (gac__module_def_opcode(v->m, id) == SpvOpUndef)
        warn(v, GAC__RULE_undefined_event, c, &c->event,
             "The event is undefined. Expected the result of an async copy, or "
             "OpConstantNull of OpTypeEvent.");
}

/* How many events there are from where a pointer points on; 0: unknown. */
static uint64_t events_behind(const gac_module *m, uint32_t pointer)
{
    gac__origin origin = gac__pointer_origin(m, pointer);
    gac__type type = gac__module_type(
        m, gac__module_type(m, gac__module_type_of(m, origin.variable))
               .element_id);
    uint64_t n = 1, size, align;
    uint32_t event = 0;
    if (type.kind == GAC__TYPE_ARRAY) {
        n = type.count;
        event = type.element_id;
        type = gac__module_type(m, event);
    } else {
        event = type.id;
    }
    if (origin.variable == 0 || !origin.offset_known ||
        type.kind != GAC__TYPE_EVENT || n == 0 ||
        !gac__module_size_of(m, event, &size, &align) || size == 0 ||
        origin.offset < 0 || origin.offset % (gac__i128)size != 0)
        return 0;
    gac__i128 index = origin.offset / (gac__i128)size;
    return index < (gac__i128)n ? n - (uint64_t)index : 0;
}

/* rule event-count: "Events List points to Num Events event objects". */
void gac__warn_wait(gac__validation *v, const gac__inst *inst)
{
    const gac__operand_row *names = gac__grammar_op(inst->opcode)->operands;
    uint64_t count, n;
    if (!gac__module_constant(v->m, inst->words[2], &count))
        return;
    if (count == 0)
        gac__found(v, GAC__RULE_event_count, inst, names[1].name, 2,
                   "%s is 0: nothing is waited for.", names[1].name);
    else if ((n = events_behind(v->m, inst->words[3])) != 0 && count > n)
        gac__found(v, GAC__RULE_event_count, inst, names[1].name, 2,
                   "%s is more than the list holds: %llu of %llu.",
                   names[1].name, (unsigned long long)count,
                   (unsigned long long)n);
}

/* -- a copy ---------------------------------------------------------------- */

void gac__warn_copy(gac__validation *v, const gac__inst *inst)
{
    gac__copy_view c;
    if (!gac__view_copy(v->m, inst, &c))
        return;
    const gac__quantity *zero = zero_factor(&c);
    if (c.stride.name && c.stride.known && c.stride.value == 0)
        warn(v, GAC__RULE_zero_stride, &c, &c.stride, "The stride is 0.");
    check_event(v, &c);
    if (zero) {
        gac__found(v, GAC__RULE_empty_copy, inst, zero->name,
                   (int32_t)zero->word, "%s is 0: nothing is copied.",
                   zero->name);
        return;
    }
    if (inst->opcode == SpvOpExtInst)
        check_element_size(v, &c);
    const gac__side *sides[] = {&c.destination, &c.source};
    for (size_t i = 0; i < 2; i++) {
        check_line(v, &c, sides[i]);
        check_plane(v, &c, sides[i]);
        check_null(v, &c, sides[i]);
        if (!check_overflow(v, &c, sides[i]))
            check_bounds(v, &c, sides[i]);
    }
}
