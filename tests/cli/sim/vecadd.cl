// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
kernel void vecadd(global int *sums, global const int *in, local int *tile,
                   int n, global float *scaled, float4 v)
{
    int i = get_global_id(0), l = get_local_id(0);
    tile[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[i] = tile[l ^ 1] + n;
    scaled[i] = i * 0.1f + v.y;
}
