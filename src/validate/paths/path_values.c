/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The values of terms on a path. */

/* Loads, phis and copies are evaluated where the path executes them; of a load
 * from shared memory, only the memory's version is kept. All other values are
 * computed from these when they are needed. That gives the value that they had
 * where they were defined: a definition dominates its uses, so that none of its
 * operands has been executed since. */
#include "validate/paths/paths.h"

#define MAX_DEPTH 12 /* of terms that are made from each other */

static const gac__path_value top = {0};

static gac__path_value evaluate(gac__paths *t, uint32_t index, uint32_t depth);

static gac__path_value operand(gac__paths *t, const gac__term *term, uint32_t i,
                               uint32_t depth)
{
    return evaluate(t, t->operands.items[term->first + i], depth);
}

/* -- arithmetic ------------------------------------------------------------ */

static gac__path_value add_numbers(gac__paths *t, uint32_t opcode,
                                   gac__path_value a, gac__path_value b)
{
    bool minus = opcode == SpvOpISub;
    gac__path_value both[] = {a, b};
    if (gac__path_is_constant(b)) {
        a.bits = gac__path_truncate(minus ? a.bits - b.bits : a.bits + b.bits,
                                    a.width);
        return a;
    }
    if (gac__path_is_constant(a) && !minus) {
        b.bits = gac__path_truncate(a.bits + b.bits, b.width);
        return b;
    }
    return gac__path_expression(t, opcode, a.width, both, 2, 0);
}

/* The constant that is added to the symbol of `a` once the sum is extended.
 * True if the symbol's domain tells that the sum does not wrap around and, if
 * `is_signed`, that its sign bit is clear. */
static bool widened_bits(gac__paths *t, gac__path_value a, bool is_signed,
                         uint64_t *bits_out)
{
    const gac__symbol *s = gac__path_symbol_at(t, a.symbol);
    const gac__interval_set *d = &s->domain;
    const uint64_t all = gac__path_truncate(UINT64_MAX, a.width);
    *bits_out = a.bits;
    if (a.bits == 0 && (!is_signed || a.width > s->width))
        return true;
    if (d->n == 0)
        return false;
    uint64_t first = d->ends[0], last = gac__intervals_last(d);
    uint64_t most = is_signed ? all >> 1 : all;
    if (last <= most && a.bits <= most - last)
        return true;
    *bits_out = a.bits - all - 1; /* a negative constant */
    return a.bits > all - first
           && gac__path_truncate(last + a.bits, a.width) <= most;
}

/* A number in another width. */
static gac__path_value convert(gac__paths *t, uint32_t opcode, uint32_t width,
                               gac__path_value a)
{
    if (a.kind != GAC__PATH_NUMBER)
        return top;
    if (gac__path_is_constant(a)) {
        gac__number n = {a.bits, a.width};
        uint64_t bits;
        return gac__module_fold(opcode, width, &n, 1, &bits)
                   ? gac__path_number(bits, width)
                   : top;
    }
    uint64_t bits = a.bits;
    if (width == a.width
        || (width < a.width && width > 1
            && width >= gac__path_symbol_at(t, a.symbol)->width)
        || (width > a.width
            && widened_bits(t, a, opcode == SpvOpSConvert, &bits))) {
        a.width = width & 0xFF;
        a.bits = gac__path_truncate(bits, width);
        return a;
    }
    return gac__path_expression(t, opcode, width, &a, 1, 0);
}

/* The conjunction or disjunction of two conditions. */
static gac__path_value connect(gac__paths *t, uint32_t opcode,
                               gac__path_value a, gac__path_value b)
{
    gac__path_value both[] = {a, b};
    bool is_or = opcode == SpvOpLogicalOr;
    for (int i = 0; i < 2; i++) {
        bool can[2];
        (void)gac__path_can_be(t, both[i], can);
        if (!can[!is_or])
            return gac__path_number(is_or, 1);
        if (!can[is_or])
            return both[1 - i];
    }
    return gac__path_expression(t, opcode, 1, both, 2, 0);
}

/* A selection between 1 and 0 is its condition, as a number: unoptimised code
 * keeps conditions so. */
static gac__path_value widened(gac__paths *t, const gac__term *term,
                               gac__path_value v, gac__path_value one,
                               gac__path_value zero)
{
    if (v.kind != GAC__PATH_NUMBER || v.bits != 0
        || gac__path_symbol_at(t, v.symbol)->width != 1
        || !gac__path_is_constant(one) || !gac__path_is_constant(zero)
        || one.bits != 1 || zero.bits != 0)
        return top;
    v.width = term->integer ? term->width : 0;
    return v;
}

