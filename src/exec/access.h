/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses of many lanes at once: {pattern, range, guard}.
 *
 * The indices of an access have a pattern and a range (gac__index_shape), which
 * are found once and kept for accesses with the same index. The guard is one
 * comparison: gac__window() says whether one buffer holds the elements of the
 * whole range. The pattern's row in patterns.inc moves them.
 */
#ifndef GAC_EXEC_ACCESS_H
#define GAC_EXEC_ACCESS_H

#include "exec/exec_internal.h"

/* An access of a strip: lane k's element is at base + index[k] * scale. Each
 * load and store fills one in field by field, in place: copying a structure
 * that has just been written makes the processor wait. */
typedef struct gac__access {
    const gac__lane_inst *inst;
    uint64_t base;
    const void *index;
    uint64_t scale;
    uint64_t bytes; /* bytes that are accessed from the first byte of an element
                       on */
    uint32_t added; /* PLUS: a scalar, added to each index in 32 bits */
    uint32_t flags; /* the instruction's flags, of which RISES, FIXED and PLUS
                       are used */
    uint8_t kind;   /* a gac__index_kind */
    uint8_t log2;   /* log2 of an element's bytes */
    bool exact;     /* the shape must hold for the active lanes only */
    uint8_t pattern; /* the shape's pattern; ANY if the indices have been
                        computed for each coalesced group */
    gac__index_shape *shape;
    int64_t low, high;         /* the range that the guard compares */
    const gac__buffer *buffer; /* set by gac__window() */
    uint64_t left; /* bytes behind the range; set by gac__window() */
} gac__access;

/* Prepares the access of an instruction, but of `bytes` bytes and at
 * displacement `imm`. Returns the host address of index 0, which may be outside
 * of the buffer (memory.c); 0: one buffer does not hold all elements of active
 * lanes, or does not allow the access. Finds the pattern of an unknown index
 * only if `seeks`, or if the compiler says that it rises. */
uintptr_t gac__access_find(gac__strip *s, const gac__lane_inst *i, int64_t imm,
                           uint64_t bytes, bool seeks, gac__access *a);

/* Returns the address to which an access adds its scaled index. */
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

/* The least index of a kind, and the greatest one. */
static inline void gac__index_limits(gac__index_kind kind, int64_t *least_out,
                                     int64_t *most_out)
{
    *least_out = kind == GAC__INDEX_U32   ? 0
                 : kind == GAC__INDEX_I32 ? INT32_MIN
                                          : INT64_MIN;
    *most_out = kind == GAC__INDEX_U32   ? (int64_t)UINT32_MAX
                : kind == GAC__INDEX_I32 ? INT32_MAX
                                         : INT64_MAX;
}

/* Prepares an access whose index is at frame offset `index`, and the scalar
 * that is added to it at `added`. */
static inline __attribute__((always_inline)) void gac__access_init_indexed(
    gac__strip *s, const gac__lane_inst *i, uint32_t index, uint32_t added,
    gac__access *a)
{
    a->inst = i;
    a->base = gac__base_address(s, i);
    a->index = s->frame + index;
    a->scale = i->scale;
    a->log2 = (uint8_t)gac__log2_bytes(i->ty);
    a->bytes = (uint64_t)1 << a->log2;
    a->kind = (uint8_t)gac__index_kind_of(i);
    a->flags = i->flags;
    a->exact = false;
    a->shape = &s->index_shape[i->sub];
    if (a->flags & GAC__CODE_PLUS)
        memcpy(&a->added, s->frame + added, sizeof a->added);
}

/* Prepares an access by absolute addresses: the indices are in bytes, from
 * address 0 on. */
static inline void gac__access_init_absolute(gac__strip *s,
                                             const gac__lane_inst *i,
                                             uint32_t index, uint32_t log2,
                                             gac__access *a)
{
    memset(a, 0, sizeof *a);
    a->inst = i;
    a->index = s->frame + index;
    a->scale = 1;
    a->log2 = (uint8_t)log2;
    a->bytes = (uint64_t)1 << log2;
    a->kind = s->worker->run->space.wide ? GAC__INDEX_I64 : GAC__INDEX_U32;
    a->exact = true;
    a->shape = &s->index_shape[GAC__INDEX_SHAPES];
}

/* Prepares an instruction's access. */
static inline void gac__access_init(gac__strip *s, const gac__lane_inst *i,
                                    gac__access *a)
{
    bool store = gac__is_store(i);
    if (gac__is_indexed(i)) {
        gac__access_init_indexed(s, i, store ? i->c : i->b, store ? i->d : i->c,
                                 a);
    } else {
        gac__access_init_absolute(s, i, i->a, gac__log2_bytes(i->ty), a);
        a->base = (uint64_t)i->imm;
    }
}

