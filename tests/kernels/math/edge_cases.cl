// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What the C standard and OpenCL say of functions at infinities and zeros.
// RUN: -g 1 -l 1 --dump 0 % buf:f32:32
kernel void edges(global float *out)
{
    volatile float zero = 0, inf = INFINITY, one = 1, two = 2;
    out[0] = exp(-inf);
    out[1] = log(zero);
    out[2] = log(one);
    out[3] = pow(zero, -one);
    out[4] = pow(-inf, two + one);
    out[5] = pow(inf, zero);
    out[6] = atan2(zero, -one) > 3.14f;
    out[7] = sqrt(inf);
    out[8] = isnan(sqrt(-one));
    out[9] = isnan(log(-one));
    out[10] = floor(-zero);
    out[11] = 1 / floor(-zero);
    out[12] = tanh(inf);
    out[13] = exp2(two * 100);
    out[14] = isnan(sin(inf));
    out[15] = fmin((float)NAN, two);
    out[16] = fmax(one, (float)NAN);
    out[17] = hypot(inf, (float)NAN);
    out[18] = cbrt(-zero);
    out[19] = exp10(two);
    out[20] = ldexp(one, -149);
    out[21] = ldexp(one, 200);
    out[22] = isnan(fmod(one, zero));
    out[23] = fmod(one, inf);
    out[24] = nextafter(zero, one);
    out[25] = logb(zero);
    out[26] = erf(inf);
    out[27] = cospi(two);
    out[28] = sinpi(one / two);
    out[29] = rsqrt(zero);
    out[30] = acosh(one);
    out[31] = round(two + 0.5f) + rint(two + 0.5f);
}
