// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Conversions of vectors.
// RUN: -g 8 -l 8 --dump 0,1,2 % buf:i32:32 buf:u8:64 buf:f32:24 buf:f32:32=rand:6
kernel void vectors(global int4 *a, global uchar8 *b, global float *c,
                    global const float4 *in)
{
    size_t i = get_global_id(0);
    float4 x = in[i] * 1000 - 500;
    a[i] = convert_int4_rte(x);
    b[i] = convert_uchar8_sat((float8)(x, x * 0.25f));
    vstore3(convert_float3(convert_short3(x.xyz)), i, c);
}
