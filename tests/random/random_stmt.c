/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random statements. Every loop ends after a few iterations, whatever its body
 * does: nothing else changes its counter. */
#include "random_gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 5u

static void statement(random_gen *g, uint32_t depth);

void random_line(random_gen *g)
{
    random_put(g, "\n%*s", (int)(g->indent * 4), "");
}

random_var *random_declare(random_gen *g, random_type t, uint32_t length,
                           bool writable)
{
    if (g->n_vars == sizeof g->vars / sizeof g->vars[0])
        g->n_vars--; /* one is forgotten */
    random_var *v = &g->vars[g->n_vars++];
    *v = (random_var){.type = t, .length = length, .writable = writable};
    snprintf(v->name, sizeof v->name, "v%u", g->next_name++);
    return v;
}

void random_statements(random_gen *g, uint32_t n, uint32_t depth)
{
    uint32_t outside = g->n_vars;
    g->indent++;
    for (uint32_t k = 0; k < n && g->budget; k++)
        statement(g, depth);
    g->indent--;
    g->n_vars = outside;
}

static void block(random_gen *g, uint32_t depth)
{
    random_put(g, " {");
    random_statements(g, 1 + random_below(g, 4), depth + 1);
    random_line(g);
    random_put(g, "}");
}

/* -- variables ------------------------------------------------------------- */

static uint32_t expression_depth(random_gen *g)
{
    return 1 + random_below(g, 3);
}

static void declare(random_gen *g)
{
    random_type t = random_some_type(g, false);
    uint32_t length = random_chance(g, 20) ? 8 : 0;
    random_line(g);
    if (length) {
        t.width = random_chance(g, 70) ? 1 : t.width;
        random_put(g, "%s v%u[8] = { ", random_type_name(t), g->next_name);
        for (uint32_t k = 0; k < length; k++) {
            random_put(g, k ? ", " : "");
            random_expr(g, t, 1);
        }
        random_put(g, " };");
    } else {
        random_put(g, "%s v%u = ", random_type_name(t), g->next_name);
        random_expr(g, t, expression_depth(g));
        random_put(g, ";");
    }
    random_declare(g, t, length, true);
}

static const random_var *writable(random_gen *g)
{
    const random_var *found = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_vars; i++)
        if (g->vars[i].writable && random_below(g, ++n) == 0)
            found = &g->vars[i];
    return found;
}

static void assign(random_gen *g)
{
    const random_var *v = writable(g);
    if (v == NULL) {
        declare(g);
        return;
    }
    random_type t = v->type;
    random_line(g);
    random_put(g, "%s", v->name);
    if (v->length) {
        random_put(g, "[(");
        random_expr(g, (random_type){RANDOM_UINT, 1}, 2);
        random_put(g, ") & %u]", v->length - 1);
    }
    if (t.width > 1 && random_chance(g, 40)) {
        static const char *const parts[] = {"x", "y", "s1", "s0", "s01", "s10"};
        uint32_t part = random_below(g, 6);
        random_put(g, ".%s", parts[part]);
        t.width = part < 4 ? 1 : 2;
    }
    random_put(g, " = ");
    random_expr(g, t, expression_depth(g));
    random_put(g, ";");
}

/* A component chosen at run time. */
static void assign_component(random_gen *g)
{
    const random_var *v = writable(g);
    if (v == NULL || v->length || v->type.width < 2 || v->type.width == 3) {
        assign(g);
        return;
    }
    random_type scalar = {v->type.base, 1};
    random_line(g);
    random_put(g, "((%s *)&%s)[(", random_type_name(scalar), v->name);
    random_expr(g, (random_type){RANDOM_UINT, 1}, 1);
    random_put(g, ") & %u] = ", v->type.width - 1u);
    random_expr(g, scalar, 2);
    random_put(g, ";");
}

