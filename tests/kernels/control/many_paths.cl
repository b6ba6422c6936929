// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Work-items of one strip on 40 paths at once, which meet behind a switch.
// RUN: -g 80 -l 80 --dump 0 % buf:u32:80 buf:u32:80=seq
// SETS: clang14.O2.64 clang14.O0.64 clang22.O2.32

#define PATH(n)                                                                \
    case n:                                                                    \
        for (uint k = 0; k < in[i] % (n % 5 + 2); k++)                         \
            sum = sum * (2 * n + 3) + (k ^ n);                                 \
        out[i] = sum + n;                                                      \
        break;
#define PATHS(n)                                                               \
    PATH(n) PATH(n + 1) PATH(n + 2) PATH(n + 3) PATH(n + 4) PATH(n + 5)        \
    PATH(n + 6) PATH(n + 7)

kernel void many_paths(global uint *out, global const uint *in)
{
    size_t i = get_global_id(0);
    uint sum = in[i];
    switch (i * 7 % 40) {
        PATHS(0) PATHS(8) PATHS(16) PATHS(24) PATHS(32)
    }
    out[i] += sum * 3;
}
