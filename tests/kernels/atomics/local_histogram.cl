// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A histogram in local memory, merged into a global one.
// RUN: -g 256 -l 64 --dump 0 % buf:u32:16 buf:u32:256=rand:81
kernel void histogram(global uint *out, global const uint *in)
{
    local uint bins[16];
    size_t i = get_local_id(0);
    if (i < 16)
        bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint x = in[get_global_id(0)];
    atomic_inc(&bins[x & 15]);
    atomic_add(&bins[x >> 28], 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 16)
        atomic_add(&out[i], bins[i]);
}
