/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Planes' cells, chunk by chunk.
 *
 * Two cells for each granule are twice the memory of words, and eight times
 * that of single bytes. What they tell is mostly little: neighbours were
 * accessed by neighbours, with the same instruction. So only chunks that are in
 * use have cells to work on; once all shadow together is more than the budget,
 * chunks that have not been used lately are packed (squeeze.c), until they are
 * used again. Which one is packed next is found by a hand that goes round and
 * passes over those used since it came by last.
 *
 * Lanes that each access another chunk would have it packed and unpacked for a
 * byte: such accesses find cells for the bytes around them, patches of what is
 * packed.
 */
#include "check/check_internal.h"

#define GRANULE 2u /* log2 of a granule, until an access is smaller */
#define TRIES 4u   /* chunks that one that is opened may have packed, */
#define STEPS 16u  /* each among so many */
#define LATE                                                                   \
    16u /* so much of the budget over it, who has used one is not asked */
#define REST 16u        /* times that one that cannot be packed is left alone */
#define SHORT_REST 2u   /* that one with the present group's cells is */
#define MANY_PATCHES 8u /* that a chunk is packed for */
#define PATCH_BITS 4u   /* log2 of a patch's bytes, and */
#define PATCHES_FEW                                                            \
    8u /* how many there may be, where cells are in order or take much */
#define PATCHES_LEAST 4u /* how many there may always be */
#define MAP_STEPS                                                              \
    128u /* of the watch, for a chunk that is unpacked and packed */
#define MOST_4THS                                                              \
    7u /* bytes of four bytes that packed cells and patches take */

static void free_patches(gac__checker *c, const gac__plane *p, gac__chunk *x)
{
    gac__patches_free(c, p, x, x->patches);
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
    GAC__VEC_FREE(c->allocator, &c->young);
}

bool gac__plane_make_chunks(gac__checker *c, gac__plane *p, bool reads)
{
    uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
    p->reads = reads;
    p->n_chunks = (size_t)GAC__MAX(n, (uint64_t)1);
    p->chunks = gac__counted_alloc(c, p->n_chunks, sizeof *p->chunks);
    for (size_t k = 0; p->chunks && k < p->n_chunks && gac__check_on(c, 1); k++)
        p->chunks[k].granule = GRANULE;
    return p->chunks != NULL;
}

void gac__plane_free_chunks(gac__checker *c, gac__plane *p)
{
    for (size_t k = 0; p->chunks && k < p->n_chunks; k++) {
        gac__chunk *x = &p->chunks[k];
        uint64_t n = (uint64_t)gac__n_cells(p, k, x->granule) * gac__n_sides(p);
        if (gac__spare_give(c->spare, x->cells, n * sizeof *x->cells))
            c->shadow_bytes -= n * sizeof *x->cells;
        else
            gac__counted_free(c, x->cells, n, sizeof *x->cells);
        gac__chunk_drop(c, p, k);
        free_patches(c, p, x);
    }
    gac__counted_free(c, p->chunks, p->n_chunks, sizeof *p->chunks);
}

/* -- packing --------------------------------------------------------------- */

/* All cells of a chunk that is packed. */
static void unpack_all(const gac__checker *c, const gac__plane *p,
                       const gac__chunk *x, uint32_t n, uint32_t *cells)
{
    const gac__patches *y = x->patches;
    gac__chunk_unpack(c, p, x, 0, n, cells);
    for (uint32_t k = 0; y && k < y->n; k++) {
        uint32_t most = 1u << y->bits >> x->granule;
        const uint32_t *from = y->cells + k * most * gac__n_sides(p);
        for (uint32_t s = 0; s < gac__n_sides(p); s++)
            memcpy(cells + s * n + y->at[k] * most, from + s * most,
                   most * sizeof *cells);
    }
}

/* Packs all of a chunk's cells; false if that is of no use. */
static bool pack_all(gac__checker *c, gac__plane *p, size_t at)
{
    gac__chunk *x = &p->chunks[at];
    uint32_t all[2 * GAC__CHUNK_BYTES], *cells = x->cells ? x->cells : all;
    uint32_t n = gac__n_cells(p, at, x->granule);
    gac__patches *left = NULL;
    if (!x->cells)
        unpack_all(c, p, x, n, all);
    if (!gac__chunk_pack(c, p, at, cells, &left))
        return false;
    free_patches(c, p, x);
    gac__counted_free(c, x->cells, (uint64_t)n * gac__n_sides(p),
                      sizeof *x->cells);
    x->cells = NULL;
    x->patches = left;
    return true;
}

