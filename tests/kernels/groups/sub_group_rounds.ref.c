// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    int32_t out[256], sum = 0;
    for (int r = 0; r < 5; r++)
        sum = sum * 3 + r;
    for (int i = 0; i < 256; i++)
        out[i] = sum;
    dump(0, GAC__ELEM_I32, out, 256);
    return 0;
}
