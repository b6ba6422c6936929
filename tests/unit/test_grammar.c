/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The generated tables against the JSON that they come from, read anew. */
#include "grammar/grammar.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "gen/CodeplayGroupAsyncCopies.h"
#include "grammar/async_roles.h"
#include "module/spirv.h"

#ifndef GAC_TEST_SPIRV_HEADERS
#define GAC_TEST_SPIRV_HEADERS "/usr/include/spirv/unified1"
#endif

static json_t *load(const char *path)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s: %s", path, error.text);
    return root;
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static uint32_t number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value)
               ? (uint32_t)strtoul(json_string_value(value), NULL, 0)
               : (uint32_t)json_integer_value(value);
}

static void expect_row(const gac__operand_row *row, const json_t *operand)
{
    const char *quantifier = text(operand, "quantifier");
    assert_string_equal(gac__kind_rows[row->kind].name, text(operand, "kind"));
    assert_int_equal(row->quantifier, !quantifier          ? GAC__ONE
                                      : *quantifier == '?' ? GAC__OPTIONAL
                                                           : GAC__ANY_NUMBER);
    assert_null(strpbrk(row->name, "'\n+\\\""));
    assert_true(row->name[0] != 0);
}

static void expect_op(const gac__op_row *row, const json_t *inst)
{
    const json_t *operands = json_object_get(inst, "operands");
    const json_t *capabilities = json_object_get(inst, "capabilities");
    assert_non_null(row);
    assert_int_equal(row->opcode, number(inst, "opcode"));
    assert_int_equal(row->n_operands, json_array_size(operands));
    assert_int_equal(row->n_capabilities, json_array_size(capabilities));
    for (uint32_t i = 0; i < row->n_operands; i++)
        expect_row(&row->operands[i], json_array_get(operands, i));
    for (uint32_t i = 0; i < row->n_capabilities; i++)
        assert_non_null(
            gac__grammar_value_name("Capability", row->capabilities[i]));
}

/* An entry that gives an opcode another name, or says that this one is shown,
 * and nothing else. */
static bool is_name(const json_t *inst)
{
    return json_object_get(inst, "prefer") || !json_object_get(inst, "class");
}

static const gac__op_row *op_named(const char *name)
{
    return gac__grammar_op_by_name(name, strlen(name));
}

/* All instructions of a core grammar. One that the supplement lengthens is
 * compared with the supplement. */
static void expect_core(const char *path, const json_t *other)
{
    json_t *root = load(path);
    const json_t *list = json_object_get(root, "instructions");
    assert_true(json_array_size(list) > 0);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *inst = json_array_get(list, i);
        const gac__op_row *row = op_named(text(inst, "opname"));
        bool replaced = false;
        for (size_t j = 0; j < json_array_size(other); j++) {
            const json_t *o = json_array_get(other, j);
            replaced |=
                !is_name(o) && !strcmp(text(o, "opname"), text(inst, "opname"));
        }
        if (json_object_get(inst, "prefer"))
            assert_string_equal(row->name, text(inst, "opname"));
        if (!replaced && !is_name(inst))
            expect_op(row, inst);
        assert_ptr_equal(gac__grammar_op(number(inst, "opcode")), row);
    }
    json_decref(root);
}

/* Each opcode has one row, and only those. */
static void expect_op_count(const char *core, const char *supplement)
{
    bool listed[0x10000] = {false};
    uint32_t n = 0;
    for (int file = 0; file < 2; file++) {
        json_t *root = load(file ? supplement : core);
        const json_t *list = json_object_get(root, "instructions");
        for (size_t i = 0; i < json_array_size(list); i++) {
            bool *at = &listed[number(json_array_get(list, i), "opcode")];
            n += !*at;
            *at = true;
        }
        json_decref(root);
    }
    assert_int_equal(gac__op_row_count, n);
}

static void ops_are_the_grammars(void **state)
{
    (void)state;
    const char *core = GAC_TEST_SPIRV_HEADERS "/spirv.core.grammar.json";
    const char *supplement = "grammar/spirv.core.supplement.grammar.json";
    json_t *root = load(supplement);
    expect_core(core, json_object_get(root, "instructions"));
    expect_core(supplement, NULL);
    expect_op_count(core, supplement);
    json_decref(root);
}

