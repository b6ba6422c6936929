// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A loop that is entered in its middle: not reducible.
// RUN: -g 64 -l 16 --dump 0 % buf:i32:64 buf:i32:64=rand:50
kernel void irreducible(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int x = in[i] & 63, count = 0, budget = 200;
    if (x & 1)
        goto odd;
even:
    x = x / 2 + 3;
    count += 1;
    if (--budget == 0)
        goto end;
    if (x % 3 == 0)
        goto odd;
    if (x < 5)
        goto end;
    goto even;
odd:
    x = x * 3 + 1;
    count += 100;
    if (--budget == 0)
        goto end;
    if (x > 150)
        x %= 149;
    if (x % 4 == 0)
        goto even;
    if (x % 7 != 0)
        goto odd;
end:
    out[i] = count * 1000 + x;
}
