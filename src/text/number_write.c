/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes literal numbers as assembly text. */
#include "text/number.h"

#include <stdio.h>

/* The syntax is that of SPIRV-Tools' disassembler: zeros and normal floats
 * have as many digits as tell them from their neighbours; all others, halves
 * and floats of another encoding are hexadecimal, where infinities and NaNs
 * have an exponent over the highest. */

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

static const gac__float_format formats[] = {
    {GAC__NUMBER_FLOAT, 0, 16, 15, 10, 15, 0, 0x7BFF, 0x7C00},
    {GAC__NUMBER_FLOAT, 0, 32, 31, 23, 127, 9, 0x7F7FFFFF, 0x7F800000},
    {GAC__NUMBER_FLOAT, 0, 64, 63, 52, 1023, 17, 0x7FEFFFFFFFFFFFFF,
     0x7FF0000000000000},
    {GAC__NUMBER_BFLOAT16, 0, 16, 15, 7, 127, 0, 0x7F7F, 0x7F80},
    {GAC__NUMBER_FLOAT8_E4M3, 4214, 8, 7, 3, 7, 0, 0x7E, 0},
    {GAC__NUMBER_FLOAT8_E5M2, 4215, 8, 7, 2, 15, 0, 0x7B, 0x7C},
    {GAC__NUMBER_FLOAT6_E2M3, 4223, 6, 5, 3, 1, 0, 0x1F, 0},
    {GAC__NUMBER_FLOAT6_E3M2, 4224, 6, 5, 2, 3, 0, 0x1F, 0},
    {GAC__NUMBER_FLOAT4_E2M1, 4225, 4, 3, 1, 1, 0, 0x7, 0},
    {GAC__NUMBER_FLOAT8_E8M0, 4226, 8, 8, 0, 127, 0, 0xFE, 0},
    /* The magnitudes are denormals: mantissa * 2^(1 + 1 - 8). */
    {GAC__NUMBER_MXINT8, 4227, 8, 15, 8, -1, 0, 0x80, 0},
};

const gac__float_format *gac__float_format_of(gac__number_type type)
{
    for (size_t i = 0; i < GAC__COUNT_OF(formats); i++)
        if (formats[i].number_class == type.number_class
            && formats[i].width == type.width)
            return &formats[i];
    return NULL;
}

gac__number_class gac__float_class_of(uint32_t encoding, uint32_t width)
{
    for (size_t i = 0; i < GAC__COUNT_OF(formats); i++)
        if (formats[i].number_class != GAC__NUMBER_FLOAT
            && formats[i].encoding == encoding && formats[i].width == width)
            return (gac__number_class)formats[i].number_class;
    return GAC__NUMBER_NO_TEXT;
}

static uint32_t field_of(const gac__float_format *f, uint64_t bits)
{
    uint32_t highest = (1u << (f->sign - f->mantissa_bits)) - 1;
    return (uint32_t)(bits >> f->mantissa_bits) & highest;
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
    bool zero = field == 0 && mantissa == 0 && f->mantissa_bits > 0;
    char *at = out;
    if (zero)
        exponent = 0;
    if (field == 0 && mantissa != 0) { /* shifted until the 1 is implied */
        exponent++;
        for (; mantissa >> f->mantissa_bits == 0; exponent--)
            mantissa <<= 1;
        mantissa = mantissa_of(f, mantissa);
    }
    mantissa = mantissa << 1 << (63 - f->mantissa_bits);
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

static size_t write_float(gac__number_type type, uint64_t bits, char *out)
{
    if (type.number_class == GAC__NUMBER_FLOAT && type.width != 16)
        type.width = type.width > 32 ? 64 : 32;
    const gac__float_format *f = gac__float_format_of(type);
    bits &= UINT64_MAX >> (64 - f->width);
    if (type.number_class == GAC__NUMBER_MXINT8 && bits > 0x7F)
        bits = (0x100 - bits) | 1u << f->sign;
    bool negative = bits >> f->sign & 1;
    bits &= (UINT64_C(1) << f->sign) - 1;
    out[0] = '-';
    out += negative;
    if (f->digits == 0 || bits > f->highest
        || (field_of(f, bits) == 0 && bits != 0))
        return negative + write_hex(f, bits, out);
    double value;
    float narrow;
    uint32_t word = (uint32_t)bits;
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
    if (type.number_class >= GAC__NUMBER_FLOAT)
        return write_float(type, bits, out);
    if (type.number_class == GAC__NUMBER_SIGNED)
        return write_signed(wide ? (int64_t)bits : (int32_t)bits, out);
    return gac__decimal_write(wide ? bits : (uint32_t)bits, out);
}
