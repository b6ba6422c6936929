/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The order that atomics and fences make: what one work-item did before a release
 * comes before what another does after an acquire that saw it.
 *
 * A release is a record of who made it and when (the clocks' ticks: a release
 * begins a new one, so that ticks tell what came before it), with the releases
 * that its maker knew of. Atomic objects hold the release that a reader would
 * see; an acquire adds it to what the work-item knows, a barrier to what all of
 * the group know. Only where two accesses would otherwise be told as a race is it
 * asked whether the later one knows of a release behind the earlier one.
 *
 * Where it cannot be known for certain (too many releases, ticks that were
 * renumbered, several readers of one cell), accesses count as ordered: a race may
 * be missed, but none is made up.
 */
#include <stdlib.h>

#include "check/check_internal.h"

#define RELEASES_MAX (1u << 18)
#define PAGE (1u << GAC__RELEASE_BITS)
#define NO_GROUP UINT64_MAX /* a release that only joins two others */

gac_result gac__order_init(gac__checker *c)
{
    gac__order *o = &c->order;
    o->knows = gac__alloc_zero(c->allocator, (size_t)c->max_items * 3,
                               sizeof *o->knows);
    if (!o->knows)
        return GAC_ERR_MEMORY;
    o->seen = o->knows + c->max_items;
    o->fence = o->seen + c->max_items;
    return GAC_OK;
}

void gac__order_free(gac__checker *c)
{
    gac__order *o = &c->order;
    gac__free(c->allocator, o->knows, (size_t)c->max_items * 3,
              sizeof *o->knows);
    gac__counted_free(c, o->objects, o->n_slots, sizeof *o->objects);
    for (size_t k = 0; k < o->pages.n; k++)
        gac__counted_free(c, o->pages.items[k], PAGE, sizeof(gac__release));
    GAC__VEC_FREE(c->allocator, &o->pages);
    GAC__VEC_FREE(c->allocator, &o->table);
    GAC__VEC_FREE(c->allocator, &o->stack);
}

void gac__order_begin_group(gac__checker *c)
{
    gac__order *o = &c->order;
    if (o->touched)
        memset(o->knows, 0, (size_t)c->max_items * 3 * sizeof *o->knows);
    o->touched = o->plain = o->wrote = o->barrier = false;
    o->barrier_release = 0;
    o->dirty[0] = o->dirty[1] = false;
    o->base = o->all = 0;
    o->table_roots[0] = o->table_roots[1] = 0;
    o->table.n = 0;
    if (!o->has_wide) {
        o->n_releases = 0;
        for (size_t k = 0; o->n_objects && k < o->n_slots; k++)
            o->objects[k] = (gac__order_object){ 0 };
        o->n_objects = 0;
    }
    o->first = o->n_releases;
}

/* -- releases -------------------------------------------------------------------- */

static bool add_page(gac__checker *c)
{
    gac__order *o = &c->order;
    gac__release *page = gac__counted_alloc(c, PAGE, sizeof *page);
    if (page && GAC__VEC_PUSH(c->allocator, &o->pages, page))
        return true;
    gac__counted_free(c, page, PAGE, sizeof *page);
    c->status = GAC_ERR_MEMORY;
    return false;
}

/* Adds a release; its number, or 0 if there is no room. Numbers begin at 1. */
static uint32_t add(gac__checker *c, const gac__release *release)
{
    gac__order *o = &c->order;
    if (o->n_releases >= RELEASES_MAX) {
        o->lost = true;
        return 0;
    }
    if (o->n_releases == o->pages.n * PAGE && !add_page(c))
        return 0;
    *gac__release_at(o, ++o->n_releases) = *release;
    return o->n_releases;
}

static bool leads_to(const gac__order *o, uint32_t a, uint32_t b)
{
    const gac__release *r = gac__release_at(o, a);
    return r->before[0] == b || r->before[1] == b;
}

/* What is known to those who know of both. */
static uint32_t join(gac__checker *c, uint32_t a, uint32_t b)
{
    const gac__order *o = &c->order;
    if (!a || !b || a == b)
        return a ? a : b;
    if (leads_to(o, a, b))
        return a;
    if (leads_to(o, b, a))
        return b;
    return add(c, &(gac__release){ .group = NO_GROUP, .before = { a, b } });
}

