/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads and stores: every access is checked against its buffer.
 *
 * The fast way takes a strip at once: the smallest and the largest address of
 * its active lanes must lie in one buffer. Where they do not, lanes are looked
 * at one by one; the first that is out of bounds ends the run.
 */
#include "exec/collectives.h"
#include "exec/shapes.h"
#include "support/features.h"

/* Lanes whose indices are compared at a time, with the most between two. */
#define WRAP_MARGIN (16u * 8u)

/* Host memory for [low, high] in one buffer; NULL if it is not. */
static uint8_t *translate(const gac__strip *s, uint64_t low, uint64_t high_end,
                          bool write)
{
    const gac__buffer *b = &s->buffers[gac__strip_buffer(s, low)];
    uint64_t offset = low - b->base;
    if (high_end < low || offset > b->size || high_end - b->base > b->size
        || gac__denies(b, write) || !b->host)
        return NULL;
    return b->host + offset;
}

uint8_t *gac__strip_translate(const gac__strip *s, uint64_t address,
                              uint64_t size, bool write)
{
    uint64_t end;
    if (__builtin_add_overflow(address, size, &end))
        return NULL;
    return translate(s, address, end, write);
}

uint64_t gac__bytes_apart(const gac__strip *s, uint64_t address)
{
    const gac__run *run = s->worker->run;
    return run->joined > 1
                   && s->buffers[gac__strip_buffer(s, address)].kind
                          == GAC__MEMORY_LOCAL
               ? run->local_bytes
               : 0;
}

/* -- a strip at once ------------------------------------------------------- */

/* Whether indices of 32 bits may go from their largest to their smallest: the
 * lane kernels then take neighbours for consecutive ones. */
static bool wraps(const gac__access *a, int64_t low, int64_t high)
{
    return a->kind != GAC__INDEX_I64
           && high - low > (int64_t)(UINT32_MAX - WRAP_MARGIN);
}

/* Where in the host index 0 would be, to which index * scale is added, if those
 * from `low` to `high` are looked at; 0: they are not all in one buffer, or
 * must be looked at one by one. */
static uintptr_t translate_range(const gac__strip *s, gac__access *a,
                                 int64_t low, int64_t high, bool write)
{
    int64_t from, to;
    if (wraps(a, low, high)
        || __builtin_mul_overflow(low, (int64_t)a->scale, &from)
        || __builtin_mul_overflow(high, (int64_t)a->scale, &to)
        || __builtin_add_overflow(from, a->imm, &from)
        || __builtin_add_overflow(to, a->imm, &to)
        || __builtin_add_overflow(to, (int64_t)a->size + a->behind, &to)
        || a->base >> 63
        || __builtin_add_overflow(from, (int64_t)a->base, &from)
        || __builtin_add_overflow(to, (int64_t)a->base, &to) || from < 0)
        return 0;
    uint8_t *host = translate(s, (uint64_t)from, (uint64_t)to, write);
    a->apart = gac__bytes_apart(s, (uint64_t)from);
    return host ? (uintptr_t)host - (uintptr_t)((uint64_t)low * a->scale) : 0;
}

/* Adds what all lanes share to the base, if no index from shape's lowest to its
 * highest wraps with it. */
static bool add_to_base(gac__access *a, const gac__index_shape *shape)
{
    int64_t low = shape->low, high = shape->high;
    if (!gac__add_shared(a->kind == GAC__INDEX_I32, a->added, &low, &high))
        return false;
    a->base += (uint64_t)(low - shape->low) * a->scale;
    return true;
}

/* Computes the indices after all, where they wrap; what is known of the others
 * stays as it is. */
static void add_to_lanes(gac__strip *s, gac__access *a)
{
    uint8_t *sums = s->frame + s->worker->run->program->temp;
    for (uint32_t k = s->first; k < s->end; k++) {
        uint32_t sum = ((const uint32_t *)a->index)[k] + a->added;
        memcpy(sums + (size_t)k * sizeof sum, &sum, sizeof sum);
    }
    a->index = sums;
    a->plus = false;
    a->shape = &s->index_shape[GAC__INDEX_SHAPES];
    a->exact = true;
    gac__find_range(s, a, a->shape);
}

