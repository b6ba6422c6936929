/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Work-items' accesses against the cells.
 *
 * Lanes that access one granule behind the other are looked at as a run, by
 * vector loops that only tell whether anything is the matter. All else, and runs
 * in which something is, go through the cells one by one.
 */
#include "check/check_internal.h"

typedef enum access_kind {
    ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC_READ, ACCESS_ATOMIC_WRITE
} access_kind;

static bool writes(access_kind kind)
{
    return kind == ACCESS_WRITE || kind == ACCESS_ATOMIC_WRITE;
}

static bool is_atomic(access_kind kind)
{
    return kind == ACCESS_ATOMIC_READ || kind == ACCESS_ATOMIC_WRITE;
}

/* -- who meets whom ---------------------------------------------------------------- */

typedef struct meeting {
    gac__rule_id rule;
    uint32_t cell;
    bool read;        /* what the cell tells of was a read */
    bool unknown;     /* by an earlier group, of which no more is known */
} meeting;

/* Whether `item`'s access must be ordered after what `cell` tells of, and is
 * not. `many`, `across`: the flags that say it was done by others as well. */
static bool meets(gac__checker *c, const gac__clock *clock, uint32_t item,
                  uint32_t cell, uint32_t many, uint32_t across,
                  gac__rule_id *rule_out)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t tick = gac__cell_tick(l, cell), other = gac__cell_item(l, cell);
    uint32_t flags = gac__cell_flags(l, cell);
    if (!cell)
        return false;
    if (tick < clock->group) {
        *rule_out = GAC__RULE_group_race;
        return !gac__is_ordered(c, false, item, cell);
    }
    if (tick < clock->fence || (other == item && !(flags & (many | across))))
        return false;
    uint32_t sub_group = item / c->sub_group_size;
    if (!(flags & across) && other / c->sub_group_size == sub_group
        && tick < clock->sub_group[sub_group])
        return false;
    *rule_out = tick < clock->wait ? GAC__RULE_wait_as_barrier
                                   : GAC__RULE_data_race;
    return !gac__is_ordered(c, clock == &c->local_clock, item, cell);
}

static bool meets_write(gac__checker *c, const gac__clock *clock,
                        access_kind kind, uint32_t item, uint32_t cell,
                        meeting *out)
{
    uint32_t flags = gac__cell_flags(&c->layout, cell);
    if (is_atomic(kind) && (flags & (WRITE_ATOMIC | WRITE_MIXED)) == WRITE_ATOMIC
        && !(flags & WRITE_PLAIN
             && gac__cell_tick(&c->layout, cell) < clock->group))
        return false;
    *out = (meeting){ .cell = cell };
    return meets(c, clock, item, cell, 0,
                 flags & WRITE_ATOMIC ? WRITE_MANY : 0, &out->rule);
}

static bool meets_read(gac__checker *c, const gac__clock *clock,
                       access_kind kind, uint32_t item, uint32_t cell,
                       meeting *out)
{
    uint32_t flags = gac__cell_flags(&c->layout, cell);
    if (!cell || !writes(kind) || (is_atomic(kind) && (flags & READ_ATOMIC)))
        return false;
    *out = (meeting){ .cell = cell, .read = true };
    if (meets(c, clock, item, cell, READ_MANY, READ_ACROSS, &out->rule))
        return true;
    out->unknown = true;
    out->rule = GAC__RULE_group_race;
    return (flags & READ_OLD) && !gac__knows_earlier_groups(c, item);
}

/* -- new cells ---------------------------------------------------------------------- */

