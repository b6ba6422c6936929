// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A structure as a kernel argument.
// RUN: -g 8 -l 8 --dump 0 % buf:f32:8 bytes:03000000000000400000803f0500060007000000000000c0
typedef struct params {
    int n;
    float scale, bias;
    short offsets[3];
    float last;
} params;
kernel void byval(global float *out, params p)
{
    size_t i = get_global_id(0);
    float x = p.bias;
    for (int k = 0; k < p.n; k++)
        x = x * p.scale + p.offsets[k];
    out[i] = x + i * p.last;
}
