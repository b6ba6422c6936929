// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    uint32_t in[32], out[256];
    gac__elem_random(GAC__ELEM_U32, in, 32, 133);
    for (int i = 0; i < 32; i++) {
        int g = i / 16 * 16, lane = i % 16;
        uint32_t ballot = 0, count = 0, upto = 0, first = 99;
        for (int k = 15; k >= 0; k--)
            if (in[g + k] & 1) {
                ballot |= 1u << k;
                count++;
                upto += k <= lane;
                first = (uint32_t)k;
            }
        uint32_t row[8] = {in[g + ((lane * 5 + 3) & 15)],
                           in[g + (lane ^ 6)],
                           lane >= 3 ? in[i - 3] : 7,
                           lane < 14 ? in[i + 2] : 9,
                           ballot,
                           count,
                           upto,
                           first + (in[i] & 1)};
        memcpy(out + 8 * i, row, sizeof row);
    }
    dump(0, GAC__ELEM_U32, out, 256);
    return 0;
}
