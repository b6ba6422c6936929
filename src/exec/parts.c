/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads and stores of all parts of vectors and structures, which lie one behind
 * the other.
 *
 * That is done only where all of it lies in one buffer: what is left, and what
 * must be reported, is the single accesses' matter. Where the lanes' vectors
 * lie one behind the other, and the active lanes stand in a row, memory is
 * moved in blocks; elsewhere each vector is read or written by itself, once,
 * and neighbours that are no vector are, too.
 */
#include "exec/shapes.h"
#include "support/features.h"

/* The parts of one PARTS. What is said of each of them is filled in by
 * find_lanes(): clearing all of it would take as long as the copy. */
typedef struct parts {
    const gac__lane_inst *insts;
    uint32_t n, stride, log2; /* stride: parts of a vector, some not accessed */
    uint32_t first_lane, n_lanes; /* that are moved */
    uint8_t
        *lanes[GAC__MOST_PARTS]; /* of the first one moved; NULL: unwanted */
    size_t step[GAC__MOST_PARTS];
} parts;

/* What all lanes store to a part. */
typedef struct shared_parts {
    _Alignas(GAC__PART_BYTES) uint8_t blocks[GAC__MOST_PARTS][GAC__PART_BYTES];
} shared_parts;

static void find_lanes(const gac__strip *s, const gac__lane_inst *i, parts *p,
                       shared_parts *all)
{
    for (uint32_t part = 0; part < p->stride; part++)
        p->lanes[part] = NULL;
    for (uint32_t k = 0; k < p->n; k++) {
        const gac__lane_inst *x = &p->insts[k];
        uint32_t part = (uint32_t)((uint64_t)(x->imm - i->imm) >> p->log2);
        bool store = gac__is_store(x);
        bool shared = store && x->flags & GAC__CODE_B_UNIFORM;
        p->lanes[part] = shared ? all->blocks[part]
                                : s->frame + (store ? x->b : x->d)
                                      + ((size_t)p->first_lane << p->log2);
        if (shared)
            gac__fill(all->blocks[part],
                      gac__read_lane(s->frame, x->b, true, x->ty, 0), p->log2,
                      GAC__PART_BYTES >> p->log2);
        p->step[part] = shared ? 0 : GAC__PART_BYTES;
    }
}

/* Blocks of lanes from the first one of `p` on. */
static void move_blocks(const gac__strip *s, const parts *p, uint8_t *memory,
                        uint32_t n_blocks, bool write)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    if (write)
        kernels->parts->store[p->stride](memory,
                                         (const uint8_t *const *)p->lanes,
                                         p->step, p->log2, n_blocks);
    else
        kernels->parts->load[p->stride](p->lanes, memory, p->log2, n_blocks);
}

/* `memory`: the first active lane's first part. The last block may have lanes
 * that the one before has had. */
static void move_parts(const gac__strip *s, parts *p, uint8_t *memory,
                       bool write)
{
    uint32_t lanes = GAC__PART_BYTES >> p->log2;
    move_blocks(s, p, memory, p->n_lanes / lanes, write);
    if (p->n_lanes % lanes == 0)
        return;
    size_t first = p->n_lanes - lanes;
    for (uint32_t part = 0; part < p->stride; part++)
        if (p->lanes[part] && p->step[part])
            p->lanes[part] += first << p->log2;
    move_blocks(s, p, memory + (first * p->stride << p->log2), 1, write);
}

/* Vectors one behind the other, of a block of lanes or more. */
static bool do_row(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_inst *first = i + 1;
    bool write = gac__is_store(first);
    uint32_t log2 = gac__log2_bytes(first->ty);
    uint32_t n_lanes = s->high_lane - s->low_lane + 1;
    parts p;
    if (i->flags & GAC__CODE_PARTS_NEAR || n_lanes < GAC__PART_BYTES >> log2
        || (n_lanes != s->n_active
            && (write
                || gac__strip_keeps(s, i->flags & GAC__CODE_PARTS_KEEPS))))
        return false;
    if (gac__knows_index(s, first) ? !s->index_shape[first->sub].rises
                                   : !gac__find_rising(s, first))
        return false;
    const gac__buffer *b;
    uint8_t *at = gac__rising_place(
        s, first, write ? first->d : first->c, i->imm - first->imm,
        (uint64_t)(n_lanes - 1) * first->scale + i->scale, write, &b);
    /* Whole blocks are loaded, parts behind the last wanted one too. */
    if (!at
        || b->size - (uint64_t)(at - b->host)
               < (uint64_t)n_lanes * first->scale)
        return false;
    p.insts = first;
    p.n = i->sub;
    p.stride = first->scale >> log2;
    p.log2 = log2;
    p.first_lane = s->low_lane;
    p.n_lanes = n_lanes;
    shared_parts all;
    find_lanes(s, i, &p, &all);
    move_parts(s, &p, at, write);
    return true;
}

