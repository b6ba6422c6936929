// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Kernels that start kernels are refused by the capability's name.
// RUN: -g 1 -l 1 % buf:i32:16
// SETS: clang14.O0.64 clang14.O2.64
// EXIT: 1
// ERROR: capability DeviceEnqueue
kernel void enqueue(global int *out)
{
    queue_t q = get_default_queue();
    ndrange_t range = ndrange_1D(4);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range,
                   ^{ out[get_global_id(0)] = 1; });
}
