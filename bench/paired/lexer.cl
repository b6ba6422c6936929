// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Counts the words and numbers in lines of 64 letters, by a state machine.
// RUN: -g 8192 -l 64 % buf:u8:524288 buf:u32:8192
// SETUP: -g 524288
enum { SPACE, WORD, NUMBER };

kernel void lexer(global const uchar *text, global uint *out)
{
    uint i = get_global_id(0), words = 0, numbers = 0, state = SPACE;
    for (uint k = 0; k < 64; k++) {
        switch (text[i * 64 + k]) {
        case ' ':
        case '.': state = SPACE; break;
        case '1':
        case '2':
        case '3':
            if (state == SPACE) {
                state = NUMBER;
                numbers++;
            }
            break;
        case '_':
            if (state == NUMBER)
                state = SPACE;
            break;
        default:
            words += state != WORD;
            state = WORD;
            break;
        }
    }
    out[i] = words << 16 | numbers;
}

constant uchar letters[] = " .12_ab3c d31_e ";

kernel void setup(global uchar *text, global uint *out)
{
    uint i = get_global_id(0), r = i * 2654435761u;
    text[i] = letters[(r ^ r >> 15) * 2246822519u >> 28];
}
