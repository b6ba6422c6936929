// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items that return early, out of loops and functions too.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64=-1
int find(int x, int limit)
{
    for (int k = 2; k < limit; k++)
        if (x % k == 0)
            return k;
    return x > 50 ? -x : 0;
}
kernel void early(global int *out)
{
    int i = get_global_id(0);
    if (i % 5 == 4)
        return;
    for (int k = 0; k < 10; k++) {
        if (k * k > i) {
            out[i] = k + 100;
            if (i & 1)
                return;
            break;
        }
    }
    out[i] = out[i] * 1000 + find(i, 12);
}
