/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reads the module that the compiler wrote: what it lacks, and its correction.
 *
 * Names of copies are restored (prelude.c), and names of files become the
 * user's: "./tile.cl" is "tile.cl". The translator's instructions of
 * OpenCL.DebugInfo.100 are removed, since they break that set's rules, and
 * OpLine suffices for findings. On request the program's text is added to
 * OpSource. Nothing else changes, ids included. Modes that the translator has
 * lost are found, and mended in LLVM's text (known_text.c). */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "source/source_internal.h"

#define HEADER_WORDS 5u
#define MOST_WORDS 0xFFFFu /* of an instruction */

/* The state of rewriting a module. */
typedef struct rewriter {
    const gac__source_request *request;
    const uint32_t *words; /* the module as it was read, of `n` words */
    size_t n;
    gac__bytes out;     /* the new module */
    uint32_t file;      /* the id of the OpString that is the program's name; 0:
                           none yet */
    uint32_t debug_set; /* the id of the OpExtInstImport of debug information;
                           0: none yet */
} rewriter;

/* -- reading --------------------------------------------------------------- */

/* Whether the words are a header, and instructions that end with the last
 * word. */
static bool is_module(const uint32_t *words, size_t n)
{
    if (n < HEADER_WORDS || words[0] != SpvMagicNumber)
        return false;
    for (size_t i = HEADER_WORDS; i < n; i += words[i] >> 16)
        if (words[i] >> 16 == 0 || words[i] >> 16 > n - i)
            return false;
    return true;
}

/* Reads the compiler's module. NULL: it is none, or memory is out, which `read`
 * tells. */
static const uint32_t *read_module(gac__bytes *read,
                                   const gac__build_files *files)
{
    const uint32_t *words;
    if (!gac__bytes_read(read, files->module) || read->n % sizeof *words)
        return NULL;
    words = (const uint32_t *)(const void *)read->data;
    return is_module(words, read->n / sizeof *words) ? words : NULL;
}

/* -- conversions ----------------------------------------------------------- */

/* Whether an instruction says how the conversion `inst[1]` rounds or
 * saturates. */
static bool is_mode(const uint32_t *inst, uint32_t size)
{
    return (inst[0] & 0xFFFF) == SpvOpDecorate && size > 2
           && (inst[2] == SpvDecorationSaturatedConversion
               || inst[2] == SpvDecorationFPRoundingMode);
}

static bool is_conversion(const uint32_t *inst, uint32_t size)
{
    uint32_t opcode = inst[0] & 0xFFFF;
    return opcode >= SpvOpConvertFToU && opcode <= SpvOpSatConvertUToS
           && size > 3;
}

/* Whether there are modes of conversions that are not there. Modes stand before
 * all functions. */
static bool has_lost_modes(const uint32_t *words, size_t n)
{
    /* The compiler leaves no id out, and none takes less than a word. */
    size_t bound = words[3] < n ? words[3] : n;
    size_t n_modes = 0;
    bool *has_mode = calloc(bound, sizeof *has_mode);
    for (size_t i = HEADER_WORDS; has_mode && i < n; i += words[i] >> 16) {
        const uint32_t *inst = words + i;
        uint32_t size = inst[0] >> 16;
        if (is_mode(inst, size) && inst[1] < bound) {
            n_modes += !has_mode[inst[1]];
            has_mode[inst[1]] = true;
        } else if (is_conversion(inst, size) && inst[2] < bound) {
            n_modes -= has_mode[inst[2]];
            has_mode[inst[2]] = false;
        }
    }
    free(has_mode);
    return n_modes > 0;
}

bool gac__written_module_lost(const gac__build_files *files)
{
    gac__bytes read = {0};
    const uint32_t *words = read_module(&read, files);
    bool lost = words && has_lost_modes(words, read.n / sizeof *words);
    gac__bytes_free(&read);
    return lost;
}

/* -- strings --------------------------------------------------------------- */

/* Returns the word where the string of an OpString, OpName or OpDecorate
 * begins; 0: other strings do not change. */
static uint32_t string_at(const uint32_t *inst, uint32_t n)
{
    uint32_t opcode = inst[0] & 0xFFFF;
    if (opcode == SpvOpString || opcode == SpvOpName)
        return 2;
    return opcode == SpvOpDecorate && n > 3 ? 3 : 0;
}

/* Returns the length of the string if it ends within `n` words; else 0. */
static size_t string_length(const uint32_t *words, uint32_t n)
{
    size_t most = n * sizeof *words;
    size_t length = strnlen((const char *)words, most);
    return length < most ? length : 0;
}

/* Returns a path without "./" and the like in front: "a.cl" of "./a.cl". */
static const char *plain_path(const char *path)
{
    while (path[0] == '.' && path[1] == '/' && path[2])
        path += 2;
    return path;
}

/* Restores a name in a text. */
static void restore_name(char *text, const char *alias, const char *name)
{
    const size_t n = strlen(alias);
    for (char *at = text; (at = strstr(at, alias)) != NULL; at += n)
        memcpy(at, name, n);
}

