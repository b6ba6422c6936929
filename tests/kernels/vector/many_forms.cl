// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Vectors of sixteen, choices among their components, halves of them.
// RUN: -g 32 -l 32 --dump 0 % buf:i64:512 buf:u8:4096=rand:8
// SETS: clang14.O0.64 clang14.O2.64 clang14.O2.32
kernel void vecops(global long *out, global const uchar *in) {
    uint i = get_global_id(0);
    global long *o = out + i * 16;
    uchar16 a = vload16(i, in), b = vload16(i + 40, in);
    char16 sa = as_char16(a);
    o[0] = any(a > b) + 2 * all((a | b) >= a) + 4 * any(sa < (char)-100);
    o[1] = as_long(convert_char8(sa.even) - convert_char8(sa.odd));
    o[2] = as_long(hadd(a, b).hi) ^ as_long(rhadd(a, b).lo);
    o[3] = as_long(add_sat(sa, as_char16(b)).s01234567) +
           as_long(sub_sat(a, b).s89abcdef);
    o[4] = as_long(rotate(a, (uchar16)(i)).hi);
    o[5] = as_long(abs_diff(sa, as_char16(b)).lo);
    o[6] = as_long(mul_hi(sa, as_char16(b)).lo);
    o[7] = as_long(clz(a).hi) + as_long(popcount(b).lo);
    ushort8 u = upsample(a.lo, b.lo);
    o[8] = as_ulong2(u).x;
    o[9] = as_ulong2(u).y;
    uint4 ui = upsample(u.lo, u.hi);
    ulong2 ul = upsample(ui.lo, ui.hi);
    o[10] = ul.x ^ ul.y;
    double2 d = convert_double2(ul) / 3.0;
    o[11] = convert_long_rtp(d.x) ^ convert_long_rtn(d.y);
    o[11] &= isgreater(d, d.yx).x;
    float3 f = convert_float3(a.s123) * 0.37f;
    int3 ii = convert_int3_rte(f);
    o[12] = ii.x * 65536L + ii.y * 256 + ii.z + (isless(f, f.zxy).y << 3);
    uchar16 m = shuffle2(
        a, b, (uchar16)(3, 31, 7, 9, 1, 0, 17, 30, 2, 2, 5, 6, 19, 20, 21, 8));
    o[13] = as_long(m.lo) ^ as_long(m.hi);
    uint8 mask = (uint8)(7, 1, 3, 5, 0, 2, 4, 6);
    int8 q = shuffle((int4)(1, 2, 3, i), mask);
    o[14] = q.s0 + q.s1 * 10 + q.s2 * 100 + q.s3 * 1000;
    long16 L = convert_long16(sa);
    L.s3 += L.sf;
    L.s01 = L.s10;
    L.odd *= 3;
    long8 H = L.hi - L.lo;
    o[15] = H.s0 ^ H.s7 ^ (L.s3 << 8) ^ clamp(L.s5, -10L, 20L) ^
            mad_sat(L.s1, 1L << 60, L.s2);
}
