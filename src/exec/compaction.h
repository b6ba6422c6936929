/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lanes of a strip that get other numbers. */
#ifndef GAC_EXEC_COMPACTION_H
#define GAC_EXEC_COMPACTION_H

#include "exec/exec_internal.h"

/* To be called when active lanes, which are few among the others, go back to
 * block `to`: puts them together if that pays. Whether it has: the mask has
 * changed. */
bool gac__strip_compact(gac__strip *s, uint32_t to);

/* Lanes from `first` on, of which there are n, get other numbers: lane k has
 * what lane order[k] had, both counted from there. The active ones are about to
 * go to block `to`; the mask is as it was. */
void gac__strip_permute(gac__strip *s, const uint32_t *order, uint32_t first,
                        uint32_t n, uint32_t to);

/* What that takes for all active lanes' steps, in units of the program's
 * weights. */
uint64_t gac__strip_permute_cost(const gac__strip *s, uint32_t to);

/* Whether lanes that wait, or come to `block`, want a register. */
bool gac__strip_wants(const gac__strip *s, uint32_t n, uint32_t block);

/* All lanes are active at s->block: they take their places again, unless they
 * end. */
void gac__strip_restore(gac__strip *s);

/* The group has ended: what is in registers from the start goes back. */
void gac__strip_restore_presets(gac__strip *s);

#endif
