// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A histogram of 64 bins in local memory, added to the whole at the end.
// RUN: -g 65536 -l 256 % buf:u8:1048576=rand:21 buf:u32:64
kernel void histogram_local(global const uchar16 *in, global uint *bins)
{
    local uint count[64];
    uint l = get_local_id(0);
    if (l < 64)
        count[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar16 v = in[get_global_id(0)] >> (uchar)2;
    atomic_inc(&count[v.s0]);
    atomic_inc(&count[v.s3]);
    atomic_inc(&count[v.s7]);
    atomic_inc(&count[v.sd]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64)
        atomic_add(&bins[l], count[l]);
}
