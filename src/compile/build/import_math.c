/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Imported mathematics: OpenCL.std's functions by their OpenCL C names,
 * relational functions, conversions, vector loads and stores. */
#include "compile/build/imports.h"
#include "module/reports.h"

/* -- OpenCL.std by name ---------------------------------------------------- */

static const gac__ext_inst_row *find_row(const char *prefix, const char *name,
                                         const char *suffix)
{
    char full[96];
    snprintf(full, sizeof full, "%s%s%s", prefix, name, suffix);
    for (uint32_t k = 0; k < gac__set_opencl_std.n_rows; k++)
        if (strcmp(gac__set_opencl_std.rows[k].name, full) == 0)
            return &gac__set_opencl_std.rows[k];
    return NULL;
}

/* The instruction of OpenCL.std for a function; NULL: none. A function that is
 * overloaded for floats and integers has several. */
static const gac__ext_inst_row *find_function(const gac__import_call *c)
{
    gac__mangled_type t = gac__import_param(c, 0);
    const gac__ext_inst_row *row;
    if (gac__mangled_is_float(t)) {
        row = find_row("f", c->name, "_common");
        if (!row && strcmp(c->name, "clamp") == 0)
            row = find_row("f", c->name, "");
    } else {
        row = find_row(gac__mangled_is_signed(t) ? "s_" : "u_", c->name, "");
    }
    return row ? row : find_row("", c->name, "");
}

static bool import_function(const gac__import_call *c)
{
    const gac__ext_inst_row *row = find_function(c);
    if (!row || row->number == OpenCLstd_Printf)
        return false;
    gac__build_opencl(c->b, c->call, row->number, c->ids, c->n);
    return true;
}

/* -- relational functions -------------------------------------------------- */

typedef struct relation {
    const char *name;
    uint8_t op, n;
    bool swapped;
} relation;

static const relation relations[] = {
    {"isequal", GAC__IR_FOEQ, 2, false},
    {"isnotequal", GAC__IR_FUNE, 2, false},
    {"isgreater", GAC__IR_FOLT, 2, true},
    {"isgreaterequal", GAC__IR_FOLE, 2, true},
    {"isless", GAC__IR_FOLT, 2, false},
    {"islessequal", GAC__IR_FOLE, 2, false},
    {"islessgreater", GAC__IR_FONE, 2, false},
    {"isordered", GAC__IR_FORD, 2, false},
    {"isunordered", GAC__IR_FUNO, 2, false},
    {"isfinite", GAC__IR_FISFINITE, 1, false},
    {"isinf", GAC__IR_FISINF, 1, false},
    {"isnan", GAC__IR_FISNAN, 1, false},
    {"isnormal", GAC__IR_FISNORMAL, 1, false},
    {"signbit", GAC__IR_FSIGNBIT, 1, false},
};

/* Translates a relation, whose true result is 1 for scalars, and has all bits
 * set for vectors. */
static void build_relation(const gac__import_call *c, const relation *r)
{
    gac__builder *b = c->b;
    const gac__shape *shape = gac__build_result_shape(b, c->call);
    uint32_t result[16] = {0};
    if (c->n != r->n)
        gac__build_invalid(b, "it does not take %u arguments.", c->n);
    if (!gac__build_ok(b))
        return;
    const uint32_t *x = gac__build_components(b, c->ids[0], shape->n);
    const uint32_t *y =
        r->n == 2 ? gac__build_components(b, c->ids[1], shape->n) : x;
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        uint32_t args[2] = {r->swapped ? y[k] : x[k], r->swapped ? x[k] : y[k]};
        uint32_t is = gac__build_op(b, (gac__ir_op)r->op,
                                    gac__build_ty(b, x[k]), 0, 0, r->n, args);
        uint32_t zero = gac__build_const(b, (gac__ty)shape->ty[k], 0);
        uint32_t one = gac__build_const(b, (gac__ty)shape->ty[k],
                                        shape->n > 1 ? UINT64_MAX : 1);
        result[k] = shape->ty[k] == GAC__TY_BOOL
                        ? is
                        : gac__build_select(b, is, one, zero);
    }
    gac__build_bind(b, c->call, result);
}

static bool import_relation(const gac__import_call *c)
{
    for (size_t k = 0; k < GAC__COUNT_OF(relations); k++) {
        if (strcmp(c->name, relations[k].name) == 0) {
            build_relation(c, &relations[k]);
            return true;
        }
    }
    return false;
}

/* -- core instructions by another name ------------------------------------- */

static void translate(const gac__import_call *c, const gac__inst *made)
{
    if (gac__build_ok(c->b) && !gac__build_core(c->b, made))
        gac__build_unsupported(c->b, "%s.",
                               gac__module_inst_name(c->b->m, made));
}

