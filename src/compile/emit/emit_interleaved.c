/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds interleaved groups: loads or stores, one behind the other, of the
 * members of a vector or structure.
 *
 * Values are scalar: a float4 is four loads of elements 16 bytes apart, each of
 * which goes through all of the memory. INTERLEAVED goes through it once. The
 * single accesses stay behind it, and run where it cannot. Adjacent elements of
 * no vector, such as a byte and those beside it, are a group, too, unless their
 * index is likely to be consecutive: then each access is one run of elements.
 */
#include "compile/emit/emit.h"

#define MOST_MEMBERS 16u /* of a group */
#define MOST_BYTES 64u   /* of all members of an adjacent group */
#define MOST_LOADS 64u   /* of mixed groups: bits of a word */
#define MOST_GROUPS 8u   /* mixed with each other */

/* Bytes from one index to the next; an address is an index of bytes. */
static uint32_t scale_of(const gac__lane_inst *i)
{
    return gac__is_indexed(i) ? i->scale : 1;
}

/* The frame offset of the index or the address. */
static uint32_t index_at(const gac__lane_inst *i)
{
    return !gac__is_indexed(i) ? i->a : gac__is_store(i) ? i->c : i->b;
}

static uint32_t added_at(const gac__lane_inst *i)
{
    return gac__is_store(i) ? i->d : i->c;
}

/* Whether two accesses differ in their displacement and result alone. */
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

/* The members of the vector or structure that an access may be to; 0: it is to
 * none. */
static uint32_t members_of(const gac__lane_inst *i)
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

/* The most members of an adjacent group that an access may be of; 0: of none.
 */
static uint32_t adjacent_of(const gac__lane_inst *i)
{
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    uint32_t runs = GAC__CODE_RISES;
    if (!gac__is_store(i))
        runs |= GAC__CODE_MEMORY_OPERAND;
    bool run = gac__is_indexed(i) && i->scale == size && i->flags & runs;
    return run || scale_of(i) == 0 ? 0
                                   : GAC__MIN(MOST_MEMBERS, MOST_BYTES / size);
}

/* The accesses that make one interleaved group, of each lane. */
typedef struct group {
    uint32_t at[MOST_MEMBERS]; /* indices of the instructions */
    uint32_t n;
    int64_t low, high; /* displacements of the first and the last member */
} group;

/* Adds an access that is like the group's first one. False: its element is too
 * far away, or there already; or it has the register of a load that is in the
 * group, whose value nothing uses (volatile, or checked): a group's loads are
 * in no order. */
static bool add_member(group *g, const gac__lane_inst *insts, uint32_t k,
                       int64_t most)
{
    const gac__lane_inst *i = &insts[k];
    int64_t at = i->imm;
    bool fits = at > g->high - most && at < g->low + most
                && (at - g->low) % gac__ty_bytes((gac__ty)i->ty) == 0;
    for (uint32_t n = 0; n < g->n; n++) {
        const gac__lane_inst *member = &insts[g->at[n]];
        fits &= member->imm != at && (gac__is_store(i) || member->d != i->d);
    }
    if (!fits)
        return false;
    g->at[g->n++] = k;
    g->low = GAC__MIN(g->low, at);
    g->high = GAC__MAX(g->high, at);
    return true;
}

/* The group that begins with the access `first`. `mixed`: it is a vector or
 * structure, and other instructions may stand between its members. `taken`: a
 * bit for each load that another group has. The bytes from its first member to
 * its last one's end; 0: there is no group. */
static uint32_t find_group(const gac__lane_inst *insts, uint32_t first,
                           uint32_t n_insts, bool mixed, uint64_t taken,
                           group *g)
{
    const gac__lane_inst *i = &insts[first];
    if (!gac__is_access(i) || i->row_buffer || i->imm != (int32_t)i->imm)
        return 0;
    bool stores = gac__is_store(i);
    uint32_t n_members = members_of(i);
    bool adjacent = n_members == 0;
    if (mixed && adjacent)
        return 0;
    if (adjacent)
        n_members = adjacent_of(i);
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    *g = (group){{first}, 1, i->imm, i->imm};
    for (uint32_t k = first + 1; k < n_insts && g->n < n_members; k++) {
        bool follows = stores || mixed || insts[k - 1].d != index_at(i);
        bool is_member = follows && !(taken >> k & 1) && is_like(i, &insts[k])
                         && add_member(g, insts, k, (int64_t)n_members * size);
        if (!is_member && !mixed)
            break;
    }
    uint32_t bytes = (uint32_t)(g->high - g->low) + size;
    if (adjacent)
        n_members = bytes / size;
    if (stores && adjacent && n_members & (n_members - 1))
        return 0;
    return g->n > 1 && (stores ? g->n == n_members : 2 * g->n > n_members)
               ? bytes
               : 0;
}

/* Makes `o` do the accesses of a group. */
static void set_group(gac__lane_inst *o, const gac__lane_inst *insts,
                      const group *g, uint32_t bytes)
{
    o->sub = g->n;
    o->imm = g->low;
    o->scale = bytes;
    o->flags = gac__flag_if(!members_of(&insts[g->at[0]]), GAC__CODE_ADJACENT);
    for (uint32_t k = 0; k < g->n; k++) {
        const gac__lane_inst *i = &insts[g->at[k]];
        o->flags |= gac__flag_if(
            !gac__is_store(i) && i->flags & GAC__CODE_KEEPS, GAC__CODE_KEEPS);
    }
}

