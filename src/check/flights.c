/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight.
 *
 * A copy is in flight from its issue until its event has been waited for. While it
 * is, its source and destination are two strided boxes that accesses are looked up
 * against. For the cells, all of it happens at the issue: what work-items did
 * since the last barrier is unordered with it; its own accesses leave cells that
 * are ordered within the group (everybody waits for the event), but not with other
 * groups.
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

/* -- accesses of work-items ---------------------------------------------------------- */

static bool lane_meets(gac__checker *c, const gac__check_lanes *l, uint32_t lane,
                       const gac__flight *f, const gac__box *box, bool is_dst,
                       bool write)
{
    uint64_t delta = c->buffers[l->buffer].delta, first;
    uint64_t low = l->offset[lane] + delta, high = low + l->size;
    if (!gac__box_meets(box, low, high, &first))
        return false;
    gac__fault fault = gac__fault_make(
        c, write ? GAC__RULE_write_in_flight : GAC__RULE_read_in_flight,
        l->site, l->first_item + lane);
    uint64_t end = first + 1, next;
    while (end < high && gac__box_meets(box, end, end + 1, &next))
        end++;
    flight_element(f, box, first, &fault);
    fault.buffer = l->buffer;
    fault.first = first - delta;
    fault.n_bytes = end - first;
    fault.access = write ? "writes" : "reads";
    fault.other_site = f->copy.site;
    fault.other_group = c->group;
    fault.other_access = is_dst ? "written by a copy that was started"
                                : "read by a copy that was started";
    gac__fault_add(c, &fault, is_dst
                       ? "which a copy that has not been waited for writes"
                       : "which a copy that has not been waited for reads");
    return true;
}

void gac__flights_check(gac__checker *c, const gac__check_lanes *l, bool write)
{
    uint32_t plane = c->buffers[l->buffer].plane;
    uint64_t delta = c->buffers[l->buffer].delta;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t k = l->first; k < l->end; k++)
        if (!l->mask || l->mask[k]) {
            low = GAC__MIN(low, l->offset[k]);
            high = GAC__MAX(high, l->offset[k]);
        }
    low += delta;
    high += delta + l->size;
    for (size_t n = 0; n < c->flights.n; n++) {
        const gac__flight *f = &c->flights.items[n];
        bool dst = f->copy.dst.buffer == plane && low < f->dst_high
                   && high > f->dst_low;
        bool src = write && f->copy.src.buffer == plane && low < f->src_high
                   && high > f->src_low;
        for (uint32_t k = l->first; (dst || src) && k < l->end; k++) {
            if (l->mask && !l->mask[k])
                continue;
            if (dst && lane_meets(c, l, k, f, &f->copy.dst, true, write))
                continue;
            if (src)
                lane_meets(c, l, k, f, &f->copy.src, false, write);
        }
    }
}

/* -- copies among each other ------------------------------------------------------------- */

static void race(gac__checker *c, const gac__flight *f, const gac__flight *other,
                 bool writes, bool other_writes)
{
    const gac__box *mine = writes ? &f->copy.dst : &f->copy.src;
    const gac__box *its = other_writes ? &other->copy.dst : &other->copy.src;
    uint64_t first, n_bytes;
    /* What copies that only some start do to each other is told as divergence. */
    if (f->diverged || other->diverged
        || !gac__boxes_meet(mine, its, &first, &n_bytes))
        return;
    gac__fault fault = gac__fault_make(c, GAC__RULE_copy_race, f->copy.site,
                                       GAC__NO_ITEM);
    flight_element(f, mine, first, &fault);
    uint32_t buffer = 1;
    while (c->buffers[buffer].plane != mine->buffer)
        buffer++;
    fault.buffer = buffer;
    fault.first = first - c->buffers[buffer].delta;
    fault.n_bytes = n_bytes;
    fault.access = writes ? "copies to" : "copies from";
    fault.other_site = other->copy.site;
    fault.other_group = c->group;
    fault.other_access = other_writes ? "written by a copy that was started"
                                      : "read by a copy that was started";
    gac__fault_add(c, &fault, other_writes
                       ? "which a copy that has not been waited for writes"
                       : "which a copy that has not been waited for reads");
}

