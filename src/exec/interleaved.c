/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Interleaved groups: accesses to all members of vectors or structures, which
 * are adjacent in memory.
 *
 * A group is done at once only if one buffer holds it all: the single accesses
 * do it otherwise, and report what is out of bounds. Where the lanes' vectors
 * are adjacent, blocks of memory are moved and taken apart. Elsewhere each
 * vector is read or written by itself, once; so are adjacent elements that are
 * no vector.
 */
#include "exec/access.h"
#include "support/features.h"

/* Where a group's members are in registers. find_lanes() fills in what is used:
 * clearing all of it would take as long as the copy. */
typedef struct members {
    uint32_t stride, log2; /* stride: the elements of a vector, of which some
                              may not be accessed */
    uint8_t *lanes[GAC__MOST_MEMBERS]; /* the register of a member, from the
                                          first lane that is moved on; NULL: not
                                          accessed */
    size_t step[GAC__MOST_MEMBERS];
} members;

/* A block for each member whose value all lanes share. */
typedef struct shared_members {
    _Alignas(
        GAC__MEMBER_BYTES) uint8_t blocks[GAC__MOST_MEMBERS][GAC__MEMBER_BYTES];
} shared_members;

/* Finds the registers of a group's members, from `first_lane` on. */
static void find_lanes(const gac__strip *s, const gac__lane_inst *i,
                       const gac__access *a, uint32_t stride,
                       uint32_t first_lane, members *p, shared_members *all)
{
    p->stride = stride;
    p->log2 = a->log2;
    for (uint32_t member = 0; member < stride; member++)
        p->lanes[member] = NULL;
    for (const gac__lane_inst *x = i + 1; x <= i + i->sub; x++) {
        uint32_t member = (uint32_t)((uint64_t)(x->imm - i->imm) >> a->log2);
        bool store = gac__is_store(x);
        bool shared = store && x->flags & GAC__CODE_B_UNIFORM;
        p->lanes[member] = shared ? all->blocks[member]
                                  : s->frame + (store ? x->b : x->d)
                                        + ((size_t)first_lane << a->log2);
        if (shared)
            gac__fill(all->blocks[member],
                      gac__read_lane(s->frame, x->b, true, x->ty, 0), a->log2,
                      GAC__MEMBER_BYTES >> a->log2);
        p->step[member] = shared ? 0 : GAC__MEMBER_BYTES;
    }
}

/* Moves blocks of lanes. */
static void move_blocks(const gac__strip *s, const members *p, uint8_t *memory,
                        uint32_t n_blocks, bool write)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    if (write)
        kernels->interleaved->store[p->stride](memory,
                                               (const uint8_t *const *)p->lanes,
                                               p->step, p->log2, n_blocks);
    else
        kernels->interleaved->load[p->stride](p->lanes, memory, p->log2,
                                              n_blocks);
}

/* Whether the lanes' vectors are adjacent, and fill a block at least. Whole
 * blocks are loaded, also elements behind the last member. */
static bool are_in_row(const gac__strip *s, const gac__lane_inst *i,
                       const gac__access *a, bool write)
{
    uint32_t n_lanes = s->high_lane - s->low_lane + 1;
    bool keeps = gac__strip_keeps(s, i);
    return a->pattern == GAC__PATTERN_RISING && !(i->flags & GAC__CODE_ADJACENT)
           && n_lanes >= GAC__MEMBER_BYTES >> a->log2
           && (n_lanes == s->n_active || !(write || keeps))
           && !gac__is_each_groups(s, a->buffer)
           && a->left >= a->scale - a->bytes;
}

/* Moves adjacent vectors. The last block may overlap the one before. */
static void do_row(const gac__strip *s, const gac__lane_inst *i,
                   const gac__access *a, uintptr_t base, bool write)
{
    uint32_t n_lanes = s->high_lane - s->low_lane + 1;
    uint32_t lanes = GAC__MEMBER_BYTES >> a->log2;
    uint8_t *memory = (uint8_t *)(gac__lane_zero(a, base)
                                  + (uintptr_t)(s->low_lane * a->scale));
    size_t first = n_lanes - lanes;
    members p;
    shared_members all;
    find_lanes(s, i, a, (uint32_t)a->scale >> a->log2, s->low_lane, &p, &all);
    move_blocks(s, &p, memory, n_lanes / lanes, write);
    if (n_lanes % lanes == 0)
        return;
    for (uint32_t member = 0; member < p.stride; member++)
        if (p.lanes[member] && p.step[member])
            p.lanes[member] += first << a->log2;
    move_blocks(s, &p, memory + first * a->scale, 1, write);
}

