// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// printf of vectors.
// RUN: -g 1 -l 1 %
kernel void vectors(void)
{
    printf("%v4hld|%v2hd|%v3hhu|%v2ld\n", (int4)(1, -2, 3, -4),
           (short2)(7, -8), (uchar3)(250, 5, 0), (long2)(1L << 40, -1));
    printf("%v4hlf|%v2hlx|%.1v2hlf|%4v2hld\n", (float4)(1, 2.5f, -3, 0.125f),
           (uint2)(255, 16), (float2)(0.25f, 9), (int2)(1, 22));
}
