/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadow memory: planes of cells, and which bytes nothing has written. */
#include <stdlib.h>

#include "check/check_internal.h"

#define BUDGET_16THS                                                           \
    28u /* sixteenths of a byte of shadow for each byte: 2, less               \
           what comes and goes */
#define BUDGET_LEAST 262144u /* bytes */
#define PACKED_256THS                                                          \
    176u /* of what of it may be packed, so that there is room                 \
            for what is in use */

/* -- making planes --------------------------------------------------------- */

void gac__count(gac__checker *c, uint64_t n_bytes)
{
    c->shadow_bytes += n_bytes;
    c->peak_bytes = GAC__MAX(c->peak_bytes, c->shadow_bytes);
}

void *gac__counted_alloc(gac__checker *c, uint64_t n, size_t size)
{
    void *p = n <= SIZE_MAX / size
                  ? gac__alloc_zero(c->allocator, (size_t)n, size)
                  : NULL;
    if (p)
        gac__count(c, n * size);
    return p;
}

void gac__counted_free(gac__checker *c, void *p, uint64_t n, size_t size)
{
    gac__free(c->allocator, p, (size_t)n, size);
    if (p)
        c->shadow_bytes -= n * size;
}

#define FILL_BYTES ((uint64_t)1 << 16) /* between two looks at the watch, */
#define FILL_A_STEP 64u                /* and in a step */

void gac__shadow_fill(gac__checker *c, uint8_t *at, uint8_t value, uint64_t n)
{
    for (uint64_t k = 0, piece; k < n; k += piece) {
        piece = GAC__MIN(n - k, FILL_BYTES);
        if (!gac__check_on(c, piece / FILL_A_STEP))
            return;
        memset(at + k, value, (size_t)piece);
    }
}

static void shadow_copy(gac__checker *c, uint8_t *to, const uint8_t *from,
                        uint64_t n)
{
    for (uint64_t k = 0, piece; k < n; k += piece) {
        piece = GAC__MIN(n - k, FILL_BYTES);
        if (!gac__check_on(c, piece / FILL_A_STEP))
            return;
        memcpy(to + k, from + k, (size_t)piece);
    }
}

static bool make_plane(gac__checker *c, gac__plane *p, bool cells, bool reads,
                       bool undefined)
{
    uint64_t n = (p->size + 3) / 4;
    if (cells && !gac__plane_make_chunks(c, p, reads))
        return false;
    /* One more, for values that lie across the end. */
    if (undefined)
        p->undefined = gac__counted_alloc(c, n + 2, 1);
    p->changed = true;
    if (cells || undefined)
        c->shadowed_bytes += p->size;
    return !undefined || p->undefined;
}

/* Padding counts as written: a structure may be copied as a whole. */
static bool make_initial(gac__checker *c, gac__plane *p,
                         const gac__check_buffer *b)
{
    uint64_t n = (p->size + 3) / 4;
    if (!b->padding || !p->undefined)
        return true;
    p->initial = gac__counted_alloc(c, n, 1);
    if (!p->initial)
        return false;
    gac__shadow_fill(c, p->initial, 0xf, n);
    for (uint64_t at = 0; at < p->size && gac__check_on(c, 1); at++)
        if (gac__is_padding(b, at))
            p->initial[at / 4] &= (uint8_t) ~(1u << at % 4);
    return true;
}

/* One plane for buffers whose host memory hangs together; the first of them
 * begins first. */
static bool make_global(gac__checker *c, gac__buffer_shadow *const *s, size_t n)
{
    uintptr_t low = s[0]->info.host - s[0]->info.host % 64, high = low;
    bool written = false, read = false, undefined = false;
    uint32_t plane = c->n_planes++;
    gac__plane *p = &c->planes[plane];
    for (size_t k = 0; k < n; k++) {
        s[k]->plane = plane;
        s[k]->delta = s[k]->info.host - low;
        high = GAC__MAX(high, s[k]->info.host + (uintptr_t)s[k]->info.size);
        written |= s[k]->info.written;
        read |= s[k]->info.read;
        undefined |= s[k]->info.undefined;
    }
    p->size = high - low;
    if (!make_plane(c, p, written, read, undefined))
        return false;
    for (size_t k = 0; undefined && k < n; k++)
        if (s[k]->info.undefined)
            gac__shadow_fill(c, p->undefined + s[k]->delta / 4, 0xf,
                             (s[k]->info.size + 3) / 4);
    return true;
}

static bool is_global(const gac__buffer_shadow *s)
{
    return s->info.kind == GAC_MEMORY_GLOBAL
           || s->info.kind == GAC_MEMORY_CONSTANT;
}

/* Of those that begin in one place empty ones, which share no byte, first. */
static int by_host(const void *x, const void *y)
{
    const gac__check_buffer *a = &(*(gac__buffer_shadow *const *)x)->info;
    const gac__check_buffer *b = &(*(gac__buffer_shadow *const *)y)->info;
    return a->host != b->host ? (a->host > b->host) - (a->host < b->host)
                              : (a->size > b->size) - (a->size < b->size);
}

