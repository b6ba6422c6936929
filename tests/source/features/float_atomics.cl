// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// cl_ext_float_atomics: sums, minima and maxima of float and double, in global and
// local memory, and by generic pointers.
// STD: CL2.0 CL3.0
// RUN: -g 8 -l 8 --dump 0,1 % buf:f32:8 buf:f64:4
// OUT: arg0 f32[8]: 32 -28 -3 3.5 3 -2.5 -1.5 4
// OUT: arg1 f64[4]: 3.5 -7 -8 7
#if !defined(cl_ext_float_atomics) || !defined(__opencl_c_ext_fp32_global_atomic_add)
#error "no sums of floats"
#endif
#if !defined(__opencl_c_ext_fp64_local_atomic_min_max) || defined(__opencl_c_ext_fp16_global_atomic_add)
#error "no minima of doubles, or sums of halves"
#endif
kernel void float_atomics(global atomic_float *f, global atomic_double *d)
{
    local atomic_float sum, highest;
    int i = (int)get_global_id(0);
    if (i == 0) {
        atomic_init(&sum, 1.0f);
        atomic_init(&highest, -1.0f);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add(&f[0], i + 0.5f);
    atomic_fetch_sub(&f[1], (float)i);
    atomic_fetch_min(&f[2], i - 3.0f);
    atomic_fetch_max_explicit(&f[3], i * 0.5f, memory_order_relaxed);
    atomic_fetch_add_explicit(&sum, 0.25f, memory_order_relaxed, memory_scope_work_group);
    volatile atomic_float *either = i & 1 ? (volatile atomic_float *)&f[7] : (volatile atomic_float *)&highest;
    atomic_fetch_max(either, 4.0f);
    atomic_fetch_add(&d[0], i * 0.125);
    atomic_fetch_min(&d[1], (double)-i);
    atomic_fetch_sub_explicit(&d[2], 1.0, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max(&d[3], (double)i);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (i != 0)
        return;
    atomic_store(&f[4], atomic_load(&sum) + atomic_load(&highest) - 4.0f);
    atomic_fetch_sub_explicit(&f[6], 2.5f, memory_order_relaxed);
    atomic_store(&f[5], atomic_fetch_add(&f[6], 1.0f));
}
