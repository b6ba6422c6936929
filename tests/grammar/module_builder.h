/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds small binary modules around one instruction of the set. */
#ifndef GAC_TESTS_MODULE_BUILDER_H
#define GAC_TESTS_MODULE_BUILDER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv/unified1/spirv.h>

/* Every module declares the same ids, so that a case is a list of ids. The
 * value of a type is a parameter of the one function, which nothing calls. */
enum {
    ID_IMPORT = 1,
    ID_STRING,
    ID_FUNCTION,
    ID_LABEL,
    ID_OTHER_FUNCTION,
    ID_OTHER_LABEL,
    ID_RESULT,
    ID_SECOND_IMPORT,
    ID_UNDEFINED,
    /* types */
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_I8,
    TYPE_I16,
    TYPE_I32,
    TYPE_I64,
    TYPE_F32,
    TYPE_F64,
    TYPE_V2I32,
    TYPE_V2I64,
    TYPE_V3F32,
    TYPE_EVENT,
    TYPE_STRUCT,
    TYPE_EVENTS,
    TYPE_ARRAY,
    /* pointers: to 8-bit integers, by storage class, and to others */
    TYPE_GLOBAL,
    TYPE_LOCAL,
    TYPE_FUNCTION_PTR,
    TYPE_GENERIC,
    TYPE_CONSTANT_PTR,
    TYPE_EVENT_PTR,
    TYPE_GLOBAL_I32,
    TYPE_LOCAL_V3,
    TYPE_GLOBAL_STRUCT,
    TYPE_LOCAL_STRUCT,
    TYPE_LOCAL_ARRAY,
    TYPE_GLOBAL_V3,
    TYPE_GLOBAL_BOOL,
    TYPE_LOCAL_BOOL,
    TYPE_EVENTS_PTR,
    TYPE_LOCAL_EVENT_PTR,
    LAST_TYPE = TYPE_LOCAL_EVENT_PTR,
    /* with `untyped` only; their values are the last parameters */
    UNTYPED_GLOBAL,
    UNTYPED_LOCAL,
    UNTYPED_FUNCTION,
    LAST_UNTYPED = UNTYPED_FUNCTION,
    TYPE_FUNCTION_TYPE,
    TYPE_OTHER_FUNCTION_TYPE,
    /* constants and the like */
    CONST_I32_4,
    CONST_I64_4,
    CONST_I32_2,
    CONST_I32_3,
    CONST_I32_0,
    CONST_I64_2,
    CONST_F32,
    CONST_TRUE,
    NULL_I32,
    SPEC_I32,
    SPEC_I64,
    UNDEF_I32,
    UNDEF_I64,
    NULL_EVENT,
    NULL_GLOBAL,
    /* parameters: the value of type T is VALUE_OF(T) */
    FIRST_VALUE,
    ID_BOUND = FIRST_VALUE + LAST_UNTYPED - TYPE_BOOL + 1
};

#define VALUE_OF(type) ((uint32_t)(FIRST_VALUE + (type)-TYPE_BOOL))

typedef enum place_in_module {
    PLACE_IN_BLOCK,
    PLACE_GLOBAL,
    PLACE_BEFORE_LABEL,
    PLACE_BETWEEN_FUNCTIONS
} place_in_module;

/* One module to build. */
typedef struct module_plan {
    uint32_t version;          /* 0x00010600 */
    uint32_t addressing_model; /* UINT32_MAX: no OpMemoryModel */
    const char *import_name;
    bool no_kernel, non_semantic_extension;
    place_in_module place;
    bool untyped;              /* with untyped pointers */
    const char *second_import; /* of another set; NULL: none */
    uint32_t opcode;           /* OpExtInst or another one */
    bool no_result;            /* the opcode has neither type nor result */
    bool from_second;          /* an OpExtInst of the second import */
    uint32_t result_type;
    uint32_t number;
    uint32_t operands[32];
    uint32_t n_operands;
} module_plan;

typedef struct built_module {
    uint32_t words[1024];
    size_t n;
} built_module;

