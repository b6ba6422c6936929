/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Which instructions the modules of tests/instructions and tests/kernels hold
 * where their tests run them. */
#ifndef GAC_TESTS_COVERAGE_SCAN_H
#define GAC_TESTS_COVERAGE_SCAN_H

#include <stddef.h>
#include <stdint.h>

typedef enum coverage_set {
    COVERAGE_OPENCL_STD,
    COVERAGE_ASYNC_COPIES,
    COVERAGE_SETS
} coverage_set;

typedef struct coverage_scan coverage_scan;

/* Reads all modules, in the order of their names. Aborts on failure. */
coverage_scan *coverage_scan_all(void);
void coverage_scan_free(coverage_scan *scan);

/* A test that runs the instruction: the one named `preferred` (n bytes of it)
 * if that does, else the first; NULL: none. */
const char *coverage_scan_op(const coverage_scan *scan, uint32_t opcode,
                             const char *preferred, size_t n);
const char *coverage_scan_ext(const coverage_scan *scan, coverage_set which,
                              uint32_t number, const char *preferred, size_t n);

#endif
