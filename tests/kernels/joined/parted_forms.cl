// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups side by side part in loops with barriers. Work-items that wait elsewhere have
// other numbers in registers where those that load have indices, fixed for the launch.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64
// RUN: -j 1 -g 576 -l 64 --dump 0 % buf:u32:576 buf:u32:576=rand:120
kernel void parted(global uint *out, global const uint *in)
{
    local uint a[64], b[64];
    local ulong c[8];
    local uchar d[4];
    local uint4 v[64];
    uint l = get_local_id(0), n = get_local_size(0), g = get_group_id(0);
    uint i = get_global_id(0), k = 0, j = 0;
    uint s = in[i];
    a[l] = s >> 3; b[l] = s * 7; v[l] = (uint4)(s, s + 1, s ^ 5, l);
    for (uint q = 0; q < 8 && l == 0; q++) {
        c[q] = in[i] + q;
        d[q & 3] = (uchar)(in[i] >> q);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    s = s * 5 + a[k % n];
    for (k = 0; k < 2; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 3 % n) d[0] = (uchar)(0 * l) + (uint)s;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (j = 0; j < (g & 1) + 1; j++) {
            if ((g + k) % 3 == 0) {
                s ^= a[0] + 92;
                barrier(CLK_LOCAL_MEM_FENCE);
                v[l].s1 = s ^ k;
                barrier(CLK_LOCAL_MEM_FENCE);
                s ^= b[n - 1 - l] + 40;
                s = s * 5 + a[l];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            b[l] = s ^ k;
            barrier(CLK_LOCAL_MEM_FENCE);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l == 3 % n) c[2] = 7 + (uint)s;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        s = s * 5 + (uint)d[0];
        s = s * 5 + b[n - 1 - l];
    }
    s = s * 5 + a[(l * 3 + k) % n];
    s = s * 5 + c[2];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = s + a[l] + b[l] + v[l].s1;
}
