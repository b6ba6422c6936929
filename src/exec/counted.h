/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Counted loops that run with the lanes of a strip sorted by trip counts. */
#ifndef GAC_EXEC_COUNTED_H
#define GAC_EXEC_COUNTED_H

#include "exec/exec_internal.h"

/* To be called when active lanes are about to enter a counted loop: whether
 * sorting them by trip counts pays. */
bool gac__counted_pays(gac__strip *s, const gac__lane_inst *i);

/* Sorts them. The strip has these lanes alone until the loop ends. */
void gac__counted_begin(gac__strip *s, const gac__lane_inst *i);

/* To be called at the loop's branch: lanes whose trip count is reached leave
 * the strip and wait. Returns how many stay. */
uint32_t gac__counted_next(gac__strip *s);

/* To be called when all have left: the strip has all its lanes again, none of
 * them active. */
void gac__counted_end(gac__strip *s);

#endif
