/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Moves which bytes nothing has written between shadow maps and the shadows of
 * values. */
#include "check/undefined.h"

uint8_t gac__undefined_at(const gac__shadow_map *p, uint64_t offset,
                          uint32_t size)
{
    if (!p->undefined)
        return 0;
    const uint8_t *u = p->undefined + offset / 4;
    uint32_t bits = u[0] | (uint32_t)u[1] << 4 | (uint32_t)u[2] << 8;
    return (uint8_t)(bits >> (offset % 4) & (((uint32_t)1 << size) - 1));
}

void gac__set_undefined(gac__shadow_map *p, uint64_t offset, uint32_t size,
                        uint32_t bits)
{
    uint8_t *u = p->undefined + offset / 4;
    uint32_t shift = offset % 4, mask = (((uint32_t)1 << size) - 1) << shift;
    uint32_t now = u[0] | (uint32_t)u[1] << 4 | (uint32_t)u[2] << 8;
    now = (now & ~mask) | (bits << shift & mask);
    u[0] = now & 0xf;
    u[1] = now >> 4 & 0xf;
    if (shift + size > 8)
        u[2] = now >> 8 & 0xf;
    for (uint32_t k = 0; p->initial && bits && k * 4 < shift + size; k++)
        u[k] &= p->initial[offset / 4 + k];
}

void gac__copy_undefined(gac__shadow_map *to, uint64_t offset,
                         const gac__shadow_map *from, uint64_t from_offset,
                         uint64_t n_bytes)
{
    if (to->undefined && !from && (offset | n_bytes) % 4 == 0) {
        memset(to->undefined + offset / 4, 0, (size_t)n_bytes / 4);
        return;
    }
    for (uint64_t n = 0; to->undefined && n < n_bytes; n += 8) {
        uint32_t size = (uint32_t)GAC__MIN(8, n_bytes - n);
        uint32_t bits =
            from ? gac__undefined_at(from, from_offset + n, size) : 0;
        gac__set_undefined(to, offset + n, size, bits);
    }
}

/* The number of undefined bytes in a row from `first` on. */
static uint64_t run_of(uint32_t bits, uint32_t first)
{
    return (uint64_t)__builtin_ctz(~(bits >> first));
}

static void note_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits)
{
    gac__site_state *s = gac__site_of(c, l->site);
    if (l->site >= c->config.ir->n_sites || s->undefined == c->group + 1)
        return;
    uint32_t first = (uint32_t)__builtin_ctz(bits);
    s->undefined = c->group + 1;
    s->bytes =
        (gac__bytes){l->buffer, l->offset[lane] + first, run_of(bits, first)};
    s->item = l->first_item + lane;
}

/* The `undefined` bits of lanes that access a word each, one behind the other;
 * NULL: they do not. */
static uint8_t *words_of(const gac__shadow_map *p, const gac__check_lanes *l,
                         uint64_t delta)
{
    uint64_t at = l->offset[l->first] + delta;
    return l->affine && l->step == 4 && l->size == 4 && at % 4 == 0
               ? p->undefined + at / 4
               : NULL;
}

void gac__load_shadow(gac__checker *c, const gac__check_lanes *l, uint8_t *out,
                      bool whole)
{
    gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    if (gac__shadow_map_is_defined(c, p)) {
        if (!l->mask)
            memset(out + l->first, 0, l->end - l->first);
        for (uint32_t k = l->first; l->mask && k < l->end; k++)
            out[k] = l->mask[k] ? 0 : out[k];
        return;
    }
    const uint8_t *u = words_of(p, l, delta);
    GAC__EACH_ACTIVE(l, k) {
        uint8_t bits = u ? u[k - l->first]
                         : gac__undefined_at(p, l->offset[k] + delta, l->size);
        if (bits)
            note_undefined(c, l, k, bits);
        out[k] = whole && bits ? 0xff : bits;
    }
}

/* -- padding that no type declares ----------------------------------------- */

