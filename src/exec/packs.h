/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lanes of a strip that get other numbers. */
#ifndef GAC_EXEC_PACKS_H
#define GAC_EXEC_PACKS_H

#include "exec/exec_internal.h"

/* To be called when active lanes, which are few among the others, go back to
 * block `to`: puts them together if that pays. Whether it has: the mask has
 * changed. */
bool gac__strip_pack(gac__strip *s, uint32_t to);

/* All lanes are active at s->block: they take their places again, unless they
 * end. */
void gac__strip_unpack(gac__strip *s);

/* The group has ended: what is in registers from the start goes back. */
void gac__strip_unpack_presets(gac__strip *s);

#endif
