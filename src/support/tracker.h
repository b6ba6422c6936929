/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* An allocator that remembers whether memory was short. */
#ifndef GAC_SUPPORT_TRACKER_H
#define GAC_SUPPORT_TRACKER_H

#include "support/support.h"

/* An allocator that notes whether an allocation has failed: for work that goes
 * on without what it could not allocate, and then is incomplete. */
typedef struct gac__tracker {
    gac_allocator allocator;
    const gac_allocator *outer; /* what it allocates from */
    bool failed;
} gac__tracker;

/* Opens a tracker, which must not be moved while memory from it is in use. */
void gac__tracker_open(gac__tracker *t, const gac_allocator *outer);

#endif
