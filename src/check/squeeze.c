/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How a chunk's cells are packed, and what of them is given up.
 *
 * The smallest of the exact forms is taken, as long as all that is packed stays
 * within its allowance. Memory that many groups access in no order does not:
 * which group and which item it was are more bits for each byte than there may
 * be. So then cells of groups that are done give them up, the item first and
 * then the group. Nothing is missed for it, and nothing made up: whoever comes
 * later is of another group, and all that is asked is whether such cells were
 * written or read, and whether by atomics. The instruction stays, and is named
 * as the other party; the rest is said to be unknown.
 *
 * Where groups hand over to each other by atomics (order.c), item and tick tell
 * what is in order. There the item goes first, then the tick bit by bit: such a
 * cell is one of any of several groups. Whoever knows of a release of one of
 * these counts as in order with it: nothing is made up, but a race may be
 * missed.
 *
 * Cells of the present group that stand among them are left outside, as
 * patches, which are put in place where they stand once the group is done.
 * Where they are many, they are packed with the others; if even that has no
 * room, they give up the instruction, and a read that another item's write has
 * already been found to race with. Item, tick and flags stay, which decide what
 * is found.
 */
#include "check/check_internal.h"

/* How much has been given up. */
enum {
    EXACT,
    NO_ITEM,
    BLURRED,
    /* a step more */ NO_GROUP = BLURRED + 4,
    NO_SITE,
    NO_OWN_SITE /* nor the present group's */
};

#define BLUR_BITS 3u /* of a group's tick, that each step gives up */

#define LEFT_BITS 2u /* patches that are left have so many cells, as log2, */
#define ROOM_LEFT                                                              \
    8u /* and where shadow is short, there is room for so many others */
#define MOST_EXACT 2u /* bytes a byte */
#define MOST_LOSSY_8THS                                                        \
    12u /* eighths of a byte for each byte, patches included */

/* -- what is packed -------------------------------------------------------- */

void gac__chunk_drop(gac__checker *c, const gac__plane *p, size_t n)
{
    gac__chunk *x = &p->chunks[n];
    if (!x->packed)
        return;
    c->packed_bytes -= x->n_packed * sizeof *x->packed;
    c->packed_span -= gac__chunk_bytes(p, n);
    gac__counted_free(c, x->packed, x->n_packed, sizeof *x->packed);
    x->packed = NULL;
    x->n_packed = 0;
    x->paired = false;
}

/* Keeps what has been packed into the scratch. */
static bool keep(gac__checker *c, const gac__plane *p, size_t n, uint32_t words,
                 bool paired)
{
    gac__chunk *x = &p->chunks[n];
    uint32_t *packed = gac__counted_alloc(c, words, sizeof *packed);
    if (!packed)
        return false;
    gac__chunk_drop(c, p, n);
    memcpy(packed, c->scratch, words * sizeof *packed);
    x->packed = packed;
    x->n_packed = words;
    x->paired = paired;
    c->packed_bytes += words * sizeof *packed;
    c->packed_span += gac__chunk_bytes(p, n);
    return true;
}

void gac__chunk_unpack(const gac__checker *c, const gac__plane *p,
                       const gac__chunk *x, uint32_t first, uint32_t end,
                       uint32_t *cells)
{
    const uint32_t *from = x->packed;
    uint32_t n = end - first, sides = gac__n_sides(p);
    if (!from)
        memset(cells, 0, (size_t)n * sides * sizeof *cells);
    else if (x->paired)
        gac__pairs_unpack(&c->layout, from, first, end, cells,
                          p->reads ? cells + n : NULL);
    else
        for (uint32_t s = 0; s < sides; s++)
            from += gac__cells_unpack(from, first, end, cells + s * n);
}

/* -- patches --------------------------------------------------------------- */

static uint64_t patches_bytes(const gac__plane *p, const gac__chunk *x,
                              uint32_t bits, uint32_t room)
{
    return sizeof(gac__patches)
           + (uint64_t)room * gac__patch_cells(p, x, bits) * sizeof(uint32_t);
}

