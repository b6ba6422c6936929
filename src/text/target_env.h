/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Target environments, as spirv-as and spirv-val name them. */
#ifndef GAC_TEXT_TARGET_ENV_H
#define GAC_TEXT_TARGET_ENV_H

#include <stdbool.h>
#include <stdint.h>

#include <gac/text.h>

/* Finds the version, as a header's word, that modules for an environment have;
 * false: there is no environment of this name. */
bool gac__target_env_version(const char *name, uint32_t *version_out);

#endif
