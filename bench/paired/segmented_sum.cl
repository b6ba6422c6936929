// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Running sums within each work-group that begin anew at each marked number.
// RUN: -g 131072 -l 128 % buf:u32:131072=rand:11 buf:u32:131072
kernel void segmented_sum(global const uint *in, global uint *out)
{
    local uint sum[128];
    local uchar first[128];
    uint l = get_local_id(0), v = in[get_global_id(0)] >> 8;
    uchar marked = (v & 7) == 0 || l == 0;
    sum[l] = v;
    first[l] = marked;
    for (uint d = 1; d < 128; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        bool reaches = l >= d && !marked;
        uint add = reaches ? sum[l - d] : 0;
        uchar also = reaches ? first[l - d] : marked;
        barrier(CLK_LOCAL_MEM_FENCE);
        v += add;
        marked = also;
        sum[l] = v;
        first[l] = marked;
    }
    out[get_global_id(0)] = v;
}
