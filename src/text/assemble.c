/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembles text: statements, and the module as a whole. */
#include "text/assemble.h"

/* The assembler descends over tokens and the grammar's rows. A row reads a
 * token, or any number of tokens; an enumerant's parameters, and the operands
 * of extended instructions and specialization operations, have rows of their
 * own. Optional rows end where the next statement begins. Language and messages
 * are SPIRV-Tools', with more names. After a fault the assembler continues with
 * the next statement; uses of the id that the faulty statement defines are no
 * further faults.
 *
 * "!<integer>" is a raw word. The operands behind one in an instruction may be
 * of any kind, and a statement that begins with one may contain any number of
 * instructions. Where an instruction may have more operands, a "!<integer>" is
 * one of them, even on a line of its own; but below a "; Header:" note a line
 * that begins with one begins a statement. */

#define ERRORS_MAX 20

struct gac_assembly {
    gac_allocator allocator;
    gac__words words;
    gac__words swapped; /* in the other byte order, if the text asks for that */
    gac__places places;
};

/* -- statements ------------------------------------------------------------ */

/* Records the places of instructions: those that begin in the words since the
 * last call stand at `token`. */
static void note_places(gac__assembler *as, uint32_t token)
{
    while (as->next_inst < as->words->n) {
        uint32_t n = as->words->items[as->next_inst] >> 16;
        gac__text_move(as->text, &as->place, as->tokens.items[token].first);
        as->out_of_memory |=
            !GAC__VEC_PUSH(as->allocator, as->places, as->place);
        as->next_inst = n > 0 ? as->next_inst + n : SIZE_MAX;
    }
}

/* Reads a statement that begins with "!<integer>". */
static gac__step take_raw(gac__assembler *as)
{
    gac__step s = gac__take_immediate(as);
    for (;;) {
        note_places(as, as->token - 1);
        if (s == GAC__FAULTY || as->token >= as->end)
            return s;
        gac__slice before = gac__token_slice(as, as->token - 1);
        if (gac__is_equals(as, as->token))
            return gac__as_fault(as, "%.*s not allowed before =.",
                                 (int)before.size, before.text);
        s = gac__take_any(as);
    }
}

/* Reads the result, "=" and the mnemonic. */
static gac__step take_op(gac__assembler *as)
{
    uint32_t n = (uint32_t)as->tokens.n;
    bool given = gac__token_slice(as, as->token).text[0] == '%';
    as->result = given ? as->token++ : GAC__NO_TOKEN;
    if (given && as->token < n && !gac__is_equals(as, as->token))
        return gac__as_fault(as, "'=' expected after result id but found '%s'.",
                             as->shown);
    as->token += given;
    as->op = as->token;
    if (as->op >= n)
        return gac__as_fault(as, "Expected %sopcode, found end of stream.",
                             as->op > n ? "'=' and " : "");
    gac__slice op = gac__token_slice(as, as->op);
    const gac__op_row *row = gac__grammar_op_by_name(op.text, op.size);
    bool named = gac__is_mnemonic(as, as->op);
    if (row && row->version > as->newest)
        row = NULL;
    as->row = row;
    if (row && row->has_result == given)
        return GAC__GOES_ON;
    if (given && row)
        return gac__as_fault(
            as, "Cannot set ID %.*s because %s does not produce a result ID.",
            (int)as->tokens.items[as->result].size,
            gac__token_slice(as, as->result).text, row->name);
    if (!row && (given || named))
        return gac__as_fault(as,
                             named ? "Invalid Opcode name '%s'"
                                   : "Invalid Opcode prefix '%s'.",
                             as->shown);
    return gac__as_fault(as,
                         "Expected %s<result-id> at the beginning of an "
                         "instruction, found '%s'.",
                         named ? "" : "<opcode> or ", as->shown);
}

/* Moves back to the token of a finished instruction's fault. */
static gac__assembler *back_to(gac__assembler *as, uint32_t token)
{
    as->token = token;
    return as;
}

/* Records a finished instruction's result, and reports a second definition. */
static gac__step learn_result(gac__assembler *as)
{
    const gac__inst inst = gac__decode(as->words->items + as->first_word, 0);
    uint32_t opcode = inst.opcode, n = inst.n_words;
    gac__import import;
    if (!as->row->has_result)
        return GAC__GOES_ON;
    if (as->row->is_type
        && gac__id_map_get(&as->known.types, inst.result_id, NULL))
        return gac__as_fault(
            back_to(as, as->op - 2),
            "Value %u has already been used to generate a type",
            inst.result_id);
    if ((opcode == SpvOpTypeInt && n != 4)
        || (opcode == SpvOpTypeFloat && n != 3 && n != 4))
        return gac__as_fault(back_to(as, as->token - 1),
                             "Invalid %s instruction", as->row->name);
    if (opcode == SpvOpExtInstImport
        && gac__known_import(&as->known, inst.result_id, &import))
        return gac__as_fault(back_to(as, as->op + 1),
                             "Import Id is being defined a second time");
    as->out_of_memory |=
        !gac__known_learn(&as->known, &inst, (uint32_t)as->first_word);
    return GAC__GOES_ON;
}

