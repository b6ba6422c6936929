/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: async copies. */
#include "exec/checked.h"
#include "grammar/async_roles.h"

/* One side of a copy. Line and plane are its Line Length and Plane Area. */
typedef struct side {
    bool to;
    uint64_t address, offset;
    uint64_t line, plane;
    const char *operand, *access; /* as findings say it */
} side;

static side side_of(const gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                    const gac_copy_desc *desc, bool to)
{
    const gac_copy_shape *d = &desc->shape;
    uint32_t pointer = to ? GAC_ASYNC_DESTINATION : GAC_ASYNC_SOURCE;
    return (side){.to = to,
                  .address = gac__operand(s, i, pointer, lane),
                  .offset = to ? desc->dst_offset : desc->src_offset,
                  .line = to ? d->dst_line_length : d->src_line_length,
                  .plane = to ? d->dst_plane_area : d->src_plane_area,
                  .operand = to ? "Destination" : "Source",
                  .access = to ? "copies to" : "copies from"};
}

/* Reports a Line Length or Plane Area for which a side's lines or planes
 * overlap. True: they do. */
static bool check_pitches(gac__strip *s, const gac__lane_inst *i,
                          const gac_copy_shape *d, const side *x)
{
    gac__checker *c = gac__checker_of(s);
    const char *line = gac__async_operand_name(
        x->to ? GAC_ASYNC_DESTINATION_LINE : GAC_ASYNC_SOURCE_LINE);
    const char *plane = gac__async_operand_name(
        x->to ? GAC_ASYNC_DESTINATION_PLANE : GAC_ASYNC_SOURCE_PLANE);
    bool strided = i->sub == GAC__ACOPY_STRIDED;
    bool short_line =
        i->sub != GAC__ACOPY_LINEAR && x->line < d->elements_per_line;
    uint64_t area;
    gac__fault f = gac__fault_make(strided ? GAC__RULE_zero_stride
                                           : GAC__RULE_line_overlap,
                                   i->site, GAC__NO_ITEM);
    f.operand = strided ? "Stride" : line;
    if (short_line && strided)
        gac__fault_add(c, &f, "copies with a Stride of 0");
    else if (short_line)
        gac__fault_add(c, &f,
                       "passes a %s of %llu, less than Num Elements "
                       "Per Line, %llu",
                       line, (unsigned long long)x->line,
                       (unsigned long long)d->elements_per_line);
    if (i->sub != GAC__ACOPY_3D
        || (!__builtin_mul_overflow(d->lines, x->line, &area)
            && x->plane >= area))
        return short_line;
    f.rule = GAC__RULE_plane_overlap;
    f.operand = plane;
    gac__fault_add(c, &f,
                   "passes a %s of %llu, less than Num Lines x "
                   "%s, %llu x %llu",
                   plane, (unsigned long long)x->plane, line,
                   (unsigned long long)d->lines, (unsigned long long)x->line);
    return true;
}

/* Describes a side of a copy. With a pitch of 0, all lines are one line, and
 * all planes one plane. No sum wraps, since gac_copy_check() has found an
 * address for the last byte. */
static gac__box make_box(gac__strip *s, const side *x, const gac_copy_shape *d)
{
    uint32_t number = gac__strip_buffer(s, x->address);
    return (gac__box){
        .buffer = number,
        .start =
            x->address - s->buffers[number].base + x->offset * d->element_bytes,
        .line_bytes = d->elements_per_line * d->element_bytes,
        .lines = x->line ? d->lines : 1,
        .planes = x->plane ? d->planes : 1,
        .line_pitch = d->lines > 1 ? x->line * d->element_bytes : 0,
        .plane_pitch = d->planes > 1 ? x->plane * d->element_bytes : 0};
}

/* Cuts a box that has more bytes than its buffer, since lines or planes
 * overlap. Overlapping lines become one line, and no more planes are left than
 * the buffer could hold. False: the box has not been cut. */
