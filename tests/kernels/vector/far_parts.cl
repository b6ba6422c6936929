// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors and structures of two to sixteen elements of every size that lie anywhere: read
// through a table and backwards, written where a permutation says, up to the buffers' last
// elements, with some work-items taking no part, some parts being the same for all; and in
// local memory of small groups. Indices that are added up wrap around in 32 bits.
// RUN: -g 148 -l 37 -k bytes --dump 2 --dump 3 % buf:u32:148=rand:3 buf:u8:2368=rand:4 buf:u8:2368 buf:u8:2368 u32:148
// RUN: -g 148 -l 37 -k shorts --dump 3 % buf:u32:148=rand:5 buf:u16:2368=rand:6 buf:u16:2368 buf:u16:2368 u32:148
// RUN: -g 148 -l 37 -k words --dump 2 % buf:u32:148=rand:7 buf:i32:2368=rand:8 buf:i32:2368 buf:i32:2368 u32:148
// RUN: -g 148 -l 37 -k longs --dump 3 % buf:u32:148=rand:9 buf:i64:2368=rand:10 buf:i64:2368 buf:i64:2368 u32:148
// RUN: -g 201 -k some --dump 2 % buf:u32:201=rand:11 buf:f32:804=seq buf:f32:804 u32:201 u32:3
// RUN: -g 160 -l 8 -k sums --dump 1 % buf:i32:640=rand:13 buf:i32:80
// RUN: -g 192 -l 64 -k sums --dump 1 % buf:i32:768=rand:15 buf:i32:12
// RUN: -g 40,20 -l 8,4 -k filter --dump 1 % buf:u8:3200=rand:17 buf:u8:3200
// RUN: -g 131 -k wrapping --dump 1 % buf:i16:1048=rand:19 buf:i16:1048 u32:4294967295 u32:131
// RUN: -g 150 -k structures --dump 2 % buf:u32:150=rand:21 buf:i32:1200=rand:22 buf:i32:600 u32:150
#define ITEMS 37
#define MOVE(T, n)                                                             \
    {                                                                          \
        global const T##n *from = (global const T##n *)in;                     \
        T##n v = from[far];                                                    \
        ((global T##n *)(out + g * ITEMS * 16))[(t * 11 + 5) % ITEMS] =        \
            v + from[last - i];                                                \
        if (t % 5 != 2) {                                                      \
            v.s0 = 9;                                                          \
            ((global T##n *)(more + g * ITEMS * 16))[(t * 7 + 3) % ITEMS] = v; \
        }                                                                      \
    }
#define ALL(name, T)                                                           \
    kernel void name(global const uint *table, global const T *in,             \
                     global T *out, global T *more, uint count)                \
    {                                                                          \
        uint i = get_global_id(0), far = table[i] % count, last = count - 1;   \
        uint g = get_group_id(0), t = get_local_id(0);                         \
        switch (g) {                                                           \
        case 0: MOVE(T, 2) break;                                              \
        case 1: MOVE(T, 4) break;                                              \
        case 2: MOVE(T, 8) break;                                              \
        default: MOVE(T, 16) break;                                            \
        }                                                                      \
    }
ALL(bytes, uchar)
ALL(shorts, ushort)
ALL(words, int)
ALL(longs, long)
// Loads of which lanes that take no part keep what they had; three parts of four.
kernel void some(global const uint *table, global const float4 *in,
                 global float *out, uint count, uint skip)
{
    uint i = get_global_id(0);
    float4 v = (float4)(i, -1, -2, -3);
    for (uint k = 0; k < 4; k++)
        if ((i + k) % skip)
            v += in[(table[i] + k) % count];
    float3 last = in[count - 1 - i].yzw;
    vstore4(v + (float4)(last, 1), (i * 2 + 1) % count, out);
}
kernel void sums(global const int4 *in, global int4 *out)
{
    local int4 s[64];
    uint t = get_local_id(0), n = get_local_size(0);
    s[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint o = n / 2; o > 0; o >>= 1) {
        if (t < o)
            s[t] += s[t + o];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = s[0];
}
kernel void filter(global const uchar4 *in, global uchar4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    int4 sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int at = min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1);
            sum += convert_int4(in[at]) * (2 - dx * dy);
        }
    if (x && y)
        out[y * w + x] = convert_uchar4(sum / 18);
}
kernel void wrapping(global const short8 *in, global short8 *out, uint less,
                     uint count)
{
    uint i = get_global_id(0);
    uint at = (i % 2 ? i : count - 1 - i) + 1;
    out[at + less] = in[i ^ (i < 128)] + in[at + less];
}
typedef struct item { int key, next, value, rest[5]; } item;
kernel void structures(global const uint *table, global const item *in,
                       global int4 *out, uint count)
{
    uint i = get_global_id(0);
    item a = in[table[i] % count], b = in[count - 1 - i];
    out[i] = (int4)(a.key + a.next * 3, a.value ^ a.rest[4], a.rest[0] - b.rest[3],
                    a.rest[1] + a.rest[2] + b.key + b.next);
}
