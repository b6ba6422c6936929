// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Copies and groups of all shapes, and operands that are not everybody's.
// FLAGS: -gline-tables-only -fno-discard-value-names -fdebug-compilation-dir=. -fdebug-prefix-map=../check=tests/check
// SETS: clang14.O0.64 clang14.O2.32 clang22.O2.64 clang22.O0.32
#include "async_kernel.h"

// SILENT: image_tile -g 32,16 -l 8,8 buf:u8:2048=seq buf:u8:2048
kernel void image_tile(global const uchar *in, global uchar *out)
{
    local uchar t[8 * 32];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * 32 + gx, 4, 8, 8, 32, 8, 0);
    int n = get_num_groups(0);
    wait_group_events(1, &e);
    int l = get_local_id(1) * 8 + get_local_id(0);
    out[(gy + get_local_id(1)) * 32 + gx + get_local_id(0) + 0 * n] = t[l * 4];
}
// FAULT: image_tile_oob -g 32,16 -l 8,8 buf:u8:1024=seq buf:u8:2048
// FIND: copy-out-of-bounds 2D2D@c
kernel void image_tile_oob(global const uchar *in, global uchar *out)
{
    local uchar t[8 * 32];
    int gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
    event_t e = async_work_group_copy_2D2D(t, 0, in, gy * 32 + gx, 4, 8, 8, 32, 8, 0); // @c
    wait_group_events(1, &e);
    int l = get_local_id(1) * 8 + get_local_id(0);
    out[(gy + get_local_id(1)) * 32 + gx + get_local_id(0)] = t[l * 4];
}
// SILENT: interleaved_channels -g 16 -l 16 buf:u8:64=seq buf:u8:64
kernel void interleaved_channels(global const uchar *in, global uchar *out)
{
    local uchar t[4][16];
    event_t e = 0;
    for (int c = 0; c < 4; c++)
        e = async_work_group_copy_2D2D(t[c], 0, in, c, 1, 1, 16, 4, 1, e);
    wait_group_events(1, &e);
    for (int c = 0; c < 4; c++)
        out[4 * ID + c] = t[3 - c][15 - ID];
}
// FAULT: interleaved_one_too_far -g 16 -l 16 buf:u8:64=seq buf:u8:64
// FIND: copy-out-of-bounds 2D2D@c in 64..64
kernel void interleaved_one_too_far(global const uchar *in, global uchar *out)
{
    local uchar t[4][16];
    event_t e = 0;
    for (int c = 1; c < 5; c++)
        e = async_work_group_copy_2D2D(t[c - 1], 0, in, c, 1, 1, 16, 4, 1, e); // @c
    wait_group_events(1, &e);
    for (int c = 0; c < 4; c++)
        out[4 * ID + c] = t[3 - c][15 - ID];
}
// SILENT: scatter_interleaved_in_flight -g 16 -l 16 buf:u8:64=seq buf:u8:64
kernel void scatter_interleaved_in_flight(global const uchar *in, global uchar *out)
{
    local uchar t[4][16];
    t[0][ID] = ID; t[1][ID] = ID + 16; t[2][ID] = 0; t[3][ID] = 9;
    LOCAL_BARRIER();
    event_t e[4];
    for (int c = 0; c < 4; c++)
        e[c] = async_work_group_copy_2D2D(out, c, t[c], 0, 1, 1, 16, 1, 4, 0);
    wait_group_events(4, e);
}
// FAULT: scatter_overlap -g 16 -l 16 buf:u8:68=seq buf:u8:68
// FIND: copy-race 2D2D@c & 2D2D@c out
kernel void scatter_overlap(global const uchar *in, global uchar *out)
{
    local uchar t[4][32];
    for (int c = 0; c < 4; c++)
        t[c][ID] = t[c][ID + 16] = ID;
    LOCAL_BARRIER();
    event_t e[4];
    for (int c = 0; c < 4; c++)
        e[c] = async_work_group_copy_2D2D(out, c, t[c], 0, 1, 2, 16, 2, 4, 0); // @c
    wait_group_events(4, e);
}
// SILENT: strided_column -g 16 -l 16 buf:f32:256=seq buf:f32:256
kernel void strided_column(global const float *in, global float *out)
{
    local float col[16];
    for (int c = 0; c < 16; c++) {
        event_t e = async_work_group_strided_copy(col, in + c, 16, 16, 0);
        wait_group_events(1, &e);
        float x = col[15 - ID];
        LOCAL_BARRIER();
        col[ID] = x;
        LOCAL_BARRIER();
        e = async_work_group_strided_copy(out + c, col, 16, 16, 0);
        wait_group_events(1, &e);
    }
}
// FAULT: strided_past_end -g 16 -l 16 buf:f32:255=seq buf:f32:256
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c in 1020..1023
kernel void strided_past_end(global const float *in, global float *out)
{
    local float col[16];
    event_t e = async_work_group_strided_copy(col, in + 15, 16, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = col[ID];
}
// FAULT: destination_is_argument_local -g 16 -l 16 buf:f32:64=seq buf:f32:64 local:60
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c t 60..63
kernel void destination_is_argument_local(global const float *in, global float *out, local float *t)
{
    event_t e = async_work_group_copy(t, in, get_local_size(0), 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: to_read_only_window -g 16 -l 16 buf:f32:16=seq buf:f32:8
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c out 32..63
kernel void to_read_only_window(global const float *in, global float *out)
{
    local float t[16];
    t[ID] = in[ID];
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(out, t, 16, 0); // @c
    wait_group_events(1, &e);
}
// FAULT: negative_source -g 16 -l 16 buf:f32:64=seq buf:f32:64 i32:-1
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c
kernel void negative_source(global const float *in, global float *out, int d)
{
    local float t[16];
    event_t e = async_work_group_copy(t, in + d, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: nonuniform_source -g 16 -l 16 buf:f32:64=seq buf:f32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Source
kernel void nonuniform_source(global const float *in, global float *out)
{
    local float t[16];
    event_t e = async_work_group_copy(t, in + ID, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: nonuniform_count -g 16 -l 16 buf:f32:64=seq buf:f32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Num_Elements
kernel void nonuniform_count(global const float *in, global float *out)
{
    local float t[32];
    event_t e = async_work_group_copy(t, in, ID + 1, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[0];
}
// FAULT: nonuniform_count_read -g 16 -l 16 buf:f32:64=seq buf:f32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Num_Elements
kernel void nonuniform_count_read(global const float *in, global float *out)
{
    local float t[32];
    event_t e = async_work_group_copy(t, in, ID + 1, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: nonuniform_each_own -g 16 -l 16 buf:f32:64=seq buf:f32:64
// FIND: non-uniform-operand OpGroupAsyncCopy@c operand=Destination
kernel void nonuniform_each_own(global const float *in, global float *out)
{
    local float t[16][4];
    event_t e = async_work_group_copy(t[ID], in + 4 * ID, 4, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID][0] + t[ID][3];
}
// FAULT: nonuniform_2d_lines -g 16 -l 16 buf:f32:256=seq buf:f32:64
// FIND: non-uniform-operand 2D2D@c operand=Num_Lines
kernel void nonuniform_2d_lines(global const float *in, global float *out)
{
    local float t[256];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 4, 1 + (ID & 3), 8, 4, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[(ID & 3) * 4];
}
// SILENT: uniform_computed -g 64 -l 16 buf:f32:256=seq buf:f32:64
kernel void uniform_computed(global const float *in, global float *out)
{
    local float t[16];
    size_t first = get_global_id(0) - get_local_id(0);
    int n = (ID * 0) + (int)get_local_size(0);
    event_t e = async_work_group_copy(t, in + first, n, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[15 - ID];
}
// SILENT: uniform_through_local -g 64 -l 16 buf:f32:256=seq buf:f32:64
kernel void uniform_through_local(global const float *in, global float *out)
{
    local float t[16];
    local int where;
    if (ID == 7)
        where = get_group_id(0) * 3;
    LOCAL_BARRIER();
    event_t e = async_work_group_copy(t, in + where, 16, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[15 - ID];
}
// SILENT: uniform_through_memory -g 64 -l 16 buf:f32:256=seq buf:f32:64 buf:i32:4=seq
kernel void uniform_through_memory(global const float *in, global float *out, global const int *where)
{
    local float t[16];
    event_t e = async_work_group_copy(t, in + where[get_group_id(0)], where[3] * 5 + 1, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[15 - ID];
}
// SILENT: zero_copies -g 16 -l 16 buf:f32:16=seq buf:f32:16 i32:0
kernel void zero_copies(global const float *in, global float *out, int n)
{
    local float t[16];
    t[ID] = 0;
    LOCAL_BARRIER();
    event_t e[3];
    e[0] = async_work_group_copy(t, in, n, 0);
    e[1] = async_work_group_copy_2D2D(t, 0, in, 0, 4, 4, n, 4, 4, 0);
    e[2] = async_work_group_copy_3D3D(t, 0, in, 0, 4, 1, 1, n, 1, 1, 1, 1, 0);
    out[ID] = t[ID];
    wait_group_events(3, e);
}
// SILENT: zero_beyond_end -g 16 -l 16 buf:f32:16=seq buf:f32:16 i32:0
kernel void zero_beyond_end(global const float *in, global float *out, int n)
{
    local float t[16];
    event_t e = async_work_group_copy(t, in + 16, n, 0);
    wait_group_events(1, &e);
    t[ID] = in[ID];
    LOCAL_BARRIER();
    out[ID] = t[15 - ID];
}
// FAULT: zero_missing_wait -g 16 -l 16 buf:f32:16=seq buf:f32:16
// FIND: missing-wait 2D2D@c
kernel void zero_missing_wait(global const float *in, global float *out)
{
    local float t[16];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 4, 2, 4, 4, 0); // @c
    out[ID] = in[ID];
}
// FAULT: line_in_bytes -g 16 -l 16 buf:f32:256=seq buf:f32:256
// FIND: copy-out-of-bounds 2D2D@c
kernel void line_in_bytes(global const float *in, global float *out)
{
    local float t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 8, 8, 16 * sizeof(float), 8, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: element_bytes_wrong -g 16 -l 16 buf:f32:256=seq buf:f32:256
// FIND: uninitialized OpStore@w out
kernel void element_bytes_wrong(global const float *in, global float *out)
{
    local float t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 1, 8, 8, 16, 8, 0);
    wait_group_events(1, &e);
    out[ID] = t[ID + 16]; // @w
}
// FAULT: swapped_lengths -g 16 -l 16 buf:f32:256=seq buf:f32:256
// FIND: line-overlap 2D2D@c operand=Source_Line_Length
// FIND: copy-out-of-bounds 2D2D@c t
kernel void swapped_lengths(global const float *in, global float *out)
{
    local float t[64];
    event_t e = async_work_group_copy_2D2D(t, 0, in, 0, 4, 8, 8, 4, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: plane_area_is_line -g 16 -l 16 buf:f32:256=seq buf:f32:256
// FIND: plane-overlap 3D3D@c operand=Destination_Plane_Area
kernel void plane_area_is_line(global const float *in, global float *out)
{
    local float t[64];
    event_t e = async_work_group_copy_3D3D(t, 0, in, 0, 4, 4, 4, 4, 4, 16, 4, 4, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// FAULT: misaligned_double_source -g 16 -l 16 buf:i32:256=seq buf:i32:256 i32:1
// FIND: misaligned OpGroupAsyncCopy@c
kernel void misaligned_double_source(global const int *in, global int *out, int off)
{
    local long t[16];
    event_t e = async_work_group_copy(t, (global const long *)(in + off), 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = (int)t[ID];
}
// SILENT: char_any_alignment -g 16 -l 16 buf:u8:256=seq buf:u8:256
kernel void char_any_alignment(global const uchar *in, global uchar *out)
{
    local uchar t[37];
    event_t e = async_work_group_copy(t + 3, in + 1, 31, 0);
    wait_group_events(1, &e);
    out[ID] = t[ID + 3];
}
// FAULT: overlapping_groups_in_place -g 64 -l 16 buf:f32:66=seq
// FIND: group-race * & * d
kernel void overlapping_groups_in_place(global float *d)
{
    local float t[18];
    event_t e = async_work_group_copy(t, d + get_group_id(0) * 16, 18, 0); // @l
    wait_group_events(1, &e);
    d[get_global_id(0) + 1] = t[ID] + t[ID + 2]; // @w
}
// SILENT: groups_share_sources -g 64 -l 16 buf:f32:66=seq buf:f32:64
kernel void groups_share_sources(global const float *in, global float *out)
{
    local float t[18];
    event_t e = async_work_group_copy(t, in + get_group_id(0) * 16, 18, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = t[ID] + t[ID + 2];
}
// FAULT: same_buffer_two_arguments -g 16 -l 16 buf:f32:32=seq buf:f32:16
// FIND: out-of-bounds OpStore@w out 64..67
kernel void same_buffer_two_arguments(global const float *in, global float *out)
{
    out[ID + 1] = in[ID]; // @w
}
// FAULT: private_oob -g 16 -l 16 buf:i32:16 i32:4
// FIND: out-of-bounds *
// ONLY: O0
kernel void private_oob(global int *out, int n)
{
    int a[4] = { 1, 2, 3, 4 };
    int s = 0;
    for (int k = 0; k <= n; k++)
        s += a[k];
    out[ID] = s;
}
// FAULT: local_oob_row -g 4,4 -l 4,4 buf:i32:16
// FIND: out-of-bounds OpStore@w t: item (0,3,0) of group (0,0,0), bytes 64 to 67, of 64 bytes, 1 item of 1 group
kernel void local_oob_row(global int *out)
{
    local int t[4][4];
    int x = get_local_id(0), y = get_local_id(1);
    t[y + 1][x] = x; // @w
    LOCAL_BARRIER();
    out[y * 4 + x] = t[y][x];
}
// FAULT: null_arg -g 16 -l 16 buf:i32:16 null
// FIND: out-of-bounds OpLoad@r
kernel void null_arg(global int *out, global const int *in)
{
    out[ID] = in[ID]; // @r
}
// FAULT: null_async -g 16 -l 16 buf:i32:16 null
// FIND: copy-out-of-bounds OpGroupAsyncCopy@c
kernel void null_async(global int *out, global const int *in)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0); // @c
    wait_group_events(1, &e);
    out[ID] = t[ID];
}
// SILENT: null_tested -g 16 -l 16 buf:i32:16 null
kernel void null_tested(global int *out, global const int *in)
{
    out[ID] = in ? in[ID] : 3;
}
void helper_copy(local int *t, global const int *in, int n)
{
    event_t e = async_work_group_copy(t, in, n, 0); // @c
    wait_group_events(1, &e);
}
// SILENT: helper_ok -g 16 -l 16 buf:i32:64=seq buf:i32:16
kernel void helper_ok(global const int *in, global int *out)
{
    local int a[16], b[16];
    helper_copy(a, in, 16);
    helper_copy(b, in + 16, 16);
    out[ID] = a[15 - ID] + b[ID];
}
// FAULT: helper_divergent -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: divergent-copy OpGroupAsyncCopy
kernel void helper_divergent(global const int *in, global int *out)
{
    local int a[16], b[16];
    helper_copy(a, in, 16);
    if (in[ID] < 8)
        helper_copy(b, in + 16, 16);
    LOCAL_BARRIER();
    out[ID] = a[15 - ID] + b[0];
}
// FAULT: helper_reused_tile -g 16 -l 16 buf:i32:64=seq buf:i32:16
// FIND: unsynchronized-destination OpGroupAsyncCopy a
kernel void helper_reused_tile(global const int *in, global int *out)
{
    local int a[16];
    helper_copy(a, in, 16);
    int s = a[15 - ID];
    helper_copy(a, in + 16, 16);
    out[ID] = s + a[ID];
}
// FAULT: divide_by_local_size -g 16 -l 16 buf:i32:16=seq
// FIND: arithmetic OpSRem|OpSMod|OpUMod@m
kernel void divide_by_local_size(global int *d)
{
    d[ID] = 77 % d[ID]; // @m
}
// FAULT: float_too_big -g 16 -l 16 buf:f32:16=seq buf:i32:16
// FIND: arithmetic OpConvertFToS@m
kernel void float_too_big(global const float *in, global int *out)
{
    out[ID] = (int)(in[ID] * 1e9f); // @m
}
// SILENT: float_sat -g 16 -l 16 buf:f32:16=seq buf:i32:16
kernel void float_sat(global const float *in, global int *out)
{
    out[ID] = convert_int_sat(in[ID] * 1e9f);
}
// SILENT: shifts_masked -g 16 -l 16 buf:i32:16=seq
kernel void shifts_masked(global int *d)
{
    d[ID] = (1 << (d[ID] * 9)) + (d[ID] >> 40);
}
// SILENT: barrier_before_reuse_2 -g 16 -l 16 buf:i32:64=seq buf:i32:64
kernel void barrier_before_reuse_2(global const int *in, global int *out)
{
    local int t[16];
    for (int k = 0; k < 4; k++) {
        event_t e = async_work_group_copy(t, in + 16 * k, 16, 0);
        wait_group_events(1, &e);
        t[ID] += k;
        LOCAL_BARRIER();
        e = async_work_group_copy(out + 16 * k, t, 16, 0);
        wait_group_events(1, &e);
    }
}
// FAULT: own_element_then_copy_out -g 16 -l 16 buf:i32:64=seq buf:i32:64
// FIND: unsynchronized-source OpGroupAsyncCopy@c t 0..63
kernel void own_element_then_copy_out(global const int *in, global int *out)
{
    local int t[16];
    event_t e = async_work_group_copy(t, in, 16, 0);
    wait_group_events(1, &e);
    t[ID] += 1;
    e = async_work_group_copy(out, t, 16, 0); // @c
    wait_group_events(1, &e);
}
// FAULT: single_writer_copy_out -g 16 -l 16 buf:i32:64=seq buf:i32:64
// FIND: unsynchronized-source OpGroupAsyncCopy@c t 0..63
kernel void single_writer_copy_out(global const int *in, global int *out)
{
    local int t[16];
    if (ID == 0)
        for (int k = 0; k < 16; k++)
            t[k] = k;
    event_t e = async_work_group_copy(out, t, 16, 0); // @c
    wait_group_events(1, &e);
}
// SILENT: one_item_groups -g 4 -l 1 buf:i32:64=seq buf:i32:64
kernel void one_item_groups(global const int *in, global int *out)
{
    local int t[16];
    for (int k = 0; k < 16; k++)
        t[k] = k;
    event_t e = async_work_group_copy(out + 16 * get_group_id(0), t, 16, 0);
    wait_group_events(1, &e);
}
