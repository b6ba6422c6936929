/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Faults that known producers make, and that have one possible meaning. */
#include <stdlib.h>

#include "core_rules/core_rules_internal.h"
#include "module/types.h"

/* clang 22's SPIR-V backend selects the first member of a structure by an
 * OpConstantNull in place of an OpConstant. */
static bool is_null_index(const gac_module *m, const gac__inst *inst)
{
    (void)m;
    return inst->opcode == SpvOpConstantNull;
}

/* clang 22 passes printf a pointer to an array of characters in place of one to
 * the first character, which is the same address. */
static bool is_array_format(const gac_module *m, const gac__inst *inst)
{
    if (inst->opcode != SpvOpExtInst || inst->n_words < 6
        || inst->words[4] != OpenCLstd_Printf)
        return false;
    gac__type element = gac__module_type(
        m,
        gac__module_array_element(m, gac__module_pointee(m, inst->words[5])));
    return gac__module_set_of(m, inst) == &gac__set_opencl_std
           && element.kind == GAC__TYPE_INT && element.width == 8;
}

/* clang 22 masks an integer of another width by a constant that keeps only bits
 * of both widths. */
static bool is_other_width_mask(const gac_module *m, const gac__inst *inst)
{
    if (inst->opcode != SpvOpBitwiseAnd || inst->n_words != 5)
        return false;
    uint32_t to = gac__module_scalar_width(m, inst->type_id);
    for (uint32_t i = 3; i < 5; i++) {
        uint64_t mask;
        uint32_t from = gac__module_int_width(m, inst->words[7 - i]);
        uint32_t common = GAC__MIN(from, to);
        if (from != to && common > 0
            && gac__module_constant(m, inst->words[i], &mask)
            && gac__module_int_width(m, inst->words[i]) == to
            && mask >> common == 0)
            return true;
    }
    return false;
}

/* clang 22 uses OpAny and OpAll for OpenCL C's any and all, which test the most
 * significant bits of integers. */
static bool is_integer_truth(const gac_module *m, const gac__inst *inst)
{
    if ((inst->opcode != SpvOpAny && inst->opcode != SpvOpAll)
        || inst->n_words != 4)
        return false;
    gac__type type =
        gac__module_type(m, gac__module_type_of(m, inst->words[3]));
    return type.kind == GAC__TYPE_VECTOR
           && gac__module_type_kind(m, type.element_id) == GAC__TYPE_INT;
}

/* clang 22 converts an integer to its own width. */
static bool is_same_width(const gac_module *m, const gac__inst *inst)
{
    if ((inst->opcode != SpvOpSConvert && inst->opcode != SpvOpUConvert)
        || inst->n_words != 4)
        return false;
    gac__type to = gac__module_type(m, inst->type_id);
    gac__type from =
        gac__module_type(m, gac__module_type_of(m, inst->words[3]));
    if (to.kind == GAC__TYPE_VECTOR && from.kind == GAC__TYPE_VECTOR
        && to.count == from.count) {
        to = gac__module_type(m, to.element_id);
        from = gac__module_type(m, from.element_id);
    }
    return to.kind == GAC__TYPE_INT && from.kind == GAC__TYPE_INT
           && to.width == from.width;
}

#define FEW 256 /* the most instructions before a variable that are checked */

/* LLVM's translator writes the variables of inlined functions behind other
 * instructions. */
static bool is_late_variable(const gac_module *m, const gac__inst *inst)
{
    const gac__function *f;
    const gac__block *block;
    if (inst->opcode != SpvOpVariable
        || !gac__module_block_of(m, inst->ordinal, &f, &block))
        return false;
    if (block != &m->blocks[f->first_block])
        return true;
    for (uint32_t n = 1; n <= FEW && inst->ordinal - n > block->first; n++) {
        uint32_t opcode = gac__module_inst(m, inst->ordinal - n).opcode;
        if (opcode != SpvOpVariable && opcode != SpvOpLine
            && opcode != SpvOpNoLine)
            return true;
    }
    return false;
}

