// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Pointers, alone and in fields of a width.
// SETS: clang14.O2.64
// RUN: -g 1 -l 1 %
kernel void pointers()
{
    global void *a = (global void *)0x2349aaccUL;
    printf("%p|%16p|%-16p|%4p|\n", a, a, a, a);
}
