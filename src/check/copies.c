/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies against the cells, and which bytes they leave undefined. */
#include "check/shadow_kernels.h"

/* Steps of the watch. */
#define CHUNK_STEPS 1024u
#define LINE_STEPS 16u
#define PIECE_BYTES 64u /* a step each */

/* -- a copy against the cells ---------------------------------------------- */

typedef struct copy_side {
    const gac__check_copy *copy;
    const gac__box *box; /* in its buffer */
    bool writes;
} copy_side;

static void say_cell(gac__checker *c, const copy_side *side, uint64_t at,
                     uint64_t n_bytes, uint32_t cell, bool read, bool old)
{
    const gac__plane *p = gac__plane_of(c, side->box->buffer);
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *l = &c->layout;
    uint32_t epoch = gac__cell_epoch(l, cell);
    bool earlier = old || epoch < clock->group;
    gac__rule_id rule = earlier               ? GAC__RULE_group_race
                        : epoch < clock->wait ? GAC__RULE_wait_as_barrier
                        : side->writes ? GAC__RULE_unsynchronized_destination
                                       : GAC__RULE_unsynchronized_source;
    gac__fault f = gac__fault_make(c, rule, side->copy->site, GAC__NO_ITEM);
    f.buffer = side->box->buffer;
    f.first = at;
    f.n_bytes = n_bytes;
    f.access = side->writes ? "copies to" : "copies from";
    gac__box_element(side->box, side->copy->element_bytes, at, &f);
    f.other_site = gac__epoch_of(c, cell)->site;
    f.other_item = gac__cell_item(l, cell);
    if (old || f.other_item == l->item_mask)
        f.other_item = GAC__NO_ITEM;
    f.other_group = !earlier ? c->group
                    : old    ? UINT64_MAX
                             : gac__epoch_of(c, cell)->group;
    f.other_access = read ? "read" : "written";
    if (earlier)
        gac__fault_add(c, &f, "another work-group has also %s them",
                       f.other_access);
    else if (rule == GAC__RULE_wait_as_barrier)
        gac__fault_add(c, &f,
                       "only a wait for events comes after a work-item "
                       "has %s them",
                       f.other_access);
    else
        gac__fault_add(
            c, &f, "no barrier%s comes after a work-item has %s them",
            p->local ? "" : " that orders global memory", f.other_access);
}

/* What a cell is to a copy. */
typedef enum cell_state {
    CELL_FINE,
    CELL_EARLIER, /* another group's */
    CELL_WAITED,
    CELL_UNORDERED
} cell_state;

static cell_state state_of(const gac__cell_run *run, uint32_t cell)
{
    if ((cell && cell < run->group) || (cell & run->old && cell < run->fence))
        return CELL_EARLIER;
    if (cell < run->fence)
        return CELL_FINE;
    return cell < run->tick ? CELL_WAITED : CELL_UNORDERED;
}

/* The same, but what atomics have put in order is fine. */
static cell_state known_state(gac__checker *c, const gac__cell_run *run,
                              uint32_t cell)
{
    cell_state state = state_of(run, cell);
    if (state != CELL_EARLIER)
        return state;
    bool known = cell < run->group
                     ? gac__is_ordered(c, false, GAC__NO_ITEM, cell)
                     : gac__knows_earlier_groups(c, GAC__NO_ITEM);
    return known ? CELL_FINE : state;
}

/* The chunk of a line's part from `at` on: granules are small only where a line
 * ends in the middle of one. */
static bool line_view(gac__checker *c, gac__plane *p, uint64_t at, uint64_t end,
                      gac__view *out)
{
    uint64_t most = (at | (GAC__CHUNK_BYTES - 1)) + 1;
    uint64_t to = GAC__MIN(end, most);
    return gac__check_on(c, CHUNK_STEPS)
           && gac__view_at(c, p, at, gac__granule_of(at | to), out);
}

