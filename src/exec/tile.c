/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Chooses what a strip runs at once.
 *
 * An instruction is fetched once for all lanes of a strip, so strips should be
 * wide. Where a kernel is independent of how work-items are grouped, small
 * work-groups become larger (a row of the range, where that is best); else
 * several are coalesced. Each thread is left some groups, since threads end at
 * different times.
 */
#include "exec/tile.h"

#include <string.h>

#include "support/features.h"
#include "support/support.h"

/* The most work-items of widened groups: of any shape, and of one row. */
#define WIDE_GROUP_ITEMS 512u
#define WIDE_ROW_ITEMS 1024u

/* Groups that are left for each thread: where strips stay wide; at least, by
 * widening; at least, by coalescing. */
#define GROUPS_A_THREAD 16u
#define LEAST_WIDENED 4u
#define LEAST_COALESCED 2u

/* The least items of a row that can be a group; and the most items of a row of
 * which a group has several. */
#define ROW_ITEMS 128u
#define SHORT_ROW_ITEMS 255u

#define LEADING_ITEMS 64u /* of the range, along its new first dimension */
#define FAR_ITEMS 256u    /* of a group that is a square tile */
#define STEP 16u          /* lanes of a vector */

/* Coalesced groups: the lanes that they are to fill; the lanes below which
 * fewer groups are left for threads; the most items of a group, beyond which
 * nothing is gained; the most bytes of their local and private memory. */
#define COALESCED_ITEMS 512u
#define COALESCED_LEAST_LANES 256u
#define COALESCED_MOST_ITEMS 128u
#define COALESCED_BYTES (128u << 10)

uint64_t gac__largest_divisor(uint64_t n, uint64_t most)
{
    for (uint64_t d = GAC__MIN(n, most); d > 1; d--)
        if (n % d == 0)
            return d;
    return 1;
}

static uint64_t count_items(const uint64_t local[3])
{
    return local[0] * local[1] * local[2];
}

/* It cannot wrap: a range has at most 2^63 - 1 work-items, a group 2^16. */
static uint64_t count_groups(const gac__tile *t, const uint64_t local[3])
{
    uint64_t n_groups = 1;
    for (uint32_t d = 0; d < 3; d++)
        n_groups *= (t->global[d] + local[d] - 1) / local[d];
    return n_groups;
}

/* Returns how many groups to leave, so that threads end together: fewer, down
 * to `least` a thread, if strips would not have `lanes` lanes. */
static uint64_t groups_left(uint64_t items, uint64_t lanes, uint64_t least,
                            uint64_t threads)
{
    uint64_t left = threads * GROUPS_A_THREAD;
    while (left > threads * least && items / left < lanes)
        left /= 2;
    return left;
}

/* Returns the size of equal pieces of `n` items, each `most` items at most, in
 * whole steps, if a piece has one; the last piece may be smaller. */
static uint64_t piece_of(uint64_t n, uint64_t most)
{
    uint64_t step = most < STEP ? 1 : STEP;
    most -= most % step;
    uint64_t pieces = (n + most - 1) / most;
    uint64_t size = (n + pieces - 1) / pieces;
    size = GAC__MIN((size + step - 1) / step * step, n);
    return GAC__MAX(size, (uint64_t)1);
}

/* Makes groups of STEP x n. */
static void take_steps(gac__tile *t, uint64_t n)
{
    t->local[0] = STEP;
    t->local[1] = n;
    t->local[2] = 1;
}

/* -- which dimension comes first ------------------------------------------- */

static void interchange(const gac__facts *f, gac__tile *t)
{
    uint32_t d = f->leading;
    if (!d || t->global[d] < LEADING_ITEMS)
        return;
    t->interchanged = true;
    gac__swap_dimensions(t->global, d);
    gac__swap_dimensions(t->local, d);
    /* groups that were along the former first dimension */
    if (t->local[0] < STEP && t->global[0] % STEP == 0)
        take_steps(t, gac__largest_divisor(t->global[1], STEP));
}

/* -- larger groups --------------------------------------------------------- */

/* Makes groups of one row, or of one of the equal pieces of a row, each
 * `widest` items at most; or of several short rows. False: rows are too short,
 * or less than `left` groups would be left. */
