// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors of two, three and four elements of every small size, one a work-item: all of
// their parts loaded and stored, some of them, and a part that is always the same; at the
// ends of buffers, and with some work-items taking no part.
// RUN: -g 333 -k bytes --dump 1 --dump 2 --dump 3 % buf:u8:1332=rand:3 buf:u8:1332 buf:u8:999 buf:u8:666
// RUN: -g 333 -k shorts --dump 1 --dump 2 --dump 3 % buf:i16:1332=rand:5 buf:i16:1332 buf:i16:999 buf:i16:666
// RUN: -g 333 -k words --dump 1 --dump 2 --dump 3 % buf:i32:1332=rand:7 buf:i32:1332 buf:i32:999 buf:i32:666
// RUN: -g 333 -k some --dump 1 --dump 2 % buf:u8:1332=rand:3 buf:u8:333 buf:i32:333
// RUN: -g 400 -l 200 -k guarded --dump 1 --dump 2 % buf:i32:1332=rand:9 buf:i32:1332 buf:u8:999 i32:333 i32:5
// RUN: -g 120 -l 40 -k aliased --dump 0 % buf:i32:488=rand:11
#define ALL(name, T)                                                           \
    kernel void name(global const T##4 *in, global T##4 *four, global T *three, \
                     global T##2 *two)                                         \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        T##4 v = in[i];                                                        \
        four[i] = (T##4)(v.w, v.x + v.y, 7, v.z);                              \
        vstore3((T##3)(v.y, v.x, v.z) + vload3(i, (global const T *)in), i,    \
                three);                                                        \
        two[i] = v.xz - ((global const T##2 *)in)[i];                          \
    }
ALL(bytes, uchar)
ALL(shorts, short)
ALL(words, int)
kernel void some(global const uchar *in, global uchar *y, global int *z)
{
    size_t i = get_global_id(0);
    y[i] = in[4 * i + 1] + in[4 * i + 2] * 2 + in[4 * i + 3] * 3;
    z[i] = in[3 * i + 2] - in[3 * i + 1] + (in[2 * i + 1] << 8);
}
kernel void guarded(global const int *in, global int *out, global uchar *rgb,
                    int n, int skip)
{
    int i = get_global_id(0);
    if (i < n && i >= skip) {
        int4 v = vload4(i, in);
        vstore4(v.wzyx * 3, i, out);
        if (i % 7)
            vstore3(convert_uchar3(v.xyz), i, rgb);
    }
}
kernel void aliased(global int *a)
{
    int i = get_global_id(0);
    int4 v = vload4(i, a);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_group_id(0) == 2)
        vstore4(v + v.z, i, a + 1);
}