gac__patches *gac__patches_make(gac__checker *c, const gac__plane *p,
                                const gac__chunk *x, uint32_t bits,
                                uint32_t room)
{
    gac__patches *patches =
        gac__counted_alloc(c, patches_bytes(p, x, bits, room), 1);
    if (patches) {
        patches->bits = (uint8_t)bits;
        patches->room = (uint8_t)room;
    }
    return patches;
}

void gac__patches_free(gac__checker *c, const gac__plane *p,
                       const gac__chunk *x, gac__patches *patches)
{
    if (patches)
        gac__counted_free(c, patches,
                          patches_bytes(p, x, patches->bits, patches->room), 1);
}

/* -- exactly --------------------------------------------------------------- */

/* Whether all that is packed would be more than it may be if chunk n took so
 * many words. */
static bool is_too_much(const gac__checker *c, const gac__plane *p, size_t n,
                        uint32_t words)
{
    const gac__chunk *x = &p->chunks[n];
    uint64_t bytes = c->packed_bytes + (uint64_t)words * sizeof *x->packed;
    uint64_t span = c->packed_span + (x->packed ? 0 : gac__chunk_bytes(p, n));
    bytes -= x->n_packed * sizeof *x->packed;
    return bytes * 256 > c->allowance * span;
}

/* Measures pairs with room for what comes later, if that is not too much. */
static uint32_t measure(const gac__checker *c, const gac__plane *p, size_t n,
                        const uint32_t *cells, gac__pairing *out)
{
    uint32_t count = gac__n_cells(p, n, p->chunks[n].granule), words, wide;
    words = gac__pairs_measure(
        &c->layout, cells, p->reads ? cells + count : NULL, count, false, out);
    gac__pairing wider = *out;
    if (words == UINT32_MAX)
        return words;
    wide = gac__pairs_widen(&wider, count, (uint32_t)c->max_items);
    if (wide == UINT32_MAX || is_too_much(c, p, n, wide))
        return words;
    *out = wider;
    return wide;
}

/* Each side by itself, into the scratch; how many words it takes. */
static uint32_t pack_sides(gac__checker *c, const gac__plane *p,
                           const uint32_t *cells, uint32_t count)
{
    uint32_t words = 0;
    for (uint32_t s = 0; s < gac__n_sides(p); s++)
        words += gac__cells_pack(&c->layout, cells + s * count, count,
                                 c->scratch + words);
    return words;
}

/* The same, or in pairs, whichever takes less; in no order, pairs if that takes
 * less than the cells do. */
static uint32_t pack_exactly(gac__checker *c, const gac__plane *p, size_t n,
                             const uint32_t *cells, bool *paired_out)
{
    const gac__chunk *x = &p->chunks[n];
    uint32_t count = gac__n_cells(p, n, x->granule);
    uint32_t words =
        x->scattered ? count * gac__n_sides(p) : pack_sides(c, p, cells, count);
    gac__pairing pairs;
    *paired_out = (x->scattered || words > count / 8)
                  && measure(c, p, n, cells, &pairs) < words;
    if (*paired_out) {
        gac__pairs_pack(&c->layout, &pairs, cells,
                        p->reads ? cells + count : NULL, count, EXACT,
                        c->scratch);
        return pairs.words;
    }
    return x->scattered ? pack_sides(c, p, cells, count) : words;
}

bool gac__chunk_repack(gac__checker *c, gac__plane *p, size_t n,
                       const uint32_t *cells)
{
    bool paired;
    uint32_t words = pack_exactly(c, p, n, cells, &paired);
    return keep(c, p, n, words, paired);
}

/* -- what is given up ------------------------------------------------------ */

/* Whether a cell tells of what the present group has done since its last fence.
 */
static bool is_current(const gac__checker *c, uint32_t cell)
{
    return gac__cell_tick(&c->layout, cell) >= c->global_clock.fence;
}

/* The tick that stands for an earlier group's; with all that differ from it in
 * the bits of the blur, it stands for that one's, too. */
