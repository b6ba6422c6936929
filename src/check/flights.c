/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight.
 *
 * A copy is in flight from its issue until its event has been waited for. While
 * it is, its source and destination are two strided boxes that accesses are
 * looked up against. For the cells, all of it happens at the issue: what
 * work-items did since the last barrier is unordered with it; its own accesses
 * leave cells that are ordered within the group (everybody waits for the
 * event), but not with other groups.
 */
#include "check/check_internal.h"

/* Boxes are kept in planes' offsets: buffers may share memory. */
static gac__box in_plane(const gac__checker *c, const gac__box *box)
{
    gac__box b = *box;
    b.start += c->buffers[box->buffer].delta;
    b.buffer = c->buffers[box->buffer].plane;
    return b;
}

/* Of a flight that stands for several copies of a line each, each has but that
 * line. */
static void flight_element(const gac__flight *f, const gac__box *box,
                           uint64_t offset, gac__fault *fault)
{
    gac__box_element(box, f->copy.element_bytes, offset, fault);
    if (f->n_copies > 1)
        fault->line = 0;
}

/* -- accesses of work-items ------------------------------------------------ */

static bool lane_meets(gac__checker *c, const gac__check_lanes *l,
                       uint32_t lane, const gac__flight *f, const gac__box *box,
                       bool is_dst, bool write)
{
    uint64_t delta = c->buffers[l->buffer].delta, first;
    uint64_t low = l->offset[lane] + delta, high = low + l->size;
    if (!gac__box_meets(c->watch, box, low, high, &first))
        return false;
    gac__fault fault = gac__fault_make(
        c, write ? GAC__RULE_write_in_flight : GAC__RULE_read_in_flight,
        l->site, l->first_item + lane);
    uint64_t end = first + 1, next;
    while (end < high && gac__box_meets(c->watch, box, end, end + 1, &next))
        end++;
    flight_element(f, box, first, &fault);
    fault.buffer = l->buffer;
    fault.first = first - delta;
    fault.n_bytes = end - first;
    fault.access = write ? "writes" : "reads";
    fault.other_site = f->copy.site;
    fault.flight = f->number + 1;
    fault.other_group = c->group;
    fault.other_access = is_dst ? "written by a copy that was started"
                                : "read by a copy that was started";
    gac__fault_add(c, &fault,
                   is_dst ? "which a copy that has not been waited for writes"
                          : "which a copy that has not been waited for reads");
    return true;
}

/* Lanes [first, end): whether any of them is active, and the bytes from its
 * first to its last. */
static bool span_of(const gac__checker *c, const gac__check_lanes *l,
                    uint32_t first, uint32_t end, uint64_t *low_out,
                    uint64_t *high_out)
{
    uint64_t delta = c->buffers[l->buffer].delta;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t k = first; k < end; k++)
        if (!l->mask || l->mask[k]) {
            low = GAC__MIN(low, l->offset[k]);
            high = GAC__MAX(high, l->offset[k]);
        }
    *low_out = low + delta;
    *high_out = high + delta + l->size;
    return low <= high;
}

#define LINE_STEPS 64u /* of the watch, for a copy of one line */
#define MANY_NEAR 96u  /* flights: each lane has fewer near it */
/* Flights that are looked at in an instruction's time. */
#define NEAR_A_STEP 8u

/* To look at many takes long. */
static void end_look(gac__checker *c)
{
    gac__near_end(c);
    (void)gac__check_on(c, gac__n_near(c));
    if (c->steps && gac__n_near(c) > MANY_NEAR)
        *c->steps += gac__n_near(c) / NEAR_A_STEP;
}

static void check_lanes(gac__checker *c, const gac__check_lanes *l, bool write,
                        uint32_t first, uint32_t end)
{
    uint32_t plane = c->buffers[l->buffer].plane;
    uint64_t low, high;
    if (!span_of(c, l, first, end, &low, &high))
        return;
    gac__near_begin(c);
    gac__near_add(c, true, plane, low, high);
    if (write)
        gac__near_add(c, false, plane, low, high);
    end_look(c);
    if (gac__n_near(c) > MANY_NEAR && end - first > 1) {
        for (uint32_t k = first; k < end; k++)
            check_lanes(c, l, write, k, k + 1);
        return;
    }
    for (size_t n = 0; n < gac__n_near(c); n++) {
        const gac__flight *f = gac__near(c, n);
        bool dst = f->copy.dst.buffer == plane && low < f->dst_high
                   && high > f->dst_low;
        bool src = write && f->copy.src.buffer == plane && low < f->src_high
                   && high > f->src_low;
        for (uint32_t k = first; (dst || src) && k < end; k++) {
            if (l->mask && !l->mask[k])
                continue;
            bool met =
                (dst && lane_meets(c, l, k, f, &f->copy.dst, true, write))
                || (src && lane_meets(c, l, k, f, &f->copy.src, false, write));
            if (met && end - first == 1)
                return; /* what else it meets is nothing new */
        }
    }
}

