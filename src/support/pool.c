/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Pools: one piece of memory for many tables that are mostly small. */
#include "support/support.h"

/* Tables lie one behind the other. The last one grows in place; another one
 * that grows leaves a hole. The outer allocator serves tables for which there
 * is no room, and all of them under an address sanitizer. */

#define ALIGNMENT 16

static bool is_inside(const gac__pool *pool, const void *p)
{
    return p && (uintptr_t)p - (uintptr_t)pool->memory < pool->size_bytes;
}

/* The end of a table, with the gap behind it. */
static size_t end_of(size_t first, size_t size_bytes)
{
    return first + ((size_bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
}

/* Allocates from the pool; NULL: there is no room. */
static void *take(gac__pool *pool, size_t size_bytes)
{
    if (size_bytes > pool->size_bytes - pool->used)
        return NULL;
    void *p = pool->memory + pool->used;
    pool->last = pool->used;
    pool->used = GAC__MIN(end_of(pool->used, size_bytes), pool->size_bytes);
    return p;
}

/* Gives a table of the pool another size; it may move. */
static void *move(gac__pool *pool, void *old, size_t old_size, size_t new_size)
{
    size_t first = (size_t)((char *)old - pool->memory);
    bool is_last = first == pool->last;
    if (is_last)
        pool->used = first;
    void *moved = new_size == 0 ? NULL : take(pool, new_size);
    if (!moved && new_size != 0)
        moved = pool->outer->resize(pool->outer->user, NULL, 0, new_size);
    if (moved && moved != old)
        memcpy(moved, old, GAC__MIN(old_size, new_size));
    if (!moved && new_size != 0 && is_last) /* the table stays where it is */
        pool->used = GAC__MIN(end_of(first, old_size), pool->size_bytes);
    return moved;
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    gac__pool *pool = user;
    void *p;
    if (is_inside(pool, old))
        return move(pool, old, old_size, new_size);
    if (!old && new_size != 0 && (p = take(pool, new_size)) != NULL)
        return p;
    return pool->outer->resize(pool->outer->user, old, old_size, new_size);
}

void gac__pool_open(gac__pool *pool, const gac_allocator *outer,
                    size_t size_bytes)
{
    *pool = (gac__pool){.allocator = {resize, pool}, .outer = outer};
#ifdef GAC__WATCHED
    size_bytes = 0;
#endif
    if (size_bytes > 0)
        pool->memory = outer->resize(outer->user, NULL, 0, size_bytes);
    pool->size_bytes = pool->memory ? size_bytes : 0;
}

void gac__pool_close(gac__pool *pool)
{
    gac__free(pool->outer, pool->memory, pool->size_bytes, 1);
    *pool = (gac__pool){.outer = pool->outer};
}

const gac__pool *gac__pool_of(const gac_allocator *a)
{
    return a->resize == resize ? a->user : NULL;
}
