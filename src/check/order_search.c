/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Searches through releases, back from those that a work-item has acquired. */
#include "check/checker.h"
#include "check/order.h"

#define RELEASE_STEPS 4u /* of the watch */

/* -- looking back ---------------------------------------------------------- */

static void push(gac__checker *c, const uint32_t releases[2])
{
    for (uint32_t k = 0; k < 2; k++)
        if (releases[k])
            (void)GAC__VEC_PUSH(&c->counted, &c->order.stack, releases[k]);
}

/* The next release that is reached from those on the stack, with a number above
 * `least` and without the search's mark, which it gets; NULL: there are no
 * more.
 */
static const gac__release *next_reached(gac__checker *c,
                                        gac__search_kind search, uint32_t least)
{
    gac__order *o = &c->order;
    while (o->stack.n && gac__check_on(c, RELEASE_STEPS)) {
        uint32_t number = o->stack.items[--o->stack.n];
        gac__release *r = gac__release_at(o, number);
        if (number <= least || r->mark[search] == o->mark[search])
            continue;
        r->mark[search] = o->mark[search];
        push(c, r->before);
        return r;
    }
    return NULL;
}

static void start(gac__checker *c, uint32_t a, uint32_t b)
{
    c->order.stack.n = 0;
    c->order.mark[GAC__SEARCH_ONCE]++;
    push(c, (const uint32_t[]){a, b});
}

/* -- all that is known -------------------------------------------------------
 *
 * Where each group acquires from the one before, it has acquired what that one
 * had, and a few releases more. So marks are kept, and only new releases are
 * visited. Releases of a group have consecutive numbers, those of later groups
 * higher ones. */

/* Marks the releases that are reached from two. Marks of the search before stay
 * if it began at releases that are reached now. */
static void fill_known(gac__checker *c, uint32_t a, uint32_t b)
{
    gac__order *o = &c->order;
    uint32_t *roots = o->known_roots, known = o->mark[GAC__SEARCH_KNOWN];
    bool all = true;
    if (roots[0] == a && roots[1] == b)
        return;
    for (uint32_t k = 0; k < 2; k++)
        if (roots[k])
            gac__release_at(o, roots[k])->mark[GAC__SEARCH_KNOWN] = 0;
    start(c, a, b);
    while (next_reached(c, GAC__SEARCH_KNOWN, 0))
        continue;
    for (uint32_t k = 0; k < 2; k++)
        all &=
            !roots[k]
            || gac__release_at(o, roots[k])->mark[GAC__SEARCH_KNOWN] == known;
    if (!all) {
        o->mark[GAC__SEARCH_KNOWN]++;
        start(c, a, b);
        while (next_reached(c, GAC__SEARCH_KNOWN, 0))
            continue;
    }
    roots[0] = a;
    roots[1] = b;
}

/* Whether the access that a cell records comes before a release of its group.
 */
static bool covers(const gac__checker *c, const gac__release *r, bool local,
                   uint32_t cell)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t epoch = gac__cell_epoch(l, cell), item = gac__cell_item(l, cell);
    /* A copy is of the whole group. */
    return epoch < r->fence[local]
           || (epoch < r->end[local]
               && (item == r->item || item == l->item_mask))
           || (epoch < r->sub_group[local]
               && gac__same_sub_group(l, item, r->item));
}

/* The number of an earlier group's first release; if it has none, that of the
 * next group which has one. */
static uint32_t first_of_group(const gac__order *o, uint64_t group)
{
    uint32_t low = 1, high = o->first + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (gac__release_at(o, middle)->group < group)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool earlier_group_is_known(gac__checker *c, uint32_t knows,
                                   uint32_t cell)
{
    gac__order *o = &c->order;
    uint64_t group = gac__epoch_of(c, cell)->group;
    if (group == UINT64_MAX) /* a group before the first with a release */
        return false;
    fill_known(c, knows, o->base);
    uint32_t end = first_of_group(o, group + 1);
    for (uint32_t k = first_of_group(o, group);
         k < end && gac__check_on(c, RELEASE_STEPS); k++) {
        const gac__release *r = gac__release_at(o, k);
        if (r->mark[GAC__SEARCH_KNOWN] == o->mark[GAC__SEARCH_KNOWN]
            && covers(c, r, false, cell))
            return true;
    }
    return false;
}

bool gac__is_ordered(gac__checker *c, bool local, uint32_t item, uint32_t cell)
{
    const gac__order *o = &c->order;
    uint32_t knows = item == GAC__NO_ITEM ? o->all : o->knows[item];
    const gac__release *r;
    if (!knows && !o->base)
        return false;
    if (!local && gac__cell_epoch(&c->layout, cell) < c->clocks[0].group)
        return earlier_group_is_known(c, knows, cell);
    start(c, knows, o->base);
    while ((r = next_reached(c, GAC__SEARCH_ONCE, o->first)) != NULL)
        if (covers(c, r, local, cell))
            return true;
    return false;
}

bool gac__knows_since(gac__checker *c, const gac__clock *clock, uint32_t item)
{
    bool local = clock == &c->clocks[1];
    const gac__release *r;
    start(c, c->order.knows[item], 0);
    while ((r = next_reached(c, GAC__SEARCH_ONCE, c->order.first)) != NULL)
        if (r->end[local] > clock->fence)
            return true;
    return false;
}

/* -- times ----------------------------------------------------------------- */

void gac__order_visit_times(gac__checker *c, uint32_t *to,
                            gac__time_visit *visit)
{
    gac__order *o = &c->order;
    for (size_t k = 0; k < o->releases.n && gac__check_on(c, RELEASE_STEPS);
         k++) {
        gac__release *r = &o->releases.items[k];
        for (uint32_t i = 0; i < 2; i++) {
            visit(to, &r->end[i]);
            visit(to, &r->fence[i]);
            visit(to, &r->sub_group[i]);
        }
    }
}
