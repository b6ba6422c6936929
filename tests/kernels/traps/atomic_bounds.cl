// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An atomic behind the buffer.
// RUN: -g 8 -l 8 % buf:i32:4
// EXIT: 4
// ERROR: out-of-bounds
kernel void atomics(volatile global int *p) { atomic_inc(p + get_global_id(0)); }
