/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checks of single operands, shared by all async instructions. */

/* One defect is one diagnostic. An operand has at most one: the first of "is a
 * value", "has the right kind of type", "has the right storage class, pointee
 * or width". What follows from a fault is not reported again: a destination
 * that is wrong allows the source to be in either storage class. */
#include "validate/validate_internal.h"

gac__subject gac__subject_of(const gac__inst *inst, const gac__family *family)
{
    return (gac__subject){
        .inst = inst, .family = family, .destination_class = UINT32_MAX};
}

static const char *model_name(const gac_module *m)
{
    return m->pointer_bits == 32 ? "Physical32" : "Physical64";
}

static uint32_t operand_id(const gac__subject *s, uint32_t word)
{
    return s->inst->words[word];
}

bool gac__check_defined(gac__validation *v, const gac__inst *inst,
                        gac__rule_id rule, const char *name, uint32_t word)
{
    const gac_module *m = v->m;
    uint32_t id = inst->words[word];
    if (gac__module_type_of(m, id) != 0
        && gac__module_def_opcode(m, id) != SpvOpFunction)
        return true;
    /* The parser has reported ids over the bound. */
    if (id != 0 && id < m->bound)
        gac__found(v, rule, inst, name, (int32_t)word,
                   "Expected %s to be a value. Found %s.", name,
                   gac__describe_value(v, id).text);
    return false;
}

void gac__check_result_event(gac__validation *v, const gac__inst *inst,
                             gac__rule_id rule)
{
    const gac_module *m = v->m;
    uint32_t id = inst->type_id;
    if (gac__module_type_kind(m, id) == GAC__TYPE_EVENT)
        return;
    if (gac__module_type(m, id).kind != GAC__TYPE_NONE)
        gac__found(v, rule, inst, "Result Type", 1,
                   "The result type must be OpTypeEvent. Found %s, %s.",
                   gac__describe_id(v, id).text,
                   gac__describe_type(v, id).text);
    else if (id != 0 && id < m->bound)
        gac__found(v, rule, inst, "Result Type", 1,
                   "The result type must be OpTypeEvent. Found %s.",
                   gac__describe_value(v, id).text);
}

/* -- integers -------------------------------------------------------------- */

static gac__type value_type(const gac__validation *v, uint32_t id)
{
    return gac__module_type(v->m, gac__module_type_of(v->m, id));
}

/* Sizes, offsets, counts, lengths, areas, strides: size_t of the device. */
static void check_count(gac__validation *v, const gac__subject *s,
                        const char *name, uint32_t word, bool stride)
{
    const gac_module *m = v->m;
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    uint32_t bits = m->pointer_bits;
    bool is_int = type.kind == GAC__TYPE_INT;
    /* No physical addressing model is a fault of the module, not of this. */
    if (is_int && (bits == 0 || type.width == bits))
        return;
    gac__rule_id rule = is_int ? s->family->width : s->family->type;
    if (is_int && stride && v->tolerate)
        rule = GAC__RULE_stride_width;
    else if (is_int && stride)
        v->hint = GAC__PRODUCER_HINT;
    if (bits == 0)
        gac__found(v, rule, s->inst, name, (int32_t)word,
                   "%s must be an int scalar. Found %s.", name,
                   gac__describe_value(v, id).text);
    else
        gac__found(v, rule, s->inst, name, (int32_t)word,
                   "%s must be a %u-bit int scalar when Addressing Model is "
                   "%s. Found %s.",
                   name, bits, model_name(m), gac__describe_value(v, id).text);
}

static void check_int32(gac__validation *v, const gac__subject *s,
                        const char *name, uint32_t word)
{
    gac__type type = value_type(v, operand_id(s, word));
    if (type.kind != GAC__TYPE_INT || type.width != 32)
        gac__found(v, s->family->type, s->inst, name, (int32_t)word,
                   "Expected %s to be a 32-bit int scalar. Found %s.", name,
                   gac__describe_value(v, operand_id(s, word)).text);
}

/* A constant whose value no specialization can change. */
static bool fixed_constant(const gac_module *m, uint32_t id, uint64_t *bits_out)
{
    uint32_t opcode = gac__module_def_opcode(m, id);
    return (opcode == SpvOpConstant || opcode == SpvOpConstantNull)
           && gac__module_constant(m, id, bits_out);
}

