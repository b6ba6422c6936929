// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Some sub-groups wait in a loop while others go round it: a counter that is the
// same for all is still each sub-group's own.
// RUN: -g 256 -l 128 --dump 0 % buf:i32:256 i32:5
// STD: CL3.0
// SETS: clang22.O0.64 clang22.O2.64 clang22.O2.32
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void sub_group_rounds(global int *out, int rounds)
{
    uint i = get_global_id(0);
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        if (get_sub_group_id() & 1)
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        sum = sum * 3 + r;
    }
    out[i] = sum;
}
