/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checked runs: what the accesses of a strip do.
 *
 * A CHECK stands before its instruction, so that the checker sees an access
 * before memory changes. The addresses of a strip become a buffer and offsets;
 * lanes at constant distances are reported as such. An access out of bounds is
 * left to the instruction, which ends the run.
 */
#include "exec/access.h"
#include "exec/checked.h"
#include "module/types.h"

/* -- addresses ------------------------------------------------------------- */

typedef struct addresses {
    uint64_t base;     /* the shared part of all addresses */
    const void *index; /* NULL: all lanes share the address */
    gac__index_kind kind;
    uint64_t scale;
} addresses;

/* Returns the addresses of an access, whose pointer is operand 0. With an
 * index, a lane's address is the pointer plus the scaled index. Without one,
 * the lane's pointer is an index in bytes from address 0 on. */
static addresses addresses_of(const gac__strip *s, const gac__lane_inst *i,
                              uint32_t index)
{
    bool indexed = index && i->ir->args[index];
    uint32_t of = indexed ? index : 0;
    addresses a = {.base = (uint64_t)i->imm,
                   .scale = indexed ? i->scale : 1,
                   .kind = GAC__INDEX_I64};
    if (i->arg_uniform[0])
        a.base += gac__operand(s, i, 0, 0);
    if (indexed ? i->arg_ty[index] == GAC__TY_I32 : !s->worker->run->space.wide)
        a.kind = !indexed || i->check & GAC__IR_UNSIGNED ? GAC__INDEX_U32
                                                         : GAC__INDEX_I32;
    const uint8_t *at = s->frame + i->args[of];
    if (!i->arg_uniform[of])
        a.index = at;
    else if (indexed)
        a.base += (uint64_t)gac__index_at(at, a.kind, 0) * a.scale;
    return a;
}

/* Returns a lane's address. */
static uint64_t address_of(const gac__strip *s, const addresses *a,
                           uint32_t lane)
{
    uint64_t index =
        a->index ? (uint64_t)gac__index_at(a->index, a->kind, lane) : 0;
    return gac__space_wrap(&s->worker->run->space, a->base + index * a->scale);
}

/* -- lanes by buffer ------------------------------------------------------- */

/* Fills in the offsets from `base` of lanes [first, end). Without a mask, also
 * finds whether they are at constant distances. Returns the bitwise OR of the
 * active lanes' offsets. */
static uint64_t fill_offsets(const gac__strip *s, const addresses *a,
                             uint64_t base, gac__check_lanes *l, uint64_t *all)
{
    const gac__memory_kernels *kernels = s->worker->run->memory;
    uint64_t *out = all + l->first;
    uint32_t n = l->end - l->first;
    uint32_t bytes = a->kind == GAC__INDEX_I64 ? 8 : 4;
    if (!a->index) {
        uint64_t same = address_of(s, a, 0) - base;
        gac__fill((uint8_t *)out, same, 3, n);
        l->step = n > 1 ? 0 : l->size;
        l->affine = !l->mask;
        return same;
    }
    kernels->offsets[a->kind](
        (const uint8_t *)a->index + (size_t)l->first * bytes, a->base, a->scale,
        s->worker->run->space.wide, base, n, out);
    uint64_t step = n > 1 ? out[1] - out[0] : l->size;
    l->step = (int64_t)step;
    l->affine = !l->mask && kernels->steps_evenly(out, step, n);
    return kernels->join(out, l->mask ? l->mask + l->first : NULL, n);
}

/* Whether all offsets are at most `most`. `bits`: their bitwise OR. */
static bool are_within(const gac__check_lanes *l, uint64_t bits, uint64_t most)
{
    uint64_t high = 0;
    if (bits <= most)
        return true;
    for (uint32_t k = l->first; k < l->end; k++)
        if (!l->mask || l->mask[k])
            high = GAC__MAX(high, l->offset[k]);
    return high <= most;
}

/* Narrows [first, end) to active lanes, and drops the mask if all of these are
 * active. False: none is. */
static bool narrow(gac__check_lanes *l)
{
    bool all = true;
    while (l->mask && l->first < l->end && !l->mask[l->first])
        l->first++;
    while (l->mask && l->end > l->first && !l->mask[l->end - 1])
        l->end--;
    for (uint32_t k = l->first; l->mask && k < l->end; k++)
        all &= l->mask[k] != 0;
    if (all)
        l->mask = NULL;
    return l->first < l->end;
}

static bool tighten(const gac__strip *s, gac__check_lanes *l)
{
    bool any = narrow(l);
    uint32_t n = l->end - l->first;
    const uint64_t *offset = l->offset + l->first;
    l->step = any && n > 1 ? (int64_t)(offset[1] - offset[0]) : l->size;
    l->affine =
        any && !l->mask
        && s->worker->run->memory->steps_evenly(offset, (uint64_t)l->step, n);
    return any;
}

typedef struct access {
    const gac__lane_inst *inst;
    const uint8_t *shadow; /* of the stored value; NULL: it is defined */
    bool uniform_shadow;
    uint32_t value; /* the stored value, in the IR */
    uint8_t *shadow_out;
} access;