/* LLVM's translator keeps LLVM's order of blocks, in which a block may stand
 * before its dominator. The message decides; any instruction of a block will
 * do. */
static bool is_in_blocks(const gac_module *m, const gac__inst *inst)
{
    return gac__module_block_of(m, inst->ordinal, NULL, NULL);
}

/* From SPIR-V 1.4 on entry points list all variables; LLVM's translator leaves
 * out constant ones, such as strings. */
static bool is_module_variable(const gac_module *m, const gac__inst *inst)
{
    return inst->ordinal < m->first_function
           && (inst->opcode == SpvOpVariable
               || inst->opcode == SpvOpUntypedVariableKHR);
}

/* Whether a message, "ID '7[%x]' has not been defined", is about an id that the
 * module defines further on. */
static bool is_forward_reference(const gac_module *m, const char *message)
{
    gac__inst def;
    if (strncmp(message, "ID '", 4) != 0
        || !strstr(message, "has not been defined"))
        return false;
    char *end;
    unsigned long id = strtoul(message + 4, &end, 10);
    return *end == '[' && id < m->bound
           && gac__module_def(m, (uint32_t)id, &def);
}

static const gac__producer_fault faults[] = {
    {"index into a structure must be an OpConstant", is_null_index,
     GAC__MENDING_OMIT,
     "a member of a structure is selected by OpConstantNull instead of "
     "OpConstant: it was read as 0"},
    {"printf: expected Format data type to be 8-bit int", is_array_format,
     GAC__MENDING_REPLACE,
     "Format is a pointer to an array of characters: it was read as one to the "
     "first of them"},
    {"Expected operands to have the same bit width as Result Type: BitwiseAnd",
     is_other_width_mask, GAC__MENDING_REPLACE,
     "an integer of another width than Result Type's is masked: the mask "
     "leaves "
     "only bits that both have"},
    {"Expected operand to be vector bool: A", is_integer_truth,
     GAC__MENDING_REPLACE,
     "Vector is one of integers: their most significant bits were read as "
     "booleans"},
    {"Expected input to have different bit width from Result Type: ",
     is_same_width, GAC__MENDING_REPLACE,
     "an integer is converted to the width that it has: it was "
     "read as it is"},
    {"All OpVariable instructions in a function must be the first",
     is_late_variable, GAC__MENDING_VARIABLES,
     "a variable stands behind other instructions: it was read as one at the "
     "beginning of the function"},
    {"appears in the binary before its dominator", is_in_blocks,
     GAC__MENDING_ORDER,
     "a block stands before one that dominates it: blocks were read in another "
     "order"},
    {"but is not listed as an interface", is_module_variable,
     GAC__MENDING_INTERFACES,
     "a variable that an entry point uses is not listed as one of its "
     "interfaces: it "
     "was read as if it were"},
    /* LLVM's translator writes DebugInfoNone where the set requires another
     * instruction, 0xffffffff for a pointer without a storage class, and
     * forward references. Debug information does not change what a module does.
     */
    {GAC__DEBUG_INFO, gac__module_is_debug_info, GAC__MENDING_OMIT, NULL},
    {"Invalid storage class operand: 4294967295", gac__module_is_debug_info,
     GAC__MENDING_OMIT, NULL},
};

const gac__producer_fault *gac__core_producer_fault(const gac_module *m,
                                                    const gac__inst *inst,
                                                    const char *message)
{
    static const gac__producer_fault
        debug = {"", NULL, GAC__MENDING_OMIT, NULL},
        blocks = {
            "", NULL, GAC__MENDING_ORDER,
            "a value is used in a block that stands before the value's: blocks "
            "were read in another order"};
    for (size_t i = 0; i < GAC__COUNT_OF(faults); i++)
        if (strstr(message, faults[i].message) && faults[i].is_at(m, inst))
            return &faults[i];
    if (!is_forward_reference(m, message))
        return NULL;
    if (gac__module_is_debug_info(m, inst))
        return &debug;
    return is_in_blocks(m, inst) ? &blocks : NULL;
}
