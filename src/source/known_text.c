/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Replaces code in LLVM's assembly text that llvm-spirv (14, 15) does not know.
 *
 * Optimizers write freeze around divisions. It has no effect on defined values;
 * SPIR-V has no such instruction, and later translators drop it. It is replaced
 * by an instruction without effect:
 *
 *     freeze i32 %b, !dbg !7     add i32 %b, 0, !dbg !7
 *     freeze <4 x i16> %b        add <4 x i16> %b, zeroinitializer
 *     freeze float %b            bitcast float %b to float
 *
 * Constants that are vectors of one component, which clang writes for
 * as_uchar4(7) without optimization, are replaced by their value:
 *
 *     bitcast (<1 x i32> <i32 7> to <4 x i8>)   <i8 7, i8 0, i8 0, i8 0>
 *     bitcast (<1 x i64> <i64 7> to <2 x float>)
 *                         bitcast (<2 x i32> <i32 7, i32 0> to <2 x float>)
 *
 * A conversion that says how to round or to saturate loses that if the
 * translator meets a use of it first: the decoration goes to an id of nothing.
 * In loops that is so as soon as an iteration uses what the last one has
 * converted. A copy takes the conversion's place there:
 *
 *     %3 = call i32 @_Z15convert_int_rtef(float %2)
 *                         %made-3 = call i32 @_Z15convert_int_rtef(float %2)
 *                         %3 = add i32 %made-3, 0
 *
 * The translator aborts at compare_exchange of atomic_float and atomic_double.
 * One letter of these functions' names is changed, so that they are none to it;
 * written_module.c changes the letter back, and the module has imports that
 * gac knows as the builtins. */
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "source/source_internal.h"

static const char word[] = " = freeze ";

/* Whether a type is an integer: "i32". */
static bool is_integer(const char *type, size_t n)
{
    return n > 1 && type[0] == 'i' && strspn(type + 1, "0123456789") >= n - 1;
}

/* Whether a type is a vector of integers: "<4 x i16>". */
static bool is_integers(const char *type, size_t n)
{
    const char *last = memchr(type, 'x', n);
    return n > 4 && type[0] == '<' && type[n - 1] == '>' && last
           && last + 2 < type + n
           && is_integer(last + 2, (size_t)(type + n - 1 - (last + 2)));
}

/* Writes an instruction whose result is its operand: of the type of `n`
 * characters at `type`, and a value of `size` characters. */
static void write_copy(gac__bytes *out, const char *type, size_t n,
                       const char *value, size_t size)
{
    bool adds = is_integer(type, n) || is_integers(type, n);
    gac__bytes_text(out, adds ? " = add " : " = bitcast ");
    gac__bytes_add(out, type, n);
    gac__bytes_text(out, " ");
    gac__bytes_add(out, value, size);
    if (adds) {
        gac__bytes_text(out, type[0] == '<' ? ", zeroinitializer" : ", 0");
        return;
    }
    gac__bytes_text(out, " to ");
    gac__bytes_add(out, type, n);
}

/* Writes the instruction that replaces the freeze at `at`, up to the line's
 * end. Returns the length of what is replaced. */
static size_t write_freeze(gac__bytes *out, const char *at)
{
    const char *operand = at + sizeof word - 1;
    size_t n = strcspn(operand, "\n");
    const char *more = memchr(operand, '!', n); /* ", !dbg !7" */
    size_t length =
        more && more - operand > 2 ? (size_t)(more - operand) - 2 : n;
    size_t value = length;
    while (value > 0 && operand[value - 1] != ' ')
        value--;
    size_t type = value ? value - 1 : 0;
    write_copy(out, operand, type, operand + value, length - value);
    gac__bytes_add(out, operand + length, n - length);
    return sizeof word - 1 + n;
}

/* Finds the next occurrence of a word outside of strings; NULL: none. A
 * quotation mark always begins or ends a string: LLVM writes one inside as a
 * number. */
