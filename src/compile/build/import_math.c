/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Imported mathematics: OpenCL.std's functions by their OpenCL C names,
 * relational functions, conversions, vector loads and stores. */
#include "compile/build/imports.h"
#include <stdlib.h>

#include "module/reports.h"

/* -- OpenCL.std by name ---------------------------------------------------- */

static const gac__ext_inst_row *find_row(const char *prefix, const char *name,
                                         const char *suffix)
{
    char full[96];
    snprintf(full, sizeof full, "%s%s%s", prefix, name, suffix);
    return gac__grammar_ext_inst_by_name(&gac__set_opencl_std, full,
                                         strlen(full));
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

/* A relation, by the core instruction that it is. */
typedef struct relation {
    const char *name;
    uint16_t opcode;
    uint8_t n;
} relation;

static const relation relations[] = {
    {"isequal", SpvOpFOrdEqual, 2},
    {"isnotequal", SpvOpFUnordNotEqual, 2},
    {"isgreater", SpvOpFOrdGreaterThan, 2},
    {"isgreaterequal", SpvOpFOrdGreaterThanEqual, 2},
    {"isless", SpvOpFOrdLessThan, 2},
    {"islessequal", SpvOpFOrdLessThanEqual, 2},
    {"islessgreater", SpvOpFOrdNotEqual, 2},
    {"isordered", SpvOpOrdered, 2},
    {"isunordered", SpvOpUnordered, 2},
    {"isfinite", SpvOpIsFinite, 1},
    {"isinf", SpvOpIsInf, 1},
    {"isnan", SpvOpIsNan, 1},
    {"isnormal", SpvOpIsNormal, 1},
    {"signbit", SpvOpSignBitSet, 1},
};

/* A scalar's true is 1; a vector's has all bits set. */
typedef struct truth {
    uint32_t opcode;
    uint64_t bits;
} truth;

static uint32_t relation_component(gac__builder *b, const void *how, gac__ty ty,
                                   const uint32_t *args)
{
    const truth *t = how;
    uint32_t is = gac__build_arith_component(b, t->opcode, GAC__TY_BOOL, args);
    return ty == GAC__TY_BOOL
               ? is
               : gac__build_select(b, is, gac__build_const(b, ty, t->bits),
                                   gac__build_const(b, ty, 0));
}

static bool import_relation(const gac__import_call *c)
{
    for (size_t k = 0; k < GAC__COUNT_OF(relations); k++) {
        const relation *r = &relations[k];
        if (strcmp(c->name, r->name) != 0)
            continue;
        bool vector = gac__build_shape(c->b, c->call->type_id)->n > 1;
        truth t = {.opcode = r->opcode, .bits = vector ? UINT64_MAX : 1};
        if (c->n != r->n)
            gac__build_invalid(c->b, "it does not take %u arguments.", c->n);
        else
            gac__build_each(c->b, c->call, c->n, c->ids, false,
                            relation_component, &t);
        return true;
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

/* The rounding mode in the name of a conversion or a store: GAC__ROUND_*, or
 * GAC__ROUND_NONE. */
static uint32_t rounding_in(const char *name)
{
    static const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
    for (uint32_t k = 0; k < GAC__COUNT_OF(modes); k++)
        if (strstr(name, modes[k]))
            return k;
    return GAC__ROUND_NONE;
}

static bool is_signed_name(const char *name)
{
    return strncmp(name, "char", 4) == 0 || strncmp(name, "short", 5) == 0
           || strncmp(name, "int", 3) == 0 || strncmp(name, "long", 4) == 0;
}

/* A function convert_... */
typedef struct named_conversion {
    bool from_signed, to_signed, saturates;
    uint32_t rounding;
} named_conversion;

/* The core instruction that converts a component. */
static uint32_t conversion_of(const named_conversion *v, gac__ty from,
                              gac__ty to)
{
    if (gac__ty_is_float(from) && gac__ty_is_float(to))
        return SpvOpFConvert;
    if (gac__ty_is_float(from))
        return v->to_signed ? SpvOpConvertFToS : SpvOpConvertFToU;
    if (gac__ty_is_float(to))
        return v->from_signed ? SpvOpConvertSToF : SpvOpConvertUToF;
    if (v->saturates && v->from_signed != v->to_signed)
        return v->from_signed ? SpvOpSatConvertSToU : SpvOpSatConvertUToS;
    return v->from_signed ? SpvOpSConvert : SpvOpUConvert;
}

static uint32_t convert_component(gac__builder *b, const void *how, gac__ty ty,
                                  const uint32_t *args)
{
    const named_conversion *v = how;
    const gac__conversion c = {
        .opcode = conversion_of(v, gac__build_ty(b, args[0]), ty),
        .rounding = v->rounding,
        .saturates = v->saturates};
    return gac__build_conversion(b, &c, ty, args);
}

static bool import_conversion(const gac__import_call *c)
{
    const char *name;
    if (!gac__import_prefix(c->name, "convert_", &name) || c->n != 1)
        return false;
    named_conversion v = {.from_signed =
                              gac__mangled_is_signed(gac__import_param(c, 0)),
                          .to_signed = is_signed_name(name),
                          .saturates = strstr(name, "_sat") != NULL,
                          .rounding = rounding_in(name)};
    gac__build_each(c->b, c->call, 1, c->ids, false, convert_component, &v);
    return true;
}

/* -- vector loads and stores ----------------------------------------------- */

/* Translates vload4(), vstorea_half4_rtz() and the like. OpenCL.std's names
 * have "n" for the number of components, and "_r" for the rounding mode; both
 * are its last operands. vloada_half() counts as one of vectors. */
static bool import_vector_memory(const gac__import_call *c)
{
    const char *rest, *name = c->name;
    uint32_t words[4] = {0}, n = c->n;
    bool loads = gac__import_prefix(name, "vload", &rest);
    if ((!loads && !gac__import_prefix(name, "vstore", &rest))
        || n != (loads ? 2u : 3u))
        return false;
    uint32_t rounding = rounding_in(rest);
    bool rounds = rounding != GAC__ROUND_NONE;
    size_t end = rounds ? (size_t)(strstr(rest, "_rt") - name) : strlen(name);
    size_t stem = GAC__MIN(strcspn(name, "0123456789"), end);
    bool vector = stem < end || *rest == 'a';
    char stem_of[sizeof c->name];
    snprintf(stem_of, sizeof stem_of, "%.*s", (int)stem, name);
    const gac__ext_inst_row *row =
        find_row(stem_of, vector ? "n" : "", rounds ? "_r" : "");
    if (!row)
        return false;
    memcpy(words, c->ids, n * sizeof *words);
    if (loads && vector)
        words[n++] = (uint32_t)strtoul(name + stem, NULL, 10);
    if (rounds)
        words[n++] = rounding;
    gac__build_opencl(c->b, c->call, row->number, words, n);
    return true;
}

bool gac__import_math(const gac__import_call *c)
{
    return import_conversion(c) || import_vector_memory(c) || import_relation(c)
           || import_core(c) || import_function(c);
}

/* -- SPIR-V's own names: __spirv_... --------------------------------------- */

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
    if (gac__import_prefix(name, "ocl_", &name)) {
        const gac__ext_inst_row *row = find_row("", name, "");
        if (row)
            gac__build_opencl(c->b, c->call, row->number, c->ids, c->n);
        return row != NULL;
    }
    return spirv_instruction(c, name);
}
