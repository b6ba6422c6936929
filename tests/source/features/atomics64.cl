// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Atomics of 64 bits, by OpenCL C 1.x's functions.
// STD: CL1.2 CL2.0 CL3.0
// RUN: -g 8 --dump 0 % buf:u64:2
// OUT: arg0 u64[2]: 28 7
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#if !defined(cl_khr_int64_base_atomics) || !defined(cl_khr_int64_extended_atomics)
#error "the device has both"
#endif
kernel void atomics64(volatile global ulong *out)
{
    atom_add(&out[0], get_global_id(0));
    atom_max(&out[1], get_global_id(0));
}
