// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A generation of Conway's life on a torus, one cell a byte.
// RUN: -g 1024,512 -l 32,8 % buf:u8:524288 buf:u8:524288
// SETUP: -g 524288
kernel void life(global const uchar *in, global uchar *out)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint w = get_global_size(0), h = get_global_size(1);
    uint left = x == 0 ? w - 1 : x - 1, right = x == w - 1 ? 0 : x + 1;
    uint alive = 0, v = y == 0 ? h - 1 : y - 1;
#pragma unroll 1
    for (uint k = 0; k < 3; k++) {
        global const uchar *row = in + v * w;
        alive += row[left] + row[x] + row[right];
        v = v == h - 1 ? 0 : v + 1;
    }
    uint self = in[y * w + x];
    out[y * w + x] = alive == 3 || (self && alive == 4);
}

kernel void setup(global uchar *in, global uchar *out)
{
    uint i = get_global_id(0), r = i * 2654435761u;
    in[i] = (r ^ r >> 15) * 2246822519u >> 30 == 0;
}