static uint32_t give_up_tick(gac__checker *c, uint32_t level, uint32_t tick)
{
    uint32_t blur = 0;
    if (tick >= c->global_clock.group)
        return level >= BLURRED ? c->global_clock.group : tick;
    if (level >= NO_GROUP)
        return tick == GAC__TICK_DONE || !c->order.has_wide ? GAC__TICK_DONE
                                                            : GAC__TICK_EARLIER;
    if (level >= BLURRED)
        blur = ((uint32_t)1 << (level - NO_ITEM) * BLUR_BITS) - 1;
    if (!blur || !c->order.has_wide || tick <= GAC__TICK_DONE)
        return tick;
    c->order.blur |= blur;
    return GAC__MIN(tick | blur, c->global_clock.group - 1);
}

static uint32_t give_up(gac__checker *c, uint32_t level, bool read,
                        uint32_t cell)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t many = read ? READ_MANY | READ_ACROSS : WRITE_MANY;
    uint32_t item = gac__cell_item(l, cell), site = gac__cell_site(l, cell);
    uint32_t tick = gac__cell_tick(l, cell), flags = gac__cell_flags(l, cell);
    if (!cell || level == EXACT)
        return cell;
    if (level == NO_OWN_SITE || (level == NO_SITE && !is_current(c, cell)))
        site = GAC__NO_SITE;
    if (is_current(c, cell))
        return gac__cell_tag(l, tick, site, flags) | item;
    if (tick < c->global_clock.group)
        many |= read ? READ_OLD : 0; /* it says that itself */
    /* What nobody has been told of does not depend on who it was; the whole
     * group is no item. */
    if (!c->order.has_wide || level >= NO_GROUP)
        item = l->item_mask;
    else if (item != l->item_mask)
        item = l->lost_item;
    return gac__cell_tag(l, give_up_tick(c, level, tick), site, flags & ~many)
           | item;
}

/* Whether the one has written what the other has read, without atomics and with
 * no barrier between, which has been found then. */
static bool is_found(const gac__checker *c, uint32_t write, uint32_t read)
{
    const gac__cell_layout *l = &c->layout;
    uint32_t of_write = gac__cell_item(l, write),
             of_read = gac__cell_item(l, read);
    return !c->order.has_objects && is_current(c, write) && is_current(c, read)
           && of_write != of_read && of_write < l->lost_item
           && of_read < l->lost_item
           && !(gac__cell_flags(l, write) & WRITE_ATOMIC);
}

/* `read` NULL: the plane has none. */
static void give_up_both(gac__checker *c, uint32_t level, uint32_t *write,
                         uint32_t *read)
{
    *write = give_up(c, level, false, *write);
    if (read)
        *read = give_up(c, level, true, *read);
    if (read && level == NO_OWN_SITE && is_found(c, *write, *read))
        *read = 0;
}

/* Takes the present group's cells away, with those beside them, into patches;
 * NULL: there are too many, or no memory. */
static gac__patches *take_current(gac__checker *c, const gac__plane *p,
                                  const gac__chunk *x, uint32_t *cells,
                                  uint32_t n)
{
    uint32_t sides = gac__n_sides(p), each = 1u << LEFT_BITS, found = 0;
    uint32_t most = GAC__PATCHES - (gac__is_short(c) ? ROOM_LEFT : 0);
    uint8_t at[GAC__PATCHES];
    for (uint32_t k = 0; k < n * sides; k++) {
        uint8_t block = (uint8_t)(k % n >> LEFT_BITS);
        if (!is_current(c, cells[k]) || memchr(at, block, found))
            continue;
        if (found == most || block * each + each > n)
            return NULL;
        at[found++] = block;
    }
    gac__patches *out =
        gac__patches_make(c, p, x, x->granule + LEFT_BITS, GAC__MAX(found, 1u));
    for (uint32_t k = 0; out && k < found; k++)
        for (uint32_t s = 0; s < sides; s++) {
            uint32_t *from = cells + s * n + at[k] * each;
            out->at[k] = at[k];
            memcpy(out->cells + (k * sides + s) * each, from,
                   each * sizeof *from);
            memset(from, 0, each * sizeof *from);
        }
    if (out)
        out->n = (uint8_t)found;
    return out;
}

