/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Errors that SPIRV-Tools report only because a module is newer than they
 * are. */

/* Compilers use extensions that the SPIRV-Tools of a distribution do not know,
 * or know by an earlier name. A correct module must not be invalid for that.
 * Instructions that SPIRV-Tools cannot read are left out, or made opaque
 * (core_opaque.c), and not checked; an extension is added by its earlier name.
 * An enumerant is newer if gac's grammar knows it, or if the module declares an
 * extension that gac does not know. */
#include <stdio.h>

#include "core_rules/core_rules_internal.h"

/* Capabilities that Debian's SPIRV-Headers lack. */
enum {
    INT4_INTEL = 5112,
    LONG_VECTOR_EXT = 5425,
    FLOAT_CONTROLS_2 = 6029,
    MASKED_GATHER_SCATTER_INTEL = 6427
};

static bool declares_unknown(const gac_module *m)
{
    /* These extensions add nothing to the grammar. */
    static const char *const empty[] = {"SPV_KHR_non_semantic_info",
                                        "SPV_KHR_no_integer_wrap_decoration"};
    for (uint32_t i = 0; i < m->n_extensions; i++)
        if (strcmp(m->extensions[i], empty[0]) != 0
            && strcmp(m->extensions[i], empty[1]) != 0
            && !gac__grammar_knows_extension(m->extensions[i]))
            return true;
    return false;
}

/* Whether an FPFastMathMode has bits that FloatControls2 alone allows. */
static bool is_newer_fast_math(const gac_module *m, const gac__inst *inst)
{
    const uint32_t newer_bits = 0x70000; /* AllowContract, Reassoc, Transform */
    return inst->opcode == SpvOpDecorate && inst->n_words == 4
           && inst->words[2] == SpvDecorationFPFastMathMode
           && (inst->words[3] & newer_bits) != 0
           && gac__module_has_capability(m, FLOAT_CONTROLS_2);
}

/* Whether the message is about an enumerant that SPIRV-Tools do not know. */
static bool is_newer_value(const gac_module *m, const gac__inst *inst,
                           const char *message)
{
    static const struct {
        uint32_t opcode;
        const char *message, *kind;
        uint32_t word;
    } operands[] = {
        {SpvOpCapability, "Invalid capability operand", "Capability", 1},
        {SpvOpDecorate, "Invalid decoration operand", "Decoration", 2},
        {SpvOpMemberDecorate, "Invalid decoration operand", "Decoration", 3},
        {SpvOpExecutionMode, "Invalid execution mode operand", "ExecutionMode",
         2},
        {SpvOpExecutionModeId, "Invalid execution mode operand",
         "ExecutionMode", 2},
    };
    for (size_t i = 0; i < GAC__COUNT_OF(operands); i++)
        if (inst->opcode == operands[i].opcode
            && !strncmp(message, operands[i].message,
                        strlen(operands[i].message)))
            return declares_unknown(m)
                   || gac__grammar_value_name(operands[i].kind,
                                              inst->words[operands[i].word]);
    return false;
}

static bool is_function(const gac_module *m, uint32_t id)
{
    return gac__module_def_opcode(m, id) == SpvOpFunction;
}

/* Whether SPIRV-Tools refuse or misread a type or constant that a capability of
 * the module allows. */
static bool is_newer_type(const gac_module *m, const gac__inst *inst,
                          const char *message)
{
    switch (inst->opcode) {
    case SpvOpTypeFloat: /* an encoding, as of bfloat16 */
        return strstr(message, "expected no more operands") != NULL;
    case SpvOpTypeInt:
        return strstr(message, "Invalid number of bits")
               && (gac__module_has_capability(
                       m, SpvCapabilityArbitraryPrecisionIntegersINTEL)
                   || gac__module_has_capability(m, INT4_INTEL));
    case SpvOpTypeVector:
        return (strstr(message, "is not a scalar type")
                && gac__module_has_capability(m, MASKED_GATHER_SCATTER_INTEL))
               || (strstr(message, "number of components")
                   && (gac__module_has_capability(m, LONG_VECTOR_EXT)
                       || gac__module_has_capability(
                           m, SpvCapabilityVectorAnyINTEL)));
    case SpvOpTypePointer: /* to a function */
        return strstr(message, "Invalid use of function type")
               && gac__module_has_capability(
                   m, SpvCapabilityFunctionPointersINTEL);
    case SpvOpAsmTargetINTEL: /* read with a result type */
    case SpvOpAsmINTEL:       /* read as an instruction of a block */
        return gac__module_has_capability(m, SpvCapabilityAsmINTEL);
    case SpvOpConstantFunctionPointerINTEL: /* a forward reference */
        return strstr(message, "has not been defined")
               && is_function(m, inst->words[3]);
    default: return false;
    }
}

bool gac__core_is_newer(const gac_module *m, uint32_t ordinal,
                        const char *message)
{
    if (ordinal == 0)
        return false;
    gac__inst inst = gac__module_inst(m, ordinal - 1);
    return is_newer_fast_math(m, &inst) || is_newer_value(m, &inst, message)
           || is_newer_type(m, &inst, message);
}

/* Adds the instruction, and those behind it that differ in their target alone,
 * so that a mode of a hundred kernels takes one more iteration, not a
 * hundred. */
gac_result gac__core_add_newer(const gac_module *m, uint32_t ordinal,
                               gac__words *newer)
{
    gac__inst first = gac__module_inst(m, ordinal - 1);
    bool fast_math = is_newer_fast_math(m, &first);
    GAC__EACH_MODULE_INST(m, inst, ordinal - 1, m->first_function) {
        bool same = inst.ordinal == ordinal - 1
                    || (fast_math && is_newer_fast_math(m, &inst))
                    || (inst.opcode == SpvOpExecutionModeId
                        && first.opcode == inst.opcode
                        && first.words[2] == inst.words[2]);
        if (same)
            GAC__TRY(gac__core_list(m, newer, inst.ordinal + 1));
    }
    return GAC_OK;
}

/* An example: SPIRV-Tools report "operand OptNoneINTEL(6094) requires one of
 * these extensions: NAME ..." of a module that declares SPV_EXT_optnone. */
bool gac__core_lacks_extension(const gac_module *m, uint32_t ordinal,
                               const char *message,
                               char name_out[GAC__MAX_EXTENSION])
{
    static const char before[] = "requires one of these extensions: ";
    const char *at = strstr(message, before);
    if (ordinal == 0 || !at || !declares_unknown(m))
        return false;
    at += sizeof before - 1;
    size_t length = strcspn(at, " \n");
    if (length == 0 || length >= GAC__MAX_EXTENSION)
        return false;
    snprintf(name_out, GAC__MAX_EXTENSION, "%.*s", (int)length, at);
    return gac__module_inst(m, ordinal - 1).opcode == SpvOpCapability;
}

bool gac__core_is_relaxed(const gac_module *m, const char *message)
{
    return strstr(message, "printf: expected Format storage class")
           && gac__module_has_extension(
               m, "SPV_EXT_relaxed_printf_string_address_space");
}
