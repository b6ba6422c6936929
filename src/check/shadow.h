/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shadow memory: shadow maps of cells, one a buffer, and which bytes nothing
 * has written. */
#ifndef GAC_CHECK_SHADOW_H
#define GAC_CHECK_SHADOW_H

#include "check/cell_arena.h"
#include "check/cells.h"
#include "check/check.h"

/* Cells are made chunk by chunk, of 1 << GAC__CHUNK_BITS bytes of memory. */
#define GAC__CHUNK_BITS 12u
#define GAC__CHUNK_BYTES (1u << GAC__CHUNK_BITS)

typedef struct gac__chunk {
    uint32_t *cells; /* the last write of each granule; behind those, if the
                        shadow map has reads, the last reads; NULL: none yet */
    uint32_t *old; /* for each granule a read by an earlier group than the last
                      read's; NULL: none yet */
    uint8_t granule; /* log2 of its bytes */
} gac__chunk;

/* A buffer's shadow. Buffers whose host memory overlaps share one. */
typedef struct gac__shadow_map {
    gac__chunk *chunks; /* NULL: the map has no cells */
    size_t n_chunks;
    uint64_t cell_bytes; /* of all cells */
    uint32_t granule;    /* log2 of the smallest granule */
    bool reads;          /* it has cells of reads */
    bool old;            /* it has cells of reads by earlier groups */
    uint64_t size;       /* bytes of memory */
    uint64_t first; /* offset of its first byte in all shadow maps, one behind
                       the other */
    bool local;
    bool all_defined;   /* no bit of `undefined` is set */
    bool changed;       /* `undefined` has changed since it was searched */
    uint8_t *undefined; /* for each 4 bytes, a bit for each byte that nothing
                           has written; NULL: all are defined */
    uint8_t *initial;   /* `undefined` when a group starts, without padding,
                           which is never undefined; NULL: there is none */
    bool late_copies;   /* cells since the fence may be of copies */
    uint32_t end[2];    /* work-items' writes have epochs below end[0], reads
                           below end[1] */
} gac__shadow_map;

typedef struct gac__buffer_shadow {
    gac__check_buffer info;
    uint32_t map;
    uint64_t delta; /* offset in the shadow map's memory */
} gac__buffer_shadow;

/* The cells of a range of bytes, kept from one look-up to the next. */
typedef struct gac__view {
    uint32_t *write, *read, *old; /* read, old: NULL if there are none */
    uint64_t first, end;          /* the range in the shadow map; end 0: none */
    uint32_t granule;
} gac__view;

gac_result gac__shadow_maps_make(gac__checker *c);

/* A group starts: local and private memory are undefined. */
void gac__shadow_maps_begin_group(gac__checker *c);

/* The function of gac__checker.counted. */
void *gac__resize_counted(void *checker, void *old, size_t old_size,
                          size_t new_size);

/* Ends the run: shadow memory, or the number of epochs, has reached its limit.
 */
void gac__check_full(gac__checker *c, bool epochs);

/* Makes cells for chunk n, or finer ones. False when memory is out, or the
 * watch ends the work. */
bool gac__chunk_open(gac__checker *c, gac__shadow_map *p, size_t n,
                     uint32_t granule);

/* Makes cells for reads by earlier groups of a view's chunk. False when memory
 * is out. */
bool gac__view_open_old(gac__checker *c, gac__shadow_map *p, gac__view *v);

/* Searches a shadow map for undefined bytes. True: there are none. */
bool gac__shadow_map_search(gac__checker *c, gac__shadow_map *p);

/* Whether all bytes of a shadow map are defined; searches it if it has changed.
 */
static inline bool gac__shadow_map_is_defined(gac__checker *c,
                                              gac__shadow_map *p)
{
    bool known = !p->undefined || p->all_defined || !p->changed;
    return known ? !p->undefined || p->all_defined
                 : gac__shadow_map_search(c, p);
}

/* Copies bytes of shadow from `from`, or sets them to `value` if that is NULL,
 * until the watch ends the work. */
void gac__shadow_fill(gac__checker *c, uint8_t *to, const uint8_t *from,
                      uint8_t value, uint64_t n);

static inline uint64_t gac__chunk_bytes(const gac__shadow_map *p, size_t n)
{
    uint64_t first = (uint64_t)n << GAC__CHUNK_BITS;
    uint64_t rest = (p->size + 3) / 4 * 4 - first;
    return GAC__MIN(rest, (uint64_t)GAC__CHUNK_BYTES);
}

/* The number of cells of writes, or of reads. */
static inline uint32_t gac__n_cells(const gac__shadow_map *p, size_t n,
                                    uint32_t granule)
{
    return (uint32_t)(gac__chunk_bytes(p, n) >> granule);
}

/* 2 if there are cells of reads besides those of writes. */
static inline uint32_t gac__n_sides(const gac__shadow_map *p)
{
    return p->reads ? 2 : 1;
}

/* log2 of the largest granule that divides all numbers whose bits are in
 * `bits`. */
static inline uint32_t gac__granule_of(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits | 4);
}

/* Makes a view of a byte's cells and those behind it, for accesses of whole
 * granules of 1 << `granule` bytes, at most 4. False when memory is out. */
static inline bool gac__view_at(gac__checker *c, gac__shadow_map *p,
                                uint64_t offset, uint32_t granule,
                                gac__view *out)
{
    size_t n = (size_t)(offset >> GAC__CHUNK_BITS);
    gac__chunk *x = &p->chunks[n];
    if (GAC__UNLIKELY(!x->cells || x->granule > granule)
        && (!gac__chunk_open(c, p, n, granule) || !x->cells))
        return false;
    uint64_t bytes = gac__chunk_bytes(p, n);
    out->write = x->cells;
    out->read = p->reads ? x->cells + (bytes >> x->granule) : NULL;
    out->old = x->old;
    out->granule = x->granule;
    out->first = (uint64_t)n << GAC__CHUNK_BITS;
    out->end = out->first + bytes;
    return true;
}

#endif
