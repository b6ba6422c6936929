/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Disassembles a module: the two passes, and look-ups in the result. */
#include "text/disassemble.h"

/* There are two passes over the instructions. The first makes their tokens,
 * records what they define, and names ids; the second writes lines. An
 * instruction whose operands do not fit its row is raw: its words are its
 * tokens ("!0x0004002e"). The module need not be valid, and may use any ids:
 * ids are keys of maps, not indexes of arrays.
 *
 * The text is spirv-dis's, which drops the padding of strings and the bits
 * above a number's width. With `exact`, instructions with such bits are raw,
 * too, and the definitions of raw instructions are not read, since the
 * assembler cannot read them. The text then has one reading, which gives the
 * same words. */

/* The limit of the names' bytes, plus some for each word, above which no names
 * are shown: the text is never many times larger than the module. */
#define NAMES_LIMIT ((size_t)16 << 20)
#define NAMES_LIMIT_WORD ((size_t)64)

/* What there is room for from the start, since what grows step by step is
 * copied, and touches twice the memory: that many words an instruction, at
 * least, and that many bytes of pieces and of text a word, as a rule more than
 * enough. */
#define ROOM_INST_WORDS 2
#define ROOM_PIECES ((size_t)4)
#define ROOM_TEXT ((size_t)16)

/* -- the module's words ---------------------------------------------------- */

static gac_result split_words(gac_disassembly *d)
{
    if (!GAC__VEC_RESERVE(&d->allocator, &d->insts,
                          d->words.n / ROOM_INST_WORDS))
        return GAC_ERR_MEMORY;
    for (size_t at = GAC__HEADER_WORDS; at < d->words.n;) {
        uint32_t n = d->words.items[at] >> 16;
        if (n == 0 || n > d->words.n - at) {
            if (d->options.trusting)
                return GAC_OK; /* the parser has reported the fault */
            gac__diag_report(d->context, GAC__RULE_module_format, at,
                             "Instruction %zu has a word count of %u, where "
                             "%zu words are left.",
                             d->insts.n + 1, n, d->words.n - at);
            return GAC_ERR_FORMAT;
        }
        gac__dis_inst inst = {.word = (uint32_t)at};
        if (!GAC__VEC_PUSH(&d->allocator, &d->insts, inst))
            return GAC_ERR_MEMORY;
        at += n;
    }
    return GAC_OK;
}

/* Makes room for what the first pass makes. */
static bool make_room(gac_disassembly *d)
{
    const gac_allocator *a = &d->allocator;
    const size_t n_ids = GAC__MIN((size_t)d->words.items[3], d->insts.n);
    const size_t n_named = d->options.raw_ids ? 0 : n_ids;
    return GAC__VEC_RESERVE(a, &d->tokens, d->words.n)
           && GAC__VEC_RESERVE(a, &d->text, ROOM_PIECES * d->words.n)
           && GAC__VEC_RESERVE(a, &d->names.names, n_named)
           && gac__id_map_reserve(a, &d->names.of_id, n_named)
           && gac__id_map_reserve(a, &d->names.taken.first, n_named)
           && gac__id_map_reserve(a, &d->known.values, n_ids);
}

/* -- the whole ------------------------------------------------------------- */

/* Calls `work` for each instruction, in the text's order, until an error. */
static void each_inst(gac_disassembly *d,
                      void (*work)(gac_disassembly *d, gac__dis_inst *inst))
{
    for (size_t i = 0; i < d->insts.n && d->result == GAC_OK; i++) {
        gac__dis_inst *inst =
            &d->insts.items[i < d->order.n ? d->order.items[i] : i];
        if (!gac__watch_on(&d->watch, 8 * (d->words.items[inst->word] >> 16)))
            d->result = d->watch.result;
        else
            work(d, inst);
    }
}

static void write_all(gac_disassembly *d)
{
    d->text.n = 0;
    if (!GAC__VEC_RESERVE(&d->allocator, &d->text, ROOM_TEXT * d->words.n))
        d->result = GAC_ERR_MEMORY;
    memset(d->headed, 0, sizeof d->headed);
    if (!d->options.no_header)
        gac__dis_put_header(d);
    each_inst(d, gac__dis_write);
    if (d->options.exact && !d->options.no_header && !d->options.raw_ids)
        gac__dis_put_ids(d);
    gac__dis_put(d, "", 1);
    d->text.n -= d->result == GAC_OK;
}

