/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* A chain of multiply-adds. */
kernel void madd(global const float *x, global float *out, float a, uint n)
{
    uint i = get_global_id(0);
    float v = x[i], sum = 0;
    for (uint k = 0; k < n; k++) {
        sum = sum + v * a;
        v = v * 0.999f;
    }
    out[i] = sum;
}
