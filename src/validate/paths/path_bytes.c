/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shared memory on a path: which operations touch bytes of a copy in flight. */

/* An address is a symbol plus bytes. Addresses with the same symbol are
 * compared, and an address with the same one plus a multiple of a local id; of
 * others nothing is known.
 *
 * A use is certain if, since the copy was started, the path chose nothing but
 * iterations of loops, and left no loop that might have waited. If it left a
 * loop by choice, the number of iterations may be a precondition of the kernel:
 * the use has to be seen for two such numbers in a row. If it chose otherwise,
 * the use is certain if the copy dominates it and no wait for the copy leads to
 * it.
 *
 * In a program's first exploration, only the objects of pointers are compared.
 * Where two may be the same, a second exploration computes bytes. */
#include "validate/paths/paths.h"

#define MOST_LINES 64 /* of a side, that are compared one by one */

/* The `n` bytes from base + id * scale + first on; of each line, which are
 * `pitch` bytes apart. */
typedef struct item_bytes {
    uint32_t base; /* symbol */
    uint64_t first, n, lines, pitch;
    uint32_t id; /* symbol of a local id; 0: the bytes are the same for all
                    work-items */
    uint64_t scale;
} item_bytes;

/* Tells a local id in an address from what it is added to. */
static item_bytes item_bytes_of(const gac__paths *t, const gac__path_bytes *b)
{
    const gac__symbol *s = gac__path_symbol_at(t, b->symbol);
    item_bytes own = {.base = b->symbol,
                      .first = b->first,
                      .n = b->of.n,
                      .lines = b->of.lines,
                      .pitch = b->of.pitch};
    uint64_t scale;
    if (s->opcode != SpvOpPtrAccessChain || s->of[0].symbol == 0
        || s->of[1].symbol == 0 || s->of[1].bits != 0)
        return own;
    const uint32_t scaled = gac__path_scaled(t, s->of[1].symbol, &scale);
    const uint32_t id = scaled ? scaled : s->of[1].symbol;
    if (!gac__path_symbol_at(t, id)->is_id || s->extra == 0)
        return own;
    own.base = s->of[0].symbol;
    own.id = id;
    own.scale = scaled ? scale * s->extra : s->extra;
    return own;
}

static bool ranges_overlap(uint64_t first, uint64_t n, const item_bytes *b)
{
    return first - b->first < b->n || b->first - first < n;
}

/* Whether `b` has one of the bytes [first, first + n) for some work-item. */
static bool items_overlap(const gac__paths *t, uint64_t first, uint64_t n,
                          const item_bytes *b)
{
    if (b->id == 0)
        return ranges_overlap(first, n, b);
    const gac__interval_set *d = &gac__path_symbol_at(t, b->id)->domain;
    /* The bytes of id k begin at b->first + k * scale. */
    gac__i128 low = (gac__i128)(int64_t)(first - b->first) - b->n + 1;
    gac__i128 high = (gac__i128)(int64_t)(first - b->first) + n - 1;
    gac__i128 scale = b->scale;
    gac__i128 least = low <= 0 ? 0 : (low + scale - 1) / scale;
    gac__i128 most = high < 0 ? -1 : high / scale;
    most = GAC__MIN(most, (gac__i128)gac__path_symbol_at(t, b->id)->sure);
    if (least > most)
        return false;
    gac__interval_set touching =
        gac__intervals_range(64, (uint64_t)least, (uint64_t)most);
    return gac__intervals_overlap(d, &touching);
}

/* Compares lines of `x`, which are the same for all work-items, with those of
 * `y` that may overlap them. */
static bool lines_meet(const gac__paths *t, const item_bytes *x, item_bytes y)
{
    const uint64_t begin = y.first;
    for (uint64_t i = 0; i < GAC__MIN(x->lines, (uint64_t)MOST_LINES); i++) {
        const uint64_t first = x->first + i * x->pitch;
        uint64_t k = 0;
        if (y.lines > 1 && y.id == 0 && first > begin && y.pitch > 0)
            k = GAC__MIN((first - begin) / y.pitch, y.lines - 1);
        for (uint64_t end = GAC__MIN(k + MOST_LINES, y.lines); k < end; k++) {
            y.first = begin + k * y.pitch;
            if (items_overlap(t, first, x->n, &y))
                return true;
            if (y.id == 0 && y.first - first < UINT64_MAX / 2
                && y.first - first >= x->n)
                break;
        }
    }
    return false;
}

/* The side with an id is compared with the other one's lines, else the one with
 * more lines. */
static bool lines_overlap(const gac__paths *t, const gac__path_bytes *a,
                          const gac__path_bytes *b)
{
    item_bytes x = item_bytes_of(t, a), y = item_bytes_of(t, b);
    if (a->symbol == b->symbol)
        x.id = y.id = 0;
    else if (x.base != y.base || (x.id != 0 && y.id != 0))
        return false;
    if (x.id != 0 || (y.id == 0 && x.lines > y.lines))
        return lines_meet(t, &y, x);
    return lines_meet(t, &x, y);
}