void random_store(random_gen *g, random_type t)
{
    random_line(g);
    random_put(g, "out[at + %u] %s= ", g->next_slot++ % RANDOM_SLOTS,
               random_chance(g, 50) ? "^" : "");
    switch (t.base) {
    case RANDOM_FLOAT: random_put(g, "F32("); break;
    case RANDOM_DOUBLE: random_put(g, "F64("); break;
    case RANDOM_LONG:
    case RANDOM_ULONG: random_put(g, "U64("); break;
    default: random_put(g, "(uint)("); break;
    }
    random_expr(g, t, expression_depth(g));
    random_put(g, ");");
}

/* All components of a vector to the last output words. */
static void store_vector(random_gen *g)
{
    static const uint8_t widths[] = {2, 3, 4, 8};
    random_type t = {RANDOM_UINT, widths[random_below(g, 4)]};
    random_line(g);
    random_put(g, "vstore%u(", t.width);
    random_expr(g, t, expression_depth(g));
    random_put(g, ", 0, out + at + %u);", random_below(g, RANDOM_SLOTS - 8));
}

/* -- control flow ---------------------------------------------------------- */

static void if_else(random_gen *g, uint32_t depth)
{
    random_line(g);
    random_put(g, "if ");
    random_condition(g, 2);
    block(g, depth);
    while (random_chance(g, 25)) {
        random_put(g, " else if ");
        random_condition(g, 2);
        block(g, depth);
    }
    if (random_chance(g, 50)) {
        random_put(g, " else");
        block(g, depth);
    }
}

/* What a loop's body needs to know. */
static void loop_body(random_gen *g, uint32_t depth)
{
    uint32_t switches = g->switches;
    g->loops++;
    g->switches = 0;
    block(g, depth);
    g->loops--;
    g->switches = switches;
}

/* No power of two: clang-22 forgets to mask such a bound. */
static void bound(random_gen *g)
{
    if (random_chance(g, 40)) {
        random_put(g, "%u", 1 + random_below(g, 6));
        return;
    }
    random_put(g, "((");
    random_expr(g, (random_type){RANDOM_UINT, 1}, 2);
    random_put(g, ") %% 7)");
}

static void for_loop(random_gen *g, uint32_t depth)
{
    uint32_t outside = g->n_vars;
    random_line(g);
    random_put(g, "for (uint v%u = 0; v%u < ", g->next_name, g->next_name);
    uint32_t name = g->next_name++;
    bound(g);
    random_put(g, "; v%u++)", name);
    random_var *v = random_declare(g, (random_type){RANDOM_UINT, 1}, 0, false);
    snprintf(v->name, sizeof v->name, "v%u", name);
    loop_body(g, depth);
    g->n_vars = outside;
}

static void while_loop(random_gen *g, uint32_t depth)
{
    uint32_t outside = g->n_vars;
    random_type t = {RANDOM_UINT, 1};
    random_line(g);
    random_put(g, "uint v%u = ", g->next_name);
    bound(g);
    random_put(g, ";");
    const char *name = random_declare(g, t, 0, false)->name;
    char counter[sizeof(((random_var *)0)->name)];
    memcpy(counter, name, sizeof counter);
    random_line(g);
    if (random_chance(g, 50)) {
        random_put(g, "while (%s-- > 0 && ", counter);
        random_condition(g, 2);
        random_put(g, ")");
        loop_body(g, depth);
    } else {
        random_put(g, "do");
        loop_body(g, depth);
        random_put(g, " while (%s-- > 0 && ", counter);
        random_condition(g, 2);
        random_put(g, ");");
    }
    g->n_vars = outside;
    /* The counter stays declared in the block: its name is never used again. */
}

