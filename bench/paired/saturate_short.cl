// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A filter of four taps over samples of 16 bits, rounded and saturated.
// RUN: -g 1572864 -l 64 % buf:i16:1572872=rand:27 buf:i16:1572864 i16:-3000,17000,17000,-3000
kernel void saturate_short(global const short *in, global short *out,
                           short4 weight)
{
    uint i = get_global_id(0);
    int sum = in[i] * weight.x + 8192;
    sum = add_sat(sum, in[i + 1] * weight.y);
    sum = add_sat(sum, in[i + 2] * weight.z);
    sum = add_sat(sum, in[i + 3] * weight.w);
    out[i] = clamp(sum >> 14, -32768, 32767);
}
