/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The command lines of clang and llvm-spirv. */
#include <string.h>

#include "source/source_internal.h"

/* The device's extensions and features, which -cl-ext turns on; all others are
 * off. clang defines the macros of those that the language's version has. */
static const char *const present[] = {
    "cl_khr_byte_addressable_store",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_subgroups",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_ext_float_atomics",
    "__opencl_c_int64",
    "__opencl_c_fp64",
    "__opencl_c_subgroups",
    "__opencl_c_generic_address_space",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_work_group_collective_functions",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_add",
    "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_min_max",
};

/* Extensions of SPIR-V for what the device has; a translator refuses names that
 * it does not know. */
#define ATOMICS                                                                \
    "+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max"
#define ATOMICS_AND_OTHERS                                                     \
    ATOMICS ",+SPV_KHR_subgroup_rotate,+SPV_KHR_bit_instructions"

const char *gac__source_feature(size_t index)
{
    return index < GAC__COUNT_OF(present) ? present[index] : NULL;
}

static void add_device(gac__strings *out)
{
    gac__bytes list = {0};
    gac__bytes_text(&list, "-cl-ext=-all");
    for (size_t i = 0; i < GAC__COUNT_OF(present); i++)
        gac__bytes_print(&list, ",+%s", present[i]);
    gac__strings_add(out, "-Xclang");
    gac__strings_add(out, "%s", list.data ? list.data : "");
    out->failed |= list.failed;
    gac__bytes_free(&list);
    gac__strings_add(out, "-U__IMAGE_SUPPORT__");
    gac__strings_add(out, "-D__OPENCL_VERSION__=300");
}

/* Adds the folders that includes are searched in: that of the request's headers
 * first; for #include "..." then that of the program's name, as if the program
 * were read from there. */
static void add_folders(const gac__source_request *request,
                        const gac__build_files *files, gac__strings *out)
{
    const char *slash = request->name ? strrchr(request->name, '/') : NULL;
    if (request->n_headers) {
        gac__strings_add(out, "-iquote%s", files->headers);
        gac__strings_add(out, "-I%s", files->headers);
    }
    if (slash)
        gac__strings_add(out, "-iquote%.*s",
                         (int)(slash - request->name)
                             + (slash == request->name),
                         request->name);
    else
        gac__strings_add(out, "-iquote.");
}

/* Adds the options for OpLine, in which names of files lack the private
 * folder. */
static void add_lines(const gac__build_files *files, gac__strings *out)
{
    gac__strings_add(out, "-gline-tables-only");
    gac__strings_add(out, "-fdebug-compilation-dir=.");
    gac__strings_add(out, "-fdebug-prefix-map=%s=.", files->folder);
    gac__strings_add(out, "-fdebug-prefix-map=%s=.", files->headers);
}

/* Adds the target's name. */
static void add_target(const gac__source_request *request,
                       const gac__source_compiler *compiler, gac__strings *out)
{
    bool narrow = request->address_bits == 32;
    if (gac__source_translates(compiler))
        gac__strings_add(out, "--target=spir%s", narrow ? "" : "64");
    else
        gac__strings_add(out, "--target=spirv%s", narrow ? "32" : "64");
}

void gac__clang_arguments(const gac__source_request *request,
                          const gac__build_options *options,
                          const gac__source_compiler *compiler,
                          const gac__build_files *files,
                          const gac__clang_run *how, gac__strings *out)
{
    bool translated = gac__source_translates(compiler);
    const char *standard = gac__build_standard(options, request->standard);
    gac__strings_add(out, "%s", compiler->clang);
    add_target(request, compiler, out);
    gac__strings_add(out, "-cl-std=%s", standard);
    add_device(out);
    /* GNU's inline: a function that is `inline` and not `static` is defined in
     * this module, as other OpenCL compilers do it. In C99 another file would
     * have to define it. */
    if (strncmp(standard, "CLC++", 5) != 0)
        gac__strings_add(out, "-fgnu89-inline");
    gac__strings_add(out, "-cl-kernel-arg-info");
    gac__strings_add(out, "-fno-color-diagnostics");
    gac__strings_add(out, "-fno-crash-diagnostics");
    gac__strings_add(out, "-Wno-ignored-pragmas");
    add_folders(request, files, out);
    if (request->unoptimized)
        gac__strings_add(out, "-cl-opt-disable");
    for (size_t i = 0; i < options->arguments.n; i++)
        gac__strings_add(out, "%s", options->arguments.items[i]);
    for (size_t i = 0; how->words && how->words[i]; i++)
        gac__strings_add(out, "%s", how->words[i]);
    if (compiler->lines && (request->debug_lines || options->debug_lines))
        add_lines(files, out);
    if (translated) {
        gac__strings_add(out, "-emit-llvm");
    } else {
        gac__strings_add(out, "-mllvm");
        gac__strings_add(out, "--spirv-ext=" ATOMICS_AND_OTHERS);
    }
    gac__strings_add(out, "-xcl");
    gac__strings_add(out, how->assembly ? "-S" : "-c");
    gac__strings_add(out, "-o");
    gac__strings_add(out, "%s",
                     how->assembly ? files->assembly
                     : translated  ? files->bitcode
                                   : files->module);
    gac__strings_add(out, "%s", files->source);
}

void gac__assembler_arguments(const gac__source_request *request,
                              const gac__source_compiler *compiler,
                              const gac__build_files *files, gac__strings *out)
{
    static const char *const words[] = {"-emit-llvm", "-O0", "-w",
                                        "-xir",       "-c",  "-o"};
    gac__strings_add(out, "%s", compiler->clang);
    add_target(request, compiler, out);
    for (size_t i = 0; i < GAC__COUNT_OF(words); i++)
        gac__strings_add(out, "%s", words[i]);
    gac__strings_add(out, "%s", files->bitcode);
    gac__strings_add(out, "%s", files->assembly);
}

/* The module is of SPIR-V 1.3 at most, which suffices for OpenCL C: from 1.4 on
 * an entry point must list all variables that it uses, and llvm-spirv 14 leaves
 * some out. */
void gac__translator_arguments(const gac__source_compiler *compiler,
                               const gac__build_files *files, gac__strings *out)
{
    gac__strings_add(out, "%s", compiler->translator);
    gac__strings_add(out, "--spirv-max-version=1.3");
    gac__strings_add(out, "--spirv-ext=" ATOMICS);
    gac__strings_add(out,
                     "--preserve-ocl-kernel-arg-type-metadata-through-string");
    gac__strings_add(out, "-o");
    gac__strings_add(out, "%s", files->module);
    gac__strings_add(out, "%s", files->bitcode);
}
