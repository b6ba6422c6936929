/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses of many lanes at a time.
 *
 * Lanes that access granules one behind the other are checked as a run, by
 * vector loops that only find out whether any lane has a conflict. A loop over
 * cells does the same for each other lane. Where there is a conflict,
 * gac__touch() goes through the cells lane by lane, and reports it.
 */
#include "check/accesses.h"

gac__cell_run gac__cell_run_of(gac__checker *c, const gac__shadow_map *p,
                               uint32_t item)
{
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *y = &c->layout;
    return (gac__cell_run){
        .conflicts_with_reads = clock->any_sub_group > clock->fence,
        .tag = gac__cell_tag(y, c->epochs.row, 0),
        .item = item,
        .group = clock->group << y->epoch_shift,
        .fence = clock->fence << y->epoch_shift,
        .item_mask = y->item_mask,
        .sub_group_mask = y->sub_group_mask,
        .many = CELL_MANY << y->item_bits,
        .across = CELL_ACROSS << y->item_bits,
        .several = CELL_SEVERAL << y->item_bits,
        .keep = ~(CELL_ATOMIC << y->item_bits),
        .tick = c->epochs.tick << y->epoch_shift,
    };
}

static bool any_earlier(const gac__checker *c, const uint32_t *cells, size_t n,
                        const gac__cell_run *run)
{
    gac__cell_run r = *run;
    r.fence = UINT32_MAX; /* all cells count */
    return c->kernels->copy_conflicts(cells, n, &r);
}

/* Checks n lanes from `first` on, which access memory from `at` on one behind
 * the other. False: one has a conflict. */
static bool touch_run(gac__checker *c, const gac__check_lanes *l,
                      gac__shadow_map *p, gac__view *v, gac__access_kind kind,
                      uint32_t first, uint32_t n, uint64_t at, gac__cell_run *r)
{
    uint64_t k = (at - v->first) >> v->granule;
    size_t n_cells = (size_t)n << r->per_item;
    r->item = l->first_item + first;
    if (c->kernels->conflicts(v->write + k, n_cells, r)
        || (v->read && r->conflicts_with_reads
            && c->kernels->conflicts(v->read + k, n_cells, r)))
        return false;
    if (kind == GAC__ACCESS_WRITE) {
        if (v->old && any_earlier(c, v->old + k, n_cells, r))
            return false;
        c->kernels->mark_write(v->write + k, n_cells, r);
    } else if (v->read) {
        if (!p->local && any_earlier(c, v->read + k, n_cells, r))
            gac__move_old(c, p, v, kind,
                          &(gac__cells){k, n_cells, r->item, r->per_item});
        c->kernels->mark_read(v->read + k, n_cells, r);
    }
    return true;
}

/* Checks one lane's cells. False: it has a conflict. */
static inline bool touch_cells(const gac__view *v, gac__access_kind kind,
                               const gac__cell_run *r, uint64_t at,
                               uint32_t item)
{
    uint64_t first = (at - v->first) >> v->granule;
    uint64_t end = first + ((uint64_t)1 << r->per_item);
    uint32_t met = 0;
    for (uint64_t k = first; k < end; k++) {
        met |= gac__cell_conflicts(r, v->write[k], item, r->several);
        if (v->read)
            met |= r->conflicts_with_reads
                       ? gac__cell_conflicts(r, v->read[k], item, r->several)
                       : gac__cell_is_earlier(r, v->read[k]);
    }
    if (met)
        return false;
    for (uint64_t k = first; k < end; k++)
        if (kind == GAC__ACCESS_WRITE)
            v->write[k] = r->tag | item;
        else if (v->read)
            v->read[k] = gac__cell_read(r, v->read[k], item);
    return true;
}

/* Whether touch_cells() is not enough for an access: it does not compare
 * earlier groups' reads. */
static inline bool looks_closer(const gac__view *v, gac__access_kind kind)
{
    return kind == GAC__ACCESS_WRITE && v->old;
}