/* A kind's enumerants, one row a value, and their names. */
static void expect_kind(uint16_t kind, const json_t *entry)
{
    const json_t *enumerants = json_object_get(entry, "enumerants");
    assert_string_equal(gac__kind_rows[kind].name, text(entry, "kind"));
    for (size_t i = 0; i < json_array_size(enumerants); i++) {
        const json_t *e = json_array_get(enumerants, i);
        const json_t *parameters = json_object_get(e, "parameters");
        const char *name = text(e, "enumerant");
        const gac__enumerant_row *row =
            gac__grammar_enumerant(kind, number(e, "value"));
        uint32_t value = ~number(e, "value");
        assert_non_null(row);
        bool shown = !strcmp(row->name, name);
        if (shown)
            assert_int_equal(row->n_parameters, json_array_size(parameters));
        for (uint32_t k = 0; shown && k < row->n_parameters; k++)
            expect_row(&row->parameters[k], json_array_get(parameters, k));
        assert_true(
            gac__grammar_value_by_name(kind, name, strlen(name), &value));
        assert_int_equal(value, number(e, "value"));
    }
}

static void kinds_are_the_grammars(void **state)
{
    (void)state;
    json_t *root = load(GAC_TEST_SPIRV_HEADERS "/spirv.core.grammar.json");
    const json_t *list = json_object_get(root, "operand_kinds");
    for (size_t i = 0; i < json_array_size(list); i++)
        expect_kind((uint16_t)i, json_array_get(list, i));
    json_decref(root);
    root = load("grammar/spirv.core.supplement.grammar.json");
    list = json_object_get(root, "operand_kinds");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        uint16_t kind = 0;
        while (strcmp(gac__kind_rows[kind].name, text(entry, "kind")) != 0)
            kind++;
        expect_kind(kind, entry);
    }
    json_decref(root);
}

static void sections_follow_the_layout(void **state)
{
    (void)state;
    static const struct {
        uint32_t opcode;
        gac__section section;
    } expected[] = {
        {SpvOpCapability, GAC__SECTION_CAPABILITY},
        {SpvOpExtension, GAC__SECTION_EXTENSION},
        {SpvOpExtInstImport, GAC__SECTION_IMPORT},
        {SpvOpMemoryModel, GAC__SECTION_MEMORY_MODEL},
        {SpvOpEntryPoint, GAC__SECTION_ENTRY_POINT},
        {SpvOpExecutionModeId, GAC__SECTION_EXECUTION_MODE},
        {SpvOpSourceContinued, GAC__SECTION_DEBUG_STRING},
        {SpvOpMemberName, GAC__SECTION_DEBUG_NAME},
        {SpvOpModuleProcessed, GAC__SECTION_MODULE_PROCESSED},
        {SpvOpGroupMemberDecorate, GAC__SECTION_ANNOTATION},
        {SpvOpDecorateId, GAC__SECTION_ANNOTATION},
        {SpvOpTypeForwardPointer, GAC__SECTION_TYPE},
        {SpvOpTypeUntypedPointerKHR, GAC__SECTION_TYPE},
        {SpvOpSpecConstantOp, GAC__SECTION_TYPE},
        {SpvOpConstantSampler, GAC__SECTION_TYPE},
        {SpvOpVariable, GAC__SECTION_TYPE_OR_BODY},
        {SpvOpUntypedVariableKHR, GAC__SECTION_TYPE_OR_BODY},
        {SpvOpExtInst, GAC__SECTION_TYPE_OR_BODY},
        {SpvOpLine, GAC__SECTION_ANYWHERE},
        {SpvOpFunctionParameter, GAC__SECTION_PARAMETER},
        {SpvOpPhi, GAC__SECTION_BODY},
        {SpvOpGroupAsyncCopy, GAC__SECTION_BODY},
        {SpvOpUntypedGroupAsyncCopyKHR, GAC__SECTION_BODY},
        {SpvOpSwitch, GAC__SECTION_TERMINATOR},
        {SpvOpUnreachable, GAC__SECTION_TERMINATOR},
    };
    for (size_t i = 0; i < GAC__COUNT_OF(expected); i++)
        assert_int_equal(gac__grammar_op(expected[i].opcode)->section,
                         expected[i].section);
}

