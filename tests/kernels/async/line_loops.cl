// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops of copies, a line a turn, with counters of all kinds: up, down, by more
// than one, to an unequal end, of 8 to 64 bits, wrapping around in the middle.
// SETS: clang14.O0.32 clang14.O0.64 clang14.O2.32 clang14.O2.64 clang22.O0.32 clang22.O0.64
// RUN: -g 192 -l 64 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:510 u32:16 u32:200 u32:16 i32:3
// RUN: -g 192 -l 64 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:511 u32:16 u32:4294967280 u32:700 i32:5
// RUN: -g 200 -l 100 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:512 u32:7 u32:33 u32:5 i32:1
// RUN: -g 64 -l 16 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:513 u32:1 u32:64 u32:9 i32:2
// RUN: -g 300 -l 300 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:514 u32:2 u32:0 u32:50 i32:-1
// RUN: -g 192 -l 64 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:515 u32:0 u32:64 u32:9 i32:2
// RUN: -g 192 -l 64 --dump 0 % buf:u32:2048=7 buf:u8:4096=rand:516 u32:3 u32:2147483648 u32:11 i32:2
#define LINE 8

static uint sum_of(local const uchar *tile)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint k = 0; k < 16 * LINE; k++)
        sum = sum * 31 + tile[(k + get_local_id(0)) % (16 * LINE)];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

#define BEGIN                                                                  \
    for (uint k = get_local_id(0); k < 16 * LINE; k += get_local_size(0))      \
        tile[k] = 0;                                                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    e = none
#define END                                                                    \
    if (e_used)                                                                \
        wait_group_events(1, &e);                                              \
    x = x * 17 + sum_of(tile)

kernel void line_loops(global uint *out, global const uchar *in, uint rows,
                       uint width, uint first, int step)
{
    local uchar tile[16 * LINE];
    const event_t none = 0;
    event_t e;
    uint x = 0;
    bool e_used = rows > 0;

    BEGIN; // unsigned, from an index that may wrap in each turn
    for (uint r = 0; r < rows; r++)
        e = async_work_group_copy(tile + r * LINE, in + (first + r * width) % 4000,
                                  LINE, e);
    END;
    BEGIN; // the same, wrapping in 32 bits on its way to 64
    if (width == 0xFFFFFFF0u || width < 256)
        for (uint r = 0; r < rows; r++)
            e = async_work_group_copy(tile + r * LINE, in + (first + r * width),
                                      LINE, e);
    else
        e_used = false;
    END;
    e_used = rows > 0;
    BEGIN; // down to zero, signed
    for (int r = (int)rows - 1; r >= 0; --r)
        e = async_work_group_copy(tile + r * LINE, in + r * 3 + step * r + 90,
                                  LINE, e);
    END;
    BEGIN; // up, to an unequal end, from below zero
    for (int r = -(int)rows; r != 0; r++)
        e = async_work_group_copy(tile + (r + (int)rows) * LINE,
                                  in + 1000 + r * step, LINE, e);
    END;
    BEGIN; // by more than one
    for (uint r = 0; r + 2 < rows; r += 3)
        e = async_work_group_copy(tile + r * LINE, in + r * 40, LINE, e);
    e_used = rows > 2;
    END;
    BEGIN; // pointers, at the loop's end
    if (rows) {
        local uchar *to = tile;
        const global uchar *from = in + first;
        uint left = rows;
        do {
            e = async_work_group_copy(to, from, LINE / 2, e);
            to += LINE;
            from += 21;
        } while (--left);
    }
    e_used = rows > 0;
    END;
    BEGIN; // 64, 16 and 8 bits
    for (long r = 0; r <= (long)rows - 1; r++)
        e = async_work_group_copy(tile + r * LINE, in + r * 33, LINE, e);
    END;
    BEGIN;
    for (short r = (short)rows; r > 0; r--)
        e = async_work_group_copy(tile + (r - 1) * LINE, in + (short)(r * 100), LINE, e);
    END;
    BEGIN;
    for (uchar r = 0; r < rows; r++)
        e = async_work_group_copy(tile + r * LINE, in + (uchar)(r * 40), LINE, e);
    END;
    BEGIN; // one line again and again; and the same turn's copy twice as long
    for (uint r = 0; r < rows; r++)
        e = async_work_group_copy(tile + r * LINE, in + first, LINE, e);
    END;
    out[get_global_id(0)] = x;
}
