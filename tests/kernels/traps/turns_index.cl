// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Structures loaded by turns by loaded indices: an index whose first load stands
// alone is known behind that load only. The second array ends early.
// RUN: -g 64 -l 64 % buf:i32:128=seq buf:i32:16=seq buf:i32:128=seq buf:i32:128=29,1,5,21,20,49,27,41,32,6,17,55,7,31,28,3,11,36,52,18,22,13,46,59,19,15,60,26,43,42,54,2,10,53,51,24,33,39,47,9,25,44,48,61,50,45,12,14,35,16,56,0,57,4,62,40,63,38,58,23,8,34,37,30,46,49,15,25,2,23,62,39,16,27,11,50,14,63,35,55,8,52,12,33,61,19,59,3,31,24,60,9,0,32,28,26,37,22,5,51,30,4,7,18,56,47,40,13,41,45,6,48,36,34,20,53,10,44,42,38,17,54,1,58,43,21,57,29 buf:i32:64
// EXIT: 4
// ERROR: out-of-bounds
typedef struct {
    int x, y;
} pair;

kernel void turns(global const pair *a, global const pair *b, global const pair *c,
                  global const int *index, global int *out)
{
    int g = get_global_id(0);
    int i = index[g], j = index[g + 64];
    int ax = a[i].x, cx = c[j].x, bx = b[j].x, ay = a[i].y, by = b[j].y;
    out[g] = ax + cx + bx + ay + by + i + j;
}
