// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Indices that wrap in 32 bits when what all lanes share is added to them.
// RUN: -g 256 -l 64 --dump 0 --dump 1 % buf:i32:256=7 buf:i32:512=7 buf:i32:64=rand:410 u32:0 i32:3
// RUN: -g 256 -l 64 --dump 0 --dump 1 % buf:i32:256=7 buf:i32:512=7 buf:i32:64=rand:411 u32:5 i32:-60
// RUN: -g 256 -l 64 --dump 0 --dump 1 % buf:i32:256=7 buf:i32:512=7 buf:i32:64=rand:412 u32:4294967290 i32:40
// RUN: -g 256 -l 64 --dump 0 --dump 1 % buf:i32:256=7 buf:i32:512=7 buf:i32:64=rand:413 u32:2147483648 i32:2147483647
// RUN: -g 256 -l 32 --dump 0 --dump 1 % buf:i32:256=7 buf:i32:512=7 buf:i32:64=rand:414 u32:4026531841 i32:-2147483648
kernel void wraps(global int *out, global int *other, global const int *in,
                  uint u, int s)
{
    uint g = get_global_id(0), l = get_local_id(0);
    int x = -1;
    uint far = g * 0x10000001u;
    if (far + u < 64)
        x = in[far + u];
    int k = (int)l + s;
    if (k >= 0 && k < 64)
        x += in[k] * 3;
    if (l + u < 64)
        x ^= in[l + u] << 4;
    uint parted = (l & 1) ? l : l + 0x80000000u;
    if (parted + u < 64)
        x -= in[parted + u];
    short narrow = (short)(l * 1024 + (uint)s);
    if (narrow >= 0 && narrow < 64)
        x += in[narrow];
    if (far + u < 64)
        other[far + u + (g & ~63u)] = x;
    else if (get_group_id(0) == 0)
        other[256 + (l * 3 + u) % 256] = (int)u;
    /* Of one strip, some lanes' sums wrap and others' do not. */
    uint m = l & 15, by = 8 + (u & 7);
    uint ends = (m & 8) ? m : ~m;
    x += in[ends + by] * 5;
    if (get_group_id(0) == 1 && l < 16)
        other[ends + by + 200] = x;
    out[g] = x;
}
