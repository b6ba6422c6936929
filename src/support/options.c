/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Structs of options, which begin with their size. */
#include "support/support.h"

bool gac__read_options(void *to, size_t size, const void *options)
{
    size_t given = size;
    if (!options)
        return true;
    memcpy(&given, options, sizeof given);
    if (given < sizeof given || given > size || given % sizeof given != 0)
        return false;
    memcpy(to, options, given);
    return true;
}
