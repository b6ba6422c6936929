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
    x->packed = gac__counted_alloc(c, words, sizeof *x->packed);
    if (!x->packed)
        return false;
    memcpy(x->packed, out, words * sizeof *out);
    x->n_packed = words;
    return true;
}

static void unpack(gac__checker *c, const gac__plane *p, const gac__chunk *x,
                   uint32_t n, uint32_t *cells)
{
    const uint32_t *from = x->packed;
    for (uint32_t s = 0; s < n_sides(p); s++)
        from += gac__cells_unpack(&c->layout, from, n, cells + s * n);
}

static void pack_open(gac__checker *c, size_t at)
{
    gac__open_chunk o = c->open.items[at];
    gac__plane *p = &c->planes[o.plane];
    gac__chunk *x = &p->chunks[o.chunk];
    uint32_t n = n_cells(p, o.chunk, x->granule);
    if (!pack(c, p, x, x->cells, n, true)) {
        x->rest = REST;
        return;
    }
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

/* Room for cells, within the budget if that can be. */
static uint32_t *make_cells(gac__checker *c, uint64_t n,
                            const gac__chunk *keep)
{
    uint64_t bytes = n * sizeof(uint32_t);
    for (uint32_t k = 0; k < TRIES && c->open.n
                         && c->shadow_bytes + bytes > c->budget; k++)
        pack_next(c, keep);
    uint32_t *cells = gac__counted_alloc(c, n, sizeof *cells);
    if (!cells)
        c->status = GAC_ERR_MEMORY;
    return cells;
}

/* Smaller granules, with the larger ones' cells. */
static bool refine(gac__checker *c, gac__plane *p, size_t n, uint32_t granule)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t more = x->granule - granule;
    uint32_t old = n_cells(p, n, x->granule) * n_sides(p);
    uint32_t *cells = make_cells(c, (uint64_t)old << more, x);
    if (!cells)
        return false;
    for (uint32_t k = 0; k < old << more; k++)
        cells[k] = x->cells[k >> more];
    gac__counted_free(c, x->cells, old, sizeof *cells);
    x->cells = cells;
    x->granule = (uint8_t)granule;
    return true;
}

bool gac__chunk_open(gac__checker *c, gac__plane *p, size_t n, uint32_t granule)
{
    gac__chunk *x = &p->chunks[n];
    gac__open_chunk at = { (uint32_t)(p - c->planes), (uint32_t)n };
    if (!x->cells) {
        if (!x->packed)
            x->granule = (uint8_t)GAC__MIN(x->granule, granule);
        uint32_t count = n_cells(p, n, x->granule);
        uint32_t *cells = make_cells(c, (uint64_t)count * n_sides(p), x);
        if (!cells)
            return false;
        if (!GAC__VEC_PUSH(c->allocator, &c->open, at)) {
            c->status = GAC_ERR_MEMORY;
            gac__counted_free(c, cells, (uint64_t)count * n_sides(p),
                             sizeof *cells);
            return false;
        }
        x->cells = cells;
        if (x->packed)
            unpack(c, p, x, count, cells);
        gac__counted_free(c, x->packed, x->n_packed, sizeof *x->packed);
        x->packed = NULL;
    }
    return x->granule <= granule || refine(c, p, n, granule);
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
        if (!x->packed)
            continue;
        unpack(c, p, x, n, cells);
        map_cells(cells, n * n_sides(p), map, context);
        gac__counted_free(c, x->packed, x->n_packed, sizeof *x->packed);
        x->packed = NULL;
        if (!pack(c, p, x, cells, n, false))
            c->status = GAC_ERR_MEMORY; /* it counts as never accessed */
    }
}
