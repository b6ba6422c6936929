// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Lists of events that functions are passed: LLVM's SPIR-V backend makes such a parameter
// a byte or an array, and steps from it by bytes.
// SETS: clang14.O0.64 clang14.O2.64 clang22.O0.64 clang22.Os.64 clang22.Os.32
// BINARY: clang22.O0.64 clang22.Os.64 clang22.Os.32
// RUN: -k pairs -g 64 -l 16 --dump 1 % buf:i32:256=rand:1 buf:i32:64 local:64 local:64 i32:16
// RUN: -k counted -g 64 -l 16 --dump 1 % buf:i32:256=rand:2 buf:i32:64 local:64 local:64 i32:16
// RUN: -k second -g 64 -l 16 --dump 1 % buf:i32:256=rand:3 buf:i32:64 local:64 local:64 i32:16
#define KEPT __attribute__((noinline))
#define KERNEL(name)                                                                   \
    kernel void name(global const int *in, global int *out, local int *a, local int *b, \
                     int n)

KEPT void wait_all(event_t *list, int n)
{
    wait_group_events(n, list);
}

KERNEL(pairs)
{
    event_t e[4];
    for (int r = 0; r < 4; r++)
        e[r] = async_work_group_copy((r & 1 ? b : a) + r / 2 * (n / 2), in + r * (n / 2),
                                     n / 2, 0);
    for (int r = 0; r < 4; r += 2)
        wait_all(e + r, 2);
    out[get_global_id(0)] = a[get_local_id(0)] + 3 * b[get_local_id(0)];
}

KEPT void wait_counted(event_t *list, int *n)
{
    wait_group_events(*n, list);
    *n = 7;
}

KERNEL(counted)
{
    event_t e[3];
    int m = 1;
    for (int r = 0; r < 2; r++)
        e[r] = async_work_group_copy(r & 1 ? b : a, in + r * n, n, 0);
    for (int r = 0; r < 2; r++) {
        wait_counted(e + r, &m);
        m = 1;
    }
    out[get_global_id(0)] = a[get_local_id(0)] + 3 * b[get_local_id(0)];
}

KEPT void wait_second(event_t *list, int n)
{
    wait_group_events(n - 1, list + 1);
}

KERNEL(second)
{
    event_t e[3];
    for (int r = 0; r < 2; r++)
        e[1 + r] = async_work_group_copy(r & 1 ? b : a, in + r * n, n, 0);
    wait_second(e, 2);
    wait_second(e + 1, 2);
    out[get_global_id(0)] = a[get_local_id(0)] + 3 * b[get_local_id(0)];
}
