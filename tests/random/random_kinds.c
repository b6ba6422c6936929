/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Statements for what the comparing device lacks, with words in place of them
 * in the prelude (RANDOM_EMULATE): half arithmetic, generic pointers,
 * sub-groups whose lanes part. And structures by value, and atomics of 64 bits.
 */
#include "random_gen.h"

static const random_type type_uint = {RANDOM_UINT, 1};
static const random_type type_float = {RANDOM_FLOAT, 1};

/* Lanes that take no part give what changes nothing. */
#define PARTED_IN(name, first, last, op, with, start)                          \
    "#define parted_" name "_" op "_(T, c, x) PARTED(T, c, x, " first          \
    ", " last ", " with ", " start ")\n"
#define PARTED(op, with, start)                                                \
    PARTED_IN("reduce", "SG_FIRST", "SG_END", op, with, start)                 \
    PARTED_IN("scan_inclusive", "SG_FIRST", "lid + 1", op, with, start)        \
    PARTED_IN("scan_exclusive", "SG_FIRST", "lid", op, with, start)
#define BUILT_IN_ONE(name)                                                     \
    "#define parted_" name "_(T, c, x) "                                       \
    "PARTED(T, c, sub_group_non_uniform_" name "((T)(x)))\n"
#define BUILT_IN(op)                                                           \
    BUILT_IN_ONE("reduce_" op)                                                 \
    BUILT_IN_ONE("scan_inclusive_" op)                                         \
    BUILT_IN_ONE("scan_exclusive_" op)

/* clang-format off */
static const char emulated[] =
    "#ifdef RANDOM_EMULATE\n"
    "typedef float num16;\n"
    "typedef float4 num16x4;\n"
    "ushort bits16(float x) { ushort b; vstore_half(x, 0, (half *)&b); "
    "return isnan(x) ? 0x7e00 : b; }\n"
    "float H16(float x) { ushort b; vstore_half(x, 0, (half *)&b); "
    "return vload_half(0, (const half *)&b); }\n"
    "float4 H16x4(float4 x) { return (float4)(H16(x.x), H16(x.y), H16(x.z), "
    "H16(x.w)); }\n"
    "#define int_of16(x) convert_int_sat(x)\n"
    "#define float4_of16(x) (x)\n"
    "#define GENERIC(p, c, a, b) uint *p##_a = (a); global uint *p##_b = (b); "
    "int p##_c = (c) != 0\n"
    "#define GET(p) (p##_c ? *p##_a : *p##_b)\n"
    "#define SET(p, x) { uint x_ = (x); if (p##_c) *p##_a = x_; "
    "else *p##_b = x_; }\n"
    "#define BUMP(p, n) ({ uint n_ = GET(p) + (n); SET(p, n_) n_ * 3; })\n"
    "#define AND(a, b) ((a) & (b))\n"
    "#define OR(a, b) ((a) | (b))\n"
    "#define XOR(a, b) ((a) ^ (b))\n"
    "#define MUL(a, b) ((a) * (b))\n"
    "#define PARTED(T, c, x, first, last, op, start) ({ int c_ = (c) != 0; "
    "T s_ = c_ ? (T)(x) : (T)(start); barrier(CLK_LOCAL_MEM_FENCE); "
    "shared[lid] = (ulong)s_; barrier(CLK_LOCAL_MEM_FENCE); T r_ = start; "
    "for (uint k_ = first; k_ < (last); k_++) r_ = op(r_, (T)shared[k_]); "
    "barrier(CLK_LOCAL_MEM_FENCE); c_ ? r_ : (T)5; })\n"
    "#define SHUFFLE(T, x, i) ({ T s_ = (x); uint i_ = (i); "
    "barrier(CLK_LOCAL_MEM_FENCE); shared[lid] = (ulong)s_; "
    "barrier(CLK_LOCAL_MEM_FENCE); "
    "s_ = (T)shared[SG_FIRST + i_ % (SG_END - SG_FIRST)]; "
    "barrier(CLK_LOCAL_MEM_FENCE); s_; })\n"
    PARTED("add", "ADD", "0") PARTED("mul", "MUL", "1")
    PARTED("min", "min", "HIGHEST(T)") PARTED("max", "max", "LOWEST(T)")
    PARTED("and", "AND", "(T)~(T)0") PARTED("or", "OR", "0")
    PARTED("xor", "XOR", "0")
    "#define parted_count(c, x) PARTED(uint, c, (x) != 0, SG_FIRST, SG_END, "
    "ADD, 0)\n"
    "#else\n";
/* clang-format on */

