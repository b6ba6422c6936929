/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Shared memory on a path: what touches a copy in flight. */

/* Addresses are numbers: what a pointer is made from, by its symbol, and bytes
 * from there. Two of one symbol are compared, and one with an address that a
 * local id is added to; of others nothing is known. A use is certain if, since
 * the copy was started, nothing was chosen but iterations of loops, and no loop
 * that might have waited was left. A loop that was left may have a number of
 * iterations that host and kernel agree upon: the use has to be there for two
 * such numbers in a row. Where more was chosen, it is certain if the copy comes
 * before in every case and no wait for it leads there.
 *
 * The first time that a program's paths are followed, only what pointers were
 * made from is compared. Where that may be the same, bytes are wanted. */
#include "validate/paths/paths.h"

#define MOST_PIECES 64 /* that are compared one by one */

/* Bytes from a place on: made from a symbol, and for each work-item elsewhere.
 */
typedef struct spread {
    uint32_t base; /* symbol */
    uint64_t first, n;
    uint32_t id; /* symbol; 0: for all of them there */
    uint64_t scale;
} spread;

/* An address that a work-item's id is an index of. */
static spread spread_of(const gac__paths *t, const gac__path_bytes *b)
{
    const gac__symbol *s = gac__path_symbol_at(t, b->symbol);
    spread own = {.base = b->symbol, .first = b->first, .n = b->of.n};
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

static bool pieces_meet(uint64_t first, uint64_t n, const spread *b)
{
    return first - b->first < b->n || b->first - first < n;
}

/* Whether some work-item touches bytes [first, first + n). */
static bool items_meet(const gac__paths *t, uint64_t first, uint64_t n,
                       const spread *b)
{
    if (b->id == 0)
        return pieces_meet(first, n, b);
    const gac__domain *d = &gac__path_symbol_at(t, b->id)->domain;
    /* Item k touches from b->first + k * scale on. */
    gac__i128 low = (gac__i128)(int64_t)(first - b->first) - b->n + 1;
    gac__i128 high = (gac__i128)(int64_t)(first - b->first) + n - 1;
    gac__i128 scale = b->scale;
    gac__i128 least = low <= 0 ? 0 : (low + scale - 1) / scale;
    gac__i128 most = high < 0 ? -1 : high / scale;
    most = GAC__MIN(most, (gac__i128)gac__path_symbol_at(t, b->id)->sure);
    for (uint32_t i = 0; i < d->n; i++)
        if (GAC__MAX(least, (gac__i128)d->pieces[i].first)
            <= GAC__MIN(most, (gac__i128)d->pieces[i].last))
            return true;
    return false;
}

/* Those of both that lie apart; one side is looked at piece by piece. */
static bool all_meet(const gac__paths *t, const gac__path_bytes *a,
                     const gac__path_bytes *b)
{
    const gac__path_bytes *few = a->of.pieces <= b->of.pieces ? a : b;
    const gac__path_bytes *many = few == a ? b : a;
    spread x = spread_of(t, few), y = spread_of(t, many);
    if (few->symbol == many->symbol)
        x.id = y.id = 0;
    else if (x.base != y.base || (x.id != 0 && y.id != 0))
        return false;
    if (x.id != 0) { /* the one with an id is the second */
        const spread other = x;
        x = y;
        y = other;
        const gac__path_bytes *swapped = few;
        few = many;
        many = swapped;
    }
    uint64_t n = GAC__MIN(few->of.pieces, (uint64_t)MOST_PIECES);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t first = x.first + i * few->of.pitch;
        spread other = y;
        uint64_t k = 0;
        if (many->of.pieces > 1 && other.id == 0 && first > y.first
            && many->of.pitch > 0)
            k = GAC__MIN((first - y.first) / many->of.pitch,
                         many->of.pieces - 1);
        for (uint64_t end = GAC__MIN(k + MOST_PIECES, many->of.pieces); k < end;
             k++) {
            other.first = y.first + k * many->of.pitch;
            if (items_meet(t, first, x.n, &other))
                return true;
            if (other.id == 0 && other.first - first < UINT64_MAX / 2
                && other.first - first >= x.n)
                break;
        }
    }
    return false;
}

