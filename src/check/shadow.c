/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadow memory: shadow maps of cells, and which bytes nothing has written. */
#include <stdlib.h>

#include "check/shadow.h"
#include "check/accesses.h"

#define OPEN_STEPS 1024u /* of the watch, for a chunk of cells */
#define GRANULE 2u       /* log2 of a granule's bytes at first */

/* -- how much there is ----------------------------------------------------- */

void gac__check_full(gac__checker *c, bool epochs)
{
    if (c->status != GAC_OK)
        return;
    c->status = GAC_ERR_LIMIT;
    c->lacks_epochs = epochs;
    gac__check_end(c);
}

/* Counts n_bytes more as shadow; false: they exceed the limit. */
static bool count(gac__checker *c, uint64_t n_bytes)
{
    if (n_bytes > c->config.most_bytes - c->shadow_bytes
        || n_bytes > SIZE_MAX) {
        gac__check_full(c, false);
        return false;
    }
    c->shadow_bytes += n_bytes;
    c->peak_bytes = GAC__MAX(c->peak_bytes, c->shadow_bytes);
    return true;
}

/* Whether an allocation has succeeded; else sets the checker's status. */
static bool is_there(gac__checker *c, const void *memory)
{
    if (!memory && c->status == GAC_OK)
        c->status = GAC_ERR_MEMORY;
    return memory != NULL;
}

void *gac__resize_counted(void *user, void *old, size_t old_size,
                          size_t new_size)
{
    gac__checker *c = user;
    const gac_allocator *a = c->config.allocator;
    if (new_size > old_size && !count(c, new_size - old_size))
        return NULL;
    void *memory = a->resize(a->user, old, old_size, new_size);
    if (new_size < old_size)
        c->shadow_bytes -= old_size - new_size;
    else
        (void)is_there(c, memory);
    return memory;
}

/* Allocates zeroed memory that counts as shadow; NULL when memory is out or the
 * limit is reached: the checker's status says which. */
static void *counted_alloc(gac__checker *c, uint64_t n, size_t size)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        bytes = UINT64_MAX;
    void *p =
        count(c, bytes) ? gac__arena_alloc(&c->memory, (size_t)n, size) : NULL;
    return is_there(c, p) ? p : NULL;
}

/* Bytes between two looks at the watch, and in a step of it. */
#define FILL_BYTES ((uint64_t)1 << 16)
#define FILL_A_STEP 64u

void gac__shadow_fill(gac__checker *c, uint8_t *to, const uint8_t *from,
                      uint8_t value, uint64_t n)
{
    for (uint64_t k = 0, piece; k < n; k += piece) {
        piece = GAC__MIN(n - k, FILL_BYTES);
        if (!gac__check_on(c, piece / FILL_A_STEP))
            return;
        if (from)
            memcpy(to + k, from + k, (size_t)piece);
        else
            memset(to + k, value, (size_t)piece);
    }
}

/* -- chunks ---------------------------------------------------------------- */

static bool make_chunks(gac__checker *c, gac__shadow_map *p, bool reads)
{
    uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
    p->reads = reads;
    p->granule = GRANULE;
    p->n_chunks = (size_t)GAC__MAX(n, (uint64_t)1);
    p->chunks = counted_alloc(c, p->n_chunks, sizeof *p->chunks);
    for (size_t k = 0; p->chunks && k < p->n_chunks && gac__check_on(c, 1); k++)
        p->chunks[k].granule = GRANULE;
    return p->chunks != NULL;
}

/* Zeroed cells; NULL when memory is out. */
static uint32_t *make_cells(gac__checker *c, gac__shadow_map *p, uint32_t n)
{
    uint64_t bytes = n * sizeof(uint32_t);
    uint32_t *cells =
        count(c, bytes) ? gac__cells_alloc(c->config.arena, bytes) : NULL;
    if (is_there(c, cells))
        p->cell_bytes += bytes;
    return cells;
}

