/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Warnings that follow from constants alone. */

/* Each holds for all values of the operands that are not constant. */
#include "module/types.h"
#include "validate/warn/warnings.h"

#include <stdio.h>

static const char *value_text(const gac__quantity *q, char *buffer, size_t size)
{
    snprintf(buffer, size, "%llu", (unsigned long long)q->value);
    return buffer;
}

#define VALUE(q) value_text((q), (char[24]){0}, 24)

/* -- overlapping lines and planes ------------------------------------------ */

/* rule line-length: "The behavior ... is undefined if the Source Line Length or
 * Destination Line Length values are smaller than Num Elements Per Line". */
static void check_line(gac__warnings *f, const gac__copy_view *c,
                       const gac__side *side)
{
    if (!side->line.name || !side->line.known || !c->elements.known
        || side->line.value >= c->elements.value)
        return;
    gac__warn(f, GAC__RULE_line_length, &side->line, 0,
              "%s must not be smaller than %s: lines overlap. Found %s "
              "for lines of %s elements.",
              side->line.name, c->elements.name, VALUE(&side->line),
              VALUE(&c->elements));
}

/* rule plane-area: "... undefined if Source Plane Area is smaller than (Num
 * Lines * Source Line Length), or Destination Plane Area is smaller ...". */
static void check_plane(gac__warnings *f, const gac__copy_view *c,
                        const gac__side *side)
{
    if (!side->plane.name || !side->plane.known || !side->line.known
        || !c->lines.known
        || side->plane.value >= (gac__u128)c->lines.value * side->line.value)
        return;
    gac__warn(f, GAC__RULE_plane_area, &side->plane, 0,
              "%s must not be smaller than %s x %s: planes overlap. "
              "Found %s for %s lines of %s elements.",
              side->plane.name, c->lines.name, side->line.name,
              VALUE(&side->plane), VALUE(&c->lines), VALUE(&side->line));
}

/* -- extents --------------------------------------------------------------- */

/* rule address-overflow. Returns whether it was broken. */
static bool check_overflow(gac__warnings *f, const gac__copy_view *c,
                           const gac__side *side)
{
    uint32_t bits = f->p->m->pointer_bits;
    gac__u128 limit = (gac__u128)1 << bits, end;
    if (bits == 0 || !c->bytes.known)
        return false;
    gac__u128 first = (gac__u128)side->offset.value * c->bytes.value;
    if (side->offset.known && first >= limit) {
        gac__warn(f, GAC__RULE_address_overflow, &side->offset, 0,
                  "%s x %s does not fit a %u-bit address. Found %s x %s.",
                  side->offset.name, c->bytes.name, bits, VALUE(&side->offset),
                  VALUE(&c->bytes));
        return true;
    }
    if (!side->span_known)
        return false;
    if (!side->offset.known)
        first = 0;
    if (!__builtin_add_overflow(first, side->span, &end) && end <= limit)
        return false;
    gac__warn(f, GAC__RULE_address_overflow, &side->pointer, 0,
              "The copy exceeds the upper bounds of the address space on "
              "the side of %s: it spans more than 2^%u bytes.",
              side->pointer.name, bits);
    return true;
}

/* Marks the ids that loads and stores access, as a whole or in part. */
static uint8_t *find_accessed(const gac_module *m, gac__arena *arena)
{
    uint8_t *accessed = gac__arena_alloc(arena, (size_t)m->bound / 8 + 1, 1);
    for (uint32_t i = m->first_function; accessed && i < m->n_insts; i++) {
        const uint32_t *words = m->words + m->offsets[i];
        uint32_t opcode = gac__words_opcode(words);
        uint32_t at = opcode == SpvOpLoad    ? 3
                      : opcode == SpvOpStore ? 1
                                             : gac__chain_base(opcode);
        if (at != 0 && at < words[0] >> 16 && words[at] < m->bound)
            accessed[words[at] / 8] |= (uint8_t)(1u << words[at] % 8);
    }
    return accessed;
}

