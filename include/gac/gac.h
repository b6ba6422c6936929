/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac: group async copies for SPIR-V. Includes all of the library's headers. */
#ifndef GAC_GAC_H
#define GAC_GAC_H

#include <gac/base.h>
#include <gac/copy.h>
#include <gac/diag.h>
#include <gac/explain.h>
#include <gac/interop.h>
#include <gac/module.h>
#include <gac/run.h>
#include <gac/validate.h>

#endif
