// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Replaces bytes by a table in local memory, ten times over, with a key.
// RUN: -g 32768 -l 256 % buf:u32:32768=rand:7 buf:u8:256 buf:u32:32768
// SETUP: -g 256
kernel void s_box(global const uchar4 *in, global const uchar *box,
                  global uchar4 *out)
{
    local uchar table[256];
    uint l = get_local_id(0), i = get_global_id(0);
    table[l] = box[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar4 v = in[i];
    for (uint round = 0; round < 10; round++) {
        v = (uchar4)(table[v.y], table[v.z], table[v.w], table[v.x]);
        v ^= (uchar4)(v.w, 0, v.y, 17) + (uchar)round;
    }
    out[i] = v;
}

kernel void setup(global const uchar4 *in, global uchar *box,
                  global uchar4 *out)
{
    uint i = get_global_id(0);
    box[i] = (i * 167 + 13) ^ (i >> 4);
}