/* As translate_strip(), from what is known of the index: of active lanes, or of
 * more of them. */
static uintptr_t try_shape(const gac__strip *s, gac__access *a, bool write)
{
    uint64_t base = a->base;
    if (a->plus && !add_to_base(a, a->shape))
        return 0;
    uintptr_t host =
        translate_range(s, a, a->shape->low, a->shape->high, write);
    if (!host)
        a->base = base;
    return host;
}

/* Where in the host index 0 would be; 0: not all active lanes' elements are in
 * one buffer. What is known of the index is brought up to date unless `known`.
 */
static uintptr_t translate_strip(gac__strip *s, gac__access *a, bool known,
                                 bool write)
{
    if (!known)
        gac__find_shape(s, a, a->shape);
    uintptr_t base = try_shape(s, a, write);
    if (GAC__UNLIKELY(!base) && known) {
        gac__find_shape(s, a, a->shape);
        base = try_shape(s, a, write);
    }
    if (GAC__UNLIKELY(!base)
        && (a->shape->again || a->shape->permuted || a->shape->clamped)) {
        a->exact = true;
        gac__find_range(s, a, a->shape);
        base = try_shape(s, a, write);
    }
    if (GAC__UNLIKELY(!base) && a->plus) {
        add_to_lanes(s, a);
        base = try_shape(s, a, write);
    }
    return base;
}

/* The same for an instruction. What has been found out of a fixed index of all
 * lanes stays so for the whole run. */
static uintptr_t translate_access(gac__strip *s, const gac__lane_inst *i,
                                  gac__access *a, bool write)
{
    bool known = i->flags & GAC__CODE_KNOWN_INDEX;
    a->shape = &s->index_shape[i->sub];
    if (!(i->flags & GAC__CODE_FIXED))
        return translate_strip(s, a, known, write);
    uint32_t bit = 1u << i->sub;
    if (!(s->fixed_known & bit)) {
        uintptr_t base = translate_strip(s, a, known, write);
        s->fixed_known |= s->full && !known ? bit : 0;
        return base;
    }
    /* Of fewer lanes something else may be found: for this access alone. */
    a->shape = &s->index_shape[GAC__INDEX_SHAPES];
    *a->shape = s->index_shape[i->sub];
    a->shape->permuted = gac__is_permuted(s, i);
    a->exact = true;
    return translate_strip(s, a, true, write);
}

/* The number of lane 0's place, elements lying one behind the other. */
static uintptr_t contiguous_base(const gac__index_shape *shape,
                                 const gac__access *a, uintptr_t base)
{
    return base + (uintptr_t)((uint64_t)shape->zero * a->scale);
}

uintptr_t gac__strip_window(gac__strip *s, uint32_t at, uint32_t size,
                            bool write)
{
    gac__access a = {.index = s->frame + at,
                     .kind = s->worker->run->space.wide ? GAC__INDEX_I64
                                                        : GAC__INDEX_U32,
                     .scale = 1,
                     .size = size};
    gac__index_shape shape;
    a.shape = &shape;
    return translate_strip(s, &a, false, write);
}

static uint64_t lane_address(const gac__strip *s, const gac__access *a,
                             uint32_t k)
{
    return gac__space_wrap(&s->worker->run->space,
                           a->base + (uint64_t)gac__lane_index(a, k) * a->scale
                               + (uint64_t)a->imm);
}

static void copy_value(void *d, const void *from, uint32_t size)
{
    memcpy(d, from, size);
}

static bool lanes_one_by_one(gac__strip *s, const gac__lane_inst *i,
                             const gac__access *a, uint8_t *reg, bool uniform,
                             bool write)
{
    for (uint32_t k = s->first; k < s->end; k++) {
        if (!s->mask[k])
            continue;
        uint64_t address = lane_address(s, a, k);
        uint8_t *host = gac__strip_translate(s, address, a->size, write);
        if (!host)
            host = gac__trap_access(s, i, k, address, a->size, write);
        if (!host)
            return false;
        host += gac__strip_group(s, k) * gac__bytes_apart(s, address);
        uint8_t *value = reg + (size_t)(uniform ? 0 : k) * a->size;
        if (write)
            copy_value(host, value, a->size);
        else
            copy_value(value, host, a->size);
    }
    return true;
}