/* Returns index k of an array, sign- or zero-extended. */
static inline int64_t gac__index_at(const void *index, gac__index_kind kind,
                                    uint32_t k)
{
    return kind == GAC__INDEX_I32   ? ((const int32_t *)index)[k]
           : kind == GAC__INDEX_I64 ? ((const int64_t *)index)[k]
                                    : ((const uint32_t *)index)[k];
}

/* Returns a lane's index, as the kernel computes it. */
static inline int64_t gac__lane_index(const gac__access *a, uint32_t k)
{
    return gac__index_at(a->index, (gac__index_kind)a->kind, k);
}

/* Whether inactive lanes must keep what the result's register holds. */
static inline bool gac__strip_keeps(const gac__strip *s,
                                    const gac__lane_inst *i)
{
    return !s->full && (i->flags & GAC__CODE_KEEPS || s->protect);
}

/* Returns where a result's lanes are to be computed: in its register, or aside
 * if inactive lanes keep that. gac__give_lanes() then gives active lanes
 * theirs. */
static inline uint8_t *gac__lanes_to(const gac__strip *s,
                                     const gac__lane_inst *i, bool keep)
{
    return s->frame + (keep ? s->worker->run->program->temp : i->d);
}

static inline void gac__give_lanes(const gac__strip *s, const gac__lane_inst *i,
                                   const uint8_t *from)
{
    uint8_t *d = s->frame + i->d;
    if (from != d)
        gac__lane_blend(s->worker->run->program->isa,
                        i->ty)(d, from, from, s->mask, s->first, s->end);
}

/* Adds a scalar that lanes share to a range of indices, in 32 bits. Both ends
 * may wrap. False: only one end wraps. */
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

/* The widest range of 32-bit indices. In a wider one, lane kernels would take
 * indices of adjacent lanes that wrap for consecutive ones. */
#define GAC__MOST_SPAN (UINT32_MAX - 16u * 8u)

/* Returns the host address of index 0, which may be outside of the buffer; 0:
 * one buffer does not hold the elements of all indices in [low, high], or does
 * not allow the access. Addresses wrap at their width, as in the kernel: all
 * that lies between two addresses of one buffer is in that buffer. */
static inline __attribute__((always_inline)) uintptr_t gac__window(
    const gac__strip *s, gac__access *a, bool write)
{
    int64_t low = a->low, high = a->high;
    uint64_t span = (uint64_t)high - (uint64_t)low, bytes;
    if ((a->flags & GAC__CODE_PLUS
         && !gac__add_shared(a->kind == GAC__INDEX_I32, a->added, &low, &high))
        || (span > GAC__MOST_SPAN && a->kind != GAC__INDEX_I64)
        || __builtin_mul_overflow(span, a->scale, &bytes)
        || __builtin_add_overflow(bytes, a->bytes, &bytes))
        return 0;
    uint64_t address = gac__space_wrap(&s->worker->run->space,
                                       a->base + (uint64_t)low * a->scale);
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, address)];
    uint64_t offset = address - b->base;
    if (offset > b->size || b->size - offset < bytes || !b->host
        || gac__denies(b, write))
        return 0;
    a->buffer = b;
    a->left = b->size - offset - bytes;
    return (uintptr_t)(b->host + offset)
           - (uintptr_t)((uint64_t)a->low * a->scale);
}

/* Whether each coalesced group has its own memory in the buffer. */
static inline bool gac__is_each_groups(const gac__strip *s,
                                       const gac__buffer *b)
{
    return b->kind == GAC_MEMORY_LOCAL && s->worker->run->coalesced > 1;
}

/* Whether consecutive indices are those of adjacent elements. */
static inline bool gac__has_element_scale(const gac__access *a)
{
    return a->scale == (uint64_t)1 << a->log2;
}

/* Whether the elements of all lanes from the first active one to the last are
 * adjacent. */
static inline bool gac__is_contiguous(const gac__access *a)
{
    return a->shape->pattern == GAC__PATTERN_RISING
           && gac__has_element_scale(a);
}

/* Returns the host address of lane 0's element in a contiguous access, which
 * lane 0 need not access. */
static inline uintptr_t gac__lane_zero(const gac__access *a, uintptr_t base)
{
    return base + (uintptr_t)((uint64_t)a->shape->zero * a->scale);
}

/* Gives the users of a memory operand the host address of lane 0's element,
 * which lane 0 need not access. */
static inline void gac__note_host(const gac__strip *s, const gac__lane_inst *i,
                                  uintptr_t lanes)
{
    uint64_t bits = lanes;
    memcpy(s->frame + i->host_slot, &bits, sizeof bits);
}

#endif
