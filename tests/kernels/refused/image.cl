// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Images are refused by the name of their type.
// RUN: -g 4 -l 1 % null buf:f32:16
// EXIT: 1
// ERROR: (OpTypeImage)
kernel void image(read_only image2d_t in, global float *out)
{
    const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    uint i = get_global_id(0);
    out[i] = read_imagef(in, nearest, (int2)(i, 0)).x;
}
