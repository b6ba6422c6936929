// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t out[192];
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 8; x++) {
                int id = (z * 4 + y) * 8 + x, gx = x / 4, gy = y / 2;
                int group = gy * 2 + gx, all = 1, any = 0;
                for (int k = 0; k < 16; k++) {
                    int other =
                        ((k / 8) * 4 + gy * 2 + k / 4 % 2) * 8 + gx * 4 + k % 4;
                    all &= other < 50;
                    any |= other == 33;
                }
                out[3 * id] = (1 * 4 + gy * 2 + 1) * 8 + gx * 4 + 2;
                out[3 * id + 1] = ((1 * 4 + gy * 2) * 8 + gx * 4 + group) * 7;
                out[3 * id + 2] = all + 2 * any + 4;
            }
    dump(0, GAC__ELEM_I32, out, 192);
    return 0;
}
