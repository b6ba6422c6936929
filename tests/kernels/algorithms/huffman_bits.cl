// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A bit reader: lengths in unary, values behind them.
// RUN: -g 16 -l 8 --dump 0 % buf:i32:128 buf:u8:512=rand:213
kernel void decode(global int *out, global const uchar *in)
{
    size_t i = get_global_id(0);
    global const uchar *p = in + i * 32;
    uint bits = 0, n = 0;
    for (int k = 0; k < 8; k++) {
        int length = 0, value = 0;
        for (;;) {
            if (n == 0) {
                bits = *p++;
                n = 8;
            }
            uint bit = bits & 1;
            bits >>= 1;
            n--;
            if (bit == 0 || length == 6)
                break;
            length++;
        }
        for (int j = 0; j < length; j++) {
            if (n == 0) {
                bits = *p++;
                n = 8;
            }
            value = value * 2 + (bits & 1);
            bits >>= 1;
            n--;
        }
        out[i * 8 + k] = length * 1000 + value;
    }
}
