// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A filter's last work-item loads one element too many: it is named by the groups
// that were asked for, also where rows of work-items run together.
// RUN: -g 256,32 -l 16,8 % buf:i32:8192 buf:i32:8192 i32:256
// EXIT: 4
// ERROR: work-item (15,7,0) of work-group (15,3,0) reads bytes 32768 to 32771 of argument 0, outside of its
kernel void filter(global const int *in, global int *out, int w)
{
    int at = get_global_id(1) * w + get_global_id(0);
    out[at] = in[at] + in[at + 1];
}
