/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies in flight, their events, and when they land.
 *
 * One queue serves the work-groups of a strip. An EAGER queue copies in
 * gac_copy_queue_start() and only counts events; the others keep pending
 * copies, cut into tiles. A wait lands what is left of its events' copies: in a
 * LATE queue all of it; in a THREAD queue what the worker has not taken; in a
 * RANDOM queue tile by tile, with tiles of other copies in between, so that
 * every order that a DMA engine may take can occur.
 *
 * Pending copies come from a free list, slots from an array: nothing is
 * allocated once a queue has had its largest number of both. */
#include "copy/copy_internal.h"

#define SLOT_BITS 20u
#define MAX_SLOTS ((1u << SLOT_BITS) - 1)
#define MAX_USE 4095u
#define FAR_MAX_PENDING 16u /* pending copies: more prefetches evict others */

static void lock(gac_copy_queue *q)
{
    if (q->worker)
        pthread_mutex_lock(&q->worker->mutex);
}

static void unlock(gac_copy_queue *q)
{
    if (q->worker)
        pthread_mutex_unlock(&q->worker->mutex);
}

static size_t random_below(gac_copy_queue *q, size_t n)
{
    return (size_t)(gac__random_next(&q->random) % n);
}

/* -- events ---------------------------------------------------------------- */

static gac_copy_event event_of(const gac_copy_queue *q, uint32_t slot)
{
    return (gac_copy_event)((uint32_t)q->slots.items[slot].use << SLOT_BITS
                            | slot);
}

static gac__copy_slot *slot_find(gac_copy_queue *q, gac_copy_event event)
{
    uint32_t i = event & MAX_SLOTS;
    if (i >= q->slots.n || !q->slots.items[i].live
        || q->slots.items[i].use != event >> SLOT_BITS)
        return NULL;
    return &q->slots.items[i];
}

static gac_result slot_new(gac_copy_queue *q, uint32_t *slot_out)
{
    uint32_t i;
    if (q->free_slot) {
        i = q->free_slot - 1;
        q->free_slot = q->slots.items[i].next_free;
    } else {
        const gac__copy_slot fresh = {.use = 1};
        if (q->slots.n == MAX_SLOTS)
            return GAC_ERR_LIMIT;
        if (!GAC__VEC_PUSH(q->allocator, &q->slots, fresh))
            return GAC_ERR_MEMORY;
        i = (uint32_t)q->slots.n - 1;
    }
    q->slots.items[i].copies = 0;
    q->slots.items[i].live = true;
    q->slots.items[i].waited = false;
    q->n_live++;
    *slot_out = i;
    return GAC_OK;
}

static void slot_release(gac_copy_queue *q, uint32_t i)
{
    gac__copy_slot *s = &q->slots.items[i];
    s->live = s->waited = false;
    s->use = (uint16_t)(s->use == MAX_USE ? 1 : s->use + 1);
    s->next_free = q->free_slot;
    q->free_slot = i + 1;
    q->n_live--;
}

/* -- pending copies -------------------------------------------------------- */

static gac__copy_pending *pending_new(gac_copy_queue *q)
{
    gac__copy_pending *p = q->free_pending;
    if (!GAC__VEC_RESERVE(q->allocator, &q->order, 1))
        return NULL;
    if (p)
        q->free_pending = p->next_free;
    else if (!(p = gac__arena_alloc(&q->arena, 1, sizeof *p)))
        return NULL;
    q->order.items[q->order.n++] = p;
    return p;
}

static void pending_free(gac_copy_queue *q, gac__copy_pending *p)
{
    p->next_free = q->free_pending;
    q->free_pending = p;
}

/* Removes copies that have landed from the order. */
static void collect(gac_copy_queue *q)
{
    size_t kept = 0;
    for (size_t i = 0; i < q->order.n; i++) {
        gac__copy_pending *p = q->order.items[i];
        if (p->landed == p->n_tiles)
            pending_free(q, p);
        else
            q->order.items[kept++] = p;
    }
    q->order.n = kept;
}

static size_t next_tile(gac_copy_queue *q, gac__copy_pending *p)
{
    if (q->mode != GAC_COPY_RANDOM)
        return p->taken;
    do
        p->x = (p->x * p->multiplier + p->increment) & p->mask;
    while (p->x >= p->n_tiles);
    return p->x;
}

/* -- limits ---------------------------------------------------------------- */

