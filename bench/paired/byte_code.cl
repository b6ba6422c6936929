// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// An interpreter: each work-item runs a short program of its own on a stack.
// RUN: -g 6144 -l 64 % buf:u8:196608 buf:u32:6144
// SETUP: -g 196608
#define LENGTH 32

kernel void byte_code(global const uchar *program, global uint *out)
{
    uint i = get_global_id(0), top = i, second = 1, third = 2;
    for (uint at = 0; at < LENGTH; at++) {
        uint swap = top;
        switch (program[i * LENGTH + at]) {
        case 0:
            third = second;
            second = top;
            top = at;
            break;
        case 1: top += second; break;
        case 2: top -= third; break;
        case 3: top *= second | 1; break;
        case 4:
            top = third;
            third = swap;
            break;
        case 5:
            top = second;
            second = swap;
            break;
        case 6: top ^= top >> 7; break;
        default:
            if (top & 1)
                at++;
            break;
        }
    }
    out[i] = top ^ second ^ third;
}

kernel void setup(global uchar *program, global uint *out)
{
    uint i = get_global_id(0), r = i * 2654435761u;
    program[i] = (r ^ r >> 15) * 2246822519u >> 29;
}
