/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads literal numbers of assembly text. */
#include "text/assemble.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

/* The forms are those of SPIRV-Tools' assembler, which are C++'s for integers
 * (a leading 0 is octal) and decimal floats. Hexadecimal floats are read here:
 * their exponent may be one over the highest, which gives infinities and NaNs
 * bit by bit, and digits that do not fit are dropped. */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

uint32_t gac__hex_digit(char c)
{
    if (is_digit(c))
        return (uint32_t)(c - '0');
    char lower = (char)(c | 32);
    return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a') + 10 : 16;
}

static bool is_hex(gac__slice s)
{
    return s.size >= 2 && s.text[0] == '0' && (s.text[1] | 32) == 'x';
}

/* Reads a number without its sign, of base 10, 16 or 8. False: it is none, or
 * has more than 64 bits. */
static bool read_magnitude(gac__slice s, uint64_t *value_out)
{
    uint32_t base = 10, i = 0;
    if (is_hex(s)) {
        base = 16;
        i = 2;
    } else if (s.size > 1 && s.text[0] == '0') {
        base = 8;
        i = 1;
    }
    uint64_t value = 0;
    if (i == s.size)
        return false;
    for (; i < s.size; i++) {
        uint32_t digit = gac__hex_digit(s.text[i]);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *value_out = value;
    return true;
}

static gac__slice without(gac__slice s, uint32_t n)
{
    return (gac__slice){s.text + n, s.size - n};
}

bool gac__read_word(gac__slice s, uint32_t *word_out)
{
    uint64_t value;
    bool negative = s.size > 1 && s.text[0] == '-';
    if (negative || (s.size > 1 && s.text[0] == '+'))
        s = without(s, 1);
    if (!read_magnitude(s, &value) || value > (negative ? 0 : UINT32_MAX))
        return false;
    *word_out = (uint32_t)value;
    return true;
}

static gac__number_fault read_integer(gac__slice s, gac__number_type type,
                                      uint64_t *bits_out)
{
    bool is_signed = type.number_class == GAC__NUMBER_SIGNED;
    bool negative = s.size > 0 && s.text[0] == '-', hex = is_hex(s);
    uint64_t value;
    if (type.width < 1 || type.width > 64)
        return GAC__NUMBER_UNSUPPORTED;
    if (negative && !is_signed)
        return GAC__NUMBER_NEGATIVE;
    if (negative || (s.size > 1 && s.text[0] == '+'))
        s = without(s, 1);
    if (!read_magnitude(s, &value)
        || (negative && value > (uint64_t)INT64_MAX + 1))
        return GAC__NUMBER_MALFORMED;

    uint64_t mask = UINT64_MAX >> (64 - type.width);
    uint64_t sign = is_signed ? mask ^ mask >> 1 : 0;
    uint64_t highest = hex ? mask : mask & ~sign;
    *bits_out = negative ? 0 - value : value;
    if (value > (negative ? sign : highest))
        return GAC__NUMBER_OUT_OF_RANGE;
    if (hex && (value & sign) != 0)
        *bits_out |= ~mask;
    return GAC__NUMBER_OK;
}

/* -- floats ---------------------------------------------------------------- */

/* A number without its sign: `significand` * 2^`exponent`, cut off. */
typedef struct hex_number {
    uint64_t significand;
    int64_t exponent;
} hex_number;

#define EXPONENT_MAX                                                           \
    1000000 /* all formats' zeros and infinities lie closer                    \
             */

static bool read_digits(gac__slice s, uint32_t *at, hex_number *out)
{
    bool point = false;
    for (; *at < s.size && s.text[*at] != 'p'; ++*at) {
        uint32_t digit = gac__hex_digit(s.text[*at]);
        if (s.text[*at] == '.' && !point) {
            point = true;
            continue;
        }
        if (digit == 16)
            return false;
        if (out->significand >> 60 == 0) {
            out->significand = out->significand << 4 | digit;
            out->exponent -= point ? 4 : 0;
        } else {
            out->exponent += point ? 0 : 4;
        }
    }
    return *at < s.size;
}

static bool read_exponent(gac__slice s, uint32_t at, int64_t *exponent_out)
{
    bool negative = at < s.size && s.text[at] == '-';
    int64_t value = 0;
    if (at < s.size && (s.text[at] == '-' || s.text[at] == '+'))
        at++;
    if (at == s.size)
        return false;
    for (; at < s.size && is_digit(s.text[at]); at++)
        if (value < EXPONENT_MAX)
            value = value * 10 + (s.text[at] - '0');
    *exponent_out = negative ? -value : value;
    return at == s.size;
}

/* The bits of a number in a format, rounded towards zero. */
static uint64_t pack(const gac__float_format *f, hex_number n)
{
    if (n.significand == 0)
        return 0;
    for (; n.significand >> 63 == 0; n.exponent--)
        n.significand <<= 1;
    int64_t field = n.exponent + 63 + f->bias;
    int64_t field_max = (INT64_C(1) << (f->width - 1 - f->mantissa_bits)) - 1;
    uint64_t mantissa = n.significand << 1 >> (64 - f->mantissa_bits);
    if (field > field_max)
        return (uint64_t)field_max << f->mantissa_bits;
    if (field > 0)
        return (uint64_t)field << f->mantissa_bits | mantissa;
    int64_t shift = 64 - (int64_t)f->mantissa_bits - field;
    return shift > 63 ? 0 : n.significand >> shift;
}

static gac__number_fault read_hex_float(gac__slice s,
                                        const gac__float_format *f,
                                        uint64_t *bits_out)
{
    hex_number n = {0, 0};
    uint32_t at = 2;
    int64_t exponent;
    if (!read_digits(s, &at, &n) || !read_exponent(s, at + 1, &exponent))
        return GAC__NUMBER_MALFORMED;
    n.exponent += exponent;
    *bits_out = pack(f, n);
    return GAC__NUMBER_OK;
}

/* Whether all of it is digits with at most one point, and an exponent. */
static bool is_decimal(gac__slice s)
{
    uint32_t at = 0, n_digits = 0;
    bool point = false;
    for (; at < s.size && (is_digit(s.text[at]) || s.text[at] == '.'); at++) {
        if (s.text[at] == '.' && point)
            return false;
        point |= s.text[at] == '.';
        n_digits += s.text[at] != '.';
    }
    if (n_digits == 0 || at == s.size)
        return n_digits > 0;
    if (s.text[at++] != 'e' && s.text[at - 1] != 'E')
        return false;
    if (at < s.size && (s.text[at] == '-' || s.text[at] == '+'))
        at++;
    uint32_t first = at;
    while (at < s.size && is_digit(s.text[at]))
        at++;
    return at > first && at == s.size;
}

/* Reads `text`, which is_decimal() has passed, as C's locale would. */
static gac__number_fault convert(const char *text, uint32_t width,
                                 uint64_t *bits_out)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c_locale == (locale_t)0)
        return GAC__NUMBER_MALFORMED;
    double d = width == 64 ? strtod_l(text, NULL, c_locale) : 0;
    float f = width != 64 ? strtof_l(text, NULL, c_locale) : 0;
    freelocale(c_locale);
    *bits_out = 0;
    if (isinf(d) || isinf(f) || (width == 16 && f >= 65536))
        return GAC__NUMBER_MALFORMED;
    if (width == 64) {
        memcpy(bits_out, &d, sizeof d);
    } else if (width == 16) {
        *bits_out = gac__half_from_float(f, GAC__ROUND_RTZ);
    } else {
        uint32_t word;
        memcpy(&word, &f, sizeof word);
        *bits_out = word;
    }
    return GAC__NUMBER_OK;
}

