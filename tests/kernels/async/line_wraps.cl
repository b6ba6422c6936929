// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Loops of copies, a line a turn, of which indices of 8 and 16 bits wrap around:
// between the first two turns, in the middle, where the next line could lie as
// well; ends that are jumped over; loops that go on where the last one ended.
// SETS: clang14.O0.32 clang14.O0.64 clang14.O2.32 clang14.O2.64 clang22.O0.32 clang22.O0.64
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:520 u32:250 u32:10 u32:99
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:521 u32:0 u32:16 u32:48
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:522 u32:5 u32:249 u32:6
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:523 u32:120 u32:7 u32:1
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:524 u32:252 u32:1 u32:251
// RUN: -g 64 -l 64 --dump 0 % buf:u32:64=7 buf:u8:131072=rand:525 u32:130 u32:128 u32:2
#define LINE 8
#define MOST 60
#define ROOM 256 // lines

static uint sum_of(local const uchar *tile)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint k = 0; k < ROOM * LINE; k++)
        sum = sum * 31 + tile[(k + get_local_id(0)) % (ROOM * LINE)];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

#define COPY(LINES, FROM)                                                      \
    e = async_work_group_copy(tile + (LINES) * LINE, in + (FROM), (size_t)LINE, e)
#define BEGIN                                                                  \
    for (uint k = get_local_id(0); k < ROOM * LINE; k += get_local_size(0))    \
        tile[k] = 0;                                                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                              \
    e = none
#define END                                                                    \
    wait_group_events(1, &e);                                                  \
    x = x * 17 + sum_of(tile)

kernel void line_wraps(global uint *out, global const uchar *in, uint first,
                       uint step, uint end)
{
    local uchar tile[ROOM * LINE];
    const event_t none = 0;
    event_t e = none;
    uint x = 0;

    BEGIN;
    uchar v = first;
    for (uint t = 0; t < MOST; t++) {
        COPY(t, t * 1000 + v * 2);
        v += step;
    }
    END;
    x += v;
    BEGIN;
    v = first;
    for (uint t = 0; t < MOST; t++) {
        COPY(t, v * 20);
        v += step;
    }
    END;
    BEGIN;
    for (uint t = 0; t < MOST; t++) {
        uchar y = t * step + first;
        COPY(t, t * 1000 + y * 2);
    }
    END;
    BEGIN;
    char c = first;
    for (uint t = 0; t < MOST; t++) {
        COPY(t, t * 900 + 512 + c * 4);
        c += step;
    }
    END;
    x += c;
    BEGIN;
    ushort w = first * 257;
    for (uint t = 0; t < MOST; t++) {
        COPY(t, t + w);
        w += step * 256;
    }
    END;
    BEGIN;
    short s = first * 257;
    for (uint t = 0; t < MOST; t++) {
        COPY(t, 40000 + t * 100 + s);
        s -= step * 200;
    }
    END;
    x += w * 3 + s;
    BEGIN;
    for (uint t = 0; t < MOST; t++) {
        uint far = first * 0x01010101u + t * step * 0x01000000u;
        COPY(t, t * 500 + (((ulong)far) >> 16));
    }
    END;
    BEGIN;
    uint t = 0; // an end that may be jumped over, of what is computed
    do {
        COPY(t, t * 3);
        t++;
    } while ((uchar)(t * step) != (uchar)end && t < MOST);
    END;
    x += t;
    BEGIN;
    t = 0;
    for (v = first; v != (uchar)end; v += step | 1) {
        COPY(t, v * 100 + t);
        t++;
    }
    END;
    x += t * 5 + v;
    BEGIN;
    uint i = 0, till = 4; // a loop in a loop goes on where it ended
    do {
        do {
            COPY(i, i * 12);
            i++;
        } while (i < till);
        i += step % 5;
        till += 11;
    } while (i < 44);
    END;
    out[get_global_id(0)] = x + i;
}
