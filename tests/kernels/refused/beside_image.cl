// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A kernel without images in a module whose other kernels have them and samplers.
// RUN: -k tripled -g 24 -l 8 --dump 0 % buf:u32:24 buf:u32:24=seq
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;

kernel void from_image(global uint *out, read_only image2d_t in)
{
    uint i = get_global_id(0);
    out[i] = read_imageui(in, nearest, (int2)(i, 1)).y;
}

kernel void to_image(write_only image1d_t out, global const float *in)
{
    uint i = get_global_id(0);
    write_imagef(out, i, (float4)(in[i]));
}

kernel void tripled(global uint *out, global const uint *in)
{
    uint i = get_global_id(0);
    out[i] = 3 * in[i];
}
