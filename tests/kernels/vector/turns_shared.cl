// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Two vectors are loaded by turns, of which the second one's index needs what is loaded
// behind the first one's first part.
// RUN: -g 64 -l 64 --dump 3 % buf:u32:1024=rand:1 buf:u32:1024=rand:2 buf:u32:4=3,7,1,9 buf:u32:64
// RUN: -g 128 -l 32 --dump 3 % buf:u32:1024=rand:3 buf:u32:1024=rand:4 buf:u32:4=90,7,100,9 buf:u32:128
kernel void turns(global const uint4 *x, global const uint4 *y, global const uint *from,
                  global uint *out)
{
    uint l = get_local_id(0), sum = x[l].s0;
    uint u = from[0];
    sum = sum * 3 + y[l + u].s0;
    sum = sum * 3 + x[l].s1;
    sum = sum * 3 + y[l + u].s1;
    sum = sum * 3 + x[l].s2;
    sum = sum * 3 + y[l + u].s2;
    sum = sum * 3 + x[l].s3;
    sum = sum * 3 + y[l + u].s3;
    out[get_global_id(0)] = sum;
}
