/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A run's checker: what it is made of, and how time passes.
 *
 * Exact findings need to know, of each byte, who touched it last and whether a
 * barrier has passed since. Clocks answer the second: a tick passes at every
 * barrier, wait and group; an access carries its tick, and is ordered before
 * what follows if a fence (a barrier for that kind of memory) is younger. Since
 * groups run one after the other, what is told comes in the same order in every
 * run, and the findings do not depend on threads or on when copies land.
 */
#include "check/shadow_kernels.h"

/* -- layout of cells ------------------------------------------------------- */

static uint32_t bits_for(uint64_t n)
{
    uint32_t bits = 1;
    while (n >> bits)
        bits++;
    return bits;
}

/* Items and sites are as narrow as the kernel allows, but ticks get 8 bits:
 * what sites there is no room for are not named as a fault's other party. */
static void lay_out(gac__checker *c)
{
    gac__cell_layout *l = &c->layout;
    l->item_bits = bits_for(c->max_items + 1);
    l->site_bits = bits_for((uint64_t)c->ir->n_sites + 1);
    uint32_t room = 32 - CELL_FLAGS - 8 - l->item_bits;
    l->site_bits = GAC__MIN(l->site_bits, room);
    l->flag_shift = l->item_bits + l->site_bits;
    l->tick_shift = l->flag_shift + CELL_FLAGS;
    l->item_mask = ((uint32_t)1 << l->item_bits) - 1;
    l->lost_item = l->item_mask - 1;
    l->max_tick = UINT32_MAX >> l->tick_shift;
    l->sub_group_mask = l->item_mask & ~(c->sub_group_size - 1);
}

static const gac__shadow_kernels *kernels(gac__isa isa)
{
#if defined(__x86_64__)
    switch (isa) {
    case GAC__ISA_AVX512: return gac__shadow_kernels_avx512();
    case GAC__ISA_AVX2: return gac__shadow_kernels_avx2();
    default: break;
    }
#endif
    (void)isa;
    return gac__shadow_kernels_baseline();
}

static gac_result make_clocks(gac__checker *c)
{
    c->n_sub_groups =
        (uint32_t)((c->max_items + c->sub_group_size - 1) / c->sub_group_size);
    c->local_clock.sub_group =
        gac__alloc_zero(c->allocator, c->n_sub_groups, sizeof(uint32_t));
    c->global_clock.sub_group =
        gac__alloc_zero(c->allocator, c->n_sub_groups, sizeof(uint32_t));
    c->local_clock.tick = c->global_clock.tick = GAC__TICK_DONE;
    return c->local_clock.sub_group && c->global_clock.sub_group
               ? GAC_OK
               : GAC_ERR_MEMORY;
}

gac_result gac__checker_create(const gac__check_config *config,
                               gac__checker **checker_out)
{
    gac__checker *c = gac__alloc_zero(config->allocator, 1, sizeof *c);
    *checker_out = c;
    if (!c)
        return GAC_ERR_MEMORY;
    c->allocator = config->allocator;
    gac__arena_init(&c->words, c->allocator);
    c->ir = config->ir;
    c->kernel = config->kernel;
    memcpy(c->groups, config->groups, sizeof c->groups);
    c->max_items = config->max_items;
    c->sub_group_size = config->sub_group_size;
    c->width = config->width;
    c->n_strips = config->n_strips;
    c->wait_is_barrier = config->wait_is_barrier;
    if (config->disabled)
        memcpy(c->disabled, config->disabled, sizeof c->disabled);
    c->n_buffers = config->n_buffers;
    c->spare = config->spare;
    c->watch = config->watch;
    c->kernels = kernels(config->isa);
    lay_out(c);
    gac_result result = make_clocks(c);
    if (result == GAC_OK)
        result = gac__order_init(c);
    c->sites = gac__alloc_zero(c->allocator, (size_t)c->ir->n_sites + 1,
                               sizeof *c->sites);
    c->log_offsets =
        gac__alloc_zero(c->allocator, c->width, sizeof *c->log_offsets);
    c->absent = gac__alloc_zero(c->allocator, (size_t)(c->max_items + 63) / 64,
                                sizeof *c->absent);
    if (result == GAC_OK && !(c->sites && c->log_offsets && c->absent))
        result = GAC_ERR_MEMORY;
    if (result == GAC_OK)
        result = gac__planes_make(c, config);
    if (result == GAC_OK)
        gac__flights_init(c);
    if (result != GAC_OK) {
        gac__checker_destroy(c);
        *checker_out = NULL;
    }
    return result;
}

