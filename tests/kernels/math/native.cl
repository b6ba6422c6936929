// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// native and half_ functions, loosely.
// RUN: -g 16 -l 16 --dump 0 % buf:f32:160 buf:f32:16=rand:124
// ULP: 16384
kernel void native(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i] + 0.25f;
    out += i * 10;
    out[0] = native_exp(x);
    out[1] = native_log(x + 1);
    out[2] = native_sin(x);
    out[3] = native_cos(x);
    out[4] = native_sqrt(x);
    out[5] = native_rsqrt(x);
    out[6] = native_recip(x);
    out[7] = native_divide(x, 3.0f);
    out[8] = half_exp2(x);
    out[9] = half_powr(x, 1.5f);
}
