/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Validation, for the rooms that run modules. */
#ifndef GAC_VALIDATE_VALIDATE_H
#define GAC_VALIDATE_VALIDATE_H

#include <gac/validate.h>

#include "module/module.h"

/* Reports the errors that concern the async-copy set itself, and nothing else.
 * A module that has one cannot be run. Returns GAC_OK or INVALID. */
gac_result gac__validate_set(const gac_module *module);

#endif
