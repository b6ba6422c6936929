/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Simulator files, the job format of oclgrind-kernel.
 *
 *     PROGRAM KERNEL GX GY GZ LX LY LZ
 *     <size=BYTES [TYPE] [fill=V | range=START:INC:END | noinit | binfile=PATH]
 *      [dump] [hex] [ro] [wo] [NAME]> [VALUE...]
 *     <null>
 *
 * White space separates tokens, # starts a comment. PROGRAM is SPIR-V, binary
 * or text. There is one <...> for each kernel argument. Whether an argument is
 * local memory, of which only the size is given, the kernel tells; the
 * arguments are therefore read when the kernel is known. Without an
 * initializer, as many values follow as fill the argument (in hexadecimal under
 * `hex`). `half` and `binfile=` are gac's extensions. */
#include "tools/run_tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/numbers.h"

/* The position in the file. */
typedef struct cursor {
    const char *path;
    char *at;      /* the text behind the last token */
    unsigned line; /* the line of `at`, for messages */
    char *token;   /* the last token, ended by a NUL; NULL: restored */
    char taken;    /* the character that the NUL has replaced */
} cursor;

__attribute__((format(printf, 2, 3))) static bool sim_error(const cursor *c,
                                                            const char *format,
                                                            ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "gac-run: error: %s:%u: ", c->path, c->line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

/* -- tokens ---------------------------------------------------------------- */

static void skip_blanks(cursor *c)
{
    for (;; c->at++) {
        if (*c->at == '#')
            c->at += strcspn(c->at, "\n");
        if (*c->at == '\n')
            c->line++;
        else if (*c->at == '\0' || strchr(" \t\r", *c->at) == NULL)
            return;
    }
}

/* Restores the character that the NUL behind the last token has replaced; it
 * may be a `>`. */
static void restore(cursor *c)
{
    if (c->token != NULL && c->taken != '\0')
        *c->at = c->taken;
    c->token = NULL;
}

/* Reads the next token. False: the file ends. */
static bool next_token(cursor *c)
{
    restore(c);
    skip_blanks(c);
    size_t length =
        *c->at == '<' || *c->at == '>' ? 1 : strcspn(c->at, " \t\r\n<>#");
    if (length == 0)
        return false;
    c->token = c->at;
    c->at += length;
    c->taken = *c->at;
    *c->at = '\0';
    return true;
}

/* Whether the next token begins with a character. */
static bool next_is(cursor *c, char wanted)
{
    restore(c);
    skip_blanks(c);
    return *c->at == wanted;
}

/* -- the head of the file -------------------------------------------------- */

/* Returns the path of the program: the path given, or, if there is no file,
 * that path relative to the simulator file's folder. NULL: out of memory. */
static const char *locate_program(gac__run_command *command,
                                  const char *program)
{
    const char *slash = strrchr(command->sim_path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - command->sim_path) + 1 : 0;
    if (program[0] == '/' || access(program, F_OK) == 0)
        folder = 0;
    return gac__strings_add(&command->strings, "%.*s%s", (int)folder,
                            command->sim_path, program);
}

static bool parse_sizes(cursor *c, const char *what, uint64_t sizes_out[3])
{
    for (int i = 0; i < 3; i++) {
        if (!next_token(c)
            || !gac__parse_number(c->token, UINT32_MAX, &sizes_out[i])
            || sizes_out[i] == 0)
            return sim_error(c, "expected three sizes, the %s", what);
    }
    return true;
}

bool gac__run_sim_load(gac__run_command *command)
{
    if (!gac__tool_read(command->sim_path, &command->sim_text))
        return gac__run_error("--sim: cannot read %s: %s", command->sim_path,
                              errno == EFBIG ? "the file is too long"
                                             : strerror(errno));
    cursor c = {
        .path = command->sim_path, .at = command->sim_text.data, .line = 1};
    if (!next_token(&c))
        return sim_error(&c, "expected the program's file name");
    command->modules[0] = locate_program(command, c.token);
    if (command->modules[0] == NULL)
        return sim_error(&c, "out of memory");
    command->n_modules = 1;
    if (!next_token(&c))
        return sim_error(&c, "expected the kernel's name");
    command->kernel = c.token;
    char *kernel_end = c.at;
    c.token = NULL; /* restore() leaves the NUL behind the name */
    if (c.taken == '\n')
        c.line++;
    c.at = kernel_end + (c.taken != '\0');
    command->options.dimensions = 3;
    command->has_global = true;
    if (!parse_sizes(&c, "number of work-items", command->options.global)
        || !parse_sizes(&c, "work-group size", command->options.local))
        return false;
    restore(&c);
    command->sim_rest = c.at;
    command->sim_line = c.line;
    return true;
}

/* -- one argument ---------------------------------------------------------- */

/* The words of a header <...>. */
typedef struct header {
    bool has_size, has_type, noinit, null;
    const char *fill, *range, *binfile; /* their values; NULL: not given */
} header;

static bool find_type(const char *name, gac__elem *elem_out)
{
    for (int i = 0; i < GAC__ELEM_COUNT; i++) {
        if (strcmp(gac__elem_info_of((gac__elem)i)->sim, name) == 0) {
            *elem_out = (gac__elem)i;
            return true;
        }
    }
    return false;
}

/* Returns the text behind "key=" if the token begins so, else NULL. */
static const char *after_key(const char *token, const char *key)
{
    size_t n = strlen(key);
    return strncmp(token, key, n) == 0 && token[n] == '=' ? token + n + 1
                                                          : NULL;
}

/* Copies a token's text to the command, since the cursor's NUL ends it only up
 * to the next token. */
static const char *keep(cursor *c, gac__run_command *command, const char *text)
{
    const char *kept = gac__strings_add(&command->strings, "%s", text);
    if (kept == NULL)
        sim_error(c, "out of memory");
    return kept;
}

/* Reads the last token as a word of a header. */
static bool parse_word(cursor *c, gac__run_command *command, header *h,
                       gac__run_arg *arg)
{
    const char *value, *token = c->token;
    const char **field = NULL;
    uint64_t size;
    if ((value = after_key(token, "size")) != NULL) {
        if (!gac__parse_number(value, SIZE_MAX / 2, &size))
            return sim_error(c, "invalid value for 'size'");
        arg->size_bytes = (size_t)size;
        h->has_size = true;
        return true;
    }
    if ((value = after_key(token, "fill")) != NULL)
        field = &h->fill;
    else if ((value = after_key(token, "range")) != NULL)
        field = &h->range;
    else if ((value = after_key(token, "binfile")) != NULL)
        field = &h->binfile;
    else if ((value = after_key(token, "name")) != NULL)
        field = &arg->name;
    if (field != NULL)
        return (*field = keep(c, command, value)) != NULL;
    if (strcmp(token, "noinit") == 0)
        h->noinit = true;
    else if (strcmp(token, "null") == 0)
        h->null = true;
    else if (strcmp(token, "dump") == 0)
        arg->dump = true;
    else if (strcmp(token, "hex") == 0)
        arg->hex = true;
    else if (strcmp(token, "ro") == 0)
        arg->flags |= GAC_BUFFER_READ_ONLY;
    else if (strcmp(token, "wo") == 0)
        arg->flags |= GAC_BUFFER_WRITE_ONLY;
    else if (find_type(token, &arg->elem)) {
        if (h->has_type)
            return sim_error(c, "the argument's type is given twice");
        h->has_type = true;
    } else if (strchr(token, '=') != NULL)
        return sim_error(c, "unknown word `%s`", token);
    else
        return (arg->name = keep(c, command, token)) != NULL;
    return true;
}

static bool parse_header(cursor *c, gac__run_command *command, uint32_t index,
                         header *h, gac__run_arg *arg)
{
    if (!next_is(c, '<') || !next_token(c))
        return sim_error(c, "expected the header <...> of argument %u", index);
    while (!next_is(c, '>')) {
        if (!next_token(c))
            return sim_error(
                c, "missing '>' at the end of argument %u's header", index);
        if (!parse_word(c, command, h, arg))
            return false;
    }
    (void)next_token(c);
    int initializers = (h->fill != NULL) + (h->range != NULL)
                       + (h->binfile != NULL) + h->noinit;
    if (initializers > 1)
        return sim_error(c, "argument %u has several initializers", index);
    if (!h->null && !h->has_size)
        return sim_error(c, "argument %u has no size", index);
    if (h->null && (h->has_size || initializers > 0))
        return sim_error(c, "'null' is not valid with other words");
    if (arg->flags == (GAC_BUFFER_READ_ONLY | GAC_BUFFER_WRITE_ONLY))
        return sim_error(c, "argument %u is both 'ro' and 'wo'", index);
    return true;
}

/* Integers are signed, since SPIR-V does not tell which of OpenCL C's are. A
 * pointer to bytes is one to i32, if the size allows, since compilers without
 * typed pointers write bytes for any type. */
gac__elem gac__run_default_elem(const gac_param_info *info, size_t size_bytes)
{
    bool bytes = info->kind != GAC_PARAM_VALUE && info->element_bytes == 1;
    if (bytes && size_bytes % 4 == 0)
        return GAC__ELEM_I32;
    for (int i = 0; i < GAC__ELEM_COUNT; i++) {
        const gac__elem_info *elem = gac__elem_info_of((gac__elem)i);
        if (elem->bytes == info->element_bytes
            && elem->kind == (info->is_float ? 'f' : 'i'))
            return (gac__elem)i;
    }
    return GAC__ELEM_I32;
}

/* Parses a value. If the header has no type, an integer may also be a value of
 * the unsigned type of its size, which is the next one in GAC__ELEM_MAP.
 * Returns NULL, or the fault. */
static const char *parse_value(const gac__run_arg *arg, bool has_type,
                               const char *text, void *bytes_out)
{
    const char *why = gac__elem_parse(arg->elem, text, bytes_out);
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    if (why == NULL || has_type || elem->kind != 'i')
        return why;
    return gac__elem_parse((gac__elem)(arg->elem + 1), text, bytes_out) != NULL
               ? why
               : NULL;
}

static bool fill_range(cursor *c, gac__run_arg *arg, const char *range)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    double part[3];
    const char *at = range;
    for (int k = 0; k < 3; k++) {
        char *end;
        part[k] = strtod(at, &end);
        if (end == at || *end != (k < 2 ? ':' : '\0'))
            return sim_error(c, "expected range=START:INC:END");
        at = end + 1;
    }
    double steps = part[1] != 0 ? (part[2] - part[0]) / part[1] : -1;
    if (!(steps > -0.5) || (uint64_t)(steps + 0.5) + 1 != arg->count)
        return sim_error(c, "the range does not give %llu values",
                         (unsigned long long)arg->count);
    for (uint64_t i = 0; i < arg->count; i++) {
        char text[64];
        double value = part[0] + part[1] * (double)i;
        snprintf(text, sizeof text, elem->kind == 'f' ? "%.17g" : "%.0f",
                 value);
        const char *why =
            gac__elem_parse(arg->elem, text, arg->data + i * elem->bytes);
        if (why != NULL)
            return sim_error(c, "the range's value %s %s", text, why);
    }
    return true;
}

