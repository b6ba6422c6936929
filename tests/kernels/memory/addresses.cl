// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A structure by value that holds addresses: of arguments, of buffers that are
// none, and of bytes inside of them.
// RUN: -g 48 -l 16 --dump 1,2,3,4 % bytes:&2,&3+16,&4 buf:i32:48 buf:i32:48=rand:11 buf:i32:52=rand:12 buf:i32:3=7,-5,2
#ifdef REFERENCE
#error "no addresses of buffers in OpenCL 1.2: addresses.ref.c says what comes out"
#endif
#if __SIZEOF_POINTER__ == 4
typedef uint address;
#else
typedef ulong address;
#endif
typedef struct sources {
    address left, right, factors;
} sources;

kernel void addresses(sources s, global int *out)
{
    int i = get_global_id(0);
    global int *left = (global int *)s.left, *right = (global int *)s.right;
    global const int *factors = (global const int *)s.factors;
    int sum = 0;
    for (int k = 0; k < 3; k++)
        sum += factors[k] * (left[i] ^ right[i] >> k);
    right[i] = left[i] - sum;
    out[i] = sum;
}
