// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Factors many positive definite 8 x 8 matrices, one a work-item.
// RUN: -g 8192 -l 64 % buf:f32:524288=rand:27 buf:f32:524288
// TOLERANCE: 1e-4
#define N 8

kernel void cholesky_private(global const float *in, global float *out)
{
    uint i = get_global_id(0), count = get_global_size(0);
    float a[N][N];
    for (int r = 0; r < N; r++)
        for (int c = 0; c <= r; c++)
            a[r][c] = in[(r * N + c) * count + i] + (r == c ? N : 0.0f);
    for (int c = 0; c < N; c++) {
        for (int k = 0; k < c; k++)
            for (int r = c; r < N; r++)
                a[r][c] -= a[r][k] * a[c][k];
        float inverse = 1.0f / sqrt(a[c][c]);
        for (int r = c; r < N; r++)
            a[r][c] *= inverse;
    }
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            out[(r * N + c) * count + i] = c <= r ? 1.0f + a[r][c] : 0.0f;
}
