/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight.
 *
 * A copy is in flight from its issue until its event has been waited for. As
 * long as it is, its source and destination are two boxes that accesses are
 * compared with. Its cells are written at the issue: it is unordered with
 * accesses since the last barrier, and its own accesses are ordered within the
 * group, where all items wait for the event, but not with other groups.
 *
 * A box's start is an offset in all shadow maps, one behind the other, since
 * buffers may share memory. Most kernels have a few flights at a time: all are
 * compared, in the order of their issue. Where there are many, all but the last
 * ones are found by their lines (lines.c).
 */
#include "check/flights.h"
#include "check/accesses.h"

/* -- the table of flights -------------------------------------------------- */

/* The offset of a buffer's first byte in all shadow maps. */
static uint64_t base_of(const gac__checker *c, uint32_t buffer)
{
    return gac__shadow_map_of(c, buffer)->first + c->buffers[buffer].delta;
}

#define EVENT_STEPS 4u /* of the watch, to find an event */

/* Drops flights that have landed, if searches pass too many of them. */
static void drop_landed(gac__checker *c)
{
    gac__flights *f = &c->flights;
    uint32_t kept = 0, gone[2] = {0, 0};
    if (!f->n_wasted || f->n_wasted * 2 < f->n * GAC__FLIGHT_LANDED)
        return;
    for (uint32_t n = 0; n < f->n; n++) {
        gac__flight *x = &f->items[n];
        if (!gac__check_on(c, EVENT_STEPS))
            return;
        if (!x->n_copies) {
            gone[0] += n < f->fenced[0];
            gone[1] += n < f->fenced[1];
            continue;
        }
        /* The first one on an event has no next one. */
        gac__key_slot *e = gac__key_map_find(&f->events, x->event);
        if (e) {
            x->next = x->next ? e->value : 0;
            e->value = kept + 1;
        }
        f->items[kept++] = *x;
    }
    f->n = kept;
    f->n_wasted = 0;
    f->fenced[0] -= gone[0];
    f->fenced[1] -= gone[1];
    gac__lines_clear(f);
}

/* Prepares a search: flights may get other indices. */
static void update(gac__checker *c)
{
    drop_landed(c);
    (void)gac__lines_update(&c->flights);
}

/* -- faults ---------------------------------------------------------------- */

/* Reports bytes [first, end) of a buffer that a side of a flight has, too. */
static void tell(gac__checker *c, gac__fault *fault, uint32_t buffer,
                 uint64_t first, uint64_t end, const gac__flight *other,
                 gac__side its)
{
    bool dst = its == GAC__DST;
    fault->bytes =
        (gac__bytes){buffer, first - base_of(c, buffer), end - first};
    fault->other_site = other->site;
    fault->flight = other->number + 1;
    fault->other_group = c->group;
    fault->other_access = dst ? "written by a copy that was started"
                              : "read by a copy that was started";
    gac__fault_add(c, fault,
                   dst ? "which a copy that has not been waited for writes"
                       : "which a copy that has not been waited for reads");
}

/* -- accesses of work-items ------------------------------------------------ */

/* The first of flights [from, end) that an access of [low, high) races with;
 * `end`: none. */
static uint32_t first_race(gac__checker *c, uint64_t low, uint64_t high,
                           bool write, uint32_t from, uint32_t end)
{
    gac__flights *f = &c->flights;
    end = gac__flights_first(f, GAC__DST, false, low, high, from, end);
    return write ? gac__flights_first(f, GAC__SRC, false, low, high, from, end)
                 : end;
}

/* The same for the access of an active lane. */
static uint32_t lane_first(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, bool write, uint32_t from,
                           uint32_t end)
{
    uint64_t low = base_of(c, l->buffer) + l->offset[lane];
    return gac__is_active(l, lane)
               ? first_race(c, low, low + l->size, write, from, end)
               : end;
}

/* Reports a lane's race with a flight, with its destination before its source.
 */
