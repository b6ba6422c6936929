// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of Conway's game of life on a torus.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 16,12 -l 8,4 --dump 0 % buf:u8:192 buf:u8:192=rand:205
kernel void life(global uchar *out, global const uchar *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1), n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
    uchar alive = in[y * w + x] & 1;
    out[y * w + x] = n == 3 || (alive && n == 2);
}
