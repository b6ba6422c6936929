// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops whose state is in memory: nothing is carried from round to round, and
// work-items that go on early must not run ahead of the others' values.
// RUN: -g 64 -l 32 --dump 0,1 % buf:i32:256 buf:i32:64=rand:9

kernel void memory_loops(global int *out, global const int *in)
{
    uint i = get_global_id(0);
    global int *n = out + i * 4;
    while (n[0] < 24) {
        int a = in[(i + n[0] * 7) & 63];
        int b = a * 3 + n[0];
        n[0] += 1 + (a & 1);
        if (a & 2)
            continue;
        n[1] = n[1] * 5 + b;
        if (b & 4)
            continue;
        n[2] ^= b + a;
    }
    /* the inner loop's middle leads to the next round of the outer one */
    while (n[3] < 500) {
        int v = in[(n[3] * 5 + i) & 63] * 7 + n[1];
        n[3] += 3;
        int keep = v * 3;
        for (;;) {
            n[2] += n[3] & 63;
            if ((n[2] & 12) == 4)
                break;
            n[3] += n[2] & 3;
            if ((n[2] & 16) == 0) {
                n[1] ^= v;
                n[3]++;
                if (v & 64) {
                    n[1] += keep;
                    return;
                }
            }
            n[3]++;
        }
    }
}