uint32_t gac__may_be_padding(const gac__checker *c, uint32_t buffer,
                             uint32_t undefined, uint32_t align)
{
    const gac__check_buffer *b = &c->buffers[buffer].info;
    uint32_t gaps = 0;
    if (b->argument == UINT32_MAX || b->element_bytes)
        return 0;
    for (uint32_t bytes = 2; bytes <= align; bytes *= 2)
        for (uint32_t at = 0; at < 8; at += bytes) {
            uint32_t last = 1u << (at + bytes - 1), first = 1u << at;
            if (undefined & first)
                continue;
            for (; undefined & last; last >>= 1)
                gaps |= last;
        }
    return gaps;
}

/* gac__may_be_padding() for a value's bytes. Only a value whose load is aligned
 * for less than its size counts: a structure that a compiler copies as one
 * number. */
static uint32_t loaded_padding(const gac__checker *c, uint32_t value,
                               uint32_t size, uint32_t undefined)
{
    const gac__ir_inst *load = gac__ir_def(c->config.ir, value);
    if (!load || load->op != GAC__IR_LOAD || load->sub >= 3
        || (1u << load->sub) >= size)
        return 0;
    uint32_t site = gac__ir_site(c->config.ir, load->ordinal);
    if (site >= c->config.ir->n_sites || !c->sites[site].undefined)
        return 0;
    return gac__may_be_padding(c, c->sites[site].bytes.buffer, undefined,
                               1u << load->sub);
}

void gac__output_undefined(gac__checker *c, const gac__check_lanes *l,
                           uint32_t lane, uint8_t bits, uint32_t value)
{
    gac__fault f =
        gac__fault_make(GAC__RULE_uninitialized, l->site, l->first_item + lane);
    const gac__check_buffer *b = &c->buffers[l->buffer].info;
    bits = (uint8_t)(bits & (((uint32_t)1 << l->size) - 1));
    uint32_t gaps = loaded_padding(c, value, l->size, bits);
    for (uint32_t k = 0; b->padding && k < l->size; k++)
        if (gac__is_padding(b, l->offset[lane] + k))
            gaps |= 1u << k;
    bits = (uint8_t)(bits & ~gaps);
    if ((b->padding || gaps) && !bits)
        return;
    uint32_t first = bits ? (uint32_t)__builtin_ctz(bits) : 0;
    f.bytes = (gac__bytes){l->buffer, l->offset[lane] + first,
                           bits ? run_of(bits, first) : 1};
    f.access = "writes";
    const char *from = gac__check_origin(c, value, &f);
    gac__fault_add(c, &f, "with a value from %s", from);
}

/* Whether any lane's value has undefined bytes; mostly none has. */
static bool is_any(const gac__check_lanes *l, const uint8_t *shadow,
                   bool uniform)
{
    uint8_t any = uniform ? shadow[0] : 0;
    if (!l->mask)
        for (uint32_t k = l->first; !uniform && k < l->end; k++)
            any |= shadow[k];
    else
        for (uint32_t k = l->first; !uniform && k < l->end; k++)
            any |= l->mask[k] ? shadow[k] : 0;
    return any != 0;
}

void gac__store_shadow(gac__checker *c, const gac__check_lanes *l,
                       const uint8_t *shadow, bool uniform, uint32_t value)
{
    gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    bool output = c->buffers[l->buffer].info.kind == GAC_MEMORY_GLOBAL;
    if (shadow && !is_any(l, shadow, uniform))
        shadow = NULL;
    for (uint32_t k = l->first; shadow && output && k < l->end; k++) {
        uint8_t bits = shadow[uniform ? 0 : k];
        if (gac__is_active(l, k) && bits)
            gac__output_undefined(c, l, k, bits, value);
    }
    if (output)
        shadow = NULL; /* reported once */
    if (!p->undefined || (!shadow && p->all_defined))
        return;
    p->changed = true;
    p->all_defined &= !shadow;
    uint8_t *u = words_of(p, l, delta);
    if (u && !uniform && !(shadow && p->initial)) {
        if (!shadow)
            memset(u, 0, l->end - l->first);
        for (uint32_t k = l->first; shadow && k < l->end; k++)
            u[k - l->first] = shadow[k] & 0xf;
        return;
    }
    GAC__EACH_ACTIVE(l, k) {
        uint64_t at = l->offset[k] + delta;
        if (!shadow && l->size % 4 == 0 && at % 4 == 0)
            memset(p->undefined + at / 4, 0, l->size / 4);
        else
            gac__set_undefined(p, at, l->size,
                               shadow ? shadow[uniform ? 0 : k] : 0);
    }
}

