// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Local memory of all sizes of elements, and pointers to choose from.
// RUN: -g 1024 -l 16 --dump 0 % buf:u64:1024 buf:u64:1024=rand:312 local:64 local:32
kernel void kinds(global ulong *out, global const ulong *in, local uint *words,
                  local ushort *halves)
{
    local uchar bytes[16];
    local ulong longs[16];
    local float4 fours[16];
    uint l = get_local_id(0);
    ulong x = in[get_global_id(0)];
    words[l] = (uint)x;
    halves[l] = (ushort)(x >> 16);
    bytes[l] = (uchar)(x >> 24);
    longs[l] = x;
    fours[l] = (float4)((float)(x & 255), 1.0f, (float)l, (float)get_group_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    uint o = (l * 3 + get_group_id(0)) % 16;
    local uint *p = o < 8 ? words : words + 8;
    float4 f = fours[o] * fours[15 - l];
    ulong y = p[o & 7] + halves[15 - o] * 5ul + bytes[o ^ 1] * 7ul;
    y += longs[15 - l] ^ longs[o];
    barrier(CLK_LOCAL_MEM_FENCE);
    bytes[15 - l] = (uchar)y;
    halves[o] = (ushort)(y >> 3);
    barrier(CLK_LOCAL_MEM_FENCE);
    y ^= bytes[l] * 257ul + halves[l];
    out[get_global_id(0)] = y + (ulong)(f.x + f.y + f.z + f.w);
}
