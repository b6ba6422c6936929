/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which of many copies in flight are near an access.
 *
 * Flights stand in the order of their issue. Most kernels have a few at a time: all are
 * looked at. Where there are many, all but the last are also kept by where they begin,
 * in runs: sorted arrays, each longer than the one behind it, so that a flight is sorted
 * again as often as the number of runs doubles, no more. A run is its own tree: the
 * middle is the root, and an entry knows the highest end among those below it.
 *
 *   flights   0 ................ 4095 | 4096 ...... 5119 | 5120 .. | n - 1
 *             one run, sorted          another            not yet in a run
 */
#include <stdlib.h>

#include "check/check_internal.h"

#define FEW 64u /* that are looked at one by one, besides those that may grow */

/* Offsets have 48 bits, as addresses have. */
static uint64_t place(uint32_t plane, uint64_t offset)
{
    return (uint64_t)plane << 48 | offset;
}

static int by_start(const void *x, const void *y)
{
    const gac__extent *a = x, *b = y;
    return (a->low > b->low) - (a->low < b->low);
}

/* Fills in the highest ends; that of them all. */
static uint64_t fill_tops(gac__extent *x, size_t n)
{
    size_t middle = n / 2;
    if (!n)
        return 0;
    uint64_t left = fill_tops(x, middle);
    uint64_t right = fill_tops(x + middle + 1, n - middle - 1);
    uint64_t below = GAC__MAX(left, right);
    x[middle].top = GAC__MAX(below, x[middle].high);
    return x[middle].top;
}

/* Makes one run of flights [first, end). */
static bool add_run(gac__checker *c, uint32_t first, uint32_t end)
{
    gac__extents *e = &c->extents;
    for (uint32_t n = e->n; n < end; n++) {
        const gac__flight *f = &c->flights.items[n];
        gac__extent src = { .low = place(f->copy.src.buffer, f->src_low),
                            .high = place(f->copy.src.buffer, f->src_high),
                            .flight = n };
        gac__extent dst = { .low = place(f->copy.dst.buffer, f->dst_low),
                            .high = place(f->copy.dst.buffer, f->dst_high),
                            .flight = n };
        if (!GAC__VEC_PUSH(c->allocator, &e->side[0], src)
            || !GAC__VEC_PUSH(c->allocator, &e->side[1], dst))
            return false;
    }
    for (uint32_t side = 0; side < 2; side++) {
        gac__extent *x = e->side[side].items + first;
        qsort(x, end - first, sizeof *x, by_start);
        fill_tops(x, end - first);
    }
    e->n = end;
    return GAC__VEC_PUSH(c->allocator, &e->runs, first);
}

/* Puts flights into runs if there are many. */
static void update(gac__checker *c)
{
    gac__extents *e = &c->extents;
    uint32_t n = (uint32_t)c->flights.n, first = e->n;
    if (n - e->n < FEW + GAC__FLIGHTS_GROW)
        return;
    n -= GAC__FLIGHTS_GROW;
    /* Runs that are no longer than what follows them are made one with it. */
    while (e->runs.n
           && first - e->runs.items[e->runs.n - 1] <= n - first)
        first = e->runs.items[--e->runs.n];
    if (!add_run(c, first, n)) {
        c->status = GAC_ERR_MEMORY;
        gac__extents_clear(c);
    }
}

void gac__extents_clear(gac__checker *c)
{
    gac__extents *e = &c->extents;
    e->n = 0;
    e->runs.n = e->side[0].n = e->side[1].n = e->near.n = 0;
}

void gac__extents_free(gac__checker *c)
{
    gac__extents *e = &c->extents;
    GAC__VEC_FREE(c->allocator, &e->side[0]);
    GAC__VEC_FREE(c->allocator, &e->side[1]);
    GAC__VEC_FREE(c->allocator, &e->runs);
    GAC__VEC_FREE(c->allocator, &e->near);
}

/* Where more are near, all flights are looked at: that takes less than to bring
 * those in order. */
static size_t most(const gac__checker *c)
{
    return c->extents.n / 8;
}

/* Adds those of a subtree that reach into [low, high). */
static void look(gac__checker *c, const gac__extent *x, size_t n, uint64_t low,
                 uint64_t high)
{
    while (n) {
        size_t middle = n / 2;
        const gac__extent *root = x + middle;
        if (root->top <= low)
            return;
        look(c, x, middle, low, high);
        if (root->low >= high)
            return;
        if (root->high > low
            && !GAC__VEC_PUSH(c->allocator, &c->extents.near, root->flight))
            c->status = GAC_ERR_MEMORY;
        if (c->extents.near.n > most(c))
            return;
        x = root + 1;
        n -= middle + 1;
    }
}

void gac__near_begin(gac__checker *c)
{
    c->extents.near.n = 0;
    update(c);
    c->extents.rest = c->extents.n;
}

void gac__near_add(gac__checker *c, bool dst, uint32_t plane, uint64_t low,
                   uint64_t high)
{
    gac__extents *e = &c->extents;
    for (size_t k = 0; k < e->runs.n && e->near.n <= most(c); k++) {
        uint32_t first = e->runs.items[k];
        uint32_t end = k + 1 < e->runs.n ? e->runs.items[k + 1] : e->n;
        look(c, e->side[dst].items + first, end - first, place(plane, low),
             place(plane, high));
    }
}

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

void gac__near_end(gac__checker *c)
{
    gac__extents *e = &c->extents;
    size_t kept = 0;
    if (e->near.n > most(c))
        e->near.n = e->rest = 0;
    if (e->near.n > 1)
        qsort(e->near.items, e->near.n, sizeof *e->near.items, by_number);
    for (size_t k = 0; k < e->near.n; k++)
        if (!k || e->near.items[k] != e->near.items[k - 1])
            e->near.items[kept++] = e->near.items[k];
    e->near.n = kept;
}
