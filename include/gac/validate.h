/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Validation of group async copies in a module. */
#ifndef GAC_VALIDATE_H
#define GAC_VALIDATE_H

#include <stdbool.h>

#include <gac/diag.h>
#include <gac/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a validation found, by severity. */
typedef struct gac_validate_counts {
    uint32_t errors, warnings, notes;
    uint32_t warnings_left_out; /* counted, not reported: see gac_validate() */
} gac_validate_counts;

/* Options of a validation; zero means the default. */
typedef struct gac_validate_options {
    size_t size;             /* sizeof(gac_validate_options) */
    bool tolerate_producers; /* known producers' faults become warnings */
    uint32_t max_errors;     /* stop after so many errors; 0: no limit */
} gac_validate_options;

/* Checks every rule of the set and of the core async copies on a parsed
 * module; each violation goes to the module's context's sink, in the order of
 * the instructions. `options` and `counts_out` may be NULL. Of a module that
 * has more than 16384 warnings about values and control flow, and one for each
 * 32nd instruction, the others are counted only. Returns GAC_OK when there is
 * no error (warnings do not count), INVALID when there is one; ARGUMENT,
 * MEMORY, TIMEOUT, CANCELLED. Thread-safe: several threads may validate one
 * module. */
GAC_API gac_result gac_validate(const gac_module *module,
                                const gac_validate_options *options,
                                gac_validate_counts *counts_out);

#ifdef __cplusplus
}
#endif
#endif
