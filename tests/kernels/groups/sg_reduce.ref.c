// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t in[48], out[336];
    gac__elem_random(GAC__ELEM_I32, in, 48, 132);
    for (int g = 0; g < 48; g += 8) {
        int32_t sum = 0, min = INT32_MAX, max = INT32_MIN, bits = 0;
        int all = 1, any = 0;
        for (int i = g; i < g + 8; i++) {
            int32_t x = in[i] >> 10;
            out[7 * i + 3] = max;
            sum += x;
            bits += x & 1023;
            min = x < min ? x : min;
            max = x > max ? x : max;
            all &= x > -2000000;
            any |= x > 1900000;
            out[7 * i + 2] = sum;
            out[7 * i + 4] = in[g + 3] >> 10;
        }
        for (int i = g; i < g + 8; i++) {
            out[7 * i] = sum;
            out[7 * i + 1] = min;
            out[7 * i + 5] = all + 2 * any;
            out[7 * i + 6] = bits;
        }
    }
    dump(0, GAC__ELEM_I32, out, 336);
    return 0;
}
