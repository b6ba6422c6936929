/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Planes' cells, chunk by chunk.
 *
 * Two cells for each granule are twice the memory of words, and eight times that
 * of single bytes. What they tell is mostly little: neighbours were accessed by
 * neighbours, with the same instruction. So only chunks that are in use have cells
 * to work on; once all shadow together is more than the budget, chunks that have
 * not been used lately are packed, without losing anything (packing.c), until
 * they are used again. Which one is packed next is found by a hand that goes round
 * and passes over those used since it came by last.
 *
 * Lanes that each access another chunk would have it packed and unpacked for a byte:
 * such accesses find cells for the bytes around them, patches of what is packed.
 */
#include "check/check_internal.h"

#define GRANULE 2u /* log2 of a granule, until an access is smaller */
#define TRIES 4u   /* chunks that one that is opened may have packed, */
#define STEPS 16u  /* each among so many */
#define REST 16u   /* times that one that cannot be packed is left alone */

/* Sides have n cells each. */
static uint32_t n_sides(const gac__plane *p)
{
    return p->reads ? 2 : 1;
}

static uint32_t n_cells(const gac__plane *p, size_t n, uint32_t granule)
{
    return (uint32_t)(gac__chunk_bytes(p, n) >> granule);
}

/* A patch's cells, both sides. */
static uint32_t patch_cells(const gac__plane *p, const gac__chunk *x)
{
    return (GAC__PATCH_BYTES >> x->granule) * n_sides(p);
}

static uint64_t patches_bytes(const gac__plane *p, const gac__chunk *x)
{
    return sizeof(gac__patches)
           + GAC__PATCHES * patch_cells(p, x) * sizeof(uint32_t);
}

static void free_patches(gac__checker *c, const gac__plane *p, gac__chunk *x)
{
    gac__counted_free(c, x->patches, patches_bytes(p, x), 1);
    x->patches = NULL;
}

bool gac__chunks_init(gac__checker *c)
{
    c->scratch = gac__alloc_zero(c->allocator, 2 * (GAC__CHUNK_BYTES + 1),
                                 sizeof *c->scratch);
    return c->scratch != NULL;
}

void gac__chunks_free(gac__checker *c)
{
    gac__free(c->allocator, c->scratch, 2 * (GAC__CHUNK_BYTES + 1),
              sizeof *c->scratch);
    GAC__VEC_FREE(c->allocator, &c->open);
}

bool gac__plane_make_chunks(gac__checker *c, gac__plane *p, bool reads)
{
    uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
    p->reads = reads;
    p->n_chunks = (size_t)GAC__MAX(n, (uint64_t)1);
    p->chunks = gac__counted_alloc(c, p->n_chunks, sizeof *p->chunks);
    for (size_t k = 0; p->chunks && k < p->n_chunks; k++)
        p->chunks[k].granule = GRANULE;
    return p->chunks != NULL;
}

void gac__plane_free_chunks(gac__checker *c, gac__plane *p)
{
    for (size_t k = 0; p->chunks && k < p->n_chunks; k++) {
        gac__chunk *x = &p->chunks[k];
        gac__counted_free(c, x->cells,
                         (uint64_t)n_cells(p, k, x->granule) * n_sides(p),
                         sizeof *x->cells);
        gac__counted_free(c, x->packed, x->n_packed, sizeof *x->packed);
        free_patches(c, p, x);
    }
    gac__counted_free(c, p->chunks, p->n_chunks, sizeof *p->chunks);
}

/* -- packing ------------------------------------------------------------------- */

/* Packs cells into memory of their own; false when memory is out, or less than a
 * quarter would be saved and `gain` is asked for. */
static bool pack(gac__checker *c, const gac__plane *p, gac__chunk *x,
                 const uint32_t *cells, uint32_t n, bool gain)
{
    uint32_t *out = c->scratch, words = 0;
    for (uint32_t s = 0; s < n_sides(p); s++)
        words += gac__cells_pack(&c->layout, cells + s * n, n, out + words);
    if (gain && words > n * n_sides(p) / 4 * 3)
        return false;
    uint32_t *packed = gac__counted_alloc(c, words, sizeof *packed);
    if (!packed)
        return false;
    gac__counted_free(c, x->packed, x->n_packed, sizeof *packed);
    memcpy(packed, out, words * sizeof *out);
    x->packed = packed;
    x->n_packed = words;
    return true;
}

