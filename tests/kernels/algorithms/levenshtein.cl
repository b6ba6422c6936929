// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Edit distances of short strings, one pair a work-item.
// RUN: -g 16 -l 4 --dump 0 % buf:i32:16 buf:u8:192=rand:206 buf:u8:192=rand:207
kernel void distance_of(global int *out, global const uchar *a,
                        global const uchar *b)
{
    size_t i = get_global_id(0);
    int row[13], m = 12 - (int)(i % 4);
    for (int k = 0; k <= 12; k++)
        row[k] = k;
    for (int y = 1; y <= m; y++) {
        int diagonal = row[0];
        row[0] = y;
        for (int x = 1; x <= 12; x++) {
            int cost = diagonal + ((a[i * 12 + y - 1] & 3) != (b[i * 12 + x - 1] & 3));
            diagonal = row[x];
            row[x] = min(cost, min(row[x], row[x - 1]) + 1);
        }
    }
    out[i] = row[12];
}