/* Calls `go_on` after each MiB, on the thread that uses the queue alone. */
static bool owner_goes_on(void *user, size_t bytes)
{
    gac_copy_queue *q = user;
    q->copied += bytes;
    if (q->go_on && q->copied >= GAC__COPY_PIECE_BYTES) {
        q->copied = 0;
        if (!q->go_on(q->user))
            atomic_store(&q->stopped, true);
    }
    return !atomic_load(&q->stopped);
}

static bool worker_goes_on(void *user, size_t bytes)
{
    (void)bytes;
    return !atomic_load(&((gac_copy_queue *)user)->stopped);
}

static bool is_stopped(gac_copy_queue *q)
{
    return atomic_load_explicit(&q->stopped, memory_order_relaxed);
}

/* Runs a whole copy, in pieces if it is large and may be stopped. */
static void run_whole(gac_copy_queue *q, const gac_copy_plan *plan, char *dst,
                      const char *src, bool owner)
{
    if (!q->go_on
        || (!plan->ordered
            && gac_copy_plan_bytes(plan) <= GAC__COPY_PIECE_BYTES))
        gac_copy_plan_run(plan, dst, src);
    else
        (void)gac__copy_in_pieces(plan, dst, src,
                                  owner ? owner_goes_on : worker_goes_on, q);
}

/* -- landing --------------------------------------------------------------- */

void gac__copy_land_tile(gac_copy_queue *q, gac__copy_pending *p, bool owner)
{
    size_t tile = next_tile(q, p);
    p->taken++;
    q->untaken--;
    unlock(q);
    if (p->tiling.n_tiles == 1)
        run_whole(q, &p->plan, p->dst, p->src, owner);
    else
        gac_copy_tile_run(&p->plan, &p->tiling, tile, p->dst, p->src);
    if (owner)
        (void)owner_goes_on(q, GAC__MIN(q->tile_bytes, p->plan.dst_span));
    if (q->worker && p->plan.streamed)
        gac_copy_fence();
    lock(q);
    if (++p->landed == p->n_tiles) {
        q->slots.items[p->slot].copies--;
        if (q->worker && q->worker->waiters > 0)
            pthread_cond_broadcast(&q->worker->landed);
    }
}

/* Lands the tiles of a pending copy that no thread has taken. */
static void land_rest(gac_copy_queue *q, gac__copy_pending *p)
{
    while (p->taken < p->n_tiles && !is_stopped(q))
        gac__copy_land_tile(q, p, true);
}

static void shuffle_tiles(gac_copy_queue *q, gac__copy_pending *p)
{
    size_t mask = p->n_tiles;
    for (unsigned shift = 1; shift < 8 * sizeof mask; shift *= 2)
        mask |= mask >> shift;
    p->mask = mask;
    p->x = (size_t)gac__random_next(&q->random) & mask;
    p->multiplier = (size_t)gac__random_next(&q->random) << 2 | 1;
    p->increment = (size_t)gac__random_next(&q->random) | 1;
}

/* Lands one tile at random: of a waited copy, or in a quarter of all cases, and
 * always if `any`, of any copy. False if there is none. */
static bool land_random(gac_copy_queue *q, bool any)
{
    if (q->order.n == 0)
        return false;
    size_t first = random_below(q, q->order.n);
    any |= random_below(q, 4) == 0;
    for (size_t i = 0; i < q->order.n; i++) {
        gac__copy_pending *p = q->order.items[(first + i) % q->order.n];
        if (p->taken < p->n_tiles && (any || q->slots.items[p->slot].waited)) {
            gac__copy_land_tile(q, p, true);
            return true;
        }
    }
    return false;
}

static bool waited_in_flight(const gac_copy_queue *q, bool all)
{
    for (size_t i = 0; i < q->order.n; i++) {
        const gac__copy_pending *p = q->order.items[i];
        if ((all || q->slots.items[p->slot].waited) && p->landed < p->n_tiles)
            return true;
    }
    return false;
}

/* Drops all copies, and waits for tiles that the worker has taken. The lock is
 * held. */
static void drop_all(gac_copy_queue *q)
{
    for (size_t i = 0; i < q->order.n; i++) {
        gac__copy_pending *p = q->order.items[i];
        q->untaken -= p->n_tiles - p->taken;
        p->n_tiles = p->taken;
    }
    while (q->worker && waited_in_flight(q, true))
        gac__copy_worker_await(q->worker);
    collect(q);
}

