// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The median of each pixel's 3 x 3 neighbourhood, by a network of exchanges.
// RUN: -g 768,640 -l 64,4 % buf:u8:491520=rand:6 buf:u8:491520
static void order(uchar *a, uchar *b)
{
    uchar least = min(*a, *b);
    *b = max(*a, *b);
    *a = least;
}

kernel void median_3x3(global const uchar *in, global uchar *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    int w = get_global_size(0), h = get_global_size(1);
    uchar v[9];
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            v[n++] = in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)];
    for (int end = 8; end >= 4; end--)
        for (int k = 0; k < end; k++)
            order(&v[k], &v[k + 1]);
    out[y * w + x] = v[4];
}