void gac__flights_check(gac__checker *c, const gac__check_lanes *l, bool write)
{
    /* Nothing is copied to or from private memory. */
    if (c->buffers[l->buffer].info.kind != GAC_MEMORY_PRIVATE)
        check_lanes(c, l, write, l->first, l->end);
}

/* -- copies among each other ----------------------------------------------- */

static bool is_fenced(const gac__checker *c, const gac__flight *f,
                      uint32_t buffer)
{
    bool local = c->buffers[buffer].info.kind == GAC_MEMORY_LOCAL;
    return f->number < c->n_fenced[local];
}

#define MOST_RACES 64u /* of a site in a group, all told of others */

/* Whether races of a site are nothing new in this group. */
static bool races_are_told(gac__checker *c, uint32_t site)
{
    gac__site_state *s = &c->sites[GAC__MIN(site, c->ir->n_sites)];
    if (s->copies_raced != c->group + 1)
        return false;
    return s->n_copies_raced > MOST_RACES
           || gac__fault_is_told(c, GAC__RULE_copy_race, site);
}

static void count_race(gac__checker *c, uint32_t site)
{
    gac__site_state *s = &c->sites[GAC__MIN(site, c->ir->n_sites)];
    if (s->copies_raced != c->group + 1)
        s->n_copies_raced = 0;
    s->copies_raced = c->group + 1;
    s->n_copies_raced++;
}

static void race(gac__checker *c, const gac__flight *f,
                 const gac__flight *other, bool writes, bool other_writes)
{
    const gac__box *mine = writes ? &f->copy.dst : &f->copy.src;
    const gac__box *its = other_writes ? &other->copy.dst : &other->copy.src;
    uint64_t first, n_bytes;
    /* What copies that only some start do to each other is told as divergence.
     */
    uint32_t buffer = writes ? f->dst_buffer : f->src_buffer;
    if (f->diverged || other->diverged || is_fenced(c, other, buffer)
        || !gac__boxes_meet(c->watch, mine, its, &first, &n_bytes))
        return;
    gac__fault fault =
        gac__fault_make(c, GAC__RULE_copy_race, f->copy.site, GAC__NO_ITEM);
    flight_element(f, mine, first, &fault);
    fault.buffer = buffer;
    fault.first = first - c->buffers[buffer].delta;
    fault.n_bytes = n_bytes;
    fault.access = writes ? "copies to" : "copies from";
    fault.other_site = other->copy.site;
    fault.flight = other->number + 1;
    fault.other_group = c->group;
    fault.other_access = other_writes ? "written by a copy that was started"
                                      : "read by a copy that was started";
    gac__fault_add(c, &fault,
                   other_writes
                       ? "which a copy that has not been waited for writes"
                       : "which a copy that has not been waited for reads");
    count_race(c, f->copy.site);
}

static bool reach(uint32_t a, uint64_t a_low, uint64_t a_high, uint32_t b,
                  uint64_t b_low, uint64_t b_high)
{
    return a == b && a_low < b_high && b_low < a_high;
}

/* Looks for flights that a copy may race with. */
static void find_near(gac__checker *c, const gac__flight *f)
{
    gac__near_begin(c);
    gac__near_add_box(c, true, &f->copy.dst, f->dst_low, f->dst_high);
    gac__near_add_box(c, false, &f->copy.dst, f->dst_low, f->dst_high);
    gac__near_add_box(c, true, &f->copy.src, f->src_low, f->src_high);
    end_look(c);
}

static void check_races(gac__checker *c, const gac__flight *f)
{
    const gac__check_copy *x = &f->copy;
    if (races_are_told(c, x->site)
        || !gac__check_enabled(c, GAC__RULE_copy_race))
        return;
    find_near(c, f);
    for (size_t n = 0; n < gac__n_near(c) && !races_are_told(c, x->site); n++) {
        const gac__flight *o = gac__near(c, n);
        const gac__check_copy *y = &o->copy;
        if (reach(x->dst.buffer, f->dst_low, f->dst_high, y->dst.buffer,
                  o->dst_low, o->dst_high))
            race(c, f, o, true, true);
        if (reach(x->dst.buffer, f->dst_low, f->dst_high, y->src.buffer,
                  o->src_low, o->src_high))
            race(c, f, o, true, false);
        if (reach(x->src.buffer, f->src_low, f->src_high, y->dst.buffer,
                  o->dst_low, o->dst_high))
            race(c, f, o, false, true);
    }
}

