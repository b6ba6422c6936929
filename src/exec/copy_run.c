/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Runs of async copies: tiles that a loop copies line by line.
 *
 * Between two async copies of such a loop there are a few scalar instructions,
 * and nothing that could tell whether the first copy has landed. So copies of
 * lines at one distance from each other are merged, and made as one copy where
 * the run ends: a loop of copies costs little more than one GroupAsyncCopy2D2D.
 * Each line's address, bounds and event are checked alone; copies that cannot
 * be merged are made as usual. Where each copy counts (in runs that land copies
 * at random times, say), none are merged, but the scalar instructions between
 * them are run here all the same. A checked run merges only lines that have no
 * finding of their own, and reports them together.
 */
#include "exec/checked.h"
#include "exec/collectives.h"

/* The most instructions whose lines are merged at a time. */
#define MOST_OPEN GAC__LOOP_COPIES

/* The most attempts to find out how the iterations of a loop differ, and the
 * iterations that one attempt takes. */
#define MOST_TRIES 4u
#define ITERATIONS_SEEN 2u

/* TAKEN: a copy has been merged. LEFT: it has to be made as usual. STOPPED: the
 * run must stop. */
typedef enum outcome { TAKEN, LEFT, STOPPED } outcome;

/* A run of copies, with those that have been merged but not made. */
typedef struct stretch {
    gac__strip *strip;
    gac__copy_site *open[MOST_OPEN];
    uint32_t n_open;
    const gac__copy_loop *loop; /* the last loop whose head it has reached */
    uint32_t iterations; /* how often the head of `loop` has been reached from
                            inside the loop */
    uint64_t seen[GAC__LOOP_SLOTS]; /* values of the loop's slots when the head
                                       was last reached */
    uint64_t instructions; /* the worker's instructions when the head was last
                              reached */
} stretch;

typedef struct line {
    uint64_t to, from, bytes, event, element_bytes;
} line;

/* Reads the operands of a copy. False: it is not of one line, or has no bytes.
 */
static bool read_line(const gac__strip *s, const gac__lane_inst *i, line *out)
{
    out->to = gac__operand(s, i, GAC_ASYNC_DESTINATION, 0);
    out->from = gac__operand(s, i, GAC_ASYNC_SOURCE, 0);
    out->event = gac__operand(s, i, GAC_ASYNC_EVENT, 0);
    out->element_bytes = gac__operand(s, i, GAC_ASYNC_ELEMENT_BYTES, 0);
    return i->sub == GAC__ACOPY_LINEAR
           && !__builtin_mul_overflow(out->element_bytes,
                                      gac__operand(s, i, GAC_ASYNC_ELEMENTS, 0),
                                      &out->bytes)
           && out->bytes;
}

/* Whether a checked run can merge a line: all work-items share its operands,
 * copies have started on its event, and both sides are aligned to its elements.
 */
static bool is_mergeable(const stretch *t, const gac__lane_inst *i,
                         const line *x)
{
    const gac__strip *s = t->strip;
    const gac__buffer *to = &s->buffers[gac__strip_buffer(s, x->to)];
    const gac__buffer *from = &s->buffers[gac__strip_buffer(s, x->from)];
    uint64_t at = (x->to - to->base) | (x->from - from->base);
    bool live = !x->event
                || gac__check_event_is(s->worker->run->checker, x->event,
                                       GAC__EVENT_LIVE);
    for (uint32_t n = 0; n < t->n_open; n++)
        live |= t->open[n]->event == x->event;
    return live && i->flags & GAC__CODE_SCALARS
           && !(at & (x->element_bytes - 1));
}

static gac__lines_side side_of(const gac__strip *s, uint64_t address,
                               uint64_t bytes, bool write)
{
    return (gac__lines_side){
        .buffer = &s->buffers[gac__strip_buffer(s, address)],
        .host = gac__strip_translate(s, address, bytes, write),
        .last = address};
}

/* Whether one of two lists of lines writes a buffer that the other one
 * accesses: then lines are reported one by one, in order. */
static bool cross(const gac__strip *s, const gac__copy_site *a,
                  const gac__copy_site *b)
{
    const gac__checker *c = s->worker->run->checker;
    uint32_t to = gac__side_buffer(s, &a->to);
    uint32_t its_to = gac__side_buffer(s, &b->to);
    return gac__check_same_memory(c, to, its_to)
           || gac__check_same_memory(c, to, gac__side_buffer(s, &b->from))
           || gac__check_same_memory(c, gac__side_buffer(s, &a->from), its_to);
}

