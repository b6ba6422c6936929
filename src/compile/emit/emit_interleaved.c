/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds loads and stores, one behind the other, of all parts of a vector or
 * structure.
 *
 * Values are scalar: a float4 is four loads of elements 16 bytes apart, each of
 * which goes through all of the memory. PARTS goes through it once. The single
 * instructions stay behind it, for what it cannot do. Neighbours that no vector
 * holds, such as a byte and those beside it, are parts, too, where their index
 * is not likely to rise by one from lane to lane: there each by itself is one
 * run of elements.
 */
#include "compile/emit/emit.h"

#define MOST_PARTS 16u /* of a group */
#define MOST_BYTES 64u /* that they have together */
#define MOST_LOADS 64u /* of groups by turns: bits of a word */
#define MOST_TURNS 8u  /* such groups */

/* Bytes from an index to the next; addresses are indices of bytes. */
static uint32_t scale_of(const gac__lane_inst *i)
{
    return gac__is_indexed(i) ? i->scale : 1;
}

/* Where the index is, or the address. */
static uint32_t index_at(const gac__lane_inst *i)
{
    return !gac__is_indexed(i) ? i->a : gac__is_store(i) ? i->c : i->b;
}

static uint32_t added_at(const gac__lane_inst *i)
{
    return gac__is_store(i) ? i->d : i->c;
}

/* Whether two accesses differ in nothing but their parts. */
static bool is_like(const gac__lane_inst *x, const gac__lane_inst *y)
{
    const uint32_t same =
        GAC__CODE_RISES | GAC__CODE_FIXED | GAC__CODE_PLUS | GAC__CODE_UNSIGNED;
    return x->code == y->code && x->a == y->a && index_at(x) == index_at(y)
           && x->sub == y->sub && x->scale == y->scale
           && x->index_ty == y->index_ty
           && gac__ty_bytes((gac__ty)x->ty) == gac__ty_bytes((gac__ty)y->ty)
           && !((x->flags ^ y->flags) & same) && !y->row_buffer
           && (!(x->flags & GAC__CODE_PLUS) || added_at(x) == added_at(y));
}

/* The parts of vectors that lie one behind the other; 0: an access is to none.
 */
static uint32_t vector_of(const gac__lane_inst *i)
{
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    uint32_t scale = scale_of(i);
    switch (scale % size ? 0 : scale / size) {
    case 2:
    case 4:
    case 8:
    case 16: return scale / size;
    case 3: return size <= 4 ? 3 : 0;
    default: return 0;
    }
}

/* Among how many neighbours an access may be one; 0: none. */
static uint32_t neighbours_of(const gac__lane_inst *i)
{
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    uint32_t runs = GAC__CODE_RISES;
    if (!gac__is_store(i))
        runs |= GAC__CODE_MEMORY_OPERAND;
    bool run = gac__is_indexed(i) && i->scale == size && i->flags & runs;
    return run || scale_of(i) == 0 ? 0
                                   : GAC__MIN(MOST_PARTS, MOST_BYTES / size);
}

/* The accesses that make one interleaved group, of each lane. */
typedef struct group {
    uint32_t at[MOST_PARTS]; /* which of the instructions */
    uint32_t n;
    int64_t low, high; /* displacements of the first and the last part */
} group;

/* Adds an access that differs from the group's first one in its part alone.
 * False: its part is too far away, or there already. */
static bool add_part(group *g, const gac__lane_inst *insts, uint32_t k,
                     int64_t most)
{
    int64_t at = insts[k].imm;
    bool fits = at > g->high - most && at < g->low + most
                && (at - g->low) % gac__ty_bytes((gac__ty)insts[k].ty) == 0;
    for (uint32_t n = 0; n < g->n; n++)
        fits &= insts[g->at[n]].imm != at;
    if (!fits)
        return false;
    g->at[g->n++] = k;
    g->low = GAC__MIN(g->low, at);
    g->high = GAC__MAX(g->high, at);
    return true;
}

