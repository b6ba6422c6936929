// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Both indices come back to the work-item's own element.
#include "ref.h"

static void run(void)
{
    int32_t out[64];
    for (int id = 0; id < 64; id++) {
        int row = id & 7, column = id & 3;
        out[id] = id * 3 + row + (id ^ (row * 4 + column));
    }
    dump(0, GAC__ELEM_I32, out, 64);
}

int main(void)
{
    run();
    run();
    return 0;
}
