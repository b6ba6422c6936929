// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Behind a buffer that is reached by its address alone.
// RUN: -g 8 -l 8 % buf:u64:1=&1 buf:i32:7
// SETS: clang14.O0.64 clang14.O2.64 clang22.O2.64
// EXIT: 4
// ERROR: out-of-bounds
typedef global int *pointer;
kernel void bounds(global pointer *p) { p[0][get_global_id(0)] = 1; }