/* Reads "OpUnknown(<opcode>, <words>)" and its operands, which are words:
 * numbers or ids. */
static gac__step take_unknown(gac__assembler *as)
{
    gac__slice rest = gac__token_slice(as, as->token), first, second;
    uint32_t opcode, n;
    rest = gac__slice_from(rest, strlen(GAC__OP_UNKNOWN));
    bool two = gac__slice_split(&rest, ',', &first)
               && gac__slice_split(&rest, ')', &second) && rest.size == 0;
    if (!two || !gac__read_word(first, &opcode) || opcode > UINT16_MAX
        || !gac__read_word(gac__slice_without_blanks(second), &n) || n == 0
        || n > UINT16_MAX)
        return gac__as_fault(
            as, two ? "Expected an opcode and a word count of 16 bits."
                    : "Expected OpUnknown(<opcode>, <word count>).");
    as->op = as->token++;
    gac__put_word(as, n << 16 | opcode);
    gac__step step = gac__take_rest(as);
    size_t written = as->words->n - as->first_word;
    if (step == GAC__FAULTY || as->out_of_memory || written == n)
        return step;
    return gac__as_fault(back_to(as, as->op),
                         "%zu words follow, where the word count says %u.",
                         written - 1, n - 1);
}

static gac__step take_statement(gac__assembler *as)
{
    as->first_word = as->words->n;
    gac__find_end(as);
    if (gac__token_slice(as, as->token).text[0] == '!')
        return take_raw(as);
    if (gac__slice_starts(gac__token_slice(as, as->token), GAC__OP_UNKNOWN))
        return take_unknown(as);
    if (take_op(as) == GAC__FAULTY)
        return GAC__FAULTY;
    as->token++;
    gac__put_word(as, as->row->opcode);
    gac__step s = gac__take_rows(as, as->row->operands, as->row->n_operands);
    if (s == GAC__LOOSE && (s = gac__put_result(as)) == GAC__GOES_ON)
        s = gac__take_rest(as);
    if (s == GAC__FAULTY || as->out_of_memory)
        return s;
    size_t n = as->words->n - as->first_word;
    if (n > UINT16_MAX)
        return gac__as_fault(
            back_to(as, as->op),
            "%s Instruction too long: %zu words, but the limit is %u",
            as->row->name, n, UINT16_MAX);
    as->words->items[as->first_word] |= (uint32_t)n << 16;
    return learn_result(as);
}

/* Skips to the next statement. The id that the faulty one defines becomes
 * opaque, so that its uses are not reported. */
static void skip_statement(gac__assembler *as, uint32_t first)
{
    uint32_t id;
    if (gac__is_equals(as, first + 1) && gac__id_of(as, first, &id))
        as->out_of_memory |=
            !gac__id_map_put(as->allocator, &as->known.types, id, GAC__OPAQUE);
    as->words->n = as->first_word;
    as->token = as->end;
}

static gac_result take_statements(gac__assembler *as)
{
    while (as->token < as->tokens.n && as->n_errors < ERRORS_MAX) {
        uint32_t first = as->token;
        if (take_statement(as) == GAC__FAULTY)
            skip_statement(as, first);
        note_places(as, first);
        if (as->out_of_memory)
            return GAC_ERR_MEMORY;
        if (as->next_id == 0) {
            gac__as_fault(back_to(as, first),
                          "The ids of 32 bits are used up.");
            return GAC_ERR_FORMAT;
        }
        if (!gac__watch_on(&as->watch, as->token - first))
            return as->watch.result;
    }
    return as->n_errors > 0 ? GAC_ERR_FORMAT : GAC_OK;
}

/* -- texts ----------------------------------------------------------------- */

/* Returns why the input is no text; NULL: it may be one. */
static const char *find_fault(const char *text, uint32_t size)
{
    if (size == 0)
        return "Missing assembly text.";
    if (size >= 4 && gac__is_magic(text))
        return "This is a SPIR-V binary, no text.";
    return memchr(text, 0, size) ? "The text holds a NUL byte." : NULL;
}