static void switch_cases(random_gen *g, uint32_t depth)
{
    uint32_t n = 2 + random_below(g, 5), value = random_below(g, 3);
    bool wide = random_chance(g, 20);
    random_line(g);
    random_put(g, "switch ((");
    random_expr(g, (random_type){wide ? RANDOM_ULONG : RANDOM_UINT, 1}, 2);
    random_put(g, ") %% 9) {");
    g->switches++;
    uint32_t fallback = random_below(g, n + 2);
    for (uint32_t k = 0; k < n; k++) {
        random_line(g);
        if (k == fallback)
            random_put(g, "default:");
        else
            random_put(g, "case %u:", value);
        value += 1 + random_below(g, 2);
        block(g, depth);
        if (random_chance(g, 70)) {
            random_line(g);
            random_put(g, "    break;");
        }
    }
    g->switches--;
    random_line(g);
    random_put(g, "}");
}

/* A jump out of everything in a block. */
static void forward_goto(random_gen *g, uint32_t depth)
{
    uint32_t label = g->next_name++;
    uint32_t outside = g->n_vars;
    random_line(g);
    random_put(g, "{");
    g->indent++;
    for (uint32_t k = 0; k < 3; k++) {
        random_line(g);
        random_put(g, "if ");
        random_condition(g, 1);
        random_put(g, " goto l%u;", label);
        for (uint32_t n = random_below(g, 3); n && g->budget; n--)
            statement(g, depth + 1);
    }
    g->indent--;
    g->n_vars = outside;
    random_line(g);
    random_put(g, "}");
    random_line(g);
    random_put(g, "l%u:;", label);
}

/* A loop with two entries. */
static void two_entries(random_gen *g, uint32_t depth)
{
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "uint c%u = 0;", n);
    random_line(g);
    random_put(g, "if ");
    random_condition(g, 1);
    random_put(g, " goto a%u;", n);
    random_line(g);
    random_put(g, "b%u: c%u++;", n, n);
    block(g, depth);
    random_line(g);
    random_put(g, "a%u: c%u++;", n, n);
    block(g, depth);
    random_line(g);
    random_put(g, "if (c%u < 6 && ", n);
    random_condition(g, 1);
    random_put(g, ") goto b%u;", n);
}

static void leave(random_gen *g)
{
    random_line(g);
    random_put(g, "if ");
    random_condition(g, 2);
    if (g->loops && random_chance(g, 80)) {
        random_put(g, " %s;", random_chance(g, 50) ? "break" : "continue");
        return;
    }
    if (!g->may_return) {
        random_put(g, ";");
        return;
    }
    random_put(g, " return");
    if (!g->in_kernel) {
        random_put(g, " ");
        random_expr(g, g->returns, 2);
    }
    random_put(g, ";");
}

/* -- atomics --------------------------------------------------------------- */

/* Counters that all work-items change: each only in ways that commute, so that
 * the order does not matter. They are not read before the end. */
static void contended_atomic(random_gen *g)
{
    static const char *const ops[] = {"add", "and", "or",  "xor",
                                      "min", "max", "sub", "umin"};
    uint32_t kind = random_below(g, 8);
    bool wide = random_chance(g, 20);
    random_line(g);
    if (kind == 0 && random_chance(g, 30)) {
        random_put(g, "atomic_%s(&counters[0]);",
                   random_chance(g, 50) ? "inc" : "dec");
        return;
    }
    uint32_t slot = (kind == 6 ? 0 : kind) + 8 * random_below(g, 4);
    const char *type = kind == 7 ? wide ? "ulong" : "uint"
                       : wide    ? "long"
                                 : "int";
    random_put(g, "%s_%s((volatile global %s *)%s + %u, ",
               wide ? "atom" : "atomic", kind == 7 ? "min" : ops[kind], type,
               wide ? "wide_counters" : "counters", slot);
    random_type t = {RANDOM_INT, 1};
    t.base = (uint8_t)(wide        ? kind == 7 ? RANDOM_ULONG : RANDOM_LONG
                       : kind == 7 ? RANDOM_UINT
                                   : RANDOM_INT);
    random_expr(g, t, 2);
    random_put(g, ");");
}