static bool make_globals(gac__checker *c)
{
    gac__buffer_shadow **order =
        gac__alloc_zero(c->allocator, c->n_buffers, sizeof *order);
    bool ok = order != NULL;
    size_t n = 0;
    for (uint32_t b = 1; ok && b < c->n_buffers; b++)
        if (is_global(&c->buffers[b]))
            order[n++] = &c->buffers[b];
    if (n)
        qsort(order, n, sizeof(gac__buffer_shadow *), by_host);
    for (size_t k = 0, end; ok && k < n; k = end) {
        uintptr_t high = order[k]->info.host + (uintptr_t)order[k]->info.size;
        for (end = k + 1; end < n && order[end]->info.host < high; end++)
            high = GAC__MAX(high, order[end]->info.host
                                      + (uintptr_t)order[end]->info.size);
        ok = make_global(c, order + k, end - k);
    }
    gac__free(c->allocator, order, c->n_buffers, sizeof *order);
    return ok;
}

static bool make_other(gac__checker *c, gac__buffer_shadow *s)
{
    bool local = s->info.kind == GAC_MEMORY_LOCAL;
    s->plane = c->n_planes++;
    gac__plane *p = &c->planes[s->plane];
    p->local = local;
    p->size = local ? s->info.size : (s->info.size + 3) / 4 * 4 * c->n_strips;
    return make_plane(c, p, local, true, s->info.undefined)
           && make_initial(c, p, &s->info);
}

/* What was given, for tests, says when to pack, not what may be given up. */
static void set_budget(gac__checker *c, uint64_t given)
{
    uint64_t span = 0, room;
    c->budget =
        GAC__MAX(c->shadowed_bytes / 16 * BUDGET_16THS, (uint64_t)BUDGET_LEAST);
    for (uint32_t k = 1; k < c->n_planes; k++)
        span += c->planes[k].chunks ? c->planes[k].size : 0;
    room = c->budget - GAC__MIN(c->budget, c->shadow_bytes);
    c->allowance =
        span ? room / span * PACKED_256THS + room % span * PACKED_256THS / span
             : 0;
    if (given)
        c->budget = given;
}

gac_result gac__planes_make(gac__checker *c, const gac__check_config *config)
{
    c->buffers =
        gac__alloc_zero(c->allocator, c->n_buffers, sizeof *c->buffers);
    c->planes = gac__alloc_zero(c->allocator, (size_t)c->n_buffers + 1,
                                sizeof *c->planes);
    if (!c->buffers || !c->planes)
        return GAC_ERR_MEMORY;
    c->n_planes = 1; /* 0: none */
    for (uint32_t b = 0; b < c->n_buffers; b++)
        c->buffers[b].info = config->buffers[b];
    if (!make_globals(c))
        return GAC_ERR_MEMORY;
    for (uint32_t b = 1; b < c->n_buffers; b++)
        if (!is_global(&c->buffers[b]) && !make_other(c, &c->buffers[b]))
            return GAC_ERR_MEMORY;
    set_budget(c, config->shadow_budget_bytes);
    return gac__chunks_init(c) ? gac__watch_result(c->watch) : GAC_ERR_MEMORY;
}

void gac__planes_free(gac__checker *c)
{
    for (uint32_t k = 0; c->planes && k < c->n_planes; k++) {
        gac__plane *p = &c->planes[k];
        gac__plane_free_chunks(c, p);
        gac__free(c->allocator, p->undefined, (p->size + 3) / 4 + 2, 1);
        gac__free(c->allocator, p->initial, (p->size + 3) / 4, 1);
    }
    gac__objects_free(c);
    gac__chunks_free(c);
    gac__free(c->allocator, c->planes, (size_t)c->n_buffers + 1,
              sizeof *c->planes);
    gac__free(c->allocator, c->buffers, c->n_buffers, sizeof *c->buffers);
}

void gac__planes_begin_group(gac__checker *c)
{
    for (uint32_t b = 1; b < c->n_buffers; b++) {
        gac__plane *p = gac__plane_of(c, b);
        size_t n = (size_t)(p->size + 3) / 4;
        if (!gac__check_on(c, 1))
            return;
        if (p->initial)
            shadow_copy(c, p->undefined, p->initial, n);
        else if (p->undefined && c->buffers[b].info.kind != GAC_MEMORY_GLOBAL)
            gac__shadow_fill(c, p->undefined, 0xf, n);
        p->last_write = p->last_read = 0;
        p->all_defined = false;
        p->changed = true;
    }
    gac__log_clear(c);
}

