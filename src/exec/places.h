/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What accesses of many lanes at once have in common. */
#ifndef GAC_EXEC_PLACES_H
#define GAC_EXEC_PLACES_H

#include "exec/exec_internal.h"

/* An address in as many bits as the kernel's pointers have. */
static inline uint64_t gac__space_wrap(const gac__space *space, uint64_t address)
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

/* Adds what lanes share to the lowest and the highest index, in 32 bits: where the
 * sum of each wraps, they wrap together. False: one of the sums wraps alone. */
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

/* Host memory for `size` bytes of one buffer, which all groups of the strip share;
 * NULL: there is none. */
static inline uint8_t *gac__strip_shared(const gac__strip *s, uint64_t address,
                                         uint64_t size, bool write,
                                         const gac__buffer **buffer_out)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    *buffer_out = b;
    if (offset > b->size || b->size - offset < size || !b->host
        || (write && b->read_only)
        || (b->kind == GAC__MEMORY_LOCAL && s->worker->run->joined > 1))
        return NULL;
    return b->host + offset;
}

/* Whether lanes that are not active must keep what they have in a register: `keeps`
 * is what the compiler says of it. */
static inline bool gac__strip_keeps(const gac__strip *s, uint32_t keeps)
{
    return !s->full && (keeps || s->protect);
}

#endif
