/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Atomics: lanes one after the other, in order. The host's atomics access
 * memory that other work-groups can reach; one thread runs all of a group's own
 * memory. */
#include "exec/exec_internal.h"
#include "exec/scalars.h"

/* Inlined into loops over lanes, so that each operation has a loop of its own.
 */
#define INLINED inline __attribute__((always_inline))

typedef struct operands {
    uint64_t value, comparator;
} operands;

/* Returns what memory holds afterwards. */
static INLINED uint64_t combine(uint32_t op, uint8_t ty, uint64_t old,
                                const operands *o)
{
    switch ((gac__atomic)op) {
    case GAC__ATOMIC_LOAD: return old;
    case GAC__ATOMIC_STORE:
    case GAC__ATOMIC_EXCHANGE: return o->value;
    case GAC__ATOMIC_CMPXCHG: return old == o->comparator ? o->value : old;
    case GAC__ATOMIC_IADD: return old + o->value;
    case GAC__ATOMIC_ISUB: return old - o->value;
    case GAC__ATOMIC_AND: return old & o->value;
    case GAC__ATOMIC_OR: return old | o->value;
    case GAC__ATOMIC_XOR: return old ^ o->value;
    case GAC__ATOMIC_SMIN:
        return gac__sign_extend(o->value, ty) < gac__sign_extend(old, ty)
                   ? o->value
                   : old;
    case GAC__ATOMIC_SMAX:
        return gac__sign_extend(o->value, ty) > gac__sign_extend(old, ty)
                   ? o->value
                   : old;
    case GAC__ATOMIC_UMIN: return o->value < old ? o->value : old;
    case GAC__ATOMIC_UMAX: return o->value > old ? o->value : old;
    case GAC__ATOMIC_FADD: return gac__add_floats(old, o->value, ty);
    case GAC__ATOMIC_FMIN: return gac__choose_float(old, o->value, ty, true);
    case GAC__ATOMIC_FMAX: return gac__choose_float(old, o->value, ty, false);
    case GAC__ATOMIC_FLAG_SET: return 1;
    case GAC__ATOMIC_FLAG_CLEAR: return 0;
    }
    return old;
}

#define DEFINE_SHARED(BITS)                                                    \
    static INLINED uint64_t shared_##BITS(uint8_t *at, uint32_t op,            \
                                          uint8_t ty, const operands *o)       \
    {                                                                          \
        uint##BITS##_t *p = (uint##BITS##_t *)(void *)at;                      \
        uint##BITS##_t value = (uint##BITS##_t)o->value;                       \
        switch ((gac__atomic)op) {                                             \
        case GAC__ATOMIC_LOAD: return __atomic_load_n(p, __ATOMIC_SEQ_CST);    \
        case GAC__ATOMIC_IADD:                                                 \
            return __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST);             \
        case GAC__ATOMIC_ISUB:                                                 \
            return __atomic_fetch_sub(p, value, __ATOMIC_SEQ_CST);             \
        case GAC__ATOMIC_STORE:                                                \
        case GAC__ATOMIC_EXCHANGE:                                             \
            return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);            \
        case GAC__ATOMIC_OR:                                                   \
            return __atomic_fetch_or(p, value, __ATOMIC_SEQ_CST);              \
        case GAC__ATOMIC_AND:                                                  \
            return __atomic_fetch_and(p, value, __ATOMIC_SEQ_CST);             \
        case GAC__ATOMIC_XOR:                                                  \
            return __atomic_fetch_xor(p, value, __ATOMIC_SEQ_CST);             \
        default: break;                                                        \
        }                                                                      \
        uint##BITS##_t old = __atomic_load_n(p, __ATOMIC_SEQ_CST);             \
        uint##BITS##_t now = (uint##BITS##_t)combine(op, ty, old, o);          \
        while (now != old                                                      \
               && !__atomic_compare_exchange_n(                                \
                   p, &old, now, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))   \
            now = (uint##BITS##_t)combine(op, ty, old, o);                     \
        return old;                                                            \
    }

DEFINE_SHARED(8)
DEFINE_SHARED(16)
DEFINE_SHARED(32)
DEFINE_SHARED(64)

static INLINED uint64_t shared(uint8_t *at, uint32_t size, uint32_t op,
                               uint8_t ty, const operands *o)
{
    switch (size) {
    case 1: return shared_8(at, op, ty, o);
    case 2: return shared_16(at, op, ty, o);
    case 4: return shared_32(at, op, ty, o);
    default: return shared_64(at, op, ty, o);
    }
}

static INLINED uint64_t own(uint8_t *at, uint32_t size, uint32_t op, uint8_t ty,
                            const operands *o)
{
    uint64_t old = 0;
    memcpy(&old, at, size);
    uint64_t now = combine(op, ty, old, o);
    memcpy(at, &now, size);
    return old;
}

