/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies against the cells, and which bytes they leave undefined. */
#include "check/accesses.h"
#include "check/undefined.h"

/* Steps of the watch for a chunk of cells. */
#define CHUNK_STEPS 1024u
#define LINE_STEPS 16u
#define PIECE_BYTES 64u /* bytes in a step of the watch */

/* -- a copy against the cells ---------------------------------------------- */

/* The offset of line n of a box in its shadow map. */
static uint64_t map_line(const gac__checker *c, const gac__box *box, uint64_t n)
{
    return gac__box_line(box, n) + c->buffers[box->buffer].delta;
}

/* Cells of last writes, of last reads, and of earlier groups' reads. */
typedef enum cell_kind { WRITES, READS, OLD, CELL_KINDS } cell_kind;

/* A side of a copy, and which cells of its shadow map it is compared with. */
typedef struct copy_side {
    const gac__check_copy *copy;
    const gac__box *box; /* in its buffer */
    bool writes;
    gac__shadow_map *map;
    bool looks[CELL_KINDS]; /* the kinds of cells that are compared */
    gac__cell_run run;
} copy_side;

/* False: no cells of the side are compared or updated. */
static bool make_side(gac__checker *c, const gac__check_copy *copy, bool writes,
                      copy_side *out)
{
    const gac__box *box = writes ? &copy->dst : &copy->src;
    gac__shadow_map *p = gac__shadow_map_of(c, box->buffer);
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *l = &c->layout;
    *out = (copy_side){copy, box, writes, .map = p};
    if (!p->chunks)
        return false;
    /* Cells of local memory are compared only if there was an access since the
     * fence. Those of global memory always are: earlier groups may have some.
     */
    out->looks[WRITES] = !p->local || p->end[0] > clock->fence;
    out->looks[READS] =
        writes && p->reads && (!p->local || p->end[1] > clock->fence);
    out->looks[OLD] = writes && p->old;
    if (p->local && !out->looks[WRITES] && !out->looks[READS])
        return false;
    if (out->looks[READS] && p->local)
        gac__log_apply(c);
    out->run = gac__cell_run_of(c, p, l->item_mask);
    out->run.tag |= l->item_mask;
    out->run.tick = clock->wait << l->epoch_shift;
    if (c->n_items <= 1)
        out->run.fence = UINT32_MAX;
    return true;
}

/* The rule that a copy breaks by a conflict with a cell; GAC__RULE_COUNT: none,
 * or atomics have ordered the two. */
static gac__rule_id broken_rule(gac__checker *c, const copy_side *side,
                                uint32_t cell)
{
    const gac__cell_run *run = &side->run;
    if (gac__cell_is_earlier(run, cell))
        return gac__is_ordered(c, false, GAC__NO_ITEM, cell)
                   ? GAC__RULE_COUNT
                   : GAC__RULE_group_race;
    return !gac__cell_is_of_item(run, cell) ? GAC__RULE_COUNT
           : cell < run->tick               ? GAC__RULE_wait_as_barrier
           : side->writes ? GAC__RULE_unsynchronized_destination
                          : GAC__RULE_unsynchronized_source;
}

/* The cells of a line that are in one chunk. */
typedef struct line_part {
    gac__view view;
    size_t first_cell, n; /* for each kind of cells */
    uint64_t first, end;
} line_part;

/* The part's cells of a kind; NULL: there are none. */
static uint32_t *cells_of(const line_part *x, cell_kind kind)
{
    uint32_t *const cells[] = {x->view.write, x->view.read, x->view.old};
    return cells[kind] ? cells[kind] + x->first_cell : NULL;
}

/* The part of a line behind another one. It makes granules smaller where the
 * line ends within one. False: there is none, or the work ends. */
