/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Random programs: the prelude, functions, kernels with their barriers. */
#include "random_gen.h"

#include <stdlib.h>
#include <string.h>

/* Reductions and scans of a work-group and of sub-groups of eight: of barriers,
 * and built in. */
#define EMULATED_IN(scope, first, last, op, with, start)                       \
    "#define " scope "_group_reduce_" op "_(T, x) GATHER(T, x, " first         \
    ", " last ", " with ", " start ")\n"                                       \
    "#define " scope "_group_scan_inclusive_" op "_(T, x) GATHER(T, x, " first \
    ", lid + 1, " with ", " start ")\n"                                        \
    "#define " scope "_group_scan_exclusive_" op "_(T, x) GATHER(T, x, " first \
    ", lid, " with ", " start ")\n"
#define EMULATED(op, with, start)                                              \
    EMULATED_IN("work", "0", "ls", op, with, start)                            \
    EMULATED_IN("sub", "SG_FIRST", "SG_END", op, with, start)
#define BUILT_IN_ONE(name) "#define " name "_(T, x) " name "((T)(x))\n"
#define BUILT_IN(op)                                                           \
    BUILT_IN_ONE("work_group_reduce_" op)                                      \
    BUILT_IN_ONE("work_group_scan_inclusive_" op)                              \
    BUILT_IN_ONE("work_group_scan_exclusive_" op)                              \
    BUILT_IN_ONE("sub_group_reduce_" op)                                       \
    BUILT_IN_ONE("sub_group_scan_inclusive_" op)                               \
    BUILT_IN_ONE("sub_group_scan_exclusive_" op)

/* clang-format off */
static const char group_prelude[] =
    "#ifdef RANDOM_EMULATE\n"
    "#define GATHER(T, x, first, last, op, start) ({ T t_ = (x); "
    "barrier(CLK_LOCAL_MEM_FENCE); shared[lid] = (ulong)t_; "
    "barrier(CLK_LOCAL_MEM_FENCE); T r_ = start; "
    "for (uint k_ = first; k_ < (last); k_++) r_ = op(r_, (T)shared[k_]); "
    "barrier(CLK_LOCAL_MEM_FENCE); r_; })\n"
    "#define ADD(a, b) ((a) + (b))\n"
    "#define SG_FIRST (lid / 8 * 8)\n"
    "#define SG_END (SG_FIRST + 8 < ls ? SG_FIRST + 8 : ls)\n"
    "#define LOWEST(T) ((T)-1 < 0 ? (T)((T)1 << (sizeof(T) * 8 - 1)) : (T)0)\n"
    "#define HIGHEST(T) ((T)~LOWEST(T))\n"
    EMULATED("add", "ADD", "0")
    EMULATED("min", "min", "HIGHEST(T)")
    EMULATED("max", "max", "LOWEST(T)")
    "#define work_group_any_(x) (GATHER(int, (x) != 0, 0, ls, max, 0))\n"
    "#define work_group_all_(x) (GATHER(int, (x) != 0, 0, ls, min, 1))\n"
    "#define sub_group_any_(x) (GATHER(int, (x) != 0, SG_FIRST, SG_END, max, 0))\n"
    "#define sub_group_all_(x) (GATHER(int, (x) != 0, SG_FIRST, SG_END, min, 1))\n"
    "#define work_group_first_(T, x) GATHER(T, x, 0, 1, ADD, 0)\n"
    "#else\n"
    "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
    BUILT_IN("add")
    BUILT_IN("min")
    BUILT_IN("max")
    "#define work_group_any_(x) (work_group_any(x) != 0)\n"
    "#define work_group_all_(x) (work_group_all(x) != 0)\n"
    "#define sub_group_any_(x) (sub_group_any(x) != 0)\n"
    "#define sub_group_all_(x) (sub_group_all(x) != 0)\n"
    "#define work_group_first_(T, x) work_group_broadcast((T)(x), 0, 0, 0)\n"
    "#endif\n";
