// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t in[40], out[160];
    gac__elem_random(GAC__ELEM_I32, in, 40, 131);
    for (int g = 0; g < 40; g += 20) {
        int32_t sum = 0, max = INT32_MIN, min = INT32_MAX;
        for (int i = g; i < g + 20; i++) {
            int32_t x = in[i] >> 12;
            out[4 * i + 1] = sum;
            out[4 * i + 3] = min;
            sum += x;
            max = x > max ? x : max;
            min = x < min ? x : min;
            out[4 * i] = sum;
            out[4 * i + 2] = max;
        }
    }
    dump(0, GAC__ELEM_I32, out, 160);
    return 0;
}
