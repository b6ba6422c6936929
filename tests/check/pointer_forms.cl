// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Accesses through pointers of all kinds: generic, chosen, stored, of structures.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

#define NOINLINE __attribute__((noinline))

NOINLINE int read_any(int *p, int at)
{
    return p[at];
}
NOINLINE void write_any(int *p, int at, int value)
{
    p[at] = value; // @write
}

// SILENT: generic_three -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void generic_three(global int *in, global int *out)
{
    local int t[16];
    int own[4];
    write_any(own, ID % 4, 1);
    write_any(t, ID, read_any(in, ID) + own[ID % 4]);
    LOCAL_BARRIER();
    write_any(out, ID, read_any(t, 15 - ID));
}

// FAULT: generic_no_barrier -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: data-race * & *@write t in 0..63
kernel void generic_no_barrier(global int *in, global int *out)
{
    local int t[16];
    write_any(t, ID, in[ID]);
    write_any(out, ID, read_any(t, 15 - ID));
}

// FAULT: generic_past_local -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: out-of-bounds OpStore@write t 64..67
kernel void generic_past_local(global int *in, global int *out)
{
    local int t[16];
    write_any(t, ID + 1, in[ID]);
    out[ID] = ID;
}

// FAULT: generic_past_own -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: out-of-bounds OpLoad
// ONLY: clang14.O0
kernel void generic_past_own(global int *in, global int *out)
{
    int own[4] = { 1, 2, 3, 4 };
    out[ID] = read_any(own, ID > 3 ? ID : 0);
}

// FAULT: generic_in_flight -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: read-in-flight OpLoad & OpGroupAsyncCopy@c t in 0..63
kernel void generic_in_flight(global int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    int s = read_any(t, ID);
    wait_group_events(1, &e);
    out[ID] = s;
}