/* clang-format on */

static const char prelude[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "#define F32(x) f32_bits(x)\n"
    "#define F64(x) f64_bits(x)\n"
    "#define U64(x) u64_bits((ulong)(x))\n"
    "uint f32_bits(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }\n"
    "uint u64_bits(ulong x) { return (uint)(x ^ x >> 29); }\n"
    "uint f64_bits(double x) { return isnan(x) ? 1u : u64_bits(as_ulong(x)); "
    "}\n"
    "typedef struct { char c; uint u; short4 v; long l[2]; } record;\n"
    "ulong sum(record r)\n"
    "{\n"
    "    return (ulong)r.c + r.u * 3 + (ulong)r.v.y * 7 + (ulong)r.l[r.u & "
    "1];\n"
    "}\n"
    "void change(record *r, uint n)\n"
    "{\n"
    "    r->c ^= (char)n;\n"
    "    r->l[n >> 5 & 1] = (long)((ulong)r->l[n >> 3 & 1] * 5 + n);\n"
    "    r->v.zx = r->v.xy;\n"
    "}\n"
    "constant int table[16] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, "
    "-3 };\n";

static const char params[] =
    "(global uint *out, global const int *in,\n"
    "    volatile global int *counters, volatile global long *wide_counters,\n"
    "    uint p0, long p1, float p2, short4 p3, local ulong *shared)\n";

static const random_type type_uint = {RANDOM_UINT, 1};

static void add_named(random_gen *g, const char *name, random_type t,
                      uint32_t length, bool writable)
{
    random_var *v = random_declare(g, t, length, writable);
    memcpy(v->name, name, strlen(name) + 1);
}

/* -- functions ------------------------------------------------------------- */

static void function(random_gen *g)
{
    random_function f = {.number = g->n_functions,
                         .n_params = random_below(g, 4),
                         .takes_array = random_chance(g, 30)};
    f.result = random_some_type(g, false);
    f.array = random_some_type(g, true);
    if (f.n_params == 0 && !f.takes_array)
        f.n_params = 1;
    g->n_vars = 0;
    random_put(g, "\n%s f%u(", random_type_name(f.result), f.number);
    for (uint32_t k = 0; k < f.n_params; k++) {
        f.params[k] = random_some_type(g, false);
        random_var *v = random_declare(g, f.params[k], 0, true);
        random_put(g, "%s%s %s", k ? ", " : "", random_type_name(f.params[k]),
                   v->name);
    }
    if (f.takes_array) {
        random_var *v = random_declare(g, f.array, 8, true);
        random_put(g, "%s%s *%s", f.n_params ? ", " : "",
                   random_type_name(f.array), v->name);
    }
    random_put(g, ")\n{");
    g->in_kernel = false;
    g->most_loops = 1;
    g->may_return = true;
    g->returns = f.result;
    g->budget = 2 + random_below(g, 8);
    random_statements(g, 8, 2);
    g->indent = 1;
    random_line(g);
    random_put(g, "return ");
    random_expr(g, f.result, 2);
    random_put(g, ";\n}\n");
    g->indent = 0;
    /* Only now can it be called: nothing recurs. */
    g->functions[g->n_functions++] = f;
}

/* -- kernels --------------------------------------------------------------- */

/* What all work-items compute alike. */
static void uniform_bound(random_gen *g)
{
    static const char *const bounds[] = {
        "p0 % 3", "2", "3", "(uint)get_num_groups(0) % 3", "(uint)in[5] % 3"};
    random_put(g, "(%s)", bounds[random_below(g, 5)]);
}

/* Work-items write to local memory, wait, and read what others wrote. */
static void exchange(random_gen *g)
{
    random_line(g);
    random_put(g, "shared[lid] = (ulong)(");
    random_expr(g, (random_type){RANDOM_ULONG, 1}, 3);
    random_put(g, ");");
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
    random_line(g);
    random_put(g, "ulong v%u = ", g->next_name);
    if (random_chance(g, 50)) {
        random_put(g, "shared[(lid + %u) %% ls];", random_below(g, 70));
    } else {
        random_put(g, "shared[(");
        random_expr(g, type_uint, 2);
        random_put(g, ") %% ls];");
    }
    random_declare(g, (random_type){RANDOM_ULONG, 1}, 0, true);
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
}

/* Local counters, cleared, changed in divergent flow, read. */
static void local_counters(random_gen *g)
{
    static const char *const ops[] = {"add", "or", "xor", "max"};
    const char *op = ops[random_below(g, 4)];
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "for (uint i%u = lid; i%u < 16; i%u += ls) tally[i%u] = %d;",
               n, n, n, n, (int)random_below(g, 50) - 20);
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
    random_line(g);
    random_put(g, "for (uint i%u = 0; i%u < ", n, n);
    random_put(g, "((");
    random_expr(g, type_uint, 1);
    random_put(g, ") %% 3); i%u++)", n);
    random_line(g);
    random_put(g, "    atomic_%s(&tally[(", op);
    random_expr(g, type_uint, 2);
    random_put(g, ") & 15], ");
    random_expr(g, (random_type){RANDOM_INT, 1}, 2);
    random_put(g, ");");
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
    random_line(g);
    random_put(g, "int v%u = tally[(", g->next_name);
    random_expr(g, type_uint, 1);
    random_put(g, ") & 15];");
    random_declare(g, (random_type){RANDOM_INT, 1}, 0, true);
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
}