/* Translates the call as a core instruction on its arguments. */
static void as_core(const gac__import_call *c, uint32_t opcode)
{
    gac__inst made =
        gac__build_synthetic(c->b, c->call, opcode, true, c->ids, c->n);
    translate(c, &made);
}

/* Translates any() and all(), which return integers, while OpAny and OpAll give
 * booleans. */
static void import_any_all(const gac__import_call *c, gac__ir_op op)
{
    if (c->n == 1)
        gac__import_bind(c, gac__build_any_all(c->b, op, c->ids[0]));
    else
        gac__build_invalid(c->b, "it does not test one vector.");
}

static bool import_core(const gac__import_call *c)
{
    const char *rest;
    if (strcmp(c->name, "any") == 0)
        import_any_all(c, GAC__IR_OR);
    else if (strcmp(c->name, "all") == 0)
        import_any_all(c, GAC__IR_AND);
    else if (strcmp(c->name, "dot") == 0)
        as_core(c, SpvOpDot);
    else if (gac__import_prefix(c->name, "as_", &rest))
        as_core(c, SpvOpBitcast);
    else
        return false;
    return true;
}

/* -- conversions ----------------------------------------------------------- */

/* The rounding mode (GAC__ROUND_*) in a conversion's or a store's name;
 * `*given_out`: there is one. */
static uint32_t rounding_in(const char *name, bool *given_out)
{
    static const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
    for (uint32_t k = 0; k < GAC__COUNT_OF(modes); k++) {
        if (strstr(name, modes[k])) {
            *given_out = true;
            return k;
        }
    }
    *given_out = false;
    return 0;
}

typedef struct conversion {
    bool to_signed, from_signed, saturate, rounds;
    uint32_t rounding;
} conversion;

static bool is_signed_name(const char *name)
{
    return strncmp(name, "char", 4) == 0 || strncmp(name, "short", 5) == 0
           || strncmp(name, "int", 3) == 0 || strncmp(name, "long", 4) == 0;
}

static conversion read_conversion(const gac__import_call *c, const char *name)
{
    conversion v = {.to_signed = is_signed_name(name)};
    v.from_signed = gac__mangled_is_signed(gac__import_param(c, 0));
    v.saturate = strstr(name, "_sat") != NULL;
    v.rounding = rounding_in(name, &v.rounds);
    return v;
}

static uint32_t convert_one(gac__builder *b, const conversion *v, uint32_t x,
                            gac__ty ty)
{
    gac__ty from = gac__build_ty(b, x);
    uint64_t rounding = v->rounds ? v->rounding : GAC__ROUND_RTE;
    if (gac__ty_is_float(from) && gac__ty_is_float(ty))
        return from == ty
                   ? x
                   : gac__build_op(b, GAC__IR_FTOF, ty, from, rounding, 1, &x);
    if (gac__ty_is_float(from))
        return gac__build_op(b, v->to_signed ? GAC__IR_FTOS : GAC__IR_FTOU, ty,
                             from,
                             (v->rounds ? v->rounding : GAC__ROUND_RTZ)
                                 | (v->saturate ? GAC__IR_SATURATE : 0u),
                             1, &x);
    if (gac__ty_is_float(ty))
        return gac__build_op(b, v->from_signed ? GAC__IR_STOF : GAC__IR_UTOF,
                             ty, from, rounding, 1, &x);
    return gac__build_convert_integer(b, x, ty, v->from_signed, v->to_signed,
                                      v->saturate);
}

static bool import_conversion(const gac__import_call *c)
{
    gac__builder *b = c->b;
    const char *name;
    uint32_t result[16] = {0};
    if (!gac__import_prefix(c->name, "convert_", &name) || c->n != 1)
        return false;
    conversion v = read_conversion(c, name);
    const gac__shape *shape = gac__build_result_shape(b, c->call);
    const uint32_t *x = gac__build_components(b, c->ids[0], shape->n);
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        result[k] = convert_one(b, &v, x[k], (gac__ty)shape->ty[k]);
    gac__build_bind(b, c->call, result);
    return true;
}

/* -- vector loads and stores ----------------------------------------------- */

static uint32_t half_load(bool aligned, bool vector)
{
    return aligned  ? OpenCLstd_Vloada_halfn
           : vector ? OpenCLstd_Vload_halfn
                    : OpenCLstd_Vload_half;
}

static uint32_t half_store(bool aligned, bool vector, bool rounds)
{
    if (aligned)
        return rounds ? OpenCLstd_Vstorea_halfn_r : OpenCLstd_Vstorea_halfn;
    if (vector)
        return rounds ? OpenCLstd_Vstore_halfn_r : OpenCLstd_Vstore_halfn;
    return rounds ? OpenCLstd_Vstore_half_r : OpenCLstd_Vstore_half;
}