/* Whether neighbours are loaded quickest one by one: the lanes' elements lie
 * one behind the other, or are one element, as far as is known and the first
 * lanes show. */
static bool are_runs(const gac__strip *s, const gac__access *a)
{
    const gac__index_shape *shape = a->shape;
    if (shape->contiguous || shape->again || shape->clamped || shape->permuted)
        return true;
    if (s->high_lane - s->low_lane < 2)
        return false;
    uint64_t x = (uint64_t)gac__lane_index(a, s->low_lane);
    uint64_t y = (uint64_t)gac__lane_index(a, s->low_lane + 1);
    uint64_t z = (uint64_t)gac__lane_index(a, s->low_lane + 2);
    return y - x == z - y && (x == y || (y - x) * a->scale == a->size);
}

/* The least power of two that is not less. */
static uint32_t round_up(uint32_t n)
{
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* Vectors anywhere. Those of which three parts are wanted are loaded with a
 * fourth one, and so on: what lies behind must be in the buffer, too. */
static bool do_vectors(gac__strip *s, const gac__lane_inst *i)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const gac__lane_inst *first = i + 1;
    bool write = gac__is_store(first);
    uint32_t log2 = gac__log2_bytes(first->ty);
    uint32_t stride = round_up(i->scale >> log2), bytes = stride << log2;
    uint32_t end = s->full ? s->n : s->end;
    parts p;
    if (bytes > GAC__PART_BYTES || (write && bytes != i->scale)
        || !kernels->parts->gather[stride])
        return false;
    gac__access a;
    uintptr_t base = gac__find_vectors(s, first, i->imm, bytes, &a);
    if (base && i->flags & GAC__CODE_PARTS_NEAR && are_runs(s, &a))
        return false;
    /* Local memory has less than 2^32 bytes; a span lies in its buffer. */
    uint64_t apart = a.apart * (uint64_t)s->worker->run->joined;
    uint64_t span =
        base ? (uint64_t)(a.shape->high - a.shape->low) * a.scale : 0;
    if (!base || span > INT32_MAX / 2 || apart > INT32_MAX / 2
        || (apart && !s->group_of))
        return false;
    uint32_t *at =
        (uint32_t *)(void *)(s->frame + s->worker->run->program->temp);
    kernels->of_groups[a.kind](at, a.index, a.shape->low, (uint32_t)a.scale,
                               apart ? s->group_of : NULL, (uint32_t)a.apart,
                               s->first, end);
    base += (uintptr_t)((uint64_t)a.shape->low * a.scale);
    p.insts = first;
    p.n = i->sub;
    p.stride = stride;
    p.log2 = log2;
    p.first_lane = 0;
    p.n_lanes = 0;
    shared_parts all;
    find_lanes(s, i, &p, &all);
    if (write)
        kernels->parts->scatter[stride](
            base, at, (const uint8_t *const *)p.lanes, p.step, log2,
            gac__active_mask(s), s->first, end);
    else
        kernels->parts->gather[stride](p.lanes, base, at, log2,
                                       gac__active_mask(s), s->first, end);
    return true;
}

static bool do_load(gac__strip *s, const gac__lane_inst *i)
{
    return i->code == GAC__CODE_LOAD           ? gac__do_load(s, i)
           : i->code == GAC__CODE_LOAD_INDEXED ? gac__do_load_indexed(s, i)
                                               : gac__do_load_uniform(s, i);
}

static bool do_group(gac__strip *s, const gac__lane_inst *i)
{
    return do_row(s, i) || do_vectors(s, i);
}

/* Groups that are loaded by turns, each at once where its first load was. A
 * group that is all in its buffer is not what is out of bounds, so that the
 * first load that is out of bounds is the first one in the kernel, too. */
static uint32_t do_turns(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_inst *x = i->list, *end = x + i->n_args;
    for (; x < end; x++) {
        if (x->code == GAC__CODE_PARTS) {
            if (!do_group(s, x))
                return 0;
            x += x->sub;
        } else if (!do_load(s, x))
            return GAC__STOPPED;
    }
    return i->sub;
}

uint32_t gac__do_parts(gac__strip *s, const gac__lane_inst *i)
{
    if (!GAC__ON(PARTS))
        return 0;
    if (i->n_args)
        return do_turns(s, i);
    return do_group(s, i) ? i->sub : 0;
}
