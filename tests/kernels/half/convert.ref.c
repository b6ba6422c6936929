// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
typedef _Float16 half;
int main(void)
{
    float in[64], f[64];
    half out[256];
    int32_t n[64];
    double d[64];
    gac__elem_random(GAC__ELEM_F32, in, 64, 222);
    for (int i = 0; i < 64; i++) {
        float x = (in[i] - 0.5f) * (float)(1 << (i % 18));
        half h = (half)x, z = h;
        /* towards zero: the next one down in magnitude, if it was rounded up */
        if (fabsf((float)h) > fabsf(x)) {
            uint16_t bits;
            memcpy(&bits, &h, 2);
            bits--;
            memcpy(&z, &bits, 2);
        }
        half row[4] = {h, (half)(i * 1000 - 30000), (half)(double)x, z};
        memcpy(out + 4 * i, row, sizeof row);
        f[i] = (float)h;
        n[i] = (int32_t)h;
        d[i] = (double)h;
    }
    dump(0, GAC__ELEM_F16, out, 256);
    dump(1, GAC__ELEM_F32, f, 64);
    dump(2, GAC__ELEM_I32, n, 64);
    dump(3, GAC__ELEM_F64, d, 64);
    return 0;
}