static void names_are_found(void **state)
{
    (void)state;
    assert_int_equal(op_named("OpGroupAsyncCopy")->opcode, 259);
    assert_int_equal(op_named("OpGroupWaitEvents")->opcode, 260);
    assert_int_equal(op_named("OpSDotKHR")->opcode, 4450);
    assert_int_equal(gac__grammar_op_by_name("OpNop %1", 5)->opcode, 0);
    assert_null(op_named("OpGroupAsyncCop"));
    assert_null(op_named("OpGroupAsyncCopyy"));
    assert_null(op_named(""));
    assert_null(gac__grammar_op_by_name("OpNop\0", 6));
    assert_null(gac__grammar_op(13)); /* between OpExtInst and OpMemoryModel */
    assert_null(gac__grammar_op(0xFFFF));
    assert_null(gac__grammar_op(UINT32_MAX));
    assert_string_equal(gac__grammar_value_name("Capability", 6), "Kernel");
    assert_null(gac__grammar_value_name("Capability", 0xFFFFFF));
    assert_null(gac__grammar_value_name("Capabilities", 6));
    assert_null(gac__grammar_enumerant(UINT16_MAX, 0));
    /* From the registry of SPIR-V, as conventions of the set have them. */
    assert_int_equal(SpvOpUntypedGroupAsyncCopyKHR, 4434);
    assert_int_equal(SpvOpUntypedPrefetchKHR, 4426);
    assert_int_equal(SpvCapabilityUntypedPointersKHR, 4473);
    assert_true(gac__grammar_is_supplement(4434));
    assert_false(gac__grammar_is_supplement(259));
}

/* Both names of an opcode; the one to show is as in SPIRV-Tools 2023.1. */
static void other_names(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"OpReportIntersectionKHR", "OpReportIntersectionNV"},
        {"OpTypeAccelerationStructureKHR", "OpTypeAccelerationStructureNV"},
        {"OpSDot", "OpSDotKHR"}};
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++) {
        assert_ptr_equal(op_named(names[i][0]), op_named(names[i][1]));
        assert_string_equal(op_named(names[i][1])->name, names[i][0]);
    }
    uint16_t kind = op_named("OpTypePointer")->operands[1].kind;
    uint32_t value = 0;
    assert_true(gac__grammar_value_by_name(kind, "RayPayloadKHR", 13, &value));
    assert_int_equal(value, 5338);
    assert_string_equal(gac__grammar_enumerant(kind, value)->name,
                        "RayPayloadNV");
    assert_false(gac__grammar_value_by_name(kind, "RayPayload", 10, &value));
    assert_false(gac__grammar_value_by_name(kind, "", 0, &value));
    kind = op_named("OpTypePointer")->operands[0].kind; /* no enumerants */
    assert_false(gac__grammar_value_by_name(kind, "Uniform", 7, &value));
}

/* Of extensions from 2023 to 2026, as their specifications number them. */
static void newer_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t opcode;
    } ops[] = {{"OpPoisonKHR", 5158},
               {"OpFreezeKHR", 5159},
               {"OpAbortKHR", 5121},
               {"OpConstantDataKHR", 5147},
               {"OpReadClockKHR", 5056},
               {"OpCompositeConstructContinuedINTEL", 6096},
               {"OpUntypedVariableLengthArrayINTEL", 6244},
               {"OpMaskedGatherINTEL", 6428},
               {"OpMaskedScatterINTEL", 6429},
               {"OpPredicatedLoadINTEL", 6258},
               {"OpPredicatedStoreINTEL", 6259},
               {"OpCooperativeMatrixLoadKHR", 4457},
               {"OpCooperativeMatrixLoadTensorNV", 5367},
               {"OpSubgroup2DBlockLoadINTEL", 6231},
               {"OpControlBarrierArriveEXT", 6142},
               {"OpFixedSqrtALTERA", 5923},
               {"OpTaskSequenceCreateINTEL", 6163}};
    static const struct {
        const char *kind, *name;
        uint32_t value;
    } values[] = {{"Capability", "PoisonFreezeKHR", 5156},
                  {"Capability", "PredicatedIOINTEL", 6257},
                  {"Capability", "FunctionVariantsINTEL", 6246},
                  {"Capability", "USMStorageClassesALTERA", 5935},
                  {"ExecutionMode", "ArithmeticPoisonKHR", 5157},
                  {"ExecutionMode", "MaximallyReconvergesKHR", 6023},
                  {"FPEncoding", "Float8E5M2EXT", 4215},
                  {"Decoration", "ConditionalINTEL", 6247}};
    for (size_t i = 0; i < GAC__COUNT_OF(ops); i++)
        assert_int_equal(op_named(ops[i].name)->opcode, ops[i].opcode);
    for (size_t i = 0; i < GAC__COUNT_OF(values); i++) {
        uint32_t value = 0;
        uint16_t kind = 0;
        while (strcmp(gac__kind_rows[kind].name, values[i].kind) != 0)
            kind++;
        assert_true(gac__grammar_value_by_name(kind, values[i].name,
                                               strlen(values[i].name), &value));
        assert_int_equal(value, values[i].value);
    }
    /* Another name is no new instruction. */
    assert_true(gac__grammar_is_supplement(5159));
    assert_false(gac__grammar_is_supplement(5923));
    assert_string_equal(gac__grammar_op(5923)->name, "OpFixedSqrtINTEL");
    assert_int_equal(gac__grammar_op(5158)->section, GAC__SECTION_TYPE_OR_BODY);
}

