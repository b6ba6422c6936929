/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Symbols, and the constraints that branches put on them. */

/* A comparison of a symbol with a constant tests whether the symbol is in a
 * set; a branch by it cuts the symbol's domain down to this set. Any other
 * condition is a symbol of its own. Two symbols may depend on each other if
 * they are made from the same argument or buffer, unless the same load has read
 * them at different addresses, or they are different bits of one symbol. Where
 * branches decide by two symbols that may depend on each other, no execution
 * may take the path. */
#include "module/types.h"
#include "validate/paths/paths.h"

enum { MAX_SYMBOLS = 8192, MANY_SYMBOLS = 512 };

static const gac__path_value top = {0};

/* -- symbols --------------------------------------------------------------- */

bool gac__symbols_open(gac__paths *t)
{
    gac__symbol none = {0};
    if (t->symbols.n > MANY_SYMBOLS) /* a large map is slow to clear */
        gac__key_map_free(gac__path_allocator(t), &t->symbol_of);
    gac__key_map_clear(&t->symbol_of);
    t->symbols.n = t->constrained.n = 0;
    return GAC__VEC_PUSH(gac__path_allocator(t), &t->symbols, none);
}

void gac__symbols_release(gac__paths *t)
{
    for (size_t i = 0; i < t->constrained.n; i++) {
        gac__symbol *s = gac__path_symbol_at(t, t->constrained.items[i]);
        s->domain = gac__symbol_range(s);
        s->constrained = false;
    }
    t->constrained.n = 0;
}

gac__path_value gac__path_symbol(gac__paths *t, const gac__symbol *wanted)
{
    const gac_allocator *a = gac__path_allocator(t);
    gac__key_slot *slot = gac__key_map_find(&t->symbol_of, wanted->key);
    if (!slot) {
        if (t->symbols.n == MAX_SYMBOLS
            || !GAC__VEC_PUSH(a, &t->symbols, *wanted)
            || !(slot = gac__key_map_add(a, &t->symbol_of, wanted->key)))
            return top;
        slot->value = (uint32_t)t->symbols.n - 1;
        gac__symbol *s = gac__path_symbol_at(t, slot->value);
        if (s->most == 0)
            s->most = gac__path_truncate(UINT64_MAX, s->width);
        s->domain = gac__symbol_range(s);
    }
    return (gac__path_value){.kind = GAC__PATH_NUMBER,
                             .width = wanted->width & 0xFF,
                             .symbol = slot->value};
}

gac__path_value gac__path_folded(const gac__paths *t, gac__path_value v)
{
    if (v.kind != GAC__PATH_NUMBER || v.symbol == 0)
        return v;
    const gac__interval_set *d = &gac__path_symbol_at(t, v.symbol)->domain;
    return d->n != 0 && d->ends[0] == gac__intervals_last(d)
               ? gac__path_number(d->ends[0] + v.bits, v.width)
               : v;
}

bool gac__symbol_add_input(gac__symbol *s, uint64_t input)
{
    for (uint32_t i = 0; i < s->n_inputs; i++)
        if (s->inputs[i] == input)
            return true;
    if (s->n_inputs == GAC__INPUTS)
        return false;
    s->inputs[s->n_inputs++] = input;
    return true;
}

static bool add_inputs(const gac__paths *t, gac__symbol *s, gac__path_value v)
{
    if (v.kind != GAC__PATH_NUMBER)
        return false;
    if (v.symbol == 0)
        return true;
    const gac__symbol *from = gac__path_symbol_at(t, v.symbol);
    s->by_id |= from->by_id;
    for (uint32_t i = 0; i < from->n_inputs; i++)
        if (!gac__symbol_add_input(s, from->inputs[i]))
            return false;
    return true;
}

/* -- local ids ------------------------------------------------------------- */

enum { USUAL_SIZE = 1024 }; /* of a work-group, at most */

