/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The Mandelbrot set: how long each point takes. */
// RUN: -g 384,256 -l 16,16 % buf:u32:98304 f32:-2.2 f32:-1.2 f32:0.0085 u32:256
// LONG: -g 2048,1536 -l 16,16 % buf:u32:3145728 f32:-2.2 f32:-1.2 f32:0.0016 u32:256
// TOLERANCE: 0.02
kernel void mandelbrot(global uint *out, float x0, float y0, float step,
                       uint most)
{
    uint px = get_global_id(0), py = get_global_id(1);
    float cx = x0 + px * step, cy = y0 + py * step;
    float x = 0, y = 0;
    uint n = 0;
    while (n < most) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f)
            break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        n++;
    }
    out[py * get_global_size(0) + px] = n;
}
