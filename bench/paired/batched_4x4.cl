// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Products of many pairs of 4 x 4 matrices, one a work-item.
// RUN: -g 81920 -l 128 % buf:f32:1310720=rand:25 buf:f32:1310720=rand:26 buf:f32:1310720
// TOLERANCE: 1e-5
kernel void batched_4x4(global const float16 *a, global const float16 *b,
                        global float16 *c)
{
    uint i = get_global_id(0);
    float16 m = a[i], n = b[i], p;
    p.s0123 = m.s0 * n.s0123 + m.s1 * n.s4567 + m.s2 * n.s89ab + m.s3 * n.scdef;
    p.s4567 = m.s4 * n.s0123 + m.s5 * n.s4567 + m.s6 * n.s89ab + m.s7 * n.scdef;
    p.s89ab = m.s8 * n.s0123 + m.s9 * n.s4567 + m.sa * n.s89ab + m.sb * n.scdef;
    p.scdef = m.sc * n.s0123 + m.sd * n.s4567 + m.se * n.s89ab + m.sf * n.scdef;
    c[i] = p;
}