/* The end of the run of lanes from `first` on. */
static uint32_t run_end(const gac__check_lanes *l, uint32_t first)
{
    uint32_t k = first + 1;
    if (l->affine)
        return l->step == (int64_t)l->size ? l->end : k;
    while (k < l->end && gac__is_active(l, k)
           && l->offset[k] - l->offset[k - 1] == l->size)
        k++;
    return k;
}

#define MIN_RUN 4u /* lanes for which a run is faster */

/* Checks lanes [first, end), which access memory one behind the other, 1 <<
 * size_bits bytes each. */
static void touch_stretch(gac__checker *c, const gac__check_lanes *l,
                          gac__shadow_map *p, gac__access_kind kind,
                          uint32_t first, uint32_t end, uint32_t size_bits,
                          gac__cell_run *r, gac__view *v)
{
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    uint64_t start = l->offset[first] + delta;
    uint32_t granule = gac__granule_of(start | l->size);
    uint32_t slow = first; /* lanes before it are checked one by one */
    for (uint32_t k = first; k < end;) {
        uint64_t at = start + ((uint64_t)(k - first) << size_bits);
        if ((at < v->first || at >= v->end || v->granule > granule)
            && !gac__view_at(c, p, at, granule, v))
            return;
        uint64_t n = GAC__MIN((v->end - at) >> size_bits, end - k);
        r->per_item = size_bits - v->granule;
        if (n >= MIN_RUN && k >= slow) {
            if (touch_run(c, l, p, v, kind, k, (uint32_t)n, at, r)) {
                k += (uint32_t)n;
                continue;
            }
            slow = k + (uint32_t)n;
        }
        if (n == 0 || looks_closer(v, kind)
            || !touch_cells(v, kind, r, at, l->first_item + k)) {
            gac__touch(c, l, p, kind, l->first_item + k, at, at - delta);
            v->end = 0; /* its chunk may have smaller granules now */
        }
        k++;
    }
}

/* Whether a run that is long enough begins at lane k. */
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

/* Checks lanes from `first` on one by one, as long as they have no conflict and
 * are in the view. Returns the first that is not. */
static uint32_t touch_singles(const gac__check_lanes *l, const gac__view *v,
                              gac__access_kind kind, uint64_t delta,
                              uint32_t first, const gac__cell_run *run)
{
    const gac__cell_run r = *run;
    const gac__view view = *v;
    uint64_t most = view.end - view.first - l->size;
    uint64_t part = ((uint64_t)1 << view.granule) - 1, offset;
    uint32_t k = first;
    for (; !looks_closer(&view, kind) && k < l->end; k++) {
        if (!gac__is_active(l, k))
            continue;
        offset = l->offset[k] + delta - view.first;
        if (offset > most || (offset & part) || starts_run(l, k)
            || !touch_cells(&view, kind, &r, offset + view.first,
                            l->first_item + k))
            break;
    }
    return k;
}

void gac__touch_lanes(gac__checker *c, const gac__check_lanes *l,
                      gac__shadow_map *p, gac__access_kind kind)
{
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    if (gac__kind_is_atomic(kind) || (l->size & (l->size - 1))
        || p->late_copies) {
        gac__touch_each(c, l, p, kind);
        return;
    }
    uint32_t size_bits = (uint32_t)__builtin_ctz(l->size);
    gac__cell_run r = gac__cell_run_of(c, p, l->first_item + l->first);
    r.conflicts_with_reads |= gac__kind_writes(kind);
    gac__view v = {.end = 0};
    for (uint32_t k = l->first; k < l->end;) {
        if (!gac__is_active(l, k)) {
            k++;
            continue;
        }
        if (v.end && v.granule <= size_bits) {
            r.per_item = size_bits - v.granule;
            k = touch_singles(l, &v, kind, delta, k, &r);
            if (k == l->end)
                break;
        }
        uint32_t end = run_end(l, k);
        touch_stretch(c, l, p, kind, k, end, size_bits, &r, &v);
        k = end;
    }
}