/* clang-format off */
static const char built_in[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable\n"
    "typedef half num16;\n"
    "typedef half4 num16x4;\n"
    "ushort bits16(half x) { return isnan(x) ? (ushort)0x7e00 : as_ushort(x); "
    "}\n"
    "#define H16(x) ((half)(x))\n"
    "#define H16x4(x) convert_half4(x)\n"
    "#define int_of16(x) convert_int_sat(x)\n"
    "#define float4_of16(x) convert_float4(x)\n"
    "#define GENERIC(p, c, a, b) uint *p = (c) ? (uint *)(a) : (uint *)(b)\n"
    "#define GET(p) (*p)\n"
    "#define SET(p, x) *p = (x);\n"
    "uint bump(uint *p, uint n) { *p += n; return *p * 3; }\n"
    "#define BUMP(p, n) bump(p, n)\n"
    "#define PARTED(T, c, f) ({ T r_ = 5; if (c) r_ = f; r_; })\n"
    "#define SHUFFLE(T, x, i) sub_group_shuffle((T)(x), "
    "(uint)(i) % get_sub_group_size())\n"
    BUILT_IN("add") BUILT_IN("mul") BUILT_IN("min") BUILT_IN("max")
    BUILT_IN("and") BUILT_IN("or") BUILT_IN("xor")
    "#define parted_count(c, x) PARTED(uint, c, sub_group_ballot_bit_count("
    "sub_group_ballot((x) != 0)))\n"
    "#endif\n";
/* clang-format on */

static const char structures[] = "ulong spoil(record r, uint n)\n"
                                 "{\n"
                                 "    change(&r, n);\n"
                                 "    r.l[n & 1] ^= (long)r.u + n;\n"
                                 "    if (n & 4) r.v = r.v.wzyx;\n"
                                 "    return sum(r);\n"
                                 "}\n"
                                 "record make(uint n, record r)\n"
                                 "{\n"
                                 "    r.u = n;\n"
                                 "    r.l[0] = (long)((ulong)r.l[0] + n);\n"
                                 "    r.v.y ^= (short)n;\n"
                                 "    return r;\n"
                                 "}\n";

void random_kinds_prelude(random_gen *g)
{
    random_put(g, "%s%s%s", emulated, built_in, structures);
}

/* -- halves ---------------------------------------------------------------- */

/* Each operation is rounded: a float holds it exactly enough for that. */
static void half_scalars(random_gen *g)
{
    static const char *const ops[] = {
        "h%u + k%u",      "h%u - k%u",      "h%u * k%u",     "h%u / k%u",
        "fmin(h%u, k%u)", "fmax(h%u, k%u)", "fmod(h%u, k%u)"};
    static const char *const alone[] = {"sqrt(fabs(k%u))", "floor(k%u)",
                                        "rint(k%u)", "-k%u", "trunc(k%u)"};
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "num16 h%u = H16(", n);
    random_expr(g, type_float, 2);
    random_put(g, "), k%u = H16(", n);
    random_expr(g, type_float, 2);
    random_put(g, ");");
    for (uint32_t k = 1 + random_below(g, 4); k; k--) {
        random_line(g);
        if (random_chance(g, 40)) {
            random_put(g, "if ");
            random_condition(g, 1);
            random_put(g, " ");
        }
        random_put(g, "%c%u = H16(", "hk"[random_below(g, 2)], n);
        if (random_chance(g, 70))
            random_put(g, ops[random_below(g, 7)], n, n);
        else
            random_put(g, alone[random_below(g, 5)], n);
        random_put(g, ");");
    }
    random_line(g);
    random_put(g, "float v%u = isnan(h%u) ? 7.0f : (float)h%u;", g->next_name,
               n, n);
    random_declare(g, type_float, 0, true);
    random_line(g);
    random_put(g,
               "uint v%u = bits16(k%u) ^ (uint)int_of16(h%u) ^ "
               "(h%u < k%u ? 256 : 0);",
               g->next_name, n, n, n, n);
    random_declare(g, type_uint, 0, true);
}

static void half_vectors(random_gen *g)
{
    static const char *const ops[] = {"h%u + k%u", "h%u * k%u.wxzy",
                                      "h%u.xxyy - k%u", "h%u / k%u"};
    random_type f4 = {RANDOM_FLOAT, 4};
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "num16x4 h%u = H16x4(", n);
    random_expr(g, f4, 2);
    random_put(g, "), k%u = H16x4(", n);
    random_expr(g, f4, 2);
    random_put(g, ");");
    for (uint32_t k = 1 + random_below(g, 3); k; k--) {
        random_line(g);
        random_put(g, "%c%u = H16x4(", "hk"[random_below(g, 2)], n);
        random_put(g, ops[random_below(g, 4)], n, n);
        random_put(g, ");");
    }
    random_line(g);
    random_put(g, "k%u.s%u = h%u.s%u;", n, random_below(g, 4), n,
               random_below(g, 4));
    random_line(g);
    random_put(g,
               "uint v%u = bits16(k%u.x) * 3 + bits16(h%u.y) * 5 + "
               "bits16(k%u.z) * 7 + bits16(h%u.w) + (uint)any(float4_of16(h%u) "
               "< float4_of16(k%u));",
               g->next_name, n, n, n, n, n, n);
    random_declare(g, type_uint, 0, true);
}

/* -- memory ---------------------------------------------------------------- */