static gac__path_value choose(gac__paths *t, const gac__term *term,
                              uint32_t depth)
{
    gac__path_value v = operand(t, term, 0, depth);
    bool can[2] = {true, true};
    if (v.kind == GAC__PATH_NUMBER && v.width == 1)
        (void)gac__path_can_be(t, v, can);
    gac__path_value one = top, zero = top;
    if (can[1])
        one = operand(t, term, 1, depth);
    if (can[0])
        zero = operand(t, term, 2, depth);
    if (can[0] && can[1] && one.kind == GAC__PATH_EVENT) {
        if (one.symbol == zero.symbol && zero.kind == GAC__PATH_EVENT)
            return one;
        gac__path_untrack_event(t, one);
        gac__path_untrack_event(t, zero);
        return top;
    }
    if (can[0] && can[1] && one.kind == GAC__PATH_NUMBER && one.width == 1
        && zero.kind == GAC__PATH_NUMBER && v.kind == GAC__PATH_NUMBER) {
        if (gac__path_is_constant(zero) && zero.bits == 0)
            return connect(t, SpvOpLogicalAnd, v, one);
        if (gac__path_is_constant(one) && one.bits == 1)
            return connect(t, SpvOpLogicalOr, v, zero);
    }
    if (can[0] && can[1])
        return widened(t, term, v, one, zero);
    return can[1] ? one : zero;
}

/* -- pointers -------------------------------------------------------------- */

/* Adds an unknown index to an address. A constant that is added to a local id
 * is kept apart from the id. */
static gac__path_value add_index(gac__paths *t, gac__path_value from,
                                 gac__path_value index, uint64_t size)
{
    uint64_t scale;
    const uint32_t scaled = gac__path_scaled(t, index.symbol, &scale);
    if (gac__path_symbol_at(t, scaled ? scaled : index.symbol)->is_id) {
        from.bits += size * (uint64_t)gac__path_signed(index);
        index.bits = 0;
    }
    gac__path_value both[] = {from, index};
    both[0].bits = 0;
    gac__path_value r = gac__path_expression(t, SpvOpPtrAccessChain, from.width,
                                             both, 2, (uint32_t)size);
    r.bits = from.bits;
    return r;
}

/* A pointer `index` elements further on. In a variable of a function, an index
 * may lead behind its end, and another one back. */
static gac__path_value move_on(gac__paths *t, gac__path_value from,
                               gac__path_value index, uint64_t size)
{
    const bool constant = gac__path_is_constant(index);
    const int64_t by = constant ? gac__path_signed(index) : 0;
    if (index.kind != GAC__PATH_NUMBER)
        return top;
    if (from.kind == GAC__PATH_LOCATION
        && (!constant || by < INT32_MIN || by > INT32_MAX))
        return top;
    if (!constant)
        return add_index(t, from, index, size);
    from.bits += size * (uint64_t)by;
    return from;
}

/* The result of an access chain. */
static gac__path_value move_along(gac__paths *t, const gac__term *term,
                                  gac__path_value from, uint32_t depth)
{
    const uint64_t *strides = t->strides.items + term->other - 1;
    from.bits += strides[0];
    for (uint32_t i = 1; i < term->n && from.kind != GAC__PATH_TOP; i++)
        from = move_on(t, from, operand(t, term, i, depth), strides[i]);
    return from;
}

/* -- instructions ---------------------------------------------------------- */

/* Whether a number, masked or divided by a constant, is what is left: a local
 * id that is masked by the group's size less 1, a condition by 1. */
static bool keeps(const gac__paths *t, uint32_t opcode, gac__path_value a,
                  uint64_t by)
{
    const uint64_t most = gac__path_most(t, a);
    return (opcode == SpvOpBitwiseAnd && (by & (by + 1)) == 0 && most <= by)
           || (opcode == SpvOpUMod && most < by);
}

