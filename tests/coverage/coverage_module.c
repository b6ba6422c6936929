/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds modules around one tested instruction. */
#include "coverage_module.h"

#include <stdlib.h>
#include <string.h>

#include <spirv/unified1/spirv.h>

enum {
    ID_VOID = 1,
    ID_UINT,
    ID_FUNCTION_TYPE,
    ID_CONSTANT,
    ID_KERNEL,
    ID_LABEL,
    ID_RESULT,
    ID_VALUE,
    ID_BOUND
};

static void put(coverage_module *m, uint32_t word)
{
    if (m->n == sizeof m->words / sizeof m->words[0])
        abort();
    m->words[m->n++] = word;
}

static void inst(coverage_module *m, uint32_t opcode, uint32_t n,
                 const uint32_t *operands)
{
    put(m, (n + 1) << 16 | opcode);
    for (uint32_t k = 0; k < n; k++)
        put(m, operands[k]);
}

#define INST(m, opcode, ...)                                                   \
    inst(m, opcode, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t),        \
         (uint32_t[]){__VA_ARGS__})

/* An instruction with the least that its row asks for. */
static void put_least(coverage_module *m, const gac__op_row *row)
{
    size_t start = m->n;
    bool of_types = row->section == GAC__SECTION_TYPE && !row->has_type;
    uint32_t id = of_types ? ID_UINT : ID_CONSTANT;
    put(m, 0);
    for (uint32_t k = 0; k < row->n_operands; k++) {
        const gac__operand_row *operand = &row->operands[k];
        if (operand->quantifier != GAC__ONE)
            continue;
        switch ((gac__operand_class)operand->operand_class) {
        case GAC__OPERAND_ID: put(m, id); break;
        case GAC__OPERAND_RESULT_TYPE: put(m, ID_UINT); break;
        case GAC__OPERAND_RESULT: put(m, ID_RESULT); break;
        case GAC__OPERAND_STRING: put(m, 'x'); break;
        case GAC__OPERAND_PAIR_LITERAL_ID:
        case GAC__OPERAND_PAIR_ID_LITERAL:
        case GAC__OPERAND_PAIR_ID_ID:
            put(m, ID_CONSTANT);
            put(m, ID_CONSTANT);
            break;
        default: put(m, 0); break;
        }
    }
    m->words[start] = (uint32_t)(m->n - start) << 16 | row->opcode;
}

static void put_module(coverage_module *m, uint32_t capability,
                       const gac__op_row *row)
{
    uint8_t section = row ? row->section : GAC__SECTION_CAPABILITY;
    static const uint32_t header[] = {SpvMagicNumber, 0x10600, 0, ID_BOUND, 0};
    m->n = 0;
    for (uint32_t k = 0; k < 5; k++)
        put(m, header[k]);
    INST(m, SpvOpCapability, SpvCapabilityKernel);
    INST(m, SpvOpCapability, SpvCapabilityAddresses);
    if (capability != UINT32_MAX)
        INST(m, SpvOpCapability, capability);
    INST(m, SpvOpMemoryModel, SpvAddressingModelPhysical64,
         SpvMemoryModelOpenCL);
    INST(m, SpvOpEntryPoint, SpvExecutionModelKernel, ID_KERNEL, 'k');
    INST(m, SpvOpTypeVoid, ID_VOID);
    INST(m, SpvOpTypeInt, ID_UINT, 32, 0);
    INST(m, SpvOpConstant, ID_UINT, ID_CONSTANT, 1);
    if (section == GAC__SECTION_TYPE)
        put_least(m, row);
    INST(m, SpvOpTypeFunction, ID_FUNCTION_TYPE, ID_VOID);
    INST(m, SpvOpFunction, ID_VOID, ID_KERNEL, 0, ID_FUNCTION_TYPE);
    INST(m, SpvOpLabel, ID_LABEL);
    if (section == GAC__SECTION_TYPE && row->has_type)
        INST(m, SpvOpCopyObject, ID_UINT, ID_VALUE, ID_RESULT);
    else if (section == GAC__SECTION_TYPE && row->has_result)
        INST(m, SpvOpUndef, ID_RESULT, ID_VALUE);
    if (section == GAC__SECTION_BODY || section == GAC__SECTION_TERMINATOR
        || section == GAC__SECTION_TYPE_OR_BODY)
        put_least(m, row);
    if (section != GAC__SECTION_TERMINATOR)
        put(m, 1u << 16 | SpvOpReturn);
    put(m, 1u << 16 | SpvOpFunctionEnd);
}

void coverage_module_plain(coverage_module *m)
{
    put_module(m, UINT32_MAX, NULL);
}

void coverage_module_with_capability(coverage_module *m, uint32_t capability)
{
    put_module(m, capability, NULL);
}

bool coverage_module_with_op(coverage_module *m, const gac__op_row *row)
{
    if (row->section != GAC__SECTION_BODY
        && row->section != GAC__SECTION_TERMINATOR
        && row->section != GAC__SECTION_TYPE_OR_BODY
        && !(row->section == GAC__SECTION_TYPE && row->has_result))
        return false;
    put_module(m, UINT32_MAX, row);
    return true;
}
