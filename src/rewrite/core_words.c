/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Appends words and instructions to an equivalent core module. */
#include "rewrite/core_internal.h"

void gac__core_put(gac__core_builder *b, const uint32_t *words, size_t n)
{
    if (!b->planning && !GAC__VEC_APPEND(b->allocator, &b->words, words, n))
        b->out_of_memory = true;
}

void gac__core_begin(gac__core_builder *b, uint32_t opcode, uint32_t n,
                     uint32_t origin)
{
    gac__core_put(b, &(const uint32_t){n << 16 | opcode}, 1);
    if (!b->planning && !GAC__VEC_PUSH(b->allocator, &b->origins, origin))
        b->out_of_memory = true;
}

/* Words that the parser has ignored are not copied. */
void gac__core_put_copy(gac__core_builder *b, const gac__inst *inst)
{
    gac__core_begin(b, inst->opcode, inst->n_words, inst->ordinal + 1);
    gac__core_put(b, inst->words + 1, inst->n_words - 1u);
}
