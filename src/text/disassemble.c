/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Disassembles modules: around SPIRV-Tools' disassembler. */
#include "text/text_internal.h"

#include <stdio.h>

/* Three steps: screen (dis_screen.c) exchanges what SPIRV-Tools would refuse,
 * SPIRV-Tools writes the text of the rest, compose (dis_compose.c) puts the
 * two together. Should SPIRV-Tools refuse an instruction all the same, it is
 * asked about each alone, and the steps are repeated with those raw.
 *
 * The promise is that the text assembles to the same words. It is kept by
 * looking: the text is assembled, and an instruction that comes out different
 * is written raw as well. In case that does not converge, everything is: raw
 * words always assemble. */

#define TRIES_MAX 16

/* -- the module's words ---------------------------------------------------- */

static gac_result read_words(gac_disassembly *d, const void *data,
                             size_t size_bytes)
{
    size_t n = size_bytes / 4;
    if (size_bytes % 4 != 0 || n < 5) {
        gac__diag_report(d->context, GAC__RULE_module_format, 0,
                         size_bytes % 4 != 0
                             ? "The size, %zu bytes, is not a multiple of 4."
                             : "A header needs 20 bytes, there are %zu.",
                         size_bytes);
        return GAC_ERR_FORMAT;
    }
    if (n > UINT32_MAX / 8)
        return GAC_ERR_LIMIT;
    if (!GAC__VEC_RESERVE(&d->allocator, &d->words, n))
        return GAC_ERR_MEMORY;
    memcpy(d->words.items, data, 4 * n);
    d->words.n = n;
    d->swapped = d->words.items[0] == gac__swap_word(SpvMagicNumber);
    for (size_t i = 0; i < n && d->swapped; i++)
        d->words.items[i] = gac__swap_word(d->words.items[i]);
    if (d->words.items[0] == SpvMagicNumber)
        return GAC_OK;
    gac__diag_report(d->context, GAC__RULE_module_format, 0,
                     "Invalid SPIR-V magic number 0x%08x.", d->words.items[0]);
    return GAC_ERR_FORMAT;
}

static gac_result split_words(gac_disassembly *d)
{
    for (size_t at = 5; at < d->words.n;) {
        uint32_t n = d->words.items[at] >> 16;
        if (n == 0 || n > d->words.n - at) {
            if (d->options.trusting)
                return GAC_OK; /* the parser has said so */
            gac__diag_report(d->context, GAC__RULE_module_format, at,
                             "Instruction %zu has a word count of %u, where "
                             "%zu words are left.",
                             d->insts.n + 1, n, d->words.n - at);
            return GAC_ERR_FORMAT;
        }
        gac__dis_inst inst = {.word = (uint32_t)at, .n_words = (uint16_t)n};
        if (!GAC__VEC_PUSH(&d->allocator, &d->insts, inst))
            return GAC_ERR_MEMORY;
        at += n;
    }
    return GAC_OK;
}

/* -- SPIRV-Tools ----------------------------------------------------------- */

/* Makes an instruction raw, or everything if that was tried before. */
static void force(gac_disassembly *d, size_t index)
{
    if (index < d->insts.n && !d->insts.items[index].forced)
        d->insts.items[index].forced = true;
    else
        d->all_raw = true;
}

static gac_result run_tools(gac_disassembly *d, bool *accepted_out)
{
    uint32_t options = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER;
    spv_diagnostic diagnostic = NULL;
    if (!d->options.raw_ids)
        options |= SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    if (d->options.comments)
        options |= SPV_BINARY_TO_TEXT_OPTION_COMMENT;
    if (d->options.comments && !d->options.no_indent)
        options |= SPV_BINARY_TO_TEXT_OPTION_INDENT;
    spvTextDestroy(d->tools_text);
    d->tools_text = NULL;
    gac__old_scan_free(&d->scan);
    spv_result_t result =
        spvBinaryToText(d->tools, d->screened.items, d->screened.n, options,
                        &d->tools_text, &diagnostic);
    *accepted_out = result == SPV_SUCCESS && d->tools_text;
    if (!*accepted_out && d->ask_each) /* the index counts from 1 */
        force(d, diagnostic ? diagnostic->position.index - 1 : SIZE_MAX);
    d->ask_each |= !*accepted_out;
    spvDiagnosticDestroy(diagnostic);
    if (!*accepted_out)
        return result == SPV_ERROR_OUT_OF_MEMORY ? GAC_ERR_MEMORY : GAC_OK;
    if (d->tools_text->length > UINT32_MAX / 2)
        return GAC_ERR_LIMIT;
    GAC__TRY(gac__old_scan_text(&d->scan, &d->allocator, d->tools_text->str,
                                (uint32_t)d->tools_text->length));
    if (d->scan.statements.n != d->insts.n) {
        *accepted_out = false;
        force(d, SIZE_MAX);
    }
    return GAC_OK;
}

