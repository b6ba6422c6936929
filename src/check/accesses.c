/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Work-items' accesses against the cells: which of them meet, and what is said
 * then. */
#include "check/accesses.h"
#include "check/undefined.h"

/* -- which accesses meet --------------------------------------------------- */

/* Whether a barrier lies between what `cell` tells of, in this group, and an
 * access by `item` in epoch `row`: one of the group, or of their sub-group. */
static inline bool is_fenced(const gac__cell_layout *l, const gac__clock *clock,
                             uint32_t item, uint32_t row, uint32_t cell)
{
    uint32_t epoch = gac__cell_epoch(l, cell);
    /* For copies of the group those in flight answer. */
    if (epoch < clock->fence || gac__cell_item(l, cell) == l->item_mask)
        return true;
    if (epoch >= clock->any_sub_group
        || (gac__cell_flags(l, cell) & CELL_ACROSS)
        || !gac__same_sub_group(l, item, gac__cell_item(l, cell)))
        return false;
    uint32_t barrier = clock->sub_group[item >> l->sub_group_shift];
    return epoch < barrier && row >= barrier;
}

/* Whether `item`'s access must be ordered after what `cell` tells of, and is
 * not. */
static bool meets(gac__checker *c, const gac__clock *clock, uint32_t item,
                  uint32_t cell, gac__rule_id *rule_out)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t epoch = gac__cell_epoch(l, cell);
    if (!cell)
        return false;
    if (epoch < clock->group) {
        *rule_out = GAC__RULE_group_race;
        return !gac__is_ordered(c, false, item, cell);
    }
    if ((gac__cell_item(l, cell) == item
         && !(gac__cell_flags(l, cell) & CELL_SEVERAL))
        || is_fenced(l, clock, item, c->epochs.row, cell))
        return false;
    *rule_out =
        epoch < clock->wait ? GAC__RULE_wait_as_barrier : GAC__RULE_data_race;
    return !gac__is_ordered(c, clock == &c->clocks[1], item, cell);
}

/* Whether a write's cell tells of nothing that an atomic meets. */
static bool is_of_atomics(const gac__cell_layout *l, const gac__clock *clock,
                          uint32_t cell)
{
    uint32_t flags = gac__cell_flags(l, cell);
    return (flags & CELL_ATOMIC)
           && !(flags & WRITE_PLAIN && gac__cell_epoch(l, cell) < clock->group);
}

/* The same of a read's. */
static bool is_read_by_atomics(const gac__cell_layout *l, uint32_t cell)
{
    return !cell || (gac__cell_flags(l, cell) & CELL_ATOMIC);
}

/* The same of an access of a kind, and a cell of a write, or of a read that a
 * write meets. */
static bool meets_cell(gac__checker *c, const gac__clock *clock,
                       gac__access_kind kind, uint32_t item, uint32_t cell,
                       bool read, gac__meeting *out)
{
    const gac__cell_layout *l = &c->layout;
    if (gac__kind_is_atomic(kind)
        && (read ? is_read_by_atomics(l, cell) : is_of_atomics(l, clock, cell)))
        return false;
    *out = (gac__meeting){.cell = cell, .read = read};
    return meets(c, clock, item, cell, &out->rule)
           && (!read || !(gac__cell_flags(l, cell) & CELL_SEVERAL)
               || gac__cell_epoch(l, cell) < clock->group
               || !gac__knows_since(c, clock, item));
}

/* -- new cells ------------------------------------------------------------- */

/* Who else it was that accessed what `item` does now, as flags of its cell. */
static inline uint32_t others(const gac__cell_layout *l,
                              const gac__clock *clock, uint32_t item,
                              uint32_t row, uint32_t cell)
{
    uint32_t other = gac__cell_item(l, cell);
    uint32_t more = other == item                         ? 0
                    : gac__same_sub_group(l, item, other) ? CELL_MANY
                                                          : CELL_ACROSS;
    return is_fenced(l, clock, item, row, cell)
               ? 0
               : more | (gac__cell_flags(l, cell) & CELL_SEVERAL);
}