/* -- mixed loads of several groups ----------------------------------------- */

/* The loads [0, end): a group, and those that stand between its members, among
 * which may be other groups. */
typedef struct mixture {
    uint32_t end;
    uint32_t n_groups;
    group groups[MOST_GROUPS];
    uint32_t bytes[MOST_GROUPS];
    uint64_t grouped; /* a bit for each load that a group has */
} mixture;

/* Whether a load may run earlier than in its order, and twice, as far as it
 * alone can tell; are_apart() looks at all of them. */
static bool is_free(const gac__lane_inst *i)
{
    return !i->row_buffer && !(i->ir->flags & GAC__IR_VOLATILE)
           && (i->code == GAC__CODE_LOAD || i->code == GAC__CODE_LOAD_UNIFORM
               || i->code == GAC__CODE_LOAD_INDEXED);
}

static bool find_mixture(const gac__lane_inst *insts, uint32_t n_insts,
                         mixture *m)
{
    uint32_t n_free = 0;
    while (n_free < GAC__MIN(n_insts, MOST_LOADS) && is_free(&insts[n_free]))
        n_free++;
    m->end = GAC__MIN(n_free, 1);
    m->n_groups = 0;
    m->grouped = 0;
    for (uint32_t k = 0; k < m->end && m->n_groups < MOST_GROUPS; k++) {
        group *g = &m->groups[m->n_groups];
        uint32_t bytes = m->grouped >> k & 1 ? 0
                                             : find_group(insts, k, n_free,
                                                          true, m->grouped, g);
        if (!bytes)
            continue;
        for (uint32_t n = 0; n < g->n; n++)
            m->grouped |= (uint64_t)1 << g->at[n];
        m->end = GAC__MAX(m->end, g->at[g->n - 1] + 1);
        m->bytes[m->n_groups++] = bytes;
    }
    return m->n_groups > 0;
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

/* Whether a load reads one of its operands from there. */
static bool reads(const gac__emitter *e, const gac__lane_inst *i, extent d)
{
    return overlap(d, extent_of(e, i->a, (uint8_t)e->ir->ptr_ty))
           || (gac__is_indexed(i)
               && overlap(d, extent_of(e, i->b, i->index_ty)))
           || (i->flags & GAC__CODE_PLUS
               && overlap(d, extent_of(e, i->c, GAC__TY_I32)));
}

/* Whether two loads have one record for different indices. */
static bool clash(const gac__lane_inst *x, const gac__lane_inst *y)
{
    return gac__is_indexed(x) && gac__is_indexed(y) && x->sub == y->sub
           && (x->b != y->b || x->scale != y->scale);
}

/* Whether loads give the same in any order, and twice: none writes what another
 * one reads, or what another one writes. */
static bool are_apart(const gac__emitter *e, const gac__lane_inst *insts,
                      const mixture *m)
{
    for (uint32_t k = 0; k < m->end; k++) {
        extent d = extent_of(e, insts[k].d, insts[k].ty);
        for (uint32_t n = 0; n < m->end; n++)
            if (reads(e, &insts[n], d) || clash(&insts[n], &insts[k])
                || (n != k
                    && overlap(d, extent_of(e, insts[n].d, insts[n].ty))))
                return false;
    }
    return true;
}

/* Puts an INTERLEAVED with a list. The list has the loads in their order, but
 * for groups: each is an INTERLEAVED and its loads, where its first load was.
 */
static void put_mixture(gac__emitter *e, const gac__lane_inst *insts,
                        const mixture *m)
{
    uint32_t n = m->end, n_list = 0;
    gac__lane_inst *o = gac__lane_put(e, GAC__CODE_INTERLEAVED, insts->ir);
    gac__lane_inst *list =
        gac__arena_alloc(&e->out->arena, n + m->n_groups, sizeof *list);
    if (!o || !list) {
        e->result = GAC_ERR_MEMORY;
        return;
    }
    o->sub = n;
    o->n_args = (uint16_t)(n + m->n_groups);
    o->list = list;
    for (uint32_t k = 0, next = 0; k < n; k++) {
        const group *g = &m->groups[next];
        if (!(m->grouped >> k & 1))
            list[n_list++] = insts[k];
        else if (next < m->n_groups && g->at[0] == k) {
            gac__lane_inst *first = &list[n_list++];
            first->code = GAC__CODE_INTERLEAVED;
            set_group(first, insts, g, m->bytes[next++]);
            for (uint32_t j = 0; j < g->n; j++)
                list[n_list++] = insts[g->at[j]];
        }
    }
}

uint32_t gac__put_interleaved(gac__emitter *e, const gac__lane_inst *insts,
                              uint32_t n_insts)
{
    group g;
    mixture m;
    uint32_t bytes = find_group(insts, 0, n_insts, false, 0, &g);
    if (bytes) {
        gac__lane_inst *o = gac__lane_put(e, GAC__CODE_INTERLEAVED, insts->ir);
        if (o)
            set_group(o, insts, &g, bytes);
        return g.n;
    }
    if (!find_mixture(insts, n_insts, &m) || !are_apart(e, insts, &m))
        return 0;
    put_mixture(e, insts, &m);
    return m.end;
}