static gac__path_value id_symbol(gac__paths *t, const gac__term *term,
                                 gac__builtin id)
{
    const uint64_t words[] = {id.dimension, 0};
    gac__symbol s = {.width = GAC__MIN((uint32_t)term->width, 32u),
                     .is_id = true,
                     .by_id = true,
                     .key = gac__hash_bytes(words, sizeof words, 6)};
    const uint64_t size = gac__program_group_size(t->p, id.dimension);
    for (uint32_t i = 0; i < 3; i++)
        if (id.dimension == UINT32_MAX || id.dimension == i)
            (void)gac__symbol_add_input(&s, UINT64_MAX - i);
    if (size == 1)
        return gac__path_number(0, term->width);
    s.most = size == 0 ? USUAL_SIZE - 1 : size - 1;
    s.sure = size == 0 ? 0 : size - 1;
    gac__path_value v = gac__path_symbol(t, &s);
    v.width = term->width;
    return v;
}

gac__path_value gac__path_symbolic(gac__paths *t, const gac__term *term)
{
    const gac__builtin id =
        gac__builtin_of(t->p, (gac__ref){term->frame, term->id});
    const uint64_t input = gac__path_input((gac__ref){0, term->id});
    gac__symbol s = {.width = term->width,
                     .key = gac__hash_bytes(&input, sizeof input, 1)};
    if (gac__is_local_id(id))
        return id_symbol(t, term, id);
    if (term->unknown)
        (void)gac__symbol_add_input(&s, input);
    return gac__path_symbol(t, &s);
}

/* -- expressions ----------------------------------------------------------- */

uint64_t gac__path_most(const gac__paths *t, gac__path_value v)
{
    const uint64_t all = gac__path_truncate(UINT64_MAX, v.width);
    const uint64_t most = v.symbol ? gac__path_symbol_at(t, v.symbol)->most : 0;
    return most <= all && v.bits <= all - most ? most + v.bits : all;
}

/* The largest result of an instruction. That of a signed one is known if no
 * operand is negative. */
static uint64_t most_result(const gac__paths *t, uint32_t opcode,
                            uint32_t width, gac__path_value a,
                            gac__path_value b)
{
    const uint64_t all = gac__path_truncate(UINT64_MAX, width),
                   sign = all - all / 2;
    const uint64_t x = gac__path_most(t, a), y = gac__path_most(t, b);
    const bool positive = x < sign && y < sign;
    const bool constant = b.symbol == 0 && y != 0;
    uint64_t product;
    switch (opcode) {
    case SpvOpBitwiseAnd: return GAC__MIN(x, y);
    case SpvOpIMul:
        return __builtin_mul_overflow(x, y, &product) || product > all
                   ? all
                   : product;
    case SpvOpUMod: return constant ? GAC__MIN(x, y - 1) : all;
    case SpvOpSMod:
    case SpvOpSRem: return constant && positive ? GAC__MIN(x, y - 1) : all;
    case SpvOpUDiv: return constant ? x / y : all;
    case SpvOpSDiv: return constant && positive ? x / y : all;
    case SpvOpShiftRightLogical: return constant && y < width ? x >> y : all;
    case SpvOpShiftRightArithmetic:
        return constant && positive && y < width ? x >> y : all;
    default: return all;
    }
}

/* Whether the result counts as positive if all operands are: sizes and numbers
 * of groups do not wrap around. */
static bool keeps_positive(uint32_t opcode)
{
    return opcode == SpvOpIMul || opcode == SpvOpUConvert
           || opcode == SpvOpSConvert || opcode == SpvOpCompositeExtract;
}

static bool is_positive(const gac__paths *t, gac__path_value v)
{
    return v.symbol ? v.bits == 0 && gac__path_symbol_at(t, v.symbol)->positive
                    : v.bits != 0;
}