static void check_scope(gac__validation *v, const gac__subject *s,
                        const char *name, uint32_t word)
{
    const gac_module *m = v->m;
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    if (type.kind != GAC__TYPE_INT || type.width != 32) {
        gac__found(v, s->family->type, s->inst, name, (int32_t)word,
                   "Expected %s to be a Scope, a 32-bit int scalar. Found %s.",
                   name, gac__describe_value(v, id).text);
        return;
    }
    uint64_t scope;
    if (!fixed_constant(m, id, &scope) || scope == SpvScopeWorkgroup)
        return;
    const char *found = gac__grammar_value_name("Scope", (uint32_t)scope);
    gac__found(v, s->family->type, s->inst, name, (int32_t)word,
               "The %s scope must be Workgroup. Found %s, the constant %u%s%s.",
               name, gac__describe_id(v, id).text, (uint32_t)scope,
               found ? ", " : "", found ? found : "");
}

static bool is_constant_opcode(uint32_t opcode)
{
    switch (opcode) {
    case SpvOpConstant:
    case SpvOpConstantNull:
    case SpvOpSpecConstant:
    case SpvOpSpecConstantOp: return true;
    default: return false;
    }
}

static void check_element_bytes(gac__validation *v, const gac__subject *s,
                                const char *name, uint32_t word)
{
    const gac_module *m = v->m;
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    uint64_t bits = 1;
    if (type.kind != GAC__TYPE_INT
        || !is_constant_opcode(gac__module_def_opcode(m, id))) {
        gac__found(v, s->family->type, s->inst, name, (int32_t)word,
                   "Expected %s to be a constant int scalar. Found %s.", name,
                   gac__describe_value(v, id).text);
        return;
    }
    bool fixed = fixed_constant(m, id, &bits);
    bool negative = type.is_signed && type.width >= 1 && type.width <= 64
                    && (bits >> (type.width - 1) & 1) != 0;
    if (fixed && (bits == 0 || negative))
        gac__found(v, s->family->type, s->inst, name, (int32_t)word,
                   "Expected %s to be at least 1. Found %s, which is %s.", name,
                   gac__describe_id(v, id).text, negative ? "negative" : "0");
}

/* -- events ---------------------------------------------------------------- */

static void check_event(gac__validation *v, const gac__subject *s,
                        const char *name, uint32_t word)
{
    if (value_type(v, operand_id(s, word)).kind != GAC__TYPE_EVENT)
        gac__found(v, s->family->event, s->inst, name, (int32_t)word,
                   "Expected %s to be an object of OpTypeEvent. Found %s.",
                   name, gac__describe_value(v, operand_id(s, word)).text);
}

/* Of LLVM's SPIR-V backend: parameters that are no pointers, and pointers to
 * bytes where it has computed in bytes. */
static bool is_badly_typed_list(const gac_module *m, uint32_t id,
                                gac__type type)
{
    if (type.kind != GAC__TYPE_POINTER)
        return gac__module_def_opcode(m, id) == SpvOpFunctionParameter
               && gac__module_is_lost_list(m, gac__module_type_of(m, id));
    gac__type pointee = gac__module_type(m, type.element_id);
    return pointee.kind == GAC__TYPE_INT && pointee.width == 8;
}

/* clang leaves a pointer to an array of events where the list is an array: it
 * is read as a pointer to the first one. */
static void check_events_list(gac__validation *v, const gac__subject *s,
                              const char *name, uint32_t word)
{
    const gac_module *m = v->m;
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    gac__type pointee = gac__module_type(
        m, type.kind == GAC__TYPE_POINTER ? type.element_id : 0);
    if (pointee.kind == GAC__TYPE_ARRAY
        || pointee.kind == GAC__TYPE_RUNTIME_ARRAY)
        pointee = gac__module_type(m, pointee.element_id);
    if (pointee.kind == GAC__TYPE_EVENT)
        return;
    bool producers = is_badly_typed_list(m, id, type);
    bool tolerated = v->tolerate && producers;
    bool typed = type.kind == GAC__TYPE_POINTER;
    if (producers && !tolerated)
        v->hint = GAC__PRODUCER_HINT;
    gac__found(
        v, tolerated ? GAC__RULE_producer_quirk : s->family->event, s->inst,
        name, (int32_t)word,
        tolerated ? "%s was read as a pointer to events. It is %s%s%s."
                  : "Expected %s to be a pointer to OpTypeEvent. Found %s%s%s.",
        name, gac__describe_value(v, id).text, typed ? ", to " : "",
        typed ? gac__describe_type(v, type.element_id).text : "");
}

