/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Work-items' accesses: checks bounds of private memory, copies in flight,
 * cells and undefined bytes, each by the file that owns it. */
#include "check/accesses.h"
#include "check/undefined.h"

#define BYTES_A_STEP 4u /* of a lane, in a step of the watch */

static void access_cells(gac__checker *c, const gac__check_lanes *l,
                         gac__access_kind kind)
{
    gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    if (!p->chunks)
        return;
    gac__clock *clock = gac__clock_of(c, p);
    gac__epochs_find(c, l->site);
    uint32_t end = c->epochs.row + 1;
    clock->end = GAC__MAX(clock->end, end);
    c->order.plain |= !gac__kind_is_atomic(kind);
    c->order.wrote |= kind == GAC__ACCESS_WRITE && !p->local;
    p->end[!gac__kind_writes(kind)] = end;
    if (p->local && kind == GAC__ACCESS_READ && p->end[0] <= clock->fence
        && gac__log_read(c, l))
        return;
    if (p->local)
        gac__log_apply(c); /* logged reads come before the write */
    uint64_t each = GAC__LANE_STEPS + l->size / BYTES_A_STEP;
    if (!gac__check_on(c, (l->end - l->first) * each))
        return;
    gac__touch_lanes(c, l, p, kind);
}

/* -- the interface --------------------------------------------------------- */

/* Whether a lane's access leaves its private memory, which ends before the next
 * lane's begins. Any `offset` is allowed: one before the variable wraps around.
 */
static bool leaves(const gac__check_buffer *b, uint32_t lane, uint64_t offset,
                   uint32_t size)
{
    uint64_t at = offset - b->lane_stride * lane;
    return size > b->lane_bytes || at > b->lane_bytes - size;
}

uint32_t gac__check_leaving(gac__checker *c, const gac__check_lanes *l,
                            bool write, uint8_t *left)
{
    const gac__check_buffer *b = &c->buffers[l->buffer].info;
    uint32_t n_left = 0;
    if (b->kind != GAC_MEMORY_PRIVATE
        || (l->affine && (uint64_t)l->step == b->lane_stride
            && !leaves(b, l->first, l->offset[l->first], l->size)))
        return 0;
    GAC__EACH_ACTIVE(l, k) {
        uint64_t at = l->offset[k] - b->lane_stride * k;
        if (!leaves(b, k, l->offset[k], l->size))
            continue;
        gac__fault f = gac__fault_make(GAC__RULE_out_of_bounds, l->site,
                                       l->first_item + k);
        f.bytes = (gac__bytes){l->buffer, at, l->size};
        f.access = write ? "writes" : "reads";
        gac__fault_add(c, &f, "outside of its %llu bytes",
                       (unsigned long long)b->lane_bytes);
        left[k] = 1;
        n_left++;
    }
    return n_left;
}

gac__check_state gac__check_peek(const gac__checker *c, uint32_t buffer,
                                 uint32_t strip, uint32_t lane, uint64_t offset,
                                 uint32_t size)
{
    const gac__check_buffer *b = &c->buffers[buffer].info;
    const gac__shadow_map *p = gac__shadow_map_of(c, buffer);
    gac__check_lanes l = {.buffer = buffer, .strip = strip};
    if (b->kind == GAC_MEMORY_PRIVATE && leaves(b, lane, offset, size))
        return GAC__CHECK_STATE_OUTSIDE;
    return gac__undefined_at(p, gac__shadow_map_offset(c, &l, offset), size)
               ? GAC__CHECK_STATE_UNDEFINED
               : GAC__CHECK_STATE_DEFINED;
}

static void access(gac__checker *c, const gac__check_lanes *l,
                   gac__access_kind kind)
{
    gac__flights_check(c, l, gac__kind_writes(kind));
    access_cells(c, l, kind);
}

void gac__check_read(gac__checker *c, const gac__check_lanes *l, bool guess,
                     uint8_t *shadow_out, bool whole)
{
    access(c, l, guess ? GAC__ACCESS_ATOMIC_READ : GAC__ACCESS_READ);
    if (shadow_out)
        gac__load_shadow(c, l, shadow_out, whole);
}

void gac__check_write(gac__checker *c, const gac__check_lanes *l,
                      const uint8_t *shadow, bool uniform, uint32_t value)
{
    access(c, l, GAC__ACCESS_WRITE);
    gac__store_shadow(c, l, shadow, uniform, value);
}

void gac__check_atomic(gac__checker *c, const gac__check_lanes *l,
                       const gac__check_atomic_use *use, uint8_t *shadow_out)
{
    access(c, l,
           use->writes ? GAC__ACCESS_ATOMIC_WRITE : GAC__ACCESS_ATOMIC_READ);
    gac__order_atomic(c, l, use);
    if (!use->did)
        gac__atomic_shadow(c, l, use, shadow_out);
}

/* Checks both sides, then copies which bytes are undefined, word by word. */
void gac__check_copymem(gac__checker *c, const gac__check_lanes *to,
                        const gac__check_lanes *from, uint32_t align)
{
    const gac__shadow_map *a = gac__shadow_map_of(c, from->buffer);
    gac__shadow_map *d = gac__shadow_map_of(c, to->buffer);
    bool output = c->buffers[to->buffer].info.kind == GAC_MEMORY_GLOBAL;
    gac__flights_check(c, from, false);
    gac__flights_check(c, to, true);
    access_cells(c, from, GAC__ACCESS_READ);
    access_cells(c, to, GAC__ACCESS_WRITE);
    if (!d->undefined && !(output && a->undefined))
        return;
    d->changed = true;
    d->all_defined = false;
    GAC__EACH_ACTIVE(to, k) {
        if (!gac__check_on(c, to->size / BYTES_A_STEP))
            break;
        uint64_t at = gac__shadow_map_offset(c, from, from->offset[k]);
        uint64_t into = gac__shadow_map_offset(c, to, to->offset[k]);
        for (uint32_t n = 0; output && n < to->size; n += 8) {
            uint32_t size = GAC__MIN(8, to->size - n);
            uint32_t bits = gac__undefined_at(a, at + n, size);
            uint32_t told =
                bits & ~gac__may_be_padding(c, from->buffer, bits, align);
            if (told) {
                gac__check_lanes word = *to;
                uint64_t at_word[1] = {to->offset[k] + n};
                word.offset = at_word - k;
                word.size = size;
                gac__output_undefined(c, &word, k, (uint8_t)told, 0);
            }
        }
        gac__copy_undefined(d, into, output ? NULL : a, at, to->size);
    }
}
