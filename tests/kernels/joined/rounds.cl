// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Groups that go round loops with barriers a different number of times.
// RUN: -g 2048 -l 32 --dump 0 % buf:u32:2048 buf:u32:2048=rand:308
// RUN: -g 2048 -l 64 --dump 0 % buf:u32:2048 buf:u32:2048=rand:309
kernel void rounds(global uint *out, global const uint *in)
{
    local uint a[64], b[64];
    uint l = get_local_id(0), n = get_local_size(0), seen = 0;
    uint most = get_group_id(0) % 7 + in[get_group_id(0)] % 3;
    a[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < most; k++) {
        b[l] = a[(l + k + 1) % n] * 3 + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        a[l] = b[n - 1 - l] ^ b[(l * 5) % n];
        if (k == 3)
            seen = b[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((get_group_id(0) & 3) == 1 && k == 4)
            break;
    }
    out[get_global_id(0)] = a[l] + seen * most;
}