/* The group that begins with the access `first`. Between the parts of one that
 * is loaded `by_turns` there are others of the instructions; it is a vector or
 * structure. `taken`: a bit for each load that is another group's. The bytes
 * from its first part to its last one's end; 0: there is none. */
static uint32_t find_group(const gac__lane_inst *insts, uint32_t first,
                           uint32_t n_insts, bool by_turns, uint64_t taken,
                           group *g)
{
    const gac__lane_inst *i = &insts[first];
    if (!gac__is_access(i) || i->row_buffer || i->imm != (int32_t)i->imm)
        return 0;
    bool stores = gac__is_store(i);
    uint32_t n_parts = vector_of(i);
    bool near = n_parts == 0;
    if (by_turns && near)
        return 0;
    if (near)
        n_parts = neighbours_of(i);
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    *g = (group){{first}, 1, i->imm, i->imm};
    for (uint32_t k = first + 1; k < n_insts && g->n < n_parts; k++) {
        bool follows = stores || by_turns || insts[k - 1].d != index_at(i);
        bool is_part = follows && !(taken >> k & 1) && is_like(i, &insts[k])
                       && add_part(g, insts, k, (int64_t)n_parts * size);
        if (!is_part && !by_turns)
            break;
    }
    uint32_t bytes = (uint32_t)(g->high - g->low) + size;
    if (near)
        n_parts = bytes / size;
    if (stores && near && n_parts & (n_parts - 1))
        return 0;
    return g->n > 1 && (stores ? g->n == n_parts : 2 * g->n > n_parts) ? bytes
                                                                       : 0;
}

/* Makes `o` do the accesses of a group. */
static void set_parts(gac__lane_inst *o, const gac__lane_inst *insts,
                      const group *g, uint32_t bytes)
{
    o->sub = g->n;
    o->imm = g->low;
    o->scale = bytes;
    o->flags = gac__flag_if(!vector_of(&insts[g->at[0]]), GAC__CODE_ADJACENT);
    for (uint32_t k = 0; k < g->n; k++) {
        const gac__lane_inst *i = &insts[g->at[k]];
        o->flags |= gac__flag_if(
            !gac__is_store(i) && i->flags & GAC__CODE_KEEPS, GAC__CODE_KEEPS);
    }
}

/* -- loads by turns -------------------------------------------------------- */

/* The first loads, as many as lie between a group's first part and its last
 * one, other groups that begin there among them. */
typedef struct turns {
    uint32_t end;
    uint32_t n_groups;
    group groups[MOST_TURNS];
    uint32_t bytes[MOST_TURNS];
    uint64_t grouped; /* a bit for each load that is of a group */
} turns;

/* Loads that may be done in another order than their own, and again, as far as
 * each by itself can tell (are_apart()). */
static bool is_free(const gac__lane_inst *i)
{
    return !i->row_buffer && !(i->ir->flags & GAC__IR_VOLATILE)
           && (i->code == GAC__CODE_LOAD || i->code == GAC__CODE_LOAD_UNIFORM
               || i->code == GAC__CODE_LOAD_INDEXED);
}

static bool find_turns(const gac__lane_inst *insts, uint32_t n_insts, turns *t)
{
    uint32_t n_free = 0;
    while (n_free < GAC__MIN(n_insts, MOST_LOADS) && is_free(&insts[n_free]))
        n_free++;
    t->end = GAC__MIN(n_free, 1);
    t->n_groups = 0;
    t->grouped = 0;
    for (uint32_t k = 0; k < t->end && t->n_groups < MOST_TURNS; k++) {
        group *g = &t->groups[t->n_groups];
        uint32_t bytes = t->grouped >> k & 1 ? 0
                                             : find_group(insts, k, n_free,
                                                          true, t->grouped, g);
        if (!bytes)
            continue;
        for (uint32_t n = 0; n < g->n; n++)
            t->grouped |= (uint64_t)1 << g->at[n];
        t->end = GAC__MAX(t->end, g->at[g->n - 1] + 1);
        t->bytes[t->n_groups++] = bytes;
    }
    return t->n_groups > 0;
}

