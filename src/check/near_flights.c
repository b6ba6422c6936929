/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which of many copies in flight are near an access.
 *
 * Flights stand in the order of their issue. Most kernels have a few at a time:
 * all are looked at. Where there are many, all but the last are also kept by
 * where they begin, in runs: sorted arrays, each longer than the one behind it,
 * so that a flight is sorted again as often as the number of runs doubles, no
 * more; but none is longer than SORTED_MOST. A run is its own tree: the middle
 * is the root, and an entry knows the highest end among those below it.
 *
 *   items   0 ................ 4095 | 4096 ...... 5119 | 5120 ..
 *           one run, sorted          another            not yet in a run
 *
 * Columns of an image lie within each other: each reaches from the first of its
 * lines to the last. But lines of one pitch meet only where their starts are
 * near each other modulo that pitch. So flights of one pitch have an index of
 * their own, by that, whose entries know the extents below them as well.
 */
#include <stdlib.h>

#include "check/check_internal.h"

#define FEW                                                                    \
    64u /* that are looked at one by one, besides those that may grow          \
         */
#define PITCHES_MAX 32u
#define SORTED_MOST 65536u /* at a time: between two looks at the watch */

/* Of all lines of a box, if each is a number of these behind another; else 0.
 */
static uint64_t pitch_of(const gac__box *box)
{
    uint64_t pitch = box->lines > 1    ? box->line_pitch
                     : box->planes > 1 ? box->plane_pitch
                                       : 0;
    if (box->lines > 1 && box->planes > 1
        && (!pitch || box->plane_pitch % pitch != 0))
        return 0;
    return pitch > box->line_bytes ? pitch : 0;
}

/* -- adding ---------------------------------------------------------------- */

static int by_key(const void *x, const void *y)
{
    const gac__extent *a = x, *b = y;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
                            : (a->low > b->low) - (a->low < b->low);
}

/* Fills in what is below each; the root, or NULL. */
static const gac__extent *fill_tops(gac__extent *x, size_t n)
{
    size_t middle = n / 2;
    if (!n)
        return NULL;
    gac__extent *root = x + middle;
    const gac__extent *below[] = {fill_tops(x, middle),
                                  fill_tops(root + 1, n - middle - 1)};
    root->top = root->key_end;
    root->least = root->low;
    root->most = root->high;
    for (uint32_t k = 0; k < 2; k++)
        if (below[k]) {
            root->top = GAC__MAX(root->top, below[k]->top);
            root->least = GAC__MIN(root->least, below[k]->least);
            root->most = GAC__MAX(root->most, below[k]->most);
        }
    return root;
}

/* The index for a box; NULL when memory is out. */
static gac__near_index *index_for(gac__checker *c, bool dst,
                                  const gac__box *box)
{
    gac__extents *e = &c->extents;
    uint64_t pitch = pitch_of(box);
    for (uint32_t once = 0; once < 2; once++) {
        if (e->indexes.n > FEW)
            (void)gac__check_on(c, e->indexes.n);
        for (size_t k = 0; k < e->indexes.n; k++) {
            gac__near_index *x = &e->indexes.items[k];
            if (x->plane == box->buffer && x->dst == dst && x->pitch == pitch)
                return x;
        }
        if (pitch && e->n_pitches == PITCHES_MAX)
            pitch = 0;
        else
            break;
    }
    gac__near_index fresh = {.plane = box->buffer, .dst = dst, .pitch = pitch};
    if (!GAC__VEC_PUSH(c->allocator, &e->indexes, fresh))
        return NULL;
    e->n_pitches += pitch != 0;
    return &e->indexes.items[e->indexes.n - 1];
}

static bool add(gac__checker *c, bool dst, uint32_t flight)
{
    const gac__flight *f = &c->flights.items[flight];
    const gac__box *box = dst ? &f->copy.dst : &f->copy.src;
    gac__near_index *index = index_for(c, dst, box);
    gac__extent x = {.low = dst ? f->dst_low : f->src_low,
                     .high = dst ? f->dst_high : f->src_high,
                     .flight = flight};
    if (!index)
        return false;
    /* A pitch further, so that nothing comes before it. */
    x.key = index->pitch ? x.low % index->pitch + index->pitch : x.low;
    x.key_end = index->pitch ? x.key + box->line_bytes : x.high;
    return GAC__VEC_PUSH(c->allocator, &index->items, x);
}

#define SORT_STEPS 16u /* of the watch, for one that is sorted */

/* Makes a run of what is not in one, with those that are no longer than what
 * follows them. */
static bool add_run(gac__checker *c, gac__near_index *x)
{
    size_t first = x->n_sorted, n = x->items.n;
    if (first == n)
        return true;
    while (x->runs.n && first - x->runs.items[x->runs.n - 1] <= n - first
           && n - x->runs.items[x->runs.n - 1] <= SORTED_MOST)
        first = x->runs.items[--x->runs.n];
    (void)gac__check_on(c, (n - first) * SORT_STEPS);
    qsort(x->items.items + first, n - first, sizeof *x->items.items, by_key);
    fill_tops(x->items.items + first, n - first);
    x->n_sorted = n;
    return GAC__VEC_PUSH(c->allocator, &x->runs, (uint32_t)first);
}

