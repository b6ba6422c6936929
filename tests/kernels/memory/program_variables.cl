// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Variables of the program's scope in global memory.
// RUN: -g 1 -l 1 --dump 0 % buf:i32:8
#ifndef REFERENCE
global int counter = 40;
global int table[4] = { 1, 2, 3 };
global int *global cursor = table + 1;
#endif
kernel void variables(global int *out)
{
#ifdef REFERENCE
    int counter = 40, table[4] = { 1, 2, 3, 0 }, *cursor = table + 1;
#endif
    counter += 2;
    table[3] = counter * *cursor;
    cursor += 2;
    out[0] = counter;
    for (int k = 0; k < 4; k++)
        out[k + 1] = table[k];
    out[5] = *cursor;
    *cursor = -9;
    out[6] = table[3];
}