/* Moves vectors at any address. `stride` is a power of two: a vector of three
 * members is loaded as four elements. */
static bool do_vectors(gac__strip *s, const gac__lane_inst *i,
                       const gac__access *a, uintptr_t base, uint32_t stride,
                       bool write)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t end = gac__active_end(s);
    bool each = gac__is_each_groups(s, a->buffer);
    /* Neither wraps: local memory has less than 2^32 bytes, and the range lies
     * in its buffer. */
    uint64_t apart = each ? s->worker->run->local_bytes : 0;
    uint64_t span = ((uint64_t)a->high - (uint64_t)a->low) * a->scale;
    if (a->left < ((uint64_t)stride << a->log2) - a->bytes
        || span > INT32_MAX / 2
        || apart * s->worker->run->coalesced > INT32_MAX / 2
        || (each && !s->group_of))
        return false;
    uint32_t *at = (void *)(s->frame + s->worker->run->program->temp);
    kernels->of_groups[a->kind](at, a->index, a->low, (uint32_t)a->scale,
                                each ? s->group_of : NULL, (uint32_t)apart,
                                s->first, end);
    base += (uintptr_t)((uint64_t)a->low * a->scale);
    members p;
    shared_members all;
    find_lanes(s, i, a, stride, 0, &p, &all);
    if (write)
        kernels->interleaved->scatter[stride](
            base, at, (const uint8_t *const *)p.lanes, p.step, p.log2,
            gac__active_mask(s), s->first, end);
    else
        kernels->interleaved->gather[stride](
            p.lanes, base, at, p.log2, gac__active_mask(s), s->first, end);
    return true;
}

static bool do_group(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_inst *first = i + 1;
    bool write = gac__is_store(first);
    uint32_t log2 = gac__log2_bytes(first->ty);
    uint32_t last = (i->scale >> log2) - 1;
    uint32_t stride = last ? 1u << (32 - __builtin_clz(last)) : 1;
    uint32_t bytes = stride << log2;
    bool vectors = bytes <= GAC__MEMBER_BYTES && !(write && bytes != i->scale)
                   && s->worker->run->memory->interleaved->gather[stride];
    gac__access a;
    uintptr_t base = gac__access_find(s, first, i->imm, i->scale, vectors, &a);
    if (base && are_in_row(s, i, &a, write)) {
        do_row(s, i, &a, base, write);
        return true;
    }
    return base && vectors && do_vectors(s, i, &a, base, stride, write);
}

static bool do_load(gac__strip *s, const gac__lane_inst *i)
{
    return i->code == GAC__CODE_LOAD           ? gac__do_access(s, i)
           : i->code == GAC__CODE_LOAD_INDEXED ? gac__do_load_indexed(s, i)
                                               : gac__do_load_uniform(s, i);
}

/* Does loads of several groups in mixed order: each group where its first load
 * is. A group is loaded only if all of it is in bounds, so the first load out
 * of bounds is the same as in the kernel. */
static uint32_t do_alternating(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_inst *x = i->list, *end = x + i->n_args;
    for (; x < end; x++) {
        if (x->code == GAC__CODE_INTERLEAVED) {
            if (!do_group(s, x))
                return 0;
            x += x->sub;
        } else if (!do_load(s, x))
            return GAC__STOPPED;
    }
    return i->sub;
}

uint32_t gac__do_interleaved(gac__strip *s, const gac__lane_inst *i)
{
    if (!GAC__ON(INTERLEAVED))
        return 0;
    if (i->n_args)
        return do_alternating(s, i);
    return do_group(s, i) ? i->sub : 0;
}
