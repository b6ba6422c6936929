// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A null argument is told from a buffer.
// RUN: -g 4 -l 4 --dump 0 % buf:i32:8 null buf:i32:4=seq
kernel void maybe(global int *out, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    out[i] = a ? a[i] : -1;
    out[i + 4] = b ? b[i] : -1;
}
