/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Searches the copies in flight for the first that overlaps an access.
 *
 * A few flights are compared one by one. Where there are many, all but the last
 * ones are found by their lines.
 *
 * Lines are in runs, each sorted by their starts. A new line is a run of its
 * own. The last two runs are merged until each is at least four times as long
 * as the one behind it, so a line is merged O(log n) times, and there are O(log
 * n) runs:
 *
 *     items   0 ............. 4095 | 4096 ...... 5119 | 5120 .. 5130
 *
 * A run is its own search tree: the middle is the root. Each line knows the
 * highest end and the first and last flight among those below it (an augmented
 * interval tree).
 */
#include "check/flights.h"

/* -- adding ---------------------------------------------------------------- */

/* Merges the last two runs from their ends, after copying the second one out of
 * the way. False when memory is out. */
static bool merge(gac__flights *f)
{
    gac__lines *x = &f->lines;
    size_t n = x->n, first = x->run[x->n_runs - 2];
    size_t second = x->run[--x->n_runs], a = second, b = n + (n - second);
    x->n_ready = GAC__MIN(x->n_ready, first);
    if (x->items[second - 1].low <= x->items[second].low)
        return true;
    if (!GAC__VEC_RESERVE(f->allocator, x, n - second))
        return false;
    gac__line *l = x->items;
    memcpy(l + n, l + second, (n - second) * sizeof *l);
    for (size_t at = n; b > n && gac__watch_on(f->watch, 1);)
        l[--at] = a > first && l[a - 1].low > l[b - 1].low ? l[--a] : l[--b];
    return true;
}

/* The offset that is added to addresses of lines of a kind, so that one order
 * has all kinds. Addresses are below 2^61. */
static uint64_t key_of(uint32_t kind)
{
    return (uint64_t)kind << 61;
}

static bool add(gac__flights *f, uint32_t kind, uint64_t low, uint64_t high)
{
    gac__lines *x = &f->lines;
    uint32_t flight = f->n_in_lines;
    uint64_t key = low + key_of(kind), end = high + key_of(kind);
    gac__line line = {key, end, end, flight, flight, flight};
    if (!GAC__VEC_PUSH(f->allocator, x, line))
        return false;
    x->low[kind] = GAC__MIN(x->low[kind], low);
    x->high[kind] = GAC__MAX(x->high[kind], high);
    x->run[x->n_runs++] = x->n - 1;
    bool ok = true;
    while (ok && x->n_runs > 1
           && x->n - x->run[x->n_runs - 2] < 5 * (x->n - x->run[x->n_runs - 1]))
        ok = merge(f);
    return ok;
}

#define FEW 64u    /* flights below which no lines are made */
#define FEW_NEW 4u /* new flights below which none are added to the lines */

bool gac__lines_update(gac__flights *f)
{
    bool ok = true;
    if (f->n - f->n_in_lines < (f->n_in_lines ? FEW_NEW : FEW))
        return true;
    for (; ok && f->n_in_lines < f->n && gac__watch_on(f->watch, 1);
         f->n_in_lines++) {
        const gac__flight *x = &f->items[f->n_in_lines];
        for (uint32_t side = 0; x->n_copies && side < 2; side++) {
            gac__box b = gac__box_joined(&x->box[side]);
            for (uint64_t n = 0;
                 ok && n < b.lines * b.planes && gac__watch_on(f->watch, 1);
                 n++) {
                uint64_t low = gac__box_line(&b, n);
                ok = add(f, 2 * side + x->diverged, low, low + b.line_bytes);
            }
        }
    }
    if (!ok)
        gac__lines_clear(f);
    return ok;
}

void gac__lines_clear(gac__flights *f)
{
    gac__lines *x = &f->lines;
    x->n = x->n_ready = x->n_runs = f->n_in_lines = 0;
    memset(x->low, 0xff, sizeof x->low);
    memset(x->high, 0, sizeof x->high);
}

/* -- looking --------------------------------------------------------------- */

/* Sets `top`, `first` and `last` of each line of a tree; the root, or NULL. */
static const gac__line *fill(gac__flights *f, gac__line *x, size_t n)
{
    gac__line *root = x + n / 2;
    if (!n || !gac__watch_on(f->watch, 1))
        return NULL;
    const gac__line *below[] = {fill(f, x, n / 2),
                                fill(f, root + 1, n - n / 2 - 1)};
    root->top = root->high;
    root->first = root->last = root->flight;
    for (uint32_t k = 0; k < 2; k++)
        if (below[k]) {
            root->top = GAC__MAX(root->top, below[k]->top);
            root->first = GAC__MIN(root->first, below[k]->first);
            root->last = GAC__MAX(root->last, below[k]->last);
        }
    return root;
}

typedef struct sought {
    uint64_t low, high;
    uint32_t from, end;
} sought;

static void meet(gac__flights *f, const gac__line *x, sought *s)
{
    if (x->high <= s->low || x->flight < s->from || x->flight >= s->end)
        return;
    if (f->items[x->flight].n_copies)
        s->end = x->flight;
    else
        f->n_wasted++;
}

#define FEW_LINES 8u /* that are compared one by one */

/* Lowers s->end to the first flight of a tree that overlaps. */
static void look(gac__flights *f, const gac__line *x, size_t n, sought *s)
{
    for (; n > FEW_LINES; n /= 2) {
        const gac__line *root = x + n / 2;
        if (root->top <= s->low || root->first >= s->end
            || root->last < s->from)
            return;
        if (root->low >= s->high)
            continue;
        if (!gac__watch_on(f->watch, 1))
            return;
        meet(f, root, s);
        look(f, root + 1, n - n / 2 - 1, s);
    }
    for (size_t k = 0; k < n && x[k].low < s->high; k++)
        meet(f, x + k, s);
}

static void look_in_runs(gac__flights *f, sought *s)
{
    gac__lines *x = &f->lines;
    for (uint32_t k = 0; k < x->n_runs && gac__watch_on(f->watch, 1); k++) {
        size_t first = x->run[k];
        size_t n = (k + 1 < x->n_runs ? x->run[k + 1] : x->n) - first;
        if (first >= x->n_ready)
            fill(f, x->items + first, n);
        look(f, x->items + first, n, s);
    }
    x->n_ready = x->n;
}

uint32_t gac__flights_first(gac__flights *f, gac__side side, bool races,
                            uint64_t low, uint64_t high, uint32_t from,
                            uint32_t end)
{
    uint64_t first, first_end;
    for (uint32_t k = 0; k < (races ? 1 : 2); k++) {
        uint32_t kind = 2 * side + k;
        sought s = {low + key_of(kind), high + key_of(kind), from, end};
        if (low < f->lines.high[kind] && high > f->lines.low[kind])
            look_in_runs(f, &s);
        end = s.end;
    }
    for (uint32_t n = GAC__MAX(from, f->n_in_lines);
         n < end && gac__watch_on(f->watch, 1); n++) {
        const gac__flight *x = &f->items[n];
        if (x->end[side] > low && x->box[side].start < high && x->n_copies
            && !(races && x->diverged)
            && gac__box_overlaps(f->watch, &x->box[side], low, high, &first,
                                 &first_end))
            return n;
    }
    return end;
}
