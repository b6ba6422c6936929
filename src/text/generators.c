/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Who makes modules: the names of generators in their headers. */
#include "text/text_internal.h"

/* By tool id, as SPIR-V's registry has them: vendor and tool. They are those
 * that SPIRV-Tools 2023.1 show. */
static const char *const generators[] = {
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "Google MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM SPIRV Beehive Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
};

/* Names that others show. */
static const struct {
    const char *name;
    uint32_t tool;
} newer[] = {{"LLVM LLVM SPIR-V Backend", 43}, {"LLVM SPIR-V Backend", 43}};

const char *gac__generator_name(uint32_t tool)
{
    return tool < GAC__COUNT_OF(generators) ? generators[tool] : NULL;
}

bool gac__generator_find(gac__slice name, uint32_t *tool_out)
{
    for (uint32_t i = 0; i < GAC__COUNT_OF(generators); i++) {
        *tool_out = i;
        if (gac__slice_is(name, generators[i]))
            return true;
    }
    for (size_t i = 0; i < GAC__COUNT_OF(newer); i++) {
        *tool_out = newer[i].tool;
        if (gac__slice_is(name, newer[i].name))
            return true;
    }
    return false;
}