static gac__number_fault read_float(gac__slice s, uint32_t width,
                                    uint64_t *bits_out)
{
    const gac__float_format *f = gac__float_format_of(width);
    if (!f)
        return GAC__NUMBER_UNSUPPORTED;
    bool negative = s.size > 0 && s.text[0] == '-';
    bool positive = s.size > 1 && s.text[0] == '+';
    if (negative || positive)
        s = without(s, 1);

    gac__number_fault fault = GAC__NUMBER_MALFORMED;
    if (is_hex(s) && !positive) {
        fault = read_hex_float(s, f, bits_out);
    } else if (is_decimal(s)) {
        char text[1200]; /* a double written out has 1,077 at most */
        if (s.size >= sizeof text)
            return GAC__NUMBER_UNSUPPORTED;
        memcpy(text, s.text, s.size);
        text[s.size] = 0;
        fault = convert(text, width, bits_out);
    }
    if (fault == GAC__NUMBER_OK && negative)
        *bits_out |= UINT64_C(1) << (width - 1);
    return fault;
}

gac__number_fault gac__number_read(gac__slice s, gac__number_type *type,
                                   uint64_t *bits_out)
{
    *bits_out = 0;
    if (type->number_class == GAC__NUMBER_ANY) {
        bool negative = s.size > 0 && s.text[0] == '-';
        type->number_class = memchr(s.text, '.', s.size) ? GAC__NUMBER_FLOAT
                             : negative                  ? GAC__NUMBER_SIGNED
                                                         : GAC__NUMBER_UNSIGNED;
    }
    if (type->number_class == GAC__NUMBER_FLOAT)
        return read_float(s, type->width, bits_out);
    return read_integer(s, *type, bits_out);
}
