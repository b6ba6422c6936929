/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The functions that are called in place of instructions: one a signature. */
#include "rewrite/core_internal.h"

/* Further calls become undefined values, so that looking signatures up stays
 * cheap. */
#define MAX_SIGNATURES 256

/* The module's OpTypeFunction of these types, as a type may not be declared
 * twice; 0: none. */
static uint32_t find_function_type(const gac_module *m, uint32_t result_type,
                                   const uint32_t *types, uint32_t n)
{
    for (uint32_t i = 0; i < m->first_function; i++) {
        gac__inst inst = gac__module_inst(m, i);
        if (inst.opcode == SpvOpTypeFunction && inst.n_words == n + 3u
            && inst.words[2] == result_type
            && (n == 0 || !memcmp(inst.words + 3, types, n * sizeof *types)))
            return inst.result_id;
    }
    return 0;
}

uint32_t gac__core_signature(gac__core_builder *b, uint32_t result_type,
                             const uint32_t *types, uint32_t n)
{
    for (size_t i = 0; i < b->signatures.n; i++) {
        const gac__signature *s = &b->signatures.items[i];
        if (s->n == n && s->result_type == result_type && s->n_callees == 0
            && (n == 0
                || !memcmp(b->types.items + s->first, types,
                           n * sizeof *types)))
            return (uint32_t)i;
    }
    return b->signatures.n < MAX_SIGNATURES
               ? gac__core_new_signature(b, result_type, types, n, 0)
               : UINT32_MAX;
}

uint32_t gac__core_new_signature(gac__core_builder *b, uint32_t result_type,
                                 const uint32_t *types, uint32_t n,
                                 uint32_t function_type)
{
    gac__signature s = {
        .result_type = result_type, .first = (uint32_t)b->types.n, .n = n};
    for (uint32_t i = 0; i < n; i++)
        if (!GAC__VEC_PUSH(b->allocator, &b->types, types[i]))
            b->out_of_memory = true;
    s.function_type = function_type
                          ? function_type
                          : find_function_type(b->m, result_type, types, n);
    s.new_type = s.function_type == 0;
    if (s.new_type)
        s.function_type = b->next_id++;
    s.function = b->next_id++;
    if (!GAC__VEC_PUSH(b->allocator, &b->signatures, s))
        b->out_of_memory = true;
    return (uint32_t)b->signatures.n - 1;
}
