// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A tree reduction in local memory given as an argument.
// RUN: -g 128 -l 32 --dump 1 % local:128 buf:i32:4 buf:i32:128=rand:64
kernel void reduce(local int *scratch, global int *out, global const int *in)
{
    size_t i = get_local_id(0);
    scratch[i] = in[get_global_id(0)];
    for (size_t n = get_local_size(0) / 2; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n)
            scratch[i] += scratch[i + n];
    }
    if (i == 0)
        out[get_group_id(0)] = scratch[0];
}