static bool take_rows(const gac__facts *f, gac__tile *t, uint64_t widest,
                      uint64_t left)
{
    uint64_t row = t->global[0];
    uint64_t local[3] = {gac__largest_divisor(row, widest), 1, 1};
    if (local[0] < widest / 2)
        local[0] = piece_of(row, widest);
    uint64_t n_groups = count_groups(t, local);
    if (row < ROW_ITEMS || n_groups < left)
        return false;
    if (row <= SHORT_ROW_ITEMS && !f->shares_rows)
        local[1] = gac__largest_divisor(
            t->global[1], GAC__MIN(WIDE_GROUP_ITEMS / row, n_groups / left));
    memcpy(t->local, local, sizeof local);
    return true;
}

/* Makes square tiles where accesses of adjacent work-items lie apart along all
 * dimensions (a transpose): a square touches the fewest cache lines. False:
 * along some dimension they do not. */
static bool take_square(const gac__facts *f, gac__tile *t)
{
    for (uint32_t d = 0; d < 3; d++)
        if (t->global[d] > 1 && !(f->far >> d & 1))
            return false;
    if (t->local[1] > 1 && count_items(t->local) >= FAR_ITEMS)
        return true;
    if (t->global[0] % STEP || t->global[1] % STEP)
        return false;
    take_steps(t, STEP);
    return true;
}

static void widen(const gac__facts *f, gac__tile *t, uint64_t threads)
{
    uint64_t items = count_items(t->local);
    uint64_t n_groups = count_groups(t, t->local);
    uint64_t widest = t->local[1] == 1 && t->local[2] == 1 ? WIDE_ROW_ITEMS
                                                           : WIDE_GROUP_ITEMS;
    uint64_t left =
        groups_left(n_groups * items, widest, LEAST_WIDENED, threads);
    if (f->prefers_rows && GAC__ON(ROW_TILES)
        && (take_rows(f, t, WIDE_ROW_ITEMS, left)
            || take_rows(f, t, WIDE_GROUP_ITEMS, left)))
        return;
    if (GAC__ON(SQUARES) && take_square(f, t))
        return;
    for (uint32_t d = 0; d < 2; d++) {
        uint64_t limit = GAC__MIN(widest / items, n_groups / left);
        uint64_t most = limit, wide = t->local[d];
        while (most > 1 && t->global[d] % (t->local[d] * most) != 0)
            most--;
        if (most > 1)
            wide *= most;
        if (most < limit / 2) /* few groups, or none, make equal ones */
            wide = piece_of(t->global[d], t->local[d] * limit);
        t->local[d] = wide;
        items = count_items(t->local);
        n_groups = count_groups(t, t->local);
    }
}

/* -- coalesced groups ------------------------------------------------------ */

static uint32_t coalesce(const gac__facts *f, const gac__tile *t,
                         uint64_t wanted, uint64_t local_bytes,
                         uint64_t threads)
{
    uint64_t items = count_items(t->local);
    uint64_t n_groups = count_groups(t, t->local);
    for (uint32_t d = 0; d < 3; d++)
        if (t->global[d] % t->local[d] != 0)
            return 1;
    if (!wanted && items > COALESCED_MOST_ITEMS)
        return 1;
    uint64_t left = groups_left(n_groups * items, COALESCED_LEAST_LANES,
                                LEAST_COALESCED, threads);
    uint64_t lanes = wanted ? wanted : COALESCED_ITEMS;
    uint64_t coalesced =
        GAC__MIN(lanes / items, wanted ? n_groups : n_groups / left);
    uint64_t bytes = local_bytes + items * f->private_bytes;
    if (bytes)
        coalesced = GAC__MIN(coalesced, COALESCED_BYTES / bytes);
    return (uint32_t)GAC__MAX(coalesced, 1);
}

gac__tile gac__tile_choose(const gac__facts *f, const gac_run_options *o,
                           uint64_t local_bytes, uint64_t threads)
{
    gac__tile t = {.coalesced = 1};
    memcpy(t.global, o->global, sizeof t.global);
    memcpy(t.local, o->local, sizeof t.local);
    threads = GAC__MAX(threads, 1);
    if (f->leading && GAC__ON(INTERCHANGE))
        interchange(f, &t);
    if (f->group_independent && GAC__ON(WIDEN))
        widen(f, &t, threads);
    /* What lands later than at issue does so by the group. */
    bool lands_later = f->copies && o->async_mode > GAC_ASYNC_EAGER;
    if (f->may_coalesce && !lands_later && GAC__ON(COALESCE))
        t.coalesced = coalesce(f, &t, o->coalesced_items, local_bytes, threads);
    return t;
}