static const char *find_word(const char *at, const char *wanted)
{
    const char *found = at;
    bool in_string = false;
    for (; (found = strstr(found, wanted)) != NULL; found++) {
        for (; at < found; at++)
            in_string = *at != '\n' && in_string ^ (*at == '"');
        if (!in_string)
            return found;
    }
    return NULL;
}

static const char constant[] = "bitcast (<1 x ";

/* Moves behind `text`. False: it is not next. */
static bool take(const char **at, const char *text)
{
    size_t n = strlen(text);
    bool there = !strncmp(*at, text, n);
    *at += there ? n : 0;
    return there;
}

static bool take_number(const char **at, uint64_t *out)
{
    char *end;
    *out = strtoull(*at, &end, 10);
    bool there = end != *at;
    *at = end;
    return there;
}

/* Reads a decimal as LLVM writes it, whatever the locale's decimal point is. */
static double read_decimal(const char *text, char **end)
{
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double number =
        c_locale ? strtod_l(text, end, c_locale) : strtod(text, end);
    if (c_locale)
        freelocale(c_locale);
    return number;
}

/* Reads an element's type and value: "i32> <i32 7", or "float> <float 1.5e+00".
 * LLVM writes a floating-point number as an exact decimal, or as a double's
 * bits in hexadecimal. Sets the type's width and the value's bits. */
static bool take_element(const char **at, uint64_t *bits, uint64_t *value)
{
    uint64_t again;
    if (take(at, "i"))
        return take_number(at, bits) && take(at, "> <i")
               && take_number(at, &again) && take(at, " ")
               && take_number(at, value);
    bool is_double = take(at, "double> <double ");
    char *end;
    double number;
    if (!is_double && !take(at, "float> <float "))
        return false;
    if (!strncmp(*at, "0x", 2)) {
        *value = strtoull(*at, &end, 16);
        memcpy(&number, value, sizeof number);
    } else {
        number = read_decimal(*at, &end);
        memcpy(value, &number, sizeof number);
    }
    bool there = end != *at;
    *at = end;
    *bits = is_double ? 64 : 32;
    if (!is_double) {
        float single = (float)number;
        *value = 0;
        memcpy(value, &single, sizeof single);
    }
    return there;
}

/* Writes the value of the constant at `at`, and returns the constant's length;
 * 0: it is one that is not replaced. */
static size_t write_constant(gac__bytes *out, const char *at)
{
    const char *c = at;
    uint64_t bits, value, n;
    if (!take(&c, constant) || !take_element(&c, &bits, &value)
        || !take(&c, "> to <") || !take_number(&c, &n) || !take(&c, " x "))
        return 0;
    const char *type = c;
    int length = (int)strcspn(type, ">");
    c += length;
    if (!take(&c, ">)") || !bits || bits > 64 || n < 2 || bits % n)
        return 0;
    unsigned size = (unsigned)(bits / n);
    bool is_float = type[0] != 'i';
    if (is_float)
        gac__bytes_print(out, "bitcast (<%u x i%u> ", (unsigned)n, size);
    for (unsigned k = 0; k < n; k++)
        gac__bytes_print(out, "%si%u %" PRIu64, k ? ", " : "<", size,
                         value >> k * size & UINT64_MAX >> (64 - size));
    gac__bytes_text(out, ">");
    if (is_float)
        gac__bytes_print(out, " to <%u x %.*s>)", (unsigned)n, length, type);
    return (size_t)(c - at);
}

/* Copies a text; where `wanted` stands in it, `write` writes what replaces it,
 * and returns the length of what is replaced, 0: nothing. False: nothing is. */
static bool replace(const gac__bytes *text, const char *wanted,
                    size_t (*write)(gac__bytes *out, const char *at),
                    gac__bytes *out)
{
    const char *at = text->data, *found;
    bool any = false;
    while (at && (found = find_word(at, wanted)) != NULL) {
        gac__bytes_add(out, at, (size_t)(found - at));
        size_t n = write(out, found);
        any |= n > 0;
        if (!n)
            gac__bytes_add(out, found, 1);
        at = found + (n ? n : 1);
    }
    if (at)
        gac__bytes_text(out, at);
    return any && !out->failed;
}

