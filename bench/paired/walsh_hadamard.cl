// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Walsh and Hadamard's transform of 256 numbers a group, in local memory.
// RUN: -g 131072 -l 128 % buf:i32:262144=rand:28 buf:i32:262144 local:1024
kernel void walsh_hadamard(global const int *in, global int *out, local int *v)
{
    uint l = get_local_id(0), size = get_local_size(0);
    uint at = get_group_id(0) * 2 * size + l;
    v[l] = in[at] >> 16;
    v[l + size] = in[at + size] >> 16;
    for (uint span = 1; span <= size; span *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint i = 2 * l - (l & (span - 1));
        int a = v[i], b = v[i + span];
        v[i] = a + b;
        v[i + span] = a - b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = v[l];
    out[at + size] = v[l + size];
}