static bool import_vector_memory(const gac__import_call *c)
{
    const char *rest;
    bool aligned = false, rounds = false, store = false;
    uint32_t words[4] = {0}, number, n;
    if (gac__import_prefix(c->name, "vloada_", &rest))
        aligned = true;
    else if (gac__import_prefix(c->name, "vstorea_", &rest))
        aligned = store = true;
    else if (gac__import_prefix(c->name, "vstore", &rest))
        store = true;
    else if (!gac__import_prefix(c->name, "vload", &rest))
        return false;
    if (c->n != (store ? 3u : 2u))
        return false;
    memcpy(words, c->ids, c->n * sizeof *words);
    gac__import_prefix(rest, "_", &rest);
    bool half = gac__import_prefix(rest, "half", &rest);
    bool vector = *rest >= '1' && *rest <= '9';
    uint32_t mode = rounding_in(rest, &rounds);
    n = c->n;
    if (store) {
        number = half ? half_store(aligned, vector, rounds) : OpenCLstd_Vstoren;
        if (half && rounds)
            words[n++] = mode;
    } else {
        number = half ? half_load(aligned, vector) : OpenCLstd_Vloadn;
        if (number != OpenCLstd_Vload_half)
            words[n++] = (uint32_t)(*rest - '0');
    }
    gac__build_opencl(c->b, c->call, number, words, n);
    return true;
}

bool gac__import_math(const gac__import_call *c)
{
    return import_conversion(c) || import_vector_memory(c) || import_relation(c)
           || import_core(c) || import_function(c);
}

/* -- SPIR-V's own names: __spirv_... --------------------------------------- */

/* Translates __spirv_BuiltInGlobalInvocationId(dimension) and the like. */
static bool spirv_builtin(const gac__import_call *c, const char *name)
{
    gac__builder *b = c->b;
    uint32_t builtin, v[4] = {0};
    uint64_t dimension = 0;
    if (!gac__build_find_builtin_name(name, strlen(name), &builtin))
        return false;
    if (c->n)
        dimension = gac__build_need_const(b, c->ids[0], "a dimension");
    const gac__shape *shape = gac__build_shape(b, c->call->type_id);
    if (gac__build_ok(b) && (shape->in_memory || shape->n > 4 || dimension > 3))
        gac__build_invalid(b, "its result has more than four components.");
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        v[k] = gac__build_builtin(b, builtin, k + (uint32_t)dimension,
                                  (gac__ty)shape->ty[k]);
    gac__build_bind(b, c->call, v);
    return true;
}

/* Translates a core instruction by its name; a suffix such as "_Rfloat4" names
 * the result's type. */
static bool spirv_instruction(const gac__import_call *c, const char *name)
{
    char op[72];
    const char *end = strstr(name, "_R");
    int length = end ? (int)(end - name) : (int)strlen(name);
    snprintf(op, sizeof op, "Op%.*s", length, name);
    const gac__op_row *row = gac__grammar_op_by_name(op, strlen(op));
    uint32_t words[16] = {0};
    if (!row || c->n > GAC__COUNT_OF(words)
        || strcmp(row->instruction_class, "Control-Flow") == 0
        || strcmp(row->instruction_class, "Function") == 0)
        return false;
    uint32_t skip = (row->has_type ? 1u : 0u) + (row->has_result ? 1u : 0u);
    for (uint32_t k = c->n + skip; k < row->n_operands; k++)
        if (row->operands[k].quantifier == GAC__ONE) {
            gac__build_invalid(c->b, "\"%s\" is called with %u arguments.",
                               c->name, c->n);
            return true;
        }
    for (uint32_t k = 0; k < c->n; k++) {
        const gac__operand_row *operand =
            k + skip < row->n_operands ? &row->operands[k + skip] : NULL;
        bool is_id = !operand || operand->operand_class == GAC__OPERAND_ID;
        words[k] = is_id ? c->ids[k]
                         : (uint32_t)gac__build_need_const(
                             c->b, c->ids[k], "an instruction's literal");
    }
    gac__inst made = gac__build_synthetic(c->b, c->call, row->opcode,
                                          row->has_result, words, c->n);
    translate(c, &made);
    return true;
}

bool gac__import_spirv(const gac__import_call *c)
{
    const char *name;
    if (!gac__import_prefix(c->name, "__spirv_", &name))
        return false;
    if (gac__import_prefix(name, "BuiltIn", &name))
        return spirv_builtin(c, name);
    if (gac__import_prefix(name, "ocl_", &name)) {
        const gac__ext_inst_row *row = find_row("", name, "");
        if (row)
            gac__build_opencl(c->b, c->call, row->number, c->ids, c->n);
        return row != NULL;
    }
    return spirv_instruction(c, name);
}