bool gac__check_are_written(gac__checker *c, uint32_t buffer, uint32_t strip,
                            uint64_t offset, uint64_t step, uint32_t n,
                            uint64_t size)
{
    const gac__shadow_map *p = gac__shadow_map_of(c, buffer);
    gac__check_lanes l = {.buffer = buffer, .strip = strip};
    uint64_t at = gac__shadow_map_offset(c, &l, offset);
    uint8_t any = 0;
    for (uint32_t k = 0; !p->all_defined && k < n; k++, at += step)
        for (uint64_t w = 0; w < size; w += 8) {
            if (!gac__check_on(c, 1))
                return false;
            any |=
                gac__undefined_at(p, at + w, (uint32_t)GAC__MIN(8, size - w));
        }
    return !any;
}

void gac__atomic_shadow(gac__checker *c, const gac__check_lanes *l,
                        const gac__check_atomic_use *use, uint8_t *shadow_out)
{
    gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    bool output = c->buffers[l->buffer].info.kind == GAC_MEMORY_GLOBAL;
    bool defined = gac__shadow_map_is_defined(c, p);
    bool writes = use->writes || use->tries;
    if (shadow_out)
        gac__load_shadow(c, l, shadow_out, true);
    if (defined && !use->shadow)
        return;
    GAC__EACH_ACTIVE(l, k) {
        uint8_t bits =
            use->shadow && writes ? use->shadow[use->uniform ? 0 : k] : 0;
        uint8_t old = gac__undefined_at(p, l->offset[k] + delta, l->size);
        bool kept = old && writes && !use->replaces;
        if (output && (bits || kept)) {
            gac__output_undefined(c, l, k, 0xff, bits ? use->value : 0);
            bits = old = 0; /* reported once */
            kept = false;
        }
        if (!p->undefined)
            continue;
        if (shadow_out)
            shadow_out[k] = old ? 0xff : 0;
        if (!writes)
            continue;
        uint32_t now = bits || kept ? 0xff : 0;
        gac__set_undefined(p, l->offset[k] + delta, l->size, now);
        p->changed = true;
        p->all_defined &= !now;
    }
}

/* Makes one lane's variable undefined. */
static void forget_lane(gac__checker *c, gac__shadow_map *p, uint64_t offset,
                        uint32_t size)
{
    uint32_t n = 0;
    if (offset % 4 == 0) { /* whole words, whose padding is never undefined */
        n = size / 4 * 4;
        gac__shadow_fill(c, p->undefined + offset / 4,
                         p->initial ? p->initial + offset / 4 : NULL, 0xf,
                         n / 4);
    }
    for (; n < size; n += 4)
        gac__set_undefined(p, offset + n, GAC__MIN(4, size - n), 0xff);
}

void gac__check_forget(gac__checker *c, const gac__check_lanes *l)
{
    gac__shadow_map *p = gac__shadow_map_of(c, l->buffer);
    const gac__check_buffer *b = &c->buffers[l->buffer].info;
    uint64_t delta = gac__shadow_map_offset(c, l, 0);
    if (!p->undefined || b->kind != GAC_MEMORY_PRIVATE)
        return;
    for (uint32_t k = l->first;
         k < l->end && gac__check_on(c, 1 + l->size / 16); k++)
        if (gac__is_active(l, k))
            forget_lane(c, p, delta + b->lane_stride * k, l->size);
    p->changed = true;
    p->all_defined = false;
}
