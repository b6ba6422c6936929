/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads literal numbers of assembly text. */
#include "text/assemble.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "module/spirv.h"

/* The syntax is that of SPIRV-Tools' assembler: C++'s integers (a leading 0 is
 * octal) and decimal floats. In hexadecimal floats the exponent may be one over
 * the highest, which gives infinities and NaNs bit by bit, and digits that do
 * not fit are dropped. */

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

/* Reads a number without sign, of base 10, 16 or 8. False: it is malformed, or
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

/* Reads a sign; 0: there is none. */
static char take_sign(gac__slice *s)
{
    char c = s->size > 0 ? s->text[0] : 0;
    if (c != '-' && c != '+')
        return 0;
    *s = gac__slice_from(*s, 1);
    return c;
}

bool gac__read_word(gac__slice s, uint32_t *word_out)
{
    uint64_t value;
    uint32_t max = take_sign(&s) == '-' ? 0 : UINT32_MAX;
    if (!read_magnitude(s, &value) || value > max)
        return false;
    *word_out = (uint32_t)value;
    return true;
}

static gac__number_fault read_integer(gac__slice s, gac__number_type type,
                                      uint64_t *bits_out)
{
    bool is_signed = type.number_class == GAC__NUMBER_SIGNED, hex = is_hex(s);
    bool negative = take_sign(&s) == '-';
    uint64_t value;
    if (type.width > 64)
        return GAC__NUMBER_UNSUPPORTED;
    if (negative && !is_signed)
        return GAC__NUMBER_NEGATIVE;
    if (!read_magnitude(s, &value)
        || (negative && value > (uint64_t)INT64_MAX + 1))
        return GAC__NUMBER_MALFORMED;

    /* 0 is the only value of 0 bits, as in spirv-as. */
    uint64_t mask = type.width ? UINT64_MAX >> (64 - type.width) : 0;
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

/* A number without sign: `significand` * 2^`exponent`, truncated. */
typedef struct magnitude {
    uint64_t significand;
    int64_t exponent;
} magnitude;

/* beyond all formats' exponents */
#define EXPONENT_MAX 1000000

/* Reads the exponent behind its letter, up to the number's end. */
static bool read_exponent(gac__slice s, int64_t *exponent_out)
{
    bool negative = take_sign(&s) == '-';
    int64_t value = 0;
    for (uint32_t i = 0; i < s.size; i++) {
        if (!is_digit(s.text[i]))
            return false;
        if (value < EXPONENT_MAX)
            value = value * 10 + (s.text[i] - '0');
    }
    *exponent_out = negative ? -value : value;
    return s.size > 0;
}

#define TOO_LARGE UINT64_MAX

/* Returns a number's bits in a format, rounded towards zero. */
static uint64_t float_bits(const gac__float_format *f, magnitude n)
{
    bool has_zero = f->mantissa_bits > 0;
    if (n.significand == 0)
        return has_zero ? 0 : TOO_LARGE;
    for (; n.significand >> 63 == 0; n.exponent--)
        n.significand <<= 1;
    int64_t field = n.exponent + 63 + f->bias;
    if (field >> (f->sign - f->mantissa_bits) != 0 && field > 0)
        return TOO_LARGE;
    if (!has_zero)
        return field < 0 ? TOO_LARGE : (uint64_t)field;
    if (field > 0)
        return (uint64_t)field << f->mantissa_bits
               | n.significand << 1 >> (64 - f->mantissa_bits);
    int64_t shift = 64 - (int64_t)f->mantissa_bits - field;
    return shift > 63 ? 0 : n.significand >> shift;
}

/* Reads "0x1.8p-3"; false: it is malformed. */
static bool read_hex_float(gac__slice s, magnitude *n_out)
{
    magnitude n = {0, 0};
    bool point = false;
    int64_t exponent;
    uint32_t at = 2;
    for (; at < s.size && s.text[at] != 'p'; at++) {
        uint32_t digit = gac__hex_digit(s.text[at]);
        if (s.text[at] == '.' && !point) {
            point = true;
        } else if (digit == 16) {
            return false;
        } else if (n.significand >> 60 == 0) {
            n.significand = n.significand << 4 | digit;
            n.exponent -= point ? 4 : 0;
        } else {
            n.exponent += point ? 0 : 4;
        }
    }
    if (at == s.size || !read_exponent(gac__slice_from(s, at + 1), &exponent))
        return false;
    *n_out = (magnitude){n.significand, n.exponent + exponent};
    return true;
}

/* Reads a decimal number as the C locale does, to the nearest double or float,
 * which a narrower format truncates. */
static bool read_decimal(gac__slice s, bool is_double, magnitude *n_out)
{
    char text[1200], *end; /* a double written in full has 1,077 */
    if (s.size >= sizeof text || s.size == 0
        || !(is_digit(s.text[0]) || s.text[0] == '.'))
        return false;
    memcpy(text, s.text, s.size);
    text[s.size] = 0;
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c_locale == (locale_t)0)
        return false;
    double value = is_double ? strtod_l(text, &end, c_locale)
                             : (double)strtof_l(text, &end, c_locale);
    freelocale(c_locale);
    if (*end != 0 || isinf(value))
        return false;
    int exponent;
    n_out->significand = (uint64_t)ldexp(frexp(value, &exponent), 53);
    n_out->exponent = exponent - 53;
    return true;
}

static gac__number_fault read_float(gac__slice s, const gac__float_format *f,
                                    uint64_t *bits_out)
{
    char sign = take_sign(&s);
    bool negative = sign == '-', hex = is_hex(s),
         fixed = f->encoding == 1 + SpvFPEncodingMXInt8EXT;
    magnitude n;
    if (hex ? sign == '+' || !read_hex_float(s, &n)
            : !read_decimal(s, f->width == 64, &n))
        return GAC__NUMBER_MALFORMED;
    uint64_t bits = float_bits(f, n);
    if (bits == TOO_LARGE && hex && f->infinity != 0)
        bits = f->infinity;
    if (bits == TOO_LARGE || (!hex && bits > f->highest)
        || (fixed ? bits > 0x7Fu + negative : negative && f->sign == f->width))
        return GAC__NUMBER_MALFORMED;
    if (fixed)
        *bits_out = (negative ? 0 - bits : bits) & 0xFF;
    else
        *bits_out = bits | (uint64_t)negative << f->sign;
    return GAC__NUMBER_OK;
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
    if (type->number_class != GAC__NUMBER_FLOAT)
        return read_integer(s, *type, bits_out);
    const gac__float_format *f = gac__float_format_of(*type);
    return f ? read_float(s, f, bits_out) : GAC__NUMBER_UNSUPPORTED;
}
