// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Saturating float to integer: out of range, infinities and NaN.
// RUN: -g 12 -l 4 --dump 0,1,2,3,4 % buf:i32:12 buf:u32:12 buf:i8:12 buf:u16:12 buf:i64:12
constant float values[12] = { 0.5f, -0.5f, 1.5f, -1.5f, 2.5f, 127.5f, 300.75f,
                              -70000.0f, 3e9f, -3e9f, 1e20f, -1e20f };
kernel void sat(global int *a, global uint *b, global char *c,
                global ushort *d, global long *e)
{
    size_t i = get_global_id(0);
    float x = values[i];
    a[i] = convert_int_sat_rte(x);
    b[i] = convert_uint_sat(x);
    c[i] = convert_char_sat_rtp(x);
    d[i] = convert_ushort_sat_rtn(x);
    e[i] = convert_long_sat(x);
}