/* Who reads behind a read that it knows of stands for both. */
static bool stands_for(gac__checker *c, const gac__clock *clock, uint32_t item,
                       uint32_t cell)
{
    return !(gac__cell_flags(&c->layout, cell) & CELL_SEVERAL)
           && gac__knows_since(c, clock, item)
           && gac__is_ordered(c, clock == &c->clocks[1], item, cell);
}

static uint32_t read_cell(gac__checker *c, const gac__clock *clock,
                          gac__access_kind kind, uint32_t item, uint32_t cell)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t epoch = gac__cell_epoch(l, cell), other = gac__cell_item(l, cell);
    uint32_t flags = gac__cell_flags(l, cell);
    uint32_t kept = others(l, clock, item, c->epochs.row, cell);
    bool fenced = is_fenced(l, clock, item, c->epochs.row, cell);
    bool joins = kept && other != item;
    if (joins && stands_for(c, clock, item, cell)) {
        kept = 0;
        joins = false;
    }
    if (gac__kind_is_atomic(kind))
        kept |= fenced ? CELL_ATOMIC : flags & CELL_ATOMIC;
    return joins && epoch >= c->epochs.tick
               ? gac__cell_tag(l, epoch, kept) | other
               : gac__cell_tag(l, c->epochs.row, kept) | item;
}

/* Who reads behind a read that it knows of stands for both, but an atomic not
 * for one that is none. Of two that are kept one that is no atomic stays: that
 * is met by more. */
static void move_old(gac__checker *c, gac__plane *p, gac__view *v,
                     gac__access_kind kind, uint32_t item, uint64_t k)
{
    uint32_t cell = v->read[k], atomic = CELL_ATOMIC << c->layout.item_bits;
    bool as_plain = cell & atomic || !gac__kind_is_atomic(kind);
    v->read[k] = 0;
    if ((as_plain && gac__is_ordered(c, false, item, cell))
        || (!v->old && !gac__view_open_old(c, p, v)))
        return;
    if (!v->old[k] || !(cell & atomic) || v->old[k] & atomic)
        v->old[k] = cell;
}

/* Whether a read is an earlier group's. */
static inline bool is_old(const gac__cell_layout *l, const gac__clock *clock,
                          uint32_t cell)
{
    return cell && gac__cell_epoch(l, cell) < clock->group;
}

void gac__move_old(gac__checker *c, gac__plane *p, gac__view *v,
                   gac__access_kind kind, const gac__cells *cells)
{
    for (uint64_t n = 0; n < cells->n; n++) {
        uint64_t k = cells->first + n;
        uint32_t item = cells->item + (uint32_t)(n >> cells->per_item);
        if (is_old(&c->layout, &c->clocks[0], v->read[k]))
            move_old(c, p, v, kind, item, k);
    }
}

static inline uint32_t atomic_cell(const gac__cell_layout *l,
                                   const gac__clock *clock, uint32_t row,
                                   uint32_t item, uint32_t cell)
{
    uint32_t epoch = gac__cell_epoch(l, cell);
    uint32_t old = gac__cell_flags(l, cell), flags = CELL_ATOMIC;
    bool was_plain = !(old & CELL_ATOMIC);
    /* Others' atomics are to meet the item's own plain write. */
    if (was_plain && epoch >= clock->fence && gac__cell_item(l, cell) == item)
        return cell;
    if (cell && epoch >= clock->group)
        flags |= was_plain ? WRITE_PLAIN : old & WRITE_PLAIN;
    flags |= others(l, clock, item, row, cell);
    return gac__cell_tag(l, row, flags) | item;
}

/* -- saying it ------------------------------------------------------------- */