/* Whether no load and no store accesses a variable. */
static bool is_only_passed(gac__warnings *f, uint32_t variable)
{
    if (!f->accessed)
        f->accessed = find_accessed(f->p->m, &f->arena);
    return !f->accessed
           || (f->accessed[variable / 8] & 1u << variable % 8) == 0;
}

/* Whether the size of a variable is not certain. LLVM's SPIR-V backend loses
 * the type of a local variable that only copies use: it declares one element,
 * or an array, of whose copies Num Elements counts elements of the source's
 * type. So a variable that is no array is uncertain, and one that smaller
 * elements would just fill. A text of the backend's has an assembler as its
 * generator. */
static bool is_uncertain(gac__warnings *f, const gac__copy_view *c,
                         const gac__origin *origin, uint64_t size)
{
    const gac_module *m = f->p->m;
    uint32_t generator = gac__module_generator(m);
    gac__type_kind kind =
        gac__module_type_kind(m, gac__variable_type(m, origin->base.id));
    bool of_array =
        c->inst.opcode == SpvOpGroupAsyncCopy
        && gac__module_array_element(
               m, gac__module_pointee(m, c->sides[0].pointer.ref.id))
               != 0;
    bool is_one = kind != GAC__TYPE_ARRAY && kind != GAC__TYPE_STRUCT;
    if (generator != GAC__GENERATOR_LLVM)
        return generator == GAC__GENERATOR_ASSEMBLER && is_one
               && is_only_passed(f, origin->base.id);
    if (is_one)
        return true;
    for (uint64_t bytes = 1; of_array && bytes < c->bytes.value; bytes *= 2)
        if (c->elements.value <= size && c->elements.value * bytes == size)
            return true;
    return false;
}

/* rule static-bounds: a copy must not leave the variable of its pointer. */
static void check_bounds(gac__warnings *f, const gac__copy_view *c,
                         const gac__side *side)
{
    gac__u128 span = side->span;
    gac__i128 first;
    uint64_t size;
    const gac__origin *origin = &side->origin;
    /* check_overflow() has found that the offset's bytes fit an address. */
    if (f->p->m->pointer_bits == 0 || !side->span_known
        || span > (gac__u128)1 << 80)
        return;
    bool located = gac__is_located(side);
    if (!gac__locate_side(f->p, c, side, &first, &size)
        || (first + (gac__i128)span <= (gac__i128)size
            && !(located && first < 0))
        || is_uncertain(f, c, origin, size))
        return;
    char spans[64];
    if (located)
        snprintf(spans, sizeof spans, "bytes %lld to %lld", (long long)first,
                 (long long)(first + (gac__i128)span - 1));
    else
        snprintf(spans, sizeof spans, "%llu bytes", (unsigned long long)span);
    gac__warn(f, GAC__RULE_static_bounds, &side->pointer,
              f->p->m->definitions[origin->base.id],
              "The copy leaves %s, which has %llu bytes: it spans %s.",
              gac__describe_id(f->v, origin->base.id).text,
              (unsigned long long)size, spans);
}

/* -- elements -------------------------------------------------------------- */

/* Whether elements of so many bytes may be what a pointer points to: its
 * pointee, or the elements of an array. Pointers to bytes may point to
 * anything. */
static bool fits_pointee(const gac_module *m, uint32_t pointer, uint64_t bytes,
                         uint64_t *size_out)
{
    uint32_t id = gac__module_pointee(m, pointer);
    for (int depth = 0; depth < 16; depth++) {
        const uint32_t *type = gac__module_def_words(m, id);
        uint64_t align;
        if ((gac__words_opcode(type) == SpvOpTypeInt && type[2] == 8)
            || !gac__module_size_of(m, id, size_out, &align)
            || *size_out == bytes)
            return true;
        id = gac__module_array_element(m, id);
        if (id == 0)
            return false;
    }
    return true;
}

