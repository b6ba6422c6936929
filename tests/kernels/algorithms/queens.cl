// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Solutions of the eight queens, the first two rows by work-item.
// RUN: -g 8,8 -l 8,2 --dump 0 % buf:i32:64
kernel void queens(global int *out)
{
    int a = get_global_id(0), b = get_global_id(1), count = 0;
    uint columns[8], left[8], right[8], open[8];
    uint c = 1u << a, l = c << 1, r = c >> 1, bit = 1u << b;
    if (!((c | l | r) & bit)) {
        int row = 2;
        columns[2] = c | bit;
        left[2] = (l | bit) << 1;
        right[2] = (r | bit) >> 1;
        open[2] = ~(columns[2] | left[2] | right[2]) & 255;
        while (row >= 2) {
            if (open[row] == 0) {
                row--;
                continue;
            }
            uint pick = open[row] & -open[row];
            open[row] ^= pick;
            if (row == 7) {
                count++;
                continue;
            }
            row++;
            columns[row] = columns[row - 1] | pick;
            left[row] = (left[row - 1] | pick) << 1;
            right[row] = (right[row - 1] | pick) >> 1;
            open[row] = ~(columns[row] | left[row] | right[row]) & 255;
        }
    }
    out[b * 8 + a] = count;
}