/* Whether a strip's groups, each of which has memory of its own, or indices
 * that start again, access rows of consecutive elements. */
static bool has_rows(const gac__strip *s, const gac__access *a, bool uniform)
{
    return a->shape->contiguous && !uniform
           && s->worker->n_items > GAC__LANE_STEP;
}

static void move_rows(const gac__strip *s, const gac__lane_inst *i,
                      const gac__access *a, uintptr_t base, uint8_t *reg,
                      bool write)
{
    gac__move_fn *move =
        s->worker->run->memory->move_lanes[gac__log2_bytes(i->ty)];
    uint32_t items = (uint32_t)s->worker->n_items;
    uint32_t last = s->full ? s->n : s->end;
    uint64_t apart = a->apart - (a->shape->again ? items * a->scale : 0);
    base = contiguous_base(a->shape, a, base);
    for (uint32_t g = s->first / items; g * items < last; g++) {
        uintptr_t at = base + (uintptr_t)(g * apart), lanes = (uintptr_t)reg;
        move(write ? at : lanes, write ? lanes : at, gac__active_mask(s),
             GAC__MAX(s->first, g * items), GAC__MIN(last, (g + 1) * items));
    }
}

/* Makes indices into each group's memory indices from the first group's on. All
 * is as if groups shared their memory, but what is known of indices. */
static uintptr_t place_groups(gac__strip *s, gac__access *a, uintptr_t base)
{
    bool elements = a->scale <= 8 && (a->scale & (a->scale - 1)) == 0
                    && a->apart % a->scale == 0;
    uint32_t scale = elements ? (uint32_t)a->scale : 1;
    uint32_t *at =
        (uint32_t *)(void *)(s->frame + s->worker->run->program->temp);
    s->worker->run->memory->of_groups[a->kind](
        at, a->index, a->shape->low, (uint32_t)a->scale / scale, s->group_of,
        (uint32_t)(a->apart / scale), s->first, s->full ? s->n : s->end);
    base += (uintptr_t)((uint64_t)a->shape->low * a->scale);
    a->is_placed = true;
    a->index = at;
    a->scale = scale;
    a->kind = GAC__INDEX_U32;
    return base;
}

/* Whether the permutation of steps that is known is one of these indices. */
static bool is_permuted(const gac__strip *s, const gac__access *a)
{
    return a->shape->permuted
           && !(a->is_placed
                && (a->scale == 1 || s->worker->n_items % GAC__LANE_STEP));
}

/* The mask for a load of which other lanes' elements may be read, too. */
static const uint8_t *kept_mask(const gac__strip *s, const gac__lane_inst *i)
{
    return gac__strip_keeps(s, i->flags & GAC__CODE_KEEPS) ? s->mask : NULL;
}

/* Loads elements of which all but those of the first and last lanes lie one
 * behind the other. */
static void load_clamped(gac__strip *s, const gac__lane_inst *i,
                         const gac__access *a, uint8_t *d, uintptr_t base)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    const gac__index_shape *shape = a->shape;
    uint32_t log2 = gac__log2_bytes(i->ty), end = s->full ? s->n : s->end;
    uint32_t from = GAC__MIN(GAC__MAX(s->first, shape->inner_first), end);
    uint32_t to = GAC__MAX(GAC__MIN(end, shape->inner_end), from);
    gac__gather_fn *gather = kernels->gather[log2][a->kind];
    if (s->first < from)
        gather(d, base, a->index, a->scale, gac__active_mask(s), s->first,
               from);
    if (from < to)
        kernels->move_lanes[log2]((uintptr_t)d, contiguous_base(shape, a, base),
                                  kept_mask(s, i), from, to);
    if (to < end)
        gather(d, base, a->index, a->scale, gac__active_mask(s), to, end);
}

