/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Target environments: names and versions. */
#include "text/assemble.h"

static const struct {
    const char *name;
    uint32_t version;
} envs[] = {
    {"spv1.0", 0x00010000},
    {"spv1.1", 0x00010100},
    {"spv1.2", 0x00010200},
    {"spv1.3", 0x00010300},
    {"spv1.4", 0x00010400},
    {"spv1.5", 0x00010500},
    {"spv1.6", 0x00010600},
    {"opencl1.2", 0x00010000},
    {"opencl1.2embedded", 0x00010000},
    {"opencl2.0", 0x00010000},
    {"opencl2.0embedded", 0x00010000},
    {"opencl2.1", 0x00010000},
    {"opencl2.1embedded", 0x00010000},
    {"opencl2.2", 0x00010200},
    {"opencl2.2embedded", 0x00010200},
    {"vulkan1.0", 0x00010000},
    {"vulkan1.1", 0x00010300},
    {"vulkan1.1spv1.4", 0x00010400},
    {"vulkan1.2", 0x00010500},
    {"vulkan1.3", 0x00010600},
    {"vulkan1.4", 0x00010600},
    {"opengl4.0", 0x00010000},
    {"opengl4.1", 0x00010000},
    {"opengl4.2", 0x00010000},
    {"opengl4.3", 0x00010000},
    {"opengl4.5", 0x00010000},
};

bool gac__target_env_version(const char *name, uint32_t *version_out)
{
    for (size_t i = 0; name && i < GAC__COUNT_OF(envs); i++) {
        if (strcmp(envs[i].name, name) == 0) {
            *version_out = envs[i].version;
            return true;
        }
    }
    return false;
}

const char *gac_target_env_name(uint32_t index)
{
    return index < GAC__COUNT_OF(envs) ? envs[index].name : NULL;
}

bool gac_target_env_known(const char *name)
{
    uint32_t version;
    return gac__target_env_version(name, &version);
}
