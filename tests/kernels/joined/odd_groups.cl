// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups that are no whole steps of lanes side by side: single work-items, less than
// a step, and more; local memory in elements of several sizes, by rows, pairs, tables.
// RUN: -g 130 -l 1 --dump 0 % buf:i32:520 buf:i32:520=rand:401
// RUN: -g 300 -l 3 --dump 0 % buf:i32:520 buf:i32:520=rand:402
// RUN: -g 400 -l 8 --dump 0 % buf:i32:520 buf:i32:520=rand:403
// RUN: -g 408 -l 24 --dump 0 % buf:i32:520 buf:i32:520=rand:406
// RUN: -g 500 -l 100 --dump 0 % buf:i32:520 buf:i32:520=rand:409
// RUN: -g 27,15 -l 3,3 --dump 0 % buf:i32:520 buf:i32:520=rand:410
// RUN: -g 32,16 -l 16,2 --dump 0 % buf:i32:520 buf:i32:520=rand:412
// RUN: -g 34,10 -l 17,2 --offset 1,2 --dump 0 % buf:i32:520 buf:i32:520=rand:414
typedef struct triple { int a, b, c; } triple;

kernel void odd_groups(global int *out, global const int *in)
{
    local int v[128];
    local short w[128];
    local uchar c[128];
    local long d[128];
    local triple t[128];
    local int4 q[128];
    local int table[8][9];
    uint sx = get_local_size(0), n = sx * get_local_size(1);
    uint x = get_local_id(0), y = get_local_id(1), l = y * sx + x;
    uint gx = get_global_id(0) - get_global_offset(0);
    uint at = (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + gx;
    int mine = in[at];
    v[l] = mine;
    w[l] = (short)(mine >> 3);
    c[l] = (uchar)(mine >> 5);
    d[l] = (long)mine * 77777;
    t[l].a = mine ^ 5;
    t[l].b = mine + (int)l;
    t[l].c = (int)get_group_id(0) * 31 + (int)get_group_id(1);
    q[l] = (int4)(mine, mine + 1, mine * 3, (int)l);
    if (l < 8)
        table[l][(mine >> 1) & 7] = mine;
    if (l < 8)
        table[l][8] = (mine >> 1) & 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    uint m = n < 8 ? n : 8;
    for (uint k = 0; k < m; k++) {
        uint o = (l + k * 5) % n, r = n - 1 - l, e = (l ^ 1) < n ? l ^ 1 : l;
        sum = sum * 3 + v[o] + w[r] + c[e] + (int)(d[o] >> 7);
        sum ^= t[r].a + t[o].b * 2 + t[e].c;
        sum += q[o].x - q[r].y + q[e].z * q[k].w;
        sum += table[k][table[k][8]];
        if ((l + k) % 3 == 0)
            sum += v[k] ^ (k + 1 < n ? v[k + 1] : 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint o = 1; o < n; o <<= 1) {
        if (l % (2 * o) == 0 && l + o < n) {
            v[l] += v[l + o];
            q[l] ^= q[l + o];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        d[n - 1] = v[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = sum + v[0] + q[0].x - q[0].z + (int)d[n - 1] + v[l / 2];
}
