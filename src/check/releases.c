/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Pages of releases, and how those are packed. */
#include "check/releases.h"

#include "check/check_internal.h"

/* Columns of a packed page. What was known is counted back from each release:
 * mostly it is the one before. */
enum { GROUP, ITEM, TICK, FENCE, BEFORE, BEFORE_TOO, N_COLUMNS };

#define ITEM_BIAS 2u /* so that joins and barriers are small numbers, too */
#define PACKED_MOST (N_COLUMNS * (1 + GAC__COLUMN_WORDS))

static uint32_t number_of(const gac__release *x, uint32_t number,
                          uint32_t column)
{
    uint32_t before;
    switch (column) {
    case GROUP: return x->group;
    case ITEM: return x->item + ITEM_BIAS;
    case TICK: return x->tick[0];
    case FENCE: return x->fence[0];
    default:
        before = x->before[column - BEFORE];
        return before ? number - before : 0;
    }
}

static uint32_t at(const gac__release_page *page, uint32_t number,
                   uint32_t column)
{
    return gac__column_at(page->packed + page->packed[column],
                          (number - 1) % GAC__RELEASE_PAGE);
}

static uint32_t before_at(const gac__release_page *page, uint32_t number,
                          uint32_t side)
{
    uint32_t back = at(page, number, BEFORE + side);
    return back ? number - back : 0;
}

gac__release gac__release_unpack(const gac__releases *r, uint32_t number)
{
    const gac__release_page *page = gac__release_page_of(r, number);
    return (gac__release){
        .group = at(page, number, GROUP),
        .item = at(page, number, ITEM) - ITEM_BIAS,
        .tick = {at(page, number, TICK)},
        .fence = {at(page, number, FENCE)},
        .before = {before_at(page, number, 0), before_at(page, number, 1)},
    };
}

void gac__release_before(const gac__releases *r, uint32_t number,
                         uint32_t before_out[2])
{
    const gac__release_page *page = gac__release_page_of(r, number);
    const gac__release *open = gac__release_open(r, number);
    before_out[0] = open ? open->before[0] : before_at(page, number, 0);
    before_out[1] = open ? open->before[1] : before_at(page, number, 1);
}

uint32_t gac__release_group(const gac__releases *r, uint32_t number)
{
    const gac__release *open = gac__release_open(r, number);
    return open ? open->group
                : at(gac__release_page_of(r, number), number, GROUP);
}

/* -- adding ---------------------------------------------------------------- */

static bool add_page(gac__checker *c)
{
    gac__releases *r = &c->order.releases;
    gac__release_page page = {0};
    size_t capacity = r->pages.capacity;
    page.open = gac__counted_alloc(c, GAC__RELEASE_PAGE, sizeof *page.open);
    if (page.open && GAC__VEC_PUSH(c->allocator, &r->pages, page)) {
        gac__count(c, (r->pages.capacity - capacity) * sizeof page);
        return true;
    }
    gac__counted_free(c, page.open, GAC__RELEASE_PAGE, sizeof *page.open);
    c->status = GAC_ERR_MEMORY;
    return false;
}

uint32_t gac__release_add(gac__checker *c, const gac__release *release)
{
    gac__releases *r = &c->order.releases;
    if (!r->n)
        r->first_group = c->group;
    if (r->n >= GAC__RELEASES_MAX || c->group - r->first_group > UINT32_MAX) {
        c->order.lost = true;
        return 0;
    }
    if (r->n == r->pages.n * GAC__RELEASE_PAGE && !add_page(c))
        return 0;
    gac__release *x = gac__release_open(r, ++r->n);
    *x = *release;
    x->group = (uint32_t)(c->group - r->first_group);
    return r->n;
}

/* -- packing --------------------------------------------------------------- */

static bool pack_page(gac__checker *c, uint32_t k)
{
    gac__releases *r = &c->order.releases;
    gac__release_page *page = &r->pages.items[k];
    uint32_t all[PACKED_MOST], numbers[GAC__RELEASE_PAGE], n_words = N_COLUMNS;
    for (uint32_t column = 0; column < N_COLUMNS; column++) {
        for (uint32_t j = 0; j < GAC__RELEASE_PAGE; j++)
            numbers[j] = number_of(&page->open[j],
                                   k * GAC__RELEASE_PAGE + j + 1, column);
        all[column] = n_words;
        n_words += gac__column_pack(numbers, GAC__RELEASE_PAGE, all + n_words);
    }
    page->packed = gac__counted_alloc(c, n_words, sizeof *page->packed);
    if (!page->packed)
        return false;
    memcpy(page->packed, all, n_words * sizeof *all);
    page->n_words = n_words;
    gac__counted_free(c, page->open, GAC__RELEASE_PAGE, sizeof *page->open);
    page->open = NULL;
    return true;
}

void gac__releases_pack(gac__checker *c)
{
    gac__releases *r = &c->order.releases;
    while (r->n_packed < r->n / GAC__RELEASE_PAGE && pack_page(c, r->n_packed))
        r->n_packed++;
}

void gac__releases_flatten(gac__releases *r, uint32_t tick)
{
    for (uint32_t k = 0; k < r->n_packed; k++) {
        uint32_t *packed = r->pages.items[k].packed;
        for (uint32_t column = TICK; column <= FENCE; column++) {
            packed[packed[column]] = tick;
            packed[packed[column] + 1] = packed[packed[column] + 2] = 0;
        }
    }
}

void gac__releases_clear(gac__releases *r)
{
    for (size_t k = 0; r->n && k < r->pages.n; k++)
        memset(r->pages.items[k].known, 0, sizeof r->pages.items[k].known);
    r->n = 0;
}

void gac__releases_free(gac__checker *c)
{
    gac__releases *r = &c->order.releases;
    for (size_t k = 0; k < r->pages.n; k++) {
        gac__release_page *page = &r->pages.items[k];
        gac__counted_free(c, page->open, GAC__RELEASE_PAGE, sizeof *page->open);
        gac__counted_free(c, page->packed, page->n_words, sizeof *page->packed);
    }
    GAC__VEC_FREE(c->allocator, &r->pages);
}