/* Whether two sides have a byte in common. `copies`: both are copies; then it
 * is not assumed that unknown counts are not 0. */
static bool overlap(const gac__paths *t, const gac__path_bytes *a,
                    const gac__path_bytes *b, bool copies)
{
    if (a->of.n == 0 || b->of.n == 0
        || (copies && (a->of.assumed || b->of.assumed)))
        return false;
    if ((a->of.whole || b->of.whole) && a->base.id != 0
        && gac__ref_same(a->base, b->base))
        return true;
    return a->symbol != 0 && b->symbol != 0 && lines_overlap(t, a, b);
}

/* Whether two sides may be of the same object, and one writes. */
static bool may_overlap(const gac__touched_side *a, const gac__touched_side *b)
{
    return a->of.n != 0 && b->of.n != 0 && (a->writes || b->writes)
           && (a->base.id == 0 || b->base.id == 0
               || gac__ref_same(a->base, b->base));
}

/* Looks for copies in flight that touch the bytes of side `own` of operation
 * `at`. Where the module has fences for copies, two copies are not compared. */
static void touch(gac__paths *t, uint32_t at, uint8_t own, bool writes,
                  const gac__path_bytes *bytes)
{
    gac__found_use *use = &t->findings[at].use;
    const bool copy = t->p->ops.items[at].kind == GAC__OP_COPY;
    if (copy && t->p->sites->fences)
        return;
    for (size_t k = 0; k < t->in_flight.n; k++) {
        const gac__instance *i = gac__in_flight_at(t, k);
        if (gac__is_found(use) || (k % 8 == 7 && !gac__spend(&t->use_steps, 1)))
            return;
        if (i->at == at || i->untracked || i->renewed
            || (i->chosen && use->is_likely))
            continue;
        const gac__path_bytes *sides = gac__sides_of(t, i);
        bool destination = overlap(t, &sides[0], bytes, copy);
        bool source =
            !destination && writes && overlap(t, &sides[1], bytes, copy);
        if (!(destination || source))
            continue;
        const uint8_t side = destination ? 0 : 1;
        if (i->chosen) {
            if (sides[side].of.assumed || bytes->of.assumed)
                continue;
            use->is_likely = true;
            use->likely = (gac__use){i->at, side, own, writes};
            continue;
        }
        use->iterations |= i->left && t->left ? t->left : UINT32_MAX;
        use->use = (gac__use){i->at, side, own, writes};
    }
}

/* Whether an operation may touch the object of a copy in flight: then bytes are
 * computed. */
static bool is_near(gac__paths *t, uint32_t at)
{
    const gac__touched_side *own = gac__path_touched(t, at)->sides;
    bool near = false;
    for (size_t k = 0; k < t->in_flight.n && !near; k++) {
        const gac__instance *i = gac__in_flight_at(t, k);
        const gac__touched_side *other = gac__path_touched(t, i->at)->sides;
        if (k % 8 == 7 && !gac__spend(&t->use_steps, 1))
            return false;
        for (uint32_t m = 0; m < 4 && i->at != at; m++)
            near |= may_overlap(&own[m / 2], &other[m % 2]);
    }
    t->wants_bytes |= near;
    return near;
}

/* Whether a copy is in flight whenever an operation is executed: it dominates
 * the operation, and no wait for it leads there. */
static bool is_in_flight(gac__paths *t, uint32_t copy, uint32_t at)
{
    gac__program *p = t->p;
    const uint32_t from = gac__program_node_of(p, copy);
    const uint32_t node = gac__program_node_of(p, at);
    if (!t->complete || t->findings[copy].unclear
        || !gac__program_dominates(p, from, node))
        return false;
    for (uint32_t k = t->findings[copy].waits, next; k != 0; k = next) {
        const uint32_t wait =
            gac__program_node_of(p, t->waited.items[k - 1].wait);
        next = t->waited.items[k - 1].next;
        const uint32_t past = wait == from ? GAC__NO_NODE : from;
        if (gac__program_leads(p, wait, node, past, true))
            return false;
    }
    return true;
}

const gac__use *gac__path_use_of(gac__paths *t, uint32_t at)
{
    const gac__found_use *f = &t->findings[at].use;
    if (gac__is_found(f))
        return &f->use;
    return f->is_likely && is_in_flight(t, f->likely.copy, at) ? &f->likely
                                                               : NULL;
}

/* Whether a count is not 0 on this path. `assumed` becomes true if that is not
 * certain, but no branch has decided it. */
