/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads and writes literal numbers of assembly text. */
#include "text/number.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "module/spirv.h"
#include "support/numbers.h"

/* The syntax is that of SPIRV-Tools. Its assembler reads C++'s integers (a
 * leading 0 is octal) and decimal floats. In hexadecimal floats the exponent
 * may be one over the highest, which gives infinities and NaNs bit by bit, and
 * digits that do not fit are dropped. Its disassembler writes zeros and normal
 * floats with as many decimal digits as tell them from their neighbours. All
 * other floats, halves, and floats of other encodings are hexadecimal. */

const gac__number_type gac__number_of_literal_float = {GAC__NUMBER_FLOAT, 32,
                                                       0};

static const gac__float_format formats[] = {
    {0, 16, 15, 10, 15, 0, 0x7BFF, 0x7C00},
    {0, 32, 31, 23, 127, 9, 0x7F7FFFFF, 0x7F800000},
    {0, 64, 63, 52, 1023, 17, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000},
    {1 + SpvFPEncodingBFloat16KHR, 16, 15, 7, 127, 0, 0x7F7F, 0x7F80},
    {1 + SpvFPEncodingFloat8E4M3EXT, 8, 7, 3, 7, 0, 0x7E, 0},
    {1 + SpvFPEncodingFloat8E5M2EXT, 8, 7, 2, 15, 0, 0x7B, 0x7C},
    {1 + SpvFPEncodingFloat6E2M3EXT, 6, 5, 3, 1, 0, 0x1F, 0},
    {1 + SpvFPEncodingFloat6E3M2EXT, 6, 5, 2, 3, 0, 0x1F, 0},
    {1 + SpvFPEncodingFloat4E2M1EXT, 4, 3, 1, 1, 0, 0x7, 0},
    /* E8M0 has no sign, no mantissa and no zero. */
    {1 + SpvFPEncodingFloat8UnsignedE8M0EXT, 8, 8, 0, 127, 0, 0xFE, 0},
    /* MXInt8 is in 64ths, in two's complement. The magnitudes are denormals:
     * mantissa * 2^(1 + 1 - 8). */
    {1 + SpvFPEncodingMXInt8EXT, 8, 15, 8, -1, 0, 0x80, 0},
};

const gac__float_format *gac__float_format_of(gac__number_type type)
{
    for (size_t i = 0; i < GAC__COUNT_OF(formats); i++)
        if (formats[i].encoding == type.encoding
            && formats[i].width == type.width)
            return &formats[i];
    return NULL;
}

/* -- reading --------------------------------------------------------------- */

static bool is_hex(gac__slice s)
{
    return s.size >= 2 && s.text[0] == '0' && (s.text[1] | 32) == 'x';
}

/* Reads digits into `*value`, up to a character that is none. Returns how many
 * digits do not fit into 64 bits: they are dropped. */
static uint32_t take_digits(gac__slice *s, uint32_t base, uint64_t *value)
{
    uint32_t n_dropped = 0, digit;
    while (s->size > 0 && (digit = gac__hex_digit(*s->text)) < base) {
        bool fits = *value <= (UINT64_MAX - digit) / base;
        *value = fits ? *value * base + digit : *value;
        n_dropped += !fits;
        *s = gac__slice_from(*s, 1);
    }
    return n_dropped;
}

/* Reads a number without sign, of base 10, 16 or 8. False: it is malformed, or
 * has more than 64 bits. */