static uint32_t read_cell(const gac__checker *c, const gac__clock *clock,
                          access_kind kind, uint32_t site, uint32_t item,
                          uint32_t cell)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t tick = gac__cell_tick(l, cell), other = gac__cell_item(l, cell);
    uint32_t flags = gac__cell_flags(l, cell);
    uint32_t kept = flags & READ_OLD;
    if (cell && tick < clock->group)
        kept = READ_OLD;
    if (cell && tick >= clock->fence && other != item) {
        kept |= flags & (READ_MANY | READ_ACROSS);
        kept |= other / c->sub_group_size == item / c->sub_group_size
                    ? READ_MANY : READ_ACROSS;
        if (is_atomic(kind))
            kept |= flags & READ_ATOMIC;
        return gac__cell_tag(l, clock->tick, 0, kept)
               | (cell & (((uint32_t)1 << l->flag_shift) - 1));
    }
    if (cell && tick >= clock->fence)
        kept |= flags & (READ_MANY | READ_ACROSS);
    if (is_atomic(kind) && (!cell || tick < clock->fence
                            || (flags & READ_ATOMIC)))
        kept |= READ_ATOMIC;
    return gac__cell_tag(l, clock->tick, site, kept) | item;
}

static uint32_t write_cell(const gac__checker *c, const gac__clock *clock,
                           access_kind kind, uint32_t site, uint32_t item,
                           uint32_t cell)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t tick = gac__cell_tick(l, cell);
    uint32_t old = gac__cell_flags(l, cell), flags = 0;
    bool same_group = cell && tick >= clock->group;
    if (kind == ACCESS_ATOMIC_WRITE && same_group && tick >= clock->fence
        && gac__cell_item(l, cell) == item
        && (!(old & WRITE_ATOMIC) || (old & WRITE_MIXED)))
        return cell | (WRITE_ATOMIC | WRITE_PLAIN | WRITE_MIXED)
                          << l->flag_shift;
    if (kind == ACCESS_ATOMIC_WRITE) {
        flags = WRITE_ATOMIC;
        if (same_group && (!(old & WRITE_ATOMIC) || (old & WRITE_PLAIN)))
            flags |= WRITE_PLAIN;
        if (same_group && tick >= clock->fence
            && ((old & WRITE_MANY) || gac__cell_item(l, cell) != item))
            flags |= WRITE_MANY;
    }
    return gac__cell_tag(l, clock->tick, site, flags) | item;
}

/* -- saying it ------------------------------------------------------------------------- */

static const char *verb(access_kind kind)
{
    switch (kind) {
    case ACCESS_READ: return "reads";
    case ACCESS_WRITE: return "writes";
    case ACCESS_ATOMIC_READ: return "atomically reads";
    default: return "atomically changes";
    }
}

static const char *other_verb(const gac__checker *c, const meeting *m)
{
    uint32_t flags = gac__cell_flags(&c->layout, m->cell);
    if (m->read)
        return flags & READ_ATOMIC ? "atomically read" : "read";
    return (flags & (WRITE_ATOMIC | WRITE_MIXED)) == WRITE_ATOMIC
               ? "atomically changed" : "written";
}

static void say(gac__checker *c, const gac__check_lanes *l, access_kind kind,
                uint32_t item, uint64_t first, uint64_t n_bytes,
                const meeting *m)
{
    const gac__cell_layout *layout = &c->layout;
    gac__fault f = gac__fault_make(c, m->rule, l->site, item);
    uint32_t tick = gac__cell_tick(layout, m->cell);
    bool earlier = m->unknown || m->rule == GAC__RULE_group_race;
    f.buffer = l->buffer;
    f.first = first;
    f.n_bytes = n_bytes;
    f.access = verb(kind);
    f.other_site = gac__cell_site(layout, m->cell);
    f.other_item = m->unknown ? GAC__NO_ITEM
                              : gac__cell_item(layout, m->cell);
    if (f.other_item == layout->item_mask || f.other_item == item)
        f.other_item = earlier && f.other_item == item ? item : GAC__NO_ITEM;
    f.other_group = !earlier    ? c->group
                    : m->unknown ? UINT64_MAX
                                 : gac__group_of_tick(c, tick);
    f.other_access = other_verb(c, m);
    const char *what = m->rule == GAC__RULE_group_race
                           ? "another work-group has also %s them"
                       : m->rule == GAC__RULE_wait_as_barrier
                           ? "only a wait for events comes after another "
                             "work-item has %s them"
                           : "no barrier comes after another work-item has %s "
                             "them";
    char text[160];
    snprintf(text, sizeof text, what, f.other_access);
    gac__fault_add(c, &f, "%s", text);
}

/* -- cell by cell ---------------------------------------------------------------------- */

