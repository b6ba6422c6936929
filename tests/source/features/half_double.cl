// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Half and double precision, as each language version asks for them.
// STD: CL1.2 CL2.0 CL3.0
// RUN: -g 4 --dump 0 % buf:f64:4 buf:f16:4=seq
// OUT: arg0 f64[4]: 0.5 1.5 2.5 3.5
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if !defined(cl_khr_fp16) || !defined(cl_khr_fp64)
#error "the device has both"
#endif
kernel void half_double(global double *out, global const half *in)
{
    size_t i = get_global_id(0);
    half2 pair = (half2)(in[i], 0.5h);
    out[i] = (double)(pair.x + pair.y);
}