/* Reads the values behind a header. */
static bool read_values(cursor *c, const header *h, gac__run_arg *arg)
{
    size_t bytes = gac__elem_info_of(arg->elem)->bytes;
    char text[128];
    for (uint64_t i = 0; i < arg->count; i++) {
        if (next_is(c, '<') || !next_token(c))
            return sim_error(c, "expected %llu values, found %llu",
                             (unsigned long long)arg->count,
                             (unsigned long long)i);
        bool prefix = arg->hex && strncmp(c->token, "0x", 2) != 0;
        snprintf(text, sizeof text, "%s%s", prefix ? "0x" : "", c->token);
        const char *why =
            strlen(c->token) > 100
                ? "is not a number"
                : parse_value(arg, h->has_type, text, arg->data + i * bytes);
        if (why != NULL)
            return sim_error(c, "`%s` %s (%s)", c->token, why,
                             gac__elem_info_of(arg->elem)->sim);
    }
    return true;
}

/* Allocates an argument's memory, and fills it by its initializer, or the
 * values behind the header. */
static bool read_data(cursor *c, const header *h, gac__run_arg *arg)
{
    const gac__elem_info *elem = gac__elem_info_of(arg->elem);
    uint8_t one[8];
    if (arg->size_bytes % elem->bytes != 0)
        return sim_error(c, "%s does not divide the argument's size",
                         elem->sim);
    arg->typed = true;
    arg->count = arg->size_bytes / elem->bytes;
    if (!gac__run_arg_allocate(arg))
        return sim_error(c, "%zu bytes do not fit in memory", arg->size_bytes);
    if (h->noinit) {
        arg->flags |= GAC_BUFFER_UNDEFINED;
        return true;
    }
    if (h->range != NULL)
        return fill_range(c, arg, h->range);
    if (h->binfile != NULL)
        return gac__run_read_raw("--sim", h->binfile, arg->data,
                                 arg->size_bytes);
    if (h->fill == NULL)
        return read_values(c, h, arg);
    const char *why = parse_value(arg, h->has_type, h->fill, one);
    if (why != NULL)
        return sim_error(c, "the fill value `%s` %s", h->fill, why);
    gac__elem_fill(arg->elem, arg->data, arg->count, one);
    return true;
}