gac__path_value gac__path_expression(gac__paths *t, uint32_t opcode,
                                     uint32_t width,
                                     const gac__path_value *operands,
                                     uint32_t n, uint32_t extra)
{
    uint64_t words[3 * GAC__PATH_OPERANDS + 2];
    bool one_load = true;
    words[0] = opcode | (uint64_t)width << 32;
    words[1] = extra;
    for (uint32_t i = 0; i < n; i++) {
        if (operands[i].kind != GAC__PATH_NUMBER)
            return top;
        words[2 + 3 * i] = operands[i].symbol;
        words[3 + 3 * i] = operands[i].bits;
        words[4 + 3 * i] = operands[i].width;
    }
    gac__symbol s = {.width = width};
    s.key = gac__hash_bytes(words, (2 + 3 * n) * sizeof *words, 2);
    for (uint32_t i = 0; i < n; i++) {
        if (!add_inputs(t, &s, operands[i]))
            return top;
        if (operands[i].symbol == 0)
            continue;
        const gac__symbol *from = gac__path_symbol_at(t, operands[i].symbol);
        one_load &=
            from->load != 0
            && (s.load == 0
                || (s.load == from->load && s.address == from->address));
        s.load = from->load;
        s.address = from->address;
    }
    s.load = one_load ? s.load : 0;
    if (n <= 2) {
        s.opcode = opcode & UINT16_MAX;
        s.n = n & 3;
        s.extra = extra;
        memcpy(s.of, operands, n * sizeof *operands);
    }
    s.positive = keeps_positive(opcode);
    for (uint32_t i = 0; i < n; i++)
        s.positive &= is_positive(t, operands[i]);
    if (n == 2)
        s.most = most_result(t, opcode, width, operands[0], operands[1]);
    if (n == 2 && s.most == 0)
        return gac__path_number(0, width);
    return gac__path_symbol(t, &s);
}

gac__path_value gac__path_scale(gac__paths *t, gac__path_value v, uint64_t by)
{
    const uint64_t added = v.bits * by;
    if (by <= 1)
        return by ? v : gac__path_number(0, v.width);
    gac__path_value both[] = {v, gac__path_number(by, v.width)};
    both[0].bits = 0;
    gac__path_value r = gac__path_expression(t, SpvOpIMul, v.width, both, 2, 0);
    if (r.kind == GAC__PATH_NUMBER)
        r.bits = gac__path_truncate(r.bits + added, v.width);
    return r;
}

uint32_t gac__path_scaled(const gac__paths *t, uint32_t symbol,
                          uint64_t *scale_out)
{
    const gac__symbol *s = gac__path_symbol_at(t, symbol);
    *scale_out = s->of[1].bits;
    return s->opcode == SpvOpIMul && s->of[0].symbol != 0 && s->of[0].bits == 0
                   && s->of[1].symbol == 0
                   && gac__path_symbol_at(t, s->of[0].symbol)->most
                          <= gac__path_truncate(UINT64_MAX, s->width)
                                 / *scale_out
               ? s->of[0].symbol
               : 0;
}

/* -- comparisons ----------------------------------------------------------- */

gac__path_value gac__path_not(gac__paths *t, gac__path_value v)
{
    if (v.kind != GAC__PATH_NUMBER || v.width != 1)
        return top;
    if (v.symbol != 0 && gac__path_symbol_at(t, v.symbol)->width != 1)
        return top;
    v.bits ^= 1;
    return v;
}

