// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Phis that exchange values around a loop.
// RUN: -g 32 -l 32 --dump 0 % buf:u32:96
kernel void swap(global uint *out)
{
    uint i = get_global_id(0);
    uint a = i, b = i * 7 + 1, c = 5;
    for (uint k = 0; k < (i & 15); k++) {
        uint t = a;
        a = b;
        b = c;
        c = t;
        if (k & 1) {
            t = a;
            a = c;
            c = t + 1;
        }
    }
    out[3 * i] = a;
    out[3 * i + 1] = b;
    out[3 * i + 2] = c;
}