/* Packs an open chunk, or patches with the rest of theirs. */
static void pack_open(gac__checker *c, size_t at)
{
    gac__open_chunk o = c->open.items[at];
    gac__plane *p = &c->planes[o.plane];
    gac__chunk *x = &p->chunks[o.chunk];
    if (x->cells
        || (x->patches && !(x->paired && gac__chunk_fold(c, p, o.chunk)))) {
        if (!pack_all(c, p, o.chunk))
            x->rest = REST;
    } else if (x->patches && !x->patches->n) {
        free_patches(c, p, x);
    } else if (x->patches) {
        x->rest = SHORT_REST;
    }
    if (x->cells || x->patches)
        return;
    x->listed = false;
    c->open.items[at] = c->open.items[--c->open.n];
}

/* The next chunk that the hand does not pass over is packed, if it is near.
 * `keep` never is. */
static void pack_next(gac__checker *c, const gac__chunk *keep)
{
    bool late = c->shadow_bytes > c->budget + c->budget / LATE;
    for (uint32_t n = 0; n < STEPS && c->open.n; n++) {
        c->hand = c->hand + 1 < c->open.n ? c->hand + 1 : 0;
        gac__open_chunk o = c->open.items[c->hand];
        gac__chunk *x = &c->planes[o.plane].chunks[o.chunk];
        if ((!x->used || late) && !x->rest && x != keep) {
            pack_open(c, c->hand);
            return;
        }
        x->used = false;
        if (x->rest)
            x->rest--;
    }
}

/* -- opening --------------------------------------------------------------- */

/* Memory for a chunk's cells, within the budget if that can be. */
static void *make_room(gac__checker *c, uint64_t n, size_t size,
                       const gac__chunk *keep)
{
    bool is_much = c->shadow_bytes + n * size > c->budget;
    if (is_much && c->spare)
        gac__spare_free(c->allocator, c->spare);
    for (uint32_t k = 0;
         k < TRIES && c->open.n && c->shadow_bytes + n * size > c->budget; k++)
        pack_next(c, keep);
    void *p = gac__spare_take(c->spare, n * size);
    if (p)
        gac__count(c, n * size);
    else
        p = gac__counted_alloc(c, n, size);
    if (!p)
        c->status = GAC_ERR_MEMORY;
    return p;
}

/* Smaller granules, with the larger ones' cells. */
static bool refine(gac__checker *c, gac__plane *p, size_t n, uint32_t granule)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t more = x->granule - granule;
    uint32_t old = gac__n_cells(p, n, x->granule) * gac__n_sides(p);
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
    gac__open_chunk at = {(uint32_t)(p - c->planes), (uint32_t)n};
    if (p->chunks[n].listed)
        return true;
    p->chunks[n].listed = true;
    if (GAC__VEC_PUSH(c->allocator, &c->open, at))
        return true;
    c->status = GAC_ERR_MEMORY;
    return false;
}

static bool list_young(gac__checker *c, const gac__plane *p, size_t n)
{
    gac__open_chunk at = {(uint32_t)(p - c->planes), (uint32_t)n};
    p->chunks[n].young = true;
    if (GAC__VEC_PUSH(c->allocator, &c->young, at))
        return true;
    c->status = GAC_ERR_MEMORY;
    return false;
}

/* Makes cells for chunk n. */
static bool open_chunk(gac__checker *c, gac__plane *p, size_t n)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t count = gac__n_cells(p, n, x->granule);
    uint64_t all = (uint64_t)count * gac__n_sides(p);
    uint32_t *cells = make_room(c, all, sizeof *cells, x);
    if (!cells)
        return false;
    if (!list_open(c, p, n)) {
        gac__counted_free(c, cells, all, sizeof *cells);
        return false;
    }
    if (x->packed || x->patches)
        unpack_all(c, p, x, count, cells);
    x->cells = cells;
    gac__chunk_drop(c, p, n);
    free_patches(c, p, x);
    return true;
}