/* `both`: of copies. That neither copies nothing is not assumed of two. */
static bool meet(const gac__paths *t, const gac__path_bytes *a,
                 const gac__path_bytes *b, bool both)
{
    if (both && (a->of.assumed || b->of.assumed))
        return false;
    if ((a->of.whole || b->of.whole) && a->base.id != 0
        && gac__ref_same(a->base, b->base))
        return true;
    return a->symbol != 0 && b->symbol != 0 && all_meet(t, a, b);
}

/* Whether two sides may be of the same variable or parameter, and one writes.
 */
static bool may_meet(const gac__touched_side *a, const gac__touched_side *b)
{
    return a->matters && b->matters && (a->writes || b->writes)
           && (a->base.id == 0 || b->base.id == 0
               || gac__ref_same(a->base, b->base));
}

/* Side `own` of operation `at` touches some bytes. What copies do to each other
 * where a fence may stand between them is left alone. */
static void touch(gac__paths *t, uint32_t at, uint8_t own, bool writes,
                  const gac__path_bytes *bytes)
{
    gac__found_use *use = &t->told[at].use;
    const bool copy = t->p->ops.items[at].kind == GAC__OP_COPY;
    if (!t->exact || (copy && t->p->sites->fences))
        return;
    uint32_t n = 0;
    for (gac__instance *i = gac__first_flying(t); i;
         i = gac__flying(t, i->after)) {
        if (gac__is_found(use)
            || (++n % 8 == 0 && !gac__spend(&t->use_steps, 1)))
            return;
        if (i->at == at || i->untracked || i->renewed
            || (i->chosen && use->is_likely))
            continue;
        bool destination = meet(t, &i->sides[0], bytes, copy);
        bool source =
            !destination && writes && meet(t, &i->sides[1], bytes, copy);
        if (!(destination || source))
            continue;
        const uint8_t side = destination ? 0 : 1;
        if (i->chosen) {
            if (i->sides[side].of.assumed || bytes->of.assumed)
                continue;
            use->is_likely = true;
            use->likely = (gac__use){i->at, side, own, writes};
            continue;
        }
        use->iterations |= i->left && t->left ? t->left : UINT32_MAX;
        use->use = (gac__use){i->at, side, own, writes};
    }
}

/* Whether bytes have to be computed: an operation comes near a copy in flight.
 */
static bool is_near(gac__paths *t, uint32_t at)
{
    const gac__touched_side *own = t->touched[at].sides;
    uint32_t n = 0;
    for (const gac__instance *i = gac__first_flying(t); i && !t->wants_bytes;
         i = gac__flying(t, i->after)) {
        const gac__touched_side *other = t->touched[i->at].sides;
        if (++n % 8 == 0 && !gac__spend(&t->use_steps, 1))
            return false;
        for (uint32_t k = 0; k < 4 && i->at != at; k++)
            t->wants_bytes |= may_meet(&own[k / 2], &other[k % 2]);
    }
    return t->wants_bytes;
}

/* Whether a copy is in flight whenever an operation is executed: it comes
 * before in every case, and no wait for it leads there. */
