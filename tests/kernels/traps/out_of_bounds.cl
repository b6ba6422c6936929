// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A store one element behind the buffer.
// RUN: -g 8 -l 8 % buf:i32:7
// EXIT: 4
// ERROR: out-of-bounds
kernel void beyond(global int *p) { p[get_global_id(0)] = 1; }