/* -- the sets -------------------------------------------------------------- */

static const gac__ext_set *set_named(const char *name)
{
    return gac__grammar_ext_set(name, strlen(name));
}

/* An operand; its kind is the set's own, if the set declares one so named. */
static void expect_set_operand(const gac__operand_row *row,
                               const json_t *operand, const json_t *root)
{
    const json_t *kinds = json_object_get(root, "operand_kinds");
    expect_row(row, operand);
    for (size_t i = 0; i < json_array_size(kinds); i++) {
        const json_t *entry = json_array_get(kinds, i);
        if (strcmp(text(entry, "kind"), text(operand, "kind")) != 0)
            continue;
        expect_kind(row->kind, entry);
        assert_int_equal(gac__kind_rows[row->kind].n_enumerants,
                         json_array_size(json_object_get(entry, "enumerants")));
    }
}

static void expect_set(const char *name, const char *path)
{
    const gac__ext_set *set = set_named(name);
    json_t *root = load(path);
    const json_t *list = json_object_get(root, "instructions");
    assert_non_null(set);
    assert_int_equal(set->n_rows, json_array_size(list));
    for (size_t i = 0; i < set->n_rows; i++) {
        const json_t *inst = json_array_get(list, i);
        const json_t *operands = json_object_get(inst, "operands");
        const gac__ext_inst_row *row =
            gac__grammar_ext_inst(set, number(inst, "opcode"));
        assert_non_null(row);
        assert_string_equal(row->name, text(inst, "opname"));
        assert_int_equal(row->n_operands, json_array_size(operands));
        for (size_t j = 0; j < row->n_operands; j++)
            expect_set_operand(&row->operands[j], json_array_get(operands, j),
                               root);
        assert_ptr_equal(
            gac__grammar_ext_inst_by_name(set, row->name, strlen(row->name)),
            row);
    }
    assert_null(gac__grammar_ext_inst(set, UINT32_MAX));
    assert_null(gac__grammar_ext_inst_by_name(set, "?", 1));
    json_decref(root);
}

/* Under the names that the sets' specifications give. */
static void sets_are_the_grammars(void **state)
{
    (void)state;
    static const char *const sets[][2] = {
        {"OpenCL.std", "opencl.std.100"},
        {"OpenCL.DebugInfo.100", "opencl.debuginfo.100"},
        {"DebugInfo", "debuginfo"},
        {"GLSL.std.450", "glsl.std.450"},
        {"NonSemantic.Shader.DebugInfo.100",
         "nonsemantic.shader.debuginfo.100"},
        {"NonSemantic.ClspvReflection.1", "nonsemantic.clspvreflection"},
        {"NonSemantic.ClspvReflection.5", "nonsemantic.clspvreflection"},
        {"NonSemantic.DebugPrintf", "nonsemantic.debugprintf"},
        {"SPV_AMD_gcn_shader", "spv-amd-gcn-shader"},
        {"SPV_AMD_shader_ballot", "spv-amd-shader-ballot"},
        {"SPV_AMD_shader_explicit_vertex_parameter",
         "spv-amd-shader-explicit-vertex-parameter"},
        {"SPV_AMD_shader_trinary_minmax", "spv-amd-shader-trinary-minmax"}};
    for (size_t i = 0; i < GAC__COUNT_OF(sets); i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/extinst.%s.grammar.json",
                 GAC_TEST_SPIRV_HEADERS, sets[i][1]);
        expect_set(sets[i][0], path);
    }
    expect_set(GAC__SET_PLAIN_NAME,
               "grammar/extinst.codeplay.group-async-copies.grammar.json");
    /* The list has one of two ClspvReflection, and two async copies. */
    assert_int_equal(gac__ext_set_name_count, GAC__COUNT_OF(sets) + 1);
    assert_ptr_equal(set_named("OpenCL.std"), &gac__set_opencl_std);
    assert_ptr_equal(set_named(GAC__SET_PLAIN_NAME), &gac__set_async_copies);
    assert_ptr_equal(set_named(GAC__SET_NONSEMANTIC_NAME),
                     &gac__set_async_copies);
    assert_ptr_equal(gac__grammar_ext_set("DebugInfo.100", 9),
                     set_named("DebugInfo"));
    assert_null(set_named("OpenCL.st"));
    assert_null(set_named("OpenCL.std.100"));
    assert_null(set_named("NonSemantic.ClspvReflection"));
    assert_null(set_named("NonSemantic."));
    assert_null(set_named(""));
    assert_int_equal(gac__set_opencl_std.n_rows, 162);
    assert_null(gac__grammar_ext_inst(&gac__set_async_copies, 0));
    assert_null(gac__grammar_ext_inst(&gac__set_async_copies, 3));
}

