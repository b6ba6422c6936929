/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Accesses to what a copy in flight reads and writes. */
#ifndef GAC_VALIDATE_WARN_USES_H
#define GAC_VALIDATE_WARN_USES_H

#include "validate/event_path.h"
#include "validate/flow.h"

/* What each of a program's operations touches, as far as it has been asked. */
typedef struct gac__accesses {
    gac__program *p;
    struct gac__touched *touched; /* of each operation */
} gac__accesses;

bool gac__accesses_open(gac__accesses *a, gac__program *p);

/* rule use-before-wait, for the copy that `path` follows. */
void gac__warn_uses(gac__flow *f, gac__event_path *path, gac__accesses *a);

#endif
