/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The prelude: declarations before a program's first line.
 *
 * clang's headers lack the extended async copies and the fence among copies.
 * llvm-spirv 14 and 15 abort at functions that have the mangled names of such
 * copies. An assembly label therefore changes one letter of these names, which
 * has no effect on the program's own macros and declarations; written_module.c
 * changes the letter back.
 *
 * clang 14's headers lack rotations of sub-groups (cl_khr_subgroup_rotate),
 * which the device has; and they define every feature for SPIR-V, so that the
 * prelude undefines those that the device lacks. */
#include "source/source_internal.h"

/* The features and extensions that programs do not get: the device lacks them,
 * or compilers translate them wrongly. */
static const char *const absent[] = {
    "__opencl_c_images",
    "__opencl_c_read_write_images",
    "__opencl_c_3d_image_writes",
    "__opencl_c_pipes",
    "__opencl_c_device_enqueue",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_ext_fp16_global_atomic_load_store",
    "__opencl_c_ext_fp16_local_atomic_load_store",
    "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp16_local_atomic_add",
    "__opencl_c_ext_fp16_global_atomic_min_max",
    "__opencl_c_ext_fp16_local_atomic_min_max",
};

/* The parameters of copies between the pointers and the event. */
#define SIZES_2D                                                               \
    "size_t num_bytes_per_element, size_t num_elements_per_line, size_t "      \
    "num_lines, size_t src_total_line_length, size_t dst_total_line_length"
#define SIZES_3D                                                               \
    "size_t num_bytes_per_element, size_t num_elements_per_line, size_t "      \
    "num_lines, size_t num_planes, size_t src_total_line_length, size_t "      \
    "src_total_plane_area, size_t dst_total_line_length, size_t "              \
    "dst_total_plane_area"

/* The kinds of copies: the end of the name, and the parameters. */
static const struct {
    const char *suffix, *sizes;
    size_t n_sizes;
} copies_of[] = {{"2D2D", SIZES_2D, 5}, {"3D3D", SIZES_3D, 8}};

/* The directions of copies: OpenCL's address spaces, and their numbers in
 * mangled names. */
static const struct {
    const char *to, *from;
    unsigned to_space, from_space;
} directions[] = {{"__local", "__global", 3, 1}, {"__global", "__local", 1, 3}};

/* Adds the assembly label of a copy: its mangled name, with one letter
 * changed. */
static void add_label(size_t copy, size_t direction, uint32_t address_bits,
                      gac__bytes *out)
{
    char size = address_bits == 32 ? 'j' : 'm';
    gac__bytes_print(out, " __asm__(\"_Z%zu" GAC__COPY_ALIAS "%sPU3AS%uv%c",
                     sizeof GAC__COPY_ALIAS - 1 + 4, copies_of[copy].suffix,
                     directions[direction].to_space, size);
    gac__bytes_print(out, "PU3AS%uKv%c", directions[direction].from_space,
                     size);
    for (size_t i = 0; i < copies_of[copy].n_sizes; i++)
        gac__bytes_add(out, &size, 1);
    gac__bytes_text(out, "9ocl_event\")");
}

/* Adds the declarations of the copies and their fence, with labels if the
 * module comes from the translator. */
static void add_copies(bool translated, uint32_t address_bits, gac__bytes *out)
{
    for (size_t c = 0; c < GAC__COUNT_OF(copies_of); c++)
        for (size_t d = 0; d < GAC__COUNT_OF(directions); d++) {
            gac__bytes_print(
                out,
                "__attribute__((overloadable)) event_t " GAC__COPY_NAME
                "%s(%s void *dst, size_t "
                "dst_offset, const %s void *src, size_t "
                "src_offset, %s, event_t event)",
                copies_of[c].suffix, directions[d].to, directions[d].from,
                copies_of[c].sizes);
            if (translated)
                add_label(c, d, address_bits, out);
            gac__bytes_text(out, ";\n");
        }
    gac__bytes_text(out, "__attribute__((overloadable)) void " GAC__COPY_NAME
                         "fence(cl_mem_fence_flags flags)");
    if (translated)
        gac__bytes_text(out, " __asm__(\"_Z27" GAC__COPY_ALIAS "fencej\")");
    gac__bytes_text(out, ";\n");
}

/* Adds rotations of sub-groups, for each type, if sub-groups are declared. */
static void add_rotations(gac__bytes *out)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort",
                                        "int",  "uint",  "long",  "ulong",
                                        "half", "float", "double"};
    static const char *const extensions[] = {"cl_khr_fp16", "cl_khr_fp64"};
    gac__bytes_text(out, "#if __OPENCL_C_VERSION__ >= 200 || "
                         "defined(__OPENCL_CPP_VERSION__)\n"
                         "#undef cl_khr_subgroup_rotate\n"
                         "#define cl_khr_subgroup_rotate 1\n");
    for (size_t e = 0; e < GAC__COUNT_OF(extensions); e++)
        gac__bytes_print(out, "#pragma OPENCL EXTENSION %s : enable\n",
                         extensions[e]);
    for (size_t t = 0; t < GAC__COUNT_OF(types); t++)
        gac__bytes_print(out,
                         "__attribute__((overloadable, convergent)) %s "
                         "sub_group_rotate(%s value, int delta);\n"
                         "__attribute__((overloadable, convergent)) %s "
                         "sub_group_clustered_rotate(%s value, int delta, uint "
                         "clustersize);\n",
                         types[t], types[t], types[t], types[t]);
    for (size_t e = 0; e < GAC__COUNT_OF(extensions); e++)
        gac__bytes_print(out, "#pragma OPENCL EXTENSION %s : disable\n",
                         extensions[e]);
    gac__bytes_text(out, "#endif\n");
}

void gac__prelude_write(const gac__source_request *request,
                        const gac__source_compiler *compiler, bool copies,
                        gac__bytes *out)
{
    for (size_t i = 0; i < GAC__COUNT_OF(absent); i++)
        gac__bytes_print(out, "#undef %s\n", absent[i]);
    gac__bytes_text(out,
                    "#if __OPENCL_C_VERSION__ >= 300 && "
                    "!defined(__opencl_c_work_group_collective_functions)\n"
                    "#define __opencl_c_work_group_collective_functions 1\n"
                    "#endif\n"
                    "#undef cl_khr_extended_async_copies\n"
                    "#undef cl_khr_async_work_group_copy_fence\n"
                    "#define cl_khr_extended_async_copies 1\n"
                    "#define cl_khr_async_work_group_copy_fence 1\n");
    add_rotations(out);
    if (copies)
        add_copies(gac__source_translates(compiler), request->address_bits,
                   out);
}
