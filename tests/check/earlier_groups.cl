// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// What several work-groups have read one after the other, before one writes it.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64
#include "async_kernel.h"
#define GROUP ((int)get_group_id(0))
#define LOAD(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_device)
#define STORE(p) atomic_store_explicit(p, 1, memory_order_relaxed, memory_scope_device)
#define TELL(flag) atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device)
#define TOLD(flag) atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)

// Each reads, the last one reads and writes.
// FAULT: read_by_all -g 80 -l 16 buf:i32:1 buf:i32:5
// FIND: group-race OpStore@write & OpLoad@read a 0..3: item (4,0,0) of group (4,0,0), bytes 0 to 3 of argument 0, 1 item of 1 group; item (3,0,0) of group (3,0,0)
kernel void read_by_all(global int *a, global int *out)
{
    if (ID == GROUP)
        out[GROUP] = a[0]; // @read
    if (ID == GROUP && GROUP == 4)
        a[0] = 5; // @write
}

// The work-items read one behind the other, or far apart; one word is the last group's.
// FAULT: read_in_order -g 64 -l 16 buf:i32:64 buf:i32:64 i32:1
// FIND: group-race OpStore@write & OpLoad@read a 36..39: item (9,0,0) of group (3,0,0), bytes 36 to 39 of argument 0, 1 item of 1 group; item (9,0,0) of group (2,0,0)
// FAULT: read_in_order -g 64 -l 16 buf:i32:64 buf:i32:64 i32:3
// FIND: group-race OpStore@write & OpLoad@read a 108..111: item (9,0,0) of group (3,0,0), bytes 108 to 111 of argument 0, 1 item of 1 group; item (9,0,0) of group (2,0,0)
// SILENT: read_in_order -g 64 -l 16 buf:i32:64 buf:i32:64 i32:4
kernel void read_in_order(global int *a, global int *out, int step)
{
    if (step < 4)
        out[get_global_id(0)] = a[ID * step]; // @read
    if (GROUP == 3 && ID == 9)
        a[ID * step] = 1; // @write
}

// All lanes write.
// FAULT: written_in_order -g 64 -l 16 buf:i32:16 buf:i32:64
// FIND: group-race OpStore@write & OpLoad@read a in 0..63
kernel void written_in_order(global int *a, global int *out)
{
    out[get_global_id(0)] = a[ID]; // @read
    if (GROUP == 3)
        a[ID] = 1; // @write
}

// Words are read, and then bytes of them written.
// FAULT: finer -g 64 -l 16 buf:i32:16 buf:i32:64
// FIND: group-race OpStore@write & OpLoad@read a 61..61: item (15,0,0) of group (3,0,0), byte 61 of argument 0, 1 item of 1 group; item (15,0,0) of group (2,0,0)
kernel void finer(global int *a, global int *out)
{
    out[get_global_id(0)] = a[ID]; // @read
    if (GROUP == 3 && ID == 15)
        ((global char *)a)[61] = 1; // @write
}

// Copies read behind copies.
// FAULT: copied_from -g 64 -l 16 buf:i32:16 buf:i32:64
// FIND: group-race OpStore@write & OpGroupAsyncCopy@copy a 36..39: item (9,0,0) of group (3,0,0), bytes 36 to 39 of argument 0, 1 item of 1 group; group (2,0,0)
kernel void copied_from(global int *a, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, a, 16, 0); // @copy
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[ID];
    if (GROUP == 3 && ID == 9)
        a[ID] = 1; // @write
}

// A copy writes what all have read.
// FAULT: copied_to -g 64 -l 16 buf:i32:16 buf:i32:64
// FIND: group-race OpGroupAsyncCopy@copy & OpLoad@read a 36..39: group (3,0,0), bytes 36 to 39 of argument 0, 1 group; item (9,0,0) of group (2,0,0)
kernel void copied_to(global int *a, global int *out)
{
    local int t[16];
    if (ID == 9)
        out[GROUP] = a[ID]; // @read
    t[ID] = ID;
    GLOBAL_BARRIER();
    LOCAL_BARRIER();
    if (GROUP == 3) {
        event_t e = async_work_group_copy(a, t, 16, 0); // @copy
        wait_group_events(1, &e);
    }
}

