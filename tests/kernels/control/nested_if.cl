// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Deeply nested divergent branches.
// RUN: -g 128 -l 32 --dump 0 % buf:i32:128 buf:i32:128=rand:52
kernel void nested(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i], r = 0;
    if (x & 1) {
        r += 1;
        if (x & 2) {
            r += 10;
            if (x & 4)
                r *= 3;
            else if (x & 8)
                r -= 7;
            else {
                if (x & 16)
                    r = -r;
                r += 1000;
            }
        } else if (x & 4) {
            for (int k = 0; k < (x & 15); k++)
                if ((x >> k) & 1)
                    r += k;
                else
                    r ^= k << 2;
        }
    } else {
        r = x & 2 ? (x & 4 ? 5 : 6) : (x & 4 ? 7 : (x & 8 ? 8 : 9));
    }
    out[i] = r;
}
