/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* More random statements: states and jumps, memory seen through other types,
 * conversions, halves; and what a whole group does together. */
#include "random_gen.h"

#include <stdio.h>

static const random_type type_uint = {RANDOM_UINT, 1};
static const random_type type_ulong = {RANDOM_ULONG, 1};

static void number(random_gen *g, uint32_t most)
{
    random_put(g, "((");
    random_expr(g, type_uint, 2);
    random_put(g, ") %% %u)", most);
}

static void block(random_gen *g, uint32_t depth)
{
    random_put(g, " {");
    random_statements(g, 1 + random_below(g, 2), depth + 1);
    random_line(g);
    random_put(g, "}");
}

/* -- control flow ---------------------------------------------------------- */

/* A loop over the cases of a switch, each of which says where to go next. */
static void states(random_gen *g, uint32_t depth)
{
    uint32_t n = g->next_name++, cases = 3 + random_below(g, 4);
    bool jumps = random_chance(g, 50);
    random_line(g);
    random_put(g, "uint s%u = ", n);
    number(g, cases);
    random_put(g, ";");
    random_line(g);
    random_put(g, "for (uint t%u = 0; t%u < %u; t%u++) {", n, n,
               3 + random_below(g, 9), n);
    random_line(g);
    random_put(g, "switch (s%u) {", n);
    for (uint32_t k = 0; k < cases; k++) {
        uint32_t way = random_below(g, 5);
        random_line(g);
        random_put(g, k + 1 == cases ? "default:" : "case %u:", k);
        g->loops++;
        g->switches++;
        block(g, depth);
        g->loops--;
        g->switches--;
        random_line(g);
        if (way == 0 && jumps) {
            random_put(g, "if ");
            random_condition(g, 1);
            random_put(g, " goto x%u;", n);
            random_line(g);
        } else if (way == 1) {
            random_put(g, "if ");
            random_condition(g, 1);
            random_put(g, " { s%u = %u; continue; }", n,
                       random_below(g, cases));
            random_line(g);
        }
        if (way == 2 && k + 1 < cases)
            continue; /* falls through */
        random_put(g, "s%u = ", n);
        number(g, cases);
        random_put(g, "; break;");
    }
    random_line(g);
    random_put(g, "} }");
    random_line(g);
    if (jumps)
        random_put(g, "x%u:;", n);
}

/* Two loops, the inner one with jumps to the outer one's next iteration and
 * out. */
static void two_loops(random_gen *g, uint32_t depth)
{
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "for (uint t%u = 0; t%u < ", n, n);
    number(g, 7);
    random_put(g, "; t%u++) {", n);
    g->loops += 2;
    random_line(g);
    random_put(g, "for (uint w%u = ", n);
    number(g, 3);
    random_put(g, "; w%u < 5; w%u++) {", n, n);
    for (uint32_t k = 0; k < 2; k++) {
        random_line(g);
        random_put(g, "if ");
        random_condition(g, 2);
        random_put(g, k == random_below(g, 2) ? " goto n%u;" : " goto x%u;", n);
        random_line(g);
        random_put(g, "{");
        random_statements(g, 2, depth + 1);
        random_line(g);
        random_put(g, "}");
    }
    random_put(g, "}");
    g->loops -= 2;
    random_line(g);
    random_put(g, "n%u:;", n);
    random_line(g);
    random_put(g, "if (0) goto x%u; }", n);
    random_line(g);
    random_put(g, "x%u:;", n);
}

/* A selector of a narrow signed type. */
static void signed_switch(random_gen *g, uint32_t depth)
{
    static const uint8_t bases[] = {RANDOM_CHAR, RANDOM_SHORT, RANDOM_LONG};
    random_type t = {bases[random_below(g, 3)], 1};
    random_line(g);
    random_put(g, "switch ((%s)((", random_type_name(t));
    random_expr(g, t, 2);
    random_put(g, ") %% 4)) {");
    g->switches++;
    for (int k = -3; k < 4; k += 1 + (int)random_below(g, 3)) {
        random_line(g);
        random_put(g, "case %d:", k);
        block(g, depth);
        random_put(g, random_chance(g, 60) ? " break;" : "");
    }
    g->switches--;
    random_line(g);
    random_put(g, "}");
}

/* -- memory ---------------------------------------------------------------- */