static gac_result assemble(gac__assembler *as,
                           const gac_assemble_options *options,
                           gac__words *swapped_out)
{
    const gac__name *env = gac__grammar_environment(options->target_env);
    const uint32_t header[GAC__HEADER_WORDS] = {SpvMagicNumber,
                                                env ? env->value : 0x00010600,
                                                GAC__GENERATOR_ASSEMBLER << 16};
    for (uint32_t i = 0; i < GAC__HEADER_WORDS; i++)
        gac__put_word(as, header[i]);
    as->next_inst = as->words->n;
    as->newest = env && !options->comment_wins ? env->value : UINT32_MAX;
    GAC__TRY(gac__scan_text(as));
    const char *what = find_fault(as->text, as->size);
    if (what) {
        gac__as_fault(as, "%s", what);
        return GAC_ERR_FORMAT;
    }
    as->preserve |= options->preserve_numeric_ids;
    as->next_id = GAC__MAX(as->limit, 1u);
    if (as->preserve)
        gac__reserve_ids(as);
    GAC__TRY(take_statements(as));
    uint32_t *words = as->words->items;
    if (env && !options->comment_wins)
        words[1] = env->value;
    /* Id 2^32 - 1 has no bound above it; spirv-as writes 1 then. */
    uint32_t bound = GAC__MAX(as->bound, 1u);
    if (!as->has_header || bound > GAC__MAX(as->limit, 1u))
        words[3] = bound;
    return as->swapped
                   && !gac__copy_words(as->allocator, swapped_out, words,
                                       as->words->n, true)
               ? GAC_ERR_MEMORY
               : GAC_OK;
}

static void free_assembler(gac__assembler *as)
{
    GAC__VEC_FREE(as->allocator, &as->tokens);
    gac__id_map_free(as->allocator, &as->reserved);
    gac__name_map_free(as->allocator, &as->names);
    gac__known_free(&as->known);
}

gac_result gac_assemble(gac_context *context, const char *text,
                        size_t size_bytes, const gac_assemble_options *options,
                        gac_assembly **assembly_out)
{
    gac_assemble_options o = {0};
    if (assembly_out)
        *assembly_out = NULL;
    if (!context || !assembly_out || (!text && size_bytes > 0)
        || !gac__read_options(&o, sizeof o, options)
        || (o.target_env && !gac_target_env_known(o.target_env)))
        return GAC_ERR_ARGUMENT;
    if (size_bytes > (size_t)1 << 30)
        return GAC_ERR_LIMIT;
    text = text ? text : "";
    gac__skip_mark(&text, &size_bytes);
    gac_assembly *assembly =
        gac__alloc_zero(&context->allocator, 1, sizeof *assembly);
    if (!assembly)
        return GAC_ERR_MEMORY;
    assembly->allocator = context->allocator;
    gac__assembler as = {.context = context,
                         .allocator = &context->allocator,
                         .file = o.file,
                         .text = text,
                         .size = (uint32_t)size_bytes,
                         .words = &assembly->words,
                         .places = &assembly->places,
                         .place = {0, 1, 1},
                         .watch = gac__context_watch(context)};
    as.known = (gac__known){.allocator = as.allocator, .words = as.words};
    gac_result result = assemble(&as, &o, &assembly->swapped);
    free_assembler(&as);
    gac__context_tell_late(context, as.watch.result, "assembled");
    if (result == GAC_OK)
        *assembly_out = assembly;
    else
        gac_assembly_destroy(assembly);
    return result;
}

bool gac_target_env_known(const char *name)
{
    return gac__grammar_environment(name) != NULL;
}

const char *gac_target_env_name(uint32_t index)
{
    return index < gac__environment_count ? gac__environments[index].name
                                          : NULL;
}

/* -- assemblies ------------------------------------------------------------ */

void gac_assembly_destroy(gac_assembly *assembly)
{
    if (!assembly)
        return;
    gac_allocator allocator = assembly->allocator;
    GAC__VEC_FREE(&allocator, &assembly->words);
    GAC__VEC_FREE(&allocator, &assembly->swapped);
    GAC__VEC_FREE(&allocator, &assembly->places);
    gac__free(&allocator, assembly, 1, sizeof *assembly);
}

const uint32_t *gac_assembly_words(const gac_assembly *assembly,
                                   size_t *n_words_out)
{
    if (n_words_out)
        *n_words_out = assembly ? assembly->words.n : 0;
    return assembly ? assembly->words.items : NULL;
}

const void *gac_assembly_data(const gac_assembly *assembly,
                              size_t *size_bytes_out)
{
    size_t n_words;
    const uint32_t *words = gac_assembly_words(assembly, &n_words);
    if (size_bytes_out)
        *size_bytes_out = n_words * sizeof *words;
    return words && assembly->swapped.n ? assembly->swapped.items : words;
}

bool gac_assembly_place(const gac_assembly *assembly, uint32_t ordinal,
                        uint32_t *line_out, uint32_t *column_out)
{
    gac__text_place place = {0, 0, 0};
    if (assembly && ordinal > 0 && ordinal <= assembly->places.n)
        place = assembly->places.items[ordinal - 1];
    if (line_out)
        *line_out = place.line;
    if (column_out)
        *column_out = place.column;
    return place.line > 0;
}
