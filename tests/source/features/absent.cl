// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What the device does not have, the language says so of.
// STD: CL1.2 CL2.0 CL3.0
// RUN: -g 1 --dump 0 % buf:i32:1
// OUT: arg0 i32[1]: 300
#if defined(__IMAGE_SUPPORT__) || defined(cl_khr_3d_image_writes) || defined(__opencl_c_images)
#error "no images"
#endif
#if defined(__opencl_c_read_write_images) || defined(__opencl_c_pipes)
#error "no images that are read and written, no pipes"
#endif
#if defined(__opencl_c_device_enqueue) || defined(__opencl_c_ext_fp16_local_atomic_min_max)
#error "no kernels that start kernels, no atomics of halves"
#endif
#if defined(cl_intel_subgroups) || defined(cl_khr_depth_images)
#error "none of others' extensions"
#endif
kernel void absent(global int *out)
{
    out[0] = __OPENCL_VERSION__;
}
