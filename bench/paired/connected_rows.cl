// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Labels runs of set pixels in a row by the place where each begins.
// RUN: -g 64,256 -l 64,1 % buf:u8:262144=rand:22 buf:u16:262144
kernel void connected_rows(global const uchar *in, global ushort *out)
{
    int x0 = get_global_id(0) * 16, y = get_global_id(1);
    global const uchar *row = in + y * 1024;
    int start = x0;
    while (start > 0 && row[start] > 60 && row[start - 1] > 60)
        start--;
    for (int x = x0; x < x0 + 16; x++) {
        if (row[x] <= 60)
            start = x + 1;
        out[y * 1024 + x] = row[x] > 60 ? start : 65535;
    }
}
