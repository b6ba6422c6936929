// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// In place of PoCL, which has other answers for dimensions beyond the third.
#include "ref.h"
int main(void)
{
    uint32_t out[64];
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 8; x++) {
            uint32_t row[5][7] = {{x + 3, x % 4, x / 4, 8, 4, 2, 3},
                                  {y + 5, y % 2, y / 2, 4, 2, 2, 5},
                                  {0, 0, 0, 1, 1, 1, 0},
                                  {0, 0, 0, 1, 1, 1, 0},
                                  {0, 0, 0, 1, 1, 1, 0}};
            uint32_t n = 0;
            for (int k = 0; k < 35; k++)
                n = n * 3 + row[k / 7][k % 7];
            out[y * 8 + x] = n;
            out[32 + y * 8 + x] = 1;
        }
    dump(0, GAC__ELEM_U32, out, 64);
    return 0;
}
