// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The triad of STREAM, eight numbers a work-item.
// RUN: -g 163840 -l 64 % buf:f32:1310720=rand:3 buf:f32:1310720=rand:4 buf:f32:1310720 f32:3.25
// TOLERANCE: 1e-6
kernel void triad(global const float8 *b, global const float8 *c,
                  global float8 *a, float scale)
{
    uint i = get_global_id(0);
    a[i] = b[i] + scale * c[i];
}