/* The condition that `v` is from `first` to `last`, as one on its symbol. */
static gac__path_value is_between(gac__paths *t, gac__path_value v,
                                  uint64_t first, uint64_t last)
{
    uint64_t scale;
    const uint32_t scaled = gac__path_scaled(t, v.symbol, &scale);
    first = gac__path_truncate(first - v.bits, v.width);
    last = gac__path_truncate(last - v.bits, v.width);
    if (v.symbol == 0)
        return gac__path_number(first > last || first == 0, 1);
    if (scaled != 0) {
        const bool wraps = first > last;
        last /= scale;
        first = first / scale + (first % scale != 0);
        if (!wraps && first > last)
            return gac__path_number(0, 1);
        v.symbol = scaled;
    }
    const gac__symbol *of = gac__path_symbol_at(t, v.symbol);
    gac__interval_set set = gac__intervals_range(v.width, first, last);
    if (of->positive || of->most != gac__path_truncate(UINT64_MAX, v.width)) {
        const gac__interval_set all = gac__symbol_range(of);
        if (!gac__intervals_combine(&set, &all, GAC__INTERSECTION, &set))
            return top;
        if (set.n == 0 || gac__intervals_equal(&all, &set))
            return gac__path_number(set.n != 0, 1);
    }
    if (of->width == 1) { /* the symbol itself is a condition */
        v.width = 1;
        v.bits = 0;
        return set.ends[0] == 1 ? v : gac__path_not(t, v);
    }
    uint64_t words[1 + GAC__MOST_ENDS] = {v.symbol};
    memcpy(words + 1, set.ends, set.n * sizeof *words);
    gac__symbol s = {.width = 1, .base = v.symbol, .truth = set};
    s.key = gac__hash_bytes(words, (1 + set.n) * sizeof *words, 3);
    return add_inputs(t, &s, v) ? gac__path_symbol(t, &s) : top;
}

gac__path_value gac__path_equal(gac__paths *t, gac__path_value a,
                                gac__path_value b)
{
    if (a.symbol == b.symbol)
        return gac__path_number(a.bits == b.bits, 1);
    if (b.symbol == 0 && a.width == 1)
        return b.bits ? a : gac__path_not(t, a);
    if (b.symbol == 0)
        return is_between(t, a, b.bits, b.bits);
    if (a.symbol == 0)
        return is_between(t, b, a.bits, a.bits);
    gac__path_value both[] = {a.symbol < b.symbol ? a : b,
                              a.symbol < b.symbol ? b : a};
    return gac__path_expression(t, SpvOpIEqual, 1, both, 2, 0);
}

/* The constant that is added to the symbol of `v`, if it is small, and `other`
 * is small as well; else 0. */
static uint64_t small_bits(gac__path_value v, gac__path_value other)
{
    const int64_t limit = INT64_C(1) << v.width / 2;
    const int64_t own = gac__path_signed(v), bound = gac__path_signed(other);
    return own > -limit && own < limit && bound > -limit && bound < limit
               ? v.bits
               : 0;
}

/* The condition a < b. Signed sums do not overflow in C: it is one of numbers
 * that are not near the end of their range. */
static gac__path_value is_less(gac__paths *t, bool is_signed, gac__path_value a,
                               gac__path_value b)
{
    const uint64_t least = is_signed ? UINT64_C(1) << (a.width - 1) : 0;
    const uint64_t most = gac__path_truncate(least - 1, a.width);
    const gac__path_value both[] = {a, b};
    if (gac__path_is_constant(b))
        return b.bits == least
                   ? gac__path_number(0, 1)
                   : is_between(t, a,
                                least + (is_signed ? small_bits(a, b) : 0),
                                b.bits - 1);
    if (gac__path_is_constant(a))
        return a.bits == most
                   ? gac__path_number(0, 1)
                   : is_between(t, b, a.bits + 1,
                                most + (is_signed ? small_bits(b, a) : 0));
    return gac__path_expression(t, is_signed ? SpvOpSLessThan : SpvOpULessThan,
                                1, both, 2, 0);
}

