// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A load before the buffer.
// RUN: -g 8 -l 8 % buf:i32:8 i32:-1
// EXIT: 4
// ERROR: out-of-bounds
kernel void before(global int *p, int d) { p[get_global_id(0)] = p[(int)get_global_id(0) + d]; }