/* Words: to know where it was is worth more than what is allowed for all. */
static uint32_t most_lossy(const gac__plane *p, size_t n)
{
    return (uint32_t)gac__chunk_bytes(p, n) * MOST_LOSSY_8THS / 32;
}

/* Packs cells, as little given up as may be, beside patches that are left
 * (NULL: the present group's are among the cells). */
static bool pack_less(gac__checker *c, const gac__plane *p, size_t n,
                      uint32_t *cells, const gac__patches *left)
{
    const gac__chunk *x = &p->chunks[n];
    uint32_t count = gac__n_cells(p, n, x->granule), words, beside = 0;
    uint32_t level = x->paired ? gac__pairs_level(x->packed) : EXACT;
    uint32_t last = left ? NO_SITE : NO_OWN_SITE;
    uint32_t *read = p->reads ? cells + count : NULL;
    uint32_t most = most_lossy(p, n);
    gac__pairing pairs;
    if (left && gac__is_short(c))
        beside = (uint32_t)(patches_bytes(p, x, left->bits, left->n) / 4);
    level = GAC__MIN(GAC__MAX(level, (uint32_t)NO_ITEM), (uint32_t)NO_SITE);
    for (;; level = level == NO_ITEM && !c->order.has_wide ? NO_GROUP
                                                           : level + 1) {
        for (uint32_t k = 0; k < count; k++)
            give_up_both(c, level, &cells[k], read ? &read[k] : NULL);
        words = left ? measure(c, p, n, cells, &pairs)
                     : gac__pairs_measure(&c->layout, cells, read, count, true,
                                          &pairs);
        if (level >= last
            || (words != UINT32_MAX && !is_too_much(c, p, n, words))
            || (level >= NO_GROUP && words <= most - GAC__MIN(most, beside)))
            break;
    }
    if (words > count * gac__n_sides(p) / 4 * 3
        || (left && words + beside > most))
        return false;
    gac__pairs_pack(&c->layout, &pairs, cells, read, count, level, c->scratch);
    return keep(c, p, n, words, true);
}

/* -- a chunk --------------------------------------------------------------- */

/* Local memory's accesses from before the last barrier meet nobody. */
static void drop_ordered(const gac__checker *c, uint32_t *cells, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        if (gac__cell_tick(&c->layout, cells[k]) < c->local_clock.fence)
            cells[k] = 0;
}

/* The present group's cells are left in patches, or packed with the others if
 * there are many of them and the exact form would take too much. */
static bool pack_lossy(gac__checker *c, const gac__plane *p, size_t n,
                       const uint32_t *cells, gac__patches **left_out)
{
    const gac__chunk *x = &p->chunks[n];
    uint32_t lost[2 * GAC__CHUNK_BYTES], count = gac__n_cells(p, n, x->granule);
    size_t n_bytes = (size_t)count * gac__n_sides(p) * sizeof *lost;
    bool paired, done;
    memcpy(lost, cells, n_bytes);
    gac__patches *left = take_current(c, p, x, lost, count);
    done = left && pack_less(c, p, n, lost, left);
    if (done && left->n)
        *left_out = left;
    else
        gac__patches_free(c, p, x, left);
    if (done
        || (!gac__is_short(c)
            && pack_exactly(c, p, n, cells, &paired)
                   <= gac__chunk_bytes(p, n) / sizeof(uint32_t) * MOST_EXACT))
        return done;
    memcpy(lost, cells, n_bytes);
    return pack_less(c, p, n, lost, NULL);
}

bool gac__chunk_pack(gac__checker *c, gac__plane *p, size_t n, uint32_t *cells,
                     gac__patches **left_out)
{
    const gac__chunk *x = &p->chunks[n];
    uint32_t all = gac__n_cells(p, n, x->granule) * gac__n_sides(p);
    bool paired, has_lost = x->paired && gac__pairs_level(x->packed) != EXACT;
    uint32_t words = UINT32_MAX;
    *left_out = NULL;
    if (p->local)
        drop_ordered(c, cells, all);
    if (p->local || !has_lost)
        words = pack_exactly(c, p, n, cells, &paired);
    if (!p->local && (has_lost || is_too_much(c, p, n, words))) {
        if (pack_lossy(c, p, n, cells, left_out))
            return true;
        words = pack_exactly(c, p, n, cells, &paired);
    }
    return words <= all / 4 * 3 && keep(c, p, n, words, paired);
}

