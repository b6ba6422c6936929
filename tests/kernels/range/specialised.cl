// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Specialization constants with their defaults and set.
// RUN: -g 8 -l 8 --dump 0 % buf:i32:16
// RUN: -g 8 -l 8 -s 1=20 -s 2=5 --dump 0 % buf:i32:16
// SETS: clang14.O0.64 clang14.O2.64 clang14.O2.32
#ifdef REFERENCE
#ifndef SPEC_1
#define SPEC_1 3
#define SPEC_2 2
#endif
#else
int __attribute__((overloadable)) __spirv_SpecConstant(int id, int value);
#define SPEC_1 __spirv_SpecConstant(1, 3)
#define SPEC_2 __spirv_SpecConstant(2, 2)
#endif
kernel void specialised(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < SPEC_2; k++)
        sum += i * SPEC_1;
    out[2 * i] = sum;
    out[2 * i + 1] = SPEC_1 > 10 ? 1 : 0;
}