// FAULT: generic_source_written -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: write-in-flight OpStore@write & OpGroupAsyncCopy@c arg0 in 0..63
kernel void generic_source_written(global int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    write_any(in, ID, 4);
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: chosen_pointer -g 32 -l 16 buf:i32:16=seq buf:i32:32
// ONLY: clang14
kernel void chosen_pointer(global int *in, global int *out)
{
    local int t[16], u[16];
    local int *p = get_group_id(0) ? t : u, *q = get_group_id(0) ? u : t;
    event_t e = async_work_group_copy(p, in, 16, 0);
    q[ID] = ID;
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[get_global_id(0)] = p[15 - ID] + q[15 - ID];
}

// FAULT: chosen_pointer_one_group -g 32 -l 16 buf:i32:16=seq buf:i32:32
// FIND: write-in-flight OpStore@s & OpGroupAsyncCopy@c t in 0..63
// ONLY: clang14
kernel void chosen_pointer_one_group(global int *in, global int *out)
{
    local int t[16], u[16];
    local int *p = get_group_id(0) ? t : u;
    event_t e = async_work_group_copy(p, in, 16, 0); // @c
    t[ID] = ID; // @s
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[get_global_id(0)] = t[15 - ID];
}

typedef struct tile {
    int pad;
    int at[16];
    int behind;
} tile;

// SILENT: copy_to_member -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void copy_to_member(global int *in, global int *out)
{
    local tile t;
    event_t e = async_work_group_copy(t.at, in, 16, 0);
    if (ID == 0) {
        t.pad = 1;
        t.behind = 2;
    }
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[ID] = t.at[15 - ID] + t.pad + t.behind;
}

// FAULT: copy_to_member_behind -g 16 -l 16 buf:i32:32=seq buf:i32:16
// FIND: write-in-flight OpStore@s & OpGroupAsyncCopy@c t 68..71
kernel void copy_to_member_behind(global int *in, global int *out)
{
    local tile t;
    event_t e = async_work_group_copy(t.at, in, 17, 0); // @c
    if (ID == 0)
        t.behind = 2; // @s
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    out[ID] = t.at[15 - ID] + t.behind;
}

// FAULT: copy_past_structure -g 16 -l 16 buf:i32:32=seq buf:i32:16
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c t 72..75
kernel void copy_past_structure(global int *in, global int *out)
{
    local tile t;
    event_t e = async_work_group_copy(t.at, in, 18, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t.at[15 - ID] + t.behind;
}

// A byte at a time of what others take whole.
// FAULT: bytes_of_words -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: data-race *@r & *@s t in 0..63
kernel void bytes_of_words(global int *in, global int *out)
{
    local int t[16];
    local uchar *b = (local uchar *)t;
    t[ID] = 0;
    LOCAL_BARRIER();
    b[(ID * 4 + 4) % 64 + 3] = ID; // @s
    out[ID] = t[ID]; // @r
}

// SILENT: bytes_of_own_words -g 16 -l 16 buf:i32:16=seq buf:i32:16
kernel void bytes_of_own_words(global int *in, global int *out)
{
    local int t[16];
    local uchar *b = (local uchar *)t;
    t[ID] = 0;
    b[ID * 4 + 3] = ID;
    out[ID] = t[ID];
}

// FAULT: bytes_odd -g 16 -l 16 buf:u8:64=seq buf:i32:16
// FIND: misaligned OpLoad@r arg0 in 1..7
kernel void bytes_odd(global const uchar *in, global int *out)
{
    out[ID] = *(global const int *)(in + 3 * (ID + 1)); // @r
}

// SILENT: bytes_by_vload -g 16 -l 16 buf:u8:67=seq buf:i32:16
kernel void bytes_by_vload(global const uchar *in, global int *out)
{
    out[ID] = as_int(vload4(0, in + 3 * (ID + 1)));
}

// FAULT: through_null -g 16 -l 16 null buf:i32:16
// FIND: out-of-bounds OpLoad@r
kernel void through_null(global const int *in, global int *out)
{
    out[ID] = in[ID]; // @r
}

// SILENT: null_is_tested -g 16 -l 16 null buf:i32:16
kernel void null_is_tested(global const int *in, global int *out)
{
    out[ID] = in ? in[ID] : 1;
}

// FAULT: far_negative -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: out-of-bounds OpLoad@r
kernel void far_negative(global const int *in, global int *out)
{
    out[ID] = in[ID - 1]; // @r
}

typedef struct node {
    int value, next;
} node;

// SILENT: list_walk -g 16 -l 16 buf:i32:32=1 buf:i32:16
// FAULT: list_walk -g 16 -l 16 buf:i32:32=seq buf:i32:16
// FIND: out-of-bounds OpLoad@v arg0
kernel void list_walk(global const node *list, global int *out)
{
    int s = 0;
    for (int at = ID, k = 0; k < 6; k++) {
        s += list[at].value; // @v
        at = list[at].next; // @v
    }
    out[ID] = s;
}

// FAULT: half_initialized_structure -g 16 -l 16 buf:i32:16
// FIND: uninitialized *@o
kernel void half_initialized_structure(global int *out)
{
    local tile t[16];
    t[ID].pad = 1;
    t[ID].at[3] = 2;
    out[ID] = t[ID].pad + t[ID].at[3] + t[ID].at[4]; // @o
}

// SILENT: structure_by_parts -g 16 -l 16 buf:i32:16
kernel void structure_by_parts(global int *out)
{
    tile t;
    for (int k = 0; k < 16; k++)
        t.at[k] = k + ID;
    int s = 0;
    for (int k = 0; k < 16; k++)
        s += t.at[k];
    out[ID] = s;
}

// FAULT: index_from_unwritten -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized *@r
kernel void index_from_unwritten(global const int *in, global int *out)
{
    local int at[32];
    at[ID] = ID;
    LOCAL_BARRIER();
    out[ID] = in[at[ID + 8] & 15]; // @r
}

// FAULT: copy_length_unwritten -g 16 -l 16 buf:i32:16=seq buf:i32:16
// FIND: uninitialized *@c
// ONLY: O0
kernel void copy_length_unwritten(global const int *in, global int *out)
{
    local int t[16], n[2];
    if (ID == 0)
        n[0] = 4;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(t, in, n[1] & 15, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}
