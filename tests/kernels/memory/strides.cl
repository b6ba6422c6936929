// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Parts of vectors and structures, two to five elements apart, of each size; the
// parts between stay as they are, and the buffers end with the last element.
// RUN: -g 96 -l 48 --dump 0 --dump 1 --dump 2 --dump 3 % buf:u8:384=rand:610 buf:u16:384=rand:611 buf:u32:384=rand:612 buf:u64:384=rand:613 u32:96 u32:4
// RUN: -g 96 -l 96 --dump 0 --dump 1 --dump 2 --dump 3 % buf:u8:285=rand:614 buf:u16:285=rand:615 buf:u32:285=rand:616 buf:u64:285=rand:617 u32:95 u32:3
// RUN: -g 64 -l 64 --dump 0 --dump 1 --dump 2 --dump 3 % buf:u8:128=rand:618 buf:u16:128=rand:619 buf:u32:128=rand:620 buf:u64:128=rand:621 u32:64 u32:2
// RUN: -g 80 -l 40 --dump 0 --dump 1 --dump 2 --dump 3 % buf:u8:385=rand:622 buf:u16:385=rand:623 buf:u32:385=rand:624 buf:u64:385=rand:625 u32:77 u32:5
#define CHANGE(p)                                                              \
    do {                                                                       \
        p[g * n] = p[g * n] * 3 + p[g * n + 1];                                \
        if (n > 2)                                                             \
            p[g * n + 2] ^= p[g * n + 1];                                      \
        if (n > 3 && (g & 1))                                                  \
            p[g * n + 3] += 5;                                                 \
        p[g * n + n - 1] += 7;                                                 \
    } while (0)

kernel void strides(global uchar *a, global ushort *b, global uint *c,
                    global ulong *d, uint items, uint apart)
{
    uint g = get_global_id(0);
    if (g >= items)
        return;
    if (apart == 4) { // vectors: strides that the compiler knows
        uchar4 v = vload4(g, a);
        ushort4 w = vload4(g, b);
        uint4 x = vload4(g, c);
        ulong4 y = vload4(g, d);
        vstore4(v.wxyz + (uchar4)g, g, a);
        vstore2(w.xz * w.yw, 2 * g + 1, b);
        c[4 * g + 2] = x.x - x.y + x.z * x.w;
        vstore4(y.yxwz - (ulong4)g, g, d);
    } else if (apart == 3) {
        uchar3 v = vload3(g, a);
        ushort3 w = vload3(g, b);
        uint3 x = vload3(g, c);
        ulong3 y = vload3(g, d);
        vstore3(v.zxy + (uchar3)g, g, a);
        b[3 * g + 1] = w.x * w.y + w.z;
        vstore3(x.yzx ^ (uint3)g, g, c);
        d[3 * g] = y.x + y.y * y.z;
    } else if (apart == 2) {
        uchar2 v = vload2(g, a);
        ushort2 w = vload2(g, b);
        uint2 x = vload2(g, c);
        ulong2 y = vload2(g, d);
        vstore2(v.yx + (uchar2)g, g, a);
        vstore2(w.yx * w, g, b);
        c[2 * g + 1] = x.x - x.y;
        vstore2(y.yx - (ulong2)g, g, d);
    }
    uint n = apart; // and ones that only the run knows
    CHANGE(a);
    CHANGE(b);
    CHANGE(c);
    CHANGE(d);
}