/* What an access of each kind does, and did. */
static const char *const verbs[] = {"reads", "writes", "atomically reads",
                                    "atomically changes"};
static const char *const past_verbs[] = {"read", "written", "atomically read",
                                         "atomically changed"};

void gac__meeting_tell(gac__checker *c, gac__fault *f, const gac__meeting *m)
{
    const gac__cell_layout *l = &c->layout;
    const gac__epoch *epoch = gac__epoch_of(c, m->cell);
    bool local = gac__plane_of(c, f->bytes.buffer)->local;
    bool copy = f->item == GAC__NO_ITEM;
    bool atomic = !copy && gac__cell_flags(l, m->cell) & CELL_ATOMIC;
    bool earlier = m->rule == GAC__RULE_group_race;
    uint32_t other = gac__cell_item(l, m->cell);
    const char *who = copy ? "a" : "another";
    f->rule = m->rule;
    f->other_site = epoch->site;
    if (other != l->item_mask && (earlier || other != f->item))
        f->other_item = other;
    else if (m->read && !earlier && local)
        gac__log_find(c, f);
    f->other_group = earlier ? epoch->group : c->group;
    f->other_access = past_verbs[2 * atomic + !m->read];
    if (earlier)
        gac__fault_add(c, f, "another work-group has also %s them",
                       f->other_access);
    else if (m->rule == GAC__RULE_wait_as_barrier)
        gac__fault_add(
            c, f, "only a wait for events comes after %s work-item has %s them",
            who, f->other_access);
    else
        gac__fault_add(
            c, f, "no barrier%s comes after %s work-item has %s them",
            local ? "" : " that orders global memory", who, f->other_access);
}

/* -- cell by cell ---------------------------------------------------------- */

/* Granules of one kind of fault are told together. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at)
{
    const gac__clock *clock = gac__clock_of(c, p);
    uint32_t granule = gac__granule_of(offset | l->size);
    uint64_t end = offset + l->size, first = 0, n = 0, next;
    gac__meeting met = {.rule = GAC__RULE_COUNT};
    gac__view v = {.end = 0};
    bool writes = gac__kind_writes(kind);
    for (uint64_t from = offset; from < end; from = next) {
        gac__meeting m;
        if (from >= v.end && !gac__view_at(c, p, from, granule, &v))
            return;
        uint64_t k = (from - v.first) >> v.granule;
        next = v.first + ((k + 1) << v.granule);
        if (meets_cell(c, clock, kind, item, v.write[k], false, &m)
            || (writes && v.read
                && meets_cell(c, clock, kind, item, v.read[k], true, &m))
            || (writes && v.old
                && meets_cell(c, clock, kind, item, v.old[k], true, &m))) {
            if (met.rule == m.rule && first + n == from) {
                n = next - first;
            } else if (met.rule == GAC__RULE_COUNT) {
                met = m;
                first = from;
                n = next - from;
            }
        }
        if (writes)
            v.write[k] =
                kind == GAC__ACCESS_WRITE
                    ? gac__cell_tag(&c->layout, c->epochs.row, 0) | item
                    : atomic_cell(&c->layout, clock, c->epochs.row, item,
                                  v.write[k]);
        else if (v.read) {
            if (is_old(&c->layout, clock, v.read[k]))
                move_old(c, p, &v, kind, item, k);
            v.read[k] = read_cell(c, clock, kind, item, v.read[k]);
        }
    }
    /* Where an undefined operand led, what it meets is chance. */
    if (met.rule == GAC__RULE_COUNT
        || gac__check_operand_is_undefined(c, l->site))
        return;
    gac__fault f = gac__fault_make(met.rule, l->site, item);
    f.bytes = (gac__bytes){l->buffer, first - offset + at, n};
    f.access = verbs[kind];
    gac__meeting_tell(c, &f, &met);
}

