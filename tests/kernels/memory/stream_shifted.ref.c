// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// All read before any writes.
#include "ref.h"

static void run(int n, int q, int from)
{
    int32_t before[66], a[66];
    for (int i = 0; i < 66; i++)
        before[i] = a[i] = i;
    for (int i = 0; i < n; i++)
        a[i + 1] = (before[i + from] ^ 0x55) * q - before[i + 1];
    dump(0, GAC__ELEM_I32, a, 66);
}

int main(void)
{
    run(64, 3, 0);
    run(64, 3, 2);
    run(50, -5, 0);
    return 0;
}