/* -- looking whether the text assembles back ------------------------------- */

static void note_line(void *user, const gac_diagnostic *diagnostic)
{
    uint32_t *line = user;
    if (*line == 0)
        *line = diagnostic->text_line;
}

/* The instruction that holds line `line` of the text. */
static size_t inst_at_line(const gac_disassembly *d, uint32_t line)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < line && at < d->text.n; i++) {
        const char *newline = memchr(d->text.items + at, '\n', d->text.n - at);
        at = newline ? (uint32_t)(newline - d->text.items) + 1
                     : (uint32_t)d->text.n;
    }
    for (size_t i = 0; i < d->insts.n; i++)
        if (at < d->insts.items[i].text_first + d->insts.items[i].text_size)
            return i;
    return SIZE_MAX;
}

/* The first instruction whose words differ; SIZE_MAX if none does. */
static size_t first_difference(const gac_disassembly *d, const uint32_t *words,
                               size_t n_words)
{
    for (size_t i = 0; i < d->insts.n; i++) {
        const gac__dis_inst *inst = &d->insts.items[i];
        if ((size_t)inst->word + inst->n_words > n_words
            || memcmp(words + inst->word, d->words.items + inst->word,
                      inst->n_words * sizeof *words)
                   != 0)
            return i;
    }
    return SIZE_MAX;
}

/* Assembles a full, plain text of the module and compares. */
static gac_result look(gac_disassembly *d, bool *same_out)
{
    uint32_t line = 0;
    gac_context quiet = *d->context;
    quiet.diagnostic = note_line;
    quiet.diagnostic_user = &line;
    gac_disassemble_options plain = {.raw_ids = d->options.raw_ids,
                                     .no_indent = true};
    GAC__TRY(gac__dis_compose(d, &plain));
    gac_assembly *assembly = NULL;
    gac_result result =
        gac_assemble(&quiet, d->text.items, d->text.n, NULL, &assembly);
    *same_out = false;
    if (result == GAC_OK) {
        size_t n_words;
        const uint32_t *words = gac_assembly_words(assembly, &n_words);
        size_t index = first_difference(d, words, n_words);
        *same_out = index == SIZE_MAX && n_words == d->words.n;
        if (!*same_out)
            force(d, index);
    } else if (result == GAC_ERR_FORMAT) {
        force(d, inst_at_line(d, line));
        result = GAC_OK;
    }
    gac_assembly_destroy(assembly);
    return result;
}

/* -- all of it ------------------------------------------------------------- */

static gac_result disassemble(gac_disassembly *d, const void *data,
                              size_t size_bytes)
{
    bool accepted = false;
    GAC__TRY(read_words(d, data, size_bytes));
    GAC__TRY(split_words(d));
    if (!d->options.raw_ids)
        GAC__TRY(gac__dis_count_names(d));
    if (!d->options.raw_ids)
        GAC__TRY(gac__dis_measure_names(d));
    for (int tries = 0; !accepted; tries++) {
        bool last = d->all_raw;
        if (tries == TRIES_MAX)
            d->all_raw = true;
        GAC__TRY(gac__dis_screen(d));
        GAC__TRY(run_tools(d, &accepted));
        if (accepted && !d->options.trusting && !d->all_raw)
            GAC__TRY(look(d, &accepted));
        if (!accepted && last) {
            gac__diag_report(d->context, GAC__RULE_module_format, 0,
                             "SPIRV-Tools cannot disassemble the module.");
            return GAC_ERR_FORMAT;
        }
    }
    return gac__dis_compose(d, &d->options);
}

