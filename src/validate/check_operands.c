/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The checks of operands, for all families of instructions. */

/* One defect is one diagnostic. An operand has at most one: that it is no
 * value, then that its kind of type is wrong, then its storage class, pointee
 * or width. What follows from a fault is not reported: a faulty destination
 * allows the source to have either storage class. */
#include "module/types.h"
#include "validate/validate_internal.h"

/* An instruction under check. What was found of its destination is kept, since
 * the source has to match. */
typedef struct subject {
    const gac__inst *inst;
    const gac__family *family;
    /* The current operand, and the opcode and the words of its value's type;
     * OpNop and NULL: the type is no type. */
    const char *name;
    int32_t word;
    uint32_t id, type;
    const uint32_t *type_words;
    const char *destination_name; /* NULL: not checked yet */
    uint32_t destination_class;   /* storage class; UINT32_MAX: unknown */
    uint32_t destination_pointee; /* type id; 0: unknown */
    bool pointee_faulty;          /* a fault of the pointee has been reported */
} subject;

/* The rule that a fault breaks: the set's, or the only one of the family. */
static gac__rule_id rule_of(const subject *s, gac__rule_id of_set)
{
    return s->family->rule == GAC__RULE_COUNT ? of_set : s->family->rule;
}

static uint32_t int_width(const subject *s)
{
    return s->type_words[2];
}

static uint32_t storage_class(const subject *s)
{
    return s->type_words[2];
}

/* The type that a pointer points to; 0: it is an untyped one. */
static uint32_t pointee_of(const subject *s)
{
    return s->type == SpvOpTypePointer ? s->type_words[3] : 0;
}

/* Reports a fault of the current operand. */
#define FOUND(v, s, rule, ...)                                                 \
    gac__found((v), (rule), (s)->inst, (s)->name, (s)->word, __VA_ARGS__)

