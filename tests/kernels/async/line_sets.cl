// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops that make several copies a turn, on one event or on several; loops in
// loops, unrolled ones, ones with a branch; lines out to memory, with gaps.
// SETS: clang14.O0.32 clang14.O0.64 clang14.O2.32 clang14.O2.64 clang22.O0.32 clang22.O0.64
// RUN: -g 128 -l 64 --dump 0 --dump 1 % buf:i32:1024=7 buf:i32:2048=7 buf:i32:1024=rand:520 buf:i32:1024=rand:521 u32:8 u32:40
// RUN: -g 128 -l 64 --dump 0 --dump 1 % buf:i32:1024=7 buf:i32:2048=7 buf:i32:1024=rand:522 buf:i32:1024=rand:523 u32:5 u32:16
// RUN: -g 96 -l 96 --dump 0 --dump 1 % buf:i32:1024=7 buf:i32:2048=7 buf:i32:1024=rand:524 buf:i32:1024=rand:525 u32:1 u32:33
// RUN: -g 600 -l 300 --dump 0 --dump 1 % buf:i32:1024=7 buf:i32:2048=7 buf:i32:1024=rand:526 buf:i32:1024=rand:527 u32:3 u32:17
#define W 12

static int sum_of(local const int *a, local const int *b)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (uint k = 0; k < 8 * W; k++)
        sum = sum * 31 + a[(k + get_local_id(0)) % (8 * W)] - b[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

static void clear(local int *a, local int *b)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = get_local_id(0); k < 8 * W; k += get_local_size(0))
        a[k] = b[k] = (int)k;
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void line_sets(global int *out, global int *lines, global const int *p,
                      global const int *q, uint rows, uint width)
{
    local int a[8 * W], b[8 * W];
    int x = 0;
    const event_t none = 0;
    event_t e, f;

    clear(a, b); // two copies a turn, one event
    e = none;
    for (uint r = 0; r < rows; r++) {
        e = async_work_group_copy(a + r * W, p + r * width, W, e);
        e = async_work_group_copy(b + r * W, q + 300 + r * (width + 3), W, e);
    }
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // the same, one of them backwards
    e = none;
    for (uint r = 0; r < rows; r++) {
        e = async_work_group_copy(a + r * W, p + r * width, W, e);
        e = async_work_group_copy(b + r * W, q + 300 - r * width, W, e);
    }
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // two events, that change places
    e = async_work_group_copy(a, p, 1, 0);
    f = async_work_group_copy(b, q, 1, 0);
    for (uint r = 0; r < rows; r++) {
        event_t old = e;
        e = async_work_group_copy(a + 1 + r * (W - 1), p + r * width, W - 1, f);
        f = async_work_group_copy(b + 1 + r * (W - 1), q + r * width, W - 1, old);
    }
    event_t both[2] = { e, f };
    wait_group_events(2, both);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // planes of lines
    e = none;
    for (uint z = 0; z < 2; z++)
        for (uint r = 0; r < rows / 2; r++)
            e = async_work_group_copy(a + (z * 4 + r) * W, p + z * 333 + r * width,
                                      W, e);
    e = async_work_group_copy(b, q, W, e);
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // unrolled by hand
    e = async_work_group_copy(a, p + 5, W, 0);
    e = async_work_group_copy(a + W, p + 5 + width, W, e);
    e = async_work_group_copy(a + 2 * W, p + 5 + 2 * width, W, e);
    e = async_work_group_copy(a + 3 * W, p + 5 + 3 * width, W, e);
    e = async_work_group_copy(a + 4 * W, p + 7 + 4 * width, W, e);
    e = async_work_group_copy(b, q + 5, W / 2, e);
    e = async_work_group_copy(b + W, q + 9, W, e);
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // strided ones, and lines of growing length
    e = none;
    for (uint r = 0; r < rows; r++)
        e = async_work_group_strided_copy(a + r * W, p + r * 3, W, 4, e);
    for (uint r = 0; r < rows; r++)
        e = async_work_group_copy(b + r * W, q + r * width, r + 1, e);
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // a branch that all take, in some turns
    e = async_work_group_copy(b, q, W, 0);
    for (uint r = 0; r < rows; r++) {
        if (r % 3 == width % 3)
            continue;
        e = async_work_group_copy(a + r * W, p + r * width, W, e);
        if (r == width % 7)
            break;
    }
    wait_group_events(1, &e);
    x = x * 17 + sum_of(a, b);

    clear(a, b); // an event for each line, and a sum of what was before
    event_t each[8];
    int seen = 0;
    for (uint r = 0; r < rows; r++) {
        each[r] = async_work_group_copy(a + r * W, q + r * width, W, 0);
        seen = seen * 3 + (int)r;
    }
    wait_group_events((int)rows, each);
    x = x * 17 + sum_of(a, b) + seen;

    // out, with gaps that stay as they are
    size_t at = get_group_id(0) * 700;
    e = none;
    for (uint r = 0; r < rows; r++)
        e = async_work_group_copy(lines + at + r * (width + W), a + r * W, W, e);
    wait_group_events(1, &e);
    out[get_global_id(0)] = x;
}
