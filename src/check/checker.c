/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A run's checker: what it is made of, and how time passes.
 *
 * A race is found from the last access to each byte, and from whether a barrier
 * has come since. Cells keep the access with its epoch (epochs.h): it is
 * ordered before later ones if its epoch is lower than the fence's, which is
 * the last barrier for that kind of memory.
 * Groups run one after the other, so that findings come in the same order in
 * every run, and do not depend on threads or on when copies land.
 */
#include "check/checker.h"
#include "check/accesses.h"

/* -- layout of cells ------------------------------------------------------- */

/* Items have as few bits of a cell as the kernel's groups allow; epochs have
 * the others. */
static void lay_out(gac__checker *c)
{
    gac__cell_layout *l = &c->layout;
    l->item_bits = 64 - (uint32_t)__builtin_clzll(c->config.max_items | 1);
    l->epoch_shift = l->item_bits + CELL_FLAGS;
    l->item_mask = ((uint32_t)1 << l->item_bits) - 1;
    l->sub_group_mask = l->item_mask & ~(c->config.sub_group_size - 1);
    l->sub_group_shift = (uint32_t)__builtin_ctz(c->config.sub_group_size);
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

static gac_result make_parts(gac__checker *c)
{
    c->n_sub_groups =
        (uint32_t)((c->config.max_items + c->config.sub_group_size - 1)
                   / c->config.sub_group_size);
    c->sites = gac__arena_alloc(&c->memory, (size_t)c->config.ir->n_sites + 1,
                                sizeof *c->sites);
    c->log_offsets =
        gac__arena_alloc(&c->memory, c->config.width, sizeof *c->log_offsets);
    c->log_mask = gac__arena_alloc(&c->memory, c->config.width, 1);
    c->absent =
        gac__arena_alloc(&c->memory, gac__n_item_words(c), sizeof *c->absent);
    uint32_t *sub_groups = gac__arena_alloc(
        &c->memory, (size_t)c->n_sub_groups * 2, sizeof *sub_groups);
    if (!c->sites || !c->log_offsets || !c->log_mask || !c->absent
        || !sub_groups || !gac__order_init(c))
        return GAC_ERR_MEMORY;
    c->clocks[0].sub_group = sub_groups;
    c->clocks[1].sub_group = sub_groups + c->n_sub_groups;
    GAC__TRY(gac__shadow_maps_make(c));
    gac__flights_init(c);
    return gac__epochs_init(c) ? GAC_OK : c->status;
}

gac_result gac__checker_create(const gac__check_config *config,
                               gac__checker **checker_out)
{
    gac__checker *c = gac__alloc_zero(config->allocator, 1, sizeof *c);
    *checker_out = c;
    if (!c)
        return GAC_ERR_MEMORY;
    c->config = *config;
    c->counted = (gac_allocator){gac__resize_counted, c};
    gac__arena_init(&c->memory, config->allocator);
    if (config->disabled)
        memcpy(c->disabled, config->disabled, sizeof c->disabled);
    c->kernels = kernels(config->isa);
    lay_out(c);
    gac_result result = make_parts(c);
    if (result != GAC_OK && result != GAC_ERR_LIMIT) {
        gac__checker_destroy(c);
        *checker_out = NULL;
    }
    return result;
}

void gac__checker_destroy(gac__checker *c)
{
    if (!c)
        return;
    if (c->config.arena)
        gac__cell_arena_reset(c->config.arena);
    gac__order_free(c);
    gac__flights_free(c);
    GAC__VEC_FREE(&c->counted, &c->findings);
    GAC__VEC_FREE(&c->counted, &c->epochs.rows);
    GAC__VEC_FREE(&c->counted, &c->log);
    gac__arena_free(&c->memory);
    gac__free(c->config.allocator, c, 1, sizeof *c);
}

void gac__checker_bytes(const gac__checker *checker, uint64_t *shadow_out,
                        uint64_t *shadowed_out)
{
    *shadow_out = checker->peak_bytes;
    *shadowed_out = checker->shadowed_bytes;
}

/* -- limits ---------------------------------------------------------------- */

void gac__checker_limit(gac__checker *checker, uint64_t *budget)
{
    checker->runner_budget = budget;
}

bool gac__check_goes_on(gac__checker *c, uint64_t steps)
{
    return gac__check_on(c, steps);
}

/* -- time ------------------------------------------------------------------ */

void gac__check_group_begin(gac__checker *c, uint64_t linear,
                            const uint64_t local_size[3], uint64_t n_items)
{
    c->group = linear;
    gac__epochs_begin_group(c);
    c->n_items = n_items;
    memcpy(c->local, local_size, sizeof c->local);
    gac__flights_begin_group(c);
    c->diverged = c->in_iterations = false;
    c->n_arrivals++;
    gac__findings_begin_group(c);
    gac__shadow_maps_begin_group(c);
    gac__order_begin_group(c);
}

bool gac__check_arrival(gac__checker *c, bool all)
{
    bool news = !all && !c->diverged;
    c->diverged = !all;
    c->in_iterations &= !all;
    c->n_arrivals += all;
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
        gac__log_clear(c); /* these reads are ordered now */
        c->clocks[1].fence = gac__epochs_tick(c);
    }
    if (semantics & SpvMemorySemanticsCrossWorkgroupMemoryMask) {
        c->clocks[0].fence = gac__epochs_tick(c);
        gac__order_fence_all(c);
    }
}

void gac__check_sub_group_barrier(gac__checker *c, uint32_t sub_group,
                                  uint64_t semantics)
{
    if (sub_group >= c->n_sub_groups)
        return;
    gac__order_barrier(c, sub_group * c->config.sub_group_size,
                       (sub_group + 1) * c->config.sub_group_size);
    const uint64_t fences[] = {SpvMemorySemanticsCrossWorkgroupMemoryMask,
                               SpvMemorySemanticsWorkgroupMemoryMask};
    for (uint32_t k = 0; k < 2; k++)
        if (semantics & fences[k])
            c->clocks[k].any_sub_group = c->clocks[k].sub_group[sub_group] =
                gac__epochs_tick(c);
}

void gac__check_waited(gac__checker *c)
{
    uint32_t now = gac__epochs_tick(c);
    for (uint32_t k = 0; k < 2; k++) {
        c->clocks[k].wait = now;
        if (c->config.wait_is_barrier)
            c->clocks[k].fence = now;
    }
    if (c->config.wait_is_barrier) {
        gac__order_barrier(c, 0, UINT32_MAX);
        gac__log_clear(c);
    }
}
