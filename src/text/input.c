/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads a module in any form: binary, hex numbers, assembly text. */
#include "text/number.h"
#include "text/text_internal.h"

#include <errno.h>
#include <stdio.h>

#include "support/numbers.h"

/* A binary begins with the magic number, in either byte order; hex numbers with
 * the same, as one number, as four, or as digits without separators (`xxd -p`);
 * a text has no control characters among its first bytes. A byte order mark,
 * which some editors write, may precede hex and text. Any other input is
 * returned as a binary, so that the parser reports what is wrong. */

struct gac_input {
    gac_allocator allocator;
    gac_input_kind kind;
    gac__chars bytes;       /* of binary and hex input */
    gac_assembly *assembly; /* of text; else NULL */
    const void *data;       /* the bytes, or the assembly's words */
    size_t size_bytes;
};

#define SNIFF_BYTES 64

static bool is_blank(char c)
{
    return c != 0 && strchr(" \t\n\v\f\r", c);
}

static bool looks_like_text(gac__slice head)
{
    for (uint32_t i = 0; i < head.size; i++)
        if ((unsigned char)head.text[i] < ' ' && !is_blank(head.text[i]))
            return false;
    return head.size > 0;
}

/* -- hex ------------------------------------------------------------------- */

static bool is_between(char c)
{
    return c == ',' || is_blank(c);
}

typedef struct hex_format {
    uint32_t unit; /* bytes of a number */
    bool run_on; /* digits without separators; else a number may have a prefix,
                    and ends at a blank or a comma */
    const char *what;
} hex_format;

/* Reads a number at `*at`, "0x07230203", "x7" or "3a", into its bytes. False:
 * the text ends, or is no number. */
static bool next_bytes(const char *b, size_t size, size_t *at,
                       const hex_format *format, char out[4])
{
    uint32_t value = 0, n_digits = 0;
    while (*at < size && is_between(b[*at]))
        ++*at;
    size_t i = *at;
    if (!format->run_on) {
        i += i + 1 < size && b[i] == '0' && (b[i + 1] | 32) == 'x';
        i += i < size && (b[i] | 32) == 'x';
    }
    for (; i < size && n_digits < 2 * format->unit; i++) {
        uint32_t digit = gac__hex_digit(b[i]);
        if (digit == 16 && !(format->run_on && is_blank(b[i])))
            break;
        value = digit < 16 ? value << 4 | digit : value;
        n_digits += digit < 16;
    }
    if (n_digits == 0 || (format->run_on && n_digits < 2)
        || (!format->run_on && i < size && !is_between(b[i])))
        return false;
    *at = i;
    memcpy(out, &value, format->unit);
    return true;
}

/* Reads numbers in the first format in which they begin a module. If none does,
 * the input's kind stays as it was. */
static gac_result read_hex(gac_context *context, gac_input *input,
                           const char *b, size_t size)
{
    static const hex_format formats[] = {
        {4, false, "number of 4 bytes"},
        {1, false, "number of 1 byte"},
        {1, true, "number"},
    };
    gac__chars *to = &input->bytes;
    for (size_t i = 0; i < GAC__COUNT_OF(formats); i++) {
        const hex_format *format = &formats[i];
        size_t at = 0;
        char number[4];
        to->n = 0;
        while ((to->n < 4 || gac__is_magic(to->items))
               && next_bytes(b, size, &at, format, number)) {
            if (!GAC__VEC_APPEND(&input->allocator, to, number, format->unit))
                return GAC_ERR_MEMORY;
        }
        if (to->n < 4 || !gac__is_magic(to->items))
            continue;
        input->kind = GAC_INPUT_HEX;
        if (at >= size)
            return GAC_OK;
        gac__diag_report(context, GAC__RULE_module_format, to->n / 4,
                         "Not a hex %s, at byte %zu.", format->what, at);
        return GAC_ERR_FORMAT;
    }
    return GAC_OK;
}

/* -- inputs ---------------------------------------------------------------- */

/* Refuses LLVM's files, bitcode, bare or in a wrapper, and the text that its
 * tools write: reports how to make SPIR-V of them. OK: the input is none. */
