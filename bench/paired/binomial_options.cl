// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// American options on a tree of 24 steps, one a work-item.
// RUN: -g 7168 -l 64 % buf:f32:7168=rand:12 buf:f32:7168
// TOLERANCE: 1e-4
#define STEPS 24

kernel void binomial_options(global const float *price, global float *out)
{
    const float up = 1.02f, down = 1.0f / 1.02f, half_discount = 0.4995f;
    uint i = get_global_id(0);
    float lowest = 0.5f + price[i], value[STEPS + 1];
    for (uint k = 0; k < STEPS; k++)
        lowest *= down;
    float s = lowest;
    for (uint k = 0; k <= STEPS; k++) {
        value[k] = max(1.2f - s, 0.0f);
        s *= up * up;
    }
    for (uint n = STEPS; n > 0; n--) {
        lowest *= up;
        s = lowest;
        for (uint k = 0; k < n; k++) {
            value[k] = max((value[k] + value[k + 1]) * half_discount, 1.2f - s);
            s *= up * up;
        }
    }
    out[i] = 1.0f + value[0];
}