static bool read_magnitude(gac__slice s, uint64_t *value_out)
{
    uint32_t base = is_hex(s) ? 16 : s.size > 1 && s.text[0] == '0' ? 8 : 10;
    s = gac__slice_from(s, base == 16 ? 2 : base == 8);
    *value_out = 0;
    return s.size > 0 && take_digits(&s, base, value_out) == 0 && s.size == 0;
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

bool gac__read_integer(gac__slice s, gac__number_type type, uint64_t *bits_out,
                       bool *fits_out)
{
    bool is_signed = type.number_class == GAC__NUMBER_SIGNED, hex = is_hex(s);
    bool negative = take_sign(&s) == '-';
    /* 0 is the only value of 0 bits, as in spirv-as. */
    uint64_t mask = type.width ? UINT64_MAX >> (64 - type.width) : 0;
    uint64_t sign = is_signed ? mask ^ mask >> 1 : 0;
    uint64_t highest = hex ? mask : mask & ~sign, value;
    if (!read_magnitude(s, &value)
        || (negative && value > (uint64_t)INT64_MAX + 1))
        return false;
    *bits_out = negative ? 0 - value : value;
    if (hex && (value & sign) != 0)
        *bits_out |= ~mask;
    *fits_out = value <= (negative ? sign : highest);
    return true;
}

/* A number without sign: `significand` * 2^`exponent`, truncated. */
typedef struct magnitude {
    uint64_t significand;
    int64_t exponent;
} magnitude;

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

#define EXPONENT_MAX UINT32_MAX /* beyond all formats' exponents */

/* Reads "0x1.8p-3"; false: it is malformed. */
static bool read_hex_float(gac__slice s, magnitude *n_out)
{
    uint64_t significand = 0, power = 0;
    s = gac__slice_from(s, 2);
    int64_t n_digits = take_digits(&s, 16, &significand);
    if (s.size > 0 && *s.text == '.') {
        s = gac__slice_from(s, 1);
        n_digits -= s.size;
        n_digits += take_digits(&s, 16, &significand);
        n_digits += s.size;
    }
    if (s.size < 2 || *s.text != 'p')
        return false;
    s = gac__slice_from(s, 1);
    bool negative = take_sign(&s) == '-', any = s.size > 0;
    if (take_digits(&s, 10, &power) > 0 || power > EXPONENT_MAX)
        power = EXPONENT_MAX;
    n_out->significand = significand;
    n_out->exponent =
        4 * n_digits + (negative ? -(int64_t)power : (int64_t)power);
    return any && s.size == 0;
}

/* Reads a decimal number as the C locale does, to the nearest double or float,
 * which a narrower format truncates. */
static bool read_decimal(gac__slice s, bool is_double, magnitude *n_out)
{
    char text[1200], *end; /* a double written in full has 1,077 */
    if (s.size >= sizeof text || s.size == 0
        || !(gac__hex_digit(s.text[0]) < 10 || s.text[0] == '.'))
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

bool gac__read_float(gac__slice s, const gac__float_format *f,
                     uint64_t *bits_out)
{
    char sign = take_sign(&s);
    bool negative = sign == '-', hex = is_hex(s),
         fixed = f->encoding == 1 + SpvFPEncodingMXInt8EXT;
    magnitude n;
    if (hex ? sign == '+' || !read_hex_float(s, &n)
            : !read_decimal(s, f->width == 64, &n))
        return false;
    uint64_t bits = float_bits(f, n);
    if (bits == TOO_LARGE && hex && f->infinity != 0)
        bits = f->infinity;
    if (bits == TOO_LARGE || (!hex && bits > f->highest)
        || (fixed ? bits > 0x7Fu + negative : negative && f->sign == f->width))
        return false;
    if (fixed)
        *bits_out = (negative ? 0 - bits : bits) & 0xFF;
    else
        *bits_out = bits | (uint64_t)negative << f->sign;
    return true;
}

/* -- writing --------------------------------------------------------------- */

size_t gac__decimal_write(uint64_t value, char *out)
{
    char digits[20];
    size_t n = 0;
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    for (size_t i = 0; i < n; i++)
        out[i] = digits[n - 1 - i];
    return n;
}

/* Writes "0x1.8p-3", for any bits. */
static size_t write_hex(const gac__float_format *f, uint64_t mantissa,
                        int exponent, char *out)
{
    bool denormal = exponent == -f->bias && f->mantissa_bits > 0;
    bool zero = denormal && mantissa == 0;
    exponent = zero ? 0 : exponent + denormal;
    /* Denormals are normalized: the leading 1 is implied. */
    for (; denormal && !zero && mantissa >> f->mantissa_bits == 0; exponent--)
        mantissa <<= 1;
    mantissa = mantissa << 1 << (63 - f->mantissa_bits);
    size_t n = (size_t)snprintf(out, 21, "0x%c.%016" PRIx64, zero ? '0' : '1',
                                mantissa);
    while (out[n - 1] == '0')
        n--;
    n -= out[n - 1] == '.';
    return n + (size_t)snprintf(out + n, 8, "p%+d", exponent);
}

/* Writes as printf's "%.<digits>g" does in the C locale. */
static size_t write_decimal(double value, int digits, char *out)
{
    char text[64];
    size_t n = 0;
    snprintf(text, sizeof text, "%.*g", digits, value);
    for (const char *c = text; *c != 0; c++) {
        if (strchr("0123456789+-e", *c))
            out[n++] = *c;
        else if (out[n - 1] != '.')
            out[n++] = '.';
    }
    return n;
}

static size_t write_float(gac__number_type type, uint64_t bits, char *out)
{
    if (type.encoding == 0 && type.width != 16)
        type.width = type.width > 32 ? 64 : 32;
    const gac__float_format *f = gac__float_format_of(type);
    bits &= UINT64_MAX >> (64 - f->width);
    if (type.encoding == 1 + SpvFPEncodingMXInt8EXT && bits > 0x7F)
        bits = (0x100 - bits) | 1u << f->sign;
    bool negative = bits >> f->sign & 1;
    bits &= (UINT64_C(1) << f->sign) - 1;
    uint64_t implied = UINT64_C(1) << f->mantissa_bits;
    uint64_t mantissa = bits & (implied - 1);
    int exponent = (int)(bits >> f->mantissa_bits) - f->bias;
    out[0] = '-';
    out += negative;
    if (f->digits == 0 || bits > f->highest || (bits < implied && bits != 0))
        return negative + write_hex(f, mantissa, exponent, out);
    int scale = exponent - (int)f->mantissa_bits;
    double value = bits == 0 ? 0 : ldexp((double)(implied | mantissa), scale);
    return negative + write_decimal(value, f->digits, out);
}

size_t gac__number_write(uint64_t bits, gac__number_type type,
                         char out[GAC__NUMBER_SIZE])
{
    bool wide = type.width > 32;
    int64_t value = wide ? (int64_t)bits : (int32_t)bits;
    if (type.number_class == GAC__NUMBER_FLOAT)
        return write_float(type, bits, out);
    if (type.number_class == GAC__NUMBER_UNSIGNED || value >= 0)
        return gac__decimal_write(wide ? bits : (uint32_t)bits, out);
    out[0] = '-';
    return 1 + gac__decimal_write(0 - (uint64_t)value, out + 1);
}
