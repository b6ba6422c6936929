// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// OpenCL 2.0's atomic functions with orders and scopes.
// RUN: -g 64 -l 16 --dump 0,1 % buf:i32:4=0 buf:i32:64
#ifdef REFERENCE
#define atomic_int int
#define FETCH_ADD(p, v) atomic_add(p, v)
#else
#define FETCH_ADD(p, v)                                                        \
    atomic_fetch_add_explicit(p, v, memory_order_relaxed,                      \
                              memory_scope_device)
#endif
kernel void orders(volatile global atomic_int *c, global int *out)
{
    local atomic_int tally;
    size_t i = get_local_id(0);
    if (i == 0) {
#ifdef REFERENCE
        tally = 100;
#else
        atomic_store_explicit(&tally, 100, memory_order_relaxed,
                              memory_scope_work_group);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    FETCH_ADD(&tally, (int)i);
    FETCH_ADD(c, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef REFERENCE
    out[get_global_id(0)] = tally;
    atomic_or(c + 1, 1 << i);
    atomic_max(c + 2, (int)(i * 7 + get_group_id(0)));
#else
    out[get_global_id(0)] = atomic_load(&tally);
    atomic_fetch_or(c + 1, 1 << i);
    atomic_fetch_max_explicit(c + 2, (int)(i * 7 + get_group_id(0)),
                              memory_order_acq_rel, memory_scope_device);
    int expected = 12345;
    if (atomic_compare_exchange_strong(c + 3, &expected, 1))
        atomic_store(c + 3, 2);
    else if (expected != 0)
        atomic_store(c + 3, expected);
#endif
}
