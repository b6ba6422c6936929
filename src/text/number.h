/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Literal numbers as text, in both directions. */
#ifndef GAC_TEXT_NUMBER_H
#define GAC_TEXT_NUMBER_H

#include "support/slices.h"

typedef enum gac__number_class {
    GAC__NUMBER_ANY, /* 32 bits: a float if it has a point, else an integer */
    GAC__NUMBER_UNSIGNED,
    GAC__NUMBER_SIGNED,
    GAC__NUMBER_FLOAT
} gac__number_class;

typedef struct gac__number_type {
    uint8_t number_class; /* gac__number_class */
    uint32_t width;       /* bits, at most 64 */
    uint64_t encoding; /* FPEncoding + 1; 0: an IEEE 754 float, or no float */
} gac__number_type;

/* LiteralFloat's. */
extern const gac__number_type gac__number_of_literal_float;

/* The format of floats of an encoding and width. */
typedef struct gac__float_format {
    uint32_t encoding; /* as in gac__number_type */
    uint32_t width;
    uint32_t sign; /* index of the sign bit; `width` or more: no sign */
    uint32_t mantissa_bits;
    int32_t bias;
    int digits; /* decimal digits that tell all normal numbers apart; 0: written
                   in hexadecimal */
    uint64_t highest;  /* the highest finite number's bits */
    uint64_t infinity; /* infinity's bits; 0: none */
} gac__float_format;

/* Returns the format of an encoding and width; NULL: such floats have no
 * text. */
const gac__float_format *gac__float_format_of(gac__number_type type);

/* Reads an unsigned number of 32 bits: "12", "0x1f", "017". */
bool gac__read_word(gac__slice s, uint32_t *word_out);

/* Reads an integer of up to 64 bits. `*bits_out` has the bits of its words: if
 * it is narrower than these and signed, it is sign-extended. `*fits_out`: it is
 * in its type's range. False: it is malformed. */
bool gac__read_integer(gac__slice s, gac__number_type type, uint64_t *bits_out,
                       bool *fits_out);

/* Reads a float, in any locale; false: it is malformed, or out of range. */
bool gac__read_float(gac__slice s, const gac__float_format *f,
                     uint64_t *bits_out);

#define GAC__NUMBER_SIZE 40 /* bytes: enough for any number */

/* Writes a literal number of a type that is not ANY, and returns its size;
 * without a final NUL. `bits` are those of its words: of a number narrower than
 * its words, an integer is shown with the bits above its width, a float without
 * them. Thread-safe, in any locale. */
size_t gac__number_write(uint64_t bits, gac__number_type type,
                         char out[GAC__NUMBER_SIZE]);

/* Writes a decimal number, of 20 digits at most, and returns its size. */
size_t gac__decimal_write(uint64_t value, char *out);

#endif
