/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lane compaction: work-items move to other lanes of their strip. */
#ifndef GAC_EXEC_COMPACTION_H
#define GAC_EXEC_COMPACTION_H

#include "exec/exec_internal.h"

/* Makes the active lanes the first ones, if that pays. To be called when few
 * lanes are active and jump back to block `to`. True: lanes have moved, and the
 * mask has changed. */
bool gac__strip_compact(gac__strip *s, uint32_t to);

/* Moves n lanes from `first` on: lane k becomes what lane order[k] was, both
 * counted from `first`. Block `to` runs next. The mask stays as it was. */
void gac__strip_permute(gac__strip *s, const uint32_t *order, uint32_t first,
                        uint32_t n, uint32_t to);

/* Returns the cost of gac__strip_permute() for the steps of all active lanes,
 * in the program's weights. */
uint64_t gac__strip_permute_cost(const gac__strip *s, uint32_t to);

/* Whether lanes that wait, or will run `block`, read compaction register n. */
bool gac__strip_wants(const gac__strip *s, uint32_t n, uint32_t block);

/* Moves each work-item back to the lane that it had at first: what s->block
 * reads, and presets. To be called when all lanes are active or have ended. */
void gac__strip_move_back(gac__strip *s);

/* The same, unless all end in this block. To be called when all lanes are
 * active at s->block. */
void gac__strip_restore(gac__strip *s);

#endif
