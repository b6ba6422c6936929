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

#define MOST_NEIGHBOURS 16u
#define MOST_BYTES 64u /* that they have together */

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
    const uint8_t same =
        GAC__CODE_RISES | GAC__CODE_FIXED | GAC__CODE_PLUS | GAC__CODE_UNSIGNED;
    return x->code == y->code && x->a == y->a && index_at(x) == index_at(y)
           && x->sub == y->sub && x->scale == y->scale
           && x->index_ty == y->index_ty
           && gac__ty_bytes((gac__ty)x->ty) == gac__ty_bytes((gac__ty)y->ty)
           && !((x->flags ^ y->flags) & same) && !y->walk
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
    uint8_t runs = GAC__CODE_RISES;
    if (!gac__is_store(i))
        runs |= GAC__CODE_LENT;
    bool run = gac__is_indexed(i) && i->scale == size && i->flags & runs;
    return run || scale_of(i) == 0
               ? 0
               : GAC__MIN(MOST_NEIGHBOURS, MOST_BYTES / size);
}

uint32_t gac__parts_at(const gac__lane_inst *insts, uint32_t n_insts,
                       int64_t *first_out, uint32_t *bytes_out)
{
    if (!gac__is_access(insts) || insts->walk
        || insts->imm != (int32_t)insts->imm)
        return 0;
    bool stores = gac__is_store(insts);
    uint32_t n = 1, n_parts = vector_of(insts);
    bool near = n_parts == 0;
    if (near)
        n_parts = neighbours_of(insts);
    int64_t size = (int64_t)gac__ty_bytes((gac__ty)insts->ty);
    int64_t most = n_parts * size, low = insts->imm, high = insts->imm;
    for (; n < n_insts && n < n_parts && is_like(insts, &insts[n]); n++) {
        int64_t at = insts[n].imm;
        if (!stores && insts[n - 1].d == index_at(insts))
            break; /* the next one's index is what that one has loaded */
        bool fits =
            at > high - most && at < low + most && (at - low) % size == 0;
        for (uint32_t k = 0; k < n; k++)
            fits &= insts[k].imm != at;
        if (!fits)
            break;
        low = GAC__MIN(low, at);
        high = GAC__MAX(high, at);
    }
    *first_out = low;
    *bytes_out = (uint32_t)(high - low + size);
    if (near)
        n_parts = (uint32_t)(*bytes_out / size);
    if (stores && near && n_parts & (n_parts - 1))
        return 0;
    return n > 1 && (stores ? n == n_parts : 2 * n > n_parts) ? n : 0;
}

void gac__put_parts(gac__emitter *e, const gac__lane_inst *insts, uint32_t n,
                    int64_t first, uint32_t bytes)
{
    gac__lane_inst *o = gac__lane_put(e, GAC__CODE_PARTS, insts->ir);
    if (!o)
        return;
    o->sub = n;
    o->imm = first;
    o->scale = bytes;
    o->flags = gac__flag_if(!vector_of(insts), GAC__CODE_PARTS_NEAR);
    for (uint32_t k = 0; k < n; k++)
        o->flags |= gac__flag_if(!gac__is_store(&insts[k])
                                     && insts[k].flags & GAC__CODE_KEEPS,
                                 GAC__CODE_PARTS_KEEPS);
}
