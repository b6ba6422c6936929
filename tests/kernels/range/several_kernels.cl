// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels of one module, chosen by name; one calls another.
// RUN: -k first -g 4 -l 4 --dump 0 % buf:i32:4
// RUN: -k second -g 4 -l 4 --dump 0 % buf:i32:4 i32:5
kernel void first(global int *out) { out[get_global_id(0)] = 1; }
kernel void second(global int *out, int n)
{
    first(out);
    out[get_global_id(0)] += n;
}