static void tell_lane(gac__checker *c, const gac__check_lanes *l, uint32_t lane,
                      const gac__flight *f, bool write)
{
    uint64_t low = l->offset[lane] + base_of(c, l->buffer);
    uint64_t high = low + l->size, first, end, from, to;
    gac__side side = GAC__DST;
    if (!gac__box_overlaps(c->config.watch, &f->box[side], low, high, &first,
                           &end)
        && !gac__box_overlaps(c->config.watch, &f->box[side = GAC__SRC], low,
                              high, &first, &end))
        return;
    while (
        gac__box_overlaps(c->config.watch, &f->box[side], end, high, &from, &to)
        && from == end)
        end = to;
    gac__fault fault = gac__fault_make(write ? GAC__RULE_write_in_flight
                                             : GAC__RULE_read_in_flight,
                                       l->site, l->first_item + lane);
    gac__box_element(&f->box[side], f->element_bytes, first, &fault);
    fault.access = write ? "writes" : "reads";
    tell(c, &fault, l->buffer, first, end, f, side);
}

/* The range of all lanes' bytes; false: no lane is active. */
static bool span_of(const gac__checker *c, const gac__check_lanes *l,
                    uint64_t *low_out, uint64_t *high_out)
{
    uint64_t base = base_of(c, l->buffer), low = UINT64_MAX, high = 0;
    GAC__EACH_ACTIVE(l, k) {
        low = GAC__MIN(low, l->offset[k]);
        high = GAC__MAX(high, l->offset[k]);
    }
    *low_out = low + base;
    *high_out = high + base + l->size;
    return low <= high;
}

/* Reports the lane that races with the first flight, then the other lanes, each
 * with the first flight that it races with. */
void gac__flights_check(gac__checker *c, const gac__check_lanes *l, bool write)
{
    uint64_t low, high;
    uint32_t lane = 0, n_lanes = l->end - l->first;
    /* Copies do not access private memory. */
    if (!c->flights.n || c->buffers[l->buffer].info.kind == GAC_MEMORY_PRIVATE
        || !span_of(c, l, &low, &high))
        return;
    update(c);
    uint32_t end = (uint32_t)c->flights.n, best = end;
    uint32_t from = first_race(c, low, high, write, 0, end);
    for (uint32_t k = 0; from < end && k < n_lanes; k++) {
        uint32_t met = lane_first(c, l, l->first + k, write, from, best);
        lane = met < best ? k : lane;
        best = met;
    }
    for (uint32_t k = 0; best < end && k < n_lanes; k++) {
        uint32_t at = l->first + (lane + k) % n_lanes;
        uint32_t met = lane_first(c, l, at, write, best, end);
        if (met < end)
            tell_lane(c, l, at, &c->flights.items[met], write);
    }
}

/* -- copies among each other ----------------------------------------------- */

/* Sides of two copies that must not have bytes in common. */
static const gac__side pairs[3][2] = {
    {GAC__DST, GAC__DST}, {GAC__DST, GAC__SRC}, {GAC__SRC, GAC__DST}};

/* The index of the first flight that no fence has ordered before a copy's
 * side. */
static uint32_t fenced(const gac__checker *c, const gac__flight *f,
                       gac__side side)
{
    uint32_t buffer = f->box[side].buffer;
    bool local = c->buffers[buffer].info.kind == GAC_MEMORY_LOCAL;
    return c->flights.fenced[local];
}

/* The first of flights [from, end) whose side has bytes of a box; `end`: none.
 */
static uint32_t first_shared(gac__checker *c, const gac__box *box,
                             gac__side its, uint32_t from, uint32_t end)
{
    gac__flights *f = &c->flights;
    if (!f->n_in_lines)
        from = gac__flights_first(f, its, true, box->start, gac__box_end(box),
                                  from, end);
    if (from >= end)
        return end;
    gac__box b = gac__box_joined(box);
    for (uint64_t n = 0;
         from < end && n < b.lines * b.planes && gac__check_on(c, 1); n++) {
        uint64_t low = gac__box_line(&b, n);
        end = gac__flights_first(f, its, true, low, low + b.line_bytes, from,
                                 end);
    }
    return end;
}

/* The first flight from `from` on that a copy races with; the number of
 * flights: none. */
