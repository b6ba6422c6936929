/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The table of epochs, and how it is made smaller. */
#include "check/epochs.h"
#include "check/accesses.h"

/* Rows that are added, at least, before epochs are numbered anew, unless cells
 * lack bits for as many. Most of them have no cell any more by then. A test may
 * set fewer. */
#ifndef GAC_EPOCHS
#define GAC_EPOCHS (1u << 18)
#endif

/* Steps of the watch: for a chunk of cells, and for a row or a release. */
#define CHUNK_STEPS 1024u
#define ROW_STEPS 4u

/* Numbers the kernel's copies, from 1 on, and notes which have lines. */
static void number_copies(gac__checker *c)
{
    const gac__ir *ir = c->config.ir;
    GAC__EACH_INST(ir, b, i) {
        if (i->op != GAC__IR_ASYNC_COPY)
            continue;
        gac__site_state *s = gac__site_of(c, gac__ir_site(ir, i->ordinal));
        if (!s->copy)
            s->copy = ++c->epochs.n_copies;
        s->has_lines |= gac__acopy_has_lines(i->sub);
    }
}

static bool add_row(gac__checker *c, uint32_t site)
{
    gac__epoch row = {.group = c->group, .site = site};
    return GAC__VEC_PUSH(&c->counted, &c->epochs.rows, row);
}

bool gac__epochs_init(gac__checker *c)
{
    number_copies(c);
    c->epochs.most = UINT32_MAX >> c->layout.epoch_shift;
    c->epochs.tick = 1;
    return add_row(c, GAC__NO_SITE); /* row 0 is no epoch */
}

/* -- numbering anew --------------------------------------------------------
 *
 * Rows that cells have get new numbers in their order. Cuts are the times that
 * cells are compared with. Between two cuts, rows of one group and site become
 * one, since nothing distinguishes them. */

/* For each row: its marks while rows in use are found, then its new number. A
 * row that is dropped has the number of the next one that stays. */
typedef struct renumbering {
    uint32_t *to;
    uint32_t n; /* rows before the numbering */
    uint32_t shift;
    uint32_t local_fence; /* older cells of local memory are of no use */
} renumbering;

#define ROW_USED 1u
#define ROW_CUT 2u

typedef void cells_visit(const renumbering *r, uint32_t *cells, uint32_t n,
                         bool local);

static void mark_rows(const renumbering *r, uint32_t *cells, uint32_t n,
                      bool local)
{
    for (uint32_t k = 0; k < n; k++)
        if (local && cells[k] >> r->shift < r->local_fence)
            cells[k] = 0;
        else
            r->to[cells[k] >> r->shift] = ROW_USED;
}

static void renumber_rows(const renumbering *r, uint32_t *cells, uint32_t n,
                          bool local)
{
    uint32_t rest = ((uint32_t)1 << r->shift) - 1;
    (void)local;
    for (uint32_t k = 0; k < n; k++)
        cells[k] = r->to[cells[k] >> r->shift] << r->shift | (cells[k] & rest);
}

/* False: the watch ends the work, behind which nothing is reported. */
static bool visit_cells(gac__checker *c, cells_visit *visit,
                        const renumbering *r)
{
    for (uint32_t i = 1; i < c->n_maps; i++) {
        gac__shadow_map *p = &c->maps[i];
        if (!gac__check_on(c, 1))
            return false;
        for (size_t k = 0; p->chunks && k < p->n_chunks; k++) {
            gac__chunk *x = &p->chunks[k];
            if (!gac__check_on(c, x->cells ? CHUNK_STEPS : 1))
                return false;
            uint32_t n = gac__n_cells(p, k, x->granule);
            if (x->cells)
                visit(r, x->cells, n * gac__n_sides(p), p->local);
            if (x->old)
                visit(r, x->old, n, p->local);
        }
    }
    return true;
}

static void cut(uint32_t *to, uint32_t *time)
{
    to[*time] |= ROW_CUT;
}

static void renumber(uint32_t *to, uint32_t *time)
{
    *time = to[*time];
}

static void visit_times(gac__checker *c, uint32_t *to, gac__time_visit *visit)
{
    visit(to, &c->epochs.tick);
    visit(to, &c->epochs.first_copy);
    for (gac__clock *x = c->clocks; x < c->clocks + 2; x++) {
        visit(to, &x->group);
        visit(to, &x->fence);
        visit(to, &x->wait);
        visit(to, &x->end);
        visit(to, &x->any_sub_group);
        for (uint32_t g = 0; g < c->n_sub_groups; g++)
            visit(to, &x->sub_group[g]);
    }
    for (uint32_t k = 1; k < c->n_maps; k++) {
        visit(to, &c->maps[k].end[0]);
        visit(to, &c->maps[k].end[1]);
    }
    gac__order_visit_times(c, to, visit);
}

