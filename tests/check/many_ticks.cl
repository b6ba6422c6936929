// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// A group that leaves memory behind at more times than cells tell apart.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"
#define GROUP ((int)get_group_id(0))

// SILENT: many -g 1024 -l 1024 buf:i32:150000 i32:140000
kernel void many(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k;
        GLOBAL_BARRIER();
    }
}

// What came before all these barriers is still known to the next group.
// FAULT: many_1 -g 2048 -l 1024 buf:i32:150000 i32:140000
// FIND: group-race OpStore@write & OpStore@write a in 0..3
kernel void many_1(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k; // @write
        GLOBAL_BARRIER();
    }
}

// FAULT: many_2 -g 1024 -l 1024 buf:i32:150000 i32:140000
// FIND: data-race OpStore@last & OpStore@last a in 0..3
kernel void many_2(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k;
        GLOBAL_BARRIER();
    }
    if (ID < 2)
        a[ID * 0] = ID; // @last
}

// No barrier orders global memory.
// SILENT: rows -g 1024 -l 1024 buf:i32:150000 i32:140000
kernel void rows(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k;
        LOCAL_BARRIER();
    }
}

// Who wrote the first one is still known.
// FAULT: rows_1 -g 1024 -l 1024 buf:i32:150000 i32:140000
// FIND: data-race OpStore@last & OpStore@write a 4..7: item (0,0,0) of group (0,0,0), bytes 4 to 7 of argument 0, 1 item of 1 group; item (1,0,0) of group (0,0,0)
kernel void rows_1(global int *a, int n)
{
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[k] = k; // @write
        LOCAL_BARRIER();
    }
    if (ID == 0)
        a[1] = 5; // @last
}

// What came before the last wait is told from what came behind it.
// FAULT: rows_2 -g 1024 -l 1024 buf:i32:150000 buf:i32:1 i32:140000 i32:0
// FIND: wait-as-barrier OpStore@last & OpStore@write a 0..3: item (1,0,0) of group (0,0,0), bytes 0 to 3 of argument 0, 1 item of 1 group; item (0,0,0) of group (0,0,0)
// FAULT: rows_2 -g 1024 -l 1024 buf:i32:150000 buf:i32:1 i32:140000 i32:139999
// FIND: data-race OpStore@last & OpStore@write a 559996..559999: item (1,0,0) of group (0,0,0), bytes 559996 to 559999 of argument 0, 1 item of 1 group; item (735,0,0) of group (0,0,0)
kernel void rows_2(global int *a, global int *from, int n, int at)
{
    local int t;
    for (int k = 0; k < n; k++) {
        if (k == n / 2) {
            event_t e = async_work_group_copy(&t, from, 1, 0);
            wait_group_events(1, &e);
        }
        if (ID == k % 1024)
            a[k] = k; // @write
        LOCAL_BARRIER();
    }
    if (ID == 1)
        a[at] = 5; // @last
}

// So is what other groups know of.
// FAULT: rows_3 -g 2048 -l 1024 buf:i32:150000 buf:i32:1 i32:140000 i32:139999
// FIND: group-race OpStore@last & OpStore@write a 559996..559999: item (1,0,0) of group (1,0,0), bytes 559996 to 559999 of argument 0, 1 item of 1 group; item (735,0,0) of group (0,0,0)
// SILENT: rows_3 -g 2048 -l 1024 buf:i32:150000 buf:i32:1 i32:140000 i32:5
kernel void rows_3(global int *a, global atomic_int *flag, int n, int at)
{
    if (get_group_id(0) == 1) {
        if (ID == 1 && atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
            a[at] = 5; // @last
        return;
    }
    for (int k = 0; k < n; k++) {
        if (k == n / 2) {
            GLOBAL_BARRIER();
            if (ID == 7)
                atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
        }
        if (ID == k % 1024)
            a[k] = k; // @write
        LOCAL_BARRIER();
    }
}

// More writes of as many groups than cells tell apart: what the first group has
// written, no later one was told of, though it is not known any more whose it is.
#define WRITE(k) a[GROUP * 16 + (k)] = 1
#define WRITE_4(k) WRITE(k); WRITE((k) + 1); WRITE((k) + 2); WRITE((k) + 3)
// FAULT: many_groups -g 16777216 -l 1024 buf:i32:262144 buf:i32:1 buf:i32:1
// FIND: group-race OpLoad@read & OpStore@write a in 0..3
kernel void many_groups(global int *a, global atomic_int *flag, global int *out)
{
    if (ID != 0)
        return;
    if (GROUP < 16382) {
        WRITE_4(0); WRITE_4(4); WRITE_4(8); WRITE_4(12); // @write
    } else if (GROUP == 16382) {
        a[GROUP * 16] = 1;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
        out[0] = a[0]; // @read
    }
}

// A copy behind as many barriers is still known as the one that it is.
// FAULT: copied_late -g 3072 -l 1024 buf:i32:300000 buf:i32:16 buf:i32:1 i32:130000
// FIND: group-race OpLoad@read & OpGroupAsyncCopy@copy b 0..3
kernel void copied_late(global int *a, global int *b, global int *out, int n)
{
    local int t[16];
    if (GROUP == 2) {
        if (ID == 0)
            out[0] = b[0]; // @read
        return;
    }
    for (int k = 0; k < n; k++) {
        if (ID == k % 1024)
            a[GROUP * 150000 + k] = k;
        GLOBAL_BARRIER();
    }
    if (GROUP == 0)
        return;
    if (ID < 16)
        t[ID] = ID;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(b, t, 16, 0); // @copy
    wait_group_events(1, &e);
}