static void expected(gac__validation *v, const subject *s, gac__rule_id of_set,
                     const char *what)
{
    FOUND(v, s, rule_of(s, of_set), "Expected %s to be %s. Found %s.", s->name,
          what, gac__describe_value(v, s->id).text);
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

/* Sizes, offsets, counts, lengths, areas and strides are as wide as size_t. */
static void check_count(gac__validation *v, const subject *s, bool stride)
{
    uint32_t bits = v->m->pointer_bits;
    bool is_int = s->type == SpvOpTypeInt;
    /* Without a physical addressing model, the module is at fault. */
    if (is_int && (bits == 0 || int_width(s) == bits))
        return;
    gac__rule_id rule =
        rule_of(s, is_int ? GAC__RULE_operand_width : GAC__RULE_operand_type);
    if (is_int && stride && v->tolerate)
        rule = GAC__RULE_stride_width;
    else if (is_int && stride)
        v->hint = GAC__PRODUCER_HINT;
    const gac__phrase found = gac__describe_value(v, s->id);
    if (bits == 0)
        FOUND(v, s, rule, "%s must be an int scalar. Found %s.", s->name,
              found.text);
    else
        FOUND(v, s, rule,
              "%s must be a %u-bit int scalar when Addressing Model is "
              "Physical%u. Found %s.",
              s->name, bits, bits, found.text);
}

/* Checks that the operand is a 32-bit integer, which the message calls
 * `what`. */
static bool check_int32(gac__validation *v, const subject *s, const char *what)
{
    if (s->type == SpvOpTypeInt && int_width(s) == 32)
        return true;
    expected(v, s, GAC__RULE_operand_type, what);
    return false;
}

/* The value of a constant that specialization cannot change. */
static bool fixed_constant(const gac_module *m, uint32_t id, uint64_t *bits_out)
{
    uint32_t opcode = gac__module_def_opcode(m, id);
    return (opcode == SpvOpConstant || opcode == SpvOpConstantNull)
           && gac__module_constant(m, id, bits_out);
}

static void check_scope(gac__validation *v, const subject *s)
{
    uint64_t scope;
    if (!check_int32(v, s, "a Scope, a 32-bit int scalar")
        || !fixed_constant(v->m, s->id, &scope) || scope == SpvScopeWorkgroup)
        return;
    const char *found = gac__grammar_value_name("Scope", (uint32_t)scope);
    FOUND(v, s, rule_of(s, GAC__RULE_operand_type),
          "The %s scope must be Workgroup. Found %s, the constant %u%s%s.",
          s->name, gac__describe_id(v, s->id).text, (uint32_t)scope,
          found ? ", " : "", found ? found : "");
}

static void check_element_bytes(gac__validation *v, const subject *s)
{
    uint32_t opcode = gac__module_def_opcode(v->m, s->id);
    uint64_t bits;
    if (s->type != SpvOpTypeInt
        || (opcode != SpvOpConstant && opcode != SpvOpConstantNull
            && opcode != SpvOpSpecConstant && opcode != SpvOpSpecConstantOp)) {
        expected(v, s, GAC__RULE_operand_type, "a constant int scalar");
        return;
    }
    if (!fixed_constant(v->m, s->id, &bits))
        return;
    const uint32_t width = int_width(s);
    bool negative = s->type_words[3] != 0 && width >= 1 && width <= 64
                    && (bits >> (width - 1) & 1) != 0;
    if (bits == 0 || negative)
        FOUND(v, s, rule_of(s, GAC__RULE_operand_type),
              "Expected %s to be at least 1. Found %s, which is %s.", s->name,
              gac__describe_id(v, s->id).text, negative ? "negative" : "0");
}

/* -- events ---------------------------------------------------------------- */

static void check_event(gac__validation *v, const subject *s)
{
    if (s->type != SpvOpTypeEvent)
        expected(v, s, GAC__RULE_event_type, "an object of OpTypeEvent");
}

/* A pointer to an array of events, as clang makes of a list that is an array,
 * is read as a pointer to the first one. LLVM's SPIR-V backend makes parameters
 * that are no pointers, and pointers to bytes. */
static void check_events_list(gac__validation *v, const subject *s)
{
    const gac_module *m = v->m;
    bool typed = s->type == SpvOpTypePointer;
    gac__type pointee = gac__module_type(m, pointee_of(s));
    bool producers =
        typed
            ? pointee.kind == GAC__TYPE_INT && pointee.width == 8
            : gac__module_def_opcode(m, s->id) == SpvOpFunctionParameter
                  && gac__module_is_lost_list(m, gac__module_type_of(m, s->id));
    if (pointee.kind == GAC__TYPE_ARRAY
        || pointee.kind == GAC__TYPE_RUNTIME_ARRAY)
        pointee = gac__module_type(m, pointee.element_id);
    if (pointee.kind == GAC__TYPE_EVENT)
        return;
    bool tolerated = v->tolerate && producers;
    if (producers && !tolerated)
        v->hint = GAC__PRODUCER_HINT;
    FOUND(v, s,
          tolerated ? GAC__RULE_producer_quirk
                    : rule_of(s, GAC__RULE_event_type),
          tolerated ? "%s was read as a pointer to events. It is %s%s%s."
                    : "Expected %s to be a pointer to OpTypeEvent. Found "
                      "%s%s%s.",
          s->name, gac__describe_value(v, s->id).text, typed ? ", to " : "",
          typed ? gac__describe_type(v, pointee_of(s)).text : "");
}

/* -- pointers -------------------------------------------------------------- */

/* Whether a core copy may copy a type: a scalar or vector of integer or
 * float. */
static bool is_copyable(const gac_module *m, uint32_t type_id)
{
    const uint32_t *type = gac__module_def_words(m, type_id);
    if (gac__words_opcode(type) == SpvOpTypeVector)
        type = gac__module_def_words(m, type[2]);
    /* Floats of any encoding. */
    return gac__words_opcode(type) == SpvOpTypeInt
           || gac__words_opcode(type) == SpvOpTypeFloat;
}

static bool check_pointer(gac__validation *v, const subject *s,
                          gac__rule_id rule)
{
    bool untyped = s->family->untyped;
    if (s->type == (untyped ? SpvOpTypeUntypedPointerKHR : SpvOpTypePointer))
        return true;
    expected(v, s, rule, untyped ? "an untyped pointer" : "a pointer");
    return false;
}

/* The pointee, which may be that of an array's elements: clang 22 passes a
 * local array as a pointer to the array, and casts the other pointer to match,
 * though Num Elements counts elements. */
static uint32_t copied_type(const gac__validation *v, const subject *s)
{
    uint32_t pointee = pointee_of(s);
    return v->tolerate ? gac__module_innermost(v->m, pointee) : pointee;
}

static bool check_pointee(gac__validation *v, const subject *s)
{
    uint32_t pointee = pointee_of(s);
    if (!s->family->typed_elements || is_copyable(v->m, pointee))
        return true;
    bool elements = is_copyable(v->m, gac__module_innermost(v->m, pointee));
    if (elements && v->tolerate) {
        FOUND(v, s, GAC__RULE_producer_quirk,
              "%s is a pointer to %s: it was read as a pointer to the "
              "array's elements.",
              s->name, gac__describe_type(v, pointee).text);
        return true;
    }
    if (elements)
        v->hint = GAC__PRODUCER_HINT;
    FOUND(v, s, rule_of(s, GAC__RULE_operand_type),
          "Expected %s to be a pointer to scalar or vector of "
          "floating-point type or integer type. Found %s, a pointer to "
          "%s.",
          s->name, gac__describe_id(v, s->id).text,
          gac__describe_type(v, pointee).text);
    return false;
}

static const char either_class[] =
    "a pointer with storage class Workgroup or CrossWorkgroup";

static void check_destination(gac__validation *v, subject *s)
{
    if (!check_pointer(v, s, GAC__RULE_destination_pointer))
        return;
    s->destination_name = s->name;
    s->destination_pointee = copied_type(v, s);
    if (gac__is_copied_class(storage_class(s))) {
        s->destination_class = storage_class(s);
        s->pointee_faulty = !check_pointee(v, s);
        return;
    }
    /* The destination is reported; a faulty pointee is not compared. */
    s->pointee_faulty = !is_copyable(v->m, pointee_of(s));
    expected(v, s, GAC__RULE_destination_storage_class, either_class);
}

/* A pointee that equals the destination's is not checked again: if it is
 * faulty, the destination has been reported. */
static void check_source_pointee(gac__validation *v, const subject *s)
{
    uint32_t pointee = copied_type(v, s);
    if (!s->family->typed_elements || pointee == s->destination_pointee
        || !check_pointee(v, s) || s->destination_pointee == 0
        || s->pointee_faulty)
        return;
    FOUND(v, s, rule_of(s, GAC__RULE_operand_type),
          "Expected %s and %s to be pointers to the same type. Found %s, "
          "a pointer to %s, for a %s that points to %s.",
          s->destination_name, s->name, gac__describe_id(v, s->id).text,
          gac__describe_type(v, pointee).text, s->destination_name,
          gac__describe_type(v, s->destination_pointee).text);
}

static void check_source(gac__validation *v, const subject *s)
{
    if (!check_pointer(v, s, GAC__RULE_source_pointer))
        return;
    uint32_t to = s->destination_class;
    uint32_t wanted = to == SpvStorageClassWorkgroup
                          ? SpvStorageClassCrossWorkgroup
                          : SpvStorageClassWorkgroup;
    if (to == UINT32_MAX && !gac__is_copied_class(storage_class(s)))
        expected(v, s, GAC__RULE_source_storage_class, either_class);
    else if (to != UINT32_MAX && storage_class(s) != wanted)
        FOUND(v, s, rule_of(s, GAC__RULE_source_storage_class),
              "Expected %s to be a pointer with storage class %s when "
              "%s is %s. Found %s.",
              s->name, gac__describe_storage(wanted).text, s->destination_name,
              gac__describe_storage(to).text,
              gac__describe_value(v, s->id).text);
    else
        check_source_pointee(v, s);
}

static void check_global(gac__validation *v, const subject *s)
{
    if (check_pointer(v, s, GAC__RULE_source_pointer)
        && storage_class(s) != SpvStorageClassCrossWorkgroup)
        expected(v, s, GAC__RULE_source_storage_class,
                 "a pointer with storage class CrossWorkgroup");
}

/* -- all operands ---------------------------------------------------------- */

static void check_operand(gac__validation *v, subject *s, const char *name,
                          uint32_t word, gac__expect expect)
{
    if (!gac__check_defined(v, s->inst, rule_of(s, GAC__RULE_undefined_id),
                            name, word))
        return;
    s->name = name;
    s->word = (int32_t)word;
    s->id = s->inst->words[word];
    s->type_words = gac__module_value_type(v->m, s->id);
    s->type = gac__words_opcode(s->type_words);
    switch (expect) {
    case GAC__EXPECT_NOTHING: return;
    case GAC__EXPECT_SCOPE: check_scope(v, s); return;
    case GAC__EXPECT_DESTINATION: check_destination(v, s); return;
    case GAC__EXPECT_SOURCE: check_source(v, s); return;
    case GAC__EXPECT_GLOBAL: check_global(v, s); return;
    case GAC__EXPECT_COUNT: check_count(v, s, false); return;
    case GAC__EXPECT_STRIDE: check_count(v, s, true); return;
    case GAC__EXPECT_INT32:
        (void)check_int32(v, s, "a 32-bit int scalar");
        return;
    case GAC__EXPECT_ELEMENT_BYTES: check_element_bytes(v, s); return;
    case GAC__EXPECT_EVENT: check_event(v, s); return;
    case GAC__EXPECT_EVENTS_LIST: check_events_list(v, s); return;
    }
}

void gac__check_values(gac__validation *v, const gac__inst *inst,
                       const gac__family *family, const gac__operand_row *rows,
                       uint32_t first, const gac__expect *expect)
{
    subject s = {
        .inst = inst, .family = family, .destination_class = UINT32_MAX};
    for (uint32_t i = 0;
         expect[i] && first + i < inst->n_words && !gac__validation_full(v);
         i++)
        check_operand(v, &s, rows[i].name, first + i, expect[i]);
}
