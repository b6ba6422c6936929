/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The order that atomics and fences make: what one work-item did before a
 * release comes before what another does after an acquire that saw it.
 *
 * A release records its work-item, its time and the releases that the work-item
 * had acquired. It begins a new tick, so that epochs tell what came before it.
 * An atomic object holds the release that a reader acquires; a barrier has all
 * of the group acquire what any item has. Only where two accesses would be
 * reported as a race, a search finds out whether the later one's item has
 * acquired a release behind the earlier one.
 *
 * Where that is uncertain, with several readers of one cell, accesses count as
 * ordered: a race may be missed, but none is reported that there is not.
 */
#include "check/order.h"
#include "check/checker.h"

bool gac__order_init(gac__checker *c)
{
    gac__order *o = &c->order;
    o->knows = gac__arena_alloc(&c->memory, (size_t)c->config.max_items * 3,
                                sizeof *o->knows);
    if (!o->knows)
        return false;
    o->seen = o->knows + c->config.max_items;
    o->fence = o->seen + c->config.max_items;
    o->objects.watch = c->config.watch;
    o->mark[GAC__SEARCH_KNOWN] = 1;
    return true;
}

void gac__order_free(gac__checker *c)
{
    gac__order *o = &c->order;
    GAC__VEC_FREE(&c->counted, &o->releases);
    GAC__VEC_FREE(&c->counted, &o->stack);
    gac__key_map_free(&c->counted, &o->objects);
}

void gac__objects_clear(gac__checker *c)
{
    gac__key_map *o = &c->order.objects;
    if (o->n && gac__check_on(c, o->capacity / 4))
        gac__key_map_clear(o);
}

void gac__order_begin_group(gac__checker *c)
{
    gac__order *o = &c->order;
    if (o->touched)
        memset(o->knows, 0, (size_t)c->config.max_items * 3 * sizeof *o->knows);
    o->touched = o->plain = o->wrote = o->barrier = false;
    o->barrier_release = 0;
    o->base = o->all = 0;
    if (!o->has_wide) {
        o->releases.n = 0;
        o->known_roots[0] = o->known_roots[1] = 0;
        gac__objects_clear(c);
    }
    o->first = (uint32_t)o->releases.n;
}

/* -- releases -------------------------------------------------------------- */

/* Adds a release of the present group; its number, or 0 when memory is out. */
static uint32_t add_release(gac__checker *c, const gac__release *release)
{
    gac__order *o = &c->order;
    if (o->releases.n >= UINT32_MAX / 2)
        gac__check_full(c, false);
    else if (GAC__VEC_PUSH(&c->counted, &o->releases, *release)) {
        gac__release_at(o, (uint32_t)o->releases.n)->group = c->group;
        return (uint32_t)o->releases.n;
    }
    return 0;
}

static bool leads_to(const gac__order *o, uint32_t a, uint32_t b)
{
    const uint32_t *before = gac__release_at(o, a)->before;
    return before[0] == b || before[1] == b;
}

/* A release that stands for both. */
static uint32_t join(gac__checker *c, uint32_t a, uint32_t b)
{
    const gac__order *o = &c->order;
    if (!a || !b || a == b)
        return a ? a : b;
    if (leads_to(o, a, b))
        return a;
    if (leads_to(o, b, a))
        return b;
    return add_release(c,
                       &(gac__release){.item = GAC__NO_ITEM, .before = {a, b}});
}

/* A release of what a work-item has done and acquired up to now; 0: nothing. */
static uint32_t make_release(gac__checker *c, uint32_t item)
{
    gac__order *o = &c->order;
    if (!o->plain && !o->knows[item] && !o->base)
        return 0;
    gac__release r = {.item = item, .before = {o->knows[item], o->base}};
    for (uint32_t k = 0; k < 2; k++) {
        const gac__clock *clock = &c->clocks[k];
        r.end[k] = clock->end;
        r.fence[k] = clock->fence;
        r.sub_group[k] = clock->sub_group[item >> c->layout.sub_group_shift];
    }
    return add_release(c, &r);
}

/* The release of the last barrier, which is a fence for all work-items; 0:
 * there is none. */
static uint32_t make_barrier_release(gac__checker *c)
{
    gac__order *o = &c->order;
    if (o->barrier && !o->barrier_release) {
        gac__release r = {.item = GAC__NO_ITEM,
                          .fence = {c->clocks[0].fence, c->clocks[1].fence},
                          .before = {o->base}};
        o->barrier_release = add_release(c, &r);
    }
    return o->barrier_release;
}

