// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Accesses below the alignment that they need.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64
#include "async_kernel.h"

// FAULT: odd_load -g 4 -l 4 buf:i32:4 buf:i8:32=seq i32:1
// FIND: misaligned OpLoad@read in 1..4: item (0,0,0) of group (0,0,0), bytes 1 to 4 of argument 1, multiple of 4, 4 items of 1 group
kernel void odd_load(global int *out, global const char *in, int d)
{
    out[ID] = *(global const int *)(in + 4 * ID + d); // @read
}

// FAULT: odd_store -g 4 -l 4 buf:i8:40 i32:2
// FIND: misaligned OpStore@write out 2..9: item (0,0,0) of group (0,0,0), bytes 2 to 9 of argument 0, multiple of 8, 4 items of 1 group
kernel void odd_store(global char *out, int d)
{
    *(global long *)(out + 8 * ID + d) = ID; // @write
}

// An int4 needs 16 bytes of alignment; work-item 3 alone breaks it.
// FAULT: vector -g 4 -l 4 buf:i32:4 buf:i32:64=seq
// FIND: misaligned OpLoad@read|sum in in 56..71
kernel void vector(global int *out, global const int *in)
{
    global const int4 *p = (global const int4 *)(in + 4 * ID + (ID == 3 ? 2 : 0));
    int4 v = *p; // @read
    out[ID] = v.x + v.y + v.z + v.w; // @sum
}

// FAULT: local_words -g 4 -l 4 buf:i32:4 i32:6
// FIND: misaligned OpStore@write words 6..9: item (0,0,0) of group (0,0,0), bytes 6 to 9, multiple of 4, 1 item of 1 group
kernel void local_words(global int *out, int at)
{
    local int words[8];
    local char *bytes = (local char *)words;
    words[ID] = words[ID + 4] = 0;
    LOCAL_BARRIER();
    if (ID == 0)
        *(local int *)(bytes + at) = 3; // @write
    LOCAL_BARRIER();
    out[ID] = words[ID];
}

// FAULT: atomic -g 4 -l 4 buf:i32:4 i32:3
// FIND: misaligned OpAtomicIAdd@add out 3..6: item (0,0,0) of group (0,0,0), bytes 3 to 6 of argument 0, multiple of 4, 4 items of 1 group
kernel void atomic(global int *out, int at)
{
    atomic_add((global int *)((global char *)out + at), 1); // @add
}

// -- near misses ----------------------------------------------------------------

// vload4 needs the alignment of the element only.
// SILENT: vload -g 4 -l 4 buf:i32:4 buf:i32:64=seq i32:1
kernel void vload(global int *out, global const int *in, int d)
{
    int4 v = vload4(ID, in + d);
    out[ID] = v.x + v.y + v.z + v.w;
}

// A packed structure says that its members lie anywhere.
struct __attribute__((packed)) record {
    char tag;
    int value;
};
// SILENT: packed -g 4 -l 4 buf:i32:4 buf:i8:20=seq
kernel void packed(global int *out, global const struct record *in)
{
    out[ID] = in[ID].value + in[ID].tag;
}

// SILENT: bytes -g 4 -l 4 buf:i32:4 buf:i8:32=seq i32:3
kernel void bytes(global int *out, global const char *in, int d)
{
    out[ID] = in[d + ID] + in[d + ID + 1];
}

// Every other one would be misaligned, and is masked.
// SILENT: masked -g 4 -l 4 buf:i32:4 buf:i8:32=seq
kernel void masked(global int *out, global const char *in)
{
    int x = 0;
    if ((ID & 1) == 0)
        x = *(global const int *)(in + 2 * ID);
    out[ID] = x;
}

// SILENT: memory_copy -g 4 -l 4 buf:i32:4 buf:i8:32=seq i32:5
kernel void memory_copy(global int *out, global const char *in, int d)
{
    int x;
    __builtin_memcpy(&x, in + d + ID, 4);
    out[ID] = x;
}

// A copy's elements are ints, and so is its source's alignment.
// FAULT: copied -g 16 -l 16 buf:i8:256=seq i32:2
// FIND: misaligned OpGroupAsyncCopy@copy in 2..5 operand=Source
// SILENT: copied -g 16 -l 16 buf:i8:256=seq i32:4
kernel void copied(global char *in, int from)
{
    local int tile[16];
    event_t e =
        async_work_group_copy(tile, (global int *)(in + from), 16, 0); // @copy
    wait_group_events(1, &e);
    int x = tile[15 - ID];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (x == 99)
        in[ID] = 1;
}

// Bytes may start anywhere, and so may what 2D copies take for elements.
// SILENT: copied_bytes -g 16 -l 16 buf:i8:256=seq i32:3
kernel void copied_bytes(global char *in, int from)
{
    local char tile[64], lines[64];
    event_t e = async_work_group_copy(tile + 1, in + from, 16, 0);
    e = async_work_group_copy_2D2D(lines, 0, in + from, 0, 4, 4, 4, 8, 4, e);
    wait_group_events(1, &e);
    int x = tile[16 - ID] + lines[ID];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (x == 99)
        in[ID] = 1;
}