static bool load_strip(gac__strip *s, const gac__lane_inst *i, gac__access *a)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint32_t end = s->full ? s->n : s->end, log2 = gac__log2_bytes(i->ty);
    uint8_t *d = s->frame + i->d;
    uintptr_t base = translate_access(s, i, a, false);
    const gac__index_shape *shape = a->shape;
    if (GAC__UNLIKELY(!base))
        return lanes_one_by_one(s, i, a, d, false, false);
    bool of_groups = a->apart || shape->again;
    if (of_groups && has_rows(s, a, false)) {
        move_rows(s, i, a, base, d, false);
        return true;
    }
    if (of_groups)
        base = place_groups(s, a, base);
    if (shape->contiguous && !of_groups)
        gac__load_contiguous(s, i, contiguous_base(shape, a, base));
    else if (shape->clamped && !of_groups)
        load_clamped(s, i, a, d, base);
    else if (is_permuted(s, a))
        kernels->load_permuted[a->kind](d, base, a->index, a->permutation,
                                        kept_mask(s, i), s->first, end);
    else
        kernels->gather[log2][a->kind](d, base, a->index, a->scale,
                                       gac__active_mask(s), s->first, end);
    return true;
}

static bool store_strip(gac__strip *s, const gac__lane_inst *i, gac__access *a)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    bool uniform = i->flags & GAC__CODE_B_UNIFORM;
    uint32_t end = s->full ? s->n : s->end, log2 = gac__log2_bytes(i->ty);
    uint8_t *value = s->frame + i->b;
    uintptr_t base = translate_access(s, i, a, true);
    const gac__index_shape *shape = a->shape;
    if (GAC__UNLIKELY(!base))
        return lanes_one_by_one(s, i, a, value, uniform, true);
    bool of_groups = a->apart || shape->again;
    if (of_groups && has_rows(s, a, uniform)) {
        move_rows(s, i, a, base, value, true);
        return true;
    }
    if (of_groups)
        base = place_groups(s, a, base);
    if (shape->contiguous && !uniform && !of_groups)
        kernels->move_lanes[log2](contiguous_base(shape, a, base),
                                  (uintptr_t)value, gac__active_mask(s),
                                  s->first, end);
    else if (is_permuted(s, a) && !uniform && a->permutation->distinct)
        kernels->store_permuted[a->kind](value, base, a->index, a->permutation,
                                         gac__active_mask(s), s->first, end);
    else
        kernels->scatter[log2][a->kind](base, a->index, a->scale, value,
                                        uniform, gac__active_mask(s), s->first,
                                        end);
    return true;
}

/* -- the instructions ------------------------------------------------------ */

/* These fill in an access where it stands, field by field: a structure that is
 * copied just after it has been written makes the processor wait. */

static void absolute(const gac__strip *s, const gac__lane_inst *i,
                     gac__access *a)
{
    memset(a, 0, sizeof *a);
    a->index = s->frame + i->a;
    a->kind = s->worker->run->space.wide ? GAC__INDEX_I64 : GAC__INDEX_U32;
    a->scale = 1;
    a->imm = i->imm;
    a->size = gac__ty_bytes((gac__ty)i->ty);
    a->exact = true;
}

static uint64_t scalar_address(const gac__strip *s, uint32_t at)
{
    uint64_t address;
    memcpy(&address, s->frame + at, sizeof address);
    return gac__space_wrap(&s->worker->run->space, address);
}

static void indexed(gac__strip *s, const gac__lane_inst *i, uint32_t at,
                    gac__access *a)
{
    gac__index_kind kind = gac__index_kind_of(i);
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    memset(a, 0, sizeof *a);
    a->base = scalar_address(s, i->a);
    a->index = s->frame + at;
    a->kind = (uint8_t)kind;
    a->scale = i->scale;
    a->imm = i->imm;
    a->size = size;
    a->rises = i->flags & GAC__CODE_RISES && s->x_rises;
    a->rises_again = i->flags & GAC__CODE_RISES && s->x_rises_again;
    if (size == 4 && i->scale == 4
        && s->worker->run->memory->find_permutation[kind]
        && GAC__ON(PERMUTATIONS))
        a->permutation = &s->permutations[i->sub];
}