/* What a work-item has done up to now, and what it knows of; 0: nothing. */
static uint32_t make_release(gac__checker *c, uint32_t item)
{
    gac__order *o = &c->order;
    if (!o->plain && !o->knows[item] && !o->base)
        return 0;
    gac__release r = {
        .group = c->group, .item = item,
        .tick = { c->global_clock.tick - !o->dirty[0],
                  c->local_clock.tick - !o->dirty[1] },
        .fence = { c->global_clock.fence, c->local_clock.fence },
        .before = { o->knows[item], o->base }
    };
    return add(c, &r);
}

/* A barrier is a fence for all work-items. */
static uint32_t make_barrier_release(gac__checker *c)
{
    gac__order *o = &c->order;
    if (o->barrier && !o->barrier_release) {
        gac__release r = {
            .group = c->group, .item = GAC__NO_ITEM,
            .fence = { c->global_clock.fence, c->local_clock.fence },
            .before = { o->base }
        };
        o->barrier_release = add(c, &r);
    }
    return o->barrier_release;
}

/* What follows a release must have another tick than what came before. */
static void next_ticks(gac__checker *c)
{
    gac__order *o = &c->order;
    if (o->dirty[0])
        gac__clock_next(c, &c->global_clock);
    if (o->dirty[1])
        gac__clock_next(c, &c->local_clock);
    o->dirty[0] = o->dirty[1] = false;
}

/* -- atomic objects ------------------------------------------------------------------ */

static size_t hash(uint32_t plane, uint64_t offset)
{
    uint64_t h = (offset ^ (uint64_t)plane << 56) * 0x9E3779B97F4A7C15u;
    return (size_t)(h >> 20);
}

static gac__order_object *find(const gac__order *o, uint32_t plane,
                               uint64_t offset)
{
    if (!o->n_slots)
        return NULL;
    for (size_t k = hash(plane, offset) & (o->n_slots - 1);;
         k = (k + 1) & (o->n_slots - 1)) {
        gac__order_object *x = &o->objects[k];
        if (!x->plane || (x->plane == plane && x->offset == offset))
            return x;
    }
}

static gac__order_object *find_or_add(gac__checker *c, uint32_t plane,
                                      uint64_t offset)
{
    gac__order *o = &c->order;
    if (o->n_objects * 2 >= o->n_slots) {
        size_t n = o->n_slots, bigger = GAC__MAX(n * 2, (size_t)64);
        gac__order_object *old = o->objects;
        gac__order_object *more = gac__counted_alloc(c, bigger, sizeof *more);
        if (!more) {
            c->status = GAC_ERR_MEMORY;
            return NULL;
        }
        o->objects = more;
        o->n_slots = bigger;
        for (size_t k = 0; k < n; k++)
            if (old[k].plane)
                *find(o, old[k].plane, old[k].offset) = old[k];
        gac__counted_free(c, old, n, sizeof *old);
    }
    gac__order_object *x = find(o, plane, offset);
    if (!x->plane) {
        *x = (gac__order_object){ .plane = plane, .offset = offset };
        o->n_objects++;
    }
    return x;
}

/* -- atomics and fences ------------------------------------------------------------------ */

static void read_object(gac__checker *c, const gac__check_atomic_use *use,
                        uint32_t item, uint32_t release)
{
    gac__order *o = &c->order;
    uint32_t *at = use->order & GAC__ORDER_ACQUIRE ? &o->knows[item]
                                                   : &o->seen[item];
    *at = join(c, *at, release);
    o->touched = true;
    if (use->order & GAC__ORDER_ACQUIRE)
        o->all = join(c, o->all, release);
}

static void one_atomic(gac__checker *c, const gac__check_atomic_use *use,
                       bool local, uint32_t plane, uint64_t offset,
                       uint32_t item)
{
    gac__order *o = &c->order;
    gac__order_object *x = find(o, plane, offset);
    uint32_t seen = x && x->plane && (x->wide || x->group == c->group)
                        ? x->release : 0;
    bool wide = (use->order & GAC__ORDER_WIDE) && !local;
    uint32_t mine = 0;
    if (seen && use->reads)
        read_object(c, use, item, seen);
    if (!use->writes)
        return;
    if (use->order & GAC__ORDER_RELEASE) {
        mine = make_release(c, item);
    } else if (o->fence[item] || o->barrier) {
        mine = join(c, make_barrier_release(c), o->fence[item]);
        wide = !local;
    }
    /* What atomics read and write goes on with the release that was there;
     * what is only written does not. */
    if (use->reads && seen) {
        wide |= x->wide;
        mine = join(c, seen, mine);
    }
    if (!mine && !(x && x->plane))
        return;
    x = find_or_add(c, plane, offset);
    if (!x)
        return;
    x->release = mine;
    x->group = c->group;
    x->wide = wide;
    o->has_wide |= wide && mine;
}

