// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Arithmetic that is undefined.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: divide -g 16 -l 16 buf:i32:16 i32:3
// FIND: arithmetic OpSDiv@divide: item (3,0,0) of group (0,0,0), 1 item of 1 group
kernel void divide(global int *out, int n)
{
    out[ID] = 100 / (ID - n); // @divide
}

// FAULT: remainder -g 16 -l 16 buf:i32:16 i32:0
// FIND: arithmetic OpUMod@remainder: item (0,0,0) of group (0,0,0), 16 items of 1 group
kernel void remainder(global int *out, uint n)
{
    out[ID] = ID % n; // @remainder
}

// The one quotient of two ints that is no int.
// FAULT: overflow -g 16 -l 16 buf:i32:16 buf:i32:16=-2147483648 i32:-1
// FIND: arithmetic OpSDiv@divide: item (0,0,0) of group (0,0,0), by -1, 16 items of 1 group
kernel void overflow(global int *out, global const int *in, int n)
{
    out[ID] = in[ID] / n; // @divide
}

// FAULT: to_int -g 16 -l 16 buf:i32:16 f32:1e9
// FIND: arithmetic OpConvertFToS@convert: item (3,0,0) of group (0,0,0), 3e+09, 13 items of 1 group
kernel void to_int(global int *out, float x)
{
    out[ID] = (int)(x * ID); // @convert
}

// Not a number is no integer either.
// FAULT: not_a_number -g 16 -l 16 buf:i32:16 f32:0
// FIND: arithmetic OpConvertFToU@convert
kernel void not_a_number(global uint *out, float x)
{
    out[ID] = (uint)(x / x); // @convert
}

// FAULT: vector -g 4 -l 4 buf:i32:16 i32:-1
// FIND: arithmetic OpSDiv|OpSRem@divide: item (1,0,0) of group (0,0,0), 1 item of 1 group
kernel void vector(global int4 *out, int n)
{
    out[ID] = (int4)(10, 20, 30, 40) / (int4)(n, n + 2, ID + n, n - 1); // @divide
}

// FAULT: long_divide -g 16 -l 16 buf:i64:16 i64:0
// FIND: arithmetic OpUDiv@divide
kernel void long_divide(global ulong *out, ulong n)
{
    out[ID] = ~(ulong)ID / n; // @divide
}

// -- near misses ----------------------------------------------------------------

// SILENT: guarded -g 16 -l 16 buf:i32:16 i32:3
kernel void guarded(global int *out, int n)
{
    if (ID != n)
        out[ID] = 100 / (ID - n);
}

// Sums wrap; shifts are by the amount modulo the width in OpenCL C.
// SILENT: wraps -g 16 -l 16 buf:i32:16 i32:35
kernel void wraps(global int *out, int n)
{
    out[ID] = (ID << n) + (0x7fffffff + n * 0x10000001) + (ID >> (n + ID));
}

// Division of floating-point numbers is defined.
// SILENT: floating -g 16 -l 16 buf:f32:16 f32:0
kernel void floating(global float *out, float x)
{
    out[ID] = ID / x;
}

// Saturating conversions take anything.
// SILENT: saturated -g 16 -l 16 buf:i32:16 f32:1e9
kernel void saturated(global int *out, float x)
{
    out[ID] = convert_int_sat(x * ID * ID);
}

// The largest float below 2^31, and -2^31 itself.
// SILENT: just_fits -g 16 -l 16 buf:i32:16 f32:2147483520
kernel void just_fits(global int *out, float x)
{
    out[ID] = (int)(ID & 1 ? x : -x - 128.0f);
}

// SILENT: least -g 16 -l 16 buf:i32:16 buf:i32:16=-2147483648 i32:-2
kernel void least(global int *out, global const int *in, int n)
{
    out[ID] = in[ID] / n + in[ID] % 3;
}