static bool bind_arg(cursor *c, gac__run_command *command, uint32_t index,
                     const gac_param_info *info)
{
    gac__run_arg *arg = &command->args[index];
    header h = {0};
    *arg = (gac__run_arg){.text = "<...>", .name = info->name};
    command->n_args = index + 1;
    if (!parse_header(c, command, index, &h, arg))
        return false;
    if (arg->name == NULL) {
        char name[16];
        snprintf(name, sizeof name, "arg%u", index);
        arg->name = keep(c, command, name);
        if (arg->name == NULL)
            return false;
    }
    if (!h.has_type)
        arg->elem = gac__run_default_elem(info, arg->size_bytes);
    bool memory =
        info->kind == GAC_PARAM_GLOBAL || info->kind == GAC_PARAM_CONSTANT;
    if (!memory && (h.null || h.noinit || arg->dump))
        return sim_error(c, "'null', 'noinit' and 'dump' are only valid for "
                            "buffers");
    if (h.null) {
        arg->kind = GAC__RUN_NULL;
        return true;
    }
    if (info->kind == GAC_PARAM_LOCAL) {
        arg->kind = GAC__RUN_LOCAL;
        return true;
    }
    arg->kind = memory ? GAC__RUN_BUFFER : GAC__RUN_VALUE;
    if (!read_data(c, &h, arg))
        return false;
    /* A value may have been written as another type than the parameter's. */
    if (!memory)
        arg->typed = false;
    return true;
}

bool gac__run_sim_bind(gac__run_command *command, gac_launch *launch)
{
    cursor c = {.path = command->sim_path,
                .at = command->sim_rest,
                .line = command->sim_line};
    uint32_t n = gac_launch_param_count(launch);
    if (n > GAC__RUN_MAX_ARGS)
        return sim_error(&c, "the kernel has too many arguments");
    for (uint32_t i = 0; i < n; i++) {
        gac_param_info info;
        if (gac_launch_param(launch, i, &info) != GAC_OK
            || !bind_arg(&c, command, i, &info))
            return false;
    }
    if (next_token(&c))
        return sim_error(&c, "unexpected `%s` after the last argument",
                         c.token);
    return true;
}