/* Whether a side's next line may be at an address: in its buffer, and as far
 * from the last one as that was from the one before. A second line may be
 * anywhere from `least` bytes behind the first one on. */
static inline bool is_next(const gac__copy_site *l, const gac__lines_side *side,
                           uint64_t address, uint64_t least)
{
    const gac__buffer *b = side->buffer;
    uint64_t step = address - side->last, at = address - b->base;
    return at <= b->size && l->line_bytes <= b->size - at
           && (l->n_lines > 1 ? step == side->step
                              : step >= least && step <= b->size);
}

static void add_line(gac__lines_side *side, uint64_t address)
{
    side->step = address - side->last;
    side->last = address;
}

static bool extend(gac__copy_site *l, const line *x, bool checked)
{
    if (!l->n_lines || l->line_bytes != x->bytes || l->event != x->event
        || !is_next(l, &l->to, x->to, x->bytes)
        || !is_next(l, &l->from, x->from, checked ? x->bytes : 0))
        return false;
    add_line(&l->to, x->to);
    add_line(&l->from, x->from);
    l->n_lines++;
    return true;
}

static bool make_copy(gac__strip *s, gac__copy_site *l)
{
    gac__worker *w = s->worker;
    gac_copy_shape shape = {.element_bytes = 1,
                            .elements_per_line = l->line_bytes,
                            .lines = l->n_lines,
                            .planes = 1,
                            .src_line_length =
                                l->n_lines > 1 ? l->from.step : 0,
                            .dst_line_length = l->n_lines > 1 ? l->to.step : 0};
    gac_result result =
        gac_copy_site_plan(&l->plan, &shape, gac__copy_flags(w, l->to.buffer));
    if (result == GAC_OK)
        result = gac_copy_queue_start(w->queue, &l->plan.plan, l->to.host,
                                      l->from.host, &l->event);
    if (result == GAC_OK && w->run->checker)
        gac__checked_lines(s, l);
    l->n_lines = 0;
    return result == GAC_OK || gac__stop_copies(w, l->inst, result);
}

static bool make_copies(stretch *t)
{
    for (uint32_t n = 0; n < t->n_open; n++)
        if (!make_copy(t->strip, t->open[n])) {
            while (++n < t->n_open)
                t->open[n]->n_lines = 0;
            return false;
        }
    t->n_open = 0;
    return true;
}

/* Begins a list of lines with a copy. Its event exists from now on, though
 * nothing is copied yet. A checked run may have to make other lists' copies
 * before. */
static outcome begin(stretch *t, const gac__lane_inst *i, const line *x)
{
    gac__strip *s = t->strip;
    gac__checker *c = s->worker->run->checker;
    gac__copy_site *l = &s->worker->copy_sites[i->scale];
    gac_copy_event event = (gac_copy_event)x->event;
    l->to = side_of(s, x->to, x->bytes, true);
    l->from = side_of(s, x->from, x->bytes, false);
    for (uint32_t n = 0; c && n < t->n_open; n++)
        if (cross(s, t->open[n], l) && !make_copies(t))
            return STOPPED;
    if (!l->to.host || !l->from.host || event != x->event
        || gac__start_empty_copy(s->worker, &event) != GAC_OK)
        return LEFT;
    if (c)
        gac__check_arrival(c, true);
    l->inst = i;
    l->line_bytes = x->bytes;
    l->element_bytes = x->element_bytes;
    l->n_lines = 1;
    l->event = event;
    t->open[t->n_open++] = l;
    return TAKEN;
}

static outcome take(stretch *t, const gac__lane_inst *i, bool in_loop)
{
    gac__worker *w = t->strip->worker;
    bool checked = w->run->checker != NULL;
    line x;
    if (!read_line(t->strip, i, &x) || (checked && !is_mergeable(t, i, &x)))
        return LEFT;
    gac__copy_site *own = &w->copy_sites[i->scale], *l = own;
    if (!extend(l, &x, checked)) {
        /* an unrolled loop has its copies one behind the other */
        if (!in_loop && t->n_open && !checked)
            l = t->open[t->n_open - 1];
        if (l == own || !extend(l, &x, checked)) {
            if ((own->n_lines || t->n_open == MOST_OPEN) && !make_copies(t))
                return STOPPED;
            outcome o = begin(t, i, &x);
            if (o != TAKEN)
                return o;
            l = own;
        }
    }
    w->bytes_copied += x.bytes;
    w->instructions += x.bytes / 8;
    gac__write_result(t->strip, i, 0, l->event);
    return TAKEN;
}

