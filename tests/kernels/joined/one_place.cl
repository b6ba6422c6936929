// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// All work-items of a group load one place of its local memory: elements of all sizes,
// by some work-items only, and by those of groups that part.
// RUN: -g 560 -l 7 --dump 0 % buf:u64:560 buf:u64:560=rand:320
// RUN: -g 1024 -l 32 --dump 0 % buf:u64:1024 buf:u64:1024=rand:321
// RUN: -g 720 -l 24 --dump 0 % buf:u64:720 buf:u64:720=rand:322
kernel void places(global ulong *out, global const ulong *in)
{
    local uchar c[32];
    local ushort s[32];
    local uint u[32];
    local ulong v[32];
    uint l = get_local_id(0), g = get_group_id(0), gid = get_global_id(0);
    c[l] = (uchar)in[gid];
    s[l] = (ushort)(in[gid] >> 8);
    u[l] = (uint)(in[gid] >> 13);
    v[l] = in[gid] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong sum = c[0] + s[1] * (ulong)u[2] + v[3];
    if (in[gid] & 4)
        sum = sum * 5 + c[4] + v[5];
    else
        sum ^= u[6];
    if (g % 3 != 1) {
        for (uint k = 0; k < 6; k++)
            sum = sum * 7 + s[k] + v[k] * c[k];
        if (l > g % 5)
            sum += u[5] ^ s[2];
    }
    out[gid] = sum;
}
