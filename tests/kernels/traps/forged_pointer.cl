// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A pointer made of a number.
// RUN: -g 1 -l 1 % i64:140737488289792
// EXIT: 4
// ERROR: out-of-bounds
kernel void forged(long address) { *(global int *)address = 1; }