static gac__path_value of_two(gac__paths *t, uint32_t opcode, uint32_t width,
                              gac__path_value a, gac__path_value b)
{
    if ((opcode == SpvOpBitwiseAnd || opcode == SpvOpIMul)
        && gac__path_is_constant(a)) {
        const gac__path_value left = a;
        a = b;
        b = left;
    }
    gac__number n[] = {{a.bits, a.width}, {b.bits, b.width}};
    uint64_t bits;
    if (a.kind != GAC__PATH_NUMBER || b.kind != GAC__PATH_NUMBER)
        return top;
    if (gac__is_comparison(opcode) || opcode == SpvOpLogicalEqual
        || opcode == SpvOpLogicalNotEqual)
        return gac__path_compare(t, opcode, a, b);
    if (opcode == SpvOpLogicalAnd || opcode == SpvOpLogicalOr)
        return connect(t, opcode, a, b);
    if (gac__path_is_constant(b) && keeps(t, opcode, a, b.bits))
        return a;
    if (gac__path_is_constant(a) && gac__path_is_constant(b))
        return gac__module_fold(opcode, width, n, 2, &bits)
                   ? gac__path_number(bits, width)
                   : top;
    if (opcode == SpvOpIAdd || opcode == SpvOpISub)
        return add_numbers(t, opcode, a, b);
    if (opcode == SpvOpIMul && gac__path_is_constant(b))
        return gac__path_scale(t, a, b.bits);
    if (opcode == SpvOpShiftLeftLogical && gac__path_is_constant(b)
        && b.bits < a.width)
        return gac__path_scale(t, a, UINT64_C(1) << b.bits);
    gac__path_value both[] = {a, b};
    return gac__path_expression(t, opcode, width, both, 2, 0);
}

/* The result of an instruction of one or two numbers. */
static gac__path_value apply(gac__paths *t, uint32_t opcode, uint32_t width,
                             const gac__path_value *of, uint32_t n)
{
    if (n == 2)
        return of_two(t, opcode, width, of[0], of[1]);
    switch (opcode) {
    case SpvOpLogicalNot: return gac__path_not(t, of[0]);
    case SpvOpUConvert:
    case SpvOpSConvert: return convert(t, opcode, width, of[0]);
    default: return gac__path_expression(t, opcode, width, of, 1, 0);
    }
}

/* Whether a builtin is never 0. */
static bool is_size(gac__builtin b)
{
    return gac__is_group_size(b) || b.kind == SpvBuiltInNumWorkgroups
           || b.kind == SpvBuiltInGlobalSize;
}

/* The result of an instruction without side effects. */
static gac__path_value expression(gac__paths *t, const gac__term *term,
                                  uint32_t depth)
{
    gac__path_value operands[GAC__PATH_OPERANDS];
    operands[0] = top; /* there may be none */
    for (uint32_t i = 0; i < term->n; i++)
        operands[i] = operand(t, term, i, depth);
    if (term->kind == GAC__TERM_NUMBER)
        return apply(t, term->opcode, term->width, operands, term->n);
    gac__path_value result = gac__path_expression(
        t, term->opcode, term->width, operands, term->n, term->other);
    if (term->opcode != SpvOpFunctionCall || result.symbol == 0)
        return result;
    gac__symbol *s = gac__path_symbol_at(t, result.symbol);
    (void)gac__symbol_add_input(s, term->other);
    if (!s->positive
        && is_size(gac__builtin_of(t->p, (gac__ref){term->frame, term->id}))) {
        s->positive = true;
        s->domain = gac__symbol_range(s);
    }
    return result;
}

/* -- the first work-item --------------------------------------------------- */

#define MAX_FIRST 8 /* nested expressions */

static gac__path_value first_of(gac__paths *t, gac__path_value v,
                                uint32_t depth)
{
    if (v.kind != GAC__PATH_NUMBER || v.symbol == 0)
        return v;
    const gac__symbol s = *gac__path_symbol_at(t, v.symbol);
    gac__path_value of[2] = {top, top}, r;
    if (!s.by_id)
        return v;
    if (s.is_id)
        return gac__path_number(v.bits, v.width);
    if (s.n == 0 || depth >= MAX_FIRST || !gac__spend(&t->steps, 2))
        return top;
    for (uint32_t i = 0; i < s.n; i++)
        of[i] = first_of(t, s.of[i], depth + 1);
    if (s.opcode == SpvOpPtrAccessChain)
        r = of[0].kind == GAC__PATH_NUMBER ? move_on(t, of[0], of[1], s.extra)
                                           : top;
    else
        r = apply(t, s.opcode, s.width, of, s.n);
    if (r.kind != GAC__PATH_NUMBER)
        return top;
    r.width = v.width;
    r.bits = gac__path_truncate(r.bits + v.bits, v.width);
    return r;
}