/* The specification's tables of operands, from left to right. */
static void operands_stand_as_specified(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "Destination",   "Destination Offset",    "Source",
        "Source Offset", "Num Bytes Per Element", "Num Elements Per Line",
        "Num Lines",     "Source Line Length",    "Destination Line Length",
        "Event"};
    static const char *const planes[] = {"Destination",
                                         "Destination Offset",
                                         "Source",
                                         "Source Offset",
                                         "Num Bytes Per Element",
                                         "Num Elements Per Line",
                                         "Num Lines",
                                         "Num Planes",
                                         "Source Line Length",
                                         "Source Plane Area",
                                         "Destination Line Length",
                                         "Destination Plane Area",
                                         "Event"};
    static const uint8_t role_of[2][GAC__COUNT_OF(planes)] = {
        {GAC_ASYNC_DESTINATION, GAC_ASYNC_DESTINATION_OFFSET, GAC_ASYNC_SOURCE,
         GAC_ASYNC_SOURCE_OFFSET, GAC_ASYNC_ELEMENT_BYTES, GAC_ASYNC_ELEMENTS,
         GAC_ASYNC_LINES, GAC_ASYNC_SOURCE_LINE, GAC_ASYNC_DESTINATION_LINE,
         GAC_ASYNC_EVENT},
        {GAC_ASYNC_DESTINATION, GAC_ASYNC_DESTINATION_OFFSET, GAC_ASYNC_SOURCE,
         GAC_ASYNC_SOURCE_OFFSET, GAC_ASYNC_ELEMENT_BYTES, GAC_ASYNC_ELEMENTS,
         GAC_ASYNC_LINES, GAC_ASYNC_PLANES, GAC_ASYNC_SOURCE_LINE,
         GAC_ASYNC_SOURCE_PLANE, GAC_ASYNC_DESTINATION_LINE,
         GAC_ASYNC_DESTINATION_PLANE, GAC_ASYNC_EVENT}};
    for (uint32_t n = 1; n <= 2; n++) {
        const char *const *names = n == 1 ? lines : planes;
        uint32_t count = n == 1 ? GAC__COUNT_OF(lines) : GAC__COUNT_OF(planes);
        assert_int_equal(
            gac__grammar_ext_inst(&gac__set_async_copies, n)->n_operands,
            count);
        for (uint32_t i = 0; i < count; i++) {
            gac_async_role role = gac__async_role(n, i);
            assert_string_equal(gac__async_operand_name(role), names[i]);
            assert_int_equal(role, role_of[n - 1][i]);
        }
        assert_int_equal(gac__async_role(n, count), GAC_ASYNC_ROLE_COUNT);
    }
    assert_int_equal(GAC_ASYNC_ROLE_COUNT, GAC__COUNT_OF(planes));
    assert_int_equal(gac__async_role(3, 0), GAC_ASYNC_ROLE_COUNT);
    assert_string_equal(gac__async_operand_name(GAC_ASYNC_ROLE_COUNT), "");
}

static void header_is_the_grammars(void **state)
{
    (void)state;
    json_t *root =
        load("grammar/extinst.codeplay.group-async-copies.grammar.json");
    assert_int_equal(CodeplayGroupAsyncCopiesVersion, number(root, "version"));
    assert_int_equal(CodeplayGroupAsyncCopiesRevision,
                     number(root, "revision"));
    assert_int_equal(CodeplayGroupAsyncCopiesGroupAsyncCopy2D2D, 1);
    assert_int_equal(CodeplayGroupAsyncCopiesGroupAsyncCopy3D3D, 2);
    assert_int_equal(CodeplayGroupAsyncCopiesInstructionsMax, 0x7fffffff);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ops_are_the_grammars),
        cmocka_unit_test(kinds_are_the_grammars),
        cmocka_unit_test(sections_follow_the_layout),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(other_names),
        cmocka_unit_test(newer_names),
        cmocka_unit_test(sets_are_the_grammars),
        cmocka_unit_test(operands_stand_as_specified),
        cmocka_unit_test(header_is_the_grammars),
    };
    return cmocka_run_group_tests_name("grammar", tests, NULL, NULL);
}
