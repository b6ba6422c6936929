// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops of different lengths a work-item, with break and continue.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64
kernel void loops(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int a = 0; a < i; a++) {
        if (a % 3 == 1)
            continue;
        int b = a;
        while (b > 0) {
            b -= 2;
            if (b == 7)
                break;
            sum += b;
        }
        do
            sum ^= a;
        while (++a % 5);
        if (sum > 2000)
            break;
    }
    out[i] = sum;
}
