/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads a module in any form: binary, hex numbers, assembly text. */
#include "text/number.h"
#include "text/text_internal.h"

#include <errno.h>
#include <stdio.h>

/* A binary begins with the magic number in either byte order; hex numbers begin
 * with the same, as one number or four, or as digits without an end (`xxd -p`);
 * a text has no control characters among its first bytes. Before hex and text a
 * byte order mark may stand, as some editors leave it. What is none of these is
 * given on as a binary, so that the parser says what is wrong with it. */

struct gac_input {
    gac_allocator allocator;
    gac_input_kind kind;
    GAC__VEC(unsigned char) bytes; /* binary and hex */
    gac_assembly *assembly;        /* text; else NULL */
};

#define SNIFF_BYTES 64

static bool is_magic(const unsigned char *b)
{
    static const unsigned char big[4] = {0x07, 0x23, 0x02, 0x03};
    static const unsigned char little[4] = {0x03, 0x02, 0x23, 0x07};
    return memcmp(b, big, 4) == 0 || memcmp(b, little, 4) == 0;
}

static bool looks_like_text(const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < GAC__MIN(n, (size_t)SNIFF_BYTES); i++)
        if (b[i] < ' ' && (b[i] == 0 || !strchr("\t\n\v\f\r", b[i])))
            return false;
    return n > 0;
}

/* -- hex ------------------------------------------------------------------- */

/* Reads one number, "0x07230203", "x7" or "3a", between blanks and commas.
 * `*n_digits_out` 0: there is none left, or something else stands there. */
static uint32_t next_hex(const unsigned char *b, size_t n, size_t *at,
                         uint32_t *n_digits_out)
{
    uint32_t value = 0;
    *n_digits_out = 0;
    while (*at < n && strchr(" \t\n\v\f\r,", b[*at]) && b[*at] != 0)
        ++*at;
    size_t i = *at;
    if (i + 1 < n && b[i] == '0' && (b[i + 1] | 32) == 'x')
        i += 2;
    else if (i < n && (b[i] | 32) == 'x')
        i++;
    for (; i < n; i++) {
        uint32_t digit = gac__hex_digit((char)b[i]);
        if (digit == 16)
            break;
        value = value << 4 | digit;
        ++*n_digits_out;
    }
    if (i < n && !strchr(" \t\n\v\f\r,", b[i]))
        *n_digits_out = 9; /* no number at all */
    else
        *at = i;
    return value;
}

/* Returns how many bytes each number stands for, 4 or 1; 0 if it is no hex. */
static uint32_t hex_unit(const unsigned char *b, size_t n)
{
    size_t at = 0;
    uint32_t digits, first = next_hex(b, n, &at, &digits);
    unsigned char magic[4];
    if (digits == 0 || digits > 8)
        return 0;
    memcpy(magic, &first, 4);
    if (is_magic(magic))
        return 4;
    at = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t byte = next_hex(b, n, &at, &digits);
        if (digits == 0 || digits > 2)
            return 0;
        magic[i] = (unsigned char)byte;
    }
    return is_magic(magic) ? 1 : 0;
}

/* Reads two digits wherever they stand; false: there are none left, or
 * something else stands there. */
static bool next_pair(const unsigned char *b, size_t n, size_t *at,
                      unsigned char *byte_out)
{
    uint32_t value = 0, digits = 0;
    while (*at < n && digits < 2) {
        uint32_t c = b[*at], digit = gac__hex_digit((char)c);
        if (digit < 16)
            value = value << 4 | digit;
        else if (c == 0 || !strchr(" \t\n\v\f\r", (int)c))
            return false;
        digits += c > ' ';
        ++*at;
    }
    *byte_out = (unsigned char)value;
    return digits == 2;
}

static bool is_hex_stream(const unsigned char *b, size_t n)
{
    unsigned char magic[4];
    size_t at = 0;
    for (int i = 0; i < 4; i++)
        if (!next_pair(b, n, &at, &magic[i]))
            return false;
    return is_magic(magic);
}

static gac_result read_hex_stream(gac_context *context, gac_input *input,
                                  const unsigned char *b, size_t n)
{
    unsigned char byte;
    size_t at = 0;
    if (!GAC__VEC_RESERVE(&input->allocator, &input->bytes, n / 2 + 1))
        return GAC_ERR_MEMORY;
    while (next_pair(b, n, &at, &byte))
        input->bytes.items[input->bytes.n++] = byte;
    if (at >= n)
        return GAC_OK;
    gac__diag_report(context, GAC__RULE_module_format, input->bytes.n / 4,
                     "Not a hex number, at byte %zu.", at);
    return GAC_ERR_FORMAT;
}

static gac_result read_hex(gac_context *context, gac_input *input,
                           const unsigned char *b, size_t n, uint32_t unit)
{
    for (size_t at = 0;;) {
        uint32_t digits, value = next_hex(b, n, &at, &digits);
        if (digits == 0 && at >= n)
            return GAC_OK;
        if (digits == 0 || digits > 2 * unit) {
            gac__diag_report(context, GAC__RULE_module_format,
                             input->bytes.n / 4,
                             "Not a hex number of %u byte%s, at byte %zu.",
                             unit, unit == 1 ? "" : "s", at);
            return GAC_ERR_FORMAT;
        }
        if (!GAC__VEC_RESERVE(&input->allocator, &input->bytes, unit))
            return GAC_ERR_MEMORY;
        if (unit == 4)
            memcpy(input->bytes.items + input->bytes.n, &value, 4);
        else
            input->bytes.items[input->bytes.n] = (unsigned char)value;
        input->bytes.n += unit;
    }
}

/* -- inputs ---------------------------------------------------------------- */

