/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds out how the indices of an access lie.
 *
 * Most accesses are of elements one behind the other: what the compiler knew,
 * or is found out soon. Others are so but for the edges.
 */
#include "exec/shapes.h"
#include "support/features.h"

/* Between two steps of lanes at the edges there are at least so many lanes. */
#define LEAST_INNER (4u * GAC__LANE_STEP)

void gac__find_range(const gac__strip *s, const gac__access *a,
                     gac__index_shape *shape)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t end = s->full ? s->n : s->end;
    shape->rises = shape->contiguous = shape->again = false;
    shape->clamped = false;
    shape->permuted =
        a->permutation && !a->exact
        && kernels->find_permutation[a->kind](
            a->index, s->first, end, a->permutation, &shape->low, &shape->high);
    if (!shape->permuted)
        kernels->range[a->kind](a->index, gac__active_mask(s), s->first, end,
                                &shape->low, &shape->high);
}

/* The same consecutive indices in each group, which is as long as the group:
 * inactive lanes count, too. False: indices wrap. */
static bool find_in_groups(const gac__strip *s, const gac__access *a,
                           gac__index_shape *shape)
{
    int64_t items = (int64_t)s->worker->n_items;
    int64_t most = a->kind == GAC__INDEX_U32   ? (int64_t)UINT32_MAX
                   : a->kind == GAC__INDEX_I32 ? INT32_MAX
                                               : INT64_MAX;
    int64_t at = gac__lane_index(a, s->low_lane), item = s->low_lane % items;
    if (at > most - (items - 1 - item)
        || (a->kind == GAC__INDEX_U32   ? at < item
            : a->kind == GAC__INDEX_I32 ? at < INT32_MIN + item
                                        : at < INT64_MIN + item))
        return false;
    shape->low = shape->zero = at - item;
    shape->high = shape->zero + items - 1;
    shape->rises = shape->contiguous = shape->again = true;
    shape->permuted = shape->clamped = false;
    return true;
}

/* Whether indices rise by one from lane to lane but for the first step of lanes
 * and the last one: neighbours at the edges of images are often taken to be the
 * edge's own elements. All lanes of the others count for the ends. */
static bool find_clamped(const gac__strip *s, const gac__access *a,
                         gac__index_shape *shape)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t end = s->full ? s->n : s->end;
    uint32_t first = s->first + GAC__LANE_STEP;
    uint32_t last = (end - 1) / GAC__LANE_STEP * GAC__LANE_STEP;
    int64_t low, high;
    if (a->exact || !GAC__ON(CLAMPED) || last < first + LEAST_INNER
        || !kernels->consecutive[a->kind](a->index, first, last)
        || gac__lane_index(a, last - 1) < gac__lane_index(a, first))
        return false;
    shape->clamped = true;
    shape->inner_first = first;
    shape->inner_end = last;
    shape->zero = (int64_t)((uint64_t)gac__lane_index(a, first) - first);
    shape->low = gac__lane_index(a, first);
    shape->high = gac__lane_index(a, last - 1);
    kernels->range[a->kind](a->index, gac__active_mask(s), s->first, first,
                            &low, &high);
    shape->low = GAC__MIN(shape->low, low);
    shape->high = GAC__MAX(shape->high, high);
    kernels->range[a->kind](a->index, gac__active_mask(s), last, end, &low,
                            &high);
    shape->low = GAC__MIN(shape->low, low);
    shape->high = GAC__MAX(shape->high, high);
    return true;
}

void gac__find_shape(const gac__strip *s, const gac__access *a,
                     gac__index_shape *shape)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t end = s->full ? s->n : s->end;
    if (a->rises_again && a->scale == a->size && find_in_groups(s, a, shape))
        return;
    shape->again = shape->permuted = shape->clamped = false;
    bool one_behind_the_other = a->scale == a->size;
    if (a->rises
        || (one_behind_the_other
            && kernels->consecutive[a->kind](a->index, s->first, end))) {
        shape->low = gac__lane_index(a, s->low_lane);
        shape->high = gac__lane_index(a, s->high_lane);
        shape->zero = (int64_t)((uint64_t)shape->low - s->low_lane);
        shape->rises = shape->high >= shape->low
                       && (uint64_t)shape->high - (uint64_t)shape->low
                              == s->high_lane - s->low_lane;
        shape->contiguous = shape->rises && one_behind_the_other;
        if (shape->rises)
            return;
    } else if (one_behind_the_other && find_clamped(s, a, shape)) {
        shape->rises = shape->contiguous = false;
        return;
    }
    gac__find_range(s, a, shape);
}
