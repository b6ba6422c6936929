// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Looks for the first of 64 bytes above a limit; most work-items stop soon.
// RUN: -g 32768 -l 64 % buf:u8:2097152=rand:17 buf:u8:32768 u8:240
kernel void escape_early(global const uchar *in, global uchar *out, uchar limit)
{
    uint i = get_global_id(0), k = 0;
    global const uchar *mine = in + i * 64;
    while (k < 64 && mine[k] <= limit)
        k++;
    out[i] = k;
}
