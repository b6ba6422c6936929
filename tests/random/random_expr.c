/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random expressions.
 *
 * Each has exactly the type that was asked for: scalars are cast after every
 * operator, since C promotes them. Signed arithmetic goes through unsigned
 * types, shift counts are masked, divisors made positive, float to integer
 * conversions clamped: nothing is undefined. Of floating point only what rounds
 * in one way is used. */
#include "random_gen.h"

static void leaf(random_gen *g, random_type t);

/* -- types ----------------------------------------------------------------- */

static bool is_signed(random_type t)
{
    return !random_is_float(t) && t.base % 2 == 0;
}

uint32_t random_bits(random_type t)
{
    static const uint8_t bits[RANDOM_BASES] = {8,  8,  16, 16, 32,
                                               32, 64, 64, 32, 64};
    return bits[t.base];
}

static random_type with_base(random_type t, uint32_t base)
{
    return (random_type){(uint8_t)base, t.width};
}

static random_type scalar_of(random_type t)
{
    return (random_type){t.base, 1};
}

static random_type unsigned_of(random_type t)
{
    return with_base(t, t.base | 1u);
}

/* The integer type, signed, of the same size. */
static random_type mask_of(random_type t)
{
    if (random_is_float(t))
        return with_base(t, t.base == RANDOM_FLOAT ? RANDOM_INT : RANDOM_LONG);
    return with_base(t, t.base & ~1u);
}

static uint32_t some_base(random_gen *g, bool floats)
{
    static const uint8_t often[] = {
        RANDOM_INT,   RANDOM_UINT,  RANDOM_INT,   RANDOM_UINT,  RANDOM_ULONG,
        RANDOM_LONG,  RANDOM_CHAR,  RANDOM_UCHAR, RANDOM_SHORT, RANDOM_USHORT,
        RANDOM_FLOAT, RANDOM_FLOAT, RANDOM_DOUBLE};
    if (!floats)
        return often[random_below(g, 10)];
    return often[random_below(g, g->doubles ? 13 : 12)];
}

random_type random_some_type(random_gen *g, bool scalar)
{
    static const uint8_t widths[] = {2, 3, 4, 4, 8, 16};
    random_type t = {(uint8_t)some_base(g, true), 1};
    if (!scalar && random_chance(g, 35))
        t.width = widths[random_below(g, 6)];
    return t;
}

/* -- leaves ---------------------------------------------------------------- */

static void literal(random_gen *g, random_type t)
{
    static const char *const edges[] = {"0",
                                        "1",
                                        "-1",
                                        "127",
                                        "-128",
                                        "255",
                                        "0x7fff",
                                        "0xffff",
                                        "0x7fffffff",
                                        "0x80000000u",
                                        "0x7fffffffffffffffL"};
    const char *name = random_type_name(t);
    if (random_is_float(t)) {
        int32_t n = (int32_t)random_below(g, 4001) - 2000;
        random_put(g, "((%s)(%d.%s%s))", name, n / 8,
                   random_chance(g, 50) ? "5" : "0",
                   t.base == RANDOM_FLOAT ? "f" : "");
    } else if (random_chance(g, 25)) {
        random_put(g, "((%s)(%s)(%s))", name, random_type_name(scalar_of(t)),
                   edges[random_below(g, 11)]);
    } else {
        random_put(g, "((%s)(%s)(%d))", name, random_type_name(scalar_of(t)),
                   (int)random_below(g, 200) - 60);
    }
}

/* An element of an array variable, or the variable. */
static void variable(random_gen *g, const random_var *v, uint32_t depth)
{
    if (!v->length) {
        random_put(g, "%s", v->name);
        return;
    }
    random_put(g, "%s[", v->name);
    if (depth && random_chance(g, 60)) {
        random_put(g, "(");
        random_expr(g, (random_type){RANDOM_UINT, 1}, depth - 1);
        random_put(g, ") & %u", v->length - 1);
    } else {
        random_put(g, "%u", random_below(g, v->length));
    }
    random_put(g, "]");
}

/* The start of a conversion; convert_close() is its end. clang-22 mixes up the
 * signs of convert_T(): vectors are converted by the language's own means. */