/* -- pointers -------------------------------------------------------------- */

static bool is_group_class(uint32_t storage_class)
{
    return storage_class == SpvStorageClassWorkgroup
           || storage_class == SpvStorageClassCrossWorkgroup;
}

/* Scalars and vectors of integer or float: what a core copy may move. */
static bool is_copyable(const gac_module *m, uint32_t type_id)
{
    gac__type type = gac__module_type(m, type_id);
    if (type.kind == GAC__TYPE_VECTOR)
        type = gac__module_type(m, type.element_id);
    /* Floats of other encodings than IEEE 754's are floats, too. */
    return type.kind == GAC__TYPE_INT
           || gac__module_def_opcode(m, type.id) == SpvOpTypeFloat;
}

static bool check_pointer(gac__validation *v, const gac__subject *s,
                          const char *name, uint32_t word, gac__rule_id rule)
{
    uint32_t id = operand_id(s, word);
    gac__type_kind wanted =
        s->family->untyped ? GAC__TYPE_UNTYPED_POINTER : GAC__TYPE_POINTER;
    if (value_type(v, id).kind == wanted)
        return true;
    gac__found(v, rule, s->inst, name, (int32_t)word,
               "Expected %s to be %s. Found %s.", name,
               s->family->untyped ? "an untyped pointer" : "a pointer",
               gac__describe_value(v, id).text);
    return false;
}

/* clang 22 passes a local array as a pointer to the array, and makes the other
 * side's pointer match. Only its elements can be meant: Num Elements counts
 * them. */
static uint32_t innermost_element(const gac_module *m, uint32_t type_id)
{
    gac__type type = gac__module_type(m, type_id);
    for (int depth = 0; type.kind == GAC__TYPE_ARRAY && depth < 8; depth++) {
        type_id = type.element_id;
        type = gac__module_type(m, type_id);
    }
    return type_id;
}

/* The pointee as it is read: a known producer's array as its element. */
static uint32_t pointee_of(const gac__validation *v, uint32_t id)
{
    uint32_t pointee = value_type(v, id).element_id;
    return v->tolerate ? innermost_element(v->m, pointee) : pointee;
}

static bool check_pointee(gac__validation *v, const gac__subject *s,
                          const char *name, uint32_t word)
{
    uint32_t id = operand_id(s, word);
    uint32_t pointee = value_type(v, id).element_id;
    if (!s->family->typed_elements || is_copyable(v->m, pointee))
        return true;
    if (is_copyable(v->m, pointee_of(v, id))) {
        gac__found(v, GAC__RULE_producer_quirk, s->inst, name, (int32_t)word,
                   "%s is a pointer to %s: it was read as a pointer to the "
                   "array's elements.",
                   name, gac__describe_type(v, pointee).text);
        return true;
    }
    if (is_copyable(v->m, innermost_element(v->m, pointee)))
        v->hint = GAC__PRODUCER_HINT;
    gac__found(v, s->family->type, s->inst, name, (int32_t)word,
               "Expected %s to be a pointer to scalar or vector of "
               "floating-point type or integer type. Found %s, a pointer to "
               "%s.",
               name, gac__describe_id(v, id).text,
               gac__describe_type(v, pointee).text);
    return false;
}

static void check_destination(gac__validation *v, gac__subject *s,
                              const char *name, uint32_t word)
{
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    if (!check_pointer(v, s, name, word, s->family->destination_pointer))
        return;
    s->destination_name = name;
    s->destination_pointee = pointee_of(v, id);
    if (is_group_class(type.storage_class)) {
        s->destination_class = type.storage_class;
        s->pointee_faulty = !check_pointee(v, s, name, word);
        return;
    }
    /* Already at fault: nothing is compared with a hopeless pointee. */
    s->pointee_faulty = !is_copyable(v->m, type.element_id);
    gac__found(v, s->family->destination_class, s->inst, name, (int32_t)word,
               "Expected %s to be a pointer with storage class Workgroup or "
               "CrossWorkgroup. Found %s.",
               name, gac__describe_value(v, id).text);
}

