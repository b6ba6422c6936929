// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Writes bytes as text, four letters for each three.
// RUN: -g 262144 -l 64 % buf:u8:786432=rand:13 buf:u8:1048576
static uchar letter(uint v)
{
    if (v < 26)
        return 'A' + v;
    if (v < 52)
        return 'a' + (v - 26);
    if (v < 62)
        return '0' + (v - 52);
    return v == 62 ? '+' : '/';
}

kernel void base64(global const uchar *in, global uchar4 *out)
{
    uint i = get_global_id(0);
    uint v = (uint)in[3 * i] << 16 | (uint)in[3 * i + 1] << 8 | in[3 * i + 2];
    out[i] = (uchar4)(letter(v >> 18), letter(v >> 12 & 63),
                      letter(v >> 6 & 63), letter(v & 63));
}
