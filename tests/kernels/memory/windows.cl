// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lanes access what is close together, in an order that is the same for every sixteen of
// them: partners of a network, pairs, turned runs, more than one lane the same place.
// Some of the groups end within sixteen, some lanes' elements would lie outside.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -k network -g 128 -l 64 --dump 1 % buf:u32:256=rand:1 buf:u32:256 local:512
// RUN: -k network -g 40 -l 40 --dump 1 % buf:u32:80=rand:2 buf:u32:80 local:320
// RUN: -k partners -g 512 -l 256 --dump 1 % buf:i32:512=rand:3 buf:i32:512 local:1024
// RUN: -k partners -g 80 -l 40 --dump 1 % buf:i32:80=rand:4 buf:i32:80 local:160
// RUN: -k orders -g 96 -l 48 --dump 1 % buf:f32:96=seq buf:f32:1152 i32:-48
// RUN: -k orders -g 46 -l 23 --dump 1 % buf:f32:46=seq buf:f32:552 i32:-23
// RUN: -k edges -g 64 -l 64 --dump 1 % buf:i32:40=rand:5 buf:i32:64 i32:16 i32:39
// RUN: -k edges -g 64 -l 32 --dump 1 % buf:i32:40=rand:6 buf:i32:64 i32:5 i32:7
kernel void network(global const uint *in, global uint *out, local uint *v)
{
    uint l = get_local_id(0), n = get_local_size(0), at = get_group_id(0) * n * 2;
    v[l] = in[at + l];
    v[l + n] = in[at + l + n];
    for (uint j = n; j > 0; j = j == 1 ? 0 : (j + 1) / 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint i = l / j * 2 * j + l % j;
        if (i + j < 2 * n) {
            uint a = v[i], b = v[i + j];
            if ((a > b) == ((l & 2) == 0)) {
                v[i] = b;
                v[i + j] = a + (l & 1);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at + l] = v[l];
    out[at + l + n] = v[l + n];
}

/* Half of the lanes look after two elements. */
kernel void partners(global const int *in, global int *out, local int *v)
{
    int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
    v[l] = in[g];
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int other = l ^ j;
            if (other > l && other < n) {
                int a = v[l], b = v[other];
                if ((a > b) == ((l & k) == 0)) {
                    v[l] = b;
                    v[other] = a;
                }
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = v[l];
}

/* `back` is less than 0: what is added to it is behind the group's first element. */
kernel void orders(global const float *in, global float *out, int back)
{
    int l = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
    int last = base + n - 1;
    global const float *end = in + base + n;
    global float *to = out + get_group_id(0) * 12 * n;
    to[l] = in[last - l];
    to[n + l] = end[back + (l & ~1)];
    to[2 * n + (n - 1 - l)] = end[back + l / 2];
    to[3 * n + 2 * l] = end[-1 - l];
    to[3 * n + 2 * l + 1] = end[back + (l & ~15) + min(15 - (l & 15), n - 1 - (l & ~15))];
    if (l % 4)
        to[5 * n + l] = end[back + (l & ~3)];
    else
        to[5 * n + l / 4 * 4] = l / 4;
    to[6 * n + 3 * l] = 1.5f;
    to[6 * n + 3 * l + 1] = in[base + l % 8];
    if (l % 3)
        to[6 * n + 3 * l + 2] = in[base + l % 3];
    to[9 * n + l] = to[9 * n + n + l] = to[11 * n + l] = 0;
}

kernel void edges(global const int *in, global int *out, int j, int most)
{
    int l = get_local_id(0), other = l ^ j, v = l;
    if (other <= most)
        v += in[other];
    uint low = (uint)l - 7u; /* wraps */
    if (l >= 8)
        v ^= in[min(low ^ 1u, 39u)] + in[(low ^ 1u) % 40u];
    out[get_global_id(0)] = v;
}