gac__path_value gac__path_compare(gac__paths *t, uint32_t opcode,
                                  gac__path_value a, gac__path_value b)
{
    if (a.kind != GAC__PATH_NUMBER || b.kind != GAC__PATH_NUMBER
        || a.width != b.width || a.width == 0 || a.width > 64)
        return top; /* width 0: the module's types are wrong */
    switch (opcode) {
    case SpvOpIEqual:
    case SpvOpLogicalEqual: return gac__path_equal(t, a, b);
    case SpvOpINotEqual:
    case SpvOpLogicalNotEqual:
        return gac__path_not(t, gac__path_equal(t, a, b));
    case SpvOpULessThan: return is_less(t, false, a, b);
    case SpvOpSLessThan: return is_less(t, true, a, b);
    case SpvOpUGreaterThan: return is_less(t, false, b, a);
    case SpvOpSGreaterThan: return is_less(t, true, b, a);
    case SpvOpULessThanEqual: return gac__path_not(t, is_less(t, false, b, a));
    case SpvOpSLessThanEqual: return gac__path_not(t, is_less(t, true, b, a));
    case SpvOpUGreaterThanEqual:
        return gac__path_not(t, is_less(t, false, a, b));
    default: return gac__path_not(t, is_less(t, true, a, b));
    }
}

/* The symbol that a condition tests for being in a set; 0: it tests none. */
static uint32_t tested_by(const gac__paths *t, uint32_t condition,
                          const gac__interval_set **set_out)
{
    static const gac__interval_set one = {1, {1}};
    const gac__symbol *s = gac__path_symbol_at(t, condition);
    *set_out = s->base ? &s->truth : &one;
    return s->base ? s->base : s->width == 1 ? condition : 0;
}

bool gac__path_can_be(const gac__paths *t, gac__path_value v, bool can_out[2])
{
    const gac__interval_set *set;
    uint32_t i;
    can_out[0] = can_out[1] = true;
    if (v.kind != GAC__PATH_NUMBER)
        return false;
    if (gac__path_is_constant(v)) {
        can_out[v.bits == 0] = false;
        return true;
    }
    if ((i = tested_by(t, v.symbol, &set)) == 0)
        return false;
    const gac__symbol *s = gac__path_symbol_at(t, i);
    const bool truth = (v.bits & 1) == 0;
    if (s->constrained) {
        can_out[truth] = gac__intervals_overlap(&s->domain, set);
        can_out[!truth] = !gac__intervals_subset(&s->domain, set);
    }
    return true;
}

static bool may_depend(const gac__symbol *a, const gac__symbol *b)
{
    if (a->load != 0 && a->load == b->load && a->address != b->address)
        return false;
    if (a->opcode == SpvOpBitwiseAnd && b->opcode == SpvOpBitwiseAnd
        && a->of[0].symbol == b->of[0].symbol && a->of[0].bits == 0
        && b->of[0].bits == 0 && a->of[1].symbol == 0 && b->of[1].symbol == 0
        && (a->of[1].bits & b->of[1].bits) == 0)
        return false;
    for (uint32_t i = 0; i < a->n_inputs; i++)
        for (uint32_t k = 0; k < b->n_inputs; k++)
            if (a->inputs[i] == b->inputs[k])
                return true;
    return false;
}

bool gac__path_is_free(const gac__paths *t, uint32_t symbol)
{
    for (size_t k = 0; k < t->constrained.n; k++)
        if (t->constrained.items[k] != symbol
            && may_depend(gac__path_symbol_at(t, symbol),
                          gac__path_symbol_at(t, t->constrained.items[k])))
            return false;
    return true;
}

bool gac__path_assume(gac__paths *t, gac__path_value v, bool truth)
{
    const gac__interval_set *set;
    gac__interval_set rest;
    uint32_t i;
    if (gac__path_is_constant(v))
        return true;
    if (v.kind != GAC__PATH_NUMBER || (i = tested_by(t, v.symbol, &set)) == 0)
        return false;
    gac__symbol *s = gac__path_symbol_at(t, i);
    if (!gac__intervals_combine(
            &s->domain, set,
            truth == (v.bits & 1) ? GAC__DIFFERENCE : GAC__INTERSECTION, &rest))
        return false;
    t->stamp++;
    s->domain = rest;
    if (s->constrained)
        return true;
    s->constrained = true;
    return GAC__VEC_PUSH(gac__path_allocator(t), &t->constrained, i)
           && gac__path_is_free(t, i);
}
