// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A 3 x 3 filter over a colour image, with saturation.
// RUN: -g 384,256 -l 64,4 % buf:u8:393216=rand:13 buf:u8:393216 buf:i16:9 i32:2
// SETUP: -g 9
kernel void convolve_3x3(global const uchar4 *in, global uchar4 *out,
                         constant short *weight, int shift)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    int4 sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) {
            int u = clamp(x + dx - 1, 0, w - 1),
                v = clamp(y + dy - 1, 0, h - 1);
            sum += convert_int4(in[v * w + u]) * (int)weight[dy * 3 + dx];
        }
    out[y * w + x] = convert_uchar4_sat(sum >> shift);
}

kernel void setup(global const uchar4 *in, global uchar4 *out,
                  global short *weight, int shift)
{
    uint i = get_global_id(0);
    weight[i] = i == 4 ? 12 : -1;
}
