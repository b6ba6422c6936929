// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Float to integer under each rounding mode.
// RUN: -g 40 -l 8 --dump 0,1,2 % buf:i32:200 buf:i64:40 buf:u8:40
kernel void to_int(global int *out, global long *l, global uchar *u)
{
    size_t i = get_global_id(0);
    float x = ((int)i - 20) * 0.375f + 0.125f;
    out += i * 5;
    out[0] = (int)x;
    out[1] = convert_int_rte(x);
    out[2] = convert_int_rtz(x);
    out[3] = convert_int_rtp(x);
    out[4] = convert_int_rtn(x);
    l[i] = convert_long_rte(x * 1e10f);
    u[i] = convert_uchar_rtp(fabs(x));
}
