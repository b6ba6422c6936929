// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies at the edges of what there is: of buffers, of groups, of numbers.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

#define COPY_3D3D async_work_group_copy_3D3D
#define COPY_2D2D async_work_group_copy_2D2D

// Lines without end in one place; 32 bits have room for 2^31 of them.
// FAULT: one_place -g 16 -l 16 buf:u8:64=seq buf:u8:64 u32:2147483647 u32:1000
// FIND: copy-out-of-bounds 3D3D@c arg0 1000..1000: group (0,0,0), byte 1000 of argument 0, plane 1, line 0, element 0, of 64 bytes, 1 group
// FIND: line-overlap 3D3D@c operand=Source_Line_Length: group (0,0,0), 0 less than 1, 1 group
kernel void one_place(global const uchar *in, global uchar *out, uint lines,
                      uint area)
{
    local uchar t[64];
    event_t e = COPY_3D3D(t, 0, in, 0, 1, 1, lines, 2, 0, area, 0, 1, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// FAULT: one_place_inside -g 16 -l 16 buf:u8:64=seq buf:u8:64 u32:2147483647
// FIND: line-overlap 3D3D@c operand=Source_Line_Length
kernel void one_place_inside(global const uchar *in, global uchar *out, uint lines)
{
    local uchar t[64];
    event_t e = COPY_3D3D(t, 0, in, 0, 1, 1, lines, 1, 0, 0, 0, 0, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// FAULT: far_plane -g 16 -l 16 buf:u8:64=seq buf:u8:64 u32:1073741824
// FIND: copy-out-of-bounds 3D3D@c arg0 64..64: group (0,0,0), byte 64 of argument 0, plane 55, line 9, element 0, of 64 bytes, 1 group
// FIND: plane-overlap 3D3D@c operand=Source_Plane_Area: group (0,0,0), 1 less than 10 x 1, 1 group
kernel void far_plane(global const uchar *in, global uchar *out, uint planes)
{
    local uchar t[64];
    event_t e = COPY_3D3D(t, 0, in, 0, 1, 1, 10, planes, 1, 1, 1, 1, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// FAULT: million_of_millions -g 16 -l 16 buf:u8:4194304 buf:u8:64 u32:2097152 local:4194304
// FIND: line-overlap 2D2D@c operand=Source_Line_Length: group (0,0,0), 1 less than 2097152, 1 group
kernel void million_of_millions(global const uchar *in, global uchar *out, uint n,
                                local uchar *t)
{
    event_t e = COPY_2D2D(t, 0, in, 0, 1, n, n, 1, 1, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// FAULT: backwards_3d -g 16 -l 16 buf:i32:256=seq buf:i32:64 i32:-16
// FIND: copy-address-overflow 3D3D@c
// FIND: plane-overlap 3D3D@c operand=Source_Plane_Area
kernel void backwards_3d(global const int *in, global int *out, int pitch)
{
    local int t[64];
    event_t e = COPY_3D3D(t, 0, in, 128, 4, 4, 4, 2, (size_t)(long)pitch, 64, 4, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// FAULT: backwards_planes -g 16 -l 16 buf:i32:256=seq buf:i32:64 i32:-64
// FIND: copy-address-overflow 3D3D@c
kernel void backwards_planes(global const int *in, global int *out, int area)
{
    local int t[64];
    event_t e = COPY_3D3D(t, 0, in, 128, 4, 4, 4, 2, 4, (size_t)(long)area, 4, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// One plane has no next one: its area must be large enough, not inside.
// SILENT: one_plane_any_area -g 16 -l 16 buf:i32:256=seq buf:i32:64 i32:-64
kernel void one_plane_any_area(global const int *in, global int *out, int area)
{
    local int t[64];
    event_t e = COPY_3D3D(t, 0, in, 128, 4, 4, 4, 1, 4, (size_t)(long)area, 4, 16, 0);
    wait_group_events(1, &e);
    out[ID] = t[15 - ID];
}

// FAULT: area_of_the_other_side -g 16 -l 16 buf:i32:256=seq buf:i32:64
// FIND: plane-overlap 3D3D@c operand=Destination_Plane_Area: group (0,0,0), 8 less than 2 x 8, 1 group
kernel void area_of_the_other_side(global const int *in, global int *out)
{
    local int t[64];
    event_t e = COPY_3D3D(t, 0, in, 0, 4, 4, 2, 4, 4, 8, 8, 8, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: nothing_in_one_factor -g 64 -l 16 buf:i32:16=seq buf:i32:64
kernel void nothing_in_one_factor(global const int *in, global int *out)
{
    local int t[16];
    size_t g = get_group_id(0);
    event_t e = COPY_3D3D(t, 100 * g, in, 1000 * g, 4, g == 1 ? 0 : 4, g == 2 ? 0 : 2,
                          g == 3 ? 0 : 2, g ? 1 : 4, g ? 0 : 8, g ? 2 : 4, g ? 0 : 8, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = g ? 0 : t[15 - ID];
}

// FAULT: nothing_by_item -g 16 -l 16 buf:i32:16=seq buf:i32:64
// FIND: non-uniform-operand 2D2D@c operand=Num_Lines
kernel void nothing_by_item(global const int *in, global int *out)
{
    local int t[16];
    event_t e = COPY_2D2D(t, 0, in, 0, 4, 4, ID < 8 ? 0 : 4, 4, 4, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// SILENT: touching_tiles -g 64 -l 16 buf:i32:64=seq buf:i32:64
// ONLY: clang14
kernel void touching_tiles(global const int *in, global int *out)
{
    local int t[16];
    size_t first = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t, in + first, 16, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = COPY_2D2D(out, first, t, 0, 4, 4, 4, 4, 4, 0);
    wait_group_events(1, &e);
}

// FAULT: touching_by_one -g 64 -l 16 buf:i32:65=seq buf:i32:65
// FIND: group-race 2D2D@c & 2D2D@c arg1 in 64..259
// ONLY: clang14
kernel void touching_by_one(global const int *in, global int *out)
{
    local int t[17];
    size_t first = get_group_id(0) * 16;
    event_t e = async_work_group_copy(t, in + first, 17, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = COPY_2D2D(out, first, t, 0, 4, 17, 1, 17, 17, 0); // @c
    wait_group_events(1, &e);
}

// Columns of tiles, whose lines lie between each other's.
// SILENT: columns_of_tiles -g 64,4 -l 16,4 buf:u16:256=seq buf:u16:256
kernel void columns_of_tiles(global const ushort *in, global ushort *out)
{
    local ushort t[64];
    size_t first = get_group_id(0) * 16;
    event_t e = COPY_2D2D(t, 0, in, first, 2, 16, 4, 64, 16, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = COPY_2D2D(out, first, t, 0, 2, 16, 4, 16, 64, 0);
    wait_group_events(1, &e);
}

// FAULT: columns_too_wide -g 64,4 -l 16,4 buf:u16:272=seq buf:u16:272
// FIND: group-race 2D2D@c & 2D2D@c arg1
kernel void columns_too_wide(global const ushort *in, global ushort *out)
{
    local ushort t[4 * 17];
    size_t first = get_group_id(0) * 16;
    event_t e = COPY_2D2D(t, 0, in, first, 2, 17, 4, 64, 17, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = COPY_2D2D(out, first, t, 0, 2, 17, 4, 17, 64, 0); // @c
    wait_group_events(1, &e);
}

// FAULT: last_element_of_type -g 16 -l 16 buf:u8:1023=seq buf:i32:16
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c arg0 1023..1023
kernel void last_element_of_type(global const int4 *in, global int *out)
{
    local int4 t[16];
    event_t e = async_work_group_copy(t, in + 48, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// A vector of three has the place of four.
// SILENT: threes -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FAULT: threes -g 16 -l 16 buf:i32:63=seq buf:i32:16
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c arg0
kernel void threes(global const int3 *in, global int *out)
{
    local int3 t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[15 - ID].z;
}

// SILENT: strided_last -g 16 -l 16 buf:i32:46=seq buf:i32:16
// FAULT: strided_last -g 16 -l 16 buf:i32:45=seq buf:i32:16
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c arg0 180..183
kernel void strided_last(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_strided_copy(t, in, 16, 3, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[15 - ID];
}

// FAULT: strided_negative -g 16 -l 16 buf:i32:64=seq buf:i32:16 i32:-1
// FIND: copy-address-overflow OpGroupAsyncCopy@c
kernel void strided_negative(global const int *in, global int *out, int stride)
{
    local int t[16];
    event_t e = async_work_group_strided_copy(t, in + 32, 16, (size_t)(long)stride, 0); // @c
    wait_group_events(1, &e);
    out[ID] = ID;
}

// SILENT: one_of_any_stride -g 16 -l 16 buf:i32:64=seq buf:i32:16 i32:-1
kernel void one_of_any_stride(global const int *in, global int *out, int stride)
{
    local int t[16];
    event_t e = async_work_group_strided_copy(t, in + 63, 1, (size_t)(long)stride, 0);
    wait_group_events(1, &e);
    out[ID] = t[0];
}

// FAULT: count_of_bytes -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c t 64..255
kernel void count_of_bytes(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, sizeof t, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}

// SILENT: inside_one_buffer -g 32 -l 16 buf:i32:96=seq
kernel void inside_one_buffer(global int *data)
{
    local int t[16];
    size_t first = get_group_id(0) * 48;
    event_t e = async_work_group_strided_copy(t, data + first, 16, 3, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = async_work_group_strided_copy(data + first + 1, t, 16, 3, 0);
    wait_group_events(1, &e);
    data[first + 3 * ID + 2] = t[ID];
}

// FAULT: inside_one_buffer_early -g 32 -l 16 buf:i32:96=seq
// FIND: write-in-flight OpStore@s & OpGroupAsyncCopy@c arg0 in 4..379
kernel void inside_one_buffer_early(global int *data)
{
    local int t[16];
    size_t first = get_group_id(0) * 48;
    event_t e = async_work_group_strided_copy(t, data + first, 16, 3, 0);
    wait_group_events(1, &e);
    LOCAL_BARRIER();
    e = async_work_group_strided_copy(data + first + 1, t, 16, 3, 0); // @c
    data[first + 3 * ID + 1] = t[ID]; // @s
    wait_group_events(1, &e);
}