static bool convert_open(random_gen *g, random_type to, random_type from)
{
    /* Both translators make 1 of a comparison's -1 on its way to a float, where
     * they see both. */
    if (!random_plain && random_is_float(to) && !random_is_float(from)
        && is_signed(from)) {
        random_put(g, "(convert_%s(", random_type_name(to));
        return false;
    }
    if (to.width == 1) {
        random_put(g, "((%s)(", random_type_name(to));
        return false;
    }
    if (!random_is_float(to) && is_signed(from) && !is_signed(to)
        && random_chance(g, 30)) {
        random_put(g, "(convert_%s_sat(", random_type_name(to));
        return false;
    }
    /* clang-14 takes parts of a narrowed vector from the wrong end. */
    if (!random_is_float(to) && !random_is_float(from)
        && random_bits(to) < random_bits(from)) {
        random_put(g, "(convert_%s(", random_type_name(to));
        return false;
    }
    random_put(g, "(__builtin_convertvector(");
    return true;
}

static void convert_close(random_gen *g, random_type to, bool builtin)
{
    if (builtin)
        random_put(g, ", %s", random_type_name(to));
    random_put(g, "))");
}

/* Bounds of an integer type that its float conversions hit exactly or miss on
 * the inner side. */
static void clamp_bounds(random_type t, const char **low, const char **high)
{
    static const char *const lows[] = {"-128",           "0", "-32768",   "0",
                                       "-2147483648.0f", "0", "-1.0e18f", "0"};
    static const char *const highs[] = {"127",     "255",    "32767",
                                        "65535",   "2.0e9f", "4.0e9f",
                                        "1.0e18f", "1.5e19f"};
    *low = lows[t.base];
    *high = highs[t.base];
}

/* An expression of type `from` converted to `to`, of the same width. */
static void converted(random_gen *g, random_type to, random_type from,
                      uint32_t depth)
{
    if (random_plain && random_is_float(from) && !random_is_float(to)) {
        leaf(g, to);
        return;
    }
    bool builtin = convert_open(g, to, from);
    if (random_is_float(from) && !random_is_float(to)) {
        const char *low, *high, *name = random_type_name(from);
        clamp_bounds(to, &low, &high);
        random_put(g, "fmin(fmax(");
        random_expr(g, from, depth);
        random_put(g, ", (%s)(%s)), (%s)(%s))", name, low, name, high);
    } else {
        random_expr(g, from, depth);
    }
    convert_close(g, to, builtin);
}

static const random_var *find_variable(random_gen *g, random_type t)
{
    const random_var *found = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_vars; i++) {
        const random_var *v = &g->vars[i];
        if (v->type.base == t.base && v->type.width == t.width
            && random_below(g, ++n) == 0)
            found = v;
    }
    return found;
}

/* A load from the input, which is never written, through any type. */
static void input(random_gen *g, random_type t, uint32_t depth)
{
    uint32_t width = t.width == 3 ? 4 : t.width;
    uint32_t elements = RANDOM_IN_WORDS * 32 / (random_bits(t) * width);
    const char *scalar = random_type_name(scalar_of(t));
    bool load = t.width > 1 && random_chance(g, 50);
    if (!g->in_kernel) { /* functions cannot see it */
        leaf(g, t);
        return;
    }
    if (random_is_float(
            t)) { /* any bits would do, but small numbers say more */
        random_type from = {RANDOM_SHORT, t.width};
        bool builtin = convert_open(g, t, from);
        input(g, from, depth);
        convert_close(g, t, builtin);
        return;
    }
    if (load)
        random_put(g, "vload%u((", t.width);
    else
        random_put(g, "((global const %s *)in)[(", random_type_name(t));
    random_expr(g, (random_type){RANDOM_UINT, 1}, depth);
    random_put(g, ") & %u", elements - 1);
    if (load)
        random_put(g, ", (global const %s *)in)", scalar);
    else
        random_put(g, "]");
}

static void component_of(random_gen *g, const random_var *v, uint32_t depth)
{
    variable(g, v, depth);
    random_put(g, ".s%x", random_below(g, v->type.width));
}

static const random_var *find_vector(random_gen *g, random_type t)
{
    const random_var *found = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_vars; i++) {
        const random_var *v = &g->vars[i];
        if (v->type.base == t.base && v->type.width > 1
            && random_below(g, ++n) == 0)
            found = v;
    }
    return found;
}

