// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// The Mandelbrot set in fixed point, 12 bits after the point.
// RUN: -g 192,128 -l 32,4 % buf:u8:24576 i32:-8192 i32:-4915 i32:64 u32:200
kernel void mandelbrot_fixed(global uchar *out, int x0, int y0, int step,
                             uint most)
{
    int px = get_global_id(0), py = get_global_id(1);
    int cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    uint n = 0;
    for (; n < most; n++) {
        int xx = x * x >> 12, yy = y * y >> 12;
        if (xx + yy > 4 << 12)
            break;
        y = (x * y >> 11) + cy;
        x = xx - yy + cx;
    }
    out[py * get_global_size(0) + px] = n;
}
