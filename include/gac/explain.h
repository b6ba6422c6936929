/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Examples of rules: what breaks them, and the same mended. */
#ifndef GAC_EXPLAIN_H
#define GAC_EXPLAIN_H

#include <stdbool.h>

#include <gac/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns lines of assembly text, without a final newline. They break the rule
 * or check of this name; if `corrected`, they do the same without breaking it.
 * They stand in a kernel with 64-bit addresses: %gac is the set, %to local
 * memory of 256 floats, %from a buffer of 4096 floats, %i the local id, %n 16,
 * %e a variable for an event; a %copy that is not stored is stored in %e and
 * waited for. Lines that begin with "MODULE" are a command line of gac-run. The
 * text is static; NULL: there is no such rule. Thread-safe. */
GAC_API const char *gac_rule_example(const char *name, bool corrected);

#ifdef __cplusplus
}
#endif
#endif
