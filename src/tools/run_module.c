/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Facts that gac-run reads from a module's words. */
#include "tools/run_tool.h"

#include <spirv/unified1/spirv.h>

#define HEADER_WORDS 5u

uint32_t gac__run_opencl_c_version(const gac_module *module)
{
    size_t n_words;
    const uint32_t *words = gac_module_words(module, &n_words);
    for (size_t at = HEADER_WORDS; at < n_words;) {
        uint32_t length = words[at] >> SpvWordCountShift;
        uint32_t opcode = words[at] & SpvOpCodeMask;
        if (length == 0 || length > n_words - at || opcode == SpvOpFunction)
            return 0;
        if (opcode == SpvOpSource && length > 2
            && words[at + 1] == SpvSourceLanguageOpenCL_C)
            return words[at + 2];
        at += length;
    }
    return 0;
}
