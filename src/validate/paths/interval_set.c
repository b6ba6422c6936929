/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sets of numbers, as few intervals. */
#include "validate/paths/paths.h"

static uint64_t largest(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool add(gac__interval_set *d, uint64_t first, uint64_t last)
{
    if (d->n == GAC__MOST_INTERVALS)
        return false;
    d->items[d->n].first = first;
    d->items[d->n++].last = last;
    return true;
}

gac__interval_set gac__intervals_range(uint32_t width, uint64_t first,
                                       uint64_t last)
{
    gac__interval_set d = {0};
    if (first <= last) {
        (void)add(&d, first, last);
    } else {
        (void)add(&d, 0, last);
        (void)add(&d, first, largest(width));
    }
    return d;
}

bool gac__intervals_intersect(const gac__interval_set *a,
                              const gac__interval_set *b,
                              gac__interval_set *out)
{
    gac__interval_set d = {0};
    uint32_t i = 0, k = 0;
    while (i < a->n && k < b->n) {
        uint64_t first = GAC__MAX(a->items[i].first, b->items[k].first);
        uint64_t last = GAC__MIN(a->items[i].last, b->items[k].last);
        if (first <= last && !add(&d, first, last))
            return false;
        if (a->items[i].last < b->items[k].last)
            i++;
        else
            k++;
    }
    *out = d;
    return true;
}

bool gac__intervals_complement(const gac__interval_set *a, uint32_t width,
                               gac__interval_set *out)
{
    gac__interval_set d = {0};
    uint64_t next = 0, end = largest(width);
    bool full = false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->items[i].first > next && !add(&d, next, a->items[i].first - 1))
            return false;
        full = a->items[i].last == end;
        next = a->items[i].last + 1;
    }
    if (!full && !add(&d, next, end))
        return false;
    *out = d;
    return true;
}

bool gac__intervals_overlap(const gac__interval_set *a,
                            const gac__interval_set *b)
{
    uint32_t i = 0, k = 0;
    while (i < a->n && k < b->n) {
        if (a->items[i].first <= b->items[k].last
            && b->items[k].first <= a->items[i].last)
            return true;
        if (a->items[i].last < b->items[k].last)
            i++;
        else
            k++;
    }
    return false;
}

bool gac__intervals_subset(const gac__interval_set *a,
                           const gac__interval_set *b)
{
    for (uint32_t i = 0; i < a->n; i++) {
        uint64_t next = a->items[i].first, last = a->items[i].last;
        bool whole = false;
        for (uint32_t k = 0; k < b->n && !whole; k++) {
            if (b->items[k].last < next)
                continue;
            if (b->items[k].first > next)
                return false;
            whole = b->items[k].last >= last;
            next = b->items[k].last + 1;
        }
        if (!whole)
            return false;
    }
    return true;
}
