/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A histogram of 256 bins, counted in local memory. */
// RUN: -g 16384 -l 256 % buf:u8:1048576=rand:1 buf:u32:16384 u32:1048576
kernel void histogram(global const uchar *in, global uint *bins, uint n)
{
    local uint count[256];
    uint l = get_local_id(0), size = get_local_size(0);
    for (uint i = l; i < 256; i += size)
        count[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&count[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 256; i += size)
        bins[get_group_id(0) * 256 + i] = count[i];
}