/* Adds an instruction with `n` operands and a string of `size` bytes. */
static void add_with_string(rewriter *r, uint32_t opcode,
                            const uint32_t *operands, uint32_t n,
                            const char *text, size_t size)
{
    static const char zeros[4];
    uint32_t head = (1 + n + (uint32_t)(size / 4) + 1) << 16 | opcode;
    gac__bytes_add(&r->out, &head, sizeof head);
    gac__bytes_add(&r->out, operands, n * sizeof *operands);
    gac__bytes_add(&r->out, text, size);
    gac__bytes_add(&r->out, zeros, 4 - size % 4);
}

/* Remembers an OpString that is the program's name. */
static void note_file(rewriter *r, uint32_t id, const char *path)
{
    if (r->request->name && !r->file
        && !strcmp(path, plain_path(r->request->name)))
        r->file = id;
}

/* Adds an OpString, with a file name corrected. */
static void add_string(rewriter *r, const uint32_t *inst)
{
    const char *plain = plain_path((const char *)(inst + 2));
    note_file(r, inst[1], plain);
    if (inst[1] == r->file)
        plain = r->request->name;
    add_with_string(r, SpvOpString, inst + 1, 1, plain, strlen(plain));
}

/* Adds an instruction, with its string corrected. An OpString is made anew,
 * since it may become shorter or longer; copies' names keep their length. */
static void add_instruction(rewriter *r, const uint32_t *inst, uint32_t n)
{
    uint32_t first = string_at(inst, n);
    size_t start = r->out.n;
    bool has_string =
        first && first < n && string_length(inst + first, n - first);
    if (has_string && (inst[0] & 0xFFFF) == SpvOpString)
        add_string(r, inst);
    else
        gac__bytes_add(&r->out, inst, n * sizeof *inst);
    if (has_string && !r->out.failed) {
        char *text = r->out.data + start + first * sizeof *inst;
        restore_name(text, GAC__COPY_ALIAS, GAC__COPY_NAME);
        restore_name(text, GAC__EXCHANGE_ALIAS, GAC__EXCHANGE_NAME);
    }
}

/* -- the program's text ---------------------------------------------------- */

/* Adds OpSource with the file's name and its text; a text that is longer than
 * an instruction is continued by OpSourceContinued. */
static void add_source(rewriter *r, const uint32_t *inst)
{
    const uint32_t operands[3] = {inst[1], inst[2], r->file};
    const size_t most = (MOST_WORDS - 5) * sizeof *inst - 1;
    const char *text = r->request->text;
    size_t left = strnlen(text, r->request->length);
    size_t size = left < most ? left : most;
    add_with_string(r, SpvOpSource, operands, 3, text, size);
    while ((left -= size) > 0) {
        text += size;
        size = left < most ? left : most;
        add_with_string(r, SpvOpSourceContinued, NULL, 0, text, size);
    }
}

/* -- debug information ----------------------------------------------------- */

/* Whether an instruction is of the debug information's set, or imports it. */
static bool is_debug_info(rewriter *r, const uint32_t *inst, uint32_t n)
{
    static const char set[] = "OpenCL.DebugInfo.";
    uint32_t opcode = inst[0] & 0xFFFF;
    if (opcode == SpvOpExtInst && n > 4)
        return r->debug_set && inst[3] == r->debug_set;
    if (opcode != SpvOpExtInstImport || n < 3
        || string_length(inst + 2, n - 2) < sizeof set
        || memcmp(inst + 2, set, sizeof set - 1) != 0)
        return false;
    r->debug_set = inst[1];
    return true;
}

/* -- all of it ------------------------------------------------------------- */

static void rewrite(rewriter *r)
{
    gac__bytes_add(&r->out, r->words, HEADER_WORDS * sizeof *r->words);
    bool debug = true;
    for (size_t i = HEADER_WORDS; i < r->n; i += r->words[i] >> 16) {
        const uint32_t *inst = r->words + i;
        uint32_t n = inst[0] >> 16, opcode = inst[0] & 0xFFFF;
        debug &= opcode != SpvOpFunction;
        if (is_debug_info(r, inst, n))
            continue;
        if (opcode == SpvOpSource && n == 3 && r->file && r->request->keep_text)
            add_source(r, inst);
        else if (debug)
            add_instruction(r, inst, n);
        else
            gac__bytes_add(&r->out, inst, n * sizeof *inst);
    }
}

gac_result gac__written_module_read(const gac__source_request *request,
                                    const gac__build_files *files,
                                    gac__source_output *out)
{
    gac__bytes read = {0};
    rewriter r = {.request = request, .words = read_module(&read, files)};
    if (!r.words) {
        bool failed = read.failed;
        gac__bytes_free(&read);
        return failed ? GAC_ERR_MEMORY : GAC_ERR_FORMAT;
    }
    r.n = read.n / sizeof *r.words;
    rewrite(&r);
    gac__bytes_free(&read);
    if (r.out.failed) {
        gac__bytes_free(&r.out);
        return GAC_ERR_MEMORY;
    }
    out->words = (uint32_t *)(void *)r.out.data;
    out->n_words = r.out.n / sizeof *out->words;
    return GAC_OK;
}
