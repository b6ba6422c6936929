/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What accesses of many lanes at once have in common. */
#ifndef GAC_EXEC_PLACES_H
#define GAC_EXEC_PLACES_H

#include "exec/exec_internal.h"

/* An address in as many bits as the kernel's pointers have. */
static inline uint64_t gac__space_wrap(const gac__space *space,
                                       uint64_t address)
{
    return space->wide ? address : (uint32_t)address;
}

/* The address to which an access adds its index. */
static inline uint64_t gac__base_address(const gac__strip *s,
                                         const gac__lane_inst *i)
{
    uint64_t address;
    memcpy(&address, s->frame + i->a, sizeof address);
    return address + (uint64_t)i->imm;
}

static inline gac__index_kind gac__index_kind_of(const gac__lane_inst *i)
{
    return i->flags & GAC__CODE_UNSIGNED ? GAC__INDEX_U32
           : i->index_ty == GAC__TY_I32  ? GAC__INDEX_I32
                                         : GAC__INDEX_I64;
}

/* Whether steps' indices, of active lanes and others, are the permutation that
 * is known. What is fixed was found of all lanes: those that have gone another
 * way may have something else in the register. */
static inline bool gac__is_permuted(const gac__strip *s,
                                    const gac__lane_inst *i)
{
    return s->index_shape[i->sub].permuted
           && (s->full || !(i->flags & GAC__CODE_FIXED));
}

/* Adds what lanes share to the lowest and the highest index, in 32 bits: where
 * the sum of each wraps, they wrap together. False: one of the sums wraps
 * alone. */
static inline bool gac__add_shared(bool is_signed, uint32_t added, int64_t *low,
                                   int64_t *high)
{
    int64_t least = is_signed ? INT32_MIN : 0;
    int64_t most = is_signed ? INT32_MAX : (int64_t)UINT32_MAX;
    int64_t n = is_signed ? (int32_t)added : (int64_t)added;
    if (*low + n < least || *high + n > most)
        n = (int32_t)added;
    *low += n;
    *high += n;
    return *low >= least && *high <= most;
}

/* The same for an access, of which what lanes share, if any, is in the frame.
 */
static inline bool gac__add_plus(const gac__strip *s, const gac__lane_inst *i,
                                 uint32_t added_at, int64_t *low, int64_t *high)
{
    uint32_t added;
    if (!(i->flags & GAC__CODE_PLUS))
        return true;
    memcpy(&added, s->frame + added_at, sizeof added);
    return gac__add_shared(!(i->flags & GAC__CODE_UNSIGNED), added, low, high);
}

/* Host memory for `size` bytes of one buffer, which all groups of the strip
 * share; NULL: there is none. */
static inline uint8_t *gac__strip_shared(const gac__strip *s, uint64_t address,
                                         uint64_t size, bool write,
                                         const gac__buffer **buffer_out)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    *buffer_out = b;
    if (offset > b->size || b->size - offset < size || !b->host
        || gac__denies(b, write)
        || (b->kind == GAC__MEMORY_LOCAL && s->worker->run->joined > 1))
        return NULL;
    return b->host + offset;
}

/* Where in the host the elements begin that lanes access from the first active
 * one on, whose indices, which are known, rise by one; `bytes` of them must lie
 * in one buffer, whose last element is the last active lane's. NULL: they are
 * not known to. `displaced`: bytes from the address that an element has. */
static inline uint8_t *gac__rising_place(const gac__strip *s,
                                         const gac__lane_inst *i,
                                         uint32_t added_at, int64_t displaced,
                                         uint64_t bytes, bool write,
                                         const gac__buffer **buffer_out)
{
    const gac__space *space = &s->worker->run->space;
    const gac__index_shape *shape = &s->index_shape[i->sub];
    int64_t low, high;
    if (shape->again
        || __builtin_add_overflow(shape->zero, (int64_t)s->low_lane, &low))
        return NULL;
    high = (int64_t)((uint64_t)low + (s->high_lane - s->low_lane));
    if (!gac__add_plus(s, i, added_at, &low, &high))
        return NULL;
    /* Modulo the address width, as the kernel computes it: the buffer that it
     * is in has room for all that follows. */
    uint64_t address = gac__base_address(s, i) + (uint64_t)displaced
                       + (uint64_t)low * i->scale;
    return gac__strip_shared(s, gac__space_wrap(space, address), bytes, write,
                             buffer_out);
}

/* Asks for what lies behind elements that are loaded, which the next strip is
 * likely to load: each strip begins a stretch of memory that no processor has
 * seen coming. What smaller buffers hold is in a cache, and what lies beside
 * the elements loaded last has been asked for. (gcc takes what only fetches for
 * a function without effect, unless it is always inline.) */
static inline __attribute__((always_inline)) void gac__fetch_behind(
    gac__strip *s, const gac__buffer *b, const uint8_t *at, uint64_t bytes)
{
    const uint64_t most = 4096, large = 4u << 20, line = 64;
    uint64_t left = b->size - (uint64_t)(at - b->host) - bytes;
    uint64_t n = GAC__MIN(GAC__MIN(bytes, most), left);
    if (b->size < large || (uintptr_t)at - s->fetched + bytes / 2 < bytes)
        return;
    s->fetched = (uintptr_t)at;
    for (uint64_t k = 0; k < n; k += line)
        __builtin_prefetch(at + bytes + k);
}

/* Whether lanes that are not active must keep what they have in a register:
 * `keeps` is what the compiler says of it. */
static inline bool gac__strip_keeps(const gac__strip *s, uint32_t keeps)
{
    return !s->full && (keeps || s->protect);
}

/* Loads elements that lie one behind the other; lane 0's is, or would be, at
 * `lanes`. What lies between two that active lanes load is in the same buffer,
 * and may be loaded, too, where the other lanes need not keep what they hold:
 * without a mask that is quicker. */
static inline void gac__load_contiguous(const gac__strip *s,
                                        const gac__lane_inst *i,
                                        uintptr_t lanes)
{
    uint32_t log2 = gac__log2_bytes(i->ty);
    uint8_t *d = s->frame + i->d;
    size_t at = (size_t)s->low_lane << log2;
    if (gac__strip_keeps(s, i->flags & GAC__CODE_KEEPS))
        s->worker->run->memory->move_lanes[log2]((uintptr_t)d, lanes, s->mask,
                                                 s->first, s->end);
    else
        memcpy(d + at, (const void *)(lanes + at),
               (size_t)(s->high_lane - s->low_lane + 1) << log2);
}

#endif