/* One lane's access, at `offset` in the plane; `at` in the buffer. Granules of
 * one kind of fault are told together. */
static void touch(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                  access_kind kind, uint32_t item, uint64_t offset, uint64_t at)
{
    const gac__clock *clock = gac__clock_of(c, p);
    uint32_t granule = gac__granule_of(offset | l->size);
    uint64_t end = offset + l->size, first = 0, n = 0, next;
    meeting met = { .rule = GAC__RULE_COUNT };
    gac__view v = { .end = 0 };
    for (uint64_t from = offset; from < end; from = next) {
        meeting m;
        if (from >= v.end
            && !gac__view_at(c, p, from, end - from, granule, &v))
            return;
        uint64_t k = (from - v.first) >> v.granule;
        next = v.first + ((k + 1) << v.granule);
        if (meets_write(c, clock, kind, item, v.write[k], &m)
            || (v.read
                && meets_read(c, clock, kind, item, v.read[k], &m))) {
            if (met.rule == m.rule && first + n == from) {
                n = next - first;
            } else if (met.rule == GAC__RULE_COUNT) {
                met = m;
                first = from;
                n = next - from;
            }
        }
        if (writes(kind))
            v.write[k] = write_cell(c, clock, kind, l->site, item, v.write[k]);
        else if (v.read)
            v.read[k] = read_cell(c, clock, kind, l->site, item, v.read[k]);
    }
    if (met.rule != GAC__RULE_COUNT)
        say(c, l, kind, item, first - offset + at, n, &met);
}

/* -- runs --------------------------------------------------------------------------------- */

static gac__cell_run make_run(const gac__checker *c, const gac__clock *clock,
                              const gac__check_lanes *l)
{
    const gac__cell_layout *y = &c->layout;
    gac__cell_run r = {
        .tag = gac__cell_tag(y, clock->tick, l->site, 0),
        .item = l->first_item + l->first,
        .group = clock->group << y->tick_shift,
        .fence = clock->fence << y->tick_shift,
        .item_mask = y->item_mask,
        .sub_group_mask = y->sub_group_mask,
        .many = READ_MANY << y->flag_shift,
        .across = READ_ACROSS << y->flag_shift,
        .old = READ_OLD << y->flag_shift,
        .write_many = WRITE_MANY << y->flag_shift,
        .tick = clock->tick << y->tick_shift,
    };
    r.keep = (((uint32_t)1 << y->tick_shift) - 1)
             & ~(READ_ATOMIC << y->flag_shift);
    return r;
}

/* n lanes from `first` on, which access memory from `at` on one behind the other.
 * False if something is the matter. */
static bool touch_run(gac__checker *c, const gac__check_lanes *l,
                      const gac__view *v, access_kind kind, uint32_t first,
                      uint32_t n, uint64_t at, gac__cell_run *r)
{
    uint64_t k = (at - v->first) >> v->granule;
    size_t n_cells = (size_t)n << r->per_item;
    r->item = l->first_item + first;
    if (kind == ACCESS_READ) {
        if (c->kernels->read_meets(v->write + k, n_cells, r))
            return false;
        if (v->read)
            c->kernels->mark_read(v->read + k, n_cells, r);
    } else {
        if (v->read ? c->kernels->write_meets(v->write + k, v->read + k,
                                              n_cells, r)
                    : c->kernels->read_meets(v->write + k, n_cells, r))
            return false;
        c->kernels->mark_write(v->write + k, n_cells, r);
    }
    return true;
}

/* One lane's cells. False if something is the matter. */
static inline bool touch_cells(const gac__view *v, access_kind kind,
                               const gac__cell_run *r, uint64_t at,
                               uint32_t item)
{
    uint64_t first = (at - v->first) >> v->granule;
    uint64_t end = first + ((uint64_t)1 << r->per_item);
    uint32_t met = 0, many = r->many | r->across;
    for (uint64_t k = first; k < end; k++) {
        met |= gac__cell_meets(r, v->write[k], item, r->write_many);
        if (kind == ACCESS_WRITE && v->read)
            met |= gac__cell_meets(r, v->read[k], item, many)
                   | (v->read[k] & r->old);
    }
    if (met)
        return false;
    for (uint64_t k = first; k < end; k++)
        if (kind == ACCESS_WRITE)
            v->write[k] = r->tag | item;
        else if (v->read)
            v->read[k] = gac__cell_read(r, v->read[k], item);
    return true;
}

