/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The diagnostics that a module of tests/valid or tests/invalid expects. */
#ifndef TESTS_INVALID_EXPECTATION_H
#define TESTS_INVALID_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>

/* It says so in comments on the line at fault, and with "; options: ..." how
 * gac-val is called:
 *
 *     ... ; expect: error RULE "Operand" (16 %id); note OTHER-RULE
 *
 * In parentheses stands what is to be compared of the message, in its order:
 * its numbers ("64-bit" is 64), but not those within a word (Physical64); ids
 * by their names in the text, but not the one that stands for the operand; for
 * the number of an instruction the first id of its line. Without an operand or
 * a number the report has none. */
#define MAX_EXPECTED 64

typedef struct expectation {
    char severity[16], rule[40], operand[40], numbers[100];
    int line;
} expectation;

typedef struct wanted {
    expectation items[MAX_EXPECTED];
    size_t n;
    bool error;
    char options[200];
} wanted;

/* False: the file cannot be read. */
bool read_wanted(const char *path, wanted *w);

#endif
