/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads and stores of all parts of vectors and structures, which lie one behind the other.
 *
 * That is done only where all of it lies in one buffer, and the active lanes stand in a
 * row: what is left, and what must be reported, is the single accesses' matter.
 */
#include "exec/places.h"

/* The parts of one PARTS. */
typedef struct parts {
    const gac__lane_inst *insts;
    uint32_t n, stride, log2; /* stride: parts of a vector, some not accessed */
    uint32_t n_lanes;         /* from the first active one to the last */
    uint8_t *lanes[GAC__MOST_PARTS]; /* of the first active one; NULL: unwanted */
    size_t step[GAC__MOST_PARTS];
} parts;

/* What all lanes store to a part. */
typedef struct shared_parts {
    _Alignas(GAC__PART_BYTES) uint8_t blocks[GAC__MOST_PARTS][GAC__PART_BYTES];
} shared_parts;

/* What all lanes store, as a block of them. */
static uint8_t *spread_shared(const gac__strip *s, const gac__lane_inst *i,
                              uint32_t log2, uint8_t *block)
{
    static const uint64_t ones[] = { 0x0101010101010101, 0x0001000100010001,
                                     0x0000000100000001, 1 };
    uint64_t word = 0;
    memcpy(&word, s->frame + i->b, (size_t)1 << log2);
    word *= ones[log2];
    for (uint32_t k = 0; k < GAC__PART_BYTES; k += sizeof word)
        memcpy(block + k, &word, sizeof word);
    return block;
}

static void find_lanes(const gac__strip *s, const gac__lane_inst *i, parts *p,
                       shared_parts *all)
{
    for (uint32_t k = 0; k < p->n; k++) {
        const gac__lane_inst *x = &p->insts[k];
        uint32_t part = (uint32_t)((uint64_t)(x->imm - i->imm) >> p->log2);
        bool store = x->code == GAC__CODE_STORE_INDEXED;
        bool shared = store && x->flags & GAC__CODE_B_UNIFORM;
        p->lanes[part] =
            shared ? spread_shared(s, x, p->log2, all->blocks[part])
                   : s->frame + (store ? x->b : x->d)
                         + ((size_t)s->low_lane << p->log2);
        p->step[part] = shared ? 0 : GAC__PART_BYTES;
    }
}

/* A part of fewer lanes than a block has, one by one. */
static void move_few(const parts *p, uint32_t part, uint8_t *memory, bool write)
{
    uint32_t size = 1u << p->log2;
    uint8_t *at = p->lanes[part];
    for (uint32_t k = 0; at && k < p->n_lanes; k++) {
        uint8_t *element = memory + ((size_t)k * p->stride + part) * size;
        uint8_t *lane = at + (p->step[part] ? (size_t)k * size : 0);
        uint8_t *to = write ? element : lane, *from = write ? lane : element;
        if (size == 1)
            memcpy(to, from, 1);
        else if (size == 2)
            memcpy(to, from, 2);
        else if (size == 4)
            memcpy(to, from, 4);
        else
            memcpy(to, from, 8);
    }
}

/* Blocks of lanes from lane `first` on. */
static void move_blocks(const gac__strip *s, parts p, uint8_t *memory,
                        uint32_t first, uint32_t n_blocks, bool write)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    memory += ((size_t)first * p.stride) << p.log2;
    for (uint32_t part = 0; part < p.stride; part++)
        if (p.lanes[part] && p.step[part])
            p.lanes[part] += (size_t)first << p.log2;
    if (write)
        kernels->store_parts[p.stride](memory, (const uint8_t *const *)p.lanes,
                                       p.step, p.log2, n_blocks);
    else
        kernels->load_parts[p.stride](p.lanes, memory, p.log2, n_blocks);
}

/* `memory`: the first active lane's first part. The last block may have lanes that the
 * one before has had. */
static void move_parts(const gac__strip *s, parts *p, uint8_t *memory, bool write)
{
    uint32_t lanes = GAC__PART_BYTES >> p->log2;
    if (p->n_lanes < lanes) {
        for (uint32_t part = 0; part < p->stride; part++)
            move_few(p, part, memory, write);
        return;
    }
    move_blocks(s, *p, memory, 0, p->n_lanes / lanes, write);
    if (p->n_lanes % lanes)
        move_blocks(s, *p, memory, p->n_lanes - lanes, 1, write);
}

uint32_t gac__do_parts(gac__strip *s, const gac__lane_inst *i)
{
    const gac__lane_inst *first = i + 1;
    bool write = first->code == GAC__CODE_STORE_INDEXED;
    uint32_t log2 = gac__log2_bytes(first->ty);
    uint32_t n_lanes = s->high_lane - s->low_lane + 1;
    parts p = { .insts = first, .n = i->sub, .stride = first->scale >> log2,
                .log2 = log2, .n_lanes = n_lanes };
    if (n_lanes != s->n_active
        && (write || gac__strip_keeps(s, i->flags & GAC__CODE_PARTS_KEEPS)))
        return 0;
    if (gac__knows_index(s, first) ? !s->index_shape[first->sub].rises
                                   : !gac__find_rising(s, first))
        return 0;
    const gac__buffer *b;
    uint8_t *at = gac__rising_place(
        s, first, write ? first->d : first->c, i->imm - first->imm,
        (uint64_t)(n_lanes - 1) * first->scale + i->scale, write, &b);
    /* Whole blocks are loaded, parts behind the last wanted one too. */
    if (!at || b->size - (uint64_t)(at - b->host)
                   < (uint64_t)n_lanes * first->scale)
        return 0;
    shared_parts all;
    find_lanes(s, i, &p, &all);
    move_parts(s, &p, at, write);
    return i->sub;
}