gac_result gac_disassemble(gac_context *context, const void *data,
                           size_t size_bytes,
                           const gac_disassemble_options *options,
                           gac_disassembly **disassembly_out)
{
    if (disassembly_out)
        *disassembly_out = NULL;
    gac_disassemble_options o = {0};
    if (!context || !disassembly_out || (!data && size_bytes > 0)
        || !gac__read_options(&o, sizeof o, options))
        return GAC_ERR_ARGUMENT;
    gac_disassembly *d = gac__alloc_zero(&context->allocator, 1, sizeof *d);
    if (!d)
        return GAC_ERR_MEMORY;
    d->allocator = context->allocator;
    d->context = context;
    d->facts.allocator = d->scan.allocator = &d->allocator;
    d->options = o;
    d->tools = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    gac_result result =
        d->tools ? disassemble(d, data, size_bytes) : GAC_ERR_MEMORY;
    if (result == GAC_OK)
        *disassembly_out = d;
    else
        gac_disassembly_destroy(d);
    return result;
}

void gac_disassembly_destroy(gac_disassembly *d)
{
    if (!d)
        return;
    gac_allocator allocator = d->allocator;
    GAC__VEC_FREE(&allocator, &d->words);
    GAC__VEC_FREE(&allocator, &d->insts);
    GAC__VEC_FREE(&allocator, &d->pieces);
    GAC__VEC_FREE(&allocator, &d->screened);
    GAC__VEC_FREE(&allocator, &d->names);
    GAC__VEC_FREE(&allocator, &d->text);
    gac__facts_free(&d->facts);
    gac__id_map_free(&allocator, &d->name_of);
    gac__old_scan_free(&d->scan);
    spvTextDestroy(d->tools_text);
    if (d->tools)
        spvContextDestroy(d->tools);
    gac__free(&allocator, d, 1, sizeof *d);
}

/* -- look-ups -------------------------------------------------------------- */

const char *gac_disassembly_text(const gac_disassembly *d, size_t *size_out)
{
    if (size_out)
        *size_out = d ? d->text.n : 0;
    return d ? d->text.items : NULL;
}

const char *gac_disassembly_instruction(const gac_disassembly *d,
                                        uint32_t ordinal, size_t *size_out)
{
    size_t ignored;
    if (!size_out)
        size_out = &ignored;
    *size_out = 0;
    if (!d || ordinal == 0 || ordinal > d->insts.n)
        return NULL;
    const gac__dis_inst *inst = &d->insts.items[ordinal - 1];
    *size_out = inst->text_size;
    return d->text.items + inst->text_first;
}

/* The index of the token that word `word` of an instruction is shown by. */
static uint32_t token_of_word(const gac_disassembly *d,
                              const gac__dis_inst *inst, uint32_t word)
{
    const uint32_t *words = d->words.items + inst->word;
    const gac__op_row *row = gac__grammar_op(words[0] & 0xFFFF);
    gac__pieces pieces = {0};
    uint32_t token = UINT32_MAX;
    if (inst->how == GAC__DIS_RAW || !row)
        return word;
    uint32_t op = row->has_result ? 2 : 0, operand = op + 1;
    if (word == 0)
        return op;
    (void)gac__text_walk(&d->facts, words, inst->n_words, &pieces);
    for (size_t i = 0; i < pieces.n && token == UINT32_MAX; i++) {
        const gac__piece *piece = &pieces.items[i];
        uint32_t at = piece->what == GAC__PIECE_RESULT ? 0 : operand++;
        if (word >= piece->word && word < piece->word + piece->n_words)
            token = at;
    }
    GAC__VEC_FREE(&d->allocator, &pieces);
    return token;
}

bool gac_disassembly_operand(const gac_disassembly *d, uint32_t ordinal,
                             uint32_t word, size_t *first_out, size_t *size_out)
{
    size_t size, ignored[2];
    const char *text = gac_disassembly_instruction(d, ordinal, &size);
    if (!first_out)
        first_out = &ignored[0];
    if (!size_out)
        size_out = &ignored[1];
    *first_out = *size_out = 0;
    if (!text || word >= d->insts.items[ordinal - 1].n_words)
        return false;
    uint32_t token = token_of_word(d, &d->insts.items[ordinal - 1], word);
    uint32_t at = 0;
    gac__token found = {0, 0};
    for (uint32_t i = 0; token != UINT32_MAX && i <= token; i++)
        if (!gac__next_token(text, (uint32_t)size, &at, &found))
            return false;
    *first_out = found.first;
    *size_out = found.size;
    return token != UINT32_MAX;
}