void gac__order_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use)
{
    gac__order *o = &c->order;
    bool releases = use->writes && (use->order & GAC__ORDER_RELEASE);
    if (!releases && !o->n_objects && !o->touched && !o->barrier)
        return;
    const gac__plane *p = gac__plane_of(c, l->buffer);
    uint32_t plane = c->buffers[l->buffer].plane;
    uint64_t delta = gac__plane_offset(c, l, 0);
    for (uint32_t k = l->first; k < l->end; k++)
        if (!l->mask || l->mask[k])
            one_atomic(c, use, p->local, plane, l->offset[k] + delta,
                       l->first_item + k);
    if (releases)
        next_ticks(c);
}

void gac__check_fence(gac__checker *c, const gac__check_lanes *l,
                      uint32_t order)
{
    gac__order *o = &c->order;
    for (uint32_t k = l->first; k < l->end; k++) {
        uint32_t item = l->first_item + k;
        if (l->mask && !l->mask[k])
            continue;
        if ((order & GAC__ORDER_ACQUIRE) && o->seen[item]) {
            o->knows[item] = join(c, o->knows[item], o->seen[item]);
            o->all = join(c, o->all, o->seen[item]);
            o->seen[item] = 0;
        }
        if (order & GAC__ORDER_RELEASE) {
            o->fence[item] = make_release(c, item);
            o->touched |= o->fence[item] != 0;
        }
    }
    if (order & GAC__ORDER_RELEASE)
        next_ticks(c);
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

/* -- looking back ------------------------------------------------------------------------- */

static bool push(gac__checker *c, uint32_t release)
{
    if (!release || GAC__VEC_PUSH(c->allocator, &c->order.stack, release))
        return true;
    c->status = GAC_ERR_MEMORY;
    return false;
}

/* The next release that is reached from those on the stack and numbered at least
 * `least`; NULL if there are no more. */
static gac__release *next_known(gac__checker *c, uint32_t least)
{
    gac__order *o = &c->order;
    while (o->stack.n) {
        uint32_t number = o->stack.items[--o->stack.n];
        gac__release *r = gac__release_at(o, number);
        if (number <= least || r->stamp == o->stamp)
            continue;
        r->stamp = o->stamp;
        if (push(c, r->before[0]) && push(c, r->before[1]))
            return r;
    }
    return NULL;
}

static void start(gac__checker *c, uint32_t a, uint32_t b)
{
    gac__order *o = &c->order;
    o->stack.n = 0;
    o->stamp++;
    (void)(push(c, a) && push(c, b));
}

static int by_group(const void *x, const void *y)
{
    const gac__release *a = *(gac__release *const *)x;
    const gac__release *b = *(gac__release *const *)y;
    return (a->group > b->group) - (a->group < b->group);
}

/* Fills the table with earlier groups' releases, by group. */
static void fill_table(gac__checker *c, uint32_t a, uint32_t b)
{
    gac__order *o = &c->order;
    if (o->table_roots[0] == a && o->table_roots[1] == b)
        return;
    o->table.n = 0;
    start(c, a, b);
    for (gac__release *r; (r = next_known(c, 0)) != NULL;)
        if (r->group != NO_GROUP && r->group != c->group
            && !GAC__VEC_PUSH(c->allocator, &o->table, r))
            c->status = GAC_ERR_MEMORY;
    if (o->table.n)
        qsort(o->table.items, o->table.n, sizeof *o->table.items, by_group);
    o->table_roots[0] = a;
    o->table_roots[1] = b;
}

static bool covers(const gac__release *r, bool local, uint32_t item,
                   uint32_t tick)
{
    return tick < r->fence[local] || (r->item == item && tick <= r->tick[local]);
}

#define NEAR 64u /* releases that are looked at before a table is made */

/* Whether a group's release is among the first that a search meets: that of the
 * group before is what most wait for. */
static bool is_near(gac__checker *c, uint32_t a, uint32_t b, uint64_t group,
                    uint32_t item, uint32_t tick)
{
    start(c, a, b);
    for (uint32_t n = 0; n < NEAR; n++) {
        const gac__release *r = next_known(c, 0);
        if (!r)
            return false;
        if (r->group == group && covers(r, false, item, tick))
            return true;
    }
    return false;
}

/* The first of the table's releases of a group, or of one behind it. */
static size_t first_of_group(const gac__order *o, uint64_t group)
{
    size_t low = 0, high = o->table.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (o->table.items[middle]->group < group)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What is no longer known of a cell counts as what is in order. */
static bool blurred_is_known(gac__checker *c, uint32_t knows, uint32_t tick)
{
    gac__order *o = &c->order;
    uint32_t highest = GAC__MIN(tick | o->blur, c->global_clock.group - 1);
    uint64_t first = gac__group_of_tick(c, tick & ~o->blur);
    uint64_t last = gac__group_of_tick(c, highest);
    fill_table(c, knows, o->base);
    if (last == UINT64_MAX || tick == GAC__TICK_EARLIER)
        return o->table.n != 0;
    if (first == UINT64_MAX)
        first = c->first_group;
    for (size_t k = first_of_group(o, first);
         k < o->table.n && o->table.items[k]->group <= last; k++) {
        const gac__release *r = o->table.items[k];
        if (o->blur || tick < r->fence[0] || tick <= r->tick[0])
            return true;
    }
    return false;
}

static bool earlier_group_is_known(gac__checker *c, uint32_t knows,
                                   uint32_t cell)
{
    gac__order *o = &c->order;
    uint32_t tick = gac__cell_tick(&c->layout, cell);
    uint32_t item = gac__cell_item(&c->layout, cell);
    uint64_t group = gac__group_of_tick(c, tick);
    if (tick == GAC__TICK_DONE)
        return false;
    if (item == c->layout.lost_item)
        return blurred_is_known(c, knows, tick);
    if (group != UINT64_MAX
        && is_near(c, knows, o->base, group, item, tick))
        return true;
    fill_table(c, knows, o->base);
    if (group == UINT64_MAX) /* renumbered: some group's */
        return o->table.n != 0;
    for (size_t k = first_of_group(o, group);
         k < o->table.n && o->table.items[k]->group == group; k++)
        if (covers(o->table.items[k], false, item, tick))
            return true;
    return false;
}

bool gac__is_ordered(gac__checker *c, bool local, uint32_t item, uint32_t cell)
{
    gac__order *o = &c->order;
    uint32_t tick = gac__cell_tick(&c->layout, cell);
    uint32_t knows = item == GAC__NO_ITEM ? o->all : o->knows[item];
    if (!knows && !o->base)
        return false;
    if (o->lost)
        return true;
    if (!local && tick < c->global_clock.group) {
        return earlier_group_is_known(c, knows, cell);
    }
    uint32_t other = gac__cell_item(&c->layout, cell);
    start(c, knows, o->base);
    for (gac__release *r; (r = next_known(c, o->first)) != NULL;)
        if (r->group == c->group && covers(r, local, other, tick))
            return true;
    return false;
}

bool gac__knows_since(gac__checker *c, const gac__clock *clock, uint32_t item)
{
    gac__order *o = &c->order;
    bool local = clock == &c->local_clock;
    if (!o->knows[item])
        return false;
    start(c, o->knows[item], 0);
    for (const gac__release *r; (r = next_known(c, o->first)) != NULL;)
        if (r->group == c->group && r->tick[local] >= clock->fence)
            return true;
    return o->lost;
}

bool gac__knows_earlier_groups(gac__checker *c, uint32_t item)
{
    gac__order *o = &c->order;
    uint32_t knows = item == GAC__NO_ITEM ? o->all : o->knows[item];
    if (!knows && !o->base)
        return false;
    start(c, knows, o->base);
    for (const gac__release *r; (r = next_known(c, 0)) != NULL;)
        if (r->group != NO_GROUP && r->group != c->group)
            return true;
    return o->lost;
}
