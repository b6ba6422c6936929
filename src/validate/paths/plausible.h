/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the conditions of branches are made of. */
#ifndef GAC_VALIDATE_PLAUSIBLE_H
#define GAC_VALIDATE_PLAUSIBLE_H

#include "validate/value/value.h"

/* Whether a path leads from a node out of the loop that it is in. */
bool gac__leaves_loop(const gac__program *p, uint32_t node);

/* Whether the branch at the end of `node` decides by what a loop's number of
 * iterations is made of. If `copy` is a node, not UINT32_MAX: by that of a loop
 * which waits and does not have it in it: a compiler may have taken the branch
 * from its first iteration. */
bool gac__decides_iterations(gac__program *p, uint32_t node, uint32_t copy);

/* Whether a branch before `node` decides by a number in local memory that the
 * program itself counts on: which step is next, of steps that look alike. */
bool gac__follows_state(gac__program *p, uint32_t node);

/* Whether some wait stands in the loop of `header`. */
bool gac__waits_inside(const gac__program *p, uint32_t header);

#endif
