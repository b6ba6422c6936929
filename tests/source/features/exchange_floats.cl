// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// compare_exchange takes all atomic types, floating-point ones as well: "A refers
// to one of the atomic types", OpenCL C 2.0, 6.13.11.7.
// STD: CL2.0 CL3.0
// RUN: -g 8 -l 8 --dump 0,1 % buf:f32:2 buf:f64:3
// OUT: arg0 f32[2]: 28 3
// OUT: arg1 f64[3]: 3.5 2.5 7
kernel void exchange_floats(global atomic_float *out, global atomic_double *doubles)
{
    local atomic_int count;
    int one = 5;
    float seen = atomic_load(&out[0]);
    while (!atomic_compare_exchange_weak(&out[0], &seen, seen + get_global_id(0)))
        ;
    if (get_global_id(0) != 0)
        return;
    float first = 1;
    atomic_compare_exchange_strong(&out[1], &first, 5.0f);
    atomic_compare_exchange_strong_explicit(&out[1], &first, 3.0f, memory_order_acq_rel,
                                            memory_order_relaxed, memory_scope_device);
    double other = 0;
    atomic_compare_exchange_strong(&doubles[0], &other, 2.5);
    atomic_compare_exchange_weak_explicit(&doubles[0], &other, 1.5, memory_order_relaxed, memory_order_relaxed);
    atomic_compare_exchange_weak_explicit(&doubles[0], &other, 3.5, memory_order_relaxed, memory_order_relaxed);
    atomic_store(&doubles[1], other);
    atomic_init(&count, 5);
    atomic_compare_exchange_strong(&count, &one, 7);
    atomic_store(&doubles[2], (double)atomic_load(&count));
}
