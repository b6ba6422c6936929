// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A store through a null argument.
// RUN: -g 4 -l 4 % null
// EXIT: 4
// ERROR: out-of-bounds
kernel void store(global int *p) { p[get_global_id(0)] = 1; }