#define MOST_NAME 128u /* characters of a builtin's mangled name */

/* Writes the alias of a compare_exchange of floats; those of integers keep
 * their name, and become instructions. */
static size_t write_exchange(gac__bytes *out, const char *at)
{
    static const char atomic[] = "U7_Atomic"; /* as the ABI mangles it */
    size_t n = strnlen(at, MOST_NAME);
    const char *type = memmem(at, n, atomic, sizeof atomic - 1);
    if (!type || memchr(at, '(', (size_t)(type - at)))
        return 0;
    char letter = type[sizeof atomic - 1];
    if (letter != 'f' && letter != 'd')
        return 0;
    gac__bytes_text(out, GAC__EXCHANGE_ALIAS);
    return sizeof GAC__EXCHANGE_NAME - 1;
}

static const char assigned[] = " = ";

/* Whether a text of `n` characters has a word in it. */
static bool has(const char *text, size_t n, const char *wanted)
{
    return memmem(text, n, wanted, strlen(wanted)) != NULL;
}

/* Finds the result's type in a line of `n` characters that calls a conversion
 * with a rounding mode or saturation; NULL: it does not. */
static const char *conversion_type(const char *line, size_t n, size_t *n_out)
{
    static const char mangled[] = " @_Z";
    const char *name = memmem(line, n, mangled, sizeof mangled - 1);
    if (!name)
        return NULL;
    const char *plain = name + sizeof mangled - 1;
    plain += strspn(plain, "0123456789");
    size_t length = strcspn(plain, "(\n");
    if ((!has(plain, length, "_sat") && !has(plain, length, "_rt"))
        || !take(&plain, "convert_"))
        return NULL;
    const char *type = name - 1;
    for (char first = *type == '>' ? '<' : ' '; type > line && *type != first;)
        type--;
    type += *type == ' ';
    *n_out = (size_t)(name - type);
    return type;
}

/* Lets the result of the instruction at `at`, whose name is the last that was
 * written, be a copy of a conversion. */
static size_t write_conversion(gac__bytes *out, const char *at)
{
    static const char begin[] = "\n  %";
    const size_t length = sizeof begin - 1;
    const char *blank = out->n ? memrchr(out->data, ' ', out->n) : NULL;
    size_t before = blank ? (size_t)(blank - out->data) : 0;
    if (before < 2 || out->n - before <= 2
        || memcmp(blank - 2, begin, length) != 0)
        return 0;
    size_t name_length = out->n - before - 2;
    size_t n = strcspn(at, "\n"), type_length = 0;
    const char *type = conversion_type(at, n, &type_length);
    if (!type)
        return 0;
    gac__bytes made = {0}; /* the conversion's name: nothing in C has it */
    gac__bytes_text(&made, "%made-");
    gac__bytes_add(&made, at - name_length, name_length);
    out->n -= name_length + 1;
    gac__bytes_add(out, made.data, made.n);
    gac__bytes_add(out, at, n);
    gac__bytes_text(out, begin);
    gac__bytes_add(out, at - name_length, name_length);
    write_copy(out, type, type_length, made.data, made.n);
    out->failed |= made.failed;
    gac__bytes_free(&made);
    return n;
}

bool gac__known_text(const gac__bytes *text, gac__bytes *out)
{
    gac__bytes one = {0}, two = {0}, three = {0};
    bool any = replace(text, word, write_freeze, &one);
    any |= replace(&one, constant, write_constant, &two);
    any |= replace(&two, assigned, write_conversion, &three);
    any |= replace(&three, GAC__EXCHANGE_NAME, write_exchange, out);
    bool failed = one.failed || two.failed || three.failed || out->failed;
    gac__bytes_free(&one);
    gac__bytes_free(&two);
    gac__bytes_free(&three);
    return any && !failed;
}
