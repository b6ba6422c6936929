/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* How values differ between the work-items of a group. */
#ifndef GAC_VALIDATE_VARIATION_H
#define GAC_VALIDATE_VARIATION_H

#include "validate/paths/paths.h"

typedef enum gac__variation {
    GAC__UNKNOWN,
    GAC__UNIFORM,     /* the same for all work-items of a group */
    GAC__BY_LOCAL_ID, /* varies, and is made of local ids and constants alone */
    GAC__BY_ID        /* varies in another way */
} gac__variation;

gac__variation gac__variation_of(gac__paths *t, gac__ref ref);

static inline bool gac__varies(gac__variation v)
{
    return v == GAC__BY_LOCAL_ID || v == GAC__BY_ID;
}

#endif
