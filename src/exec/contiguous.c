/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses of whose index everything is known, most of them to elements one
 * behind the other.
 *
 * Most accesses of most kernels are of this kind, and for them looking at what
 * is known, one fact after the other, takes as long as moving the elements. All
 * that has to be found out here is the place of the first active lane's
 * element, and that the last one's is in the same buffer; memory.c does the
 * others.
 *
 * A load whose result is only computed with, before anything is stored, need
 * not move the elements at all: those who use them take them from memory.
 */
#include "exec/places.h"

/* The place of the first active lane's element, if its buffer holds those of
 * all lanes from it to the last active one; NULL: it is not known to. */
static inline uint8_t *place_of_first(const gac__strip *s,
                                      const gac__lane_inst *i, bool known,
                                      uint32_t added_at, bool write,
                                      const gac__buffer **buffer_out)
{
    uint64_t bytes = (uint64_t)(s->high_lane - s->low_lane + 1) * i->scale;
    return known
               ? gac__rising_place(s, i, added_at, 0, bytes, write, buffer_out)
               : NULL;
}

/* Whether whole steps of lanes, of which `at` is the first active lane's place,
 * may be read: kernels compute those. */
static inline bool may_stay(const gac__strip *s, const gac__buffer *b,
                            const uint8_t *at, uint32_t size)
{
    uint64_t offset = (uint64_t)(at - b->host);
    return (uintptr_t)at % size == 0
           && offset >= (uint64_t)(s->low_lane - s->first) * size
           && b->size - offset >= (uint64_t)(s->end - s->low_lane) * size;
}

/* Notes where users of a memory operand find lane 0's element, or would. */
static inline void note_host(gac__strip *s, const gac__lane_inst *i,
                             uintptr_t lanes)
{
    uint64_t bits = lanes;
    memcpy(s->frame + i->host_slot, &bits, sizeof bits);
}

bool gac__quick_load(gac__strip *s, const gac__lane_inst *i, bool known)
{
    const gac__buffer *b;
    uint8_t *d = s->frame + i->d;
    uint32_t size = i->scale;
    uint8_t *at = place_of_first(s, i, known, i->c, false, &b);
    if (at)
        gac__fetch_behind(s, b, at,
                          (uint64_t)(s->high_lane - s->low_lane + 1) * size);
    if (i->flags & GAC__CODE_MEMORY_OPERAND) {
        if (at && may_stay(s, b, at, size)) {
            note_host(s, i, (uintptr_t)at - (uintptr_t)s->low_lane * size);
            return true;
        }
        note_host(s, i, (uintptr_t)d);
    }
    if (!at)
        return false;
    gac__load_contiguous(s, i, (uintptr_t)at - (uintptr_t)s->low_lane * size);
    return true;
}

bool gac__quick_store(gac__strip *s, const gac__lane_inst *i)
{
    const gac__buffer *b;
    uint32_t size = i->scale;
    if (i->flags & GAC__CODE_B_UNIFORM)
        return false;
    uint8_t *at = place_of_first(s, i, true, i->d, true, &b);
    if (!at)
        return false;
    s->worker->run->memory->move_lanes[gac__log2_bytes(i->ty)](
        (uintptr_t)at - (uintptr_t)s->low_lane * size,
        (uintptr_t)(s->frame + i->b), s->full ? NULL : s->mask,
        s->full ? 0 : s->first, s->full ? s->n : s->end);
    return true;
}

uintptr_t gac__quick_place(const gac__strip *s, const gac__lane_inst *i)
{
    const gac__buffer *b;
    if (!gac__knows_index(s, i) || !s->index_shape[i->sub].contiguous)
        return 0;
    uint8_t *at = place_of_first(s, i, true, i->d, true, &b);
    return at ? (uintptr_t)at - (uintptr_t)s->low_lane * i->scale : 0;
}

/* -- elements elsewhere ---------------------------------------------------- */

/* What known_base() multiplies is below 2^57, also where lanes share a part. */
#define MOST_INDEX ((int64_t)1 << 40)
#define MOST_SCALE (1u << 16)
#define MOST_APART ((int64_t)1 << 31)

/* Where in the host index 0 would be, if one buffer holds the elements from the
 * lowest to the highest index that is known; 0: it is not known to. */
static inline uintptr_t known_base(const gac__strip *s, const gac__lane_inst *i,
                                   const gac__index_shape *shape,
                                   uint32_t added_at, bool write)
{
    const gac__space *space = &s->worker->run->space;
    int64_t low = shape->low, high = shape->high;
    if (shape->again || shape->rises || i->scale > MOST_SCALE
        || low < -MOST_INDEX || high > MOST_INDEX || high - low > MOST_APART
        || !gac__add_plus(s, i, added_at, &low, &high))
        return 0;
    uint64_t bytes =
        (uint64_t)(high - low) * i->scale + gac__ty_bytes((gac__ty)i->ty);
    uint64_t address = gac__base_address(s, i) + (uint64_t)low * i->scale;
    const gac__buffer *b;
    const uint8_t *at =
        gac__strip_shared(s, gac__space_wrap(space, address), bytes, write, &b);
    return at ? (uintptr_t)at - (uintptr_t)((uint64_t)shape->low * i->scale)
              : 0;
}

bool gac__known_load(gac__strip *s, const gac__lane_inst *i)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const gac__index_shape *shape = &s->index_shape[i->sub];
    uintptr_t base = known_base(s, i, shape, i->c, false);
    uint8_t *d = s->frame + i->d, *index = s->frame + i->b;
    if (!base || shape->clamped)
        return false;
    if (gac__is_permuted(s, i)) {
        bool keep = gac__strip_keeps(s, i->flags & GAC__CODE_KEEPS);
        kernels->load_permuted[gac__index_kind_of(i)](
            d, base, index, &s->permutations[i->sub], keep ? s->mask : NULL,
            s->first, s->end);
        return true;
    }
    kernels->gather[gac__log2_bytes(i->ty)][gac__index_kind_of(i)](
        d, base, index, i->scale, s->full ? NULL : s->mask, s->first,
        s->full ? s->n : s->end);
    return true;
}

bool gac__known_store(gac__strip *s, const gac__lane_inst *i)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const gac__index_shape *shape = &s->index_shape[i->sub];
    uintptr_t base = known_base(s, i, shape, i->d, true);
    uint8_t *value = s->frame + i->b, *index = s->frame + i->c;
    const uint8_t *mask = s->full ? NULL : s->mask;
    bool uniform = i->flags & GAC__CODE_B_UNIFORM;
    if (!base)
        return false;
    if (gac__is_permuted(s, i) && !uniform && s->permutations[i->sub].distinct)
        kernels->store_permuted[gac__index_kind_of(i)](value, base, index,
                                                       &s->permutations[i->sub],
                                                       mask, s->first, s->end);
    else
        kernels->scatter[gac__log2_bytes(i->ty)][gac__index_kind_of(i)](
            base, index, i->scale, value, uniform, mask, s->first,
            s->full ? s->n : s->end);
    return true;
}
