// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Saturated sums and differences of signed and unsigned bytes.
// RUN: -g 524288 -l 128 % buf:i8:4194304=rand:25 buf:u8:4194304=rand:26 buf:i8:4194304
kernel void saturate_char(global const char8 *x, global const uchar8 *y,
                          global char8 *out)
{
    uint i = get_global_id(0);
    char8 a = x[i], b = as_char8(sub_sat(y[i], (uchar)77));
    char8 sum = add_sat(a, b), average = hadd(a, b);
    out[i] = sub_sat(rhadd(sum, average), abs_diff(a, b) > (uchar)99 ? a : b);
}