static void leaf(random_gen *g, random_type t)
{
    const random_var *v = find_variable(g, t);
    if (v != NULL && random_chance(g, 80)) {
        variable(g, v, 0);
        return;
    }
    v = find_vector(g, t);
    if (v != NULL && random_chance(g, 70)) {
        if (t.width == 1) {
            component_of(g, v, 0);
        } else if (!v->length) { /* a swizzle */
            random_put(g, "%s.s", v->name);
            for (uint32_t k = 0; k < t.width; k++)
                random_put(g, "%x", random_below(g, v->type.width));
        } else {
            literal(g, t);
        }
        return;
    }
    if (random_chance(g, 70)) {
        random_type from = with_base(t, some_base(g, false));
        v = find_variable(g, from);
        if (v != NULL && from.base != t.base) {
            bool builtin = convert_open(g, t, from);
            variable(g, v, 0);
            convert_close(g, t, builtin);
            return;
        }
    }
    literal(g, t);
}

/* -- integers -------------------------------------------------------------- */

/* a op b where overflow must wrap. */
static void wrapping(random_gen *g, random_type t, const char *op,
                     uint32_t depth)
{
    const char *name = random_type_name(t);
    if (t.width == 1) {
        const char *wide = random_bits(t) == 64 ? "ulong" : "uint";
        random_put(g, "((%s)((%s)", name, wide);
        random_expr(g, t, depth);
        random_put(g, " %s (%s)", op, wide);
    } else {
        const char *u = random_type_name(unsigned_of(t));
        random_put(g, "(as_%s(as_%s(", name, u);
        random_expr(g, t, depth);
        random_put(g, ") %s as_%s(", op, u);
        random_expr(g, t, depth);
        random_put(g, ")))");
        return;
    }
    random_expr(g, t, depth);
    random_put(g, "))");
}

static void bitwise(random_gen *g, random_type t, const char *op,
                    uint32_t depth)
{
    random_put(g, "((%s)(", random_type_name(t));
    random_expr(g, t, depth);
    random_put(g, " %s ", op);
    random_expr(g, t, depth);
    random_put(g, "))");
}

static void divide(random_gen *g, random_type t, uint32_t depth)
{
    const char *name = random_type_name(t),
               *scalar = random_type_name(scalar_of(t));
    uint64_t most = UINT64_MAX >> (64 - random_bits(t) + is_signed(t));
    random_put(g, "((%s)(", name);
    random_expr(g, t, depth);
    random_put(g, " %s (%s)((", random_chance(g, 50) ? "/" : "%", name);
    random_expr(g, t, depth);
    random_put(g, " & (%s)(%s)0x%llxUL) | (%s)(%s)1)))", name, scalar,
               (unsigned long long)most, name, scalar);
}

static void shift(random_gen *g, random_type t, uint32_t depth)
{
    const char *name = random_type_name(t),
               *scalar = random_type_name(scalar_of(t));
    random_put(g, "((%s)(", name);
    random_expr(g, t, depth);
    random_put(g, " %s (", random_chance(g, 50) ? "<<" : ">>");
    if (random_chance(g, 40)) {
        random_put(g, "(%s)(%s)%u)))", name, scalar,
                   random_below(g, random_bits(t)));
        return;
    }
    random_expr(g, t, depth);
    random_put(g, " & (%s)(%s)%u)))", name, scalar, random_bits(t) - 1);
}