/* A private value written and read in other pieces: bytes, as C has it. */
static void pieces(random_gen *g)
{
    static const uint8_t bases[] = {RANDOM_UCHAR, RANDOM_ULONG, RANDOM_CHAR};
    random_type t = {bases[random_below(g, 3)], 1};
    uint32_t n = g->next_name++, count = 256 / random_bits(t);
    random_line(g);
    random_put(g, "ulong a%u[4] = { ", n);
    for (uint32_t k = 0; k < 4; k++) {
        random_put(g, k ? ", " : "");
        random_expr(g, type_ulong, 1);
    }
    random_put(g, " };");
    random_line(g);
    random_put(g, "for (uint t%u = 0; t%u < 3; t%u++) ((%s *)a%u)[(", n, n, n,
               random_type_name(t), n);
    random_expr(g, type_uint, 2);
    random_put(g, " + t%u) %% %u] = ", n, count);
    random_expr(g, t, 2);
    random_put(g, ";");
    random_line(g);
    random_put(g, "ulong v%u = a%u[", g->next_name, n);
    number(g, 4);
    random_put(g, "] ^ ((uchar *)a%u)[", n);
    number(g, 32);
    random_put(g, "];");
    random_declare(g, type_ulong, 0, true);
}

static void unions(random_gen *g)
{
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "union { ulong l; uint u[2]; uchar c[8]; short4 v; } u%u;",
               n);
    random_line(g);
    random_put(g, "u%u.l = ", n);
    random_expr(g, type_ulong, 2);
    random_put(g, ";");
    random_line(g);
    random_put(g, "u%u.c[", n);
    number(g, 8);
    random_put(g, "] ^= ");
    random_expr(g, (random_type){RANDOM_UCHAR, 1}, 2);
    random_put(g, ";");
    random_line(g);
    random_put(g, "if ");
    random_condition(g, 1);
    random_put(g, " u%u.v.y = ", n);
    random_expr(g, (random_type){RANDOM_SHORT, 1}, 1);
    random_put(g, "; else u%u.u[1] = u%u.u[0] + u%u.v.x;", n, n, n);
    random_line(g);
    random_put(g, "ulong v%u = u%u.l;", g->next_name, n);
    random_declare(g, type_ulong, 0, true);
}

static void records(random_gen *g)
{
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "record r%u[3];", n);
    random_line(g);
    random_put(g, "for (uint t%u = 0; t%u < 3; t%u++) { r%u[t%u].c = (char)(",
               n, n, n, n, n);
    random_expr(g, (random_type){RANDOM_CHAR, 1}, 1);
    random_put(g, "); r%u[t%u].u = t%u * 7 + ", n, n, n);
    random_expr(g, type_uint, 1);
    random_put(g,
               "; r%u[t%u].v = (short4)(t%u); r%u[t%u].l[0] = t%u; "
               "r%u[t%u].l[1] = 5; }",
               n, n, n, n, n, n, n, n);
    random_line(g);
    random_put(g, "change(&r%u[", n);
    number(g, 3);
    random_put(g, "], ");
    random_expr(g, type_uint, 2);
    random_put(g, "); r%u[", n);
    number(g, 3);
    random_put(g, "] = r%u[", n);
    number(g, 3);
    random_put(g, "];");
    random_line(g);
    random_put(g, "ulong v%u = sum(r%u[", g->next_name, n);
    number(g, 3);
    random_put(g, "]) ^ (ulong)r%u[1].l[", n);
    number(g, 2);
    random_put(g, "];");
    random_declare(g, type_ulong, 0, true);
}

/* A half in the work-item's own words, and one of the input's. */
static void halves(random_gen *g)
{
    static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    random_type f = {RANDOM_FLOAT, 1};
    random_line(g);
    random_put(g, "vstore_half%s(fmin(fmax(", modes[random_below(g, 5)]);
    random_expr(g, f, 2);
    random_put(g, ", -70000.0f), 70000.0f), %u, (global half *)(out + at));",
               random_below(g, 2 * RANDOM_SLOTS));
    random_line(g);
    random_put(g, "float v%u = vload_half(", g->next_name);
    number(g, 2048);
    random_put(g, ", (global const half *)in);");
    random_declare(g, f, 0, true);
}

/* -- conversions and functions --------------------------------------------- */

/* From floating point, limited and rounded. */
static void conversion(random_gen *g)
{
    static const char *const modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    static const uint8_t sizes[] = {1, 1, 2, 3, 4, 8};
    random_type to = {(uint8_t)random_below(g, RANDOM_FLOAT),
                      sizes[random_below(g, 6)]};
    random_type from = {g->doubles && random_chance(g, 40) ? RANDOM_DOUBLE
                                                           : RANDOM_FLOAT,
                        to.width};
    random_line(g);
    if (random_chance(g, 30)) {
        random_put(g, "%s v%u = convert_%s%s(", random_type_name(from),
                   g->next_name, random_type_name(from),
                   modes[random_below(g, 5)]);
        random_expr(g, to, 2);
        random_put(g, ");");
        random_declare(g, from, 0, true);
        return;
    }
    random_put(g, "%s v%u = convert_%s_sat%s(", random_type_name(to),
               g->next_name, random_type_name(to), modes[random_below(g, 5)]);
    random_expr(g, from, 2);
    random_put(g, ");");
    random_declare(g, to, 0, true);
}