static gac_result disassemble(gac_disassembly *d, const void *data,
                              size_t size_bytes)
{
    size_t n = size_bytes / 4;
    GAC__TRY(gac__check_magic(d->context, data, size_bytes, &d->swapped));
    if (n > UINT32_MAX / 8)
        return GAC_ERR_LIMIT;
    if (!gac__copy_words(&d->allocator, &d->words, data, n, d->swapped))
        return GAC_ERR_MEMORY;
    GAC__TRY(split_words(d));
    d->names.limit = NAMES_LIMIT + NAMES_LIMIT_WORD * n;
    if (!make_room(d))
        return GAC_ERR_MEMORY;
    each_inst(d, gac__dis_tokenize);
    d->pieces = d->text;
    d->text = (gac__chars){0};
    if (d->result == GAC_OK
        && (d->options.nested_indent || d->options.reorder_blocks))
        gac__dis_lay_out(d);
    if (d->result == GAC_OK)
        write_all(d);
    if (d->result == GAC_OK && d->names.too_long && !d->options.raw_ids) {
        d->options.raw_ids = true;
        write_all(d);
    }
    return d->result;
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
    d->watch = gac__context_watch(context);
    d->options = o;
    /* With `exact` raw words are written instead, which the assembler reads. */
    d->options.handle_unknown_opcodes &= !o.exact;
    d->known.allocator = &d->allocator;
    d->known.words = &d->words;
    gac__arena_init(&d->names.arena, &d->allocator);
    d->result = disassemble(d, data ? data : "", size_bytes);
    gac_result result = d->result;
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
    gac__known_free(&d->known);
    gac__arena_free(&d->names.arena);
    gac__id_map_free(&allocator, &d->names.of_id);
    gac__name_map_free(&allocator, &d->names.taken);
    GAC__VEC_FREE(&allocator, &d->names.names);
    GAC__VEC_FREE(&allocator, &d->words);
    GAC__VEC_FREE(&allocator, &d->insts);
    GAC__VEC_FREE(&allocator, &d->order);
    GAC__VEC_FREE(&allocator, &d->tokens);
    GAC__VEC_FREE(&allocator, &d->pieces);
    GAC__VEC_FREE(&allocator, &d->text);
    gac__free(&allocator, d, 1, sizeof *d);
}

/* -- look-ups -------------------------------------------------------------- */

const char *gac_disassembly_text(const gac_disassembly *d, size_t *size_out)
{
    if (size_out)
        *size_out = d ? d->text.n : 0;
    return d ? d->text.items : NULL;
}

/* Returns an instruction; NULL: there is none. */
static const gac__dis_inst *inst_at(const gac_disassembly *d, uint32_t ordinal)
{
    return d && ordinal > 0 && ordinal <= d->insts.n
               ? &d->insts.items[ordinal - 1]
               : NULL;
}

const char *gac_disassembly_instruction(const gac_disassembly *d,
                                        uint32_t ordinal, size_t *size_out)
{
    const gac__dis_inst *inst = inst_at(d, ordinal);
    if (size_out)
        *size_out = inst ? inst->text_size : 0;
    return inst ? d->text.items + inst->text_first : NULL;
}

bool gac_disassembly_operand(const gac_disassembly *d, uint32_t ordinal,
                             uint32_t word, size_t *first_out, size_t *size_out)
{
    const gac__dis_inst *inst = inst_at(d, ordinal);
    bool known = inst && word < d->words.items[inst->word] >> 16;
    gac__dis_token found = {0};
    if (known) {
        const gac__dis_token *tokens = d->tokens.items + inst->first_token;
        uint32_t low = 0, high = inst->n_tokens; /* a binary search for the
                                                    last token up to `word` */
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            *(tokens[middle].word <= word ? &low : &high) = middle;
        }
        found = tokens[low];
    }
    if (first_out)
        *first_out = found.first;
    if (size_out)
        *size_out = found.size;
    return known;
}
