// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
/* Lanes in the same iteration take part. */
#include "ref.h"

static uint32_t o[80 * 16];

static void sub_group(uint32_t first, uint32_t group, uint32_t size)
{
    for (uint32_t me = 0; me < size; me++) {
        uint32_t *out = o + (first + me) * 16, sum = 0;
        for (uint32_t r = 0; r < 4; r++) {
            uint32_t mask = 0;
            for (uint32_t k = 0; k < size; k++)
                mask |= (uint32_t)((k * 3 + r) % 5 < 3) << k;
            if (mask >> me & 1)
                out[r] = mask + r;
        }
        for (uint32_t r = 0; r < 4; r++) {
            uint32_t upto = 0;
            for (uint32_t k = 0; k <= me; k++)
                upto += ((k + r) & 1) == 0;
            if (((me + r) & 1) == 0)
                sum = sum * 100 + upto;
        }
        out[4] = sum;
        for (uint32_t r = 0; r < 3; r++) {
            uint32_t all = 0;
            for (uint32_t k = 0; k < size; k++)
                all += k + r;
            if ((group + r) & 1)
                out[5 + r] = all;
        }
        for (uint32_t r = 0; r < me % 3 + 1; r++) {
            uint32_t mask = 0, most = 0;
            for (uint32_t k = 0; k < size; k++)
                if (r < k % 3 + 1) {
                    mask |= 1u << k;
                    most = k;
                }
            if (r == 1)
                out[8] = most;
            out[9 + r] = mask;
        }
        uint32_t served = 0;
        for (uint32_t k = 0; k < size; k++)
            served += (k & 3) == (me & 3) ? k : 0;
        out[12] = served * 10 + (me & 3);
    }
}

static void run(uint32_t n, uint32_t local, uint32_t size)
{
    memset(o, 0, sizeof o);
    for (uint32_t g = 0; g < n; g += local)
        for (uint32_t k = 0; k < local; k += size)
            sub_group(g + k, k / size, size);
    dump(0, GAC__ELEM_U32, o, n * 16);
}

int main(void)
{
    run(80, 40, 8);
    run(64, 32, 16);
    return 0;
}