// An atomic does not hide what was read without one.
// FAULT: hidden -g 48 -l 16 buf:i32:1 buf:i32:3
// FIND: group-race OpAtomicStore@write & OpLoad@read a 0..3: item (2,0,0) of group (2,0,0), bytes 0 to 3 of argument 0, 1 item of 1 group; item (0,0,0) of group (0,0,0)
kernel void hidden(global atomic_int *a, global int *out)
{
    if (ID != GROUP)
        return;
    if (GROUP == 0)
        out[GROUP] = *(global int *)a; // @read
    else if (GROUP == 1)
        out[GROUP] = LOAD(a);
    else
        STORE(a); // @write
}

// Not if the last group itself reads by an atomic, either.
// FAULT: hidden_twice -g 64 -l 16 buf:i32:1 buf:i32:4
// FIND: group-race OpAtomicStore@write & OpLoad@read a 0..3: item (3,0,0) of group (3,0,0), bytes 0 to 3 of argument 0, 1 item of 1 group; item (0,0,0) of group (0,0,0)
kernel void hidden_twice(global atomic_int *a, global int *out)
{
    if (ID != GROUP)
        return;
    if (GROUP == 0)
        out[GROUP] = *(global int *)a; // @read
    else
        out[GROUP] = LOAD(a);
    if (GROUP == 3)
        STORE(a); // @write
}

// What others have read by atomics, atomics may write, whatever the group has read.
// SILENT: own_read -g 48 -l 16 buf:i32:1 buf:i32:3
kernel void own_read(global atomic_int *a, global int *out)
{
    if (ID != GROUP)
        return;
    out[GROUP] = GROUP < 2 ? LOAD(a) : *(global int *)a;
    if (GROUP == 2)
        STORE(a);
}

// The first group's write is told of, the second one's read is not.
// FAULT: read_behind_write -g 48 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
// FIND: group-race OpGroupAsyncCopy@copy & OpLoad@read a in 0..63
kernel void read_behind_write(global atomic_int *flag, global int *a, global int *out)
{
    local int t[16];
    t[ID] = ID;
    LOCAL_BARRIER();
    if (GROUP == 0) {
        a[ID] = ID;
        GLOBAL_BARRIER();
        if (ID == 0)
            TELL(flag);
    } else if (TOLD(flag) && GROUP == 1) {
        out[ID] = a[ID]; // @read
    } else if (GROUP == 2) {
        event_t e = async_work_group_copy(a, t, 16, 0); // @copy
        wait_group_events(1, &e);
    }
}

// A fence of work-items that have nothing to tell takes nothing from the others.
// SILENT: empty_fence -g 32 -l 16 buf:i32:1 buf:i32:16 buf:i32:16
kernel void empty_fence(global atomic_int *flag, global int *a, global int *out)
{
    if (GROUP == 0) {
        a[ID] = ID;
        GLOBAL_BARRIER();
        if (ID == 0)
            TELL(flag);
        return;
    }
    bool told = ID != 0 || TOLD(flag);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    GLOBAL_BARRIER();
    if (told)
        out[ID] = a[ID];
}

// One work-item is told by one group, then another one by a second group, which a
// third one had told.
// SILENT: told_by_several -g 64 -l 16 buf:i32:3 buf:i32:3 buf:i32:2
kernel void told_by_several(global atomic_int *flag, global int *a, global int *out)
{
    if (ID > 1)
        return;
    if (GROUP == 3) {
        if (ID == 0 && TOLD(flag + 2))
            out[0] = a[2];
        if (ID == 1 && TOLD(flag + 1))
            out[1] = a[0] + a[1];
    } else if (ID == 0 && (GROUP != 1 || TOLD(flag))) {
        a[GROUP] = 1;
        TELL(flag + GROUP);
    }
}
