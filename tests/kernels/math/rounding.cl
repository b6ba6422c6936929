// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Rounding functions and parts of numbers; exact.
// RUN: -g 48 -l 16 --dump 0,1 % buf:f32:672 buf:i32:144
kernel void rounding(global float *out, global int *iout)
{
    int i = get_global_id(0);
    float x = (i - 24) * 0.37f * (i % 5 == 0 ? 1e5f : 1), whole;
    int e, q;
    out += i * 14;
    out[0] = floor(x);
    out[1] = ceil(x);
    out[2] = trunc(x);
    out[3] = round(x);
    out[4] = rint(x);
    out[5] = modf(x, &whole);
    out[6] = whole;
    out[7] = frexp(x, &e);
    out[8] = fract(x, &whole);
    out[9] = ldexp(x, i % 30 - 15);
    out[10] = fmod(x, 1.7f);
    out[11] = remainder(x, 1.7f);
    out[12] = remquo(x, 3.25f, &q);
    out[13] = nextafter(x, 1000.0f);
    iout[3 * i] = e;
    iout[3 * i + 1] = q & 7;
    iout[3 * i + 2] = ilogb(x + 0.001f);
}
