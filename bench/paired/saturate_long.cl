// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Saturated arithmetic on numbers of 64 bits, with high halves of products.
// RUN: -g 524288 -l 64 % buf:i64:524288=rand:28 buf:i64:524288=rand:29 buf:i64:524288
kernel void saturate_long(global const long *x, global const long *y,
                          global long *out)
{
    uint i = get_global_id(0);
    long a = x[i], b = y[i];
    long sum = add_sat(a, b), high = mul_hi(a, b);
    out[i] = sub_sat(sum, high) ^ clamp(high, -1000000l, 1000000l);
}
