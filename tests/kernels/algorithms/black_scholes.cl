// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Option prices.
// RUN: -g 32 -l 8 --dump 0 % buf:f32:64 buf:f32:32=rand:210 buf:f32:32=rand:211 buf:f32:32=rand:212
// ULP: 2048
float normal(float x)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float w = 1.0f - 0.39894228f * exp(-x * x * 0.5f) * k *
                         (0.31938153f + k * (-0.35656378f + k * (1.7814779f +
                          k * (-1.8212559f + k * 1.3302744f))));
    return x < 0 ? 1.0f - w : w;
}
kernel void options(global float *out, global const float *s0,
                    global const float *x0, global const float *t0)
{
    size_t i = get_global_id(0);
    float s = 20 + s0[i] * 20, x = 20 + x0[i] * 20, t = 1 + t0[i] * 4;
    float root = 0.3f * sqrt(t);
    float d1 = (log(s / x) + (0.02f + 0.045f) * t) / root, d2 = d1 - root;
    float discounted = x * exp(-0.02f * t);
    out[2 * i] = s * normal(d1) - discounted * normal(d2) + 10;
    out[2 * i + 1] = discounted * normal(-d2) - s * normal(-d1) + 10;
}