/* The storage class that the source has to have; UINT32_MAX: either. */
static uint32_t wanted_source_class(const gac__subject *s)
{
    switch (s->destination_class) {
    case SpvStorageClassWorkgroup: return SpvStorageClassCrossWorkgroup;
    case SpvStorageClassCrossWorkgroup: return SpvStorageClassWorkgroup;
    default: return UINT32_MAX;
    }
}

/* The same pointee on both sides needs no word here, right or wrong: if it is
 * wrong, the destination has been blamed for it. */
static void check_source_pointee(gac__validation *v, const gac__subject *s,
                                 const char *name, uint32_t word)
{
    uint32_t id = operand_id(s, word);
    uint32_t pointee = pointee_of(v, id);
    if (!s->family->typed_elements || pointee == s->destination_pointee
        || !check_pointee(v, s, name, word) || s->destination_pointee == 0
        || s->pointee_faulty)
        return;
    gac__found(v, s->family->type, s->inst, name, (int32_t)word,
               "Expected %s and %s to be pointers to the same type. Found %s, "
               "a pointer to %s, for a %s that points to %s.",
               s->destination_name, name, gac__describe_id(v, id).text,
               gac__describe_type(v, pointee).text, s->destination_name,
               gac__describe_type(v, s->destination_pointee).text);
}

static void check_source(gac__validation *v, const gac__subject *s,
                         const char *name, uint32_t word)
{
    uint32_t id = operand_id(s, word);
    gac__type type = value_type(v, id);
    if (!check_pointer(v, s, name, word, s->family->source_pointer))
        return;
    uint32_t wanted = wanted_source_class(s);
    if (wanted == UINT32_MAX && !is_group_class(type.storage_class))
        gac__found(v, s->family->source_class, s->inst, name, (int32_t)word,
                   "Expected %s to be a pointer with storage class Workgroup "
                   "or CrossWorkgroup. Found %s.",
                   name, gac__describe_value(v, id).text);
    else if (wanted != UINT32_MAX && type.storage_class != wanted)
        gac__found(v, s->family->source_class, s->inst, name, (int32_t)word,
                   "Expected %s to be a pointer with storage class %s when "
                   "%s is %s. Found %s.",
                   name, gac__describe_storage(wanted).text,
                   s->destination_name,
                   gac__describe_storage(s->destination_class).text,
                   gac__describe_value(v, id).text);
    else
        check_source_pointee(v, s, name, word);
}

static void check_global(gac__validation *v, const gac__subject *s,
                         const char *name, uint32_t word)
{
    uint32_t id = operand_id(s, word);
    if (!check_pointer(v, s, name, word, s->family->source_pointer))
        return;
    if (value_type(v, id).storage_class != SpvStorageClassCrossWorkgroup)
        gac__found(v, s->family->source_class, s->inst, name, (int32_t)word,
                   "Expected %s to be a pointer with storage class "
                   "CrossWorkgroup. Found %s.",
                   name, gac__describe_value(v, id).text);
}

/* -- all of them ----------------------------------------------------------- */

void gac__check_operand(gac__validation *v, gac__subject *s, const char *name,
                        uint32_t word, gac__expect expect)
{
    if (!gac__check_defined(v, s->inst, s->family->undefined, name, word))
        return;
    switch (expect) {
    case GAC__EXPECT_VALUE: return;
    case GAC__EXPECT_SCOPE: check_scope(v, s, name, word); return;
    case GAC__EXPECT_DESTINATION: check_destination(v, s, name, word); return;
    case GAC__EXPECT_SOURCE: check_source(v, s, name, word); return;
    case GAC__EXPECT_GLOBAL: check_global(v, s, name, word); return;
    case GAC__EXPECT_COUNT: check_count(v, s, name, word, false); return;
    case GAC__EXPECT_STRIDE: check_count(v, s, name, word, true); return;
    case GAC__EXPECT_INT32: check_int32(v, s, name, word); return;
    case GAC__EXPECT_ELEMENT_BYTES:
        check_element_bytes(v, s, name, word);
        return;
    case GAC__EXPECT_EVENT: check_event(v, s, name, word); return;
    case GAC__EXPECT_EVENTS_LIST: check_events_list(v, s, name, word); return;
    }
}
