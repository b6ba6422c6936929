/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Builds modules around one tested instruction. */
#ifndef GAC_TESTS_COVERAGE_MODULE_H
#define GAC_TESTS_COVERAGE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grammar/grammar.h"

typedef struct coverage_module {
    uint32_t words[256];
    size_t n;
} coverage_module;

/* A kernel "k" that does nothing. */
void coverage_module_plain(coverage_module *m);

/* The same, with a capability more. */
void coverage_module_with_capability(coverage_module *m, uint32_t capability);

/* The same, with an instruction where it belongs: in the kernel, its end, or
 * among the types, and then the kernel has an undefined value of it. False:
 * it belongs somewhere else. */
bool coverage_module_with_op(coverage_module *m, const gac__op_row *row);

#endif