/* A group's copy of some input, and a look at it. */
static void async_copy(random_gen *g)
{
    bool strided = random_chance(g, 40);
    uint32_t offset = random_below(g, 100);
    uint32_t n = g->next_name++;
    random_line(g);
    if (strided)
        random_put(g,
                   "event_t e%u = async_work_group_strided_copy(tile, in + "
                   "%u, 64, %u, 0);",
                   n, offset, 1 + random_below(g, 9));
    else
        random_put(g,
                   "event_t e%u = async_work_group_copy(tile, in + %u + "
                   "(p0 & 31), 64, 0);",
                   n, offset);
    random_line(g);
    random_put(g, "wait_group_events(1, &e%u);", n);
    random_line(g);
    random_put(g, "int v%u = tile[(", g->next_name);
    random_expr(g, type_uint, 2);
    random_put(g, ") & 63];");
    random_declare(g, (random_type){RANDOM_INT, 1}, 0, true);
    random_line(g);
    random_put(g, "barrier(CLK_LOCAL_MEM_FENCE);");
}

static void collective(random_gen *g, uint32_t depth)
{
    uint32_t which = random_below(g, random_plain ? 13 : 15);
    if (which > 12) {
        random_parted(g);
    } else if (which == 12) {
        random_copy_out(g);
    } else if (which > 9) {
        random_group_function(g);
    } else if (which < 4) {
        exchange(g);
    } else if (which < 6) {
        local_counters(g);
    } else if (which < 7) {
        async_copy(g);
    } else if (depth < 2) {
        uint32_t outside = g->n_vars, n = g->next_name++;
        bool loop = which < 9;
        random_line(g);
        if (loop)
            random_put(g, "for (uint v%u = 0; v%u < ", n, n);
        else
            random_put(g, "if ");
        uniform_bound(g);
        random_put(g, loop ? "; v%u++) {" : " {", n);
        g->indent++;
        random_statements(g, 2, 2);
        collective(g, depth + 1);
        random_statements(g, 2, 2);
        random_store(g, random_some_type(g, true));
        g->indent--;
        random_line(g);
        random_put(g, "}");
        g->n_vars = outside;
    }
}

