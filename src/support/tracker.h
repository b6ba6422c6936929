/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An allocator that remembers whether memory was short. */
#ifndef GAC_SUPPORT_TRACKER_H
#define GAC_SUPPORT_TRACKER_H

#include "support/support.h"

/* For work that goes on without what it could not have, and must not be taken
 * for complete then. */
typedef struct gac__tracker {
    gac_allocator allocator;
    const gac_allocator *outer; /* where it takes from */
    bool failed;
} gac__tracker;

/* It must not be moved while anything that was taken from it is used. */
void gac__tracker_open(gac__tracker *t, const gac_allocator *outer);

#endif
