/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies and waits whose execution or operands depend on the work-item. */
#include "validate/flow.h"

void gac__warn_divergence(gac__flow *f)
{
    (void)f;
}
