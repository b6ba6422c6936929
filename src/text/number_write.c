/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes literal numbers as assembly text. */
#include "text/number.h"

#include <math.h>
#include <stdio.h>

#include "module/spirv.h"

/* The syntax is that of SPIRV-Tools' disassembler: zeros and normal floats have
 * as many decimal digits as tell them from their neighbours. All other floats,
 * halves, and floats of other encodings are hexadecimal; infinities and NaNs
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

/* -- floats ---------------------------------------------------------------- */

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

/* Writes "0x1.8p-3", for any bits. */
static size_t write_hex(const gac__float_format *f, uint64_t mantissa,
                        int exponent, char *out)
{
    bool denormal = exponent == -f->bias && f->mantissa_bits > 0;
    bool zero = denormal && mantissa == 0;
    if (zero)
        exponent = 0;
    else if (denormal) { /* normalized: the leading 1 is implied */
        for (exponent++; mantissa >> f->mantissa_bits == 0; exponent--)
            mantissa <<= 1;
    }
    size_t n = 2;
    memcpy(out, "0x", n);
    out[n++] = zero ? '0' : '1';
    mantissa = mantissa << 1 << (63 - f->mantissa_bits);
    if (mantissa != 0)
        out[n++] = '.';
    for (; mantissa != 0; mantissa <<= 4)
        out[n++] = "0123456789abcdef"[mantissa >> 60];
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