void gac__checker_destroy(gac__checker *c)
{
    if (!c)
        return;
    const gac_allocator *a = c->allocator;
    gac__planes_free(c);
    gac__order_free(c);
    gac__free(a, c->local_clock.sub_group, c->n_sub_groups, sizeof(uint32_t));
    gac__free(a, c->global_clock.sub_group, c->n_sub_groups, sizeof(uint32_t));
    gac__free(a, c->sites, (size_t)c->ir->n_sites + 1, sizeof *c->sites);
    gac__findings_free(c);
    gac__group_ticks_clear(c);
    GAC__VEC_FREE(a, &c->group_ticks.columns);
    gac__flights_free(c);
    GAC__VEC_FREE(a, &c->log);
    gac__free(a, c->log_offsets, c->width, sizeof *c->log_offsets);
    gac__free(a, c->absent, (size_t)(c->max_items + 63) / 64,
              sizeof *c->absent);
    gac__free(a, c, 1, sizeof *c);
}

uint64_t gac__checker_bytes(const gac__checker *checker)
{
    return checker->peak_bytes
           + checker->flights.lines.capacity * sizeof(gac__line)
           + (checker->open.capacity + checker->young.capacity)
                 * sizeof *checker->open.items;
}

uint64_t gac__checker_shadowed(const gac__checker *checker)
{
    return checker->shadowed_bytes;
}

/* -- limits ---------------------------------------------------------------- */

void gac__checker_limit(gac__checker *checker, uint64_t *budget)
{
    checker->runner_budget = budget;
}

bool gac__check_end(gac__checker *c)
{
    if (c->runner_budget)
        *c->runner_budget = 0;
    return false;
}

bool gac__check_goes_on(gac__checker *c, uint64_t steps)
{
    return gac__check_on(c, steps);
}

/* -- time ------------------------------------------------------------------ */

uint32_t gac__clock_next(gac__checker *c, gac__clock *clock)
{
    if (clock->tick + 4 >= c->layout.max_tick)
        gac__planes_sweep(c, clock == &c->local_clock);
    return ++clock->tick;
}

static void begin_clock(gac__checker *c, gac__clock *clock)
{
    /* Both ticks without a sweep in between. */
    if (clock->tick + 8 >= c->layout.max_tick)
        gac__planes_sweep(c, clock == &c->local_clock);
    clock->group = gac__clock_next(c, clock);
    clock->fence = gac__clock_next(c, clock);
    clock->wait = 0;
    memset(clock->sub_group, 0, c->n_sub_groups * sizeof(uint32_t));
}

void gac__group_ticks_add(gac__checker *c, uint32_t tick)
{
    gac__ticks *t = &c->group_ticks;
    uint32_t all[GAC__COLUMN_WORDS], n_words, *column;
    t->last[t->n++ % GAC__COLUMN_MAX] = tick;
    if (t->n % GAC__COLUMN_MAX)
        return;
    n_words = gac__column_pack(t->last, GAC__COLUMN_MAX, all);
    column = gac__counted_alloc(c, n_words, sizeof *column);
    if (column)
        memcpy(column, all, n_words * sizeof *column);
    if (!column || !GAC__VEC_PUSH(c->allocator, &t->columns, column)) {
        gac__counted_free(c, column, n_words, sizeof *column);
        t->n -= GAC__COLUMN_MAX;
        c->status = GAC_ERR_MEMORY;
    }
}