static uint8_t *atomic_memory(gac__strip *s, const gac__lane_inst *i,
                              uint32_t lane, uint32_t size, bool *own_out)
{
    uint64_t address = gac__operand(s, i, 0, lane);
    bool write = i->sub != GAC__ATOMIC_LOAD;
    uint8_t *at = gac__strip_translate(s, address, size, write);
    if (!at) {
        *own_out = true;
        return gac__trap_access(s, i, lane, address, size, write);
    }
    if (address % size) {
        gac__stop(s->worker, GAC_ERR_TRAP, GAC__RULE_misaligned, i->ir->ordinal,
                  "an atomic of %u bytes at address 0x%llx is not aligned",
                  size, (unsigned long long)address);
        return NULL;
    }
    uint8_t kind = s->buffers[gac__strip_buffer(s, address)].kind;
    *own_out = kind == GAC_MEMORY_LOCAL || kind == GAC_MEMORY_PRIVATE
               || (uintptr_t)at % size;
    return at;
}

/* -- a strip at once ----------------------------------------------------------
 *
 * The common operations on whole words, where all lanes stay in one buffer: the
 * choice of the operation is made outside the loop. */

/* An atomic for the lanes of a strip. A step is the bytes from one lane's
 * operand to the next one's; 0: lanes share the operand. */
typedef struct strip_atomic {
    uintptr_t window; /* the difference of host addresses and addresses */
    const uint8_t *address, *value, *comparator;
    size_t address_step, value_step, comparator_step;
    uint64_t address_bits; /* mask of the bits of an address that the kernel's
                              pointers have */
    uint8_t *result;       /* NULL: nothing reads it */
    const uint8_t *mask;   /* NULL: all lanes are active */
    uint32_t first, end;
} strip_atomic;

static INLINED uint64_t address_of(const strip_atomic *a, uint32_t k)
{
    uint64_t address;
    memcpy(&address, a->address + k * a->address_step, sizeof address);
    return address & a->address_bits;
}

static INLINED void run_lane(const strip_atomic *a, uint32_t k, uint32_t op,
                             uint32_t size, bool is_own)
{
    bool floats = op == GAC__ATOMIC_FADD;
    uint8_t ty = size == 4 ? (floats ? GAC__TY_F32 : GAC__TY_I32)
                           : (floats ? GAC__TY_F64 : GAC__TY_I64);
    uint8_t *at = (uint8_t *)(a->window + (uintptr_t)address_of(a, k));
    operands o = {0, 0};
    memcpy(&o.value, a->value + k * a->value_step, size);
    if (op == GAC__ATOMIC_CMPXCHG)
        memcpy(&o.comparator, a->comparator + k * a->comparator_step, size);
    uint64_t old =
        is_own ? own(at, size, op, ty, &o) : shared(at, size, op, ty, &o);
    if (a->result)
        memcpy(a->result + (size_t)k * size, &old, size);
}

/* Visits active lanes by bits: branches on a mask without a pattern would be
 * mispredicted. */
static INLINED void run_lanes(const strip_atomic *strip, uint32_t op,
                              uint32_t size, bool is_own)
{
    const strip_atomic a = *strip; /* a copy, which stores cannot change */
    if (!a.mask) {
        for (uint32_t k = a.first; k < a.end; k++)
            run_lane(&a, k, op, size, is_own);
        return;
    }
    for (uint32_t k = a.first; k < a.end; k += 8) {
        uint64_t left; /* a byte for each of 8 lanes */
        for (memcpy(&left, a.mask + k, sizeof left); left; left &= left - 1)
            run_lane(&a, k + (uint32_t)__builtin_ctzll(left) / 8, op, size,
                     is_own);
    }
}

/* Runs the atomic for all active lanes. False: the operation has no loop here.
 */
