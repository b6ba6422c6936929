// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A convolution in one dimension, its window in local memory with borders.
// RUN: -g 96 -l 32 --dump 0 % buf:i32:96 buf:i32:100=rand:216 buf:i32:5=seq
kernel void convolve(global int *out, global const int *in, constant int *weights)
{
    local int window[36];
    size_t i = get_local_id(0), base = get_group_id(0) * 32;
    event_t e = async_work_group_copy(window, in + base, 36, 0);
    wait_group_events(1, &e);
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum += (window[i + k] >> 16) * weights[k];
    out[base + i] = sum;
}