/* The end of the lanes from `first` on that make a run. */
static uint32_t run_end(const gac__check_lanes *l, uint32_t first)
{
    uint32_t k = first + 1;
    if (l->affine)
        return l->step == (int64_t)l->size ? l->end : k;
    while (k < l->end && (!l->mask || l->mask[k])
           && l->offset[k] - l->offset[k - 1] == l->size)
        k++;
    return k;
}

#define MIN_RUN 4u /* lanes for which a run is faster */

/* How many bytes lanes [first, end) access one behind the other; or, if they and
 * what follows are close together, those with what lies between. */
static uint64_t near_bytes(const gac__check_lanes *l, uint32_t first,
                           uint32_t end)
{
    if (l->affine && l->step > -64 && l->step < 64)
        return (uint64_t)(l->end - first)
               * (uint64_t)(l->step < 0 ? -l->step : l->step);
    return (uint64_t)(end - first) * l->size;
}

/* Lanes [first, end), which access memory one behind the other, 1 << size_bits
 * bytes each. */
static void touch_stretch(gac__checker *c, const gac__check_lanes *l,
                          gac__plane *p, access_kind kind, uint32_t first,
                          uint32_t end, uint32_t size_bits, gac__cell_run *r,
                          gac__view *v)
{
    uint64_t delta = gac__plane_offset(c, l, 0);
    uint64_t start = l->offset[first] + delta;
    uint32_t granule = gac__granule_of(start | l->size);
    uint32_t slow = first; /* lanes up to here: one by one */
    uint64_t stretch = near_bytes(l, first, end);
    for (uint32_t k = first; k < end;) {
        uint64_t at = start + ((uint64_t)(k - first) << size_bits);
        if ((at < v->first || at >= v->end || v->granule > granule)
            && !gac__view_at(c, p, at, stretch, granule, v))
            return;
        uint64_t n = GAC__MIN((v->end - at) >> size_bits, end - k);
        r->per_item = size_bits - v->granule;
        if (n >= MIN_RUN && k >= slow) {
            if (touch_run(c, l, v, kind, k, (uint32_t)n, at, r)) {
                k += (uint32_t)n;
                continue;
            }
            slow = k + (uint32_t)n;
        }
        if (n == 0 || !touch_cells(v, kind, r, at, l->first_item + k)) {
            touch(c, l, p, kind, l->first_item + k, at, at - delta);
            v->end = 0; /* its chunk may have been packed */
        }
        k++;
    }
}

/* Whether the lanes from k on are long enough a run. */
static inline bool starts_run(const gac__check_lanes *l, uint32_t k)
{
    if (l->affine)
        return l->step == (int64_t)l->size;
    for (uint32_t n = 1; n < MIN_RUN; n++, k++)
        if (k + 1 >= l->end || l->offset[k + 1] - l->offset[k] != l->size
            || (l->mask && !l->mask[k + 1]))
            return false;
    return true;
}

/* Lanes from `first` on that are by themselves and have nothing the matter, as long
 * as they stay in the view: the first that does not. */
static uint32_t touch_singles(const gac__check_lanes *l, const gac__view *v,
                              access_kind kind, uint64_t delta, uint32_t first,
                              const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    const gac__view view = *v;
    uint64_t most = view.end - view.first - l->size;
    uint64_t part = ((uint64_t)1 << view.granule) - 1, offset;
    uint32_t k = first;
    for (; k < l->end; k++) {
        if (l->mask && !l->mask[k])
            continue;
        offset = l->offset[k] + delta - view.first;
        if (offset > most || (offset & part) || starts_run(l, k)
            || !touch_cells(&view, kind, &r, offset + view.first,
                            l->first_item + k))
            break;
    }
    return k;
}

