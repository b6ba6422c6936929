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

/* The buffers from `first` on whose host memory hangs together with it get the
 * same plane; host memory is [*low, *high). */
static void join_hosts(gac__checker *c, uint32_t first, uint32_t plane,
                       uintptr_t *low, uintptr_t *high, bool *written)
{
    c->buffers[first].plane = plane;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t b = first; b < c->n_buffers; b++) {
            gac__buffer_shadow *s = &c->buffers[b];
            uintptr_t from = s->info.host, to = from + (uintptr_t)s->info.size;
            if (s->info.kind != GAC_MEMORY_GLOBAL
                && s->info.kind != GAC_MEMORY_CONSTANT)
                continue;
            if (s->plane == plane)
                *written |= s->info.written;
            if (s->plane || from >= *high || to <= *low)
                continue;
            s->plane = plane;
            *low = GAC__MIN(*low, from);
            *high = GAC__MAX(*high, to);
            grew = true;
        }
    }
    *low -= *low % 64;
    for (uint32_t b = first; b < c->n_buffers; b++)
        if (c->buffers[b].plane == plane)
            c->buffers[b].delta = c->buffers[b].info.host - *low;
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

static bool make_global(gac__checker *c, uint32_t b)
{
    gac__buffer_shadow *s = &c->buffers[b];
    uintptr_t low = s->info.host, high = low + (uintptr_t)s->info.size;
    bool written = s->info.written, read = false, undefined = false;
    uint32_t plane = c->n_planes++;
    gac__plane *p = &c->planes[plane];
    join_hosts(c, b, plane, &low, &high, &written);
    p->size = high - low;
    for (uint32_t k = b; k < c->n_buffers; k++) {
        bool here = c->buffers[k].plane == plane;
        undefined |= here && c->buffers[k].info.undefined;
        read |= here && c->buffers[k].info.read;
    }
    if (!make_plane(c, p, written, read, undefined))
        return false;
    for (uint32_t k = b; undefined && k < c->n_buffers; k++)
        if (c->buffers[k].plane == plane && c->buffers[k].info.undefined)
            gac__shadow_fill(c, p->undefined + c->buffers[k].delta / 4, 0xf,
                             (c->buffers[k].info.size + 3) / 4);
    return true;
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
    for (uint32_t b = 1; b < c->n_buffers; b++) {
        gac__buffer_shadow *s = &c->buffers[b];
        bool ok = true;
        if (s->plane)
            continue;
        if (s->info.kind == GAC_MEMORY_GLOBAL
            || s->info.kind == GAC_MEMORY_CONSTANT) {
            ok = make_global(c, b);
        } else {
            bool local = s->info.kind == GAC_MEMORY_LOCAL;
            s->plane = c->n_planes++;
            c->planes[s->plane].local = local;
            c->planes[s->plane].size =
                local ? s->info.size : (s->info.size + 3) / 4 * 4 * c->n_strips;
            ok = make_plane(c, &c->planes[s->plane], local, true,
                            s->info.undefined)
                 && make_initial(c, &c->planes[s->plane], &s->info);
        }
        if (!ok)
            return GAC_ERR_MEMORY;
    }
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
        if (p->initial && gac__check_on(c, n / FILL_A_STEP))
            memcpy(p->undefined, p->initial, n);
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