/* On a word that is the work-item's own: old values are known. */
static void own_atomic(random_gen *g)
{
    static const char *const ops[] = {"add", "sub", "xchg", "min",
                                      "max", "and", "or",   "xor"};
    random_type u = {RANDOM_UINT, 1};
    random_line(g);
    random_put(g, "uint v%u = ", g->next_name);
    if (random_chance(g, 25)) {
        random_put(g, "atomic_cmpxchg((volatile global uint *)&out[at + %u], ",
                   random_below(g, RANDOM_SLOTS));
        random_expr(g, u, 1);
        random_put(g, ", ");
    } else {
        random_put(g, "atomic_%s((volatile global uint *)&out[at + %u], ",
                   ops[random_below(g, 8)], random_below(g, RANDOM_SLOTS));
    }
    random_expr(g, u, 2);
    random_put(g, ");");
    random_declare(g, u, 0, true);
}

/* -- structures ------------------------------------------------------------ */

/* A struct's life: made, copied, changed through a pointer, read. */
static void structure(random_gen *g)
{
    uint32_t n = g->next_name++;
    random_type u = {RANDOM_UINT, 1}, c = {RANDOM_CHAR, 1},
                v = {RANDOM_SHORT, 4}, l = {RANDOM_LONG, 1};
    random_line(g);
    random_put(g, "record r%u = { ", n);
    random_expr(g, c, 2);
    random_put(g, ", ");
    random_expr(g, u, 2);
    random_put(g, ", ");
    random_expr(g, v, 1);
    random_put(g, ", { ");
    random_expr(g, l, 1);
    random_put(g, ", ");
    random_expr(g, l, 1);
    random_put(g, " } };");
    random_line(g);
    random_put(g, "record q%u = r%u;", n, n);
    random_line(g);
    random_put(g, "change(&%c%u, ", "rq"[random_below(g, 2)], n);
    random_expr(g, u, 2);
    random_put(g, ");");
    if (random_chance(g, 50)) {
        random_line(g);
        random_put(g, "if ");
        random_condition(g, 1);
        random_put(g, " r%u = q%u;", n, n);
    }
    random_line(g);
    random_put(g, "ulong v%u = sum(r%u) * 31 + sum(q%u);", g->next_name, n, n);
    random_declare(g, (random_type){RANDOM_ULONG, 1}, 0, true);
}

/* -- all ------------------------------------------------------------------- */

static void statement(random_gen *g, uint32_t depth)
{
    uint32_t which = random_below(g, 100);
    g->budget--;
    if (!random_plain && random_chance(g, 14)) {
        bool control = random_chance(g, 40);
        if (!control || (depth < DEEPEST - 1 && g->loops < g->most_loops)) {
            random_more(g, depth, control);
            return;
        }
    }
    if (which < 18) {
        declare(g);
    } else if (which < 38) {
        assign(g);
    } else if (which < 42) {
        assign_component(g);
    } else if (depth < DEEPEST && which < 54) {
        if_else(g, depth);
    } else if (depth < DEEPEST && g->loops < g->most_loops && which < 62) {
        for_loop(g, depth);
    } else if (depth < DEEPEST && g->loops < g->most_loops && which < 67) {
        while_loop(g, depth);
    } else if (depth < DEEPEST && which < 71) {
        switch_cases(g, depth);
    } else if (depth < DEEPEST && which < 73) {
        forward_goto(g, depth);
    } else if (g->irreducible && depth < 2 && !g->loops && !g->switches
               && which < 75) {
        two_entries(g, depth);
    } else if (which < 80 && (g->loops || g->may_return)) {
        leave(g);
    } else if (which < 83) {
        structure(g);
    } else if (!g->in_kernel) {
        assign(g);
    } else if (which < 87) {
        contended_atomic(g);
    } else if (which < 89) {
        own_atomic(g);
    } else if (which < 91) {
        store_vector(g);
    } else {
        random_store(g, random_some_type(g, true));
    }
}