/* Tells of the first cells of a line, [first, end) in the plane, that are all
 * in one state but fine; whether there are any. */
static bool search_line(gac__checker *c, const copy_side *side, gac__plane *p,
                        uint64_t first, uint64_t end, bool reads,
                        const gac__cell_run *run)
{
    uint64_t delta = c->buffers[side->box->buffer].delta, from = first, at,
             next;
    cell_state found = CELL_FINE;
    uint32_t cell = 0;
    gac__view v = {.end = 0};
    for (at = first; at < end; at = next) {
        if (at >= v.end && !line_view(c, p, at, end, &v))
            return false;
        uint64_t k = (at - v.first) >> v.granule;
        uint32_t here = reads ? v.read[k] : v.write[k];
        cell_state state = known_state(c, run, here);
        if (found != CELL_FINE && state != found)
            break;
        if (found == CELL_FINE) {
            found = state;
            cell = here;
            from = at;
        }
        next = v.first + ((k + 1) << v.granule);
    }
    if (found != CELL_FINE)
        say_cell(c, side, from - delta, GAC__MIN(at, end) - from, cell, reads,
                 !(cell < run->group) && cell < run->fence);
    return found != CELL_FINE;
}

/* Whether a cell of [first, end) is not fine. */
static bool line_meets(gac__checker *c, gac__plane *p, uint64_t first,
                       uint64_t end, bool reads, const gac__cell_run *run)
{
    gac__view v;
    for (uint64_t at = first; at < end; at = v.end) {
        if (!line_view(c, p, at, end, &v))
            return false;
        const uint32_t *cells = reads ? v.read : v.write;
        if (c->kernels->copy_meets(
                cells + ((at - v.first) >> v.granule),
                (size_t)(GAC__MIN(end, v.end) - at) >> v.granule, run))
            return true;
    }
    return false;
}

static void mark_line(gac__checker *c, gac__plane *p, uint64_t first,
                      uint64_t end, bool reads, const gac__cell_run *run)
{
    gac__view v;
    for (uint64_t at = first; at < end; at = v.end) {
        if (!line_view(c, p, at, end, &v))
            return;
        uint32_t *cells = reads ? v.read : v.write;
        c->kernels->mark_copy(cells + ((at - v.first) >> v.granule),
                              (size_t)(GAC__MIN(end, v.end) - at) >> v.granule,
                              run);
    }
}

/* How a side of a copy is looked up in its plane's cells. */
typedef struct look {
    gac__plane *plane;
    gac__cell_run run;
    bool write, read; /* which cells */
} look;

/* False: there are none, or none can be anything to the copy, which will leave
 * none. */
static bool look_for(gac__checker *c, const copy_side *side, look *out)
{
    gac__plane *p = gac__plane_of(c, side->box->buffer);
    const gac__clock *clock = gac__clock_of(c, p);
    const gac__cell_layout *l = &c->layout;
    if (!p->chunks)
        return false;
    /* Where no work-item has been since the fence, and no group before, cells
     * need no look. */
    out->plane = p;
    out->write = !p->local || p->write_end > clock->fence;
    out->read =
        side->writes && p->reads && (!p->local || p->read_end > clock->fence);
    if (p->local && !out->write && !out->read)
        return false;
    if (out->read && p->local)
        gac__log_apply(c);
    out->run = (gac__cell_run){
        .tag = gac__cell_tag(l, c->epochs.row, 0) | l->item_mask,
        .group = clock->group << l->epoch_shift,
        .fence = c->n_items > 1 ? clock->fence << l->epoch_shift : UINT32_MAX,
        .old = READ_OLD << l->item_bits,
        .tick = clock->wait << l->epoch_shift,
    };
    return true;
}

static gac__cell_run of_writes(const look *k)
{
    gac__cell_run run = k->run;
    run.old = 0;
    return run;
}

