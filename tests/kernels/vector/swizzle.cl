// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Components picked, repeated and assigned by name and number.
// RUN: -g 8 -l 8 --dump 0,1 % buf:i32:128 buf:i32:64 buf:i32:32=rand:92
kernel void swizzle(global int16 *out, global int8 *out8,
                    global const int4 *in)
{
    size_t i = get_global_id(0);
    int4 a = in[i], b = a.wzyx;
    int8 c = (int8)(a.xy, b, a.lo.y, 9);
    b.xz = a.yy + 1;
    c.even = b;
    c.hi.s13 = a.xw;
    int16 d = (int16)(c, a, b);
    d.sfedc = a;
    d.s0 = d.s9 + d.sA;
    d.odd.lo = c.odd;
    out[i] = d;
    out8[i] = c.s76543210;
}
