// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Each work-item reads what its neighbour writes: a race, which gac decides alike for
// all widths of strips and vectors: those of a strip read before any of them writes.
// CHECK: data-race
// SETS: clang14.O2.64 clang22.O2.64 clang22.O2.32
// RUN: -g 64 -l 64 --dump 0 % buf:i32:66=seq i32:3 i32:0
// RUN: -g 64 -l 64 --dump 0 % buf:i32:66=seq i32:3 i32:2
// RUN: -g 50 -l 50 --dump 0 % buf:i32:66=seq i32:-5 i32:0
kernel void stream_shifted(global int *a, int q, int from)
{
    size_t i = get_local_id(0);
    global int *to = a + 1;
    to[i] = (a[i + from] ^ 0x55) * q - to[i];
}