static bool next_part(gac__checker *c, gac__shadow_map *p, uint64_t end,
                      line_part *out)
{
    uint64_t at = out->end, most = (at | (GAC__CHUNK_BYTES - 1)) + 1;
    uint64_t to = GAC__MIN(end, most);
    if (at >= end || !gac__check_on(c, CHUNK_STEPS)
        || !gac__view_at(c, p, at, gac__granule_of(at | to), &out->view))
        return false;
    out->first_cell = (size_t)(at - out->view.first) >> out->view.granule;
    out->n = (size_t)(to - at) >> out->view.granule;
    out->first = at;
    out->end = to;
    return true;
}

/* Reports the first cells of a line, [first, end) in the shadow map, that all
 * break one rule; whether there are any. */
static bool search_line(gac__checker *c, const copy_side *side, cell_kind kind,
                        uint64_t first, uint64_t end)
{
    gac__conflict m = {.rule = GAC__RULE_COUNT, .read = kind != WRITES};
    line_part x = {.end = first};
    uint64_t from = first, at = first;
    for (; at < end; at += 1u << x.view.granule) {
        if (at >= x.end && !next_part(c, side->map, end, &x))
            return false;
        const uint32_t *cells = cells_of(&x, kind);
        uint32_t cell = cells ? cells[(at - x.first) >> x.view.granule] : 0;
        gac__rule_id rule = broken_rule(c, side, cell);
        if (m.rule != GAC__RULE_COUNT && rule != m.rule)
            break;
        if (m.rule == GAC__RULE_COUNT) {
            m.rule = rule;
            m.cell = cell;
            from = at;
        }
    }
    if (m.rule == GAC__RULE_COUNT)
        return false;
    gac__fault f = gac__fault_make(m.rule, side->copy->site, GAC__NO_ITEM);
    uint32_t buffer = side->box->buffer;
    f.bytes = (gac__bytes){buffer, from - c->buffers[buffer].delta, at - from};
    f.access = side->writes ? "copies to" : "copies from";
    gac__box_element(side->box, side->copy->element_bytes, f.bytes.first, &f);
    gac__conflict_report(c, &f, &m);
    return true;
}

/* Whether a cell of [first, end) may break a rule. */
static bool line_conflicts(gac__checker *c, const copy_side *side,
                           cell_kind kind, uint64_t first, uint64_t end)
{
    line_part x = {.end = side->looks[kind] ? first : end};
    while (next_part(c, side->map, end, &x)) {
        const uint32_t *cells = cells_of(&x, kind);
        if (cells && c->kernels->copy_conflicts(cells, x.n, &side->run))
            return true;
    }
    return false;
}

/* Removes earlier accesses from the cells of bytes whose race is reported: the
 * next access conflicts with the copy, not with them. */
static void forget(gac__checker *c, const copy_side *side, uint64_t first,
                   uint64_t end)
{
    line_part x = {.end = first};
    while (next_part(c, side->map, end, &x))
        for (uint32_t kind = 0; kind < gac__n_sides(side->map); kind++)
            memset(cells_of(&x, kind), 0, x.n * sizeof(uint32_t));
}

static void mark(gac__checker *c, const copy_side *side, uint64_t first,
                 uint64_t end)
{
    cell_kind kind = side->writes ? WRITES : READS;
    gac__cell_run run = side->run;
    line_part x = {.end = first};
    if (side->map->local)
        return; /* copies in flight are compared instead of cells */
    c->order.plain = true;
    side->map->late_copies |= c->epochs.row >= c->epochs.tick;
    c->order.wrote |= side->writes;
    if (side->writes)
        run.fence =
            UINT32_MAX; /* races with older accesses are reported already */
    else if (!side->map->reads)
        return;
    while (next_part(c, side->map, end, &x)) {
        uint32_t *cells = cells_of(&x, kind);
        if (kind == READS)
            gac__move_old(c, side->map, &x.view, GAC__ACCESS_READ,
                          &(gac__cells){x.first_cell, x.n, GAC__NO_ITEM, 31});
        c->kernels->mark_copy(cells, x.n, &run);
    }
}