/* Makes 1 << `more` cells out of each of n. */
static bool refine(gac__checker *c, gac__shadow_map *p, uint32_t **cells,
                   uint32_t n, uint32_t more)
{
    uint32_t *old = *cells;
    if (!old)
        return true;
    *cells = make_cells(c, p, n << more);
    if (!*cells) {
        *cells = old;
        return false;
    }
    for (uint32_t k = 0; k < n << more; k++)
        (*cells)[k] = old[k >> more];
    gac__cells_free(c->config.arena, old, n * sizeof *old);
    c->shadow_bytes -= n * sizeof *old;
    p->cell_bytes -= n * sizeof *old;
    return true;
}

bool gac__chunk_open(gac__checker *c, gac__shadow_map *p, size_t n,
                     uint32_t granule)
{
    gac__chunk *x = &p->chunks[n];
    if (!gac__check_on(c, OPEN_STEPS))
        return false;
    granule = GAC__MIN(x->granule, granule);
    uint32_t n_cells = gac__n_cells(p, n, x->granule);
    if (!x->cells)
        x->cells =
            make_cells(c, p, gac__n_cells(p, n, granule) * gac__n_sides(p));
    else if (!refine(c, p, &x->old, n_cells, x->granule - granule)
             || !refine(c, p, &x->cells, n_cells * gac__n_sides(p),
                        x->granule - granule))
        return false;
    if (!x->cells)
        return false;
    x->granule = (uint8_t)granule;
    p->granule = GAC__MIN(p->granule, granule);
    return true;
}

bool gac__view_open_old(gac__checker *c, gac__shadow_map *p, gac__view *v)
{
    size_t n = (size_t)(v->first >> GAC__CHUNK_BITS);
    gac__chunk *x = &p->chunks[n];
    if (gac__check_on(c, OPEN_STEPS))
        x->old = make_cells(c, p, gac__n_cells(p, n, x->granule));
    p->old |= x->old != NULL;
    v->old = x->old;
    return v->old != NULL;
}

/* -- making shadow maps ---------------------------------------------------- */

static bool make_map(gac__checker *c, gac__shadow_map *p, bool cells,
                     bool reads, bool undefined)
{
    uint64_t n = (p->size + 3) / 4;
    if (cells && !make_chunks(c, p, reads))
        return false;
    /* One word more, for values that cross the end. */
    if (undefined)
        p->undefined = counted_alloc(c, n + 2, 1);
    p->changed = true;
    if (cells || undefined)
        c->shadowed_bytes += p->size;
    return !undefined || p->undefined;
}

/* Padding counts as written: a structure may be copied as a whole. */
static bool make_initial(gac__checker *c, gac__shadow_map *p,
                         const gac__check_buffer *b)
{
    uint64_t n = (p->size + 3) / 4;
    if (!b->padding || !p->undefined)
        return true;
    p->initial = counted_alloc(c, n, 1);
    if (!p->initial)
        return false;
    gac__shadow_fill(c, p->initial, NULL, 0xf, n);
    for (uint64_t at = 0; at < p->size && gac__check_on(c, 1); at++)
        if (gac__is_padding(b, at))
            p->initial[at / 4] &= (uint8_t) ~(1u << at % 4);
    return true;
}

/* Makes one shadow map for buffers of overlapping host memory, of which the
 * first one begins first. */
static bool make_global(gac__checker *c, gac__buffer_shadow *const *s, size_t n)
{
    uintptr_t low = s[0]->info.host - s[0]->info.host % 64, high = low;
    bool written = false, read = false, undefined = false;
    uint32_t map = c->n_maps++;
    gac__shadow_map *p = &c->maps[map];
    for (size_t k = 0; k < n; k++) {
        s[k]->map = map;
        s[k]->delta = s[k]->info.host - low;
        high = GAC__MAX(high, s[k]->info.host + (uintptr_t)s[k]->info.size);
        written |= s[k]->info.written;
        read |= s[k]->info.read;
        undefined |= s[k]->info.undefined;
    }
    p->size = high - low;
    if (!make_map(c, p, written, read, undefined))
        return false;
    for (size_t k = 0; undefined && k < n; k++)
        if (s[k]->info.undefined)
            gac__shadow_fill(c, p->undefined + s[k]->delta / 4, NULL, 0xf,
                             (s[k]->info.size + 3) / 4);
    return true;
}

