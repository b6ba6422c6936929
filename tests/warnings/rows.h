/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Bodies of kernels, and which warnings they get. */
#ifndef TESTS_WARNINGS_ROWS_H
#define TESTS_WARNINGS_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "warn_module.h"

typedef struct row {
    const char *name;
    unsigned kinds;
    const char *expected; /* "rule Operand (numbers); ", each as expectation.h
                             says; "": silence */
    const char *body;
    uint64_t number; /* %x */
    unsigned bits;   /* 32 or 64 only; 0: both */
} row;

#define END "@wait %list\nOpReturn\n"
#define END_MARKED(report) "@wait %list ;" #report "\nOpReturn\n"
#define STORE "OpStore %ev %e\n"
#define SIMPLE(overrides) "@copy %e %no " overrides "\n" STORE END

/* What values and flow decide (flow_rows.c). */
extern const row flow_rows[];
extern const size_t n_flow_rows;

#endif
