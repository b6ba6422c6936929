/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The cases of tests/check: what to run and what must be reported. */
#ifndef TESTS_CHECK_CASE_H
#define TESTS_CHECK_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#define MAX_FINDS 8
#define MAX_PLACES 4

/* One access of a report. */
typedef struct check_place {
    char *instructions;             /* names between bars, or * */
    char *labels;                   /* names between bars; NULL: anywhere */
    int lines[MAX_PLACES], n_lines; /* what the labels stand for */
} check_place;

/* One report that a run must bring forth. */
typedef struct check_find {
    char *rule;
    int cause; /* which other one it is a note on; -1: it is an error */
    check_place place, other;
    bool has_other;
    char *object; /* NULL: any */
    int argument; /* its number if it is a parameter; or -1 */
    int64_t ranges[MAX_PLACES][2];
    int n_ranges;  /* 0: any bytes */
    bool within;   /* the report may give a part of the range */
    char *operand; /* NULL: any */
    char *says;    /* the numbers of the messages; NULL: any */
    int64_t size;  /* of the object, in bytes; -1: unknown */
} check_find;

/* One kernel of one module. */
typedef struct check_case {
    char *module, *kernel, *args;
    check_find finds[MAX_FINDS];
    int n_finds;    /* 0: silent */
    bool own_lines; /* labels are lines of the module itself */
    bool unrolled;  /* an instruction of the source may be several, unknown as
                       one: there are no lines */
    bool has_lines; /* the module can say where in its source it is */
} check_case;

typedef struct case_list {
    check_case **items;
    size_t n, capacity;
} case_list;

/* Reads the cases of `folder` whose "MODULE KERNEL" holds `filter` (NULL: all).
 * False, with a message on standard error, if a file has a fault. */
bool check_cases(const char *folder, const char *filter, case_list *out);

/* Runs a case under --check --format=json; `options` may begin with settings of
 * the environment, GAC_NAME=VALUE. What it wrote to standard output is the
 * caller's. *code_out: the exit code. */
char *check_run(const check_case *c, const char *options, int *code_out);

#endif