static bool meets_flights(gac__checker *c, const gac__flight *f)
{
    const gac__check_copy *x = &f->copy;
    find_near(c, f);
    for (size_t n = 0; n < gac__n_near(c); n++) {
        const gac__flight *o = gac__near(c, n);
        const gac__check_copy *y = &o->copy;
        if (reach(x->dst.buffer, f->dst_low, f->dst_high, y->dst.buffer,
                  o->dst_low, o->dst_high)
            || reach(x->dst.buffer, f->dst_low, f->dst_high, y->src.buffer,
                     o->src_low, o->src_high)
            || reach(x->src.buffer, f->src_low, f->src_high, y->dst.buffer,
                     o->dst_low, o->dst_high))
            return true;
    }
    return false;
}

/* -- several as one --------------------------------------------------------
 *
 * A loop that copies line by line on one event makes as many flights as lines.
 * Where each begins a constant step behind the one before, they are kept as one
 * flight of so many lines. Loops have few copies: only the last flights are
 * tried. */

static bool continues(const gac__box *all, const gac__box *next,
                      uint64_t *pitch_out)
{
    if (next->start < all->start + all->line_bytes
        || next->line_bytes != all->line_bytes || next->buffer != all->buffer)
        return false;
    *pitch_out = all->lines == 1 ? next->start - all->start : all->line_pitch;
    return next->start == all->start + all->lines * *pitch_out;
}

static void extend(gac__box *all, uint64_t pitch)
{
    all->lines++;
    all->line_pitch = pitch;
}

static bool join_flight(gac__checker *c, const gac__flight *f)
{
    const gac__check_copy *x = &f->copy;
    if (x->dst.lines * x->dst.planes != 1)
        return false;
    for (size_t n = c->flights.n; n > 0 && n + GAC__FLIGHTS_GROW > c->flights.n;
         n--) {
        gac__flight *o = &c->flights.items[n - 1];
        uint64_t dst_pitch, src_pitch;
        if (o->event != f->event || o->copy.site != x->site
            || o->copy.element_bytes != x->element_bytes
            || o->diverged != f->diverged
            || o->number < GAC__MAX(c->n_fenced[0], c->n_fenced[1])
            || o->copy.dst.lines != o->n_copies || o->copy.dst.planes != 1
            || !continues(&o->copy.dst, &x->dst, &dst_pitch)
            || !continues(&o->copy.src, &x->src, &src_pitch))
            continue;
        extend(&o->copy.dst, dst_pitch);
        extend(&o->copy.src, src_pitch);
        o->dst_high = f->dst_high;
        o->src_high = f->src_high;
        o->n_copies++;
        return true;
    }
    return false;
}

/* -- events ---------------------------------------------------------------- */

static gac__flight flight_of(const gac__checker *c, const gac__check_copy *copy,
                             uint64_t event)
{
    gac__flight f = {
        .copy = *copy, .event = event, .n_copies = 1, .diverged = c->diverged};
    f.copy.dst = in_plane(c, &copy->dst);
    f.copy.src = in_plane(c, &copy->src);
    f.dst_buffer = copy->dst.buffer;
    f.src_buffer = copy->src.buffer;
    f.dst_low = f.copy.dst.start;
    f.dst_high = gac__box_end(&f.copy.dst);
    f.src_low = f.copy.src.start;
    f.src_high = gac__box_end(&f.copy.src);
    return f;
}

static void add_flight(gac__checker *c, const gac__flight *f)
{
    gac__flight_event *e = gac__flight_event_make(c, f->event);
    if (!GAC__VEC_PUSH(c->allocator, &c->flights, *f)) {
        c->status = GAC_ERR_MEMORY;
        return;
    }
    gac__flight *added = &c->flights.items[c->flights.n - 1];
    added->number = c->n_started++;
    if (!e)
        return;
    added->next = e->first;
    e->first = (uint32_t)c->flights.n;
    e->diverged |= f->diverged;
}

void gac__check_copy_start(gac__checker *c, const gac__check_copy *copy,
                           uint64_t event)
{
    if (copy->empty) {
        gac__flight_event *e = gac__flight_event_make(c, event);
        if (e)
            e->empty = true;
        return;
    }
    gac__flight f = flight_of(c, copy, event);
    check_races(c, &f);
    /* What those do who have gone past it is told as divergence. */
    gac__copy_touch(c, copy, f.diverged);
    if (!join_flight(c, &f))
        add_flight(c, &f);
}

