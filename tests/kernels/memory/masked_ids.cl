// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Indices that are ids behind a mask of ones, wide and narrow: they rise from lane to lane,
// but where they wrap around, which may be in the middle of a group; computed before a loop
// and a branch, and used behind them; of single elements and of vectors.
// RUN: -g 600 -l 200 -k wraps --dump 1 % buf:i32:4096=rand:3 buf:i32:600
// RUN: -g 3000 -l 1000 -k wraps --dump 1 % buf:i32:4096=rand:5 buf:i32:3000
// RUN: -g 1300 -l 650 -k vectors --dump 1 --dump 2 % buf:i32:4096=rand:7 buf:i32:5200 buf:u8:5200
// RUN: -g 40,6 -l 40,2 -k guarded --dump 1 % buf:u8:960=rand:9 buf:i32:960 i32:40 i32:6
// RUN: -g 192 -l 24 -k small --dump 1 % buf:i32:96=rand:11 buf:i32:192
kernel void wraps(global const int *in, global int *out)
{
    size_t i = get_global_id(0);
    int sum = in[i & 1023] + 3 * in[(i + 700) & 1023] + 5 * in[(i + 2040) & 2047]
              + 7 * in[(i + 4000) & 4095] + 9 * in[i & 255]
              + 11 * in[(ushort)(i + 65500) & 4095];
    out[i] = sum;
}
kernel void vectors(global const int *in, global int *out, global uchar *bytes)
{
    size_t i = get_global_id(0), at = (i + 900) & 1023;
    int4 v = vload4(at, in);
    for (int k = 0; k < 3; k++)
        v = v * 3 + vload4((at + k) & 1023, in);
    vstore4(v, i, out);
    vstore4(convert_uchar4(v.wzyx & 255), i & 0x7fffffff, bytes);
}
kernel void guarded(global const uchar *in, global int *out, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    int4 sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            sum += convert_int4(vload4((y + k) * w + x + j, in)) * (k * 3 + j + 5);
    vstore4(sum, y * w + x, out);
}
kernel void small(global const int *in, global int *out)
{
    size_t i = get_global_id(0), l = get_local_id(0);
    out[i] = in[(l + get_group_id(0)) & 0xffff] + in[(i & 63) + 32]
             + in[(l + 20) & 31] + 3 * in[l & 15];
}
