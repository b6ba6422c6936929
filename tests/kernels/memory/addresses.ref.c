/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
#include "ref.h"

int main(void)
{
    static const int32_t factors[3] = {7, -5, 2};
    int32_t out[48], left[48], right[52];
    gac__elem_random(GAC__ELEM_I32, left, 48, 11);
    gac__elem_random(GAC__ELEM_I32, right, 52, 12);
    for (int i = 0; i < 48; i++) {
        uint32_t sum = 0;
        for (int k = 0; k < 3; k++)
            sum +=
                (uint32_t)factors[k] * (uint32_t)(left[i] ^ right[i + 4] >> k);
        right[i + 4] = (int32_t)((uint32_t)left[i] - sum);
        out[i] = (int32_t)sum;
    }
    dump(1, GAC__ELEM_I32, out, 48);
    dump(2, GAC__ELEM_I32, left, 48);
    dump(3, GAC__ELEM_I32, right, 52);
    dump(4, GAC__ELEM_I32, factors, 3);
    return 0;
}
