// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
#define WIDTH 50
#define HEIGHT 19
int main(void)
{
    int32_t in[WIDTH * HEIGHT], out[WIDTH * HEIGHT];
    gac__elem_random(GAC__ELEM_I32, in, WIDTH * HEIGHT, 61);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int sx = x < 48 ? 16 : 2, sy = y < 16 ? 4 : 3;
            int lx = x % 16, ly = y % 4, at = y * WIDTH + x;
            /* the work-item on the other side of the group's middle */
            int ox = sx - 1 - lx, oy = sy - 1 - ly;
            uint32_t sum = (uint32_t)in[(y - ly + oy) * WIDTH + x - lx + ox]
                           + (uint32_t)(ox ^ oy * 7);
            for (int k = 0; k < (in[at] & 7); k++)
                sum += (uint32_t)((ly * sx + lx) / (k + 1) + k);
            out[at] = (int32_t)sum;
        }
    dump(0, GAC__ELEM_I32, out, WIDTH * HEIGHT);
    return 0;
}