/* Bytes of the frame. */
typedef struct extent {
    uint32_t at, end;
} extent;

static extent extent_of(const gac__emitter *e, uint32_t at, uint8_t ty)
{
    bool lanes = at >= e->out->scalar_bytes;
    uint32_t bytes = gac__ty_bytes((gac__ty)ty) * (lanes ? e->out->width : 1);
    return (extent){at, at + bytes};
}

static bool overlap(extent a, extent b)
{
    return a.at < b.end && b.at < a.end;
}

/* Whether a load takes something from there. */
static bool reads(const gac__emitter *e, const gac__lane_inst *i, extent d)
{
    return overlap(d, extent_of(e, i->a, (uint8_t)e->ir->ptr_ty))
           || (gac__is_indexed(i)
               && overlap(d, extent_of(e, i->b, i->index_ty)))
           || (i->flags & GAC__CODE_PLUS
               && overlap(d, extent_of(e, i->c, GAC__TY_I32)));
}

/* Whether two loads keep what they know of different indices in one place. */
static bool clash(const gac__lane_inst *x, const gac__lane_inst *y)
{
    return gac__is_indexed(x) && gac__is_indexed(y) && x->sub == y->sub
           && (x->b != y->b || x->scale != y->scale);
}

/* Whether loads are the same in any order, and done twice: none loads what
 * another one needs, or to where another one does. */
static bool are_apart(const gac__emitter *e, const gac__lane_inst *insts,
                      const turns *t)
{
    for (uint32_t k = 0; k < t->end; k++) {
        extent d = extent_of(e, insts[k].d, insts[k].ty);
        for (uint32_t n = 0; n < t->end; n++)
            if (reads(e, &insts[n], d) || clash(&insts[n], &insts[k])
                || (n != k
                    && overlap(d, extent_of(e, insts[n].d, insts[n].ty))))
                return false;
    }
    return true;
}

/* Puts a PARTS for loads that stay behind it. Its list has them in their order,
 * but for groups, each of which is where its first load was: a PARTS, and its
 * loads. */
static void put_turns(gac__emitter *e, const gac__lane_inst *insts,
                      const turns *t)
{
    uint32_t n = t->end, n_list = 0;
    gac__lane_inst *o = gac__lane_put(e, GAC__CODE_INTERLEAVED, insts->ir);
    gac__lane_inst *list =
        gac__arena_alloc(&e->out->arena, n + t->n_groups, sizeof *list);
    if (!o || !list) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    o->sub = n;
    o->n_args = (uint16_t)(n + t->n_groups);
    o->list = list;
    for (uint32_t k = 0, next = 0; k < n; k++) {
        const group *g = &t->groups[next];
        if (!(t->grouped >> k & 1))
            list[n_list++] = insts[k];
        else if (next < t->n_groups && g->at[0] == k) {
            gac__lane_inst *parts = &list[n_list++];
            parts->code = GAC__CODE_INTERLEAVED;
            set_parts(parts, insts, g, t->bytes[next++]);
            for (uint32_t m = 0; m < g->n; m++)
                list[n_list++] = insts[g->at[m]];
        }
    }
}

uint32_t gac__put_interleaved(gac__emitter *e, const gac__lane_inst *insts,
                              uint32_t n_insts)
{
    group g;
    turns t;
    uint32_t bytes = find_group(insts, 0, n_insts, false, 0, &g);
    if (bytes) {
        gac__lane_inst *o = gac__lane_put(e, GAC__CODE_INTERLEAVED, insts->ir);
        if (o)
            set_parts(o, insts, &g, bytes);
        return g.n;
    }
    if (!find_turns(insts, n_insts, &t) || !are_apart(e, insts, &t))
        return 0;
    put_turns(e, insts, &t);
    return t.end;
}