static bool is_something(gac__paths *t, uint32_t term, bool *assumed)
{
    bool can[2];
    gac__path_value v = gac__path_folded(t, gac__path_evaluate(t, term));
    if (v.kind != GAC__PATH_NUMBER)
        return false;
    if (gac__path_is_constant(v))
        return v.bits != 0;
    (void)gac__path_can_be(
        t, gac__path_equal(t, v, gac__path_number(0, v.width)), can);
    *assumed |= can[1];
    return can[0] && (!can[1] || gac__path_is_free(t, v.symbol));
}

/* Whether the unknown counts of a copy are not 0 on this path. */
static bool copies(gac__paths *t, const gac__touched *c, bool *assumed_out)
{
    *assumed_out = false;
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if (c->counts[i].id != 0
            && !is_something(t, c->count_terms[i], assumed_out))
            return false;
    return true;
}

/* The bytes of side `i` of operation `at` on this path. An offset is that of
 * the first work-item. */
static gac__path_bytes bytes_of(gac__paths *t, uint32_t at, uint32_t i)
{
    const gac__touched *of = &t->touched[at];
    const gac__touched_side *own = &of->sides[i];
    gac__path_bytes b = {.base = own->base, .first = own->first, .of = own->of};
    gac__path_value v = gac__path_evaluate(t, own->term);
    gac__path_value offset = gac__path_number(0, 64);
    if (own->offset_term != 0)
        offset = gac__path_folded(
            t, gac__path_for_first_item(
                   t, gac__path_evaluate(t, own->offset_term)));
    if (b.of.assumed && !copies(t, of, &b.of.assumed))
        b.of.n = 0;
    if (b.of.n == 0 || v.kind != GAC__PATH_NUMBER
        || !gac__path_is_constant(offset))
        return b;
    if (offset.bits > INT32_MAX && t->p->ops.items[at].kind != GAC__OP_COPY)
        return b; /* the address may wrap around */
    b.symbol = v.symbol;
    b.first += v.bits + offset.bits * own->scale;
    return b;
}

static void compute_sides(gac__paths *t, gac__instance *own)
{
    gac__instance_bytes all = {0};
    for (uint32_t i = 0; i < 2; i++)
        if (t->touched[own->at].sides[i].term != 0)
            all.sides[i] = bytes_of(t, own->at, i);
    if (GAC__VEC_PUSH(gac__path_allocator(t), &t->touched_bytes, all))
        own->bytes = (uint32_t)t->touched_bytes.n - 1;
    else
        t->given_up = true;
}

void gac__path_start(gac__paths *t, uint32_t at, uint32_t number)
{
    gac__instance *own = &t->instances.items[number - 1];
    if (t->bytes && t->exact)
        compute_sides(t, own);
    if (t->in_flight.n == 0 || !t->exact || !is_near(t, at))
        return;
    for (uint8_t i = 0; t->bytes && i < 2; i++)
        touch(t, at, i, i == 0, &gac__sides_of(t, own)[i]);
}

/* Whether the first work-item takes this path. */
static bool first_comes(gac__paths *t)
{
    for (size_t i = 0; i < t->constrained.n; i++) {
        const gac__symbol *s = gac__path_symbol_at(t, t->constrained.items[i]);
        const gac__interval_set d = s->domain;
        if (!s->by_id)
            continue;
        gac__path_value v = {.kind = GAC__PATH_NUMBER,
                             .width = s->width & 0xFF,
                             .symbol = t->constrained.items[i]};
        v = gac__path_for_first_item(t, v);
        gac__interval_set one = gac__intervals_range(64, v.bits, v.bits);
        if (!gac__path_is_constant(v) || !gac__intervals_overlap(&one, &d))
            return false;
    }
    return true;
}

/* Compares the bytes of the first work-item, if they depend on ids. */
static void touch_first(gac__paths *t, uint32_t at, uint8_t i,
                        gac__path_bytes b)
{
    gac__path_value v = {.kind = GAC__PATH_NUMBER,
                         .width = 64,
                         .symbol = b.symbol,
                         .bits = b.first};
    if (b.symbol == 0 || !gac__path_symbol_at(t, b.symbol)->by_id
        || !first_comes(t))
        return;
    v = gac__path_for_first_item(t, v);
    if (v.kind != GAC__PATH_NUMBER)
        return;
    b.symbol = v.symbol;
    b.first = v.bits;
    touch(t, at, i, t->touched[at].sides[i].writes, &b);
}

void gac__path_access(gac__paths *t, uint32_t at)
{
    if (!t->exact || !is_near(t, at))
        return;
    for (uint8_t i = 0; t->bytes && i < 2; i++) {
        const gac__touched_side *own = &t->touched[at].sides[i];
        if (own->term == 0 || gac__is_found(&t->findings[at].use))
            continue;
        const gac__path_bytes b = bytes_of(t, at, i);
        touch(t, at, i, own->writes, &b);
        if (!gac__is_found(&t->findings[at].use))
            touch_first(t, at, i, b);
    }
}
