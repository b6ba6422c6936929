/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Counted loops that run with the lanes of a strip sorted by trip counts. */
#ifndef GAC_EXEC_COUNTED_H
#define GAC_EXEC_COUNTED_H

#include "exec/exec_internal.h"

/* Whether sorting the active lanes by trip counts pays. To be called when they
 * are about to enter a counted loop. */
bool gac__counted_pays(gac__strip *s, const gac__lane_inst *i);

/* Sorts the active lanes by trip counts. The strip has no other lanes until the
 * loop ends. */
void gac__counted_begin(gac__strip *s, const gac__lane_inst *i);

/* Lets lanes whose trip count is reached leave the strip and wait. Returns how
 * many stay. To be called at the branch of the loop. */
uint32_t gac__counted_next(gac__strip *s);

/* Gives the strip all its lanes again, none of them active. To be called when
 * all lanes have left the loop. */
void gac__counted_end(gac__strip *s);

#endif