/* Whether a CHECK stands behind a compare-and-exchange, and knows its outcome.
 */
static bool is_outcome(const gac__lane_inst *i)
{
    return i->sub == GAC__CHECK_ATOMIC && i->n_args > 7;
}

/* Keeps the lanes whose compare-and-exchange has succeeded: the others have
 * written nothing. */
static void keep_exchanged(const gac__strip *s, const gac__lane_inst *i,
                           gac__check_lanes *l)
{
    uint8_t *mask = s->worker->check_mask + 3 * s->worker->run->program->width;
    for (uint32_t k = l->first; k < l->end; k++)
        mask[k] = (!l->mask || l->mask[k])
                  && gac__operand(s, i, 6, k) == gac__operand(s, i, 7, k);
    l->mask = mask;
}

/* Reports lanes that leave their private memory, and keeps the others. False:
 * none is left. */
static bool leave_out(gac__strip *s, gac__check_lanes *l, const access *a,
                      bool write)
{
    gac__worker *w = s->worker;
    uint32_t n = gac__check_leaving(w->run->checker, l, write, w->left);
    if (!n)
        return true;
    uint8_t *mask = w->check_mask + 4 * w->run->program->width;
    for (uint32_t k = l->first; k < l->end; k++) {
        mask[k] = gac__is_active(l, k) && !w->left[k];
        if (w->left[k] && a->shadow_out)
            a->shadow_out[k] = 0;
    }
    w->n_left += n;
    l->mask = mask;
    return tighten(s, l);
}

/* The gac__atomic of a CHECK ATOMIC. */
static uint32_t atomic_of(const gac__lane_inst *i)
{
    return i->check & ~(uint32_t)GAC__IR_WHOLE;
}

static void tell_atomic(gac__checker *c, const gac__check_lanes *l,
                        const access *a)
{
    uint32_t op = atomic_of(a->inst);
    bool tries = op == GAC__ATOMIC_CMPXCHG, did = tries && is_outcome(a->inst);
    gac__check_atomic_use use = {
        .reads = op != GAC__ATOMIC_STORE && op != GAC__ATOMIC_FLAG_CLEAR,
        .writes = op != GAC__ATOMIC_LOAD && tries == did,
        .tries = tries && !did,
        .did = did,
        .order = a->inst->scale,
        .replaces = op == GAC__ATOMIC_STORE || op == GAC__ATOMIC_EXCHANGE
                    || op == GAC__ATOMIC_FLAG_SET
                    || op == GAC__ATOMIC_FLAG_CLEAR,
        .shadow = a->shadow,
        .uniform = a->uniform_shadow,
        .value = a->value};
    gac__check_atomic(c, l, &use, a->shadow_out);
}

/* Whether an access will write, as far as that is known before it. */
static bool writes(const gac__lane_inst *i)
{
    uint32_t op = atomic_of(i);
    return i->sub == GAC__CHECK_STORE
           || (i->sub == GAC__CHECK_ATOMIC && op != GAC__ATOMIC_LOAD
               && op != GAC__ATOMIC_CMPXCHG);
}

static void tell(gac__strip *s, gac__check_lanes *l, const access *a)
{
    gac__checker *c = s->worker->run->checker;
    const gac__lane_inst *i = a->inst;
    if (s->buffers[l->buffer].kind == GAC_MEMORY_PRIVATE
        && (is_outcome(i) || !leave_out(s, l, a, writes(i))))
        return;
    switch ((gac__check_kind)i->sub) {
    case GAC__CHECK_LOAD:
        gac__check_read(c, l, i->check & GAC__IR_GUESS, a->shadow_out,
                        i->check & GAC__IR_WHOLE);
        return;
    case GAC__CHECK_STORE:
        gac__check_write(c, l, a->shadow, a->uniform_shadow, a->value);
        return;
    default: tell_atomic(c, l, a); return;
    }
}

/* Reports lanes that access several buffers, or none: buffer by buffer. */
static void tell_apart(gac__strip *s, gac__check_lanes *all, const access *a,
                       uint32_t first_buffer)
{
    gac__worker *w = s->worker;
    uint64_t *address = w->offsets,
             *offset = w->offsets + w->run->program->width;
    uint64_t base = s->buffers[first_buffer].base;
    uint8_t *left = w->check_mask, *mask = left + w->run->program->width;
    uint32_t n_left = 0;
    for (uint32_t k = all->first; k < all->end; k++) {
        left[k] = !all->mask || all->mask[k];
        n_left += left[k];
        if (left[k] && a->shadow_out)
            a->shadow_out[k] = 0; /* of an access that is left out */
        address[k] += base;
    }
    for (uint32_t k = all->first; n_left && k < all->end; k++) {
        if (!left[k])
            continue;
        uint32_t number = gac__strip_buffer(s, address[k]);
        const gac__buffer *b = &s->buffers[number];
        gac__check_lanes l = *all;
        uint32_t n = 0;
        if (!gac__check_goes_on(w->run->checker,
                                (all->end - all->first) / GAC__LANES_A_STEP))
            return;
        for (uint32_t j = all->first; j < all->end; j++) {
            bool same = left[j] && gac__strip_buffer(s, address[j]) == number;
            offset[j] = address[j] - b->base;
            mask[j] =
                same
                && (b->kind == GAC_MEMORY_PRIVATE
                    || (b->size >= l.size && offset[j] <= b->size - l.size));
            n += mask[j];
            n_left -= same;
            left[j] = left[j] && !same;
        }
        l.buffer = number;
        l.offset = offset;
        l.mask = mask;
        if (number && n && tighten(s, &l))
            tell(s, &l, a);
    }
}

