/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Allocation through the caller's allocator; growing arrays. */
#include "support/tracker.h"

#include <stdlib.h>

static void *resize_malloc(void *user, void *old, size_t old_size,
                           size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

const gac_allocator gac__malloc_allocator = {resize_malloc, NULL};

static void *resize_tracked(void *user, void *old, size_t old_size,
                            size_t new_size)
{
    gac__tracker *t = user;
    void *p = t->outer->resize(t->outer->user, old, old_size, new_size);
    t->failed |= !p && new_size != 0;
    return p;
}

void gac__tracker_open(gac__tracker *t, const gac_allocator *outer)
{
    *t = (gac__tracker){.allocator = {resize_tracked, t}, .outer = outer};
}

/* Size of an array in bytes; 0 on overflow. At least 1, since size 0 means
 * "free" to an allocator. */
static size_t array_size(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        return 0;
    return bytes ? bytes : 1;
}

void *gac__alloc_zero(const gac_allocator *a, size_t n, size_t size)
{
    size_t bytes = array_size(n, size);
    if (bytes == 0)
        return NULL;
    /* calloc does not touch large tables: pages that are never used, such as
     * those of a sparse id table, take no memory. */
    if (a->resize == resize_malloc)
        return calloc(1, bytes);
    if (a->resize == resize_tracked) {
        gac__tracker *t = a->user;
        void *p = gac__alloc_zero(t->outer, bytes, 1);
        t->failed |= !p;
        return p;
    }
    void *memory = a->resize(a->user, NULL, 0, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *gac__resize_array(const gac_allocator *a, void *old, size_t old_n,
                        size_t new_n, size_t size)
{
    size_t bytes = array_size(new_n, size);
    if (bytes == 0)
        return NULL;
    return a->resize(a->user, old, old ? array_size(old_n, size) : 0, bytes);
}

void gac__free(const gac_allocator *a, void *p, size_t n, size_t size)
{
    if (p)
        a->resize(a->user, p, array_size(n, size), 0);
}

#define FEW 256 /* arrays below so many items grow faster */

bool gac__vec_reserve(const gac_allocator *a, void **items, size_t *capacity,
                      size_t n, size_t extra, size_t size)
{
    size_t needed;
    if (__builtin_add_overflow(n, extra, &needed))
        return false;
    if (needed <= *capacity)
        return true;
    size_t larger = *capacity < FEW ? *capacity * 2 : *capacity + *capacity / 2;
    larger = GAC__MAX(larger, (size_t)8);
    if (larger < needed)
        larger = needed;
    void *moved = gac__resize_array(a, *items, *capacity, larger, size);
    if (!moved)
        return false;
    *items = moved;
    *capacity = larger;
    return true;
}