/* Puts flights [e->n, end) into runs; false when memory is out. */
static bool add_to(gac__checker *c, uint32_t end)
{
    gac__extents *e = &c->extents;
    bool ok = true;
    for (; e->n < end && ok; e->n++)
        ok = add(c, false, e->n) && add(c, true, e->n);
    for (size_t k = 0; k < e->indexes.n && ok; k++)
        ok = add_run(c, &e->indexes.items[k]);
    return ok;
}

/* Puts flights into runs if there are many. */
static void update(gac__checker *c)
{
    gac__extents *e = &c->extents;
    uint32_t n = (uint32_t)c->flights.n;
    bool ok = true;
    if (n - e->n < FEW + GAC__FLIGHTS_GROW)
        return;
    for (n -= GAC__FLIGHTS_GROW; e->n < n && ok;)
        ok = add_to(c, GAC__MIN(n, e->n + SORTED_MOST));
    if (!ok) {
        c->status = GAC_ERR_MEMORY;
        gac__extents_clear(c);
    }
}

void gac__extents_clear(gac__checker *c)
{
    gac__extents *e = &c->extents;
    for (size_t k = 0; k < e->indexes.n; k++) {
        gac__near_index *x = &e->indexes.items[k];
        GAC__VEC_FREE(c->allocator, &x->items);
        GAC__VEC_FREE(c->allocator, &x->runs);
    }
    e->indexes.n = e->near.n = 0;
    e->n = e->n_pitches = 0;
}

void gac__extents_free(gac__checker *c)
{
    gac__extents_clear(c);
    GAC__VEC_FREE(c->allocator, &c->extents.indexes);
    GAC__VEC_FREE(c->allocator, &c->extents.near);
}

/* -- looking --------------------------------------------------------------- */

/* Where more are near, all flights are looked at: that takes less than to bring
 * those in order. */
static size_t most(const gac__checker *c)
{
    return GAC__MIN(c->extents.n / 8, SORTED_MOST);
}

typedef struct sought {
    uint64_t key, key_end;
    uint64_t low, high;
} sought;

/* Adds those of a subtree that reach into what is sought. */
static void look(gac__checker *c, const gac__extent *x, size_t n,
                 const sought *s)
{
    while (n) {
        size_t middle = n / 2;
        const gac__extent *root = x + middle;
        if (root->top <= s->key || root->most <= s->low
            || root->least >= s->high)
            return;
        look(c, x, middle, s);
        if (root->key >= s->key_end)
            return;
        if (root->key_end > s->key && root->high > s->low && root->low < s->high
            && !GAC__VEC_PUSH(c->allocator, &c->extents.near, root->flight))
            c->status = GAC_ERR_MEMORY;
        if (c->extents.near.n > most(c))
            return;
        x = root + 1;
        n -= middle + 1;
    }
}

static void look_in_runs(gac__checker *c, const gac__near_index *x,
                         const sought *s)
{
    for (size_t k = 0; k < x->runs.n && c->extents.near.n <= most(c); k++) {
        size_t first = x->runs.items[k];
        size_t end = k + 1 < x->runs.n ? x->runs.items[k + 1] : x->n_sorted;
        look(c, x->items.items + first, end - first, s);
    }
}

/* What reaches into [low, high), where [first, end) or the like modulo the
 * pitch is met. */
static void look_at(gac__checker *c, const gac__near_index *x, uint64_t first,
                    uint64_t end, uint64_t low, uint64_t high)
{
    sought s = {first, end, low, high};
    if (x->pitch && end - first >= x->pitch)
        s = (sought){0, UINT64_MAX, low, high};
    if (!x->pitch || end - first >= x->pitch) {
        look_in_runs(c, x, &s);
        return;
    }
    s.key = first % x->pitch;
    s.key_end = s.key + (end - first);
    for (uint32_t turn = 0; turn < 3; turn++) {
        look_in_runs(c, x, &s);
        s.key += x->pitch;
        s.key_end += x->pitch;
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
    (void)gac__check_on(c, e->indexes.n);
    for (size_t k = 0; k < e->indexes.n; k++) {
        const gac__near_index *x = &e->indexes.items[k];
        if (x->plane == plane && x->dst == dst)
            look_at(c, x, low, high, low, high);
    }
}

void gac__near_add_box(gac__checker *c, bool dst, const gac__box *box,
                       uint64_t low, uint64_t high)
{
    gac__extents *e = &c->extents;
    uint64_t pitch = pitch_of(box);
    (void)gac__check_on(c, e->indexes.n);
    for (size_t k = 0; k < e->indexes.n; k++) {
        const gac__near_index *x = &e->indexes.items[k];
        if (x->plane != box->buffer || x->dst != dst)
            continue;
        if (pitch && x->pitch == pitch)
            look_at(c, x, low, low + box->line_bytes, low, high);
        else
            look_at(c, x, low, high, low, high);
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
