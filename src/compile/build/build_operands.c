/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An instruction's operands: constituents, and synthetic instructions. */
#include "compile/build/build.h"
#include "module/types.h"

gac__inst gac__build_synthetic(gac__builder *b, const gac__inst *from,
                               uint32_t opcode, bool has_result,
                               const uint32_t *words, uint32_t n_words)
{
    gac__inst made = *from;
    uint32_t head = has_result ? 3 : 1;
    uint32_t *copy = gac__build_alloc(b, (size_t)head + n_words, sizeof *copy);
    made.words = copy;
    made.opcode = (uint16_t)opcode;
    made.n_words = 0;
    made.first = (uint16_t)head;
    if (!copy || n_words > 0xFFFF - head)
        return made;
    made.n_words = (uint16_t)(head + n_words);
    copy[0] = (uint32_t)made.n_words << 16 | opcode;
    if (has_result) {
        copy[1] = from->type_id;
        copy[2] = from->result_id;
    } else {
        made.type_id = made.result_id = 0;
    }
    if (n_words)
        memcpy(copy + head, words, n_words * sizeof *words);
    return made;
}

/* -- constituents ---------------------------------------------------------- */

static bool is_replicated(uint32_t opcode)
{
    return opcode == SpvOpCompositeConstructReplicateEXT
           || opcode == SpvOpConstantCompositeReplicateEXT
           || opcode == SpvOpSpecConstantCompositeReplicateEXT;
}

bool gac__build_is_constants(uint32_t opcode)
{
    return opcode == SpvOpConstantComposite
           || opcode == SpvOpSpecConstantComposite
           || opcode == SpvOpConstantCompositeReplicateEXT
           || opcode == SpvOpSpecConstantCompositeReplicateEXT;
}

uint64_t gac__build_n_constituents(gac__builder *b, const gac__inst *i,
                                   const gac__shape *shape)
{
    /* Each takes a byte, or they all are empty. */
    if (is_replicated(i->opcode))
        return GAC__MIN(shape->type.count, shape->size);
    gac__inst part = *i;
    uint64_t n = gac__build_n_words(&part);
    while (gac__module_goes_on(b->m, &part))
        n += gac__build_n_words(&part);
    gac__type_kind kind = shape->type.kind;
    if (n != shape->type.count
        && (kind == GAC__TYPE_ARRAY || kind == GAC__TYPE_STRUCT))
        gac__build_invalid(b, "its constituents do not fit its type.");
    return n;
}

uint32_t gac__build_constituent(const gac__builder *b, const gac__inst *i,
                                uint64_t index)
{
    if (is_replicated(i->opcode))
        return gac__build_word(i, 0);
    gac__inst part = *i;
    while (index >= gac__build_n_words(&part)) {
        index -= gac__build_n_words(&part);
        if (!gac__module_goes_on(b->m, &part))
            return 0;
    }
    return gac__build_word(&part, (uint32_t)index);
}