/* Functions whose results are exact. */
static void exact_function(random_gen *g)
{
    static const struct {
        const char *name;
        uint8_t arity;
    } list[] = {{"fmin", 2},   {"fmax", 2},     {"fdim", 2}, {"fmod", 2},
                {"sqrt", 1},   {"round", 1},    {"sign", 1}, {"trunc", 1},
                {"maxmag", 2}, {"minmag", 2},   {"step", 2}, {"clamp", 0},
                {"ldexp", 0},  {"copysign", 0}, {"logb", 1}};
    uint32_t which = random_below(g, 15);
    random_type f = {
        g->doubles && random_chance(g, 40) ? RANDOM_DOUBLE : RANDOM_FLOAT, 1};
    random_line(g);
    random_put(g, "%s v%u = %s(", random_type_name(f), g->next_name,
               list[which].name);
    random_expr(g, f, 2);
    if (list[which].arity == 2) {
        random_put(g, ", ");
        random_expr(g, f, 2);
    } else if (which == 11) {
        random_put(g, ", (%s)-20, (%s)%u", random_type_name(f),
                   random_type_name(f), random_below(g, 99));
    } else if (which == 12) {
        random_put(g, ", (int)");
        number(g, 300);
        random_put(g, " - 150");
    } else if (which == 13) {
        random_put(g, ", (%s)%d", random_type_name(f),
                   (int)random_below(g, 3) - 1);
    }
    random_put(g, ");");
    random_declare(g, f, 0, true);
}

void random_more(random_gen *g, uint32_t depth, bool control)
{
    if (control) {
        switch (random_below(g, 3)) {
        case 0: states(g, depth); break;
        case 1: two_loops(g, depth); break;
        default: signed_switch(g, depth); break;
        }
        return;
    }
    if (random_chance(g, 35)) {
        random_kinds(g);
        return;
    }
    switch (random_below(g, g->in_kernel ? 6 : 3)) {
    case 0: pieces(g); break;
    case 1: unions(g); break;
    case 2: records(g); break;
    case 3: halves(g); break;
    case 4: conversion(g); break;
    default: exact_function(g); break;
    }
}

/* -- groups ---------------------------------------------------------------- */

/* Results of the whole group. A device without these functions has them made of
 * barriers: RANDOM_EMULATE, in the prelude. */
void random_group_function(random_gen *g)
{
    static const char *const kinds[] = {"reduce", "scan_inclusive",
                                        "scan_exclusive"};
    static const char *const ops[] = {"add", "min", "max"};
    static const uint8_t bases[] = {RANDOM_INT, RANDOM_UINT, RANDOM_LONG,
                                    RANDOM_ULONG};
    random_type t = {bases[random_below(g, 4)], 1};
    const char *name = random_type_name(t);
    uint32_t which = random_below(g, 10);
    const char *scope = random_chance(g, 70) ? "work" : "sub";
    random_line(g);
    if (which < 7) {
        random_put(g, "%s v%u = %s_group_%s_%s_(%s, ", name, g->next_name,
                   scope, kinds[random_below(g, 3)], ops[random_below(g, 3)],
                   name);
        random_expr(g, t, 3);
        random_put(g, ");");
    } else if (which < 9) {
        t = type_uint;
        random_put(g, "uint v%u = (uint)%s_group_%s_((int)", g->next_name,
                   scope, which == 7 ? "any" : "all");
        random_condition(g, 2);
        random_put(g, ");");
    } else {
        random_put(g, "%s v%u = work_group_first_(%s, ", name, g->next_name,
                   name);
        random_expr(g, t, 3);
        random_put(g, ");");
    }
    random_declare(g, t, 0, true);
}

/* Local memory to words that each work-item owns, by one copy. */
void random_copy_out(random_gen *g)
{
    uint32_t n = g->next_name++, slot = random_below(g, RANDOM_SLOTS);
    random_line(g);
    random_put(g, "barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);");
    random_line(g);
    random_put(g, "if (get_global_size(1) * get_global_size(2) == 1) {");
    random_line(g);
    random_put(g, "    if (lid < 64) tile[lid] = ");
    random_expr(g, (random_type){RANDOM_INT, 1}, 2);
    random_put(g, ";");
    random_line(g);
    random_put(g, "    barrier(CLK_LOCAL_MEM_FENCE);");
    random_line(g);
    random_put(g,
               "    event_t e%u = async_work_group_strided_copy((global int *)"
               "out + (gid - lid) * %u + %u, (local const int *)tile, "
               "ls < 64 ? ls : 64, %u, 0);",
               n, RANDOM_SLOTS, slot, RANDOM_SLOTS);
    random_line(g);
    random_put(g, "    wait_group_events(1, &e%u);", n);
    random_line(g);
    random_put(g, "}");
    random_line(g);
    random_put(g, "barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);");
}
