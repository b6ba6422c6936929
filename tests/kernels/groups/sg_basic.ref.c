// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t out[240];
    for (int i = 0; i < 40; i++) {
        int l = i % 20;
        int32_t row[6] = {l < 16 ? 8 : 4, 8, 3, 3, l / 8, l % 8};
        memcpy(out + 6 * i, row, sizeof row);
    }
    dump(0, GAC__ELEM_I32, out, 240);
    return 0;
}