static bool bound_box(const gac__strip *s, gac__box *box)
{
    uint64_t size = s->buffers[box->buffer].size, plane, all;
    uint64_t extent = (box->lines - 1) * box->line_pitch + box->line_bytes;
    if (!__builtin_mul_overflow(box->lines, box->line_bytes, &plane)
        && !__builtin_mul_overflow(plane, box->planes, &all) && all <= size)
        return false;
    /* where the first product wraps, lines overlap, and `plane` is set here */
    if (box->lines > 1 && box->line_pitch < box->line_bytes) {
        box->line_bytes = plane = extent;
        box->lines = 1;
        box->line_pitch = 0;
    }
    box->planes = GAC__MIN(box->planes, GAC__MAX(size / plane, (uint64_t)1));
    return true;
}

/* Returns the index of the first of n pieces that ends behind `size`; n: none
 * does. Each piece has `bytes` bytes, and the next one is `pitch` bytes further
 * on, from `start` on. */
static uint64_t first_outside(uint64_t start, uint64_t bytes, uint64_t pitch,
                              uint64_t n, uint64_t size)
{
    if (start > size || bytes > size - start)
        return 0;
    return pitch ? GAC__MIN(n, (size - start - bytes) / pitch + 1) : n;
}

/* Finds the first line that leaves the buffer, and where it does. */
static void find_outside(gac__strip *s, const gac__box *box, gac__fault *f)
{
    uint64_t size = s->buffers[box->buffer].size;
    uint64_t extent = (box->lines - 1) * box->line_pitch + box->line_bytes;
    uint64_t a =
        first_outside(box->start, extent, box->plane_pitch, box->planes, size);
    if (a == box->planes)
        return;
    uint64_t at = box->start + a * box->plane_pitch;
    uint64_t b =
        first_outside(at, box->line_bytes, box->line_pitch, box->lines, size);
    at += b * box->line_pitch;
    f->has_element = true;
    f->plane = a;
    f->line = b;
    f->bytes.first = GAC__MAX(at, size);
    f->bytes.n = at + box->line_bytes - f->bytes.first;
}

/* Returns the size of the argument or variable that messages name for a buffer.
 */
static uint64_t bytes_of(const gac__strip *s, uint32_t buffer)
{
    return s->buffers[buffer].size
           - gac__run_describe(s->worker->run, buffer).in_front;
}

static void tell_outside(gac__strip *s, const gac__lane_inst *i,
                         const gac_copy_shape *d, const side *x)
{
    gac__checker *c = gac__checker_of(s);
    gac__box box = make_box(s, x, d);
    gac__fault f =
        gac__fault_make(GAC__RULE_copy_out_of_bounds, i->site, GAC__NO_ITEM);
    uint32_t nearest = gac__strip_nearest(s, x->address);
    if (!box.buffer && nearest) {
        box.start -= s->buffers[nearest].base;
        box.buffer = nearest;
    }
    f.bytes.buffer = box.buffer;
    f.operand = x->operand;
    f.access = x->access;
    find_outside(s, &box, &f);
    if (!box.buffer) {
        gac__fault_add(c, &f, "%s address 0x%llx, which is in no buffer",
                       f.access, (unsigned long long)x->address);
    } else if (gac__denies(&s->buffers[box.buffer], x->to)) {
        gac__fault_add(c, &f, "%s a buffer that is %s", f.access,
                       x->to ? "read-only" : "write-only");
    } else if (f.has_element) {
        f.element = (f.bytes.first
                     - (box.start + f.plane * box.plane_pitch
                        + f.line * box.line_pitch))
                    / d->element_bytes;
        gac__fault_add(c, &f, "outside of its %llu bytes",
                       (unsigned long long)bytes_of(s, box.buffer));
    }
}

/* Reports a side whose last byte's address is too large: a copy of this side
 * alone, to itself, is refused, too. */
