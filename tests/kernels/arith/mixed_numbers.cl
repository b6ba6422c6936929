// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Wide division, shifts, limited conversions, exact functions.
// RUN: -g 64 -l 16 --dump 0,1 % buf:i64:640 buf:u32:640 buf:i32:256=rand:11
kernel void numeric(global long *o, global uint *u, global const int *in) {
    uint i = get_global_id(0);
    o += i * 10;
    u += i * 10;
    int a = in[i], b = in[i + 64] | 1, c = in[i + 128];
    long A = ((long)a << 32) ^ b, B = ((long)c << 20) | 1;
    float f = a / 1e5f, g = b / 77.0f;
    double d = A / 1e7, e = B * 1.5;
    o[0] = A / B;
    o[1] = A % B;
    o[2] = (ulong)A / (uint)b;
    o[3] = mul_hi(A, B);
    o[4] = (ulong)A % (ulong)B;
    o[5] = A >> (b & 63);
    o[6] = (ulong)A >> (c & 63);
    o[7] = convert_long_sat(e * 1e12);
    o[8] = convert_ulong_sat_rtz(d);
    o[9] = as_long(d / e + d * e - fma(d, e, 1.0));
    u[0] = as_uint(f / g);
    u[1] = as_uint(fmod(f, g));
    u[2] = convert_uchar_sat(f) | convert_char_sat_rtp(g) << 8 |
           convert_ushort_sat_rtn(g) << 16;
    u[3] = as_uint((float)A) ^ as_uint(convert_float_rtz(A));
    u[4] = as_uint((float)(ulong)B) ^ as_uint(convert_float_rtp(c));
    u[5] = isgreater(f, g) | islessgreater(f, f) << 1 |
           isunordered(f, NAN) << 2 | signbit(f) << 3 |
           isnormal(g * 1e-40f) << 4 | isfinite(g * 1e38f) << 5;
    u[6] = as_uint(sqrt(fabs(f)));
    u[7] = as_uint(ldexp(f, c & 31)) ^ as_uint(remainder(f, g));
    u[8] = ilogb(f) + as_uint(logb(g)) + as_uint(nextafter(f, g));
    int ex;
    float m = frexp(g, &ex);
    float ip, fr = modf(f, &ip);
    u[9] = as_uint(m) ^ ex ^ as_uint(fr) ^ as_uint(ip) ^ as_uint(rint(f)) ^
           as_uint(round(g)) ^ as_uint(copysign(f, g)) ^ as_uint(fdim(f, g)) ^
           as_uint(maxmag(f, g));
}
