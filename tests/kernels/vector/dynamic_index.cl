// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A vector's component by a computed index.
// RUN: -g 32 -l 8 --dump 0,1 % buf:i32:32 buf:f32:128
kernel void dynamic(global int *out, global float4 *out2)
{
    size_t i = get_global_id(0);
    int8 v = (int8)(0, 1, 2, 3, 4, 5, 6, 7) * (int)i;
    int *p = (int *)&v;
    p[(i * 3) & 7] = -1;
    out[i] = p[i & 7] * 10 + p[(i + 1) & 7];
    float4 f = (float4)(i);
    ((float *)&f)[i & 3] = 0.5f;
    out2[i] = f;
}