/* As log2, how many bytes a patch has. Of a chunk in no order each is to take
 * little. */
static uint32_t patch_bits(const gac__chunk *x)
{
    if (x->patches)
        return x->patches->bits;
    return x->paired ? x->granule + 2u : PATCH_BITS;
}

/* Whether patches have been accessed for a byte each, or a few. */
static bool are_scattered(gac__checker *c, const gac__plane *p,
                          const gac__chunk *x)
{
    const gac__patches *y = x->patches;
    const gac__clock *clock = gac__clock_of(c, p);
    uint32_t n = gac__patch_cells(p, x, y->bits) * y->n, fresh = 0;
    for (uint32_t k = 0; k < n; k++)
        fresh += y->cells[k] >= clock->fence << c->layout.tick_shift;
    return fresh <= n / 4;
}

/* How many patches a chunk may have: where shadow is short, they are to stay
 * below the two bytes a byte with what is packed. */
static uint32_t most_patches(const gac__checker *c, const gac__plane *p,
                             size_t n)
{
    const gac__chunk *x = &p->chunks[n];
    uint64_t most = gac__chunk_bytes(p, n) / 4 * MOST_4THS;
    uint64_t used = x->n_packed * sizeof *x->packed;
    uint64_t each =
        gac__patch_cells(p, x, patch_bits(x)) * sizeof *x->patches->cells;
    if (x->paired && !gac__is_short(c))
        return GAC__PATCHES;
    if (!x->paired)
        return PATCHES_FEW;
    uint64_t room = (most - GAC__MIN(most, used)) / each;
    return (uint32_t)GAC__MIN(GAC__MAX(room, (uint64_t)PATCHES_LEAST),
                              (uint64_t)GAC__PATCHES);
}

/* Room for one more patch; false if there are enough. */
static bool more_patches(gac__checker *c, gac__plane *p, size_t n)
{
    gac__chunk *x = &p->chunks[n];
    gac__patches *y = x->patches;
    uint32_t most = most_patches(c, p, n);
    if (y && y->n == y->room && x->paired
        && (y->room >= MANY_PATCHES || y->room >= most)) {
        gac__chunk_fold(c, p, n);
        if (c->shadow_bytes > c->budget)
            pack_next(c, x);
    }
    if (y && y->n == most && !x->paired)
        x->scattered = are_scattered(c, p, x);
    if (y && y->n == y->room && y->room >= most && (x->paired || x->scattered)
        && pack_all(c, p, n)) {
        y = x->patches;
        most = GAC__MAX(most_patches(c, p, n), y ? y->n + 1u : 0);
        most = GAC__MIN(most, GAC__PATCHES);
    }
    if (y && y->n < y->room)
        return true;
    if (y && y->room >= most)
        return false;
    uint32_t room = y ? y->room + GAC__MIN(y->room, (uint32_t)PATCHES_FEW)
                    : most == PATCHES_FEW ? most
                                          : 4;
    for (uint32_t k = 0; k < TRIES && c->shadow_bytes > c->budget; k++)
        pack_next(c, x);
    gac__patches *out =
        gac__patches_make(c, p, x, patch_bits(x), GAC__MIN(room, most));
    if (!out || !list_open(c, p, n)) {
        gac__patches_free(c, p, x, out);
        c->status = GAC_ERR_MEMORY;
        return false;
    }
    for (uint32_t k = 0; y && k < y->n; k++)
        out->at[k] = y->at[k];
    if (y)
        memcpy(out->cells, y->cells,
               y->n * sizeof *y->cells * gac__patch_cells(p, x, y->bits));
    out->n = y ? y->n : 0;
    free_patches(c, p, x);
    x->patches = out;
    return true;
}

/* The patch with a byte of the chunk; y->n: there is none. */
static uint32_t find_patch(const gac__patches *y, uint64_t in_chunk)
{
    uint8_t at = (uint8_t)(in_chunk >> y->bits);
    uint32_t k = 0;
    while (k < y->n && y->at[k] != at)
        k++;
    return k;
}

/* Cells of the bytes around `offset`, of a chunk that is packed; false if that
 * is not to be. */
