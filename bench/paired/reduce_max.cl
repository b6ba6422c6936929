// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The greatest of all numbers: within each group first, then by an atomic.
// RUN: -g 65536 -l 128 % buf:i32:1048576=rand:16 buf:i32:1 u32:16
kernel void reduce_max(global const int *in, global int *most, uint per_item)
{
    local int group_most;
    uint l = get_local_id(0), step = get_global_size(0);
    int mine = INT_MIN;
    if (l == 0)
        group_most = INT_MIN;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < per_item; k++)
        mine = max(mine, in[k * step + get_global_id(0)]);
    atomic_max(&group_most, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        atomic_max(most, group_most);
}
