/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses to what a copy in flight reads and writes. */
#ifndef GAC_VALIDATE_WARN_USES_H
#define GAC_VALIDATE_WARN_USES_H

#include "validate/warn/touches.h"
#include "validate/warn/event_path.h"
#include "validate/warn/warnings.h"

/* rule use-before-wait, for the copy that `path` follows. */
void gac__warn_uses(gac__flow *f, gac__event_path *path, gac__accesses *a);

/* The same, where the trial of the program has found it: operation `at`. */
void gac__warn_tried_use(gac__flow *f, uint32_t at);

#endif
