/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Literal numbers as text. */
#ifndef GAC_TEXT_NUMBER_H
#define GAC_TEXT_NUMBER_H

#include "support/support.h"

typedef enum gac__number_class {
    GAC__NUMBER_ANY, /* 32 bits: a float if it has a point, else an integer */
    GAC__NUMBER_UNSIGNED,
    GAC__NUMBER_SIGNED,
    GAC__NUMBER_FLOAT
} gac__number_class;

typedef struct gac__number_type {
    uint8_t number_class; /* gac__number_class */
    uint32_t width;       /* bits, at most 64 */
    uint64_t encoding;    /* FPEncoding and 1; 0: IEEE 754's, or no float */
} gac__number_type;

/* How floats of an encoding and width are made up. */
typedef struct gac__float_format {
    uint32_t encoding; /* as a type's */
    uint32_t width;
    uint32_t sign; /* the sign's bit; over the width: there is none */
    uint32_t mantissa_bits;
    int32_t bias;
    int digits; /* that tell all normal numbers apart; 0: hexadecimal ones */
    uint64_t highest;  /* finite number */
    uint64_t infinity; /* 0: none */
} gac__float_format;

/* NULL: no floats of this encoding and width have a text. */
const gac__float_format *gac__float_format_of(gac__number_type type);

#define GAC__NUMBER_SIZE 40 /* a text that any number fits into */

/* Writes a literal number of a type that is not ANY, and returns its size; no
 * NUL follows. `bits` are those of its words: a number narrower than 32 or 64
 * bits is shown with what stands above it, a float that is without.
 * Thread-safe, whatever the process's locale. */
size_t gac__number_write(uint64_t bits, gac__number_type type,
                         char out[GAC__NUMBER_SIZE]);

/* What a hexadecimal digit stands for; 16: it is none. */
uint32_t gac__hex_digit(char c);

/* Writes digits, 20 at most. */
size_t gac__decimal_write(uint64_t value, char *out);

#endif
