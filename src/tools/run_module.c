/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts that gac-run reads from a module's words. */
#include "tools/run_tool.h"

enum { HEADER_WORDS = 5, OP_SOURCE = 3, OP_FUNCTION = 54, OPENCL_C = 3 };

uint32_t gac__run_opencl_c_version(const gac_module *module)
{
    size_t n_words;
    const uint32_t *words = gac_module_words(module, &n_words);
    for (size_t at = HEADER_WORDS; at < n_words;) {
        uint32_t length = words[at] >> 16, opcode = words[at] & 0xffff;
        if (length == 0 || length > n_words - at || opcode == OP_FUNCTION)
            return 0;
        if (opcode == OP_SOURCE && length > 2 && words[at + 1] == OPENCL_C)
            return words[at + 2];
        at += length;
    }
    return 0;
}
