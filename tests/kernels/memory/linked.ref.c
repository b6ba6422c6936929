/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
#include "ref.h"

static void rows(void)
{
    int32_t out[40], two[80], one[40];
    gac__elem_random(GAC__ELEM_I32, two, 80, 3);
    gac__elem_random(GAC__ELEM_I32, one, 40, 4);
    int32_t *table[3] = {two, one, two + 40};
    for (int i = 0; i < 40; i++) {
        uint32_t sum = 0;
        for (int k = 0; k < 3; k++)
            sum = sum * 3 + (uint32_t)table[k][i];
        table[i & 1][i] = out[i] = (int32_t)sum;
    }
    dump(1, GAC__ELEM_I32, out, 40);
    dump(2, GAC__ELEM_I32, two, 80);
    dump(3, GAC__ELEM_I32, one, 40);
}

int main(void)
{
    /* Nodes 0 to 3 have the digits 1 to 4; 0 -> 3 -> 2 -> 1. */
    int64_t digits[4] = {1432, 2, 32, 432};
    rows();
    dump(1, GAC__ELEM_I64, digits, 4);
    return 0;
}
