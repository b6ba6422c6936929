/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* For NAME.ref.c: prints arrays as gac-run --dump does. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tools/run_types.h"

static inline void dump(unsigned index, gac__elem elem, const void *data,
                        size_t n)
{
    char text[GAC__ELEM_TEXT_MAX];
    const gac__elem_info *info = gac__elem_info_of(elem);
    printf("arg%u %s[%zu]:", index, info->name, n);
    for (size_t i = 0; i < n; i++) {
        gac__elem_format(elem, (const char *)data + i * info->bytes, text);
        printf(" %s", text);
    }
    printf("\n");
}