static void put(built_module *b, uint32_t word)
{
    if (b->n == sizeof b->words / sizeof *b->words) {
        fprintf(stderr, "module_builder: a module is too long\n");
        abort();
    }
    b->words[b->n++] = word;
}

static void inst(built_module *b, uint32_t opcode, uint32_t n, ...)
{
    va_list args;
    va_start(args, n);
    put(b, (n + 1) << 16 | opcode);
    for (uint32_t i = 0; i < n; i++)
        put(b, va_arg(args, uint32_t));
    va_end(args);
}

/* `head` words, then a string, then a word if it is not UINT32_MAX. */
static void inst_string(built_module *b, uint32_t opcode, uint32_t head,
                        const char *text, uint32_t tail)
{
    size_t start = b->n, length = strlen(text) / 4 + 1;
    put(b, 0);
    if (head)
        put(b, head);
    for (size_t i = 0; i < length; i++) {
        uint32_t word = 0;
        for (size_t k = 0; k < 4 && 4 * i + k < strlen(text); k++)
            word |= (uint32_t)(unsigned char)text[4 * i + k] << (8 * k);
        put(b, word);
    }
    if (tail != UINT32_MAX)
        put(b, tail);
    b->words[start] = (uint32_t)(b->n - start) << 16 | opcode;
}

static void put_capabilities(built_module *b, const module_plan *plan)
{
    static const uint32_t capabilities[] = {
        SpvCapabilityAddresses,      SpvCapabilityLinkage, SpvCapabilityInt8,
        SpvCapabilityInt16,          SpvCapabilityInt64,   SpvCapabilityFloat64,
        SpvCapabilityGenericPointer,
    };
    if (!plan->no_kernel)
        inst(b, SpvOpCapability, 1, SpvCapabilityKernel);
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        inst(b, SpvOpCapability, 1, capabilities[i]);
    if (plan->addressing_model == SpvAddressingModelPhysicalStorageBuffer64)
        inst(b, SpvOpCapability, 1,
             SpvCapabilityPhysicalStorageBufferAddresses);
}

static void put_types(built_module *b)
{
    inst(b, SpvOpTypeVoid, 1, TYPE_VOID);
    inst(b, SpvOpTypeBool, 1, TYPE_BOOL);
    inst(b, SpvOpTypeInt, 3, TYPE_I8, 8, 0);
    inst(b, SpvOpTypeInt, 3, TYPE_I16, 16, 0);
    inst(b, SpvOpTypeInt, 3, TYPE_I32, 32, 0);
    inst(b, SpvOpTypeInt, 3, TYPE_I64, 64, 0);
    inst(b, SpvOpTypeFloat, 2, TYPE_F32, 32);
    inst(b, SpvOpTypeFloat, 2, TYPE_F64, 64);
    inst(b, SpvOpTypeVector, 3, TYPE_V2I32, TYPE_I32, 2);
    inst(b, SpvOpTypeVector, 3, TYPE_V2I64, TYPE_I64, 2);
    inst(b, SpvOpTypeVector, 3, TYPE_V3F32, TYPE_F32, 3);
    inst(b, SpvOpTypeEvent, 1, TYPE_EVENT);
    inst(b, SpvOpTypeStruct, 3, TYPE_STRUCT, TYPE_I32, TYPE_F32);
    inst(b, SpvOpConstant, 3, TYPE_I32, CONST_I32_2, 2);
    inst(b, SpvOpTypeArray, 3, TYPE_EVENTS, TYPE_EVENT, CONST_I32_2);
    inst(b, SpvOpTypeArray, 3, TYPE_ARRAY, TYPE_F32, CONST_I32_2);
}

