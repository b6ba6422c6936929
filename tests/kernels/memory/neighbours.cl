// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lanes load an element and those beside it, from wherever an index says: up to the first
// and the last element of a buffer; where some have none; from rows of a tile that all
// lanes look at some bytes apart; from lines whose length is a number of bytes; of records
// of five and seven elements.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32 clang22.O2.32
// RUN: -k pixels -g 200 -l 100 --dump 2,3 % buf:u32:200=rand:1 buf:u8:1000=rand:2 buf:u32:200 buf:u32:200
// RUN: -k pixels -g 64 -l 64 --dump 2,3 % buf:u32:64=rand:4 buf:u8:1000=rand:5 buf:u32:64 buf:u32:64
// RUN: -k sizes -g 96 -l 32 --dump 4 % buf:u32:96=rand:1 buf:u16:300=rand:2 buf:u32:300=rand:3 buf:u64:300=rand:4 buf:u64:96
// RUN: -k sizes -g 100 -l 20 --dump 4 % buf:u32:100=seq buf:u16:300=rand:2 buf:u32:300=rand:3 buf:u64:300=rand:4 buf:u64:100
// RUN: -k rows -g 64,32 -l 16,16 --dump 1 % buf:u8:8192=rand:7 buf:u32:2048 u32:1
// RUN: -k rows -g 32,4 -l 8,4 --dump 1 % buf:u8:8192=rand:7 buf:u32:128 u32:6
// RUN: -k lines -g 40,12 -l 8,4 --dump 1,2 % buf:u8:6400=rand:3 buf:u8:3840 buf:u16:480 u32:128 u32:320
// RUN: -k lines -g 40,12 -l 40,3 --dump 1,2 % buf:u8:6400=rand:4 buf:u8:3840 buf:u16:480 u32:100 u32:320
// RUN: -k records -g 100 -l 20 --dump 2,3 % buf:u32:100=rand:9 buf:i32:500=rand:3 buf:i32:500 buf:u16:700
// RUN: -k records -g 96 -l 32 --dump 2,3 % buf:u32:100=seq buf:i32:500=rand:3 buf:i32:500 buf:u16:700
kernel void pixels(global const uint *random, global const uchar *in, global uint *out,
                   global uint *few)
{
    size_t g = get_global_id(0);
    uint at = 2 + (random[g] >> 5) % 993u;
    if (g % 5 == 0)
        at = g % 2 ? 2 : 994;
    out[g] = in[at] + 3 * in[at - 1] + 5 * in[at + 1] + 7 * in[at - 2]
             + 11 * in[at + 2] + 13 * in[at + 5] + 17 * in[at + 3];
    if (random[g] & 4096)
        few[g] = in[at + 4] - 2 * in[at + 3] + in[at + 5];
}

kernel void sizes(global const uint *random, global const ushort *a, global const uint *b,
                  global const ulong *c, global ulong *out)
{
    size_t g = get_global_id(0);
    uint at = random[g] % 296u;
    ulong sum = a[at] + 3 * a[at + 1] + 5 * a[at + 3] + 7 * a[at + 2];
    sum += 11ul * b[at] + 13ul * b[at + 2] + 17ul * b[at + 3];
    sum += 19 * c[at + 1] + 23 * c[at];
    out[g] = sum;
}

kernel void rows(global const uchar *in, global uint *out, uint shift)
{
    local uchar4 tile[16][33];
    int x = get_local_id(0), y = get_local_id(1), w = get_global_size(0);
    int g = get_global_id(1) * w + get_global_id(0);
    int step = get_local_size(0);
    for (int k = x; k < 33; k += step)
        tile[y][k] = vload4((g - x + k) & 2047, in);
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uchar *from = (local const uchar *)&tile[y][x + 1] + shift;
    uint sum = 0;
    for (int k = 0; k < 4; k++)
        sum = sum * 5 + from[k] * 3 + from[k - 1] * 5 + from[k + 1] * 7 + from[k - 2] * 11
              + from[k + 2];
    out[g] = sum;
}

kernel void lines(global const uchar *in, global uchar *out, global ushort *sums,
                  uint pitch, uint out_pitch)
{
    int x = get_global_id(0), y = get_global_id(1);
    global const ushort *from = (global const ushort *)(in + y * pitch + x * 8);
    uint sum = 0;
    for (int k = 0; k < 16; k++)
        sum += from[k] * (k + 1);
    global ushort *to = (global ushort *)(out + y * out_pitch + x * 8);
    to[0] = from[1];
    to[1] = from[2] - from[0];
    to[2] = sum;
    to[3] = sum >> 16;
    sums[y * 40 + x] = from[15] ^ from[14] ^ from[12];
}

typedef struct five { int v[5]; } five;
typedef struct seven { ushort v[7]; } seven;

kernel void records(global const uint *random, global const five *in, global five *out,
                    global seven *more)
{
    size_t g = get_global_id(0);
    five f = in[(random[g] >> 3) % 100], to;
    for (int k = 0; k < 5; k++)
        to.v[k] = f.v[4 - k] + k;
    out[g] = to;
    if (f.v[0] & 1)
        for (int k = 0; k < 7; k++)
            more[g].v[k] = f.v[k % 5] + k;
}