static gac_result fill(gac_context *context, gac_input *input,
                       const unsigned char *b, size_t n,
                       const gac_assemble_options *options)
{
    bool stream = false;
    if (n >= 3 && memcmp(b, "\xEF\xBB\xBF", 3) == 0) {
        b += 3;
        n -= 3;
    }
    if (n >= 4 && is_magic(b))
        input->kind = GAC_INPUT_BINARY;
    else if (hex_unit(b, n) != 0 || (stream = is_hex_stream(b, n)))
        input->kind = GAC_INPUT_HEX;
    else if (looks_like_text(b, n))
        input->kind = GAC_INPUT_TEXT;
    if (input->kind == GAC_INPUT_TEXT)
        return gac_assemble(context, (const char *)b, n, options,
                            &input->assembly);
    if (stream)
        return read_hex_stream(context, input, b, n);
    if (input->kind == GAC_INPUT_HEX)
        return read_hex(context, input, b, n, hex_unit(b, n));
    if (!GAC__VEC_RESERVE(&input->allocator, &input->bytes, n))
        return GAC_ERR_MEMORY;
    if (n > 0)
        memcpy(input->bytes.items, b, n);
    input->bytes.n = n;
    return GAC_OK;
}

gac_result gac_input_load_memory(gac_context *context, const void *data,
                                 size_t size_bytes,
                                 const gac_assemble_options *options,
                                 gac_input **input_out)
{
    if (input_out)
        *input_out = NULL;
    gac_assemble_options ignored;
    if (!context || !input_out || (!data && size_bytes > 0)
        || !gac__read_options(&ignored, sizeof ignored, options))
        return GAC_ERR_ARGUMENT;
    gac_input *input = gac__alloc_zero(&context->allocator, 1, sizeof *input);
    if (!input)
        return GAC_ERR_MEMORY;
    input->allocator = context->allocator;
    gac_result result =
        fill(context, input, data ? data : "", size_bytes, options);
    if (result == GAC_OK)
        *input_out = input;
    else
        gac_input_destroy(input);
    return result;
}

static gac_result read_file(gac_context *context, FILE *file, gac__chars *bytes)
{
    for (;;) {
        if (bytes->n > context->max_memory_bytes / 2)
            return GAC_ERR_LIMIT;
        if (!GAC__VEC_RESERVE(&context->allocator, bytes, 1 << 16))
            return GAC_ERR_MEMORY;
        size_t n = fread(bytes->items + bytes->n, 1, 1 << 16, file);
        bytes->n += n;
        if (n == 0)
            return ferror(file) ? GAC_ERR_IO : GAC_OK;
    }
}

/* Reads the whole of a file, or of standard input. */
static gac_result read_path(gac_context *context, const char *path,
                            gac__chars *bytes)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file)
        return GAC_ERR_IO;
    gac_result result = read_file(context, file, bytes);
    int error = errno;
    if (!is_stdin)
        fclose(file);
    errno = error;
    return result;
}

/* The caller's options, or the defaults, with the file's name filled in. */
static bool file_options(const gac_assemble_options *options, const char *path,
                         gac_assemble_options *o)
{
    *o = (gac_assemble_options){0};
    if (!gac__read_options(o, sizeof *o, options))
        return false;
    o->size = sizeof *o;
    if (!o->file)
        o->file = path;
    return true;
}

gac_result gac_assemble_file(gac_context *context, const char *path,
                             const gac_assemble_options *options,
                             gac_assembly **assembly_out)
{
    gac_assemble_options o;
    gac__chars bytes = {0};
    if (assembly_out)
        *assembly_out = NULL;
    if (!context || !assembly_out || !path || !file_options(options, path, &o))
        return GAC_ERR_ARGUMENT;
    gac_result result = read_path(context, path, &bytes);
    if (result == GAC_OK)
        result = gac_assemble(context, bytes.items, bytes.n, &o, assembly_out);
    GAC__VEC_FREE(&context->allocator, &bytes);
    return result;
}

gac_result gac_input_load(gac_context *context, const char *path,
                          const gac_assemble_options *options,
                          gac_input **input_out)
{
    gac_assemble_options o;
    gac__chars bytes = {0};
    if (input_out)
        *input_out = NULL;
    if (!context || !input_out || !path || !file_options(options, path, &o))
        return GAC_ERR_ARGUMENT;
    gac_result result = read_path(context, path, &bytes);
    if (result == GAC_OK)
        result =
            gac_input_load_memory(context, bytes.items, bytes.n, &o, input_out);
    GAC__VEC_FREE(&context->allocator, &bytes);
    return result;
}

void gac_input_destroy(gac_input *input)
{
    if (!input)
        return;
    gac_allocator allocator = input->allocator;
    gac_assembly_destroy(input->assembly);
    GAC__VEC_FREE(&allocator, &input->bytes);
    gac__free(&allocator, input, 1, sizeof *input);
}

gac_input_kind gac_input_kind_of(const gac_input *input)
{
    return input ? input->kind : GAC_INPUT_BINARY;
}

const void *gac_input_data(const gac_input *input, size_t *size_bytes_out)
{
    size_t n_words, ignored;
    if (!size_bytes_out)
        size_bytes_out = &ignored;
    *size_bytes_out = 0;
    if (!input)
        return NULL;
    if (!input->assembly) {
        *size_bytes_out = input->bytes.n;
        return input->bytes.items;
    }
    const void *words = gac_assembly_words(input->assembly, &n_words);
    *size_bytes_out = 4 * n_words;
    return words;
}

bool gac_input_place(const gac_input *input, uint32_t ordinal,
                     uint32_t *line_out, uint32_t *column_out)
{
    return gac_assembly_place(input ? input->assembly : NULL, ordinal, line_out,
                              column_out);
}
