// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Rows of sixteen work-items and more: neighbours in a row are neighbours in memory,
// but where an index wraps within one or a branch takes some of them away.
// RUN: -g 48,12 -l 16,4 --dump 0 % buf:i32:600=0 buf:i32:600=rand:62 i32:48 i32:12
// RUN: -g 96,6 -l 32,2 --dump 0 % buf:i32:600=0 buf:i32:600=rand:63 i32:96 i32:6
// RUN: -g 64,8 -l 32,4 --dump 0 % buf:i32:600=0 buf:i32:600=rand:64 i32:64 i32:8
kernel void rows_of_groups(global int *out, global const int *in, int w, int h)
{
    local int t[6][35];
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    uint ux = get_global_id(0), uw = w;
    t[ly + 1][lx + 1] = in[y * w + x];
    if (lx == 0)
        t[ly + 1][0] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = t[ly + 1][lx + 1] * 3 + t[ly + 1][lx];
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1 && (sum & 7))
        sum += in[(y - 1) * w + x - 1] - in[(y + 1) * w + x + 1] + in[y * w - x + w];
    sum += in[((ux - 5) & 31) + y * uw / 2];       /* wraps in a row */
    sum -= in[(uchar)(ux * 1u + 250u) + (y & 1)];
    out[y * w + x] = sum;
    if (sum & 1)
        out[(uint)y * uw + ux] ^= 0x1000;
}