static bool patch_view(gac__checker *c, gac__plane *p, size_t n,
                       uint64_t offset, gac__view *out)
{
    gac__chunk *x = &p->chunks[n];
    uint64_t in_chunk = offset % GAC__CHUNK_BYTES;
    uint32_t k = x->patches ? find_patch(x->patches, in_chunk) : 0;
    bool is_new = !x->patches || k == x->patches->n;
    if (is_new) {
        if (!more_patches(c, p, n))
            return false;
        k = x->patches->n++;
        x->patches->at[k] = (uint8_t)(in_chunk >> x->patches->bits);
    }
    gac__patches *y = x->patches;
    uint32_t most = 1u << y->bits >> x->granule;
    uint32_t *cells = y->cells + k * gac__patch_cells(p, x, y->bits);
    if (is_new)
        gac__chunk_unpack(c, p, x, y->at[k] * most, (y->at[k] + 1u) * most,
                          cells);
    out->first = offset >> y->bits << y->bits;
    out->end = out->first + (1u << y->bits);
    out->granule = x->granule;
    out->write = cells;
    out->read = p->reads ? cells + most : NULL;
    return true;
}

bool gac__chunk_view(gac__checker *c, gac__plane *p, uint64_t offset,
                     uint64_t n_bytes, uint32_t granule, gac__view *out)
{
    size_t n = (size_t)(offset >> GAC__CHUNK_BITS);
    gac__chunk *x = &p->chunks[n];
    if (!x->cells && !x->packed && !x->patches)
        x->granule = (uint8_t)GAC__MIN(x->granule, granule);
    uint32_t bits = patch_bits(x);
    uint64_t end = ((offset >> bits) + 1) << bits;
    uint64_t bytes = (uint64_t)gac__n_cells(p, n, x->granule) * gac__n_sides(p)
                     * sizeof *x->cells;
    out->end = 0;
    x->used = true;
    if (!x->young && !list_young(c, p, n))
        return false;
    if (!x->cells && x->granule <= granule && n_bytes <= (uint64_t)1 << bits
        && end - ((uint64_t)n << GAC__CHUNK_BITS) <= gac__chunk_bytes(p, n)
        && (x->patches || c->shadow_bytes + bytes > c->budget)
        && patch_view(c, p, n, offset, out))
        return true;
    x->scattered &= n_bytes <= (uint64_t)1 << bits;
    if ((!x->cells && !open_chunk(c, p, n))
        || (x->granule > granule && !refine(c, p, n, granule)))
        return false;
    return gac__view_at(c, p, offset, n_bytes, granule, out);
}

/* -- all cells ------------------------------------------------------------- */

/* Whether the chunk is old afterwards. */
static bool map_chunk(gac__checker *c, gac__plane *p, size_t k,
                      gac__cells_map *map, const void *context)
{
    uint32_t cells[2 * GAC__CHUNK_BYTES];
    gac__chunk *x = &p->chunks[k];
    uint32_t n = gac__n_cells(p, k, x->granule) * gac__n_sides(p);
    bool old = true;
    if (x->cells)
        old &= map(context, x->cells, n);
    if (x->patches)
        old &= map(context, x->patches->cells,
                   x->patches->n * gac__patch_cells(p, x, x->patches->bits));
    if (!x->packed)
        return old;
    gac__chunk_unpack(c, p, x, 0, n / gac__n_sides(p), cells);
    old &= map(context, cells, n);
    if (!gac__chunk_repack(c, p, k, cells))
        c->status = GAC_ERR_MEMORY; /* what it tells is wrong from now on */
    return old;
}

void gac__chunks_map(gac__checker *c, bool local, gac__cells_map *map,
                     const void *context)
{
    size_t kept = 0;
    for (size_t k = 0; k < c->young.n && gac__check_on(c, MAP_STEPS); k++) {
        gac__open_chunk at = c->young.items[k];
        gac__plane *p = &c->planes[at.plane];
        bool old = p->local == local && map_chunk(c, p, at.chunk, map, context);
        p->chunks[at.chunk].young = !old;
        if (!old)
            c->young.items[kept++] = at;
    }
    c->young.n = kept;
}