/* rule element-size. It is reported once, as both sides share the operand. */
static void check_element_size(gac__warnings *f, const gac__copy_view *c)
{
    for (size_t i = 0; i < 2; i++) {
        uint64_t size = 0;
        if (!c->bytes.name || !c->bytes.known
            || fits_pointee(f->p->m, c->sides[i].pointer.ref.id, c->bytes.value,
                            &size))
            continue;
        gac__warn(f, GAC__RULE_element_size, &c->bytes, 0,
                  "%s should be the size of what %s points to, %llu "
                  "bytes. Found %s.",
                  c->bytes.name, c->sides[i].pointer.name,
                  (unsigned long long)size, VALUE(&c->bytes));
        return;
    }
}

static void check_null(gac__warnings *f, const gac__copy_view *c,
                       const gac__side *side)
{
    if (gac__surely_copies(c) && side->origin.is_null)
        gac__warn(f, GAC__RULE_null_pointer, &side->pointer, 0,
                  "%s is a null pointer, and something is copied.",
                  side->pointer.name);
}

/* -- a copy ---------------------------------------------------------------- */

static void check_event(gac__warnings *f, const gac__copy_view *c)
{
    gac__ref event = gac__resolve(f->p, c->event.ref);
    if (gac__module_def_opcode(f->p->m, event.id) == SpvOpUndef)
        gac__warn(f, GAC__RULE_undefined_event, &c->event, 0,
                  "The event is undefined. Expected the result of an "
                  "async copy, or OpConstantNull of OpTypeEvent.");
}

void gac__warn_copy(gac__warnings *f, const gac__copy_view *c)
{
    const gac__quantity *zero = gac__zero_factor(c);
    if (c->stride.name && c->stride.known && c->stride.value == 0)
        gac__warn(f, GAC__RULE_zero_stride, &c->stride, 0, "The stride is 0.");
    check_event(f, c);
    if (zero) {
        gac__warn(f, GAC__RULE_empty_copy, zero, 0,
                  "%s is 0: nothing is copied.", zero->name);
        return;
    }
    check_element_size(f, c);
    for (size_t i = 0; i < 2; i++) {
        const gac__side *side = &c->sides[i];
        check_line(f, c, side);
        check_plane(f, c, side);
        check_null(f, c, side);
        if (!check_overflow(f, c, side))
            check_bounds(f, c, side);
    }
}

/* -- a wait ---------------------------------------------------------------- */

/* The number of events behind a pointer; 0: unknown. */
static uint64_t events_behind(const gac__program *p, gac__ref pointer)
{
    const uint64_t size = p->m->pointer_bits / 8;
    gac__origin origin = gac__pointer_origin(p, pointer);
    uint64_t n = gac__events_in(p->m, origin.base.id);
    if (n == 0 || size == 0 || !origin.offset_known)
        return n;
    if (origin.offset < 0 || origin.offset > INT64_MAX
        || (uint64_t)origin.offset % size != 0)
        return 0;
    uint64_t index = (uint64_t)origin.offset / size;
    return index < n ? n - index : 0;
}

/* rule event-count: "Events List points to Num Events event objects". A list
 * has one at least. */
void gac__warn_wait(gac__warnings *f, const gac__wait_view *w)
{
    uint64_t n;
    if (!w->count.known)
        return;
    if (w->count.value == 0)
        gac__warn(f, GAC__RULE_event_count, &w->count, 0,
                  "%s is 0: nothing is waited for.", w->count.name);
    else if (w->count.value > 1 && (n = events_behind(f->p, w->list.ref)) != 0
             && w->count.value > n)
        gac__warn(f, GAC__RULE_event_count, &w->count, 0,
                  "%s is more than the list holds: %llu of %llu.",
                  w->count.name, (unsigned long long)w->count.value,
                  (unsigned long long)n);
}
