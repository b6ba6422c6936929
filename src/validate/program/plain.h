/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies and pointers that are as simple as most are, seen at a glance. */
#ifndef GAC_VALIDATE_PLAIN_H
#define GAC_VALIDATE_PLAIN_H

#include "validate/program/program.h"

/* What is remembered of a type of pointers. */
typedef struct gac__plain_type {
    uint32_t id;      /* 0: none */
    uint32_t storage; /* class; UINT32_MAX: the type is no typed pointer */
    uint32_t size;    /* bytes of the pointee; 0: unknown, large, an event */
    uint32_t element; /* bytes of its elements, if it is an array of them */
} gac__plain_type;

/* Bytes of a variable or parameter that hold everything that is touched. */
typedef struct gac__plain_side {
    gac__ref base; /* id 0: unknown */
    int64_t first, end;
} gac__plain_side;

/* Glances at the values of a program; one for each. */
typedef struct gac__plain {
    const gac__program *p;
    gac__plain_type types[8];
    struct {
        uint32_t id;
        int64_t value;
    } numbers[2]; /* the last copy's */
    struct {
        gac__ref pointer;
        int64_t elements, stride;
        gac__plain_side side;
    } sides[2]; /* the last copy's */
} gac__plain;

/* A fixed place in what a pointer is made from: a variable, or a parameter of
 * the program's own function. */
typedef struct gac__plain_place {
    gac__ref base;
    bool is_variable;
    int64_t offset; /* in bytes; below 2^62 */
} gac__plain_place;

/* Finds the place that a pointer is; false: it takes a closer look. */
bool gac__plain_pointer(gac__plain *k, gac__ref ref, gac__plain_place *out);

typedef struct gac__plain_copy {
    gac__ref result, event;
    gac__plain_side to, from;
} gac__plain_copy;

/* Views a copy without an error whose operands are constants and fixed places,
 * so that no rule about values has anything to say, except about its event.
 * False: it may be another one. */
bool gac__plain_copy_of(gac__plain *k, gac__op op, gac__plain_copy *out);

/* The same for a wait: the number of its events, and where they are. */
bool gac__plain_wait_of(const gac__program *p, gac__op op, uint64_t *count_out,
                        gac__ref *list_out);

#endif
