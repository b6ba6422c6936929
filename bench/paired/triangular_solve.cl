// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Solves a lower triangular system for many right sides, one a work-item.
// RUN: -g 12288 -l 64 % buf:f32:1024=rand:20 buf:f32:393216=rand:21 buf:f32:393216
// TOLERANCE: 1e-3
#define N 32

kernel void triangular_solve(constant float *lower, global const float *b,
                             global float *x)
{
    uint i = get_global_id(0), count = get_global_size(0);
    float v[N];
    for (uint r = 0; r < N; r++) {
        float sum = 2.0f + b[r * count + i];
        for (uint k = 0; k < r; k++)
            sum -= lower[r * N + k] * (1.0f / N) * v[k];
        v[r] = sum / (1.0f + lower[r * N + r]);
        x[r * count + i] = v[r];
    }
}
