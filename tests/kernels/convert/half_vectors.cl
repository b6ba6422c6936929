// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// vload_halfn, vstore_halfn and their aligned forms.
// RUN: -g 8 -l 8 --dump 0,1,2 % buf:u16:64 buf:u16:24 buf:u16:32 buf:f16:64=rand:16
kernel void halves(global half *a, global half *b, global half *c,
                   global const half *in)
{
    size_t i = get_global_id(0);
    float8 x = vload_half8(i, in);
    vstore_half8_rtz(x * 3.3f, i, a);
    vstore_half3(vload_half3(i, in) - 0.1f, i, b);
    vstorea_half4(vloada_half4(i, in).wzyx, i, c);
}
