// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// OpenCL C: the linear id is get_global_id(1) * get_global_size(0) +
// get_global_id(0).
#include "ref.h"
int main(void)
{
    static uint32_t out[256];
    for (uint32_t r = 0; r < 4; r++)
        for (uint32_t c = 0; c < 64; c++)
            out[r * 64 + c] = (c * 4 + r) * 3;
    dump(0, GAC__ELEM_U32, out, 256);
    return 0;
}
