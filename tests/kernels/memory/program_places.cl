// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Program-scope variables that hold where something in others is: an element, a member,
// a component; as generic pointers, too. clang-22 writes such places as numbers of bytes.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.O2.64 clang14.O2.32 clang22.O0.32 clang22.O2.32
// RUN: -k places -g 1 --dump 0 % buf:i64:12
typedef struct record {
    int first;
    uchar a, b;
    ushort c;
    int list[4];
    float4 vector;
} record;
global int numbers[16] = { 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 };
global record one = { 1, 2, 3, 4, { 5, 6, 7, 8 }, (float4)(9, 10, 11, 12) };
global record many[3] = { { 20 }, { 21, 22, 23, 24, { 25, 26, 27, 28 } }, { 31 } };
global float4 row[2] = { (float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8) };
global int *global element = &numbers[1];
global int *global member = &one.list[2];
global ushort *global small = &one.c;
global int *global nested = &many[1].list[3];
global float *global component = (global float *)&row[1] + 2;
global record *global whole = &many[2];
int *global generic_element = &numbers[4];
int *global generic_member = &one.list[1];
float *global generic_component = (global float *)&row[0] + 3;

kernel void places(global long *out)
{
    out[0] = *element;
    out[1] = *member;
    out[2] = *small;
    out[3] = *nested;
    out[4] = (long)*component;
    out[5] = whole->first;
    out[6] = *generic_element;
    out[7] = *generic_member;
    out[8] = (long)*generic_component;
    out[9] = element[14];
    out[10] = member[-2];
    out[11] = generic_element[-4];
}