static bool is_global(const gac__buffer_shadow *s)
{
    return s->info.kind == GAC_MEMORY_GLOBAL
           || s->info.kind == GAC_MEMORY_CONSTANT;
}

/* By host address; of equal ones, empty buffers, which share no byte, first. */
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
        gac__arena_alloc(&c->memory, c->config.n_buffers, sizeof *order);
    bool ok = order != NULL;
    size_t n = 0;
    for (uint32_t b = 1; ok && b < c->config.n_buffers; b++)
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
    return ok;
}

static bool make_other(gac__checker *c, gac__buffer_shadow *s)
{
    bool local = s->info.kind == GAC_MEMORY_LOCAL;
    s->map = c->n_maps++;
    gac__shadow_map *p = &c->maps[s->map];
    p->local = local;
    p->size =
        local ? s->info.size : (s->info.size + 3) / 4 * 4 * c->config.n_strips;
    return make_map(c, p, local, true, s->info.undefined)
           && make_initial(c, p, &s->info);
}

gac_result gac__shadow_maps_make(gac__checker *c)
{
    c->buffers =
        gac__arena_alloc(&c->memory, c->config.n_buffers, sizeof *c->buffers);
    c->maps = gac__arena_alloc(&c->memory, (size_t)c->config.n_buffers + 1,
                               sizeof *c->maps);
    if (!c->buffers || !c->maps)
        return GAC_ERR_MEMORY;
    c->config.arena->allocator = c->config.allocator;
    c->n_maps = 1; /* map 0 is none */
    for (uint32_t b = 0; b < c->config.n_buffers; b++)
        c->buffers[b].info = c->config.buffers[b];
    bool ok = make_globals(c);
    for (uint32_t b = 1; ok && b < c->config.n_buffers; b++)
        ok = is_global(&c->buffers[b]) || make_other(c, &c->buffers[b]);
    if (ok)
        return gac__watch_result(c->config.watch);
    return c->status != GAC_OK ? c->status : GAC_ERR_MEMORY;
}

void gac__shadow_maps_begin_group(gac__checker *c)
{
    for (uint32_t b = 1; b < c->config.n_buffers; b++) {
        gac__shadow_map *p = gac__shadow_map_of(c, b);
        size_t n = (size_t)(p->size + 3) / 4;
        if (!gac__check_on(c, 1))
            return;
        if (p->undefined && c->buffers[b].info.kind != GAC_MEMORY_GLOBAL)
            gac__shadow_fill(c, p->undefined, p->initial, 0xf, n);
        p->end[0] = p->end[1] = 0;
        p->all_defined = p->late_copies = false;
        p->changed = true;
    }
    gac__log_clear(c);
}

/* Whether n > 0 bytes are 0: the first one is, and each equals the next one. */
static bool all_zero(const uint8_t *at, uint64_t n)
{
    return !at[0] && memcmp(at, at + 1, (size_t)n - 1) == 0;
}

bool gac__shadow_map_search(gac__checker *c, gac__shadow_map *p)
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

bool gac__check_same_memory(const gac__checker *c, uint32_t buffer,
                            uint32_t other)
{
    return c->buffers[buffer].map == c->buffers[other].map;
}

void gac__check_copy_is_lost(gac__checker *c, uint32_t buffer)
{
    gac__shadow_map *p = gac__shadow_map_of(c, buffer);
    if (p->undefined)
        gac__shadow_fill(c, p->undefined, NULL, 0, (p->size + 3) / 4);
    p->all_defined = true;
}
