/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Element types as a command line names them: parsing, printing, generating. */
#include "tools/run_types.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/half.h"
#include "support/numbers.h"
#include "tools/run_tool.h"
#include "tools/tool_common.h"

static const gac__elem_info elem_infos[GAC__ELEM_COUNT] = {
#define X(id, name, npy, sim, bytes, kind) {name, npy, sim, bytes, kind},
    GAC__ELEM_MAP(X)
#undef X
};

const gac__elem_info *gac__elem_info_of(gac__elem elem)
{
    return &elem_infos[elem];
}

bool gac__elem_find(const char *name, size_t length, gac__elem *elem_out)
{
    for (int i = 0; i < GAC__ELEM_COUNT; i++) {
        if (strlen(elem_infos[i].name) == length
            && memcmp(elem_infos[i].name, name, length) == 0) {
            *elem_out = (gac__elem)i;
            return true;
        }
    }
    return false;
}

/* -- reading and writing one element --------------------------------------- */

/* The bytes of files and arguments are little-endian, as the host is. */
static void store_integer(gac__elem elem, uint64_t value, void *bytes_out)
{
    memcpy(bytes_out, &value, elem_infos[elem].bytes);
}

static uint64_t load_bits(gac__elem elem, const void *bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, bytes, elem_infos[elem].bytes);
    return bits;
}

static int64_t load_signed(gac__elem elem, const void *bytes)
{
    unsigned unused = 64 - 8u * elem_infos[elem].bytes;
    return (int64_t)(load_bits(elem, bytes) << unused) >> unused;
}

static uint16_t round_to_half(double value)
{
    return gac__half_from_double(value, GAC__ROUND_RTE);
}

static void store_double(gac__elem elem, double value, void *bytes_out)
{
    if (elem == GAC__ELEM_F16)
        memcpy(bytes_out, &(uint16_t){round_to_half(value)}, 2);
    else if (elem == GAC__ELEM_F32)
        memcpy(bytes_out, &(float){(float)value}, 4);
    else
        memcpy(bytes_out, &value, 8);
}

double gac__elem_to_double(gac__elem elem, const void *bytes)
{
    float f32;
    double f64;
    uint16_t f16;
    switch (elem) {
    case GAC__ELEM_F16:
        memcpy(&f16, bytes, 2);
        return (double)gac__half_to_float(f16);
    case GAC__ELEM_F32: memcpy(&f32, bytes, 4); return (double)f32;
    case GAC__ELEM_F64: memcpy(&f64, bytes, 8); return f64;
    default: break;
    }
    return elem_infos[elem].kind == 'i' ? (double)load_signed(elem, bytes)
                                        : (double)load_bits(elem, bytes);
}

static bool is_digits(const char *text)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex)
        text += 2;
    return *text != '\0'
           && text[strspn(text, hex ? "0123456789abcdefABCDEF" : "0123456789")]
                  == '\0';
}

static const char *parse_integer(gac__elem elem, const char *text,
                                 void *bytes_out)
{
    const gac__elem_info *info = &elem_infos[elem];
    bool negative = text[0] == '-';
    const char *digits = text + (negative || text[0] == '+');
    uint64_t max = UINT64_MAX >> (64 - 8 * info->bytes);
    uint64_t value;
    if (!is_digits(digits))
        return "is not an integer";
    if (negative && info->kind == 'u')
        return "is negative, and the type is unsigned";
    if (info->kind == 'i')
        max = (max >> 1) + negative;
    if (!gac__parse_number(digits, max, &value))
        return "does not fit the type";
    store_integer(elem, negative ? 0 - value : value, bytes_out);
    return NULL;
}

static const char *parse_float(gac__elem elem, const char *text,
                               void *bytes_out)
{
    char *end;
    if (strchr(" \t\n\v\f\r", text[0]) != NULL) /* or the text is empty */
        return "is not a number";
    double value =
        elem == GAC__ELEM_F32 ? (double)strtof(text, &end) : strtod(text, &end);
    if (end == text || *end != '\0')
        return "is not a number";
    store_double(elem, value, bytes_out);
    bool spelled = text[strcspn(text, "iInN")] != '\0';
    if (!spelled && isinf(gac__elem_to_double(elem, bytes_out)))
        return "does not fit the type";
    return NULL;
}

const char *gac__elem_parse(gac__elem elem, const char *text, void *bytes_out)
{
    if (elem_infos[elem].kind == 'f')
        return parse_float(elem, text, bytes_out);
    return parse_integer(elem, text, bytes_out);
}

