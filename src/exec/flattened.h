/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Flattened loops: what their instructions do. */
#ifndef GAC_EXEC_FLATTENED_H
#define GAC_EXEC_FLATTENED_H

#include "exec/exec_internal.h"

/* FLATTEN: whether the loop pays to be flattened. */
void gac__flat_begin(gac__strip *s, const gac__lane_inst *i);

/* FLAT_NEXT: lanes become the next pairs. The caller looks at the mask. */
void gac__flat_next(gac__strip *s, const gac__lane_inst *i);

void gac__flat_take(gac__strip *s, const gac__lane_inst *i);
void gac__flat_sum(gac__strip *s, const gac__lane_inst *i);

/* FLAT_MORE: lanes become work-items again. The caller looks at the mask. */
void gac__flat_end(gac__strip *s, const gac__lane_inst *i);

#endif