static void touch_lanes(gac__checker *c, const gac__check_lanes *l,
                        gac__plane *p, access_kind kind)
{
    const gac__clock *clock = gac__clock_of(c, p);
    uint64_t delta = gac__plane_offset(c, l, 0);
    bool plain = !is_atomic(kind) && !(l->size & (l->size - 1));
    uint32_t size_bits = (uint32_t)__builtin_ctz(l->size);
    gac__cell_run r = make_run(c, clock, l);
    gac__view v = { .end = 0 };
    for (uint32_t k = l->first; k < l->end;) {
        if (l->mask && !l->mask[k]) {
            k++;
            continue;
        }
        if (plain && v.end && v.granule <= size_bits) {
            r.per_item = size_bits - v.granule;
            k = touch_singles(l, &v, kind, delta, k, &r);
            if (k == l->end)
                break;
        }
        uint32_t end = plain ? run_end(l, k) : k + 1;
        if (plain)
            touch_stretch(c, l, p, kind, k, end, size_bits, &r, &v);
        else
            touch(c, l, p, kind, l->first_item + k, l->offset[k] + delta,
                  l->offset[k]);
        k = end;
    }
}

/* All lanes read the same bytes. */
static bool read_by_all(gac__checker *c, const gac__check_lanes *l,
                        gac__plane *p)
{
    if (!l->affine || l->step != 0 || l->end - l->first < 3)
        return false;
    /* The first, the second and the last one leave the same cell as all do,
     * but meet less. */
    uint64_t delta = gac__plane_offset(c, l, 0), at = l->offset[l->first];
    const gac__clock *clock = gac__clock_of(c, p);
    gac__cell_run r = make_run(c, clock, l);
    gac__view v = { .end = 0 };
    r.per_item = 31;
    if (!p->reads
        || !gac__view_at(c, p, at + delta, l->size,
                         gac__granule_of((at + delta) | l->size), &v)
        || at + delta + l->size > v.end)
        return false;
    if (c->kernels->read_meets(v.write + ((at + delta - v.first) >> v.granule),
                               l->size >> v.granule, &r))
        return false;
    for (uint32_t k = l->first; k < l->end;
         k = k + 1 < l->end && k > l->first ? l->end : k + 1)
        touch(c, l, p, ACCESS_READ, l->first_item + k, at + delta, at);
    touch(c, l, p, ACCESS_READ, l->first_item + l->end - 1, at + delta, at);
    return true;
}

void gac__touch_read(gac__checker *c, const gac__check_lanes *l, gac__plane *p)
{
    if (!read_by_all(c, l, p))
        touch_lanes(c, l, p, ACCESS_READ);
}

static void access_cells(gac__checker *c, const gac__check_lanes *l,
                         access_kind kind)
{
    gac__plane *p = gac__plane_of(c, l->buffer);
    if (!p->chunks)
        return;
    const gac__clock *clock = gac__clock_of(c, p);
    if (!is_atomic(kind))
        c->order.plain = c->order.dirty[p->local] = true;
    c->order.wrote |= kind == ACCESS_WRITE && !p->local;
    if (writes(kind)) {
        if (p->local && c->log.n)
            gac__log_apply(c);
        p->last_write = clock->tick;
    } else {
        p->last_read = clock->tick;
        if (kind == ACCESS_READ && p->local && p->last_write < clock->fence
            && gac__log_read(c, l))
            return;
    }
    if (kind == ACCESS_READ)
        gac__touch_read(c, l, p);
    else
        touch_lanes(c, l, p, kind);
}

/* -- the interface ------------------------------------------------------------------------------ */

/* A lane's private memory ends before the next lane's begins. */
static bool leaves_lane(gac__checker *c, const gac__check_lanes *l, bool write)
{
    const gac__check_buffer *b = &c->buffers[l->buffer].info;
    bool left = false;
    if (b->kind != GAC_MEMORY_PRIVATE)
        return false;
    for (uint32_t k = l->first; k < l->end; k++) {
        if (l->mask && !l->mask[k])
            continue;
        uint64_t own = b->lane_stride * k;
        if (l->offset[k] >= own && l->offset[k] + l->size <= own + b->lane_bytes)
            continue;
        gac__fault f = gac__fault_make(c, GAC__RULE_out_of_bounds, l->site,
                                       l->first_item + k);
        int64_t at = (int64_t)(l->offset[k] - own);
        gac__fault_add(c, &f, "%s %u bytes at byte %lld of a private variable "
                       "of %llu bytes", write ? "writes" : "reads", l->size,
                       (long long)at, (unsigned long long)b->lane_bytes);
        left = true;
    }
    return left;
}