static bool all_zero(const uint8_t *at, uint64_t n)
{
    uint64_t k = 0;
    for (uint64_t word = 0; k + 8 <= n; k += 8) {
        memcpy(&word, at + k, 8);
        if (word)
            return false;
    }
    while (k < n && !at[k])
        k++;
    return k == n;
}

bool gac__plane_search(gac__checker *c, gac__plane *p)
{
    uint64_t n = (p->size + 3) / 4, k = 0, piece = 0;
    p->changed = false;
    for (; k < n; k += piece) {
        piece = GAC__MIN(n - k, FILL_BYTES);
        if (!all_zero(p->undefined + k, piece)
            || !gac__check_on(c, piece / FILL_A_STEP))
            break;
    }
    p->all_defined = k >= n;
    return p->all_defined;
}

/* -- new ticks ------------------------------------------------------------- */

typedef struct renumbering {
    uint32_t group, fence, wait; /* the old ones */
    uint32_t earlier;            /* what those before the group become */
    uint32_t base;               /* what the fence becomes */
    bool squeeze;                /* ticks since the fence do not all fit */
    uint32_t shift;              /* of ticks in cells */
} renumbering;

static uint32_t renumber(const renumbering *r, uint32_t tick)
{
    if (tick == 0 || tick == GAC__TICK_DONE)
        return tick;
    if (tick < r->group)
        return r->earlier;
    if (tick < r->fence)
        return GAC__TICK_DONE + 1;
    if (r->squeeze)
        return r->base + (tick >= r->wait);
    return r->base + tick - r->fence;
}

/* Most cells are of groups that are done: these become so in one go. */
static bool renumber_cells(const void *context, uint32_t *cells, uint32_t n)
{
    const renumbering *r = context;
    uint32_t rest = ((uint32_t)1 << r->shift) - 1, young = 0;
    uint32_t done = (GAC__TICK_DONE + 1) << r->shift;
    uint32_t group = GAC__MAX(r->group << r->shift, done);
    uint32_t earlier = r->earlier << r->shift;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t cell = cells[k];
        bool is_past = (cell >= done) & (cell < group);
        cells[k] = is_past ? earlier | (cell & rest) : cell;
        young |= cell >= group;
    }
    for (uint32_t k = 0; young && k < n; k++)
        if (cells[k] >= group)
            cells[k] = renumber(r, cells[k] >> r->shift) << r->shift
                       | (cells[k] & rest);
    return !young;
}

void gac__planes_sweep(gac__checker *c, bool local)
{
    gac__clock *clock = local ? &c->local_clock : &c->global_clock;
    uint32_t base = GAC__TICK_DONE + 2, max = c->layout.max_tick;
    uint32_t earlier = c->order.has_wide ? GAC__TICK_EARLIER : GAC__TICK_DONE;
    if (local)
        gac__log_apply(c); /* it holds ticks */
    (void)gac__check_on(c, (uint64_t)c->n_planes + c->n_sub_groups);
    renumbering r = {clock->group,
                     GAC__MAX(clock->fence, clock->group),
                     clock->wait,
                     earlier,
                     base,
                     clock->tick - GAC__MIN(clock->fence, clock->tick)
                         > max / 2,
                     c->layout.tick_shift};
    gac__chunks_map(c, local, renumber_cells, &r);
    for (uint32_t k = 1; k < c->n_planes; k++) {
        gac__plane *p = &c->planes[k];
        if (p->local != local || !p->chunks)
            continue;
        p->last_write = renumber(&r, p->last_write);
        p->last_read = renumber(&r, p->last_read);
    }
    gac__releases *releases = &c->order.releases;
    if (!local)
        gac__releases_flatten(releases, GAC__TICK_EARLIER);
    for (uint32_t k = 1; k <= releases->n && gac__check_on(c, 16); k++) {
        gac__release *x = gac__release_open(releases, k);
        bool own = k > c->order.first;
        if (!x)
            continue;
        x->tick[local] = own ? renumber(&r, x->tick[local]) : 1;
        x->fence[local] = own ? renumber(&r, x->fence[local]) : 1;
    }
    /* A squeezed tick no longer tells which barrier of a sub-group it came
     * before: it counts as before. */
    for (uint32_t g = 0; g < c->n_sub_groups; g++)
        clock->sub_group[g] = clock->sub_group[g] && r.squeeze
                                  ? base + 2
                                  : renumber(&r, clock->sub_group[g]);
    clock->wait = clock->wait ? renumber(&r, clock->wait) : 0;
    clock->tick = renumber(&r, clock->tick) + (r.squeeze ? 2 : 0);
    clock->group = clock->group ? GAC__TICK_DONE + 1 : 0;
    clock->fence = base;
    if (!local) {
        gac__group_ticks_clear(c);
        c->first_group = c->group;
        gac__group_ticks_add(c, clock->group);
    }
}

bool gac__check_same_memory(const gac__checker *c, uint32_t buffer,
                            uint32_t other)
{
    return c->buffers[buffer].plane == c->buffers[other].plane;
}