static uint32_t find_race(gac__checker *c, const gac__flight *f, uint32_t from)
{
    uint32_t end = (uint32_t)c->flights.n;
    for (uint32_t k = 0; k < 3; k++)
        end = first_shared(c, &f->box[pairs[k][0]], pairs[k][1],
                           GAC__MAX(from, fenced(c, f, pairs[k][0])), end);
    return end;
}

static void tell_race(gac__checker *c, const gac__flight *f, uint32_t n)
{
    const gac__flight *other = &c->flights.items[n];
    uint64_t first, end;
    for (uint32_t k = 0; k < 3; k++) {
        gac__side mine = pairs[k][0], its = pairs[k][1];
        if (n < fenced(c, f, mine)
            || !gac__boxes_overlap(c->config.watch, &f->box[mine],
                                   &other->box[its], &first, &end))
            continue;
        gac__fault fault =
            gac__fault_make(GAC__RULE_copy_race, f->site, GAC__NO_ITEM);
        gac__box_element(&f->box[mine], f->element_bytes, first, &fault);
        fault.access = mine == GAC__DST ? "copies to" : "copies from";
        tell(c, &fault, f->box[mine].buffer, first, end, other, its);
    }
}

#define MOST_RACES 64u /* that a site reports in a group */

/* Whether a race of a copy may be reported: there are not too many of its site.
 * Copies that only some items start are reported as divergence instead. */
static bool may_race(const gac__checker *c, const gac__flight *f)
{
    const gac__site_state *s = gac__site_of(c, f->site);
    bool enough =
        s->copies_raced == c->group + 1 && s->n_copies_raced >= MOST_RACES;
    return !enough && !f->diverged && gac__check_enabled(c, GAC__RULE_copy_race)
           && !gac__fault_is_told(c, GAC__RULE_copy_race, f->site);
}

static void check_races(gac__checker *c, const gac__flight *f)
{
    gac__site_state *s = gac__site_of(c, f->site);
    uint32_t n = 0;
    if (may_race(c, f))
        update(c);
    while (may_race(c, f) && (n = find_race(c, f, n)) < c->flights.n) {
        bool more = s->copies_raced == c->group + 1;
        s->n_copies_raced = more ? s->n_copies_raced + 1 : 1;
        s->copies_raced = c->group + 1;
        tell_race(c, f, n++);
    }
}

/* -- events ---------------------------------------------------------------- */

/* The entry of an event, which is made if there is none; NULL: memory is out,
 * or the event is 0. */
static gac__key_slot *make_event(gac__checker *c, uint64_t event)
{
    return event ? gac__key_map_add(&c->counted, &c->flights.events, event)
                 : NULL;
}

static void flag_event(gac__checker *c, uint64_t event, gac__event_flag flag)
{
    gac__key_slot *e = make_event(c, event);
    if (e)
        e->flags |= flag;
}

static gac__flight flight_of(const gac__checker *c, const gac__check_copy *copy,
                             uint64_t event)
{
    gac__flight f = {.site = copy->site,
                     .element_bytes = copy->element_bytes,
                     .box = {copy->dst, copy->src},
                     .event = event,
                     .n_copies = 1,
                     .diverged = c->diverged};
    for (uint32_t side = 0; side < 2; side++) {
        f.box[side].start += base_of(c, f.box[side].buffer);
        f.end[side] = gac__box_end(&f.box[side]);
    }
    return f;
}

static void add_flight(gac__checker *c, gac__flight *f)
{
    gac__key_slot *e = make_event(c, f->event);
    f->number = c->flights.n_started++;
    f->next = e ? e->value : 0;
    if (GAC__VEC_PUSH(&c->counted, &c->flights, *f) && e) {
        e->value = (uint32_t)c->flights.n;
        e->flags |= GAC__EVENT_LIVE | (f->diverged ? GAC__EVENT_DIVERGED : 0);
    }
}

void gac__check_copy_start(gac__checker *c, const gac__check_copy *copy,
                           uint64_t event)
{
    if (copy->empty) {
        flag_event(c, event, GAC__EVENT_LIVE);
        return;
    }
    gac__flight f = flight_of(c, copy, event);
    check_races(c, &f);
    /* A copy that only some items start is reported as divergence. */
    gac__copy_touch(c, copy, f.diverged);
    add_flight(c, &f);
}

