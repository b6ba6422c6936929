/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomic objects: which release a reader would see.
 *
 * Of each kilobyte that holds some there is a table, a word for each four
 * bytes. Where groups hand over to each other by objects of their own,
 * neighbours hold releases that are numbered evenly; so tables are packed as
 * columns when there are many and the shadow is over its budget.
 *
 *     | 0            | words |         open
 *     | words behind | column |        packed
 */
#include "check/check_internal.h"

#define WORDS (GAC__CHUNK_BYTES / 4)
#define OPEN_MANY 64u
#define WIDE 1u

static uint64_t size_of(const uint32_t *table)
{
    return 1 + (table[0] ? table[0] : WORDS);
}

/* Packs an open table, if that takes less. */
static void pack(gac__checker *c, size_t at)
{
    gac__order *o = &c->order;
    gac__open_chunk place = o->open.items[at];
    uint32_t **table = &c->planes[place.plane].objects[place.chunk];
    uint32_t all[GAC__COLUMN_WORDS];
    uint32_t n = gac__column_pack(*table + 1, WORDS, all);
    uint32_t *packed =
        n < WORDS ? gac__counted_alloc(c, n + 1, sizeof n) : NULL;
    if (!packed)
        return;
    packed[0] = n;
    memcpy(packed + 1, all, n * sizeof n);
    gac__counted_free(c, *table, size_of(*table), sizeof n);
    *table = packed;
    o->n_packed++;
    o->open.items[at] = o->open.items[--o->open.n];
}

/* An open table in place of none, or of a packed one; false when memory is out.
 */
static bool open_table(gac__checker *c, uint32_t plane, size_t chunk)
{
    gac__order *o = &c->order;
    gac__open_chunk place = {plane, (uint32_t)chunk};
    if (o->open.n >= OPEN_MANY && c->shadow_bytes > c->budget) {
        o->hand = o->hand + 1 < o->open.n ? o->hand + 1 : 0;
        pack(c, o->hand);
    }
    uint32_t **table = &c->planes[plane].objects[chunk];
    uint32_t *words = gac__counted_alloc(c, WORDS + 1, sizeof *words);
    if (!words || !GAC__VEC_PUSH(c->allocator, &o->open, place)) {
        gac__counted_free(c, words, WORDS + 1, sizeof *words);
        return false;
    }
    for (uint32_t k = 0; *table && k < WORDS; k++)
        words[1 + k] = gac__column_at(*table + 1, k);
    if (*table) {
        gac__counted_free(c, *table, size_of(*table), sizeof *words);
        o->n_packed--;
    }
    *table = words;
    return true;
}

gac__object gac__object_at(const gac__checker *c, uint32_t plane,
                           uint64_t offset)
{
    const gac__order *o = &c->order;
    uint32_t *const *tables = c->planes[plane].objects;
    const uint32_t *table = tables ? tables[offset >> GAC__CHUNK_BITS] : NULL;
    uint32_t k = offset % GAC__CHUNK_BYTES / 4, word = 0;
    if (table)
        word = table[0] ? gac__column_at(table + 1, k) : table[1 + k];
    gac__object x = {word >> 1, (word & WIDE) != 0};
    return x.wide || x.release > o->first ? x : (gac__object){0};
}

void gac__object_put(gac__checker *c, uint32_t plane, uint64_t offset,
                     gac__object x)
{
    gac__plane *p = &c->planes[plane];
    size_t chunk = (size_t)(offset >> GAC__CHUNK_BITS);
    uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
    if (!p->objects)
        p->objects = gac__counted_alloc(c, n, sizeof *p->objects);
    if (!p->objects
        || ((!p->objects[chunk] || p->objects[chunk][0])
            && !open_table(c, plane, chunk))) {
        c->status = GAC_ERR_MEMORY;
        return;
    }
    c->order.has_objects = true;
    p->objects[chunk][1 + offset % GAC__CHUNK_BYTES / 4] =
        x.release << 1 | (x.wide ? WIDE : 0);
}

/* Frees the tables that are packed, or all. */
static void free_tables(gac__checker *c, bool all)
{
    for (uint32_t k = 0; c->planes && k < c->n_planes; k++) {
        gac__plane *p = &c->planes[k];
        uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
        for (uint64_t at = 0;
             p->objects && at < n && (all || gac__check_on(c, 1)); at++) {
            uint32_t *table = p->objects[at];
            if (!table || (!all && !table[0]))
                continue;
            gac__counted_free(c, table, size_of(table), sizeof *table);
            p->objects[at] = NULL;
        }
    }
    c->order.n_packed = 0;
}

void gac__objects_clear(gac__checker *c)
{
    gac__order *o = &c->order;
    for (size_t k = 0; o->has_objects && k < o->open.n && gac__check_on(c, 16);
         k++) {
        gac__open_chunk at = o->open.items[k];
        memset(c->planes[at.plane].objects[at.chunk], 0,
               (WORDS + 1) * sizeof(uint32_t));
    }
    if (o->n_packed)
        free_tables(c, false);
    o->has_objects = false;
}

void gac__objects_free(gac__checker *c)
{
    free_tables(c, true);
    for (uint32_t k = 0; c->planes && k < c->n_planes; k++) {
        gac__plane *p = &c->planes[k];
        uint64_t n = (p->size + GAC__CHUNK_BYTES - 1) >> GAC__CHUNK_BITS;
        gac__counted_free(c, p->objects, n, sizeof *p->objects);
    }
    GAC__VEC_FREE(c->allocator, &c->order.open);
}