void gac__check_lines_start(gac__checker *c, const gac__check_copy *copy,
                            uint64_t event)
{
    gac__flight f = flight_of(c, copy, event);
    uint64_t n = f.n_copies = copy->dst.lines;
    if (n > 1 && !meets_flights(c, &f) && gac__copy_is_clean(c, copy)) {
        gac__copy_touch(c, copy, true);
        add_flight(c, &f);
        return;
    }
    gac__check_copy line = *copy;
    line.dst.lines = line.src.lines = 1;
    line.dst.line_pitch = line.src.line_pitch = 0;
    for (uint64_t k = 0; k < n && gac__check_on(c, LINE_STEPS); k++) {
        gac__check_copy_start(c, &line, event);
        line.dst.start += copy->dst.line_pitch;
        line.src.start += copy->src.line_pitch;
    }
}

bool gac__check_event_is_live(const gac__checker *c, uint64_t event)
{
    const gac__flight_event *e = gac__flight_event_find(c, event);
    return e && (e->first || e->empty);
}

bool gac__check_event_is_diverged(const gac__checker *c, uint64_t event)
{
    const gac__flight_event *e = gac__flight_event_find(c, event);
    return e && e->diverged;
}

/* Flights that have landed stand for no copies, and nothing meets them; where
 * they are half of all they go. */
static void land(gac__checker *c, gac__flight *f)
{
    f->n_copies = 0;
    f->dst_low = f->src_low = UINT64_MAX;
    f->dst_high = f->src_high = 0;
    c->n_landed++;
}

/* Moves a flight to its new place. */
static void keep(gac__checker *c, size_t place, const gac__flight *f)
{
    gac__flight *to = &c->flights.items[place];
    gac__flight_event *e = gac__flight_event_find(c, f->event);
    *to = *f;
    to->next = e ? e->first : 0;
    if (e)
        e->first = (uint32_t)place + 1;
}

#define EVENT_STEPS 4u /* of the watch, to find one */

static void drop_landed(gac__checker *c)
{
    size_t kept = 0;
    if (!c->n_landed || c->n_landed * 2 < c->flights.n)
        return;
    for (size_t n = 0; n < c->flights.n; n++) {
        if (!gac__check_on(c, EVENT_STEPS))
            return;
        gac__flight_event *e =
            gac__flight_event_find(c, c->flights.items[n].event);
        if (e)
            e->first = 0;
    }
    for (size_t n = 0; n < c->flights.n; n++) {
        if (!gac__check_on(c, EVENT_STEPS))
            return;
        if (c->flights.items[n].n_copies)
            keep(c, kept++, &c->flights.items[n]);
    }
    c->flights.n = kept;
    c->n_landed = 0;
    gac__extents_clear(c);
}

void gac__check_event_done(gac__checker *c, uint64_t event)
{
    gac__flight_event *e = gac__flight_event_find(c, event);
    if (!e)
        return;
    for (uint32_t n = e->first; n && gac__check_on(c, 1);
         n = c->flights.items[n - 1].next)
        land(c, &c->flights.items[n - 1]);
    e->first = 0;
    e->empty = e->diverged = false;
    drop_landed(c);
}

void gac__check_copy_fence(gac__checker *c, uint32_t flags)
{
    if (flags & GAC__COPY_FENCE_GLOBAL)
        c->n_fenced[0] = c->n_started;
    if (flags & GAC__COPY_FENCE_LOCAL)
        c->n_fenced[1] = c->n_started;
}

bool gac__check_event_is_parted(const gac__checker *c, uint64_t event)
{
    const gac__flight_event *e = gac__flight_event_find(c, event);
    return e && e->parted;
}

void gac__check_event_part(gac__checker *c, uint64_t event)
{
    gac__flight_event *e = gac__flight_event_make(c, event);
    if (e)
        e->parted = true;
}

void gac__check_group_end(gac__checker *c)
{
    for (size_t n = 0; n < c->flights.n && gac__check_on(c, 1); n++) {
        const gac__flight *flight = &c->flights.items[n];
        if (flight->diverged || !flight->n_copies)
            continue; /* told as that; or landed */
        gac__fault f = gac__fault_make(c, GAC__RULE_missing_wait,
                                       flight->copy.site, GAC__NO_ITEM);
        f.buffer = flight->dst_buffer;
        f.first = flight->dst_low - c->buffers[f.buffer].delta;
        f.n_bytes = flight->n_copies > 1 ? flight->copy.dst.line_bytes
                                         : flight->dst_high - flight->dst_low;
        f.access = "copies to";
        f.flight = flight->number + 1;
        gac__fault_add(c, &f, "and ends without having waited for it");
    }
    c->flights.n = c->n_landed = 0;
    gac__extents_clear(c);
}
