/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds the family that translates an instruction without control flow. */
#include "compile/build/build_families.h"

/* -- one instruction ------------------------------------------------------- */

static void build_set_instruction(gac__builder *b, const gac__inst *i)
{
    uint32_t n = gac__build_n_words(i) - 2, values[16] = {0};
    if (n > GAC__COUNT_OF(values)) {
        gac__build_invalid(b, "it has too many operands.");
        return;
    }
    for (uint32_t k = 0; k < n; k++)
        values[k] = gac__build_scalar(b, gac__build_word(i, k + 2));
    gac__build_bind_scalar(
        b, i, gac__build_set_copy(b, gac__build_word(i, 1), values, n));
}

static void build_extended(gac__builder *b, const gac__inst *i)
{
    const gac__import *import = gac__module_import(b->m, gac__build_word(i, 0));
    if (!import || gac__build_n_words(i) < 2)
        gac__build_invalid(b, "%%%u is not an imported instruction set.",
                           gac__build_word(i, 0));
    else if (import->set == &gac__set_opencl_std)
        gac__build_opencl(b, i, gac__build_word(i, 1), i->words + i->first + 2,
                          gac__build_n_words(i) - 2);
    else if (import->set == &gac__set_async_copies)
        build_set_instruction(b, i);
    else if (!gac__module_is_comment(b->m, i))
        gac__build_unsupported(b, "instruction set \"%s\".", import->name);
}

bool gac__build_constant_op(gac__builder *b, const gac__inst *i)
{
    return gac__build_arith(b, i) || gac__build_address_of(b, i)
           || gac__build_convert(b, i) || gac__build_composite(b, i)
           || gac__build_integer(b, i);
}

bool gac__build_core(gac__builder *b, const gac__inst *i)
{
    switch (i->opcode) {
    case SpvOpNop:
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpLoopControlINTEL: return true;
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR: build_extended(b, i); return true;
    default: break;
    }
    /* The most frequent family comes first. */
    return gac__build_memory(b, i) || gac__build_constant_op(b, i)
           || gac__build_atomic(b, i) || gac__build_copy(b, i)
           || gac__build_group(b, i) || gac__build_subgroup(b, i);
}
