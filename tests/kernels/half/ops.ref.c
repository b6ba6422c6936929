// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
typedef _Float16 half;
int main(void)
{
    half in1[64], in2[64], out[448];
    int32_t cmp[64];
    gac__elem_random(GAC__ELEM_F16, in1, 64, 220);
    gac__elem_random(GAC__ELEM_F16, in2, 64, 221);
    for (int i = 0; i < 64; i++) {
        half m = in1[i] * (half)8, a = m - (half)4, b = in2[i] + (half)0.5f;
        half h = (half)i;
        half row[7] = {a + b, a - b, a * b, a / b, -a, a < b ? a : b, h * b};
        memcpy(out + 7 * i, row, sizeof row);
        cmp[i] = (a < b) | (a == b) << 1 | (a >= b) << 2
                 | (int)((unsigned)(int)a << 8);
    }
    dump(0, GAC__ELEM_F16, out, 448);
    dump(1, GAC__ELEM_I32, cmp, 64);
    return 0;
}
