// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
#include "ref.h"
int main(void)
{
    float inf = INFINITY,
          o[32] = {0,         -inf, 0,     inf,  -inf,      1,   1, inf,
                   1,         1,    -0.0f, -inf, 1,         inf, 1, 2,
                   1,         inf,  -0.0f, 100,  0x1p-149f, inf, 1, 1,
                   0x1p-149f, -inf, 1,     1,    1,         inf, 0, 5};
    dump(0, GAC__ELEM_F32, o, 32);
    return 0;
}
