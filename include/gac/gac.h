/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac: group async copies for SPIR-V. Includes all of the library's headers.
 *
 * NULL: where a function's comment does not say what it means, in place of an
 * object, of memory that is read, of a function to call or of an output it
 * makes a function return ARGUMENT, 0, false or NULL, or do nothing. A value of
 * an enumeration that has no name is an ARGUMENT, too. */
#ifndef GAC_GAC_H
#define GAC_GAC_H

#include <gac/base.h>
#include <gac/copy.h>
#include <gac/diag.h>
#include <gac/explain.h>
#include <gac/interop.h>
#include <gac/link.h>
#include <gac/module.h>
#include <gac/reflect.h>
#include <gac/run.h>
#include <gac/text.h>
#include <gac/validate.h>

#endif