/* Waits for the worker, and calls `go_on`, too: a copy may be long. */
static void await(gac_copy_queue *q)
{
    gac__copy_worker_await(q->worker);
    (void)owner_goes_on(q, GAC__COPY_PIECE_BYTES);
}

/* Lands the copies of the waited events, or all copies. */
static void land(gac_copy_queue *q, bool all)
{
    if (q->mode == GAC_COPY_RANDOM) {
        while (waited_in_flight(q, all) && !is_stopped(q))
            land_random(q, all);
    } else {
        for (size_t i = 0; i < q->order.n; i++)
            if (all || q->slots.items[q->order.items[i]->slot].waited)
                land_rest(q, q->order.items[i]);
        while (q->worker && waited_in_flight(q, all) && !is_stopped(q))
            await(q);
    }
    if (is_stopped(q))
        drop_all(q);
    collect(q);
}

/* One fence serves all copies past the caches since the last one. */
static void fence(gac_copy_queue *q)
{
    if (q->streamed)
        gac_copy_fence();
    q->streamed = false;
}

/* Lands the oldest copy, to make room for another one. */
static void land_oldest(gac_copy_queue *q)
{
    gac__copy_pending *p = q->order.items[0];
    land_rest(q, p);
    while (p->landed < p->n_tiles && !is_stopped(q))
        await(q);
    if (is_stopped(q))
        drop_all(q);
    collect(q);
}

static gac_result defer(gac_copy_queue *q, const gac_copy_plan *plan, void *dst,
                        const void *src, uint32_t slot)
{
    if (q->order.n >= q->max_pending)
        land_oldest(q);
    gac__copy_pending *p = pending_new(q);
    if (!p)
        return GAC_ERR_MEMORY;
    p->plan = *plan;
    p->dst = dst;
    p->src = src;
    p->slot = slot;
    p->taken = p->landed = 0;
    gac_copy_tiling_make(&p->tiling, plan, q->tile_bytes);
    p->n_tiles = p->tiling.n_tiles;
    q->untaken += p->n_tiles;
    q->slots.items[slot].copies++;
    if (q->mode == GAC_COPY_RANDOM)
        shuffle_tiles(q, p);
    if (plan->flags & GAC_COPY_FAR)
        gac_copy_prefetch(plan, src);
    if (q->worker)
        pthread_cond_signal(&q->worker->work);
    return GAC_OK;
}

/* -- the interface --------------------------------------------------------- */

gac_result gac_copy_queue_create(const gac_copy_queue_options *options,
                                 gac_copy_queue **queue_out)
{
    gac_copy_queue_options o = {0};
    if (queue_out)
        *queue_out = NULL;
    if (!queue_out || !gac__read_options(&o, sizeof o, options)
        || (unsigned)o.mode > GAC_COPY_RANDOM
        || (o.mode == GAC_COPY_THREAD && !o.worker))
        return GAC_ERR_ARGUMENT;
    const gac_allocator *a = o.allocator && o.allocator->resize
                                 ? o.allocator
                                 : &gac__malloc_allocator;
    gac_copy_queue *q = gac__alloc_zero(a, 1, sizeof *q);
    if (!q)
        return GAC_ERR_MEMORY;
    q->allocator = a;
    gac__arena_init(&q->arena, a);
    q->mode = o.mode;
    q->random = o.seed;
    q->max_pending = o.max_pending;
    if (q->max_pending == 0)
        q->max_pending = q->mode == GAC_COPY_EAGER ? FAR_MAX_PENDING : 1024;
    q->go_on = o.go_on;
    q->user = o.user;
    q->tile_bytes = o.tile_bytes;
    if (q->tile_bytes == 0)
        q->tile_bytes = q->mode == GAC_COPY_RANDOM   ? 256
                        : q->mode == GAC_COPY_THREAD ? 32768
                                                     : PTRDIFF_MAX;
    if (q->mode == GAC_COPY_THREAD) {
        q->worker = o.worker;
        gac__copy_worker_attach(q->worker, q);
    }
    *queue_out = q;
    return GAC_OK;
}

void gac_copy_queue_destroy(gac_copy_queue *q)
{
    if (!q)
        return;
    lock(q);
    atomic_store(&q->stopped, true);
    drop_all(q);
    unlock(q);
    if (q->worker)
        gac__copy_worker_detach(q->worker, q);
    const gac_allocator *a = q->allocator;
    gac__arena_free(&q->arena);
    GAC__VEC_FREE(a, &q->order);
    GAC__VEC_FREE(a, &q->slots);
    gac__free(a, q, 1, sizeof *q);
}

