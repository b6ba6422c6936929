// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Dynamic time warping: one pattern of 16 samples against many signals.
// RUN: -g 8192 -l 64 % buf:f32:16=rand:10 buf:f32:131072=rand:11 buf:f32:8192
// TOLERANCE: 1e-5
#define SAMPLES 16

kernel void time_warping(constant float *pattern, global const float *signal,
                         global float *out)
{
    uint i = get_global_id(0), n = get_global_size(0);
    float cost[SAMPLES];
    for (uint t = 0; t < SAMPLES; t++) {
        float x = signal[t * n + i], diagonal = t == 0 ? 0.0f : 1e9f;
        float left = 1e9f;
        for (uint k = 0; k < SAMPLES; k++) {
            float above = t == 0 ? 1e9f : cost[k];
            float least = fmin(diagonal, fmin(left, above));
            left = fabs(x - pattern[k]) + least;
            diagonal = above;
            cost[k] = left;
        }
    }
    out[i] = cost[SAMPLES - 1];
}
