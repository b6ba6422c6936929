/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What gac-run looks for among a module's words. */
#include "tools/run_tool.h"

enum { HEADER_WORDS = 5, OP_SOURCE = 3, OP_FUNCTION = 54, OPENCL_C = 3 };

const uint32_t *gac__run_find_inst(const gac_module *module,
                                   gac__run_inst_test *test, uint32_t wanted)
{
    size_t n_words;
    const uint32_t *words = gac_module_words(module, &n_words);
    for (size_t at = HEADER_WORDS; at < n_words;) {
        uint32_t length = words[at] >> 16;
        if (length == 0 || length > n_words - at
            || (words[at] & 0xffff) == OP_FUNCTION)
            return NULL;
        if (test(words + at, length, wanted))
            return words + at;
        at += length;
    }
    return NULL;
}

static bool is_source(const uint32_t *inst, uint32_t n_words, uint32_t language)
{
    return (inst[0] & 0xffff) == OP_SOURCE && n_words > 2
           && inst[1] == language;
}

uint32_t gac__run_opencl_c_version(const gac_module *module)
{
    const uint32_t *source = gac__run_find_inst(module, is_source, OPENCL_C);
    return source != NULL ? source[2] : 0;
}
