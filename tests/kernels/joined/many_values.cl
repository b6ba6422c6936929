// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// So many values at once that there is no room for a second group beside the first one.
// SETS: clang14.O0.64 clang22.O2.64
// RUN: -g 512 -l 64 --dump 0 % buf:u32:512 buf:u32:4096=seq

kernel void many(global uint *out, global const uint *in)
{
    size_t i = get_global_id(0);
    local uint shared[64];
    uint v[280], sum = 0;
#pragma unroll
    for (int k = 0; k < 280; k++) {
        v[k] = in[(i * 5 + k * 7) & 4095] * (k + 3);
        sum += v[k];
    }
    for (int round = 0; round < 3; round++) {
        uint next = 0;
#pragma unroll
        for (int k = 0; k < 280; k++) {
            v[k] = (v[k] ^ sum) + v[(k + 11) % 280];
            next += v[k];
        }
        shared[get_local_id(0)] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = next + shared[get_local_size(0) - 1 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum;
}