void gac_copy_queue_reset(gac_copy_queue *q, uint64_t seed)
{
    if (!q)
        return;
    lock(q);
    if (q->order.n > 0) {
        atomic_store(&q->stopped, true);
        drop_all(q);
    }
    if (is_stopped(q))
        atomic_store(&q->stopped, false);
    for (uint32_t i = 0; q->n_live > 0; i++)
        if (q->slots.items[i].live)
            slot_release(q, i);
    q->random = seed;
    unlock(q);
}

static void step(gac_copy_queue *q)
{
    if (q->mode != GAC_COPY_RANDOM || q->order.n == 0)
        return;
    for (size_t n = random_below(q, 4); n > 0; n--)
        land_random(q, true);
    collect(q);
}

/* The slot of the caller's event, or a new one. */
static gac_result slot_for(gac_copy_queue *q, gac_copy_event event,
                           uint32_t *slot_out)
{
    if (event == 0)
        return slot_new(q, slot_out);
    gac__copy_slot *s = slot_find(q, event);
    if (!s)
        return GAC_ERR_EVENT;
    *slot_out = (uint32_t)(s - q->slots.items);
    return GAC_OK;
}

gac_result gac_copy_queue_start(gac_copy_queue *q, const gac_copy_plan *plan,
                                void *dst, const void *src,
                                gac_copy_event *event)
{
    if (!q || !plan || !event)
        return GAC_ERR_ARGUMENT;
    uint32_t slot = 0;
    bool deferred = (q->mode != GAC_COPY_EAGER || plan->flags & GAC_COPY_FAR)
                    && plan->line_bytes > 0;
    lock(q);
    gac_result result =
        is_stopped(q) ? GAC_ERR_CANCELLED : slot_for(q, *event, &slot);
    if (result == GAC_OK && deferred) {
        step(q);
        result = defer(q, plan, dst, src, slot);
        if (result != GAC_OK && *event == 0)
            slot_release(q, slot);
    }
    unlock(q);
    if (result != GAC_OK)
        return result;
    if (!deferred)
        run_whole(q, plan, dst, src, true);
    q->streamed |= plan->streamed;
    *event = event_of(q, slot);
    return is_stopped(q) ? GAC_ERR_CANCELLED : GAC_OK;
}

gac_result gac_copy_queue_poll(gac_copy_queue *q, gac_copy_event event)
{
    if (!q)
        return GAC_ERR_ARGUMENT;
    lock(q);
    step(q);
    const gac__copy_slot *s = slot_find(q, event);
    gac_result result = !s ? GAC_ERR_EVENT : s->copies ? GAC_ERR_BUSY : GAC_OK;
    unlock(q);
    return result;
}

gac_result gac_copy_queue_wait(gac_copy_queue *q, const gac_copy_event *events,
                               size_t n_events)
{
    if (!q || (!events && n_events))
        return GAC_ERR_ARGUMENT;
    gac_result result = GAC_OK;
    bool in_flight = false;
    lock(q);
    for (size_t i = 0; i < n_events; i++) {
        gac__copy_slot *s = slot_find(q, events[i]);
        if (!s || s->waited) {
            result = GAC_ERR_EVENT;
            continue;
        }
        s->waited = true;
        in_flight |= s->copies > 0;
    }
    if (in_flight)
        land(q, false);
    fence(q);
    for (size_t i = 0; i < n_events; i++)
        if (slot_find(q, events[i]))
            slot_release(q, events[i] & MAX_SLOTS);
    unlock(q);
    return is_stopped(q) ? GAC_ERR_CANCELLED : result;
}

void gac_copy_queue_finish(gac_copy_queue *q)
{
    if (!q)
        return;
    lock(q);
    land(q, true);
    fence(q);
    unlock(q);
}

void gac_copy_queue_step(gac_copy_queue *q)
{
    if (q)
        step(q);
}

size_t gac_copy_queue_events(const gac_copy_queue *q)
{
    return q ? q->n_live : 0;
}

size_t gac_copy_queue_pending(gac_copy_queue *q)
{
    if (!q)
        return 0;
    lock(q);
    collect(q);
    size_t n = q->order.n;
    unlock(q);
    return n;
}
