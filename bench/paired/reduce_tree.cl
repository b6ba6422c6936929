// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The exclusive or of each group's numbers, in a tree of neighbours.
// RUN: -g 262144 -l 256 % buf:u32:262144=rand:15 buf:u32:1024 local:1024
kernel void reduce_tree(global const uint *in, global uint *out,
                        local uint *part)
{
    uint l = get_local_id(0), size = get_local_size(0);
    part[l] = in[get_global_id(0)] * 2654435761u;
    for (uint d = 1; d < size; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint at = 2 * d * l;
        if (at < size)
            part[at] ^= rotate(part[at + d], 5u);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}
