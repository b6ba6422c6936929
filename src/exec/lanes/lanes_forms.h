/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the levels that have forms share. */
#ifndef GAC_EXEC_LANES_FORMS_H
#define GAC_EXEC_LANES_FORMS_H

#include <string.h>

#include "exec/lanes/lanes_memory.h"

/* The rest of a form whose least and place_of are known. */
static inline void complete_form(gac__form *form)
{
    memset(form->lane_of, GAC__NO_LANE, sizeof form->lane_of);
    memset(form->eighths, 0, sizeof form->eighths);
    form->places = 0;
    for (unsigned k = 0; k < GAC__LANE_STEP; k++) {
        unsigned place = form->place_of[k];
        form->lane_of[place] = (uint8_t)k;
        form->places |= 1u << place;
        form->eighths[k / 8] |= (uint8_t)(1u << place / 8);
    }
    form->distinct = __builtin_popcount(form->places) == GAC__LANE_STEP;
}

/* The host address of a step's window. */
#define ADDRESS_OF_FORM(base, index, form)                                     \
    ((uintptr_t)((base)                                                        \
                 + ((uint64_t)(int64_t)(index) + (uint64_t)(form)->least)      \
                       * 4))

/* The first lanes of a gather that is checked: if they are within so many
 * elements, there may be a form. */
#define CLOSE 64

#endif
