// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pointer that runs from one buffer towards the next one.
// RUN: -g 1 -l 1 % buf:i32:8 buf:i32:8 i64:1048576
// EXIT: 4
// ERROR: out-of-bounds
kernel void neighbour(global int *p, global int *q, long d) { p[d] = q[0]; }