static bool tell_line(gac__checker *c, const copy_side *s, uint64_t first,
                      uint64_t end)
{
    for (cell_kind kind = WRITES; kind < CELL_KINDS; kind++)
        if (line_conflicts(c, s, kind, first, end)
            && search_line(c, s, kind, first, end))
            return true;
    return false;
}

static void touch_side(gac__checker *c, const gac__check_copy *copy,
                       bool writes, bool clean)
{
    copy_side s;
    if (!make_side(c, copy, writes, &s))
        return;
    for (uint64_t n = 0; n < s.box->lines * s.box->planes; n++) {
        uint64_t first = map_line(c, s.box, n);
        uint64_t end = first + s.box->line_bytes;
        if (!gac__check_on(c, LINE_STEPS))
            return;
        bool told = !clean && tell_line(c, &s, first, end);
        if (told && writes && s.map->local)
            forget(c, &s, first, end);
        mark(c, &s, first, end);
    }
}

/* -- what is undefined ----------------------------------------------------- */

static void output_undefined(gac__checker *c, const gac__check_copy *copy,
                             uint64_t offset, uint64_t n_bytes)
{
    gac__fault f =
        gac__fault_make(GAC__RULE_uninitialized, copy->site, GAC__NO_ITEM);
    f.bytes = (gac__bytes){copy->src.buffer, offset, n_bytes};
    f.access = "copies from";
    gac__box_element(&copy->src, copy->element_bytes, offset, &f);
    gac__fault_add(c, &f, "which nothing has written");
}

/* A line at offsets `to` and `from` of the shadow maps. */
static void define_line(gac__checker *c, const gac__check_copy *copy,
                        uint64_t to, uint64_t from)
{
    const gac__shadow_map *a = gac__shadow_map_of(c, copy->src.buffer);
    gac__shadow_map *d = gac__shadow_map_of(c, copy->dst.buffer);
    uint64_t n = copy->dst.line_bytes, k = 0;
    uint64_t delta = c->buffers[copy->src.buffer].delta;
    bool output = c->buffers[copy->dst.buffer].info.kind == GAC_MEMORY_GLOBAL;
    bool defined = !a->undefined || a->all_defined;
    for (; output && !defined && k < n && gac__check_on(c, 1); k++) {
        uint64_t first = k;
        while (k < n && gac__undefined_at(a, from + k, 1)
               && gac__check_on(c, 1))
            k++;
        if (k > first) {
            output_undefined(c, copy, from + first - delta, k - first);
            break;
        }
    }
    for (k = 0; k < n && gac__check_on(c, PIECE_BYTES); k += PIECE_BYTES)
        gac__copy_undefined(d, to + k, defined || output ? NULL : a, from + k,
                            GAC__MIN(PIECE_BYTES, n - k));
}

static void define(gac__checker *c, const gac__check_copy *copy)
{
    const gac__box *to = &copy->dst, *from = &copy->src;
    gac__shadow_map *d = gac__shadow_map_of(c, to->buffer);
    bool defined =
        gac__shadow_map_is_defined(c, gac__shadow_map_of(c, from->buffer));
    if (defined && (!d->undefined || d->all_defined))
        return;
    d->changed = true;
    d->all_defined = false;
    for (uint64_t n = 0; n < to->lines * to->planes; n++) {
        if (!gac__check_on(c, LINE_STEPS))
            return;
        define_line(c, copy, map_line(c, to, n), map_line(c, from, n));
    }
}

/* -- the interface --------------------------------------------------------- */

void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean)
{
    gac__epochs_find_copy(c, copy->site);
    touch_side(c, copy, false, clean);
    touch_side(c, copy, true, clean);
    if (copy->is_lost)
        gac__check_copy_is_lost(c, copy->dst.buffer);
    else
        define(c, copy);
}