static void compare(random_gen *g, random_type t, uint32_t depth)
{
    static const char *const ops[] = {
        "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    random_type of = t;
    uint32_t op = random_below(g, 8);
    if (t.width == 1)
        of = random_some_type(g, true);
    else if (random_bits(t) >= 32 && random_chance(g, 40))
        of = with_base(t, random_bits(t) == 32 || !g->doubles ? RANDOM_FLOAT
                                                              : RANDOM_DOUBLE);
    if (t.width > 1 && random_bits(of) != random_bits(t))
        of = t;
    if (random_is_float(of))
        op %= 6;
    random_put(g, t.width == 1 ? "((%s)(" : "(as_%s(", random_type_name(t));
    random_expr(g, of, depth);
    random_put(g, " %s ", ops[op]);
    random_expr(g, of, depth);
    random_put(g, "))");
}

static void integer_builtin(random_gen *g, random_type t, uint32_t depth)
{
    static const struct {
        const char *name;
        uint8_t arity;
    } list[] = {{"add_sat", 2}, {"sub_sat", 2}, {"hadd", 2},
                {"rhadd", 2},   {"clz", 1},     {"popcount", 1},
                {"mul_hi", 2},  {"rotate", 2},  {"min", 2},
                {"max", 2},     {"mad_hi", 3},  {"bitselect", 3},
                {"abs", 1},     {"abs_diff", 2}};
    uint32_t which = random_below(g, 14);
    /* abs and abs_diff give unsigned results. */
    const char *name = random_type_name(t);
    random_put(g, t.width == 1 ? "((%s)%s(" : "(as_%s(%s(", name,
               list[which].name);
    for (uint32_t k = 0; k < list[which].arity; k++) {
        random_put(g, k ? ", " : "");
        random_expr(g, t, depth);
        /* PoCL's abs() of the smallest number is undefined. */
        if (which == 12)
            random_put(g, " | (%s)(%s)1", name, random_type_name(scalar_of(t)));
    }
    random_put(g, t.width == 1 ? "))" : ")))");
}

static void integer(random_gen *g, random_type t, uint32_t depth)
{
    switch (random_below(g, 16)) {
    case 0:
    case 1: wrapping(g, t, "+", depth); break;
    case 2: wrapping(g, t, "-", depth); break;
    case 3:
    case 4: wrapping(g, t, "*", depth); break;
    case 5: bitwise(g, t, "&", depth); break;
    case 6: bitwise(g, t, "|", depth); break;
    case 7: bitwise(g, t, "^", depth); break;
    case 8: divide(g, t, depth); break;
    case 9:
    case 10: shift(g, t, depth); break;
    case 11:
    case 12: compare(g, t, depth); break;
    case 13:
        random_put(g, "((%s)~", random_type_name(t));
        random_expr(g, t, depth);
        random_put(g, ")");
        break;
    default:
        if (random_plain)
            wrapping(g, t, "+", depth);
        else
            integer_builtin(g, t, depth);
        break;
    }
}

/* -- floating point -------------------------------------------------------- */

static void floating(random_gen *g, random_type t, uint32_t depth)
{
    static const char *const ops[] = {"+", "-", "*", "/"};
    static const char *const unary[] = {"fabs",  "floor", "ceil",
                                        "trunc", "rint",  "-"};
    uint32_t which = random_below(g, random_plain ? 6 : 12);
    if (which < 6) {
        random_put(g, "(");
        random_expr(g, t, depth);
        random_put(g, " %s ", ops[which % 4]);
        random_expr(g, t, depth);
        random_put(g, ")");
    } else if (which < 8) {
        random_put(g, "(%s(", unary[random_below(g, 6)]);
        random_expr(g, t, depth);
        random_put(g, "))");
    } else if (which == 8) {
        random_put(g, "fma(");
        random_expr(g, t, depth);
        random_put(g, ", ");
        random_expr(g, t, depth);
        random_put(g, ", ");
        random_expr(g, t, depth);
        random_put(g, ")");
    } else {
        converted(g, t, with_base(t, some_base(g, g->doubles)), depth);
    }
}

/* -- all types ------------------------------------------------------------- */

void random_condition(random_gen *g, uint32_t depth)
{
    random_type t = random_some_type(g, true);
    static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
    if (random_chance(g, 30)) { /* a bit of the work-item's number or a value */
        random_put(g, "((");
        random_expr(g, (random_type){RANDOM_UINT, 1}, depth);
        random_put(g, " & %u) %s 0)", 1u << random_below(g, 5),
                   random_chance(g, 50) ? "!=" : "==");
        return;
    }
    random_put(g, "(");
    random_expr(g, t, depth);
    random_put(g, " %s ", ops[random_below(g, 6)]);
    random_expr(g, t, depth);
    random_put(g, ")");
}

static void choose(random_gen *g, random_type t, uint32_t depth)
{
    if (t.width > 1 && random_chance(g, 60)) {
        random_put(g, "select(");
        random_expr(g, t, depth);
        random_put(g, ", ");
        random_expr(g, t, depth);
        random_put(g, ", ");
        random_expr(g, mask_of(t), depth);
        random_put(g, ")");
        return;
    }
    random_put(g, "((%s)(", random_type_name(t));
    random_condition(g, depth);
    random_put(g, " ? ");
    random_expr(g, t, depth);
    random_put(g, " : ");
    random_expr(g, t, depth);
    random_put(g, "))");
}

static void call(random_gen *g, random_type t, uint32_t depth)
{
    const random_function *f = &g->functions[random_below(g, g->n_functions)];
    random_type result = f->result;
    const random_var *array = NULL;
    for (uint32_t i = 0; f->takes_array && i < g->n_vars; i++)
        if (g->vars[i].length == 8 && g->vars[i].writable
            && g->vars[i].type.base == f->array.base
            && g->vars[i].type.width == f->array.width)
            array = &g->vars[i];
    if (result.width != t.width || (f->takes_array && array == NULL)
        || random_is_float(result) != random_is_float(t)) {
        leaf(g, t);
        return;
    }
    bool builtin = convert_open(g, t, result);
    random_put(g, "f%u(", f->number);
    for (uint32_t k = 0; k < f->n_params; k++) {
        random_put(g, k ? ", " : "");
        random_expr(g, f->params[k], depth / 2);
    }
    if (f->takes_array)
        random_put(g, "%s%s", f->n_params ? ", " : "", array->name);
    random_put(g, ")");
    convert_close(g, t, builtin);
}

static void vector_of_parts(random_gen *g, random_type t, uint32_t depth)
{
    uint32_t left = t.width;
    random_put(g, "((%s)(", random_type_name(t));
    while (left) {
        static const uint8_t widths[] = {1, 2, 4, 8};
        uint32_t part = widths[random_below(g, 4)];
        while (part > left || (part == t.width && part > 1))
            part /= 2;
        random_expr(g, (random_type){t.base, (uint8_t)part},
                    left == t.width ? depth : 0);
        left -= part;
        random_put(g, left ? ", " : "))");
    }
}

static void scalar_of_vector(random_gen *g, random_type t, uint32_t depth)
{
    static const uint8_t widths[] = {2, 3, 4, 8, 16};
    random_type of = {t.base, widths[random_below(g, 5)]};
    random_put(g, "((%s)(", random_type_name(of));
    random_expr(g, of, depth);
    random_put(g, ")).s%x", random_below(g, of.width));
}

/* The same bits as another type. */
static void reinterpret(random_gen *g, random_type t, uint32_t depth)
{
    uint32_t total = random_bits(t) * t.width;
    random_type from = {(uint8_t)some_base(g, false), 1};
    uint32_t width = total / random_bits(from);
    if (t.width == 3 || width == 0 || width > 16) {
        leaf(g, t);
        return;
    }
    from.width = (uint8_t)width;
    random_put(g, "as_%s(", random_type_name(t));
    random_expr(g, from, depth);
    random_put(g, ")");
}

void random_expr(random_gen *g, random_type t, uint32_t depth)
{
    if (depth == 0 || random_chance(g, 8)) {
        leaf(g, t);
        return;
    }
    depth--;
    uint32_t which = random_below(g, 100);
    if (which < 6) {
        const random_var *v = find_variable(g, t);
        if (v != NULL)
            variable(g, v, depth);
        else
            input(g, t, depth);
    } else if (which < 14) {
        input(g, t, depth);
    } else if (which < 24) {
        choose(g, t, depth);
    } else if (which < 30 && g->n_functions) {
        call(g, t, depth);
    } else if (which < 36 && !random_is_float(t)) {
        converted(g, t, with_base(t, some_base(g, true)), depth);
    } else if (which < 42 && !random_is_float(t)) {
        reinterpret(g, t, depth);
    } else if (which < 48) {
        if (t.width > 1)
            vector_of_parts(g, t, depth);
        else
            scalar_of_vector(g, t, depth);
    } else if (random_is_float(t)) {
        floating(g, t, depth);
    } else {
        integer(g, t, depth);
    }
}
