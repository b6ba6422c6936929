// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A prefetch changes nothing.
// RUN: -g 16 -l 16 --dump 0 % buf:i32:16 buf:i32:16=seq
kernel void fetch(global int *out, global const int *in)
{
    prefetch(in, 16);
    prefetch((global const float4 *)in + get_local_id(0) / 4, 1);
    out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
