/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loads and stores. Every access is checked against its buffer.
 *
 * An access of a strip is checked at once where the range of all its addresses
 * lies in one buffer. Elsewhere its lanes are checked one by one, and the first
 * one out of bounds ends the run.
 */
#include "exec/collectives.h"
#include "exec/access.h"
#include "support/features.h"

/* For the checks of accesses. Most accesses are contiguous, and checking one
 * takes as long as moving its elements. */
#define INLINED inline __attribute__((always_inline))

#include "exec/patterns.inc"

/* -- a strip at once ------------------------------------------------------- */

static INLINED bool is_known(const gac__strip *s, const gac__access *a)
{
    return a->flags & GAC__CODE_KNOWN_INDEX
           || (a->flags & GAC__CODE_FIXED
               && s->fixed_known >> a->inst->sub & 1);
}

static void find_pattern(gac__strip *s, gac__access *a)
{
    uint8_t pattern = GAC__PATTERN_COUNT - 1;
    while (!patterns[pattern].find(s, a))
        pattern--;
    a->shape->pattern = pattern;
}

/* Returns the host address of index 0, or 0, as gac__window() does. A rising
 * index has the range of the lanes that are active now; other patterns keep
 * that of the lanes for which they were found. */
static INLINED uintptr_t window_of(const gac__strip *s, gac__access *a,
                                   bool write)
{
    uint64_t zero = (uint64_t)a->shape->zero;
    a->pattern = a->shape->pattern;
    bool rises = a->pattern == GAC__PATTERN_RISING;
    a->low = rises ? (int64_t)(zero + s->low_lane) : a->shape->low;
    a->high = rises ? (int64_t)(zero + s->high_lane) : a->shape->high;
    return gac__window(s, a, write);
}

/* Like window_of(), with the pattern and the range of the active lanes' indices
 * only. If that fails, and adding the scalar may wrap for some lanes only, the
 * sums become the indices. What is known of a FIXED index stays. */
static __attribute__((noinline)) uintptr_t window_of_active(gac__strip *s,
                                                            gac__access *a,
                                                            bool write)
{
    uint32_t *sums = (void *)(s->frame + s->worker->run->program->temp);
    a->exact = true;
    if (a->flags & GAC__CODE_FIXED)
        a->shape = &s->index_shape[GAC__INDEX_SHAPES];
    find_pattern(s, a);
    uintptr_t base = window_of(s, a, write);
    if (base || !(a->flags & GAC__CODE_PLUS))
        return base;
    for (uint32_t k = s->first; k < s->end; k++)
        sums[k] = ((const uint32_t *)a->index)[k] + a->added;
    a->index = sums;
    a->flags &= ~(uint32_t)GAC__CODE_PLUS;
    a->shape = &s->index_shape[GAC__INDEX_SHAPES];
    find_pattern(s, a);
    return window_of(s, a, write);
}

/* What is found of a FIXED index for all lanes holds for the rest of the run.
 */
static INLINED uintptr_t base_of(gac__strip *s, gac__access *a, bool known,
                                 bool write)
{
    if (!known) {
        find_pattern(s, a);
        if (a->flags & GAC__CODE_FIXED && s->full)
            s->fixed_known |= 1u << a->inst->sub;
    }
    uintptr_t base = window_of(s, a, write);
    return GAC__LIKELY(base) ? base : window_of_active(s, a, write);
}

uintptr_t gac__access_find(gac__strip *s, const gac__lane_inst *i, int64_t imm,
                           uint64_t bytes, bool seeks, gac__access *a)
{
    gac__access_init(s, i, a);
    a->base += (uint64_t)(imm - i->imm);
    a->bytes = bytes;
    bool known = is_known(s, a);
    return seeks || known || a->flags & GAC__CODE_RISES
               ? base_of(s, a, known, gac__is_store(i))
               : 0;
}

uintptr_t gac__strip_window(gac__strip *s, const gac__lane_inst *i, uint32_t at)
{
    gac__access a;
    gac__access_init_absolute(s, i, at, gac__log2_bytes(i->ty), &a);
    return base_of(s, &a, false, true);
}

static bool lanes_one_by_one(gac__strip *s, const gac__access *a, bool write)
{
    const gac__lane_inst *i = a->inst;
    uint32_t size = 1u << a->log2;
    bool shared = write && i->flags & GAC__CODE_B_UNIFORM;
    GAC__EACH_LANE(s, k) {
        uint64_t address = gac__space_wrap(
            &s->worker->run->space,
            a->base + (uint64_t)gac__lane_index(a, k) * a->scale);
        uint8_t *host = gac__strip_translate(s, address, size, write);
        if (!host)
            host = gac__trap_access(s, i, k, address, size, write);
        if (!host)
            return false;
        host += gac__strip_group(s, k) * gac__bytes_apart(s, address);
        uint8_t *value = s->frame + (write ? i->b : i->d)
                         + ((size_t)(shared ? 0 : k) << a->log2);
        memcpy(write ? host : value, write ? value : host, size);
    }
    return true;
}

