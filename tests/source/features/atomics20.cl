// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// OpenCL C 2.0's atomics with an order and a scope; a variable of the program; a
// generic pointer.
// STD: CL2.0 CL3.0
// RUN: -g 8 -l 4 --dump 0 % buf:i32:2
// OUT: arg0 i32[2]: 28 8
#if __OPENCL_C_VERSION__ >= 300
#if !defined(__opencl_c_generic_address_space) || !defined(__opencl_c_program_scope_global_variables)
#error "the device has both"
#endif
#if !defined(__opencl_c_atomic_order_seq_cst) || !defined(__opencl_c_atomic_scope_all_devices)
#error "the device has all orders and scopes"
#endif
#if !defined(__opencl_c_int64) || !defined(__opencl_c_fp64)
#error "the device has both"
#endif
#endif
global atomic_int calls;

void add(atomic_int *sum, int value)
{
    atomic_fetch_add_explicit(sum, value, memory_order_acq_rel,
                              memory_scope_device);
}

kernel void atomics20(global atomic_int *out)
{
    add(&out[0], (int)get_global_id(0));
    add(&calls, 1);
    atomic_fetch_add_explicit(&out[1], 1, memory_order_seq_cst,
                              memory_scope_all_svm_devices);
}
