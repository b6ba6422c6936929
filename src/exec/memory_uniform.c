/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads and stores of all lanes at one address. */
#include "exec/access.h"

static uint64_t scalar_address(const gac__strip *s, const gac__lane_inst *i)
{
    return gac__space_wrap(&s->worker->run->space, gac__base_address(s, i));
}

static uint8_t *uniform_memory(gac__strip *s, const gac__lane_inst *i,
                               bool write)
{
    uint64_t address = scalar_address(s, i);
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    uint8_t *host = gac__strip_translate(s, address, size, write);
    return GAC__LIKELY(host)
               ? host
               : gac__trap_access(s, i, s->low_lane, address, size, write);
}

/* Reads a scalar, by one atomic load if it is aligned. OpenCL C 1.x has no
 * atomic loads: its compare-and-exchange loops begin with a load of memory that
 * other threads change by atomics. */
static uint64_t read_scalar(const uint8_t *host, uint32_t size)
{
#define LOAD(type)                                                             \
    __atomic_load_n((const type *)(const void *)host, __ATOMIC_RELAXED)
    uint64_t bits = 0;
    if ((uintptr_t)host % size)
        memcpy(&bits, host, size);
    else
        bits = size == 8   ? LOAD(uint64_t)
               : size == 4 ? LOAD(uint32_t)
               : size == 2 ? LOAD(uint16_t)
                           : LOAD(uint8_t);
#undef LOAD
    return bits;
}

void gac__fill(uint8_t *to, uint64_t bits, uint32_t log2, size_t n)
{
    static const uint64_t ones[] = {0x0101010101010101, 0x0001000100010001,
                                    0x0000000100000001, 1};
    uint64_t word = (bits & UINT64_MAX >> (64 - (8u << log2))) * ones[log2];
    const uint64_t block[] = {word, word};
    size_t bytes = n << log2, k = 0;
    for (; k + sizeof block <= bytes; k += sizeof block)
        memcpy(to + k, block, sizeof block);
    if (k < bytes)
        memcpy(to + k, block, bytes - k);
}

/* Loads an element into all lanes: each coalesced group's own one, if groups
 * have their own memory. */
static void load_to_lanes(gac__strip *s, const gac__lane_inst *i,
                          const uint8_t *host)
{
    uint64_t apart = gac__bytes_apart(s, scalar_address(s, i));
    uint32_t items = apart ? (uint32_t)s->worker->n_items : s->n_padded;
    uint32_t log2 = gac__log2_bytes(i->ty);
    uint8_t *to = gac__lanes_to(s, i, gac__strip_keeps(s, i));
    for (uint32_t g = s->first / items; g * items < s->n; g++)
        gac__fill(to + ((size_t)g * items << log2),
                  read_scalar(host + g * apart, 1u << log2), log2, items);
    gac__give_lanes(s, i, to);
}

bool gac__do_load_uniform(gac__strip *s, const gac__lane_inst *i)
{
    const uint8_t *host = uniform_memory(s, i, false);
    if (!host)
        return false;
    if (i->flags & GAC__CODE_TO_LANES) {
        load_to_lanes(s, i, host);
        return true;
    }
    uint64_t bits = read_scalar(host, gac__ty_bytes((gac__ty)i->ty));
    memcpy(s->frame + i->d, &bits, sizeof bits);
    return true;
}

/* Returns the last active lane of [first, end); `end` if none is active. */
static uint32_t last_active(const gac__strip *s, uint32_t first, uint32_t end)
{
    for (uint32_t lane = end; lane-- > first;)
        if (s->mask[lane])
            return lane;
    return end;
}

/* Stores the last active lane's value. */
bool gac__do_store_uniform(gac__strip *s, const gac__lane_inst *i)
{
    uint8_t *host = uniform_memory(s, i, true);
    if (!host)
        return false;
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    bool uniform = i->flags & GAC__CODE_B_UNIFORM;
    const uint8_t *value = s->frame + i->b;
    uint64_t apart = gac__bytes_apart(s, scalar_address(s, i));
    if (!apart) {
        uint32_t lane = uniform ? 0 : s->high_lane;
        memcpy(host, value + (size_t)lane * size, size);
        return true;
    }
    uint32_t items = (uint32_t)s->worker->n_items;
    for (uint32_t first = 0; first < s->n; first += items) {
        uint32_t lane = last_active(s, first, first + items);
        if (lane < first + items)
            memcpy(host + first / items * apart,
                   value + (size_t)(uniform ? 0 : lane) * size, size);
    }
    return true;
}
