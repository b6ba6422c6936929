/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Black and Scholes's prices of options. */
// RUN: -g 262144 -l 256 % buf:f32:262144=rand:1 buf:f32:262144=rand:2 buf:f32:262144=rand:3 buf:f32:262144 buf:f32:262144 f32:0.02 f32:0.3
// TOLERANCE: 1e-4
static float normal(float x)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float p = ((((1.330274429f * k - 1.821255978f) * k + 1.781477937f) * k
                - 0.356563782f) * k + 0.319381530f) * k;
    float tail = 0.39894228f * exp(-0.5f * x * x) * p;
    return x > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *price, global const float *strike,
                          global const float *years, global float *call,
                          global float *put, float rate, float volatility)
{
    uint i = get_global_id(0);
    float s = price[i], x = strike[i], t = years[i];
    float root = sqrt(t);
    float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t)
               / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = normal(d1), n2 = normal(d2);
    float discounted = x * exp(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
