/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The order that atomics and fences make: releases, the objects that hold them,
 * and who knows of which. */
#ifndef GAC_CHECK_ORDER_H
#define GAC_CHECK_ORDER_H

#include "check/check.h"
#include "check/epochs.h"
#include "support/maps.h"

/* Searches through releases and those that their makers had acquired. */
typedef enum gac__search_kind {
    GAC__SEARCH_ONCE,  /* for one release */
    GAC__SEARCH_KNOWN, /* for all that an item knows; its marks are kept */
    GAC__SEARCH_COUNT
} gac__search_kind;

/* A release. Its number is its index, from 1 on. Pairs are for global memory
 * and for local memory. */
typedef struct gac__release {
    uint64_t group;
    uint32_t item;   /* GAC__NO_ITEM: it is a barrier's, or joins two others and
                        orders no accesses itself */
    uint32_t end[2]; /* the item's accesses of lower epochs come before it */
    uint32_t fence[2]; /* all items' accesses of lower epochs come before it */
    uint32_t sub_group[2]; /* the same for items of the item's sub-group */
    uint32_t before[2];    /* releases that its maker had acquired; 0: none */
    uint32_t mark[GAC__SEARCH_COUNT]; /* the last search of each kind that
                                         reached it */
} gac__release;

typedef struct gac__order {
    GAC__VEC(gac__release) releases;
    gac__key_map objects; /* word of a shadow map that an atomic has written ->
                             the release that a reader acquires; flag 1: later
                             groups do, too */
    /* For each item: `knows`, the release that it has acquired; `seen`, the one
     * that an acquire fence would acquire; `fence`, the one that its last
     * release fence made. 0: none. */
    uint32_t *knows, *seen, *fence;
    uint32_t base;  /* the release that all items have acquired by a barrier */
    uint32_t all;   /* joins the releases that any item has acquired */
    uint32_t first; /* the number of releases of earlier groups */
    /* `has_wide`: an object has a release that later groups acquire. `touched`:
     * `knows`, `seen` or `fence` may have a release. */
    bool has_wide, touched;
    bool plain;   /* the group has accessed shared memory without atomics */
    bool wrote;   /* the group has written global memory */
    bool barrier; /* a barrier has ordered writes of the group */
    uint32_t barrier_release; /* that barrier as a release, which relaxed
                                 atomics publish; 0: not made */
    uint32_t mark[GAC__SEARCH_COUNT]; /* the present search of each kind */
    GAC__VEC(uint32_t) stack;
    uint32_t known_roots[2]; /* releases from which GAC__SEARCH_KNOWN began */
} gac__order;

/* A release by its number, from 1 on. */
static inline gac__release *gac__release_at(const gac__order *o,
                                            uint32_t number)
{
    return &o->releases.items[number - 1];
}

/* False when memory is out. */
bool gac__order_init(gac__checker *c);
void gac__order_free(gac__checker *c);
void gac__order_begin_group(gac__checker *c);
void gac__order_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use);

/* A barrier that fences global memory, behind its new tick. */
void gac__order_fence_all(gac__checker *c);

/* Items [first, end) know what any of them does. */
void gac__order_barrier(gac__checker *c, uint32_t first, uint32_t end);

/* Sets the release that readers of the four bytes at an offset see from now on.
 * `wide`: readers of later groups see it, too. */
void gac__object_put(gac__checker *c, uint32_t map, uint64_t offset,
                     uint32_t release, bool wide);

/* Forgets all objects, of which none is wide. */
void gac__objects_clear(gac__checker *c);

/* -- searches (order_search.c) --------------------------------------------- */

/* Whether an item has acquired a release behind the access that a cell records.
 * GAC__NO_ITEM: whether any item has. */
bool gac__is_ordered(gac__checker *c, bool local, uint32_t item, uint32_t cell);

/* Whether an item has acquired a release of its group that came since the
 * fence. */
bool gac__knows_since(gac__checker *c, const gac__clock *clock, uint32_t item);

void gac__order_visit_times(gac__checker *c, uint32_t *to,
                            gac__time_visit *visit);

#endif