#define LINE_STEPS 64u /* of the watch, for a copy of one line */

void gac__check_lines_start(gac__checker *c, const gac__check_copy *copy,
                            uint64_t event)
{
    gac__flight f = flight_of(c, copy, event);
    gac__check_copy line = *copy;
    f.n_copies = copy->dst.lines;
    update(c);
    if (find_race(c, &f, 0) == c->flights.n) {
        gac__copy_touch(c, copy, f.diverged);
        add_flight(c, &f);
        return;
    }
    line.dst.lines = line.src.lines = 1;
    for (uint64_t k = 0; k < f.n_copies && gac__check_on(c, LINE_STEPS); k++) {
        gac__check_copy_start(c, &line, event);
        line.dst.start += copy->dst.line_pitch;
        line.src.start += copy->src.line_pitch;
    }
}

bool gac__check_event_is(const gac__checker *c, uint64_t event,
                         gac__event_flag flag)
{
    const gac__key_slot *e = gac__key_map_find(&c->flights.events, event);
    return e && (e->flags & flag);
}

void gac__check_event_part(gac__checker *c, uint64_t event)
{
    flag_event(c, event, GAC__EVENT_PARTED);
}

void gac__check_event_done(gac__checker *c, uint64_t event, uint32_t site)
{
    gac__flights *f = &c->flights;
    gac__key_slot *e = gac__key_map_find(&f->events, event);
    if (!e)
        return;
    if (e->value)
        gac__note_released(c, event, f->items[e->value - 1].site, site);
    for (uint32_t n = e->value; n && gac__check_on(c, 1);
         n = f->items[n - 1].next) {
        f->items[n - 1].n_copies = 0;
        f->n_wasted += GAC__FLIGHT_LANDED;
    }
    e->value = 0;
    e->flags &= GAC__EVENT_PARTED;
    drop_landed(c);
}

void gac__check_copy_fence(gac__checker *c, uint32_t flags)
{
    gac__flights *f = &c->flights;
    if (flags & GAC__COPY_FENCE_GLOBAL)
        f->fenced[0] = (uint32_t)f->n;
    if (flags & GAC__COPY_FENCE_LOCAL)
        f->fenced[1] = (uint32_t)f->n;
}

/* -- groups ---------------------------------------------------------------- */

void gac__flights_init(gac__checker *c)
{
    /* Shadow maps are disjoint memory of this process: no sum wraps around. */
    for (uint32_t k = 1; k < c->n_maps; k++)
        c->maps[k].first = c->maps[k - 1].first + c->maps[k - 1].size;
    c->flights.allocator = &c->counted;
    c->flights.watch = c->flights.events.watch = c->config.watch;
}

void gac__flights_free(gac__checker *c)
{
    GAC__VEC_FREE(&c->counted, &c->flights);
    GAC__VEC_FREE(&c->counted, &c->flights.lines);
    gac__key_map_free(&c->counted, &c->flights.events);
}

void gac__flights_begin_group(gac__checker *c)
{
    gac__flights *f = &c->flights;
    f->n = f->n_wasted = 0;
    f->fenced[0] = f->fenced[1] = 0;
    gac__lines_clear(f);
    gac__key_map_free(&c->counted, &f->events);
}

void gac__check_group_end(gac__checker *c)
{
    for (size_t n = 0; n < c->flights.n && gac__check_on(c, 1); n++) {
        const gac__flight *x = &c->flights.items[n];
        if (x->diverged || !x->n_copies)
            continue; /* reported as divergence; or it has landed */
        const gac__box *box = &x->box[GAC__DST];
        gac__fault f =
            gac__fault_make(GAC__RULE_missing_wait, x->site, GAC__NO_ITEM);
        f.bytes = (gac__bytes){
            box->buffer, box->start - base_of(c, box->buffer),
            x->n_copies > 1 ? box->line_bytes : x->end[GAC__DST] - box->start};
        f.access = "copies to";
        f.flight = x->number + 1;
        gac__fault_add(c, &f, "and ends without having waited for it");
    }
}
