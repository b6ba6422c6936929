// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Indices that rise with the local id, and wrap in a type narrower than theirs.
// RUN: -k unsigned_ids -g 1024 -l 16 --dump 0 % buf:u32:1024 buf:u32:512=rand:41 u32:250
// RUN: -k signed_ids -g 1024 -l 16 --dump 0 % buf:u32:1024 buf:u32:512=rand:42 u32:120
// RUN: -k wide_ids -g 1024 -l 16 --dump 0 % buf:u32:1024 u32:0xfffffffa
kernel void unsigned_ids(global uint *out, global const uint *in, uint by)
{
    local uint v[512];
    uint l = get_local_id(0);
    for (uint j = l; j < 512; j += 16)
        v[j] = j * 3 + get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar i = (uchar)(l + by);
    uint x = v[i] * 7 + in[i];
    if (l & 4)
        x += v[(uchar)(i + 3)];
    out[get_global_id(0)] = x;
}

kernel void signed_ids(global uint *out, global const uint *in, uint by)
{
    local uint v[512];
    uint l = get_local_id(0);
    for (uint j = l; j < 512; j += 16)
        v[j] = j * 5 + get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    char i = (char)(l + by);
    local uint *p = v + 200;
    global const uint *q = in + 128;
    out[get_global_id(0)] = p[i] * 7 + q[i];
}

kernel void wide_ids(global uint *out, uint from)
{
    local uint v[32];
    uint l = get_local_id(0), at = l + from;
    v[l] = get_global_id(0);
    v[l + 16] = get_global_id(0) * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong i = at;
    out[get_global_id(0)] = v[(i >> 28) + (i & 15)];
    barrier(CLK_LOCAL_MEM_FENCE);
    short h = (short)(at + 32762 + 6);
    v[(ushort)h & 31] += h < 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += v[l] * 5;
}