/* Mostly, atomics of a granule each meet nothing but atomics. */
void gac__touch_each(gac__checker *c, const gac__check_lanes *l, gac__plane *p,
                     gac__access_kind kind)
{
    const gac__cell_layout layout = c->layout;
    const gac__clock clock = *gac__clock_of(c, p);
    const uint32_t row = c->epochs.row;
    uint64_t delta = gac__plane_offset(c, l, 0);
    gac__view v = {.end = 0};
    for (uint32_t k = l->first; k < l->end; k++) {
        uint64_t at = l->offset[k] + delta;
        uint32_t item = l->first_item + k;
        if (!gac__is_active(l, k))
            continue;
        if ((at < v.first || at >= v.end)
            && !gac__view_at(c, p, at, gac__granule_of(at | l->size), &v))
            return;
        uint64_t n = (at - v.first) >> v.granule;
        if (kind == GAC__ACCESS_ATOMIC_WRITE && l->size == 1u << v.granule
            && at % l->size == 0 && is_of_atomics(&layout, &clock, v.write[n])
            && (!v.read || is_read_by_atomics(&layout, v.read[n]))
            && (!v.old || is_read_by_atomics(&layout, v.old[n]))) {
            v.write[n] = atomic_cell(&layout, &clock, row, item, v.write[n]);
            continue;
        }
        gac__touch(c, l, p, kind, item, at, l->offset[k]);
        v.end = 0; /* its chunk may have smaller granules now */
    }
}

#define BYTES_A_STEP 4u /* of the watch, where lanes have many */

static void access_cells(gac__checker *c, const gac__check_lanes *l,
                         gac__access_kind kind)
{
    gac__plane *p = gac__plane_of(c, l->buffer);
    if (!p->chunks)
        return;
    gac__clock *clock = gac__clock_of(c, p);
    gac__epochs_find(c, l->site);
    uint32_t end = c->epochs.row + 1;
    clock->end = GAC__MAX(clock->end, end);
    c->order.plain |= !gac__kind_is_atomic(kind);
    c->order.wrote |= kind == GAC__ACCESS_WRITE && !p->local;
    p->end[!gac__kind_writes(kind)] = end;
    if (p->local && kind == GAC__ACCESS_READ && p->end[0] <= clock->fence
        && gac__log_read(c, l))
        return;
    if (p->local)
        gac__log_apply(c); /* what was read before comes first */
    uint64_t each = GAC__LANE_STEPS + l->size / BYTES_A_STEP;
    if (!gac__check_on(c, (l->end - l->first) * each))
        return;
    gac__touch_lanes(c, l, p, kind);
}

/* -- the interface --------------------------------------------------------- */

/* Whether a lane's access leaves its private memory, which ends before the next
 * lane's begins. `offset` may be any: what is before the variable wraps. */
static bool leaves(const gac__check_buffer *b, uint32_t lane, uint64_t offset,
                   uint32_t size)
{
    uint64_t at = offset - b->lane_stride * lane;
    return size > b->lane_bytes || at > b->lane_bytes - size;
}

uint32_t gac__check_leaving(gac__checker *c, const gac__check_lanes *l,
                            bool write, uint8_t *left)
{
    const gac__check_buffer *b = &c->buffers[l->buffer].info;
    uint32_t n_left = 0;
    if (b->kind != GAC_MEMORY_PRIVATE
        || (l->affine && (uint64_t)l->step == b->lane_stride
            && !leaves(b, l->first, l->offset[l->first], l->size)))
        return 0;
    for (uint32_t k = l->first; k < l->end; k++) {
        uint64_t at = l->offset[k] - b->lane_stride * k;
        if (!gac__is_active(l, k) || !leaves(b, k, l->offset[k], l->size))
            continue;
        gac__fault f = gac__fault_make(GAC__RULE_out_of_bounds, l->site,
                                       l->first_item + k);
        f.bytes = (gac__bytes){l->buffer, at, l->size};
        f.access = write ? "writes" : "reads";
        gac__fault_add(c, &f, "outside of its %llu bytes",
                       (unsigned long long)b->lane_bytes);
        left[k] = 1;
        n_left++;
    }
    return n_left;
}