/* Returns the bytes of a whole load or store, where the components of a vector
 * are accessed one by one; else `size`. */
static uint32_t whole_bytes(const gac__strip *s, const gac__lane_inst *i,
                            uint32_t size)
{
    const gac_module *m = s->worker->run->program->ir->module;
    gac__inst inst = gac__module_inst(m, i->ir->ordinal);
    uint32_t type = inst.opcode == SpvOpLoad ? inst.type_id : 0;
    if (inst.opcode == SpvOpStore && inst.n_words > inst.first + 1)
        type = gac__module_type_of(m, inst.words[inst.first + 1]);
    gac__type t = gac__module_type(m, type);
    return t.kind == GAC__TYPE_VECTOR ? (uint32_t)t.count * size : size;
}

/* -- alignment ------------------------------------------------------------- */

static void check_alignment(gac__strip *s, const gac__lane_inst *i,
                            const gac__check_lanes *l, uint64_t bits)
{
    gac__checker *c = s->worker->run->checker;
    uint32_t log2 = i->align;
    uint64_t mask = ((uint64_t)1 << log2) - 1;
    uint64_t base = s->buffers[l->buffer].base
                    & mask; /* only a placed buffer's base may be misaligned */
    if (!base && !(bits & mask))
        return;
    for (uint32_t k = l->first; k < l->end; k++) {
        if ((l->mask && !l->mask[k]) || !((l->offset[k] + base) & mask))
            continue;
        gac__fault f =
            gac__fault_make(GAC__RULE_misaligned, l->site, l->first_item + k);
        f.bytes =
            (gac__bytes){l->buffer, l->offset[k], whole_bytes(s, i, l->size)};
        f.access = "accesses";
        gac__fault_add(c, &f, "which is not a multiple of %llu",
                       (unsigned long long)mask + 1);
    }
}

/* -- CHECKs ---------------------------------------------------------------- */

bool gac__checked_access(gac__strip *s, const gac__lane_inst *i)
{
    gac__worker *w = s->worker;
    access a = {.inst = i};
    gac__checked_address(s, i, 2, 0);
    if (i->sub != GAC__CHECK_ATOMIC)
        gac__checked_address(s, i, 3, 1);
    if (i->ir->result)
        a.shadow_out = s->frame + i->d;
    if (i->n_args > 4 && i->ir->args[4]) {
        a.shadow = s->frame + i->args[4];
        a.uniform_shadow = i->arg_uniform[4];
        a.value = i->n_args > 5 ? i->ir->args[5] : 0;
    }
    addresses from = addresses_of(s, i, i->sub == GAC__CHECK_ATOMIC ? 0 : 1);
    gac__check_lanes l = gac__active_lanes(s, i, gac__ty_bytes((gac__ty)i->ty));
    if (is_outcome(i))
        keep_exchanged(s, i, &l);
    if (!narrow(&l))
        return true;
    uint32_t some = l.first;
    uint32_t number = gac__strip_buffer(s, address_of(s, &from, some));
    const gac__buffer *b = &s->buffers[number];
    l.buffer = number;
    uint64_t bits = fill_offsets(s, &from, b->base, &l, w->offsets);
    if (i->align)
        check_alignment(s, i, &l, bits);
    /* a result that all lanes share comes from the first one */
    uint8_t *shadow = a.shadow_out;
    bool uniform_result = shadow && (i->flags & GAC__CODE_D_UNIFORM);
    if (uniform_result)
        a.shadow_out = w->check_mask + 2 * w->run->program->width;
    if (number && b->size >= l.size && are_within(&l, bits, b->size - l.size))
        tell(s, &l, &a);
    else
        tell_apart(s, &l, &a, number);
    if (uniform_result) {
        uint64_t result = number ? a.shadow_out[some] : 0;
        memcpy(shadow, &result, sizeof result);
    }
    return gac__checked_left(s, i);
}

bool gac__do_check(gac__strip *s, const gac__lane_inst *i)
{
    static bool (*const handlers[])(gac__strip *, const gac__lane_inst *) = {
#define GAC_CHECK(kind, handler) [GAC__CHECK_##kind] = gac__checked_##handler,
#include "compile/ir/checks.def"
#undef GAC_CHECK
    };
    return handlers[i->sub](s, i);
}
