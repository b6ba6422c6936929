// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// y += a x, component by component of four vectors of a work-item, as CLBlast has it:
// compilers load the parts of x and y by turns.
// RUN: -g 65536 -l 128 % buf:f32:1048576=rand:40 buf:f32:1048576=rand:41 f32:1.5
// TOLERANCE: 1e-6
kernel void axpy_vectors(global const float4 *restrict x, global float4 *y, float a)
{
    for (uint w = 0; w < 4; w++) {
        uint i = w * get_global_size(0) + get_global_id(0);
        float4 v;
        v.s0 = mad(a, x[i].s0, y[i].s0);
        v.s1 = mad(a, x[i].s1, y[i].s1);
        v.s2 = mad(a, x[i].s2, y[i].s2);
        v.s3 = mad(a, x[i].s3, y[i].s3);
        y[i] = v;
    }
}