/* -- putting patches in place ---------------------------------------------- */

/* Cells of patches whose group is done, and, where shadow is short, those of
 * the present one that have a code; up to so many of these. */
typedef struct folding {
    gac__pairs_cell cells[GAC__PATCHES << LEFT_BITS];
    uint32_t n;
    bool done[GAC__PATCHES]; /* which patches' they are */
} folding;

/* Whether any of a patch's cells is the present group's. */
static bool has_current(const gac__checker *c, const uint32_t *cells,
                        uint32_t n)
{
    bool current = false;
    for (uint32_t k = 0; k < n; k++)
        current |= is_current(c, cells[k]);
    return current;
}

static void gather(gac__checker *c, const gac__plane *p, const gac__chunk *x,
                   uint32_t level, folding *f)
{
    const gac__patches *y = x->patches;
    uint32_t n = 1u << y->bits >> x->granule, all = n * gac__n_sides(p);
    bool is_short = gac__is_short(c);
    f->n = 0;
    for (uint32_t a = 0; a < y->n; a++) {
        const uint32_t *cells = y->cells + a * all;
        bool own = level != EXACT && has_current(c, cells, all);
        uint32_t first = f->n;
        f->done[a] =
            (!own || is_short) && f->n + n <= GAC__PATCHES << LEFT_BITS;
        for (uint32_t k = 0; f->done[a] && k < n; k++) {
            gac__pairs_cell *to = &f->cells[f->n++];
            *to = (gac__pairs_cell){y->at[a] * n + k, cells[k],
                                    p->reads ? cells[n + k] : 0};
            give_up_both(c, level, &to->write, p->reads ? &to->read : NULL);
            f->done[a] = !own || gac__pairs_has_code(&c->layout, x->packed, to);
        }
        if (!f->done[a])
            f->n = first;
    }
}

/* Puts cells where those that are not set have no place yet. */
static bool put_set(gac__checker *c, const gac__plane *p, size_t n,
                    uint32_t level, folding *f)
{
    uint32_t set = 0;
    for (uint32_t k = 0; k < f->n; k++)
        if (f->cells[k].write || f->cells[k].read)
            f->cells[set++] = f->cells[k];
    uint32_t words = gac__pairs_add(&c->layout, p->chunks[n].packed, set,
                                    f->cells, c->scratch);
    bool fits = (level >= NO_GROUP && words <= most_lossy(p, n))
                || !is_too_much(c, p, n, words);
    return words && fits && keep(c, p, n, words, true);
}

/* Forgets patches that are done. */
static void forget_done(const gac__plane *p, const gac__chunk *x,
                        const folding *f)
{
    gac__patches *y = x->patches;
    uint32_t each = gac__patch_cells(p, x, y->bits), kept = 0;
    for (uint32_t k = 0; k < y->n; k++) {
        if (f->done[k])
            continue;
        if (kept != k)
            memcpy(y->cells + kept * each, y->cells + k * each,
                   each * sizeof *y->cells);
        y->at[kept++] = y->at[k];
    }
    y->n = (uint8_t)kept;
}

bool gac__chunk_fold(gac__checker *c, const gac__plane *p, size_t n)
{
    const gac__chunk *x = &p->chunks[n];
    uint32_t level = gac__pairs_level(x->packed), k = 0;
    folding f;
    gather(c, p, x, level, &f);
    while (k < f.n
           && gac__pairs_put(&c->layout, x->packed, f.cells[k].at,
                             f.cells[k].write, f.cells[k].read))
        k++;
    if (k < f.n && !put_set(c, p, n, level, &f))
        return false;
    forget_done(p, x, &f);
    return true;
}