/* Whether `value`, of type `elem`, reads back from `text`. */
static bool reads_back(gac__elem elem, double value, const char *text)
{
    if (elem == GAC__ELEM_F32)
        return (double)strtof(text, NULL) == value;
    double read = strtod(text, NULL);
    if (elem == GAC__ELEM_F16)
        read = (double)gac__half_to_float(round_to_half(read));
    return read == value;
}

/* Writes the number d.ddd * 10^exponent, whose `n` digits are given, without an
 * exponent. Returns the length. */
static int layout_plain(const char *digits, int n, int exponent, char *out)
{
    char *p = out;
    if (exponent < 0) {
        *p++ = '0';
        *p++ = '.';
        for (int i = -1; i > exponent; i--)
            *p++ = '0';
        exponent = -1;
    }
    for (int i = 0; i < n; i++) {
        *p++ = digits[i];
        if (i == exponent && i + 1 < n)
            *p++ = '.';
    }
    for (int i = n; i <= exponent; i++)
        *p++ = '0';
    *p = '\0';
    return (int)(p - out);
}

/* Writes the fewest digits that read back as the value. If six suffice, the
 * search starts at one, else at six. */
static size_t format_float(gac__elem elem, double value, char *out)
{
    if (isnan(value))
        return (size_t)sprintf(out, "nan");
    if (isinf(value))
        return (size_t)sprintf(out, value < 0 ? "-inf" : "inf");
    char *start = out;
    if (signbit(value))
        *out++ = '-';
    value = fabs(value);
    if (value < 1e6 && value == floor(value))
        return (size_t)(out - start + sprintf(out, "%.0f", value));

    char text[GAC__ELEM_TEXT_MAX];
    int precision = 6;
    snprintf(text, sizeof text, "%.5e", value);
    if (reads_back(elem, value, text))
        precision = 1;
    for (;; precision++) {
        snprintf(text, sizeof text, "%.*e", precision - 1, value);
        if (precision == 17 || reads_back(elem, value, text))
            break;
    }
    char *e = strchr(text, 'e');
    int exponent = (int)strtol(e + 1, NULL, 10);
    if (exponent < -5 || exponent >= 16)
        return (size_t)(out - start + sprintf(out, "%s", text));
    char digits[20];
    int n = 0;
    for (char *p = text; p < e; p++)
        if (*p != '.')
            digits[n++] = *p;
    return (size_t)(out - start + layout_plain(digits, n, exponent, out));
}

size_t gac__elem_format(gac__elem elem, const void *bytes,
                        char text_out[GAC__ELEM_TEXT_MAX])
{
    switch (elem_infos[elem].kind) {
    case 'f':
        return format_float(elem, gac__elem_to_double(elem, bytes), text_out);
    case 'i':
        return (size_t)snprintf(text_out, GAC__ELEM_TEXT_MAX, "%lld",
                                (long long)load_signed(elem, bytes));
    default:
        return (size_t)snprintf(text_out, GAC__ELEM_TEXT_MAX, "%llu",
                                (unsigned long long)load_bits(elem, bytes));
    }
}

/* -- filling --------------------------------------------------------------- */

void gac__elem_fill(gac__elem elem, void *data, uint64_t count, const void *one)
{
    size_t bytes = elem_infos[elem].bytes;
    for (uint64_t i = 0; i < count && !gac__run_is_late(); i++)
        memcpy((char *)data + i * bytes, one, bytes);
}

void gac__elem_sequence(gac__elem elem, void *data, uint64_t count)
{
    size_t bytes = elem_infos[elem].bytes;
    for (uint64_t i = 0; i < count && !gac__run_is_late(); i++) {
        if (elem_infos[elem].kind == 'f')
            store_double(elem, (double)i, (char *)data + i * bytes);
        else
            store_integer(elem, i, (char *)data + i * bytes);
    }
}

/* Returns the next number of the generator splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Floating-point numbers are made of as many random bits as the type's
 * significand has, so that none rounds up to 1. */
void gac__elem_random(gac__elem elem, void *data, uint64_t count, uint64_t seed)
{
    size_t bytes = elem_infos[elem].bytes;
    int digits = bytes == 2 ? 11 : bytes == 4 ? 24 : 53;
    for (uint64_t i = 0; i < count && !gac__run_is_late(); i++) {
        uint64_t random = next_random(&seed);
        if (elem_infos[elem].kind == 'f')
            store_double(elem,
                         ldexp((double)(random >> (64 - digits)), -digits),
                         (char *)data + i * bytes);
        else
            store_integer(elem, random, (char *)data + i * bytes);
    }
}