static bool is_in_flight(gac__paths *t, uint32_t copy, uint32_t at)
{
    gac__program *p = t->p;
    const uint32_t from = gac__program_node_of(p, copy);
    const uint32_t node = gac__program_node_of(p, at);
    if (!t->complete || t->told[copy].unclear
        || !gac__program_dominates(p, from, node))
        return false;
    for (uint32_t k = t->told[copy].waits, next; k != 0; k = next) {
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
    const gac__found_use *f = &t->told[at].use;
    if (gac__is_found(f))
        return &f->use;
    return f->is_likely && is_in_flight(t, f->likely.copy, at) ? &f->likely
                                                               : NULL;
}

/* Whether a number of elements, lines or planes is not 0 on this path. */
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

/* Whether a copy copies something, as far as its counts tell on this path. */
static bool copies(gac__paths *t, const gac__touched *c, bool *assumed_out)
{
    *assumed_out = false;
    for (uint32_t i = 0; i < GAC__COUNTS; i++)
        if ((c->unknown >> i & 1) != 0
            && (c->counts[i] == 0
                || !is_something(t, c->counts[i], assumed_out)))
            return false;
    return true;
}

/* What a side touches on this path; of an access, with an offset of the first
 * work-item's. */
static gac__path_bytes bytes_of(gac__paths *t, uint32_t at, uint32_t i)
{
    const gac__touched *of = &t->touched[at];
    const gac__touched_side *own = &of->sides[i];
    gac__path_bytes b = {.base = own->base, .first = own->first, .of = own->of};
    gac__path_value v = gac__path_evaluate(t, own->term);
    gac__path_value offset = gac__path_number(0, 64);
    if (own->offset_term != 0)
        offset = gac__path_folded(
            t, gac__path_first(t, gac__path_evaluate(t, own->offset_term)));
    if (b.of.assumed && !copies(t, of, &b.of.assumed))
        b.of.n = 0;
    if (b.of.n == 0 || v.kind != GAC__PATH_NUMBER
        || !gac__path_is_constant(offset))
        return b;
    if (offset.bits > INT32_MAX && t->p->ops.items[at].kind != GAC__OP_COPY)
        return b; /* of an access: it may wrap */
    b.symbol = v.symbol;
    b.first += v.bits + offset.bits * own->scale;
    return b;
}

static void compute_sides(gac__paths *t, gac__instance *own)
{
    own->fresh = false;
    for (uint32_t i = 0; i < 2; i++)
        if (t->touched[own->at].sides[i].term != 0)
            own->sides[i] = bytes_of(t, own->at, i);
}

void gac__path_compute_bytes(gac__paths *t)
{
    if (!t->bytes)
        return;
    for (; t->n_computed < t->instances.n && t->exact; t->n_computed++) {
        gac__instance *i = &t->instances.items[t->n_computed];
        if (i->fresh && !t->instances.items[i->event - 1].released)
            compute_sides(t, i);
    }
}

void gac__path_start(gac__paths *t, uint32_t at, uint32_t number)
{
    gac__instance *own = &t->instances.items[number - 1];
    own->fresh = true;
    if (t->first_flying == 0 || !t->exact || !is_near(t, at))
        return;
    gac__path_compute_bytes(t);
    for (uint8_t i = 0; t->bytes && i < 2; i++)
        touch(t, at, i, i == 0, &own->sides[i]);
}

/* Whether the first work-item is among those that come here. */
static bool first_comes(gac__paths *t)
{
    for (size_t i = 0; i < t->bound.n; i++) {
        const gac__symbol *s = gac__path_symbol_at(t, t->bound.items[i]);
        const gac__domain d = s->domain;
        if (!s->by_id)
            continue;
        gac__path_value v = {.kind = GAC__PATH_NUMBER,
                             .width = s->width & 0xFF,
                             .symbol = t->bound.items[i]};
        v = gac__path_first(t, v);
        gac__domain one = gac__domain_range(64, v.bits, v.bits);
        if (!gac__path_is_constant(v) || !gac__domain_touch(&one, &d))
            return false;
    }
    return true;
}

/* What a side touches as the first work-item does it. */
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
    v = gac__path_first(t, v);
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
    gac__path_compute_bytes(t);
    for (uint8_t i = 0; t->bytes && i < 2; i++) {
        const gac__touched_side *own = &t->touched[at].sides[i];
        if (own->term == 0 || gac__is_found(&t->told[at].use))
            continue;
        const gac__path_bytes b = bytes_of(t, at, i);
        touch(t, at, i, own->writes, &b);
        if (!gac__is_found(&t->told[at].use))
            touch_first(t, at, i, b);
    }
}
