// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    float out[128];
    double dout[32];
    for (int g = 0; g < 32; g += 16) {
        float sum = 0, max = -1e9f;
        double min = 1e9;
        for (int i = g; i < g + 16; i++) {
            float x = (float)(i * 37 % 64) * 0.25f - 5;
            out[4 * i + 3] = sum;
            sum += x;
            max = fmaxf(max, x);
            min = fmin(min, (double)x);
            out[4 * i + 1] = sum;
            dout[i] = min + 16 * 0.125;
        }
        for (int i = g; i < g + 16; i++) {
            out[4 * i] = sum;
            out[4 * i + 2] = max;
        }
    }
    dump(0, GAC__ELEM_F32, out, 128);
    dump(1, GAC__ELEM_F64, dout, 32);
    return 0;
}
