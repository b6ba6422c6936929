// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lanes load from wherever an index says that is loaded itself: of two tables, one smaller
// than the other; in front of a pointer; up to the last element; where some have none.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang22.O2.32
// RUN: -k tables -g 200 -l 100 --dump 3 % buf:i32:200=rand:1 buf:i32:1000=rand:2 buf:i32:70=rand:3 buf:i32:600
// RUN: -k tables -g 64 -l 64 --dump 3 % buf:i32:64=rand:5 buf:i32:901=rand:6 buf:i32:64=rand:7 buf:i32:192
// RUN: -k turns -g 64 -l 64 --dump 2 % buf:u32:4096=rand:1 buf:u32:64=rand:2 buf:u32:64 u32:40
// RUN: -k turns -g 96 -l 32 --dump 2 % buf:u32:8000=rand:3 buf:u32:96=rand:4 buf:u32:96 u32:3
kernel void tables(global const int *random, global const int *large,
                   global const int *small, global int *out)
{
    int g = get_global_id(0), n = get_global_size(0);
    uint r = (uint)random[g] * 2654435761u >> 8;
    int at = r % 890u, below = -(int)(r % 800u), v;
    if (g % 7 == 3)
        at = 900;
    v = large[at];
    if (at < 60)
        v += small[at];
    if (g & 1)
        v ^= large[at - 1 + (at == 0)];
    out[g] = v;
    v = large[899 + below];
    if (r & 1) {
        int far = (r & 2) ? 1 << 30 : (int)(r % 64u);
        if (far < 64)
            v += small[far];
    }
    out[n + g] = v;
    out[2 * n + g] = (large + 100)[(int)(r % 700u) - 100];
}

/* Rows of lanes are walked through again and again, sometimes for long. */
kernel void turns(global const uint *in, global const uint *random,
                  global uint *out, uint most)
{
    uint g = get_global_id(0);
    uint sum = 0;
    for (uint turn = 0; turn < 6; turn++) {
        uint n = turn & 1 ? random[g] >> 8 & 3 : most - (random[g] >> 10 & 1);
        uint row = (g * 61 + turn * 7) % 3900;
        for (uint k = 0; k < n; k++)
            sum += in[row + k] * (turn + 1);
    }
    out[g] = sum;
}