gac__check_state gac__check_peek(const gac__checker *c, uint32_t buffer,
                                 uint32_t strip, uint32_t lane, uint64_t offset,
                                 uint32_t size)
{
    const gac__check_buffer *b = &c->buffers[buffer].info;
    const gac__plane *p = gac__plane_of(c, buffer);
    gac__check_lanes l = {.buffer = buffer, .strip = strip};
    if (b->kind == GAC_MEMORY_PRIVATE && leaves(b, lane, offset, size))
        return GAC__CHECK_STATE_OUTSIDE;
    return gac__undefined_at(p, gac__plane_offset(c, &l, offset), size)
               ? GAC__CHECK_STATE_UNDEFINED
               : GAC__CHECK_STATE_DEFINED;
}

static void access(gac__checker *c, const gac__check_lanes *l,
                   gac__access_kind kind)
{
    gac__flights_check(c, l, gac__kind_writes(kind));
    access_cells(c, l, kind);
}

void gac__check_read(gac__checker *c, const gac__check_lanes *l, bool guess,
                     uint8_t *shadow_out, bool whole)
{
    access(c, l, guess ? GAC__ACCESS_ATOMIC_READ : GAC__ACCESS_READ);
    if (shadow_out)
        gac__load_shadow(c, l, shadow_out, whole);
}

void gac__check_write(gac__checker *c, const gac__check_lanes *l,
                      const uint8_t *shadow, bool uniform, uint32_t value)
{
    access(c, l, GAC__ACCESS_WRITE);
    gac__store_shadow(c, l, shadow, uniform, value);
}

void gac__check_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use, uint8_t *shadow_out)
{
    access(c, l,
           use->writes ? GAC__ACCESS_ATOMIC_WRITE : GAC__ACCESS_ATOMIC_READ);
    gac__order_atomic(c, l, use);
    if (!use->did)
        gac__atomic_shadow(c, l, use, shadow_out);
}

/* Shadows of bytes that lanes copy, word by word. */
void gac__check_copymem(gac__checker *c, const gac__check_lanes *to,
                        const gac__check_lanes *from, uint32_t align)
{
    const gac__plane *a = gac__plane_of(c, from->buffer);
    gac__plane *d = gac__plane_of(c, to->buffer);
    bool output = c->buffers[to->buffer].info.kind == GAC_MEMORY_GLOBAL;
    gac__flights_check(c, from, false);
    gac__flights_check(c, to, true);
    access_cells(c, from, GAC__ACCESS_READ);
    access_cells(c, to, GAC__ACCESS_WRITE);
    if (!d->undefined && !(output && a->undefined))
        return;
    d->changed = true;
    d->all_defined = false;
    for (uint32_t k = to->first; k < to->end; k++) {
        if (!gac__is_active(to, k))
            continue;
        if (!gac__check_on(c, to->size / BYTES_A_STEP))
            break;
        uint64_t at = gac__plane_offset(c, from, from->offset[k]);
        uint64_t into = gac__plane_offset(c, to, to->offset[k]);
        for (uint32_t n = 0; output && n < to->size; n += 8) {
            uint32_t size = GAC__MIN(8, to->size - n);
            uint32_t bits = gac__undefined_at(a, at + n, size);
            uint32_t told =
                bits & ~gac__may_be_padding(c, from->buffer, bits, align);
            if (told) {
                gac__check_lanes word = *to;
                uint64_t at_word[1] = {to->offset[k] + n};
                word.offset = at_word - k;
                word.size = size;
                gac__output_undefined(c, &word, k, (uint8_t)told, 0);
            }
        }
        gac__copy_undefined(d, into, output ? NULL : a, at, to->size);
    }
}
