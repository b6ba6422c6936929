/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes literal numbers as assembly text. */
#include "text/number.h"

#include <stdio.h>

/* The forms are those of SPIRV-Tools' disassembler: zeros and normal floats
 * have as many digits as tell them from their neighbours; all others and all
 * halves are hexadecimal, where infinities and NaNs have an exponent over the
 * highest. */

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

static size_t write_signed(int64_t value, char *out)
{
    bool negative = value < 0;
    out[0] = '-';
    return negative
           + gac__decimal_write(negative ? 0 - (uint64_t)value
                                         : (uint64_t)value,
                                out + negative);
}

/* -- floats ---------------------------------------------------------------- */

const gac__float_format *gac__float_format_of(uint32_t width)
{
    static const gac__float_format formats[] = {
        {16, 10, 15, 5}, {32, 23, 127, 9}, {64, 52, 1023, 17}};
    for (size_t i = 0; i < GAC__COUNT_OF(formats); i++)
        if (formats[i].width == width)
            return &formats[i];
    return NULL;
}

static uint32_t field_of(const gac__float_format *f, uint64_t bits)
{
    return (uint32_t)(bits >> f->mantissa_bits) & gac__float_field_max(f);
}

static uint64_t mantissa_of(const gac__float_format *f, uint64_t bits)
{
    return bits & ((UINT64_C(1) << f->mantissa_bits) - 1);
}

/* "0x1.8p-3", whatever the bits are. */
static size_t write_hex(const gac__float_format *f, uint64_t bits, char *out)
{
    static const char hex[] = "0123456789abcdef";
    uint64_t mantissa = mantissa_of(f, bits);
    int32_t field = (int32_t)field_of(f, bits), exponent = field - f->bias;
    bool zero = field == 0 && mantissa == 0;
    char *at = out;
    if (zero)
        exponent = 0;
    if (field == 0 && !zero) { /* shifted until the leading 1 is implied */
        exponent++;
        for (; mantissa >> f->mantissa_bits == 0; exponent--)
            mantissa <<= 1;
        mantissa = mantissa_of(f, mantissa);
    }
    mantissa <<= 64 - f->mantissa_bits;
    *at++ = '0';
    *at++ = 'x';
    *at++ = zero ? '0' : '1';
    if (mantissa != 0)
        *at++ = '.';
    for (; mantissa != 0; mantissa <<= 4)
        *at++ = hex[mantissa >> 60];
    *at++ = 'p';
    if (exponent >= 0)
        *at++ = '+';
    at += write_signed(exponent, at);
    return (size_t)(at - out);
}

/* As printf's "%.<digits>g", but with a point in any locale. */
static size_t write_decimal(double value, int digits, char *out)
{
    char text[64];
    size_t n = 0;
    snprintf(text, sizeof text, "%.*g", digits, value);
    for (const char *c = text; *c != 0; c++) {
        bool of_point = !strchr("0123456789+-e", *c);
        if (!of_point)
            out[n++] = *c;
        else if (n > 0 && out[n - 1] != '.')
            out[n++] = '.';
    }
    return n;
}

static size_t write_float(const gac__float_format *f, uint64_t bits, char *out)
{
    bool negative = bits >> (f->width - 1) & 1;
    uint32_t field = field_of(f, bits), word = (uint32_t)bits & 0x7FFFFFFF;
    bits &= (UINT64_C(1) << (f->width - 1)) - 1;
    bool decimal = f->width > 16 && field != gac__float_field_max(f)
                   && (field != 0 || bits == 0);
    out[0] = '-';
    out += negative;
    if (!decimal)
        return negative + write_hex(f, bits, out);
    double value;
    float narrow;
    memcpy(&value, &bits, sizeof value);
    memcpy(&narrow, &word, sizeof narrow);
    return negative
           + write_decimal(f->width == 64 ? value : (double)narrow, f->digits,
                           out);
}

size_t gac__number_write(uint64_t bits, gac__number_type type,
                         char out[GAC__NUMBER_SIZE])
{
    bool wide = type.width > 32;
    if (type.number_class == GAC__NUMBER_FLOAT)
        return write_float(gac__float_format_of(type.width == 16 ? 16
                                                : wide           ? 64
                                                                 : 32),
                           bits, out);
    if (type.number_class == GAC__NUMBER_SIGNED)
        return write_signed(wide ? (int64_t)bits : (int32_t)bits, out);
    return gac__decimal_write(wide ? bits : (uint32_t)bits, out);
}
