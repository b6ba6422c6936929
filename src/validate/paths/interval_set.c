/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Sets of numbers, as few intervals. */
#include "validate/paths/paths.h"

/* Goes through the ends of both sets in order. */
bool gac__intervals_combine(const gac__interval_set *a,
                            const gac__interval_set *b,
                            gac__interval_operation operation,
                            gac__interval_set *out)
{
    gac__interval_set d;
    uint32_t i = 0, k = 0;
    d.n = 0;
    while (i < a->n || k < b->n) {
        const bool first = k == b->n || (i < a->n && a->ends[i] <= b->ends[k]);
        const uint64_t at = first ? a->ends[i] : b->ends[k];
        k += k < b->n && b->ends[k] == at;
        i += first;
        if ((operation >> (i % 2 + 2 * (k % 2)) & 1) == d.n % 2)
            continue;
        if (d.n == GAC__MOST_ENDS)
            return false;
        d.ends[d.n++] = at;
    }
    *out = d;
    return true;
}

gac__interval_set gac__intervals_range(uint32_t width, uint64_t first,
                                       uint64_t last)
{
    const uint64_t end = width >= 64 ? 0 : UINT64_C(1) << width;
    gac__interval_set d = {1, {first}};
    if (first > last) {
        d = (gac__interval_set){3, {0, last + 1, first}};
        d.n = first == last + 1 ? 1 : 3;
        last = end - 1;
    }
    if (last != UINT64_MAX)
        d.ends[d.n++] = last + 1;
    return d;
}

bool gac__intervals_overlap(const gac__interval_set *a,
                            const gac__interval_set *b)
{
    gac__interval_set d;
    return !gac__intervals_combine(a, b, GAC__INTERSECTION, &d) || d.n != 0;
}

bool gac__intervals_subset(const gac__interval_set *a,
                           const gac__interval_set *b)
{
    gac__interval_set d;
    return gac__intervals_combine(a, b, GAC__DIFFERENCE, &d) && d.n == 0;
}