static gac_result refuse_llvm(gac_context *context, gac__slice head,
                              const char *file)
{
    static const char *const begins[] = {"BC\xC0\xDE", "\xDE\xC0\x17\x0B",
                                         "; ModuleID = ", "source_filename = "};
    size_t form = 0;
    while (form < GAC__COUNT_OF(begins)
           && !gac__slice_starts(head, begins[form]))
        form++;
    if (form == GAC__COUNT_OF(begins))
        return GAC_OK;
    bool is_text = form >= 2, named = file && strcmp(file, "-") != 0;
    const char *name = named ? file : is_text ? "kernel.ll" : "kernel.bc";
    const char *dot = strrchr(name, '.');
    bool has_end = dot && dot > name && !strchr(dot, '/');
    size_t stem = has_end ? (size_t)(dot - name) : strlen(name);
    gac__diag_report(context, GAC__RULE_module_format, GAC_NO_OFFSET,
                     "LLVM %s, not SPIR-V: `%s %.200s%s -o %.*s.spv` makes "
                     "SPIR-V of it.",
                     is_text ? "assembly" : "bitcode",
                     is_text ? "llvm-as" : "llvm-spirv", name,
                     is_text ? " -o - | llvm-spirv" : "",
                     (int)GAC__MIN(stem, (size_t)200), name);
    return GAC_ERR_FORMAT;
}

static gac_result fill(gac_context *context, gac_input *input, const char *text,
                       size_t n, const gac_assemble_options *options)
{
    gac__skip_mark(&text, &n);
    const gac__slice head = {text, (uint32_t)GAC__MIN(n, (size_t)SNIFF_BYTES)};
    GAC__TRY(refuse_llvm(context, head, options ? options->file : NULL));
    if (n < 4 || !gac__is_magic(text)) {
        GAC__TRY(read_hex(context, input, text, n));
        if (input->kind != GAC_INPUT_HEX && looks_like_text(head))
            input->kind = GAC_INPUT_TEXT;
    }
    if (input->kind == GAC_INPUT_TEXT) {
        GAC__TRY(gac_assemble(context, text, n, options, &input->assembly));
        input->data = gac_assembly_words(input->assembly, &input->size_bytes);
        input->size_bytes *= 4;
        return GAC_OK;
    }
    if (input->kind == GAC_INPUT_BINARY) {
        input->bytes.n = 0;
        if (!GAC__VEC_APPEND(&input->allocator, &input->bytes, text, n))
            return GAC_ERR_MEMORY;
    }
    input->data = input->bytes.items;
    input->size_bytes = input->bytes.n;
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

/* Reads a whole file, or standard input, and makes an assembly or an input of
 * it. The options' file name is the path unless they have one. */
static gac_result load(gac_context *context, const char *path,
                       const gac_assemble_options *options,
                       gac_assembly **assembly_out, gac_input **input_out)
{
    gac_assemble_options o = {0};
    gac__chars bytes = {0};
    if (assembly_out)
        *assembly_out = NULL;
    if (input_out)
        *input_out = NULL;
    if (!context || !path || (!assembly_out && !input_out)
        || !gac__read_options(&o, sizeof o, options))
        return GAC_ERR_ARGUMENT;
    o.size = sizeof o;
    if (!o.file)
        o.file = path;
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file)
        return GAC_ERR_IO;
    gac_result result = read_file(context, file, &bytes);
    int error = errno;
    if (!is_stdin)
        fclose(file);
    errno = error;
    if (result == GAC_OK)
        result = assembly_out ? gac_assemble(context, bytes.items, bytes.n, &o,
                                             assembly_out)
                              : gac_input_load_memory(context, bytes.items,
                                                      bytes.n, &o, input_out);
    GAC__VEC_FREE(&context->allocator, &bytes);
    return result;
}

gac_result gac_assemble_file(gac_context *context, const char *path,
                             const gac_assemble_options *options,
                             gac_assembly **assembly_out)
{
    return load(context, path, options, assembly_out, NULL);
}

gac_result gac_input_load(gac_context *context, const char *path,
                          const gac_assemble_options *options,
                          gac_input **input_out)
{
    return load(context, path, options, NULL, input_out);
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
    if (size_bytes_out)
        *size_bytes_out = input ? input->size_bytes : 0;
    return input ? input->data : NULL;
}

bool gac_input_place(const gac_input *input, uint32_t ordinal,
                     uint32_t *line_out, uint32_t *column_out)
{
    return gac_assembly_place(input ? input->assembly : NULL, ordinal, line_out,
                              column_out);
}