static uint64_t line_start(const gac__checker *c, const gac__box *box,
                           uint64_t plane, uint64_t line)
{
    return box->start + c->buffers[box->buffer].delta + plane * box->plane_pitch
           + line * box->line_pitch;
}

static bool search(gac__checker *c, const copy_side *side, const look *k,
                   uint64_t first, uint64_t end)
{
    gac__cell_run w = of_writes(k);
    if (k->write && line_meets(c, k->plane, first, end, false, &w))
        return search_line(c, side, k->plane, first, end, false, &w);
    return k->read && line_meets(c, k->plane, first, end, true, &k->run)
           && search_line(c, side, k->plane, first, end, true, &k->run);
}

/* The bytes are the copy's from now on: whoever meets them next meets what it
 * wrote, not what it was told to have met itself. */
static void forget(gac__checker *c, const look *k, uint64_t first, uint64_t end)
{
    gac__view v;
    for (uint64_t at = first; at < end; at = v.end) {
        if (!line_view(c, k->plane, at, end, &v))
            return;
        size_t from = (size_t)((at - v.first) >> v.granule);
        size_t n = (size_t)((GAC__MIN(end, v.end) - at) >> v.granule);
        memset(v.write + from, 0, n * sizeof *v.write);
        if (v.read)
            memset(v.read + from, 0, n * sizeof *v.read);
    }
}

static void mark(gac__checker *c, const copy_side *side, const look *k,
                 uint64_t first, uint64_t end)
{
    gac__cell_run w = of_writes(k);
    w.fence = UINT32_MAX; /* what it overwrites has been told */
    if (k->plane->local)
        return; /* nobody else will ask */
    c->order.plain = true;
    c->order.wrote |= side->writes;
    if (side->writes)
        mark_line(c, k->plane, first, end, false, &w);
    else if (k->plane->reads)
        mark_line(c, k->plane, first, end, true, &k->run);
}

static void touch_side(gac__checker *c, const copy_side *side, bool clean)
{
    const gac__box *box = side->box;
    look k;
    if (!look_for(c, side, &k))
        return;
    for (uint64_t a = 0; a < box->planes; a++)
        for (uint64_t b = 0; b < box->lines; b++) {
            uint64_t first = line_start(c, box, a, b);
            uint64_t end = first + box->line_bytes;
            if (!gac__check_on(c, LINE_STEPS))
                return;
            if (!clean && search(c, side, &k, first, end) && side->writes
                && k.plane->local)
                forget(c, &k, first, end);
            mark(c, side, &k, first, end);
        }
}

static bool side_is_clean(gac__checker *c, const copy_side *side)
{
    const gac__box *box = side->box;
    look k;
    if (!look_for(c, side, &k))
        return true;
    gac__cell_run w = of_writes(&k);
    for (uint64_t b = 0; b < box->lines && gac__check_on(c, LINE_STEPS); b++) {
        uint64_t first = line_start(c, box, 0, b);
        uint64_t end = first + box->line_bytes;
        if ((k.write && line_meets(c, k.plane, first, end, false, &w))
            || (k.read && line_meets(c, k.plane, first, end, true, &k.run)))
            return false;
    }
    return true;
}

/* -- what is undefined ----------------------------------------------------- */

/* Undefined bits of [offset, offset + 4). */
static uint32_t undefined_word(const gac__plane *p, uint64_t offset)
{
    if (!p->undefined)
        return 0;
    const uint8_t *u = p->undefined + offset / 4;
    return (u[0] | (uint32_t)u[1] << 4) >> (offset % 4) & 0xf;
}

static void output_undefined(gac__checker *c, const gac__check_copy *copy,
                             uint64_t offset, uint64_t n_bytes)
{
    gac__fault f =
        gac__fault_make(c, GAC__RULE_uninitialized, copy->site, GAC__NO_ITEM);
    f.buffer = copy->src.buffer;
    f.first = offset;
    f.n_bytes = n_bytes;
    f.access = "copies from";
    gac__box_element(&copy->src, copy->element_bytes, offset, &f);
    gac__fault_add(c, &f, "which nothing has written");
}

