// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Unions: one type's bytes read as another's.
// RUN: -g 16 -l 16 --dump 0,1 % buf:u32:16 buf:u8:128 buf:f32:16=rand:63
typedef union bits {
    float f;
    uint u;
    uchar b[8];
    ushort2 h;
} bits;
kernel void unions(global uint *out, global uchar *bytes,
                   global const float *in)
{
    size_t i = get_global_id(0);
    bits v;
    v.b[4] = v.b[5] = v.b[6] = v.b[7] = i;
    v.f = in[i] - 0.5f;
    out[i] = v.u ^ v.h.y;
    v.b[1] = 0xaa;
    v.h.y += 3;
    for (int k = 0; k < 8; k++)
        bytes[i * 8 + k] = v.b[k];
}
