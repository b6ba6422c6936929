// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Accesses outside their buffers.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: behind -g 16 -l 16 buf:i32:15
// FIND: out-of-bounds OpStore@write out 60..63: item (15,0,0) of group (0,0,0), bytes 60 to 63 of argument 0, of 60 bytes, 1 item of 1 group
kernel void behind(global int *out)
{
    out[ID] = ID; // @write
}

// FAULT: before -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1
// FIND: out-of-bounds OpLoad@read
kernel void before(global int *out, global const int *in, int d)
{
    out[ID] = in[ID - d]; // @read
}

// FAULT: local_array -g 16 -l 16 buf:i32:16 i32:16
// FIND: out-of-bounds OpStore@write a 64..67: item (4,0,0) of group (0,0,0), bytes 64 to 67, of 64 bytes, 1 item of 1 group
kernel void local_array(global int *out, int n)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (ID == 4)
        a[n] = 1; // @write
    out[ID] = a[15 - ID];
}

// FAULT: private_array -g 16 -l 16 buf:i32:16 i32:7
// FIND: out-of-bounds OpLoad@read
kernel void private_array(global int *out, int n)
{
    int a[8];
    for (int k = 0; k < 8; k++)
        a[k] = k * n;
    int at = ID == 11 ? n + 1 : ID & n;
    out[ID] = a[at]; // @read
}

// FAULT: null_pointer -g 16 -l 16 buf:i32:16 null
// FIND: out-of-bounds OpLoad@read
kernel void null_pointer(global int *out, global const int *in)
{
    out[ID] = in[ID]; // @read
}

// FAULT: atomic -g 16 -l 16 buf:i32:16 i32:64
// FIND: out-of-bounds OpAtomicIAdd@add out 256..259
kernel void atomic(global int *out, int n)
{
    atomic_add(out + n, ID); // @add
}

// The vector begins inside and ends outside.
// FAULT: vector -g 4 -l 4 buf:i32:18
// FIND: out-of-bounds OpStore|vstoren@write out in 48..79
kernel void vector(global int *out)
{
    vstore4((int4)(1), ID + 1, out); // @write
}

// A value of one argument meant for another buffer.
// FAULT: swapped -g 16 -l 16 buf:i32:16 buf:i32:8=seq i32:16
// FIND: out-of-bounds OpLoad@read small 32..35
kernel void swapped(global int *out, global const int *small, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += small[k]; // @read
    out[ID] = sum;
}

// -- near misses ----------------------------------------------------------------

// SILENT: last -g 16 -l 16 buf:i32:16 buf:i32:17=seq
kernel void last(global int *out, global const int *in) { out[ID] = in[ID + 1]; }

// SILENT: guarded -g 16 -l 16 buf:i32:10 buf:i32:10=seq i32:10
kernel void guarded(global int *out, global const int *in, int n)
{
    if (ID < n)
        out[ID] = in[n - 1 - ID];
}

// A pointer behind the end that nothing goes through.
// SILENT: end_pointer -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:16
kernel void end_pointer(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (global const int *p = in + ID, *end = in + n; p != end; p++)
        sum += *p;
    out[ID] = sum;
}

// SILENT: unused_null -g 16 -l 16 buf:i32:16 null
kernel void unused_null(global int *out, global const int *in)
{
    out[ID] = in ? in[ID] : ID;
}

// The pointer goes out and comes back before it is used.
// SILENT: there_and_back -g 16 -l 16 buf:i32:16 buf:i32:16=seq i32:1000
kernel void there_and_back(global int *out, global const int *in, int n)
{
    global const int *p = in - n;
    out[ID] = p[n + ID];
}

// SILENT: empty_loop -g 16 -l 16 buf:i32:16 buf:i32:1=seq i32:0
kernel void empty_loop(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[k + 5];
    out[ID] = sum;
}
