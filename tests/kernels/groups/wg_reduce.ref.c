// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t in[48], out[240];
    gac__elem_random(GAC__ELEM_I32, in, 48, 130);
    for (int i = 0; i < 48; i++) {
        int32_t add = 0, low = INT32_MAX, high = INT32_MIN;
        uint32_t umax = 0;
        int64_t wide = 0;
        for (int j = i / 16 * 16; j < i / 16 * 16 + 16; j++) {
            int32_t x = in[j] >> 8;
            add += x;
            low = x < low ? x : low;
            high = x > high ? x : high;
            umax = (uint32_t)x >> 1 > umax ? (uint32_t)x >> 1 : umax;
            wide += (int64_t)x * 1048576;
        }
        int32_t row[5] = {add, low, high, (int32_t)umax, (int32_t)(wide >> 24)};
        memcpy(out + 5 * i, row, sizeof row);
    }
    dump(0, GAC__ELEM_I32, out, 240);
    return 0;
}
