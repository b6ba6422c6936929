/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Watches: work whose length its input decides looks at the time and at who
 * wants it stopped. The clock is read once in LOOK_STEPS steps, a fraction of a
 * millisecond's work, so that counting is all that steps cost. */
#include "support/support.h"

#define LOOK_STEPS 65536u

bool gac__watch_look(gac__watch *w)
{
    for (uint32_t k = 0; k < GAC__COUNT_OF(w->stop); k++)
        if (w->stop[k]
            && atomic_load_explicit(w->stop[k], memory_order_relaxed))
            w->result = GAC_ERR_CANCELLED;
    if (w->deadline_ns && gac__now_ns() > w->deadline_ns)
        w->result = GAC_ERR_TIMEOUT;
    w->left = w->result == GAC_OK ? LOOK_STEPS : 0;
    return w->left != 0;
}