/* -- coalesced groups ------------------------------------------------------ */

/* Moves each group's contiguous elements, which are `apart` bytes from those of
 * the group before. */
static void move_rows(const gac__strip *s, const gac__access *a, uintptr_t base,
                      uint64_t apart, bool write)
{
    gac__move_fn *move = s->worker->run->memory->move_lanes[a->log2];
    uintptr_t lanes = (uintptr_t)(s->frame + (write ? a->inst->b : a->inst->d));
    uint32_t items = (uint32_t)s->worker->n_items;
    uint32_t last = gac__active_end(s);
    apart -= a->pattern == GAC__PATTERN_GROUPS ? items * a->scale : 0;
    base = gac__lane_zero(a, base);
    for (uint32_t g = s->first / items; g * items < last; g++) {
        uintptr_t at = base + (uintptr_t)(g * apart);
        move(write ? at : lanes, write ? lanes : at, gac__active_mask(s),
             GAC__MAX(s->first, g * items), GAC__MIN(last, (g + 1) * items));
    }
}

/* Computes indices of elements in each group's own memory, which is `apart`
 * bytes from that of the group before. Returns the host address of index 0. */
static uintptr_t index_groups(gac__strip *s, gac__access *a, uintptr_t base,
                              uint64_t apart)
{
    const gac__run *run = s->worker->run;
    bool elements = a->scale <= 8 && (a->scale & (a->scale - 1)) == 0
                    && apart % a->scale == 0;
    uint32_t scale = elements ? (uint32_t)a->scale : 1;
    uint32_t *at = (void *)(s->frame + run->program->temp);
    run->memory->of_groups[a->kind](
        at, a->index, a->low, (uint32_t)a->scale / scale, s->group_of,
        (uint32_t)(apart / scale), s->first, gac__active_end(s));
    base += (uintptr_t)((uint64_t)a->low * a->scale);
    a->index = at;
    a->scale = scale;
    a->kind = GAC__INDEX_U32;
    if (a->pattern != GAC__PATTERN_PERMUTED || scale == 1
        || s->worker->n_items % GAC__LANE_STEP)
        a->pattern = GAC__PATTERN_ANY;
    return base;
}

/* -- the instructions ------------------------------------------------------ */

static INLINED bool move_access(gac__strip *s, gac__access *a, bool known,
                                bool write)
{
    uintptr_t base = base_of(s, a, known, write);
    if (GAC__UNLIKELY(!base))
        return lanes_one_by_one(s, a, write);
    bool each = gac__is_each_groups(s, a->buffer);
    if (GAC__UNLIKELY(each || a->pattern == GAC__PATTERN_GROUPS)) {
        uint64_t apart = each ? s->worker->run->local_bytes : 0;
        bool shared = write && a->inst->flags & GAC__CODE_B_UNIFORM;
        if ((a->pattern == GAC__PATTERN_GROUPS || gac__is_contiguous(a))
            && !shared && s->worker->n_items > GAC__LANE_STEP) {
            move_rows(s, a, base, apart, write);
            return true;
        }
        base = index_groups(s, a, base, apart);
    }
    if (GAC__LIKELY(a->pattern == GAC__PATTERN_RISING))
        (write ? store_rising : load_rising)(s, a, base);
    else
        (write ? patterns[a->pattern].store : patterns[a->pattern].load)(s, a,
                                                                         base);
    return true;
}

bool gac__do_access(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    gac__access_init(s, i, &a);
    return gac__is_store(i) ? move_access(s, &a, false, true)
                            : move_access(s, &a, false, false);
}

bool gac__do_load_indexed(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    if (i->row_buffer && !s->row_buffers[i->row_buffer - 1].idle
        && gac__row_buffer_load(s, i))
        return true;
    if (i->flags & GAC__CODE_MEMORY_OPERAND)
        gac__note_host(s, i, (uintptr_t)(s->frame + i->d));
    gac__access_init_indexed(s, i, i->b, i->c, &a);
    bool known = is_known(s, &a);
    return (!known && GAC__ON(GATHERS) && gather_checked(s, &a))
           || move_access(s, &a, known, false);
}

bool gac__do_store_indexed(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    gac__access_init_indexed(s, i, i->c, i->d, &a);
    return move_access(s, &a, is_known(s, &a), true);
}

uintptr_t gac__contiguous_host(gac__strip *s, const gac__lane_inst *i)
{
    gac__access a;
    gac__access_init_indexed(s, i, i->c, i->d, &a);
    if (!is_known(s, &a) || !gac__is_contiguous(&a))
        return 0;
    uintptr_t base = window_of(s, &a, true);
    return base && !gac__is_each_groups(s, a.buffer) ? gac__lane_zero(&a, base)
                                                     : 0;
}
