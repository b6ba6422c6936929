// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A histogram of 16 bins in each work-item's own memory, then summed up.
// RUN: -g 4096 -l 64 % buf:u32:131072=rand:23 buf:u32:1024
kernel void histogram_private(global const uint *in, global uint *out)
{
    local uint group_bins[16];
    uint bins[16] = {0};
    uint l = get_local_id(0), step = get_global_size(0);
    if (l < 16)
        group_bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 32; k++)
        bins[in[k * step + get_global_id(0)] >> 28]++;
    for (uint k = 0; k < 16; k++)
        atomic_add(&group_bins[k], bins[k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        out[get_group_id(0) * 16 + l] = group_bins[l];
}
