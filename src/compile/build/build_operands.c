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

gac__inst gac__build_next_param(const gac_module *m, uint32_t *at)
{
    gac__inst param;
    do /* OpLine may stand between parameters */
        param = gac__module_inst(m, (*at)++);
    while (param.opcode != SpvOpFunctionParameter);
    return param;
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

gac__constituents gac__build_constituents(gac__builder *b, const gac__inst *i,
                                          const gac__shape *shape)
{
    gac__constituents all = {.part = *i, .left = gac__build_n_words(i)};
    if (is_replicated(i->opcode)) { /* each takes a byte, or all are empty */
        all.left = GAC__MIN(shape->type.count, shape->size);
        return all;
    }
    gac__inst part = *i;
    while (gac__build_ok(b) && gac__module_goes_on(b->m, &part)) {
        gac__build_watch(b, 1);
        all.left += gac__build_n_words(&part);
    }
    gac__type_kind kind = shape->type.kind;
    if (all.left != shape->type.count
        && (kind == GAC__TYPE_ARRAY || kind == GAC__TYPE_STRUCT))
        gac__build_invalid(b, "its constituents do not fit its type.");
    return all;
}

bool gac__build_next_constituent(gac__builder *b, gac__constituents *all,
                                 uint32_t *id_out)
{
    gac__build_watch(b, 1);
    if (!all->left || !gac__build_ok(b))
        return false;
    all->left--;
    if (is_replicated(all->part.opcode)) {
        *id_out = gac__build_word(&all->part, 0);
        return true;
    }
    while (all->next >= gac__build_n_words(&all->part)
           && gac__module_goes_on(b->m, &all->part))
        all->next = 0;
    *id_out = gac__build_word(&all->part, all->next++);
    return true;
}
