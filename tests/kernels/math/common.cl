// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Common functions: exact ones.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:320 buf:f32:32=rand:120
kernel void common(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i] * 8 - 4;
    out += i * 10;
    out[0] = clamp(x, -1.0f, 2.0f);
    out[1] = max(x, 0.5f);
    out[2] = min(x, 0.5f);
    out[3] = step(0.25f, x);
    out[4] = sign(x);
    out[5] = copysign(3.0f, x);
    out[6] = fdim(x, 1.0f);
    out[7] = maxmag(x, 2.0f);
    out[8] = minmag(x, 2.0f);
    out[9] = fabs(x) + fmin(x, -1.0f);
}
