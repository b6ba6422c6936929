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
    GAC__NUMBER_FLOAT,  /* IEEE 754's */
    GAC__NUMBER_ENCODED /* another float, which has no text */
} gac__number_class;

typedef struct gac__number_type {
    uint8_t number_class; /* gac__number_class */
    uint32_t width;       /* bits, at most 64 */
} gac__number_type;

/* How floats of a width are made up. */
typedef struct gac__float_format {
    uint32_t width, mantissa_bits;
    int32_t bias;
    int digits; /* that tell all normal numbers apart */
} gac__float_format;

/* NULL: no floats of this width have a text. */
const gac__float_format *gac__float_format_of(uint32_t width);

/* The exponent's field that infinities and NaNs have. */
static inline uint32_t gac__float_field_max(const gac__float_format *f)
{
    return (1u << (f->width - 1 - f->mantissa_bits)) - 1;
}

#define GAC__NUMBER_SIZE 40 /* a text that any number fits into */

/* Writes a literal number of a type that is not ANY, and returns its size; no
 * NUL follows. `bits` are those of its words: a number narrower than 32 or 64
 * bits is shown with what stands above it, a half without. Thread-safe,
 * whatever the process's locale. */
size_t gac__number_write(uint64_t bits, gac__number_type type,
                         char out[GAC__NUMBER_SIZE]);

/* What a hexadecimal digit stands for; 16: it is none. */
uint32_t gac__hex_digit(char c);

/* Writes digits, 20 at most. */
size_t gac__decimal_write(uint64_t value, char *out);

#endif
