/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies against the cells. */
#ifndef GAC_CHECK_COPIES_H
#define GAC_CHECK_COPIES_H

#include "check/checker.h"

/* Whether cells and undefined bytes are nothing to tell of to a copy of one
 * plane. */
bool gac__copy_is_clean(gac__checker *c, const gac__check_copy *copy);

/* Tells what cells and undefined bytes are to a copy (`clean`: nothing is to be
 * told), and what it leaves there. */
void gac__copy_touch(gac__checker *c, const gac__check_copy *copy, bool clean);

#endif
