// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Delta and vega of options, by Black and Scholes.
// RUN: -g 393216 -l 64 % buf:f32:393216=rand:10 buf:f32:393216=rand:11 buf:f32:786432 f32:0.03 f32:0.25
// TOLERANCE: 1e-4
kernel void black_scholes_greeks(global const float *price,
                                 global const float *years, global float2 *out,
                                 float rate, float volatility)
{
    uint i = get_global_id(0);
    float s = 1.0f + price[i], t = 0.25f + years[i], root = sqrt(t);
    float d = (log(s / 1.5f) + (rate + 0.5f * volatility * volatility) * t)
              / (volatility * root);
    float density = 0.39894228f * exp(-0.5f * d * d);
    float k = 1.0f / (1.0f + 0.33267f * fabs(d));
    float tail = density * k * (0.4361836f + k * (-0.1201676f + k * 0.937298f));
    out[i] = (float2)(1.0f + (d > 0 ? 1.0f - tail : tail),
                      1.0f + s * density * root);
}
