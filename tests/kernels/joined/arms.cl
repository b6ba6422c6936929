// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups that part in front of loops with barriers, and go on in other loops or in
// none; and groups that part again and again around such a loop.
// RUN: -g 1024 -l 16 --dump 0 % buf:u32:1024 buf:u32:1024=rand:310
// RUN: -g 2048 -l 64 --dump 0 % buf:u32:2048 buf:u32:2048=rand:311
// RUN: -g 600 -l 24 --dump 0 % buf:u32:600 buf:u32:600=rand:312
kernel void arms(global uint *out, global const uint *in)
{
    local uint a[64], b[64];
    uint l = get_local_id(0), n = get_local_size(0), g = get_group_id(0), seen = 0;
    a[l] = in[get_global_id(0)];
    b[l] = a[l] >> 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g * 7 % 11 < 4) {
        for (uint k = 0; k < 9; k++) {
            b[l] = a[(l + k) % n] * 3 + k;
            barrier(CLK_LOCAL_MEM_FENCE);
            a[l] = b[n - 1 - l] ^ k;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } else if (g * 7 % 11 < 7) {
        for (uint k = 0; k < 5; k++)
            for (uint j = k; j < 7; j++) {
                b[l] = a[(l * 3 + j) % n] + j * k;
                barrier(CLK_LOCAL_MEM_FENCE);
                a[l] ^= b[(l + k) % n];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
    }
    for (uint r = 0; r < 6; r++) {
        if ((g + r) % 3 == 1)
            for (uint k = 0; k < 4; k++) {
                b[l] = a[(l + 1 + k) % n] + k + r;
                barrier(CLK_LOCAL_MEM_FENCE);
                a[l] = a[l] * 5 + b[(l + 7 * k) % n];
                seen += k * r;
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        seen = seen * 3 + r;
    }
    out[get_global_id(0)] = a[l] + b[l] * 7 + seen;
}
