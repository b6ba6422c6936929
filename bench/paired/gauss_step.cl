// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A step of Gaussian elimination: takes the pivot's row from those below.
// RUN: -g 1024,1408 -l 64,2 % buf:f32:1441792=rand:28 buf:f32:1441792 u32:5
// TOLERANCE: 1e-4
kernel void gauss_step(global const float *a, global float *out, uint pivot)
{
    uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    float v = a[y * w + x];
    if (y > pivot && x >= pivot) {
        float factor = a[y * w + pivot] / (1.0f + a[pivot * w + pivot]);
        v -= factor * a[pivot * w + x];
    }
    out[y * w + x] = v + 2.0f;
}