/* Before byte k of a line of which each is looked at. */
static bool goes_on(gac__checker *c, uint64_t k)
{
    return k % PIECE_BYTES || gac__check_on(c, PIECE_BYTES);
}

/* One line: `to` and `from` in their planes. */
static void define_line(gac__checker *c, const gac__check_copy *copy,
                        uint64_t to, uint64_t from)
{
    const gac__plane *a = gac__plane_of(c, copy->src.buffer);
    gac__plane *d = gac__plane_of(c, copy->dst.buffer);
    uint64_t n = copy->dst.line_bytes, delta, k = 0;
    bool output = c->buffers[copy->dst.buffer].info.kind == GAC_MEMORY_GLOBAL;
    if ((!a->undefined || a->all_defined) && to % 4 == 0 && n % 4 == 0) {
        if (!d->undefined)
            return;
        gac__shadow_fill(c, d->undefined + to / 4, 0, n / 4);
        return;
    }
    delta = c->buffers[copy->src.buffer].delta;
    for (; output && a->undefined && k < n && goes_on(c, k); k++) {
        uint64_t first = k;
        while (k < n && undefined_word(a, from + k) & 1 && goes_on(c, k))
            k++;
        if (k > first) {
            output_undefined(c, copy, from + first - delta, k - first);
            break;
        }
    }
    for (k = 0; d->undefined && k < n && goes_on(c, k); k++) {
        uint8_t *u = d->undefined + (to + k) / 4;
        uint8_t bit = (uint8_t)(1u << ((to + k) % 4));
        bool is = !output && (undefined_word(a, from + k) & 1)
                  && (!d->initial || (d->initial[(to + k) / 4] & bit));
        *u = (uint8_t)(is ? *u | bit : *u & ~bit);
    }
}

static void define(gac__checker *c, const gac__check_copy *copy)
{
    const gac__box *to = &copy->dst, *from = &copy->src;
    gac__plane *d = gac__plane_of(c, to->buffer);
    bool defined = gac__plane_is_defined(c, gac__plane_of(c, from->buffer));
    if (defined && (!d->undefined || d->all_defined))
        return;
    d->changed = true;
    d->all_defined = false;
    for (uint64_t a = 0; a < to->planes; a++)
        for (uint64_t b = 0; b < to->lines; b++) {
            if (!gac__check_on(c, LINE_STEPS))
                return;
            define_line(c, copy,
                        to->start + c->buffers[to->buffer].delta
                            + a * to->plane_pitch + b * to->line_pitch,
                        from->start + c->buffers[from->buffer].delta
                            + a * from->plane_pitch + b * from->line_pitch);
        }
}

/* -- both ------------------------------------------------------------------ */

bool gac__copy_is_clean(gac__checker *c, const gac__check_copy *copy)
{
    const gac__plane *to = gac__plane_of(c, copy->dst.buffer);
    return (to->local
            || gac__plane_is_defined(c, gac__plane_of(c, copy->src.buffer)))
           && side_is_clean(c, &(copy_side){copy, &copy->src, false})
           && side_is_clean(c, &(copy_side){copy, &copy->dst, true});
}

void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean)
{
    gac__epochs_find_copy(c, copy->site);
    touch_side(c, &(copy_side){copy, &copy->src, false}, clean);
    touch_side(c, &(copy_side){copy, &copy->dst, true}, clean);
    if (copy->is_lost)
        gac__check_copy_is_lost(c, copy->dst.buffer);
    else
        define(c, copy);
}

void gac__check_copy_is_lost(gac__checker *c, uint32_t buffer)
{
    gac__plane *p = gac__plane_of(c, buffer);
    if (p->undefined)
        gac__shadow_fill(c, p->undefined, 0, (p->size + 3) / 4);
    p->all_defined = true;
}
