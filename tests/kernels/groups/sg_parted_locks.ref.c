// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    uint32_t o[512], taken = 256;
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t me = i % 8, group = i % 64 / 8, sum = 0, all = 0;
        for (uint32_t r = 0; r < 3; r++)
            if ((me + r) % 4 == 0) /* me and the one four from it */
                sum = sum * 100 + me + 1 + (me + 4) % 8 + 1;
        for (uint32_t r = 0; r < 3; r++)
            all += (group + r) % 3 == 0 ? 7 + r : 0;
        o[i * 4] = sum;
        o[i * 4 + 1] = 28;
        o[i * 4 + 2] = 28 + 8;
        o[i * 4 + 3] = all;
    }
    dump(0, GAC__ELEM_U32, o, 512);
    dump(1, GAC__ELEM_U32, &taken, 1);
    return 0;
}
