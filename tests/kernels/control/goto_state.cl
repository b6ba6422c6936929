// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A state machine by goto, states in a table of jumps.
// SETS: clang14.O0.64 clang22.O0.64 clang22.O2.64 clang14.O0.32 clang22.O2.32
// RUN: -g 48 -l 16 --dump 0 % buf:i32:48 buf:i32:48=rand:51
kernel void machine(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    uint bits = in[i];
    int depth = 0, seen = 0;
start:
    if (bits == 0)
        goto done;
    switch (bits & 3) {
    case 0: goto zero;
    case 1: goto one;
    case 2: depth--; break;
    default: goto three;
    }
    bits >>= 2;
    goto start;
zero:
    seen += depth;
    bits >>= 2;
    goto start;
one:
    depth++;
    bits >>= 3;
    if (bits & 1)
        goto zero;
    goto start;
three:
    depth += 2;
    bits >>= 2;
    if (depth > 6)
        goto one;
    goto start;
done:
    out[i] = seen * 64 + depth;
}
