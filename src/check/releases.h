/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Releases, by their numbers from 1 on.
 *
 * They are kept in pages. A page of groups that are done is packed: of each
 * column of it there is little to tell, where groups hand over in the same way;
 * of local memory nobody asks any more.
 */
#ifndef GAC_CHECK_RELEASES_H
#define GAC_CHECK_RELEASES_H

#include "check/columns.h"
#include "support/support.h"

/* [0]: of global memory, [1]: of local memory. */
typedef struct gac__release {
    uint32_t
        group;     /* counted from the first that made one; joins have theirs */
    uint32_t item; /* GAC__NO_ITEM: a barrier, GAC__RELEASE_JOIN: it only joins
                      two others */
    uint32_t tick[2];   /* the item's accesses up to these come before it, */
    uint32_t fence[2];  /* and all items' before these */
    uint32_t before[2]; /* releases that its maker knew of; 0: none */
} gac__release;

#define GAC__RELEASE_JOIN (UINT32_MAX - 1)
#define GAC__RELEASE_PAGE 128u
#define GAC__RELEASES_MAX (1u << 18)

typedef struct gac__release_page {
    gac__release *open; /* NULL: packed */
    uint32_t *packed;   /* where each column begins, and the columns */
    uint32_t n_words;
    uint32_t stamp; /* of the search that `visited` is of */
    uint64_t visited[GAC__RELEASE_PAGE / 64];
    uint64_t known[GAC__RELEASE_PAGE / 64]; /* a search's that is kept */
} gac__release_page;

typedef struct gac__releases {
    GAC__VEC(gac__release_page) pages;
    uint32_t n;
    uint32_t n_packed; /* pages: the first ones */
    uint64_t first_group;
} gac__releases;

typedef struct gac__checker gac__checker;

/* Adds one of the present group; its number, or 0 if there is no room. */
uint32_t gac__release_add(gac__checker *c, const gac__release *release);

/* No release is of a group that is not done: pages that are full are packed. */
void gac__releases_pack(gac__checker *c);

/* Forgets all; none is packed. */
void gac__releases_clear(gac__releases *r);
void gac__releases_free(gac__checker *c);

/* All ticks of global memory that packed ones have become the same. */
void gac__releases_flatten(gac__releases *r, uint32_t tick);

/* What is known of one that is packed: nothing of local memory. */
gac__release gac__release_unpack(const gac__releases *r, uint32_t number);

static inline gac__release_page *gac__release_page_of(const gac__releases *r,
                                                      uint32_t number)
{
    return &r->pages.items[(number - 1) / GAC__RELEASE_PAGE];
}

/* Not packed: one that may change. */
static inline gac__release *gac__release_open(const gac__releases *r,
                                              uint32_t number)
{
    gac__release_page *page = gac__release_page_of(r, number);
    return page->open ? &page->open[(number - 1) % GAC__RELEASE_PAGE] : NULL;
}

static inline gac__release gac__release_at(const gac__releases *r,
                                           uint32_t number)
{
    const gac__release *open = gac__release_open(r, number);
    return open ? *open : gac__release_unpack(r, number);
}

/* Those that one's maker knew of. */
void gac__release_before(const gac__releases *r, uint32_t number,
                         uint32_t before_out[2]);

uint32_t gac__release_group(const gac__releases *r, uint32_t number);

#endif
