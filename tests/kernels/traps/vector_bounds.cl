// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A vector that begins inside and ends outside.
// RUN: -g 1 -l 1 % buf:i32:6
// EXIT: 4
// ERROR: out-of-bounds
kernel void vector(global int *p) { vstore4((int4)(1), 0, p + 3); }
