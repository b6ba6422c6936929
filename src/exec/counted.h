/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Counted loops whose active lanes are the first ones of the strip. */
#ifndef GAC_EXEC_COUNTED_H
#define GAC_EXEC_COUNTED_H

#include "exec/exec_internal.h"

/* Active lanes are about to enter a counted loop: whether to sort them by their
 * trip counts, which are known then. */
bool gac__counted_pays(gac__strip *s, const gac__lane_inst *i);

/* Sorts them: they are the strip's only ones from now on. */
void gac__counted_begin(gac__strip *s, const gac__lane_inst *i);

/* All lanes of a sorted strip are at the loop's branch: how many stay. The
 * others have left the strip, and where they wait; those that stay are active.
 */
uint32_t gac__counted_next(gac__strip *s);

/* All have left: the strip has all its lanes again, of which none is active. */
void gac__counted_end(gac__strip *s);

#endif
