// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t out[64] = {0};
    for (int g = 0; g < 64; g += 32)
        for (int k = 0; k < 5; k++) {
            int all = 0;
            for (int i = g; i < g + 32; i++) {
                int x = i;
                for (int j = 0; j < (i + k) % 7; j++)
                    x = x * 3 + 1;
                all += x & 255;
            }
            for (int i = g; i < g + 32; i++)
                out[i] += all % 2 == 0 ? (i - g) * all : -all;
        }
    dump(0, GAC__ELEM_I32, out, 64);
    return 0;
}
