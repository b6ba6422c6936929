// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A histogram of 4096 bins, counted where it is.
// RUN: -g 262144 -l 64 % buf:u32:262144=rand:22 buf:u32:4096
kernel void histogram_global(global const uint *in, global uint *bins)
{
    uint v = in[get_global_id(0)];
    atomic_inc(&bins[(v ^ v >> 13) & 4095]);
}