/* A structure given by value is changed there, and must not be here. */
static void by_value(random_gen *g)
{
    random_type u = type_uint;
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "record r%u = { 3, ", n);
    random_expr(g, u, 1);
    random_put(g, ", (short4)(1, 2, 3, (short)(");
    random_expr(g, u, 1);
    random_put(g, ")), { -5, 7 } };");
    random_line(g);
    random_put(g, "ulong v%u = spoil(r%u, ", g->next_name, n);
    random_expr(g, u, 2);
    random_put(g, ");");
    random_line(g);
    random_put(g, "for (uint t%u = 0; t%u < 3; t%u++) if ", n, n, n);
    random_condition(g, 1);
    random_put(g, " r%u = make(t%u + (uint)spoil(r%u, t%u), r%u);", n, n, n, n,
               n);
    random_line(g);
    random_put(g, "v%u ^= sum(r%u) * 3;", g->next_name, n);
    random_declare(g, (random_type){RANDOM_ULONG, 1}, 0, true);
}

/* Into private memory or the work-item's own words. */
static void generic(random_gen *g)
{
    uint32_t n = g->next_name++;
    random_line(g);
    random_put(g, "uint a%u[4] = { 1, 2, 3, ", n);
    random_expr(g, type_uint, 1);
    random_put(g, " };");
    random_line(g);
    random_put(g, "GENERIC(p%u, ", n);
    random_condition(g, 2);
    random_put(g, ", &a%u[(", n);
    random_expr(g, type_uint, 1);
    random_put(g, ") & 3], &out[at + ((");
    random_expr(g, type_uint, 1);
    random_put(g, ") & %u)]);", RANDOM_SLOTS - 1);
    random_line(g);
    random_put(g, "SET(p%u, ", n);
    random_expr(g, type_uint, 2);
    random_put(g, ")");
    if (random_chance(g, 50)) {
        random_line(g);
        random_put(g, "a%u[1] ^= 40; out[at + %u] += 3;", n,
                   random_below(g, RANDOM_SLOTS));
    }
    random_line(g);
    random_put(g, "uint v%u = BUMP(p%u, ", g->next_name, n);
    random_expr(g, type_uint, 1);
    random_put(g, "); v%u ^= a%u[(v%u >> 3) & 3] + GET(p%u);", g->next_name, n,
               g->next_name, n);
    random_declare(g, type_uint, 0, true);
}

/* On two words that are the work-item's own: old values are known. */
static void wide_atomic(random_gen *g)
{
    static const char *const ops[] = {"add", "sub", "xchg", "min",
                                      "max", "and", "or",   "xor"};
    random_type t = {random_chance(g, 50) ? RANDOM_ULONG : RANDOM_LONG, 1};
    const char *name = random_type_name(t);
    random_line(g);
    random_put(g, "%s v%u = ", name, g->next_name);
    bool exchange = random_chance(g, 20);
    random_put(g, "atom_%s((volatile global %s *)&out[at + %u], ",
               exchange ? "cmpxchg" : ops[random_below(g, 8)], name,
               2 * random_below(g, RANDOM_SLOTS / 2));
    if (exchange) {
        random_expr(g, t, 1);
        random_put(g, ", ");
    }
    random_expr(g, t, 2);
    random_put(g, ");");
    random_declare(g, t, 0, true);
}

void random_kinds(random_gen *g)
{
    switch (random_below(g, g->in_kernel ? 5 : 3)) {
    case 0: half_scalars(g); break;
    case 1: half_vectors(g); break;
    case 2: by_value(g); break;
    case 3: generic(g); break;
    default: wide_atomic(g); break;
    }
}

/* -- sub-groups ------------------------------------------------------------ */

void random_parted(random_gen *g)
{
    static const char *const kinds[] = {"reduce", "scan_inclusive",
                                        "scan_exclusive"};
    static const char *const ops[] = {"add", "mul", "min", "max",
                                      "and", "or",  "xor"};
    static const uint8_t bases[] = {RANDOM_INT, RANDOM_UINT, RANDOM_LONG,
                                    RANDOM_ULONG};
    random_type t = {bases[random_below(g, 4)], 1};
    uint32_t which = random_below(g, 10);
    if (which == 0)
        t = type_uint;
    const char *name = random_type_name(t);
    random_line(g);
    random_put(g, "%s v%u = ", name, g->next_name);
    if (which == 0) {
        random_put(g, "parted_count(");
        random_condition(g, 2);
        random_put(g, ", (int)");
        random_condition(g, 2);
    } else if (which < 3) {
        random_put(g, "SHUFFLE(%s, ", name);
        random_expr(g, t, 2);
        random_put(g, ", (");
        random_expr(g, type_uint, 2);
        random_put(g, ")");
    } else {
        random_put(g, "parted_%s_%s_(%s, ", kinds[random_below(g, 3)],
                   ops[random_below(g, 7)], name);
        random_condition(g, 2);
        random_put(g, ", ");
        random_expr(g, t, 2);
    }
    random_put(g, ");");
    random_declare(g, t, 0, true);
}