/* Numbers the rows that are marked. */
static void number_rows(gac__checker *c, const renumbering *r)
{
    gac__epoch *rows = c->epochs.rows.items;
    uint32_t n = 1, last_cut = 1; /* as new numbers */
    for (uint32_t k = 1; k < r->n; k++) {
        uint32_t *merged = &gac__site_of(c, rows[k].site)->merged;
        const gac__epoch *same = &rows[*merged];
        bool used = r->to[k] & ROW_USED;
        last_cut = r->to[k] & ROW_CUT ? n : last_cut;
        if (used && *merged >= last_cut && *merged < n
            && same->site == rows[k].site && same->group == rows[k].group) {
            r->to[k] = *merged;
            continue;
        }
        r->to[k] = n;
        if (!used)
            continue;
        *merged = n;
        rows[n++] = rows[k];
    }
    r->to[0] = 0;
    r->to[r->n] = n;
    c->epochs.rows.n = n;
}

static void renumber_all(gac__checker *c, const renumbering *r)
{
    gac__epochs *e = &c->epochs;
    uint32_t tick = e->tick;
    if (!visit_cells(c, mark_rows, r)
        || !gac__check_on(c, (uint64_t)r->n * ROW_STEPS))
        return;
    visit_times(c, r->to, cut);
    for (uint32_t k = 0; e->first_copy && k < e->n_copies; k++)
        r->to[e->first_copy + k] = ROW_USED | ROW_CUT;
    for (uint32_t k = tick; k < r->n; k++)
        r->to[k] |= ROW_USED;
    number_rows(c, r);
    visit_times(c, r->to, renumber);
    for (uint32_t k = 0; k <= c->config.ir->n_sites; k++) {
        uint32_t *row = &c->sites[k].row;
        *row = *row >= tick ? r->to[*row] : 0;
    }
    (void)visit_cells(c, renumber_rows, r);
}

/* Whether nearly all rows would stay. */
static bool renumber_leaves_many(gac__checker *c)
{
    renumbering r = {.n = (uint32_t)c->epochs.rows.n,
                     .shift = c->layout.epoch_shift,
                     .local_fence = c->clocks[1].fence};
    r.to = gac__alloc_zero(&c->counted, (size_t)r.n + 1, sizeof *r.to);
    if (r.to)
        renumber_all(c, &r);
    gac__free(&c->counted, r.to, (size_t)r.n + 1, sizeof *r.to);
    return r.to && c->epochs.rows.n > c->epochs.most - c->epochs.most / 8;
}

/* If too many rows stay, their groups are dropped, too, so that more become
 * one; not if atomics have ordered groups, for which a row's group is needed.
 */
void gac__epochs_renumber(gac__checker *c)
{
    gac__epochs *e = &c->epochs;
    gac__log_apply(c); /* the log has epochs, too */
    bool many = renumber_leaves_many(c);
    if (many && !c->order.has_wide) {
        for (uint32_t k = 1; k < c->clocks[0].group; k++)
            e->rows.items[k].group = UINT64_MAX;
        many = renumber_leaves_many(c);
    }
    if (many)
        gac__check_full(c, true);
    e->n_kept = (uint32_t)e->rows.n;
}

/* Makes room for n more rows. */
static void make_room(gac__checker *c, uint32_t n)
{
    const gac__epochs *e = &c->epochs;
    uint64_t more = GAC__MAX((uint64_t)e->n_kept, (uint64_t)GAC_EPOCHS);
    if (c->status != GAC_OK
        || (e->rows.n + n <= e->most && e->rows.n + n <= e->n_kept + more))
        return;
    gac__epochs_renumber(c);
    if (c->status == GAC_OK && e->rows.n + n > e->most)
        gac__check_full(c, true);
}

/* -- as time goes by ------------------------------------------------------- */

void gac__epochs_begin_group(gac__checker *c)
{
    gac__epochs *e = &c->epochs;
    e->first_copy = 0;
    c->clocks[0].group = gac__epochs_tick(c);
    make_room(c, e->n_copies);
    c->clocks[0].group = e->first_copy = gac__epochs_tick(c);
    for (uint32_t k = 0; k < e->n_copies; k++)
        (void)add_row(c, GAC__NO_SITE);
    uint32_t fence = gac__epochs_tick(c);
    for (gac__clock *x = c->clocks; x < c->clocks + 2; x++) {
        memset(x->sub_group, 0, c->n_sub_groups * sizeof(uint32_t));
        *x = (gac__clock){
            .group = x->group, .fence = fence, .sub_group = x->sub_group};
    }
}

uint32_t gac__epochs_tick(gac__checker *c)
{
    return c->epochs.tick = (uint32_t)c->epochs.rows.n;
}

void gac__epochs_find(gac__checker *c, uint32_t site)
{
    gac__epochs *e = &c->epochs;
    gac__site_state *s = gac__site_of(c, site);
    if (s->row < e->tick) {
        make_room(c, 1);
        bool fits = c->status == GAC_OK && add_row(c, site);
        s->row = fits ? (uint32_t)e->rows.n - 1 : 0;
    }
    e->row = s->row;
}

void gac__epochs_find_copy(gac__checker *c, uint32_t site)
{
    gac__epochs *e = &c->epochs;
    uint32_t number = gac__site_of(c, site)->copy;
    if (c->order.releases.n > c->order.first) {
        gac__epochs_find(c, site);
        c->clocks[0].end = GAC__MAX(c->clocks[0].end, e->row + 1);
        return;
    }
    e->row = number && c->status == GAC_OK ? e->first_copy + number - 1 : 0;
    e->rows.items[e->row].site = e->row ? site : GAC__NO_SITE;
}
