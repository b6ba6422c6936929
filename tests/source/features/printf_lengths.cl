// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// C's lengths z and t, which OpenCL C leaves out and kernels have nevertheless:
// what comes behind them has its own argument.
// STD: CL1.2 CL3.0
// RUN: -g 1 -l 1 % i32:-42
// OUT: 3000000000 -42|   -3|7
kernel void printf_lengths(int n)
{
    printf("%zu %d|%5td|%d\n", (size_t)3000000000u, n, (ptrdiff_t)n / 14, 7);
}