/* -- atomic objects -------------------------------------------------------- */

/* The key of an object: its shadow map's number, from 1 on, and its word's, of
 * which a map has fewer than 2^40. */
static uint64_t key_of(uint32_t map, uint64_t offset)
{
    return (uint64_t)map << 40 ^ offset / 4;
}

/* An object's entry, as the present group sees it. */
static gac__key_slot object_at(const gac__order *o, uint32_t map,
                               uint64_t offset)
{
    const gac__key_slot *x =
        gac__key_map_find(&o->objects, key_of(map, offset));
    return x && (x->flags || x->value > o->first) ? *x : (gac__key_slot){0};
}

void gac__object_put(gac__checker *c, uint32_t map, uint64_t offset,
                     uint32_t release, bool wide)
{
    gac__key_slot *x =
        gac__key_map_add(&c->counted, &c->order.objects, key_of(map, offset));
    if (!x)
        return;
    x->value = release;
    x->flags = wide;
}

/* -- atomics and fences ---------------------------------------------------- */

static void acquire(gac__checker *c, uint32_t item, uint32_t release)
{
    gac__order *o = &c->order;
    o->knows[item] = join(c, o->knows[item], release);
    o->all = join(c, o->all, release);
}

static void one_atomic(gac__checker *c, const gac__check_atomic_use *use,
                       bool local, uint32_t map, uint64_t offset, uint32_t item)
{
    gac__order *o = &c->order;
    gac__key_slot x = object_at(o, map, offset);
    uint32_t seen = x.value;
    bool wide = (use->order & GAC__ORDER_WIDE) && !local;
    uint32_t mine = 0;
    o->touched |= seen && use->reads;
    if (seen && use->reads && (use->order & GAC__ORDER_ACQUIRE))
        acquire(c, item, seen);
    else if (seen && use->reads)
        o->seen[item] = join(c, o->seen[item], seen);
    if (!use->writes)
        return;
    if (use->order & GAC__ORDER_RELEASE) {
        mine = make_release(c, item);
    } else if (o->fence[item] || o->barrier) {
        mine = join(c, make_barrier_release(c), o->fence[item]);
        wide = !local;
    }
    /* An atomic that reads and writes keeps the release that was there; one
     * that only writes does not. */
    if (use->reads && seen) {
        wide |= x.flags;
        mine = join(c, seen, mine);
    }
    if (!mine && !seen)
        return;
    gac__object_put(c, map, offset, mine, wide && mine);
    o->has_wide |= wide && mine;
}

void gac__order_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use)
{
    gac__order *o = &c->order;
    bool releases = use->writes && (use->order & GAC__ORDER_RELEASE);
    if (!releases && !o->objects.n && !o->touched && !o->barrier)
        return;
    const gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    uint32_t map = c->buffers[l->buffer].map;
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    GAC__EACH_ACTIVE(l, k) {
        one_atomic(c, use, p->local, map, l->offset[k] + delta,
                   l->first_item + k);
    }
    if (releases)
        gac__epochs_tick(c); /* later accesses are not before them */
}

void gac__check_fence(gac__checker *c, const gac__check_lanes *l,
                      uint32_t order)
{
    gac__order *o = &c->order;
    GAC__EACH_ACTIVE(l, k) {
        uint32_t item = l->first_item + k;
        if ((order & GAC__ORDER_ACQUIRE) && o->seen[item]) {
            acquire(c, item, o->seen[item]);
            o->seen[item] = 0;
        }
        if (order & GAC__ORDER_RELEASE) {
            o->fence[item] = make_release(c, item);
            o->touched |= o->fence[item] != 0;
        }
    }
    if (order & GAC__ORDER_RELEASE)
        gac__epochs_tick(c);
}

void gac__order_fence_all(gac__checker *c)
{
    c->order.barrier |= c->order.wrote;
    c->order.barrier_release = 0;
}

void gac__order_barrier(gac__checker *c, uint32_t first, uint32_t end)
{
    gac__order *o = &c->order;
    uint32_t sum = 0;
    bool all = first == 0 && end >= c->n_items;
    if (!o->touched)
        return;
    end = GAC__MIN(end, (uint32_t)c->n_items);
    for (uint32_t k = first; k < end; k++) {
        sum = join(c, sum, join(c, o->knows[k], o->seen[k]));
        o->knows[k] = 0;
    }
    if (all)
        o->base = join(c, o->base, sum);
    for (uint32_t k = first; !all && k < end; k++)
        o->knows[k] = sum;
}
