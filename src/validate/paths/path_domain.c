/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sets of numbers of a width, as few pieces. */
#include "validate/paths/paths.h"

static uint64_t largest(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool add(gac__domain *d, uint64_t first, uint64_t last)
{
    if (d->n == GAC__PIECES)
        return false;
    d->pieces[d->n].first = first;
    d->pieces[d->n++].last = last;
    return true;
}

gac__domain gac__domain_range(uint32_t width, uint64_t first, uint64_t last)
{
    gac__domain d = {0};
    if (first <= last) {
        (void)add(&d, first, last);
    } else {
        (void)add(&d, 0, last);
        (void)add(&d, first, largest(width));
    }
    return d;
}

bool gac__domain_meet(const gac__domain *a, const gac__domain *b,
                      gac__domain *out)
{
    gac__domain d = {0};
    uint32_t i = 0, k = 0;
    while (i < a->n && k < b->n) {
        uint64_t first = GAC__MAX(a->pieces[i].first, b->pieces[k].first);
        uint64_t last = GAC__MIN(a->pieces[i].last, b->pieces[k].last);
        if (first <= last && !add(&d, first, last))
            return false;
        if (a->pieces[i].last < b->pieces[k].last)
            i++;
        else
            k++;
    }
    *out = d;
    return true;
}

bool gac__domain_rest(const gac__domain *a, uint32_t width, gac__domain *out)
{
    gac__domain d = {0};
    uint64_t next = 0, end = largest(width);
    bool full = false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->pieces[i].first > next && !add(&d, next, a->pieces[i].first - 1))
            return false;
        full = a->pieces[i].last == end;
        next = a->pieces[i].last + 1;
    }
    if (!full && !add(&d, next, end))
        return false;
    *out = d;
    return true;
}

bool gac__domain_touch(const gac__domain *a, const gac__domain *b)
{
    uint32_t i = 0, k = 0;
    while (i < a->n && k < b->n) {
        if (a->pieces[i].first <= b->pieces[k].last
            && b->pieces[k].first <= a->pieces[i].last)
            return true;
        if (a->pieces[i].last < b->pieces[k].last)
            i++;
        else
            k++;
    }
    return false;
}

bool gac__domain_within(const gac__domain *a, const gac__domain *b)
{
    for (uint32_t i = 0; i < a->n; i++) {
        uint64_t next = a->pieces[i].first, last = a->pieces[i].last;
        bool whole = false;
        for (uint32_t k = 0; k < b->n && !whole; k++) {
            if (b->pieces[k].last < next)
                continue;
            if (b->pieces[k].first > next)
                return false;
            whole = b->pieces[k].last >= last;
            next = b->pieces[k].last + 1;
        }
        if (!whole)
            return false;
    }
    return true;
}