/* -- iterations that are passed at once ------------------------------------ */

static uint64_t slot_value(const gac__strip *s, const gac__loop_slot *slot)
{
    return gac__read_lane(s->frame, slot->at, true, slot->ty, 0);
}

/* Maps the values of an integer type to numbers of 64 bits in the same order,
 * which wrap where the values do. */
static uint64_t in_order(uint64_t bits, const gac__loop_slot *slot)
{
    bits <<= 64 - gac__ty_bytes((gac__ty)slot->ty) * 8;
    return slot->is_signed ? bits ^ (uint64_t)1 << 63 : bits;
}

typedef struct bounds {
    uint64_t low, high; /* low > high: the range is empty */
} bounds;

/* Returns how often `step` can be added to `at` within a range. */
static uint64_t steps_within(bounds in, uint64_t at, uint64_t step)
{
    if (at < in.low || at > in.high)
        return 0;
    if (step == 0)
        return UINT64_MAX;
    return (int64_t)step > 0 ? (in.high - at) / step : (at - in.low) / -step;
}

/* Returns the range around `at` of values for which the loop goes on. */
static bounds where_it_stays(const gac__copy_loop *loop, uint64_t at,
                             uint64_t other)
{
    bool if_equal = loop->compare == GAC__IR_IEQ;
    bool by_equality = if_equal || loop->compare == GAC__IR_INE;
    bool or_equal =
        (loop->compare == GAC__IR_ULE || loop->compare == GAC__IR_SLE)
        == loop->stay;
    bool is_below =
        by_equality ? at < other : loop->stay != loop->other_is_first;
    bounds in = {is_below ? 0 : other, is_below ? other : UINT64_MAX};
    if (by_equality && loop->stay == if_equal)
        return (bounds){other, other};
    if (or_equal && !by_equality)
        return in;
    if (in.low == in.high)
        return (bounds){1, 0};
    return is_below ? (bounds){in.low, other - 1}
                    : (bounds){other + 1, in.high};
}

/* Returns how many more iterations the value in a slot allows. `before`: its
 * value an iteration ago. */
static uint64_t iterations_of_slot(const gac__strip *s,
                                   const gac__copy_loop *loop,
                                   const gac__loop_slot *slot, uint64_t before)
{
    uint64_t bits = slot_value(s, slot);
    bounds in = {0, UINT64_MAX};
    if (slot->role == GAC__LOOP_STEP)
        return UINT64_MAX;
    if (slot->role == GAC__LOOP_STEADY)
        return bits == before ? UINT64_MAX : 0;
    uint64_t at = in_order(bits, slot);
    uint64_t step = at - in_order(before, slot);
    if (slot->role == GAC__LOOP_COMPARED) {
        uint64_t other =
            gac__read_lane(s->frame, loop->other, true, slot->ty, 0);
        in = where_it_stays(loop, at, in_order(other, slot));
    } else if (steps_within(in, at, -step) < ITERATIONS_SEEN) {
        return 0; /* it has wrapped around between two iterations */
    }
    return steps_within(in, at, step);
}

/* Returns how many more iterations a side of a copy instruction allows. */
static uint64_t iterations_of_side(const gac__copy_site *l,
                                   const gac__lines_side *side)
{
    const gac__buffer *b = side->buffer;
    if (l->n_lines < 2)
        return 0;
    bounds in = {b->base, b->base + (b->size - l->line_bytes)};
    return steps_within(in, side->last, side->step);
}

/* Passes n iterations at once, in which all lines lie in their buffers. Loop
 * variables may wrap as they do in the kernel. */