static void choose_range(random_gen *g, random_range *range)
{
    static const uint8_t locals[][3] = {{64, 1, 1}, {1, 1, 1},   {7, 1, 1},
                                        {33, 1, 1}, {128, 1, 1}, {200, 1, 1},
                                        {16, 8, 1}, {5, 7, 3},   {100, 1, 1},
                                        {8, 8, 2},  {65, 1, 1},  {31, 4, 1}};
    const uint8_t *local = locals[random_below(g, 12)];
    for (uint32_t d = 0; d < 3; d++) {
        range->local[d] = local[d];
        range->global[d] = local[d] * (1 + (d < 2 ? random_below(g, 3) : 0));
    }
}

static void kernel(random_gen *g, uint32_t number, uint32_t size)
{
    bool barriers = random_chance(g, 60);
    g->n_vars = 0;
    g->next_slot = 0;
    g->in_kernel = true;
    g->most_loops = 3;
    g->may_return = !barriers;
    random_put(g, "\nkernel void k%u%s{\n", number, params);
    /* clang-22 forgets the size of a local array that is only copied to. */
    random_put(
        g,
        "    local int tally[16], *tile = (local int *)(shared + 200);\n"
        "    uint gid = (uint)get_global_id(0) + (uint)get_global_size(0)"
        "\n        * ((uint)get_global_id(1) + (uint)get_global_size(1)"
        " * (uint)get_global_id(2));\n"
        "    uint lid = (uint)get_local_id(0) + (uint)get_local_size(0)"
        "\n        * ((uint)get_local_id(1) + (uint)get_local_size(1)"
        " * (uint)get_local_id(2));\n"
        "    uint ls = (uint)(get_local_size(0) * get_local_size(1) * "
        "get_local_size(2));\n"
        "    uint at = gid * %u;",
        RANDOM_SLOTS);
    add_named(g, "gid", type_uint, 0, false);
    add_named(g, "lid", type_uint, 0, false);
    add_named(g, "p0", type_uint, 0, false);
    add_named(g, "p1", (random_type){RANDOM_LONG, 1}, 0, false);
    add_named(g, "p2", (random_type){RANDOM_FLOAT, 1}, 0, false);
    add_named(g, "p3", (random_type){RANDOM_SHORT, 4}, 0, true);
    add_named(g, "table", (random_type){RANDOM_INT, 1}, 16, false);
    uint32_t parts = barriers ? 2 + random_below(g, 3) : 1;
    g->indent = 1;
    for (uint32_t k = 0; k < parts; k++) {
        g->budget = size / parts + 2;
        if (barriers) {
            collective(g, 0);
            /* Statements of this part, and variables that live on. */
            g->indent--;
            uint32_t visible = g->n_vars;
            random_put(g, "\n    {");
            g->indent++;
            random_statements(g, g->budget, 0);
            g->n_vars = visible;
            random_put(g, "\n    }");
        } else {
            g->indent = 0;
            random_statements(g, g->budget, 0);
            g->indent = 1;
        }
        for (uint32_t n = 0; n < 2; n++)
            random_store(g, random_some_type(g, true));
    }
    g->indent = 0;
    random_put(g, "\n}\n");
}

char *random_program(uint64_t seed, uint32_t size,
                     random_range ranges_out[RANDOM_KERNELS])
{
    random_gen *g = calloc(1, sizeof *g);
    if (g == NULL)
        abort();
    g->state = seed * 0xD1342543DE82EF95u + 1;
    g->doubles = random_chance(g, 40);
    g->irreducible = random_chance(g, 10);
    random_put(g, "// seed %llu\n%s", (unsigned long long)seed, group_prelude);
    random_put(g, "%s", prelude);
    if (!random_plain)
        random_kinds_prelude(g);
    uint32_t functions = random_below(g, 5);
    for (uint32_t k = 0; k < functions; k++)
        function(g);
    for (uint32_t k = 0; k < RANDOM_KERNELS; k++) {
        choose_range(g, &ranges_out[k]);
        kernel(g, k, size / 2 + random_below(g, size));
    }
    char *text = g->text;
    free(g);
    return text;
}