gac__check_state gac__check_peek(const gac__checker *c, uint32_t buffer,
                                 uint32_t strip, uint32_t lane, uint64_t offset,
                                 uint32_t size)
{
    const gac__check_buffer *b = &c->buffers[buffer].info;
    const gac__plane *p = gac__plane_of(c, buffer);
    gac__check_lanes l = { .buffer = buffer, .strip = strip };
    uint64_t own = b->lane_stride * lane;
    if (b->kind == GAC_MEMORY_PRIVATE
        && (offset < own || offset + size > own + b->lane_bytes))
        return GAC__CHECK_STATE_OUTSIDE;
    return p->undefined
                   && gac__undefined_at(p, gac__plane_offset(c, &l, offset), size)
               ? GAC__CHECK_STATE_UNDEFINED : GAC__CHECK_STATE_DEFINED;
}

void gac__check_read(gac__checker *c, const gac__check_lanes *l, bool guess,
                     uint8_t *shadow_out, bool whole)
{
    leaves_lane(c, l, false);
    if (c->flights.n)
        gac__flights_check(c, l, false);
    access_cells(c, l, guess ? ACCESS_ATOMIC_READ : ACCESS_READ);
    if (shadow_out)
        gac__load_shadow(c, l, shadow_out, whole);
}

void gac__check_write(gac__checker *c, const gac__check_lanes *l,
                      const uint8_t *shadow, bool uniform, uint32_t value)
{
    leaves_lane(c, l, true);
    if (c->flights.n)
        gac__flights_check(c, l, true);
    access_cells(c, l, ACCESS_WRITE);
    gac__store_shadow(c, l, shadow, uniform, value);
}

void gac__check_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use, uint8_t *shadow_out)
{
    leaves_lane(c, l, use->writes);
    if (c->flights.n)
        gac__flights_check(c, l, use->writes);
    access_cells(c, l, use->writes ? ACCESS_ATOMIC_WRITE : ACCESS_ATOMIC_READ);
    gac__order_atomic(c, l, use);
    gac__atomic_shadow(c, l, use, shadow_out);
}

/* Shadows of bytes that lanes copy, word by word. */
void gac__check_copymem(gac__checker *c, const gac__check_lanes *to,
                        const gac__check_lanes *from)
{
    const gac__plane *a = gac__plane_of(c, from->buffer);
    gac__plane *d = gac__plane_of(c, to->buffer);
    bool output = c->buffers[to->buffer].info.kind == GAC_MEMORY_GLOBAL;
    leaves_lane(c, from, false);
    leaves_lane(c, to, true);
    if (c->flights.n) {
        gac__flights_check(c, from, false);
        gac__flights_check(c, to, true);
    }
    access_cells(c, from, ACCESS_READ);
    access_cells(c, to, ACCESS_WRITE);
    if (!d->undefined && !(output && a->undefined))
        return;
    d->changed = true;
    d->all_defined = false;
    for (uint32_t k = to->first; k < to->end; k++) {
        if (to->mask && !to->mask[k])
            continue;
        uint64_t at = gac__plane_offset(c, from, from->offset[k]);
        uint64_t into = gac__plane_offset(c, to, to->offset[k]);
        for (uint32_t n = 0; n < to->size; n += 4) {
            uint32_t size = GAC__MIN(4, to->size - n);
            uint8_t bits = a->undefined ? gac__undefined_at(a, at + n, size) : 0;
            if (output && bits) {
                gac__check_lanes word = *to;
                uint64_t at_word[1] = { to->offset[k] + n };
                word.offset = at_word - k;
                word.size = size;
                gac__output_undefined(c, &word, k, bits, 0);
            }
            if (d->undefined)
                gac__set_undefined(d, into + n, size, output ? 0 : bits);
        }
    }
}