void gac__group_ticks_clear(gac__checker *c)
{
    gac__ticks *t = &c->group_ticks;
    for (size_t k = 0; k < t->columns.n; k++) {
        uint32_t *column = t->columns.items[k];
        gac__counted_free(c, column, gac__column_words(column, GAC__COLUMN_MAX),
                          sizeof *column);
    }
    t->columns.n = t->n = 0;
}

static uint32_t tick_at(const gac__ticks *t, size_t k)
{
    uint32_t at = k % GAC__COLUMN_MAX;
    return k / GAC__COLUMN_MAX < t->columns.n
               ? gac__column_at(t->columns.items[k / GAC__COLUMN_MAX], at)
               : t->last[at];
}

uint64_t gac__group_of_tick(const gac__checker *c, uint32_t tick)
{
    size_t low = 0, high = c->group_ticks.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tick_at(&c->group_ticks, middle) <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? c->first_group + low - 1 : UINT64_MAX;
}

uint64_t gac__group_of_cell(const gac__checker *c, uint32_t cell)
{
    bool is_lost = gac__cell_item(&c->layout, cell) == c->layout.lost_item;
    return is_lost && c->order.blur
               ? UINT64_MAX
               : gac__group_of_tick(c, gac__cell_tick(&c->layout, cell));
}

void gac__check_group_begin(gac__checker *c, uint64_t linear,
                            const uint64_t local_size[3], uint64_t n_items)
{
    begin_clock(c, &c->local_clock);
    begin_clock(c, &c->global_clock);
    c->local_clock.group = 0;
    c->group = linear;
    c->n_items = n_items;
    memcpy(c->local, local_size, sizeof c->local);
    if (!c->group_ticks.n)
        c->first_group = linear;
    gac__group_ticks_add(c, c->global_clock.group);
    gac__flights_begin_group(c);
    c->diverged = c->in_rounds = false;
    c->n_meetings++;
    gac__planes_begin_group(c);
    gac__order_begin_group(c);
}

bool gac__check_meeting(gac__checker *c, bool all)
{
    bool news = !all && !c->diverged;
    c->diverged = !all;
    c->in_rounds &= !all;
    c->n_meetings += all;
    return news;
}

bool gac__check_is_diverged(const gac__checker *c)
{
    return c->diverged;
}

void gac__check_barrier(gac__checker *c, uint64_t semantics)
{
    gac__order_barrier(c, 0, UINT32_MAX);
    if (semantics & SpvMemorySemanticsWorkgroupMemoryMask) {
        gac__log_clear(c); /* ordered from now on */
        c->local_clock.fence = gac__clock_next(c, &c->local_clock);
    }
    if (semantics & SpvMemorySemanticsCrossWorkgroupMemoryMask) {
        c->global_clock.fence = gac__clock_next(c, &c->global_clock);
        gac__order_fence_all(c);
    }
}

void gac__check_sub_group_barrier(gac__checker *c, uint32_t sub_group,
                                  uint64_t semantics)
{
    if (sub_group >= c->n_sub_groups)
        return;
    gac__order_barrier(c, sub_group * c->sub_group_size,
                       (sub_group + 1) * c->sub_group_size);
    if (semantics & SpvMemorySemanticsWorkgroupMemoryMask)
        c->local_clock.sub_group[sub_group] =
            gac__clock_next(c, &c->local_clock);
    if (semantics & SpvMemorySemanticsCrossWorkgroupMemoryMask)
        c->global_clock.sub_group[sub_group] =
            gac__clock_next(c, &c->global_clock);
}

void gac__check_waited(gac__checker *c)
{
    c->local_clock.wait = gac__clock_next(c, &c->local_clock);
    c->global_clock.wait = gac__clock_next(c, &c->global_clock);
    if (c->wait_is_barrier) {
        gac__order_barrier(c, 0, UINT32_MAX);
        gac__log_clear(c);
        c->local_clock.fence = c->local_clock.wait;
        c->global_clock.fence = c->global_clock.wait;
    }
}
