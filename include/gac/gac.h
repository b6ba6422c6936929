/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* gac: group async copies for SPIR-V. Includes all headers of libgac; that of
 * libgac-core-rules, <gac/core_rules.h>, stands apart.
 *
 * NULL, where a function's comment does not define it, is refused: for an
 * object, for memory to read, for a function to call and for an output the
 * function returns ARGUMENT, 0, false or NULL, or does nothing. A value that is
 * no member of its enumeration is an ARGUMENT, too. */
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
#include <gac/render.h>
#include <gac/rewrite.h>
#include <gac/run.h>
#include <gac/text.h>
#include <gac/validate.h>

#endif