/* Cells [first, end) of each side of a chunk that has n. */
static void unpack(const gac__plane *p, const gac__chunk *x, uint32_t first,
                   uint32_t end, uint32_t *cells)
{
    const uint32_t *from = x->packed;
    uint32_t n = end - first;
    if (!from)
        memset(cells, 0, (size_t)n * n_sides(p) * sizeof *cells);
    for (uint32_t s = 0; from && s < n_sides(p); s++)
        from += gac__cells_unpack(from, first, end, cells + s * n);
}

/* All cells of a chunk that is packed. */
static void unpack_all(const gac__plane *p, const gac__chunk *x, uint32_t n,
                       uint32_t *cells)
{
    uint32_t most = GAC__PATCH_BYTES >> x->granule;
    unpack(p, x, 0, n, cells);
    for (uint32_t k = 0; x->patches && k < x->patches->n; k++) {
        const uint32_t *from = x->patches->cells + k * patch_cells(p, x);
        uint32_t first = x->patches->at[k] * most;
        for (uint32_t s = 0; s < n_sides(p); s++)
            memcpy(cells + s * n + first, from + s * most,
                   most * sizeof *cells);
    }
}

/* Packs an open chunk, or patches with the rest of theirs. */
static void pack_open(gac__checker *c, size_t at)
{
    gac__open_chunk o = c->open.items[at];
    gac__plane *p = &c->planes[o.plane];
    gac__chunk *x = &p->chunks[o.chunk];
    uint32_t all[2 * GAC__CHUNK_BYTES], *cells = x->cells ? x->cells : all;
    uint32_t n = n_cells(p, o.chunk, x->granule);
    if (!x->cells)
        unpack_all(p, x, n, all);
    if (!pack(c, p, x, cells, n, true)) {
        x->rest = REST;
        return;
    }
    free_patches(c, p, x);
    gac__counted_free(c, x->cells, (uint64_t)n * n_sides(p), sizeof *x->cells);
    x->cells = NULL;
    c->open.items[at] = c->open.items[--c->open.n];
}

/* The next chunk that the hand does not pass over is packed, if it is near.
 * `keep` never is. */
static void pack_next(gac__checker *c, const gac__chunk *keep)
{
    for (uint32_t n = 0; n < STEPS; n++) {
        c->hand = c->hand + 1 < c->open.n ? c->hand + 1 : 0;
        gac__open_chunk o = c->open.items[c->hand];
        gac__chunk *x = &c->planes[o.plane].chunks[o.chunk];
        if (!x->used && !x->rest && x != keep) {
            pack_open(c, c->hand);
            return;
        }
        x->used = false;
        if (x->rest)
            x->rest--;
    }
}

/* -- opening ------------------------------------------------------------------- */

/* Memory for a chunk's cells, within the budget if that can be. */
static void *make_room(gac__checker *c, uint64_t n, size_t size,
                       const gac__chunk *keep)
{
    for (uint32_t k = 0; k < TRIES && c->open.n
                         && c->shadow_bytes + n * size > c->budget; k++)
        pack_next(c, keep);
    void *p = gac__counted_alloc(c, n, size);
    if (!p)
        c->status = GAC_ERR_MEMORY;
    return p;
}

/* Smaller granules, with the larger ones' cells. */
static bool refine(gac__checker *c, gac__plane *p, size_t n, uint32_t granule)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t more = x->granule - granule;
    uint32_t old = n_cells(p, n, x->granule) * n_sides(p);
    uint32_t *cells = make_room(c, (uint64_t)old << more, sizeof *cells, x);
    if (!cells)
        return false;
    for (uint32_t k = 0; k < old << more; k++)
        cells[k] = x->cells[k >> more];
    gac__counted_free(c, x->cells, old, sizeof *cells);
    x->cells = cells;
    x->granule = (uint8_t)granule;
    return true;
}

static bool list_open(gac__checker *c, const gac__plane *p, size_t n)
{
    gac__open_chunk at = { (uint32_t)(p - c->planes), (uint32_t)n };
    if (GAC__VEC_PUSH(c->allocator, &c->open, at))
        return true;
    c->status = GAC_ERR_MEMORY;
    return false;
}