static void add(const gac__strip *s, gac__access *a, uint32_t at)
{
    a->plus = true;
    memcpy(&a->added, s->frame + at, sizeof a->added);
}

bool gac__do_load(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    absolute(s, i, &a);
    return load_strip(s, i, &a);
}

/* Looks at an index that is likely to rise by one from lane to lane, and of
 * which nothing is known yet. Whether it does. */
static bool find_rising(gac__strip *s, const gac__lane_inst *i,
                        const gac__access *a)
{
    gac__index_shape *shape = &s->index_shape[i->sub];
    if (!a->rises)
        return false;
    gac__find_shape(s, a, shape);
    if (i->flags & GAC__CODE_FIXED && s->full)
        s->fixed_known |= 1u << i->sub;
    return shape->rises;
}

static bool find_contiguous(gac__strip *s, const gac__lane_inst *i,
                            const gac__access *a)
{
    return a->scale == a->size && find_rising(s, i, a)
           && s->index_shape[i->sub].contiguous;
}

bool gac__find_rising(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    indexed(s, i, gac__is_store(i) ? i->c : i->b, &a);
    return find_rising(s, i, &a);
}

uintptr_t gac__find_vectors(gac__strip *s, const gac__lane_inst *i, int64_t imm,
                            uint32_t bytes, gac__access *access_out)
{
    bool store = gac__is_store(i), is_indexed = gac__is_indexed(i);
    if (is_indexed)
        indexed(s, i, store ? i->c : i->b, access_out);
    else
        absolute(s, i, access_out);
    access_out->imm = imm;
    access_out->behind = bytes - access_out->size;
    if (is_indexed && i->flags & GAC__CODE_PLUS)
        add(s, access_out, store ? i->d : i->c);
    return translate_access(s, i, access_out, store);
}

bool gac__do_load_indexed(gac__strip *s, const gac__lane_inst *i)
{
    if (i->row_buffer && !s->row_buffers[i->row_buffer - 1].idle
        && gac__row_buffer_load(s, i))
        return true;
    bool known = gac__knows_index(s, i);
    bool contiguous = known && s->index_shape[i->sub].contiguous;
    if (((contiguous && GAC__ON(CONTIGUOUS))
         || i->flags & GAC__CODE_MEMORY_OPERAND)
        && gac__quick_load(s, i, contiguous))
        return true;
    if (!contiguous
        && (known ? GAC__ON(KNOWN_ACCESS) && gac__known_load(s, i)
                  : GAC__ON(GATHERS) && gac__gather_load(s, i)))
        return true;
    gac__access a;
    indexed(s, i, i->b, &a);
    if (!known && find_contiguous(s, i, &a) && GAC__ON(CONTIGUOUS)
        && gac__quick_load(s, i, true))
        return true;
    if (i->flags & GAC__CODE_PLUS)
        add(s, &a, i->c);
    return load_strip(s, i, &a);
}

bool gac__do_store(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    absolute(s, i, &a);
    return store_strip(s, i, &a);
}

bool gac__do_store_indexed(gac__strip *s, const gac__lane_inst *i)
{
    bool known = gac__knows_index(s, i);
    if (known
        && (s->index_shape[i->sub].contiguous
                ? GAC__ON(CONTIGUOUS) && gac__quick_store(s, i)
                : GAC__ON(KNOWN_ACCESS) && gac__known_store(s, i)))
        return true;
    gac__access a;
    indexed(s, i, i->c, &a);
    if (!known && find_contiguous(s, i, &a) && GAC__ON(CONTIGUOUS)
        && gac__quick_store(s, i))
        return true;
    if (i->flags & GAC__CODE_PLUS)
        add(s, &a, i->d);
    return store_strip(s, i, &a);
}
