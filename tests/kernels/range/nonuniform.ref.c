// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t out[1050];
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 50; x++) {
            int w = x < 48 ? 16 : 2, h = y < 4 ? 4 : 3;
            int32_t row[3] = {w * h, w * 100 + h, 1604};
            memcpy(out + 3 * (y * 50 + x), row, sizeof row);
        }
    dump(0, GAC__ELEM_I32, out, 1050);
    return 0;
}
