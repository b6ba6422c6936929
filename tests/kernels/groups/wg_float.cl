// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-group reductions and scans of float and double, of values whose sums
// are exact.
// RUN: -g 32 -l 16 --dump 0,1 % buf:f32:128 buf:f64:32
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void sums(global float *out, global double *dout)
{
    int i = get_global_id(0);
    float x = (i * 37 % 64) * 0.25f - 5;
    out[4 * i] = work_group_reduce_add(x);
    out[4 * i + 1] = work_group_scan_inclusive_add(x);
    out[4 * i + 2] = work_group_reduce_max(x);
    out[4 * i + 3] = work_group_scan_exclusive_add(x);
    dout[i] = work_group_scan_inclusive_min((double)x) +
              work_group_reduce_add(0.125);
}