static void pass_iterations(stretch *t, const gac__copy_loop *loop, uint64_t n)
{
    gac__strip *s = t->strip;
    gac__worker *w = s->worker;
    for (uint32_t k = 0; k < loop->n_sites; k++) {
        gac__copy_site *l = &w->copy_sites[loop->sites[k]];
        l->n_lines += n;
        l->to.last += n * l->to.step;
        l->from.last += n * l->from.step;
        w->bytes_copied += n * l->line_bytes;
    }
    for (uint32_t k = 0; k < loop->n_slots; k++) {
        const gac__loop_slot *slot = &loop->slots[k];
        if (slot->role != GAC__LOOP_STEP)
            continue;
        uint64_t bits = slot_value(s, slot);
        bits += n * (bits - t->seen[k]);
        memcpy(s->frame + slot->at, &bits, gac__ty_bytes((gac__ty)slot->ty));
    }
    w->instructions += n * (w->instructions - t->instructions);
}

/* To be called at the head of a loop; `back`: it is reached from inside the
 * loop. Once two iterations have shown how they differ, passes as many as
 * slots, lines and the budget allow. */
static void reach_head(stretch *t, const gac__copy_loop *loop, bool back)
{
    gac__strip *s = t->strip;
    gac__worker *w = s->worker;
    uint32_t iterations = back && t->loop == loop ? t->iterations : 0;
    uint64_t n = iterations ? UINT64_MAX : 0;
    t->loop = loop;
    t->iterations = back ? iterations + 1 : 0;
    if (iterations > MOST_TRIES)
        return;
    for (uint32_t k = 0; k < loop->n_sites && n; k++) {
        const gac__copy_site *l = &w->copy_sites[loop->sites[k]];
        n = GAC__MIN(n, iterations_of_side(l, &l->to));
        n = GAC__MIN(n, iterations_of_side(l, &l->from));
    }
    for (uint32_t k = 0; k < loop->n_slots && n; k++)
        n = GAC__MIN(n,
                     iterations_of_slot(s, loop, &loop->slots[k], t->seen[k]));
    if (n && w->instructions <= w->budget) {
        uint64_t each = w->instructions - t->instructions;
        pass_iterations(t, loop,
                        GAC__MIN(n, (w->budget - w->instructions) / each + 1));
        t->iterations = 0; /* only loop variables have been passed on */
    }
    t->instructions = w->instructions;
    for (uint32_t k = 0; k < loop->n_slots; k++)
        t->seen[k] = slot_value(s, &loop->slots[k]);
}

/* Runs the instructions of a block from `i` on. Returns its terminator. */
static const gac__lane_inst *run_scalars(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *f = s->frame;
    for (;; i++) {
        for (; i->code <= GAC__CODE_PURE_MASKED; i++)
            i->kernel(f + i->d, f + i->a, f + i->b, f + i->c, s->first, s->end);
        if (i->code != GAC__CODE_LEA_SCALAR)
            return i;
        gac__lea_scalar(s, i);
    }
}

bool gac__strip_copies(gac__strip *s)
{
    gac__worker *w = s->worker;
    const gac__lane_program *p = w->run->program;
    stretch t = {.strip = s};
    while (p->blocks[s->block].copies && w->instructions <= w->budget) {
        const gac__lane_block *block = &p->blocks[s->block];
        const gac__lane_inst *i = &p->insts[block->first];
        if (block->collective
            && (!w->merges_copies
                || (w->run->checker && i->code == GAC__CODE_WAIT_EVENTS))) {
            if (!make_copies(&t) || !gac__strip_alone(s))
                return false;
            i++;
        } else if (i->code == GAC__CODE_ASYNC_COPY) {
            outcome o = take(&t, i++, block->in_loop);
            if (o == STOPPED)
                return false;
            if (o == LEFT)
                break;
        } else if (i->code == GAC__CODE_WAIT_EVENTS) {
            if (!make_copies(&t) || !gac__wait(s, i++, 0))
                return false;
        }
        i = run_scalars(s, i);
        w->instructions += (uint64_t)s->n_active * block->n_work;
        uint32_t from = s->block;
        gac__strip_go(s, i->code == GAC__CODE_BR || s->frame[i->condition]
                             ? i->pc_yes
                             : i->pc_no);
        if (p->blocks[s->block].loop && w->merges_copies)
            reach_head(&t, p->blocks[s->block].loop,
                       from >= s->block
                           && from <= p->blocks[s->block].loop->last);
    }
    return make_copies(&t);
}