static void tell_overflow(gac__strip *s, const gac__lane_inst *i,
                          const gac_copy_shape *d, const side *x)
{
    uint32_t bits = gac__space_address_bytes(&s->worker->run->space) * 8;
    gac_copy_memory all = {x->address, 0, UINT64_MAX};
    gac_copy_desc alone = {
        .shape = *d, .dst_offset = x->offset, .src_offset = x->offset};
    alone.shape.dst_line_length = alone.shape.src_line_length = x->line;
    alone.shape.dst_plane_area = alone.shape.src_plane_area = x->plane;
    if (gac_copy_check(&alone, bits, &all, &all) != GAC_ERR_OVERFLOW)
        return;
    gac__fault f =
        gac__fault_make(GAC__RULE_copy_address_overflow, i->site, GAC__NO_ITEM);
    f.bytes.buffer = gac__strip_buffer(s, x->address);
    f.operand = x->operand;
    gac__fault_add(gac__checker_of(s), &f,
                   "%s addresses that do not fit %u bits", x->access, bits);
}

/* Checks a side's alignment. Elements of a type are to be aligned; the set's
 * copies and untyped ones have only sizes. */
static void check_side_alignment(gac__strip *s, const gac__lane_inst *i,
                                 const gac__box *box, uint64_t size,
                                 const side *x)
{
    const gac_module *m = s->worker->run->program->ir->module;
    if (gac__acopy_has_lines(i->sub) || (size & (size - 1))
        || !((box->start + s->buffers[box->buffer].base) & (size - 1))
        || gac__module_inst(m, i->ir->ordinal).opcode
               == SpvOpUntypedGroupAsyncCopyKHR)
        return;
    gac__fault f = gac__fault_make(GAC__RULE_misaligned, i->site, GAC__NO_ITEM);
    f.bytes = (gac__bytes){box->buffer, box->start, size};
    f.has_element = true;
    f.operand = x->operand;
    f.access = x->access;
    gac__fault_add(gac__checker_of(s), &f, "which is not a multiple of %llu",
                   (unsigned long long)size);
}

void gac__checked_copy(gac__strip *s, const gac__lane_inst *i, uint32_t lane,
                       const gac_copy_desc *desc, gac_result why,
                       uint64_t event)
{
    gac__checker *c = gac__checker_of(s);
    const gac_copy_shape *d = &desc->shape;
    const side sides[] = {side_of(s, i, lane, desc, false),
                          side_of(s, i, lane, desc, true)};
    const side *from = &sides[0], *to = &sides[1];
    bool undecided = gac__check_operand_is_undefined(c, i->site);
    bool overlaps = false;
    for (const side *x = from; x <= to && !undecided && !gac_copy_is_empty(d);
         x++)
        overlaps |= check_pitches(s, i, d, x);
    if (why != GAC_OK) {
        for (const side *x = from; x <= to && !undecided; x++)
            if (why == GAC_ERR_BOUNDS)
                tell_outside(s, i, d, x);
            else
                tell_overflow(s, i, d, x);
        gac__check_copy_is_lost(c, gac__strip_buffer(s, to->address));
        return;
    }
    gac__check_copy copy = {.site = i->site,
                            .element_bytes = d->element_bytes,
                            .empty = gac_copy_is_empty(d)};
    if (!copy.empty) {
        copy.dst = make_box(s, to, d);
        copy.src = make_box(s, from, d);
        copy.is_lost = overlaps;
        copy.is_lost |= bound_box(s, &copy.dst);
        copy.is_lost |= bound_box(s, &copy.src);
        check_side_alignment(s, i, &copy.src, d->element_bytes, from);
        check_side_alignment(s, i, &copy.dst, d->element_bytes, to);
    }
    gac__check_copy_start(c, &copy, event);
}

static gac__box lines_box(const gac__strip *s, const gac__copy_site *l,
                          const gac__lines_side *x)
{
    uint64_t before = l->n_lines - 1;
    return (gac__box){.buffer = gac__side_buffer(s, x),
                      .start = x->last - before * x->step - x->buffer->base,
                      .line_bytes = l->line_bytes,
                      .lines = l->n_lines,
                      .planes = 1,
                      .line_pitch = before ? x->step : 0,
                      .apart = true};
}

void gac__checked_lines(gac__strip *s, const gac__copy_site *l)
{
    gac__check_copy copy = {.site = l->inst->site,
                            .element_bytes = l->element_bytes,
                            .dst = lines_box(s, l, &l->to),
                            .src = lines_box(s, l, &l->from)};
    gac__check_lines_start(gac__checker_of(s), &copy, l->event);
}