static bool reach(uint32_t a, uint64_t a_low, uint64_t a_high, uint32_t b,
                  uint64_t b_low, uint64_t b_high)
{
    return a == b && a_low < b_high && b_low < a_high;
}

static void check_races(gac__checker *c, const gac__flight *f)
{
    const gac__check_copy *x = &f->copy;
    for (size_t n = 0; n < c->flights.n; n++) {
        const gac__flight *o = &c->flights.items[n];
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

/* -- several as one ------------------------------------------------------------------------
 *
 * A loop that copies line by line on one event makes as many flights as lines.
 * Where each begins a constant step behind the one before, they are kept as one
 * flight of so many lines. */

#define LOOK_BACK 4u /* loops have few copies */

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
    for (size_t n = c->flights.n; n > 0 && n + LOOK_BACK > c->flights.n; n--) {
        gac__flight *o = &c->flights.items[n - 1];
        uint64_t dst_pitch, src_pitch;
        if (o->event != f->event || o->copy.site != x->site
            || o->copy.element_bytes != x->element_bytes
            || o->diverged != f->diverged
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

/* -- a copy against the cells ----------------------------------------------------------------- */

typedef struct copy_side {
    const gac__check_copy *copy;
    const gac__box *box;      /* in its buffer */
    bool writes;
} copy_side;

static void say_cell(gac__checker *c, const copy_side *side, uint64_t at,
                     uint64_t n_bytes, uint32_t cell, bool read, bool old)
{
    const gac__plane *p = gac__plane_of(c, side->box->buffer);
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *l = &c->layout;
    uint32_t tick = gac__cell_tick(l, cell);
    bool earlier = old || tick < clock->group;
    gac__rule_id rule = earlier ? GAC__RULE_group_race
                        : tick < clock->wait ? GAC__RULE_wait_as_barrier
                        : side->writes ? GAC__RULE_unsynchronized_destination
                                       : GAC__RULE_unsynchronized_source;
    gac__fault f = gac__fault_make(c, rule, side->copy->site, GAC__NO_ITEM);
    f.buffer = side->box->buffer;
    f.first = at;
    f.n_bytes = n_bytes;
    f.access = side->writes ? "copies to" : "copies from";
    gac__box_element(side->box, side->copy->element_bytes, at, &f);
    f.other_site = gac__cell_site(l, cell);
    f.other_item = gac__cell_item(l, cell);
    if (old || f.other_item == l->item_mask)
        f.other_item = GAC__NO_ITEM;
    f.other_group = !earlier ? c->group
                    : old    ? UINT64_MAX : gac__group_of_tick(c, tick);
    f.other_access = read ? "read" : "written";
    if (earlier)
        gac__fault_add(c, &f, "another work-group has also %s them",
                       f.other_access);
    else if (rule == GAC__RULE_wait_as_barrier)
        gac__fault_add(c, &f, "only a wait for events comes after a work-item "
                       "has %s them", f.other_access);
    else
        gac__fault_add(c, &f, "no barrier comes after a work-item has %s them",
                       f.other_access);
}

/* What a cell is to a copy. */
typedef enum cell_state {
    CELL_FINE, CELL_EARLIER, /* another group's */ CELL_WAITED, CELL_UNORDERED
} cell_state;

static cell_state state_of(const gac__cell_run *run, uint32_t cell)
{
    if ((cell && cell < run->group) || (cell & run->old && cell < run->fence))
        return CELL_EARLIER;
    if (cell < run->fence)
        return CELL_FINE;
    return cell < run->tick ? CELL_WAITED : CELL_UNORDERED;
}

/* The same, but what atomics have put in order is fine. */
static cell_state known_state(gac__checker *c, const gac__cell_run *run,
                              uint32_t cell)
{
    cell_state state = state_of(run, cell);
    if (state != CELL_EARLIER)
        return state;
    bool known = cell < run->group ? gac__is_ordered(c, false, GAC__NO_ITEM, cell)
                                   : gac__knows_earlier_groups(c, GAC__NO_ITEM);
    return known ? CELL_FINE : state;
}

/* The chunk of a line's part from `at` on: granules are small only where a line
 * ends in the middle of one. */
static bool line_view(gac__checker *c, gac__plane *p, uint64_t at, uint64_t end,
                      gac__view *out)
{
    uint64_t most = (at | (GAC__CHUNK_BYTES - 1)) + 1;
    uint64_t to = GAC__MIN(end, most);
    return gac__view_at(c, p, at, to - at, gac__granule_of(at | to), out);
}

/* Tells of the first cells of a line, [first, end) in the plane, that are all in
 * one state. */
static void search_line(gac__checker *c, const copy_side *side, gac__plane *p,
                        uint64_t first, uint64_t end, bool reads,
                        const gac__cell_run *run)
{
    uint64_t delta = c->buffers[side->box->buffer].delta, from = first, at, next;
    cell_state found = CELL_FINE;
    uint32_t cell = 0;
    gac__view v = { .end = 0 };
    for (at = first; at < end; at = next) {
        if (at >= v.end && !line_view(c, p, at, end, &v))
            return;
        uint64_t k = (at - v.first) >> v.granule;
        uint32_t here = reads ? v.read[k] : v.write[k];
        cell_state state = known_state(c, run, here);
        if (found != CELL_FINE && state != found)
            break;
        if (found == CELL_FINE) {
            found = state;
            cell = here;
            from = at;
        }
        next = v.first + ((k + 1) << v.granule);
    }
    if (found != CELL_FINE)
        say_cell(c, side, from - delta, GAC__MIN(at, end) - from, cell, reads,
                 !(cell < run->group) && cell < run->fence);
}

/* Whether a cell of [first, end) is not fine. */
static bool line_meets(gac__checker *c, gac__plane *p, uint64_t first,
                       uint64_t end, bool reads, const gac__cell_run *run)
{
    gac__view v;
    for (uint64_t at = first; at < end; at = v.end) {
        if (!line_view(c, p, at, end, &v))
            return false;
        const uint32_t *cells = reads ? v.read : v.write;
        if (c->kernels->copy_meets(cells + ((at - v.first) >> v.granule),
                                   (size_t)(GAC__MIN(end, v.end) - at)
                                       >> v.granule, run))
            return true;
    }
    return false;
}

static void mark_line(gac__checker *c, gac__plane *p, uint64_t first,
                      uint64_t end, bool reads, const gac__cell_run *run)
{
    gac__view v;
    for (uint64_t at = first; at < end; at = v.end) {
        if (!line_view(c, p, at, end, &v))
            return;
        uint32_t *cells = reads ? v.read : v.write;
        c->kernels->mark_copy(cells + ((at - v.first) >> v.granule),
                              (size_t)(GAC__MIN(end, v.end) - at)
                                  >> v.granule, run);
    }
}

static void touch_line(gac__checker *c, const copy_side *side, gac__plane *p,
                       uint64_t first, uint64_t end, const gac__cell_run *run,
                       bool look_write, bool look_read)
{
    gac__cell_run w = *run;
    w.old = 0;
    if (look_write && line_meets(c, p, first, end, false, &w))
        search_line(c, side, p, first, end, false, &w);
    else if (look_read && line_meets(c, p, first, end, true, run))
        search_line(c, side, p, first, end, true, run);
    if (p->local)
        return; /* nobody else will ask */
    c->order.wrote |= side->writes;
    if (side->writes)
        mark_line(c, p, first, end, false, &w);
    else if (p->reads)
        mark_line(c, p, first, end, true, run);
}

static void touch_side(gac__checker *c, const copy_side *side)
{
    const gac__box *box = side->box;
    gac__plane *p = gac__plane_of(c, box->buffer);
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *l = &c->layout;
    uint64_t delta = c->buffers[box->buffer].delta;
    if (!p->chunks)
        return;
    /* Where no work-item has been since the fence, and no group before, cells
     * need no look. */
    bool look_write = !p->local || p->last_write >= clock->fence;
    bool look_read = side->writes && p->reads
                     && (!p->local || p->last_read >= clock->fence);
    if (p->local && !look_write && !look_read)
        return;
    if (look_read && p->local)
        gac__log_apply(c);
    gac__cell_run run = {
        .tag = gac__cell_tag(l, clock->group ? clock->group : clock->tick,
                             side->copy->site, 0) | l->item_mask,
        .group = clock->group << l->tick_shift,
        .fence = c->n_items > 1 ? clock->fence << l->tick_shift : UINT32_MAX,
        .old = READ_OLD << l->flag_shift,
        .tick = clock->wait << l->tick_shift,
    };
    for (uint64_t a = 0; a < box->planes; a++)
        for (uint64_t b = 0; b < box->lines; b++) {
            uint64_t first = box->start + delta + a * box->plane_pitch
                             + b * box->line_pitch;
            touch_line(c, side, p, first, first + box->line_bytes, &run,
                       look_write, look_read);
        }
}

/* -- what is undefined ---------------------------------------------------------------------------- */

/* Undefined bits of [offset, offset + 4). */
static uint32_t undefined_word(const gac__plane *p, uint64_t offset)
{
    if (!p->undefined)
        return 0;
    const uint8_t *u = p->undefined + offset / 4;
    return (u[0] | (uint32_t)u[1] << 4) >> (offset % 4) & 0xf;
}

static void output_undefined(gac__checker *c, const gac__check_copy *copy,
                             uint64_t offset, uint64_t n_bytes)
{
    gac__fault f = gac__fault_make(c, GAC__RULE_uninitialized, copy->site,
                                   GAC__NO_ITEM);
    f.buffer = copy->src.buffer;
    f.first = offset;
    f.n_bytes = n_bytes;
    f.access = "copies from";
    gac__box_element(&copy->src, copy->element_bytes, offset, &f);
    gac__fault_add(c, &f, "which nothing has written");
}

/* One line: `to` and `from` in their planes. */
static void define_line(gac__checker *c, const gac__check_copy *copy,
                        uint64_t to, uint64_t from)
{
    const gac__plane *a = gac__plane_of(c, copy->src.buffer);
    gac__plane *d = gac__plane_of(c, copy->dst.buffer);
    uint64_t n = copy->dst.line_bytes, delta, k = 0;
    bool output = c->buffers[copy->dst.buffer].info.kind == GAC_MEMORY_GLOBAL;
    if ((!a->undefined || a->all_defined) && to % 4 == 0 && n % 4 == 0) {
        if (!d->undefined)
            return;
        memset(d->undefined + to / 4, 0, (size_t)(n / 4));
        return;
    }
    delta = c->buffers[copy->src.buffer].delta;
    for (; output && a->undefined && k < n; k++) {
        uint64_t first = k;
        while (k < n && undefined_word(a, from + k) & 1)
            k++;
        if (k > first) {
            output_undefined(c, copy, from + first - delta, k - first);
            break;
        }
    }
    for (k = 0; d->undefined && k < n; k++) {
        uint8_t *u = d->undefined + (to + k) / 4;
        uint8_t bit = (uint8_t)(1u << ((to + k) % 4));
        bool is = !output && (undefined_word(a, from + k) & 1)
                  && (!d->initial || (d->initial[(to + k) / 4] & bit));
        *u = (uint8_t)(is ? *u | bit : *u & ~bit);
    }
}

static void define(gac__checker *c, const gac__check_copy *copy)
{
    const gac__box *to = &copy->dst, *from = &copy->src;
    gac__plane *d = gac__plane_of(c, to->buffer);
    bool defined = gac__plane_is_defined(gac__plane_of(c, from->buffer));
    if (defined && (!d->undefined || d->all_defined))
        return;
    d->changed = true;
    d->all_defined = false;
    for (uint64_t a = 0; a < to->planes; a++)
        for (uint64_t b = 0; b < to->lines; b++)
            define_line(c, copy,
                        to->start + c->buffers[to->buffer].delta
                            + a * to->plane_pitch + b * to->line_pitch,
                        from->start + c->buffers[from->buffer].delta
                            + a * from->plane_pitch + b * from->line_pitch);
}

void gac__check_copy_is_lost(gac__checker *c, uint32_t buffer)
{
    gac__plane *p = gac__plane_of(c, buffer);
    if (p->undefined)
        memset(p->undefined, 0, (size_t)(p->size + 3) / 4);
    p->all_defined = true;
}

/* -- events ------------------------------------------------------------------------------------------- */

void gac__check_copy_start(gac__checker *c, const gac__check_copy *copy,
                           uint64_t event)
{
    if (copy->empty) {
        if (!GAC__VEC_PUSH(c->allocator, &c->empty_events, event))
            c->status = GAC_ERR_MEMORY;
        return;
    }
    gac__flight f = { .copy = *copy, .event = event,
                      .n_copies = 1, .diverged = c->diverged };
    f.copy.dst = in_plane(c, &copy->dst);
    f.copy.src = in_plane(c, &copy->src);
    f.dst_buffer = copy->dst.buffer;
    f.dst_low = f.copy.dst.start;
    f.dst_high = gac__box_end(&f.copy.dst);
    f.src_low = f.copy.src.start;
    f.src_high = gac__box_end(&f.copy.src);
    check_races(c, &f);
    touch_side(c, &(copy_side){ copy, &copy->src, false });
    touch_side(c, &(copy_side){ copy, &copy->dst, true });
    define(c, copy);
    if (!join_flight(c, &f) && !GAC__VEC_PUSH(c->allocator, &c->flights, f))
        c->status = GAC_ERR_MEMORY;
}

bool gac__check_event_is_live(const gac__checker *c, uint64_t event)
{
    for (size_t n = 0; n < c->flights.n; n++)
        if (c->flights.items[n].event == event)
            return true;
    for (size_t n = 0; n < c->empty_events.n; n++)
        if (c->empty_events.items[n] == event)
            return true;
    return false;
}

bool gac__check_event_is_diverged(const gac__checker *c, uint64_t event)
{
    for (size_t n = 0; n < c->flights.n; n++)
        if (c->flights.items[n].event == event && c->flights.items[n].diverged)
            return true;
    return false;
}

void gac__check_event_done(gac__checker *c, uint64_t event)
{
    size_t kept = 0;
    for (size_t n = 0; n < c->flights.n; n++)
        if (c->flights.items[n].event != event)
            c->flights.items[kept++] = c->flights.items[n];
    c->flights.n = kept;
    kept = 0;
    for (size_t n = 0; n < c->empty_events.n; n++)
        if (c->empty_events.items[n] != event)
            c->empty_events.items[kept++] = c->empty_events.items[n];
    c->empty_events.n = kept;
}

bool gac__check_event_is_parted(const gac__checker *c, uint64_t event)
{
    for (size_t n = 0; n < c->parted_events.n; n++)
        if (c->parted_events.items[n] == event)
            return true;
    return false;
}

void gac__check_event_part(gac__checker *c, uint64_t event)
{
    if (!gac__check_event_is_parted(c, event)
        && !GAC__VEC_PUSH(c->allocator, &c->parted_events, event))
        c->status = GAC_ERR_MEMORY;
}

void gac__check_group_end(gac__checker *c)
{
    for (size_t n = 0; n < c->flights.n; n++) {
        const gac__flight *flight = &c->flights.items[n];
        if (flight->diverged)
            continue; /* told as that */
        gac__fault f = gac__fault_make(c, GAC__RULE_missing_wait,
                                       flight->copy.site, GAC__NO_ITEM);
        f.buffer = flight->dst_buffer;
        f.first = flight->dst_low - c->buffers[f.buffer].delta;
        f.n_bytes = flight->n_copies > 1 ? flight->copy.dst.line_bytes
                                         : flight->dst_high - flight->dst_low;
        f.access = "copies to";
        gac__fault_add(c, &f, "and ends without having waited for it");
    }
    c->flights.n = 0;
}
