// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies that a group starts before and behind what it tells later groups.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"
#define GROUP ((int)get_group_id(0))
#define TELL(flag, n) atomic_store_explicit(flag, n, memory_order_release, memory_scope_device)
#define TOLD(flag) atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)

// SILENT: early -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
kernel void early(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0) {
        event_t e = async_work_group_copy(to, a, 16, 0);
        wait_group_events(1, &e);
        if (ID == 3)
            TELL(flag, 1);
    } else if (TOLD(flag) == 1)
        out[ID] = to[ID];
}

// FAULT: early_1 -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
// FIND: group-race OpLoad@read & OpGroupAsyncCopy@copy to in 0..63
kernel void early_1(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0) {
        if (ID == 3)
            TELL(flag, 1);
        event_t e = async_work_group_copy(to, a, 16, 0); // @copy
        wait_group_events(1, &e);
    } else if (TOLD(flag) == 1)
        out[ID] = to[ID]; // @read
}

// Told once before the copy and once behind it.
// SILENT: twice -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
kernel void twice(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0) {
        if (ID == 3)
            TELL(flag, 1);
        event_t e = async_work_group_copy(to, a, 16, 0);
        wait_group_events(1, &e);
        if (ID == 5)
            TELL(flag, 2);
    } else if (TOLD(flag) == 2)
        out[ID] = to[ID];
}

// The second flag is not looked at.
// FAULT: twice_1 -g 32 -l 16 buf:i32:2 buf:i32:16 buf:i32:16
// FIND: group-race OpLoad@read & OpGroupAsyncCopy@copy to in 0..63
kernel void twice_1(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0) {
        if (ID == 3)
            TELL(flag, 1);
        event_t e = async_work_group_copy(to, a, 16, 0); // @copy
        wait_group_events(1, &e);
        if (ID == 3)
            TELL(flag + 1, 1);
    } else if (TOLD(flag) == 1)
        out[ID] = to[ID]; // @read
}

// What the copy reads, the next group writes.
// SILENT: source -g 32 -l 16 buf:i32:1 buf:i32:16=seq buf:i32:32
kernel void source(global atomic_int *flag, global int *from, global int *out)
{
    local int a[16];
    if (GROUP == 0) {
        event_t e = async_work_group_copy(a, from, 16, 0);
        wait_group_events(1, &e);
        if (ID == 3)
            TELL(flag, 1);
        out[ID] = a[ID];
    } else if (TOLD(flag) == 1)
        from[ID] = ID;
}

// FAULT: source_1 -g 32 -l 16 buf:i32:1 buf:i32:16=seq buf:i32:32
// FIND: group-race OpStore@write & OpGroupAsyncCopy@copy from in 0..63
kernel void source_1(global atomic_int *flag, global int *from, global int *out)
{
    local int a[16];
    if (GROUP == 0) {
        out[ID] = ID;
        if (ID == 3)
            TELL(flag, 1);
        event_t e = async_work_group_copy(a, from, 16, 0); // @copy
        wait_group_events(1, &e);
        out[ID] = a[ID];
    } else if (TOLD(flag) == 1)
        from[ID] = ID; // @write
}

// Chunk by chunk, each told of behind its copy.
// SILENT: chunks -g 32 -l 16 buf:i32:1 buf:i32:64 buf:i32:64
kernel void chunks(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    for (int k = 0; k < 4; k++)
        if (GROUP == 0) {
            event_t e = async_work_group_copy(to + 16 * k, a, 16, 0);
            wait_group_events(1, &e);
            if (ID == 3)
                TELL(flag, k + 1);
        } else if (TOLD(flag) > k)
            out[16 * k + ID] = to[16 * k + ID];
}

// Of one instruction's copies the first is told of, those behind it are not.
// FAULT: chunks_1 -g 32 -l 16 buf:i32:1 buf:i32:64 buf:i32:64
// FIND: group-race OpLoad@read & OpGroupAsyncCopy@copy to in 64..255
kernel void chunks_1(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0 && ID == 3)
        TELL(flag, 1);
    for (int k = 0; k < 4; k++)
        if (GROUP == 0) {
            event_t e = async_work_group_copy(to + 16 * k, a, 16, 0); // @copy
            wait_group_events(1, &e);
            if (ID == 3 && k == 0)
                TELL(flag, 2);
        } else if (TOLD(flag) == 2)
            out[16 * k + ID] = to[16 * k + ID]; // @read
}

// The same bytes are copied once more behind what is told.
// FAULT: source_2 -g 32 -l 16 buf:i32:1 buf:i32:16=seq buf:i32:16
// FIND: group-race OpStore@write & OpGroupAsyncCopy@copy from in 0..63
kernel void source_2(global atomic_int *flag, global int *from, global int *out)
{
    local int a[16];
    if (GROUP == 0) {
        out[ID] = ID;
        if (ID == 3)
            TELL(flag, 1);
        for (int k = 0; k < 2; k++) {
            event_t e = async_work_group_copy(a, from, 16, 0); // @copy
            wait_group_events(1, &e);
            if (ID == 3 && k == 0)
                TELL(flag, 2);
        }
    } else if (TOLD(flag) == 2)
        from[ID] = ID; // @write
}

// What a copy has brought, its group goes on with, in any order and size.
// SILENT: goes_on -g 32 -l 16 buf:i32:2 buf:i32:32 buf:i32:64
kernel void goes_on(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (ID == 3)
        TELL(flag + GROUP, 1);
    for (int k = 0; k < 2; k++) {
        event_t e = async_work_group_copy(to + 16 * GROUP, a, 16, 0);
        wait_group_events(1, &e);
    }
    out[16 * GROUP + ID] = to[16 * GROUP + ID];
    GLOBAL_BARRIER();
    out[16 * GROUP + ID] += to[16 * GROUP + 15 - ID] + to[16 * GROUP];
    event_t e = async_work_group_copy(out + 32 + 16 * GROUP, a, 16, 0);
    wait_group_events(1, &e);
    global char *own = (global char *)(out + 32 + 16 * GROUP + ID);
    own[1] = own[0];
    GLOBAL_BARRIER();
    atomic_inc(to + 16 * GROUP + ID);
}

// Work-items still race with each other behind it.
// FAULT: goes_on_1 -g 16 -l 16 buf:i32:1 buf:i32:16=seq buf:i32:16
// FIND: data-race OpStore@write & OpLoad@read from in 0..63
kernel void goes_on_1(global atomic_int *flag, global int *from, global int *out)
{
    local int a[16];
    if (ID == 3)
        TELL(flag, 1);
    event_t e = async_work_group_copy(a, from, 16, 0);
    wait_group_events(1, &e);
    out[ID] = from[15 - ID] + a[ID]; // @read
    from[ID] = ID;                   // @write
}

// And with the next copy.
// FAULT: goes_on_2 -g 16 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
// FIND: unsynchronized-destination OpGroupAsyncCopy@copy & OpStore@write to in 0..63
kernel void goes_on_2(global atomic_int *flag, global int *to, global int *out)
{
    local int a[16];
    a[ID] = ID;
    LOCAL_BARRIER();
    if (ID == 3)
        TELL(flag, 1);
    event_t e = async_work_group_copy(to, a, 16, 0);
    wait_group_events(1, &e);
    to[ID] = out[ID]; // @write
    e = async_work_group_copy(to, a, 16, 0); // @copy
    wait_group_events(1, &e);
}
