/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Row buffers: loads in loops in which each lane reads along a row of its own.
 *
 * A gather takes one element from as many cache lines as there are lanes. The
 * next iteration takes the next element from the same lines, which have often
 * left the first-level cache by then. So a load brings in eight elements of
 * each row at once, transposed: each of the next seven iterations finds its
 * elements adjacent. They are dropped when the loop is entered anew, or when
 * the base does not move on by one element.
 */
#include "exec/access.h"

#define ITERATIONS GAC__ROW_ITERATIONS

/* How often the loop is entered before filling is tried again, once it has
 * failed. */
#define IDLE_LOOPS 64u

/* The least distance of rows: gathers from rows that are closer together are
 * fast enough. */
#define LEAST_APART 2u /* elements */

/* The cost of filling, in gathered lanes: a third of the gathers of all
 * iterations. CALL is the cost of a call, in lanes. */
#define FILLS(lanes) (ITERATIONS * ((lanes) + CALL) / 3)
#define CALL 16u

void gac__row_buffers_begin(gac__strip *s, uint32_t row_buffers)
{
    for (uint32_t k = 0; k < GAC__ROW_BUFFERS; k++) {
        gac__row_buffer *w = &s->row_buffers[k];
        if (!(row_buffers >> k & 1))
            continue;
        if (w->now.lanes)
            w->before = w->now;
        w->now = (struct gac__row_tally){0};
        w->left = 0;
        w->idle -= w->idle != 0;
    }
}

/* Returns the shared part of all addresses, to which the scaled index is added.
 */
static uint64_t shared_address(const gac__strip *s, const gac__lane_inst *i,
                               int64_t *added_out)
{
    uint32_t bits;
    *added_out = 0;
    if (i->flags & GAC__CODE_PLUS) {
        memcpy(&bits, s->frame + i->c, sizeof bits);
        *added_out =
            i->flags & GAC__CODE_UNSIGNED ? (int64_t)bits : (int32_t)bits;
    }
    return gac__base_address(s, i) + (uint64_t)(*added_out * (int64_t)i->scale);
}

/* Whether no lane's index wraps in the next iterations. The scalar that is
 * added has 32 bits, and is added to indices of as many. */
static bool stays_in_range(const gac__lane_inst *i,
                           const gac__index_shape *shape, int64_t added)
{
    int64_t least, most;
    gac__index_limits(gac__index_kind_of(i), &least, &most);
    return shape->low >= least - added
           && shape->high <= most - added - (int64_t)ITERATIONS;
}

/* Returns the cost of gathers in the next iterations, of which the loop's last
 * run is the estimate. Half of a gather's cost is for its steps, half for its
 * active lanes. */
static uint64_t price_of_gathers(const gac__strip *s, const gac__row_buffer *w)
{
    uint32_t iterations = ITERATIONS, span = s->end - s->first;
    uint64_t active = (uint64_t)s->n_active * ITERATIONS;
    if (w->before.lanes) {
        iterations = w->before.iterations;
        active = (uint64_t)s->n_active * w->before.useful / w->before.lanes;
    }
    return (iterations * span + active) / 2 + iterations * CALL;
}

/* Whether filling pays. */
static bool pays(const gac__strip *s, const gac__row_buffer *w)
{
    return price_of_gathers(s, w) >= FILLS(s->end - s->first);
}

/* Whether the rows of the first step's lanes lie apart, and with them those of
 * all. */
static bool lie_apart(const gac__strip *s, const gac__lane_inst *i)
{
    uint32_t end = GAC__MIN(s->first + GAC__LANE_STEP, s->n), n = 0;
    int64_t low, high;
    for (uint32_t k = s->first; k < end; k++)
        n += s->mask[k];
    s->worker->run->memory->range[gac__index_kind_of(i)](
        s->frame + i->b, gac__active_mask(s), s->first, end, &low, &high);
    return ((uint64_t)high - (uint64_t)low) * i->scale
           >= (uint64_t)LEAST_APART * gac__ty_bytes((gac__ty)i->ty) * (n - 1);
}

/* Returns where the load's row buffer has the elements of iteration n. */
static uint8_t *row_of(const gac__strip *s, const gac__lane_inst *i, uint32_t n)
{
    const gac__lane_program *p = s->worker->run->program;
    size_t before = (i->row_buffer - 1u) * ITERATIONS * sizeof(uint32_t);
    return s->frame + p->row_buffers
           + (before + n * gac__ty_bytes((gac__ty)i->ty)) * p->row_pitch;
}

/* Brings in the elements of the next iterations. False: one buffer does not
 * hold them all, or it does not pay. It is not inlined, since each load would
 * then save more registers. */
static __attribute__((noinline)) bool fill(gac__strip *s,
                                           const gac__lane_inst *i,
                                           gac__row_buffer *w, uint64_t address,
                                           int64_t added)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const uint8_t *mask = gac__active_mask(s);
    gac__index_shape *shape = &w->shape;
    uint32_t end = gac__active_end(s);
    gac__access a;
    gac__access_init(s, i, &a);
    *shape = (gac__index_shape){.pattern = GAC__PATTERN_ANY};
    kernels->range[a.kind](a.index, mask, s->first, end, &shape->low,
                           &shape->high);
    if (!stays_in_range(i, shape, added) || !lie_apart(s, i))
        return false;
    a.base = address;
    a.bytes = (uint64_t)ITERATIONS << a.log2;
    a.flags = 0; /* `address` has the scalar that is added */
    a.low = shape->low;
    a.high = shape->high;
    uintptr_t base = gac__window(s, &a, false);
    if (!base || gac__is_each_groups(s, a.buffer))
        return false;
    kernels->fill_rows[a.log2][a.kind](row_of(s, i, 0),
                                       s->worker->run->program->row_pitch, base,
                                       a.index, a.scale, mask, s->first, end);
    return true;
}

/* Gives an iteration's elements to the users of the load. */
static void deliver(gac__strip *s, const gac__lane_inst *i, const uint8_t *from)
{
    if (i->flags & GAC__CODE_MEMORY_OPERAND) {
        gac__note_host(s, i, (uintptr_t)from);
        return;
    }
    bool keep = gac__strip_keeps(s, i);
    s->worker->run->memory->move_lanes[gac__log2_bytes(i->ty)](
        (uintptr_t)(s->frame + i->d), (uintptr_t)from, keep ? s->mask : NULL,
        s->first, s->end);
}

bool gac__row_buffer_load(gac__strip *s, const gac__lane_inst *i)
{
    gac__row_buffer *w = &s->row_buffers[i->row_buffer - 1];
    int64_t added;
    uint64_t address = shared_address(s, i, &added);
    bool first = !w->now.lanes;
    bool follows = first ? w->before.useful != 0 : address == w->next;
    if (first) {
        w->now.lanes = s->n_active;
    } else if (follows && w->now.iterations < ITERATIONS) {
        w->now.iterations++;
        w->now.useful += s->n_active;
    }
    w->next = address + gac__ty_bytes((gac__ty)i->ty);
    if (!follows || (!w->left && !pays(s, w))) {
        w->left = 0;
        return false;
    }
    if (!w->left) {
        if (!fill(s, i, w, address, added)) {
            w->idle = IDLE_LOOPS;
            return false;
        }
        w->left = ITERATIONS;
    }
    /* Later accesses with the same index rely on its shape. */
    if (!(i->flags & GAC__CODE_FIXED && s->fixed_known >> i->sub & 1))
        s->index_shape[i->sub] = w->shape;
    deliver(s, i, row_of(s, i, ITERATIONS - w->left--));
    return true;
}