static void put_pointers(built_module *b)
{
    static const uint32_t rows[][3] = {
        {TYPE_GLOBAL, SpvStorageClassCrossWorkgroup, TYPE_I8},
        {TYPE_LOCAL, SpvStorageClassWorkgroup, TYPE_I8},
        {TYPE_FUNCTION_PTR, SpvStorageClassFunction, TYPE_I8},
        {TYPE_GENERIC, SpvStorageClassGeneric, TYPE_I8},
        {TYPE_CONSTANT_PTR, SpvStorageClassUniformConstant, TYPE_I8},
        {TYPE_EVENT_PTR, SpvStorageClassFunction, TYPE_EVENT},
        {TYPE_GLOBAL_I32, SpvStorageClassCrossWorkgroup, TYPE_I32},
        {TYPE_LOCAL_V3, SpvStorageClassWorkgroup, TYPE_V3F32},
        {TYPE_GLOBAL_STRUCT, SpvStorageClassCrossWorkgroup, TYPE_STRUCT},
        {TYPE_LOCAL_STRUCT, SpvStorageClassWorkgroup, TYPE_STRUCT},
        {TYPE_LOCAL_ARRAY, SpvStorageClassWorkgroup, TYPE_ARRAY},
        {TYPE_GLOBAL_V3, SpvStorageClassCrossWorkgroup, TYPE_V3F32},
        {TYPE_GLOBAL_BOOL, SpvStorageClassCrossWorkgroup, TYPE_BOOL},
        {TYPE_LOCAL_BOOL, SpvStorageClassWorkgroup, TYPE_BOOL},
        {TYPE_EVENTS_PTR, SpvStorageClassFunction, TYPE_EVENTS},
        {TYPE_LOCAL_EVENT_PTR, SpvStorageClassWorkgroup, TYPE_EVENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        inst(b, SpvOpTypePointer, 3, rows[i][0], rows[i][1], rows[i][2]);
}

/* The opcode is OpTypeUntypedPointerKHR's. */
static void put_untyped_pointers(built_module *b)
{
    inst(b, 4417, 2, UNTYPED_GLOBAL, SpvStorageClassCrossWorkgroup);
    inst(b, 4417, 2, UNTYPED_LOCAL, SpvStorageClassWorkgroup);
    inst(b, 4417, 2, UNTYPED_FUNCTION, SpvStorageClassFunction);
}

static void put_constants(built_module *b)
{
    inst(b, SpvOpConstant, 3, TYPE_I32, CONST_I32_3, 3);
    inst(b, SpvOpConstant, 3, TYPE_I32, CONST_I32_0, 0);
    inst(b, SpvOpConstant, 4, TYPE_I64, CONST_I64_2, 2, 0);
    inst(b, SpvOpConstantNull, 2, TYPE_I32, NULL_I32);
    inst(b, SpvOpConstant, 3, TYPE_I32, CONST_I32_4, 4);
    inst(b, SpvOpConstant, 4, TYPE_I64, CONST_I64_4, 4, 0);
    inst(b, SpvOpConstant, 3, TYPE_F32, CONST_F32, 0x40800000);
    inst(b, SpvOpConstantTrue, 2, TYPE_BOOL, CONST_TRUE);
    inst(b, SpvOpSpecConstant, 3, TYPE_I32, SPEC_I32, 4);
    inst(b, SpvOpSpecConstant, 4, TYPE_I64, SPEC_I64, 4, 0);
    inst(b, SpvOpUndef, 2, TYPE_I32, UNDEF_I32);
    inst(b, SpvOpUndef, 2, TYPE_I64, UNDEF_I64);
    inst(b, SpvOpConstantNull, 2, TYPE_EVENT, NULL_EVENT);
    inst(b, SpvOpConstantNull, 2, TYPE_GLOBAL, NULL_GLOBAL);
}

static void put_copy(built_module *b, const module_plan *plan)
{
    bool ext = plan->opcode == SpvOpExtInst || plan->opcode == 4433;
    size_t start = b->n;
    put(b, 0);
    if (!plan->no_result) {
        put(b, plan->result_type);
        put(b, ID_RESULT);
    }
    if (ext) {
        put(b, plan->from_second ? ID_SECOND_IMPORT : ID_IMPORT);
        put(b, plan->number);
    }
    for (uint32_t i = 0; i < plan->n_operands; i++)
        put(b, plan->operands[i]);
    b->words[start] = (uint32_t)(b->n - start) << 16 | plan->opcode;
}

/* The event goes where a kernel's would: into another copy's Event. */
static void put_functions(built_module *b, const module_plan *plan)
{
    size_t start = b->n;
    put(b, 0);
    put(b, TYPE_FUNCTION_TYPE);
    put(b, TYPE_VOID);
    uint32_t last_type = plan->untyped ? LAST_UNTYPED : LAST_TYPE;
    for (uint32_t t = TYPE_BOOL; t <= last_type; t++)
        put(b, t);
    b->words[start] = (uint32_t)(b->n - start) << 16 | SpvOpTypeFunction;
    inst(b, SpvOpTypeFunction, 2, TYPE_OTHER_FUNCTION_TYPE, TYPE_VOID);
    if (plan->place == PLACE_GLOBAL)
        put_copy(b, plan);
    inst(b, SpvOpFunction, 4, TYPE_VOID, ID_OTHER_FUNCTION, 0,
         TYPE_OTHER_FUNCTION_TYPE);
    inst(b, SpvOpLabel, 1, ID_OTHER_LABEL);
    inst(b, SpvOpReturn, 0);
    inst(b, SpvOpFunctionEnd, 0);
    if (plan->place == PLACE_BETWEEN_FUNCTIONS)
        put_copy(b, plan);
    inst(b, SpvOpFunction, 4, TYPE_VOID, ID_FUNCTION, 0, TYPE_FUNCTION_TYPE);
    for (uint32_t t = TYPE_BOOL; t <= last_type; t++)
        inst(b, SpvOpFunctionParameter, 2, t, VALUE_OF(t));
    if (plan->place == PLACE_BEFORE_LABEL)
        put_copy(b, plan);
    inst(b, SpvOpLabel, 1, ID_LABEL);
    if (plan->place == PLACE_IN_BLOCK)
        put_copy(b, plan);
    bool event = !plan->no_result && !plan->from_second;
    inst(b, SpvOpStore, 2, VALUE_OF(TYPE_EVENT_PTR),
         event ? ID_RESULT : NULL_EVENT);
    inst(b, SpvOpGroupWaitEvents, 3, CONST_I32_2, CONST_I32_4,
         VALUE_OF(TYPE_EVENT_PTR));
    inst(b, SpvOpReturn, 0);
    inst(b, SpvOpFunctionEnd, 0);
}

static void build_module(const module_plan *plan, built_module *b)
{
    b->n = 0;
    put(b, SpvMagicNumber);
    put(b, plan->version);
    put(b, 0);
    put(b, ID_BOUND);
    put(b, 0);
    put_capabilities(b, plan);
    if (plan->untyped) {
        inst(b, SpvOpCapability, 1, 4473); /* UntypedPointersKHR */
        inst_string(b, SpvOpExtension, 0, "SPV_KHR_untyped_pointers",
                    UINT32_MAX);
    }
    if (plan->non_semantic_extension)
        inst_string(b, SpvOpExtension, 0, "SPV_KHR_non_semantic_info",
                    UINT32_MAX);
    inst_string(b, SpvOpExtInstImport, ID_IMPORT, plan->import_name,
                UINT32_MAX);
    if (plan->second_import)
        inst_string(b, SpvOpExtInstImport, ID_SECOND_IMPORT,
                    plan->second_import, UINT32_MAX);
    if (plan->addressing_model != UINT32_MAX)
        inst(b, SpvOpMemoryModel, 2, plan->addressing_model,
             SpvMemoryModelOpenCL);
    inst_string(b, SpvOpString, ID_STRING, "a string", UINT32_MAX);
    put_types(b);
    put_pointers(b);
    if (plan->untyped)
        put_untyped_pointers(b);
    put_constants(b);
    put_functions(b, plan);
}

/* Turns the module's words into the other byte order. */
static inline void swap_module(built_module *b)
{
    for (size_t i = 0; i < b->n; i++)
        b->words[i] = __builtin_bswap32(b->words[i]);
}

#endif