/* Makes cells for chunk n. */
static bool open_chunk(gac__checker *c, gac__plane *p, size_t n)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t count = n_cells(p, n, x->granule);
    uint64_t all = (uint64_t)count * n_sides(p);
    uint32_t *cells = make_room(c, all, sizeof *cells, x);
    if (!cells)
        return false;
    if (!x->patches && !list_open(c, p, n)) {
        gac__counted_free(c, cells, all, sizeof *cells);
        return false;
    }
    if (x->packed || x->patches)
        unpack_all(p, x, count, cells);
    x->cells = cells;
    gac__counted_free(c, x->packed, x->n_packed, sizeof *x->packed);
    x->packed = NULL;
    free_patches(c, p, x);
    return true;
}

/* Cells of the bytes around `offset`, of a chunk that is packed; NULL if there are
 * patches enough. */
static uint32_t *patch_at(gac__checker *c, gac__plane *p, size_t n,
                          uint64_t offset)
{
    gac__chunk *x = &p->chunks[n];
    uint8_t at = (uint8_t)(offset % GAC__CHUNK_BYTES / GAC__PATCH_BYTES);
    uint32_t each = patch_cells(p, x);
    for (uint32_t k = 0; x->patches && k < x->patches->n; k++)
        if (x->patches->at[k] == at)
            return x->patches->cells + k * each;
    if (!x->patches) {
        x->patches = make_room(c, patches_bytes(p, x), 1, x);
        if (!x->patches)
            return NULL;
        if (!list_open(c, p, n)) {
            free_patches(c, p, x);
            return NULL;
        }
    }
    if (x->patches->n == GAC__PATCHES)
        return NULL;
    uint32_t *cells = x->patches->cells + x->patches->n * each;
    uint32_t most = GAC__PATCH_BYTES >> x->granule;
    unpack(p, x, at * most, (at + 1) * most, cells);
    x->patches->at[x->patches->n++] = at;
    return cells;
}

bool gac__chunk_view(gac__checker *c, gac__plane *p, uint64_t offset,
                     uint64_t n_bytes, uint32_t granule, gac__view *out)
{
    size_t n = (size_t)(offset >> GAC__CHUNK_BITS);
    gac__chunk *x = &p->chunks[n];
    uint64_t first = offset / GAC__PATCH_BYTES * GAC__PATCH_BYTES;
    if (!x->cells && !x->packed && !x->patches)
        x->granule = (uint8_t)GAC__MIN(x->granule, granule);
    uint64_t bytes = (uint64_t)n_cells(p, n, x->granule) * n_sides(p)
                     * sizeof *x->cells;
    out->end = 0;
    x->used = true;
    if (!x->cells && x->granule <= granule && n_bytes <= GAC__PATCH_BYTES
        && first % GAC__CHUNK_BYTES + GAC__PATCH_BYTES <= gac__chunk_bytes(p, n)
        && (x->patches || c->shadow_bytes + bytes > c->budget)) {
        uint32_t *cells = patch_at(c, p, n, offset);
        if (cells) {
            uint32_t each = GAC__PATCH_BYTES >> x->granule;
            *out = (gac__view){ cells, p->reads ? cells + each : NULL, first,
                                first + GAC__PATCH_BYTES, x->granule };
            return true;
        }
    }
    if ((!x->cells && !open_chunk(c, p, n))
        || (x->granule > granule && !refine(c, p, n, granule)))
        return false;
    return gac__view_at(c, p, offset, n_bytes, granule, out);
}

/* -- all cells ----------------------------------------------------------------- */

static void map_cells(uint32_t *cells, uint32_t n, gac__cell_map *map,
                      const void *context)
{
    for (uint32_t k = 0; k < n; k++)
        if (cells[k])
            cells[k] = map(context, cells[k]);
}

void gac__plane_map(gac__checker *c, gac__plane *p, gac__cell_map *map,
                    const void *context)
{
    uint32_t cells[2 * GAC__CHUNK_BYTES];
    for (size_t k = 0; k < p->n_chunks; k++) {
        gac__chunk *x = &p->chunks[k];
        uint32_t n = n_cells(p, k, x->granule);
        if (x->cells)
            map_cells(x->cells, n * n_sides(p), map, context);
        if (x->patches)
            map_cells(x->patches->cells, x->patches->n * patch_cells(p, x), map,
                      context);
        if (!x->packed)
            continue;
        unpack(p, x, 0, n, cells);
        map_cells(cells, n * n_sides(p), map, context);
        if (!pack(c, p, x, cells, n, false))
            c->status = GAC_ERR_MEMORY; /* what it tells is wrong from now on */
    }
}
