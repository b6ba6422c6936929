/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An access against the cells of its bytes: which earlier accesses it conflicts
 * with, the message, and the cells afterwards. */
#include "check/accesses.h"

/* -- which accesses conflict ----------------------------------------------- */

/* Whether a barrier, of the group or of the items' sub-group, lies between the
 * access of this group that `cell` records and one by `item` in epoch `row`. */
static inline bool is_fenced(const gac__cell_layout *l, const gac__clock *clock,
                             uint32_t item, uint32_t row, uint32_t cell)
{
    uint32_t epoch = gac__cell_epoch(l, cell);
    /* Copies of the group are checked as copies in flight. */
    if (epoch < clock->fence || gac__cell_item(l, cell) == l->item_mask)
        return true;
    if (epoch >= clock->any_sub_group
        || (gac__cell_flags(l, cell) & CELL_ACROSS)
        || !gac__same_sub_group(l, item, gac__cell_item(l, cell)))
        return false;
    uint32_t barrier = clock->sub_group[item >> l->sub_group_shift];
    return epoch < barrier && row >= barrier;
}

/* Whether `item`'s access must be ordered after the one that `cell` records,
 * and is not. */
static bool conflicts(gac__checker *c, const gac__clock *clock, uint32_t item,
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

/* Whether the write in a cell does not conflict with an atomic. */
static bool is_of_atomics(const gac__cell_layout *l, const gac__clock *clock,
                          uint32_t cell)
{
    uint32_t flags = gac__cell_flags(l, cell);
    return (flags & CELL_ATOMIC)
           && !(flags & WRITE_PLAIN && gac__cell_epoch(l, cell) < clock->group);
}

/* Whether the read in a cell does not conflict with an atomic. */
static bool is_read_by_atomics(const gac__cell_layout *l, uint32_t cell)
{
    return !cell || (gac__cell_flags(l, cell) & CELL_ATOMIC);
}

/* Whether an access of a kind conflicts with the access that a cell records.
 * `read`: the cell is of a read, and the access is a write. */
static bool conflicts_with_cell(gac__checker *c, const gac__clock *clock,
                                gac__access_kind kind, uint32_t item,
                                uint32_t cell, bool read, gac__conflict *out)
{
    const gac__cell_layout *l = &c->layout;
    if (gac__kind_is_atomic(kind)
        && (read ? is_read_by_atomics(l, cell) : is_of_atomics(l, clock, cell)))
        return false;
    *out = (gac__conflict){.cell = cell, .read = read};
    return conflicts(c, clock, item, cell, &out->rule)
           && (!read || !(gac__cell_flags(l, cell) & CELL_SEVERAL)
               || gac__cell_epoch(l, cell) < clock->group
               || !gac__knows_since(c, clock, item));
}

/* -- new cells ------------------------------------------------------------- */

/* Flags of the new cell: which other items accessed what `item` accesses now.
 */
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

/* Whether a read may replace the cell's: it is ordered after that read, so that
 * a write that races with that read races with this one, too. */
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

/* Keeps an earlier group's read, unless the new one is ordered after it and
 * races with as much; an atomic read does not race with atomics. If there are
 * two reads to keep, the one that is no atomic stays, since it races with more.
 */
static void move_old(gac__checker *c, gac__shadow_map *p, gac__view *v,
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

/* Whether a cell is of an earlier group. */
static inline bool is_old(const gac__cell_layout *l, const gac__clock *clock,
                          uint32_t cell)
{
    return cell && gac__cell_epoch(l, cell) < clock->group;
}

void gac__move_old(gac__checker *c, gac__shadow_map *p, gac__view *v,
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
    /* Other items' atomics conflict with the item's own plain write. */
    if (was_plain && epoch >= clock->fence && gac__cell_item(l, cell) == item)
        return cell;
    if (cell && epoch >= clock->group)
        flags |= was_plain ? WRITE_PLAIN : old & WRITE_PLAIN;
    flags |= others(l, clock, item, row, cell);
    return gac__cell_tag(l, row, flags) | item;
}

/* -- messages -------------------------------------------------------------- */

/* Verbs for an access of each kind; participles for an earlier one. */
static const char *const verbs[] = {"reads", "writes", "atomically reads",
                                    "atomically changes"};
static const char *const past_verbs[] = {"read", "written", "atomically read",
                                         "atomically changed"};

void gac__conflict_report(gac__checker *c, gac__fault *f,
                          const gac__conflict *m)
{
    const gac__cell_layout *l = &c->layout;
    const gac__epoch *epoch = gac__epoch_of(c, m->cell);
    bool local = gac__shadow_map_of(c, f->bytes.buffer)->local;
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

/* Reports at most one fault: the first granules in a row that break a rule. */
void gac__touch(gac__checker *c, const gac__check_lanes *l, gac__shadow_map *p,
                gac__access_kind kind, uint32_t item, uint64_t offset,
                uint64_t at)
{
    const gac__clock *clock = gac__clock_of(c, p);
    uint32_t granule = gac__granule_of(offset | l->size);
    uint64_t end = offset + l->size, first = 0, n = 0, next;
    gac__conflict met = {.rule = GAC__RULE_COUNT};
    gac__view v = {.end = 0};
    bool writes = gac__kind_writes(kind);
    for (uint64_t from = offset; from < end; from = next) {
        gac__conflict m;
        if (from >= v.end && !gac__view_at(c, p, from, granule, &v))
            return;
        uint64_t k = (from - v.first) >> v.granule;
        next = v.first + ((k + 1) << v.granule);
        if (conflicts_with_cell(c, clock, kind, item, v.write[k], false, &m)
            || (writes && v.read
                && conflicts_with_cell(c, clock, kind, item, v.read[k], true,
                                       &m))
            || (writes && v.old
                && conflicts_with_cell(c, clock, kind, item, v.old[k], true,
                                       &m))) {
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
    /* Conflicts at an undefined address are not reported. */
    if (met.rule == GAC__RULE_COUNT
        || gac__check_operand_is_undefined(c, l->site))
        return;
    gac__fault f = gac__fault_make(met.rule, l->site, item);
    f.bytes = (gac__bytes){l->buffer, first - offset + at, n};
    f.access = verbs[kind];
    gac__conflict_report(c, &f, &met);
}

/* Has a short way for atomics of one granule that conflict with nothing. */
void gac__touch_each(gac__checker *c, const gac__check_lanes *l,
                     gac__shadow_map *p, gac__access_kind kind)
{
    const gac__cell_layout layout = c->layout;
    const gac__clock clock = *gac__clock_of(c, p);
    const uint32_t row = c->epochs.row;
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    gac__view v = {.end = 0};
    GAC__EACH_ACTIVE(l, k) {
        uint64_t at = l->offset[k] + delta;
        uint32_t item = l->first_item + k;
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
