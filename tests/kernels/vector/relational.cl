// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Comparisons of vectors, any, all, bitselect.
// RUN: -g 16 -l 16 --dump 0,1,2 % buf:i32:64 buf:i32:32 buf:u32:64 buf:f32:64=rand:94
kernel void relational(global int4 *out, global int2 *out2, global uint4 *out3,
                       global const float4 *in)
{
    size_t i = get_global_id(0);
    float4 a = in[i], b = a.yzwx;
    b.y = i & 1 ? NAN : b.y;
    b.z = i & 2 ? a.z : b.z;
    out[i] = isless(a, b) + isequal(a, b) * 2 + isunordered(a, b) * 4 +
             isgreaterequal(a, b) * 8 + (a != b) * 16 + isnotequal(a, b) * 32;
    out2[i] = (int2)(any(a < b), all(a > b || a == b));
    out3[i] = bitselect(as_uint4(a), as_uint4(a.wzyx), (uint4)0x00ff0f00);
}