static bool run_strip(const strip_atomic *a, uint32_t op, uint32_t size,
                      bool is_own)
{
    switch ((gac__atomic)op) {
#define X(NAME)                                                                \
    case GAC__ATOMIC_##NAME:                                                   \
        if (size == 4 && is_own)                                               \
            run_lanes(a, GAC__ATOMIC_##NAME, 4, true);                         \
        else if (size == 4)                                                    \
            run_lanes(a, GAC__ATOMIC_##NAME, 4, false);                        \
        else if (is_own)                                                       \
            run_lanes(a, GAC__ATOMIC_##NAME, 8, true);                         \
        else                                                                   \
            run_lanes(a, GAC__ATOMIC_##NAME, 8, false);                        \
        return true;
        X(IADD)
        X(ISUB)
        X(AND)
        X(OR)
        X(XOR)
        X(SMIN)
        X(SMAX)
        X(UMIN)
        X(UMAX)
        X(EXCHANGE)
        X(CMPXCHG)
        X(FADD)
#undef X
    default: return false;
    }
}

/* -- sums whose old values are not wanted ------------------------------------
 *
 * Where no old value is wanted, the additions of all lanes to one word are one
 * addition: memory that other threads can reach is locked once a word, not once
 * a lane. */

#define MOST_WORDS 1024u

static bool add_together(const strip_atomic *a, uint32_t n_active,
                         bool subtract)
{
    uint32_t sums[MOST_WORDS];
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t k = a->first; k < a->end; k++) {
        bool on = !a->mask || a->mask[k];
        low = on ? GAC__MIN(low, address_of(a, k)) : low;
        high = on ? GAC__MAX(high, address_of(a, k)) : high;
    }
    uint64_t n = (high - low) / sizeof *sums + 1;
    if (n > MOST_WORDS || n > n_active)
        return false;
    memset(sums, 0, n * sizeof *sums);
    for (uint32_t k = a->first; k < a->end; k++)
        if (!a->mask || a->mask[k]) {
            uint32_t value;
            memcpy(&value, a->value + k * a->value_step, sizeof value);
            sums[(address_of(a, k) - low) / sizeof *sums] += value;
        }
    uint32_t *at = (uint32_t *)(void *)(a->window + (uintptr_t)low);
    for (uint32_t p = 0; p < n; p++)
        if (sums[p])
            __atomic_fetch_add(at + p, subtract ? 0 - sums[p] : sums[p],
                               __ATOMIC_SEQ_CST);
    return true;
}

static const uint8_t *lanes_of(const gac__strip *s, const gac__lane_inst *i,
                               uint32_t a, size_t *step_out)
{
    size_t size = gac__ty_bytes((gac__ty)i->arg_ty[a]);
    *step_out = i->arg_uniform[a] ? 0 : size;
    return s->frame + i->args[a];
}

static uintptr_t window_of(gac__strip *s, const gac__lane_inst *i,
                           uint32_t size)
{
    if (!i->arg_uniform[0])
        return gac__strip_window(s, i, i->args[0]);
    uint64_t address = gac__operand(s, i, 0, 0);
    const uint8_t *at = gac__strip_translate(s, address, size, true);
    return at ? (uintptr_t)at - (uintptr_t)address : 0;
}

/* Does the whole instruction at once. False: it has to be done lane by lane. */
static bool whole_strip(gac__strip *s, const gac__lane_inst *i)
{
    uint32_t size = gac__ty_bytes((gac__ty)i->ty);
    if (i->n_args != (i->sub == GAC__ATOMIC_CMPXCHG ? 3 : 2) || size < 4
        || i->flags & GAC__CODE_D_UNIFORM || i->sub == GAC__ATOMIC_FLAG_SET)
        return false;
    bool wanted = i->ir->result && !(i->flags & GAC__CODE_UNWANTED);
    strip_atomic a = {.window = window_of(s, i, size),
                      .address_bits =
                          s->worker->run->space.wide ? UINT64_MAX : UINT32_MAX,
                      .result = wanted ? s->frame + i->d : NULL,
                      .mask = gac__active_mask(s),
                      .first = s->first,
                      .end = gac__active_end(s)};
    if (!a.window)
        return false;
    a.address = lanes_of(s, i, 0, &a.address_step);
    a.value = lanes_of(s, i, 1, &a.value_step);
    if (i->n_args > 2)
        a.comparator = lanes_of(s, i, 2, &a.comparator_step);
    uint64_t misaligned = a.window;
    for (uint32_t k = a.first; k < a.end; k++)
        misaligned |= address_of(&a, k) & (0 - (uint64_t)s->mask[k]);
    if (misaligned % size)
        return false;
    uint64_t some = address_of(&a, s->low_lane);
    uint8_t kind = s->buffers[gac__strip_buffer(s, some)].kind;
    bool is_own = kind == GAC_MEMORY_LOCAL || kind == GAC_MEMORY_PRIVATE;
    bool subtract = i->sub == GAC__ATOMIC_ISUB;
    if (size == 4 && !wanted && !is_own
        && (subtract || i->sub == GAC__ATOMIC_IADD)
        && add_together(&a, s->n_active, subtract))
        return true;
    return run_strip(&a, i->sub, size, is_own);
}

bool gac__do_atomic(gac__strip *s, const gac__lane_inst *i)
{
    bool flag =
        i->sub == GAC__ATOMIC_FLAG_SET || i->sub == GAC__ATOMIC_FLAG_CLEAR;
    uint8_t ty = flag ? GAC__TY_I32 : i->ty;
    uint32_t size = gac__ty_bytes((gac__ty)ty);
    if (whole_strip(s, i))
        return true;
    GAC__EACH_LANE(s, k) {
        bool is_own;
        uint8_t *at = atomic_memory(s, i, k, size, &is_own);
        if (!at)
            return false;
        operands o = {i->n_args > 1 ? gac__operand(s, i, 1, k) : 0,
                      i->n_args > 2 ? gac__operand(s, i, 2, k) : 0};
        uint64_t old = is_own ? own(at, size, i->sub, ty, &o)
                              : shared(at, size, i->sub, ty, &o);
        gac__write_result(s, i, k, flag ? old != 0 : old);
        if (i->flags & GAC__CODE_D_UNIFORM)
            break; /* a load of all lanes */
    }
    return true;
}
