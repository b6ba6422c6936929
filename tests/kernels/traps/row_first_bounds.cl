// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A kernel whose first id is the row writes behind the buffer: the work-item is told as
// the caller counts.
// RUN: -g 5,64 -l 5,8 % buf:i32:319
// EXIT: 4
// ERROR: work-item (4,7,0) of work-group (0,7,0)
kernel void row_first(global int *out)
{
    out[get_global_id(0) * 64 + get_global_id(1)] = 1;
}