gac__path_value gac__path_for_first_item(gac__paths *t, gac__path_value v)
{
    return first_of(t, v, 0);
}

/* -- terms ----------------------------------------------------------------- */

/* The symbol of a value in shared memory: the same load gives the same symbol
 * if address and version of memory are the same. */
static gac__path_value from_memory(gac__paths *t, const gac__term *term,
                                   uint64_t version, uint32_t depth)
{
    const gac__program *p = t->p;
    const uint32_t *load = gac__module_def_words(p->m, term->id);
    gac__ref pointer = {term->frame, load[3]}, self = {term->frame, term->id};
    gac__path_value address = operand(t, term, 0, depth);
    gac__ref base = gac__pointer_base(p, pointer);
    gac__symbol s = {.width = term->width};
    uint64_t words[] = {gac__path_input(self), address.symbol, address.bits,
                        version};
    if (address.kind != GAC__PATH_NUMBER || base.id == 0)
        return top;
    const gac__builtin builtin = gac__builtin_of(p, self);
    s.positive = is_size(builtin);
    if (builtin.kind == UINT32_MAX)
        s.load = (uint32_t)(gac__program_value(p, self) - p->values.items) + 1;
    else
        words[0] = words[3] = 0; /* a builtin variable never changes */
    s.address = gac__hash_bytes(words, 3 * sizeof *words, 5);
    (void)gac__symbol_add_input(&s, gac__path_input(base));
    s.key = gac__hash_bytes(words, sizeof words, 4);
    return gac__path_symbol(t, &s);
}

/* The value of a SET term; out of line like compute(). */
static __attribute__((noinline)) gac__path_value set_value(gac__paths *t,
                                                           uint32_t index,
                                                           uint32_t depth)
{
    const gac__term *term = &t->terms.items[index];
    if (t->stamp == GAC__NO_PATH)
        return term->opcode == SpvOpLoad ? from_memory(t, term, 0, depth + 1)
                                         : top;
    if (term->stamp == 0)
        return top;
    gac__path_value *value = &t->cells.items[term->stamp - 1].value;
    if (value->kind == GAC__PATH_LOADED)
        *value = from_memory(t, term, value->bits, depth + 1);
    return *value;
}

/* The value of a LOCATION term. */
static gac__path_value location(gac__paths *t, const gac__term *term,
                                uint32_t depth)
{
    gac__path_value base = operand(t, term, 0, depth);
    bool number =
        base.kind == GAC__PATH_NUMBER && base.symbol != 0 && term->pointer;
    if (!number && base.kind != GAC__PATH_LOCATION)
        return expression(t, term, depth);
    if (gac__chain_base(term->opcode) == 0)
        return base;
    return term->other == 0 ? top : move_along(t, term, base, depth);
}

/* Out of line, since most values that are asked for are known. */
static __attribute__((noinline)) gac__path_value compute(gac__paths *t,
                                                         const gac__term *term,
                                                         uint32_t depth)
{
    switch ((gac__term_kind)term->kind) {
    case GAC__TERM_SELECT: return choose(t, term, depth);
    case GAC__TERM_LOCATION: return location(t, term, depth);
    case GAC__TERM_NUMBER:
    case GAC__TERM_EXPRESSION: return expression(t, term, depth);
    default: return top;
    }
}

/* A computed value, which holds until a term is set or a condition assumed. */
static gac__path_value computed(gac__paths *t, gac__term *term, uint32_t depth)
{
    if (term->stamp != t->stamp)
        term->value = compute(t, term, depth + 1);
    term->stamp = t->steps == 0 ? 0 : t->stamp;
    return term->value;
}

static gac__path_value evaluate(gac__paths *t, uint32_t index, uint32_t depth)
{
    gac__term *term = &t->terms.items[index];
    if (depth >= MAX_DEPTH || !gac__spend(&t->steps, 1))
        return top;
    switch ((gac__term_kind)term->kind) {
    case GAC__TERM_FIXED: return term->value;
    case GAC__TERM_SET: return set_value(t, index, depth);
    case GAC__TERM_SYMBOLIC:
        if (term->stamp == 0)
            term->value = gac__path_symbolic(t, term);
        term->stamp = 1;
        return term->value;
    default: return computed(t, term, depth);
    }
}

gac__path_value gac__path_evaluate(gac__paths *t, uint32_t term)
{
    return evaluate(t, term, 0);
}
