// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A sampler that the caller gives.
// RUN: -g 4 -l 1 % null null buf:f32:16
// EXIT: 1
// ERROR: (OpTypeImage)
kernel void with_sampler(read_only image2d_t in, sampler_t how, global float *out)
{
    out[get_global_id(0)] = read_imagef(in, how, (float2)(0.5f, 0.25f)).y;
}
