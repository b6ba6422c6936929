// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Some groups leave before the others' barriers; others skip a part.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -g 2048 -l 32 --dump 0 % buf:u32:2048=7 buf:u32:2048=rand:310
// RUN: -g 1024,2 -l 16,2 --dump 0 % buf:u32:2048=7 buf:u32:2048=rand:311
kernel void leavers(global uint *out, global const uint *in)
{
    local uint v[32];
    uint g = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);
    uint at = g * 32 + l;
    if (g % 3 == 0)
        return;
    v[l] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = v[31 - l];
    if (in[g] & 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        v[l] = x + g;
        barrier(CLK_LOCAL_MEM_FENCE);
        x ^= v[(l + 7) % 32];
    }
    switch (g % 5) {
    case 1: x += l; break;
    case 2: x *= 3; /* on */
    case 4: x -= g; break;
    default: break;
    }
    out[at] = x;
}
