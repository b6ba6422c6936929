/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Source lines of instructions, and reports that show them. */
#include <inttypes.h>
#include <stdio.h>

#include "module/mangled.h"
#include "module/module_internal.h"
#include "module/reports.h"
#include "module/types.h"

/* Words of DebugLine and DebugSource. Lines are literals in the first two
 * DebugInfo sets, and constants in the last. */
enum { WORD_SOURCE = GAC__DEBUG_WORD_FIRST, WORD_LINE = 6, WORD_COLUMN = 8 };

#define MAX_WORDS (1024 + 2) /* a file's name has at most 4,096 bytes */

const char *gac__module_file_name(const gac_module *m, uint32_t id)
{
    gac__inst inst;
    uint32_t n;
    if (!gac__module_def(m, id, &inst) || inst.opcode != SpvOpString
        || inst.n_words > MAX_WORDS)
        return NULL;
    const char *text = gac__module_string(&inst, 2, &n);
    return text && gac__utf8_valid(text, strlen(text)) ? text : NULL;
}

static uint32_t constant_of(const gac_module *m, const gac__inst *inst,
                            uint32_t word)
{
    uint64_t value = 0;
    if (word < inst->n_words)
        gac__module_constant(m, inst->words[word], &value);
    return value <= UINT32_MAX ? (uint32_t)value : 0;
}

/* Returns the file name of a DebugSource. */
static const char *file_of(const gac_module *m, uint32_t id)
{
    gac__inst source;
    return gac__module_def(m, id, &source) && source.opcode == SpvOpExtInst
                   && source.n_words > WORD_SOURCE
                   && source.words[GAC__DEBUG_WORD_NUMBER] == GAC__DEBUG_SOURCE
               ? gac__module_file_name(m, source.words[WORD_SOURCE])
               : NULL;
}

static gac_source_place place_of_debug_line(const gac_module *m,
                                            const gac__inst *inst)
{
    gac_source_place place = {0};
    if (inst->words[GAC__DEBUG_WORD_NUMBER] == GAC__DEBUG_NO_LINE
        || inst->n_words <= WORD_LINE)
        return place;
    place.line = constant_of(m, inst, WORD_LINE);
    place.column = constant_of(m, inst, WORD_COLUMN);
    place.file = file_of(m, inst->words[WORD_SOURCE]);
    return place;
}

/* Whether a block ends between a line and an instruction: a line applies until
 * the next line or the end of its block. */
static bool ends_between(const gac_module *m, uint32_t line, uint32_t ordinal)
{
    uint32_t low = gac__module_block_behind(m, 0, m->n_blocks, line);
    return low < m->n_blocks && m->blocks[low].end <= ordinal;
}

/* The most nested scopes that are followed, and the most instructions that are
 * searched for one. */
enum { MAX_SCOPES = 16, MAX_LOOK = 4096 };

uint32_t gac__debug_number(const gac_module *m, const gac__inst *inst)
{
    const gac__import *import = inst->n_words > GAC__DEBUG_WORD_NUMBER
                                    ? gac__module_import_of(m, inst)
                                    : NULL;
    return import && import->debug_info ? inst->words[GAC__DEBUG_WORD_NUMBER]
                                        : UINT32_MAX;
}

/* Returns where a function or a lexical block begins. */
static gac_source_place place_of_scope(const gac_module *m, uint32_t scope)
{
    gac_source_place place = {0};
    gac__inst inst;
    for (int depth = 0; depth < MAX_SCOPES && gac__module_def(m, scope, &inst);
         depth++) {
        uint32_t number = gac__debug_number(m, &inst);
        uint32_t source = number == GAC__DEBUG_FUNCTION ? 7u : 5u;
        if (number == GAC__DEBUG_DISCRIMINATOR && inst.n_words > 7) {
            scope = inst.words[7];
            continue;
        }
        if ((number != GAC__DEBUG_FUNCTION
             && number != GAC__DEBUG_LEXICAL_BLOCK)
            || inst.n_words <= source + 2)
            break;
        bool ids = gac__is_non_semantic(gac__module_import_of(m, &inst)->name);
        place.file = file_of(m, inst.words[source]);
        place.line =
            ids ? constant_of(m, &inst, source + 1) : inst.words[source + 1];
        place.column =
            ids ? constant_of(m, &inst, source + 2) : inst.words[source + 2];
        break;
    }
    return place;
}

/* Whether there can be scopes: the module imports debug information, or too
 * many sets to look through. */
static bool has_scopes(const gac_module *m)
{
    bool has = m->n_imports > MAX_SCOPES;
    for (uint32_t i = 0; i < m->n_imports && !has; i++)
        has = m->imports[i].debug_info;
    return has;
}

/* Returns the place of the DebugScope in force, for an instruction without a
 * line: where the function or the lexical block around it begins. */
static gac_source_place place_by_scope(const gac_module *m, uint32_t ordinal)
{
    const gac_source_place none = {0};
    const gac__block *block;
    if (ordinal >= m->n_insts) /* a fault behind the last whole instruction */
        return none;
    if (!has_scopes(m) || !gac__module_block_of(m, ordinal, NULL, &block))
        return none;
    for (uint32_t i = ordinal, n = 0; i > block->first && n < MAX_LOOK;
         i--, n++) {
        if ((m->words[m->offsets[i]] & 0xFFFF) != SpvOpExtInst)
            continue;
        gac__inst inst = gac__module_inst(m, i);
        uint32_t number = gac__debug_number(m, &inst);
        if (number == GAC__DEBUG_NO_SCOPE)
            return none;
        if (number == GAC__DEBUG_SCOPE && inst.n_words > WORD_SOURCE)
            return place_of_scope(m, inst.words[WORD_SOURCE]);
    }
    return none;
}

gac_source_place gac__module_place(const gac_module *m, uint32_t ordinal)
{
    gac_source_place place = {0};
    uint32_t i = gac__first_from(m->lines, m->n_lines, sizeof *m->lines, 0,
                                 (uint64_t)ordinal + 1);
    if (i == 0 || ends_between(m, m->lines[i - 1], ordinal))
        return place_by_scope(m, ordinal);
    gac__inst inst = gac__module_inst(m, m->lines[i - 1]);
    if (inst.opcode == SpvOpExtInst)
        return place_of_debug_line(m, &inst);
    if (inst.opcode == SpvOpLine) {
        place.file = gac__module_file_name(m, inst.words[1]);
        place.line = inst.words[2];
        place.column = inst.words[3];
    }
    return place;
}

const char *gac__module_inst_name(const gac_module *m, const gac__inst *inst)
{
    const gac__ext_set *set = gac__module_set_of(m, inst);
    const gac__ext_inst_row *known =
        set ? gac__grammar_ext_inst(set, inst->words[inst->first + 1]) : NULL;
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    return known ? known->name : row ? row->name : "unknown";
}

const char *gac__module_linkage(const gac__inst *inst, uint32_t *type_out)
{
    uint32_t n_words;
    if (inst->opcode != SpvOpDecorate || inst->n_words < 5
        || inst->words[2] != SpvDecorationLinkageAttributes)
        return NULL;
    const char *symbol = gac__module_string(inst, 3, &n_words);
    if (!symbol || inst->n_words < 4 + n_words)
        return NULL;
    *type_out = inst->words[3 + n_words];
    return symbol;
}

const char *gac__module_import_symbol(const gac_module *m, uint32_t id)
{
    const gac__decoration *d = gac__module_decoration(
        m, id, UINT32_MAX, SpvDecorationLinkageAttributes);
    if (!d)
        return NULL;
    uint32_t type;
    gac__inst inst = gac__module_inst(m, d->inst);
    const char *symbol = gac__module_linkage(&inst, &type);
    return symbol && type == SpvLinkageTypeImport ? symbol : NULL;
}

void gac__module_inst_title(const gac_module *m, uint32_t ordinal, char out[64])
{
    gac__inst inst = gac__module_inst(m, ordinal);
    gac__mangled symbol;
    const char *import =
        inst.opcode == SpvOpFunctionCall && inst.first < inst.n_words
            ? gac__module_import_symbol(m, inst.words[inst.first])
            : NULL;
    if (import && gac__mangled_parse(import, &symbol) && symbol.length < 64)
        snprintf(out, 64, "%.*s", (int)symbol.length, symbol.name);
    else
        snprintf(out, 64, "%s", gac__module_inst_name(m, &inst));
}

void gac__module_describe_place(const gac_module *m, uint32_t ordinal,
                                uint32_t from, char *out, size_t size)
{
    const gac_source_place at = gac__module_place(m, ordinal);
    const gac_source_place here = gac__module_place(m, from);
    if (!gac__place_is_known(&at))
        snprintf(out, size, "instruction %u", ordinal + 1);
    else if (!here.file || strcmp(at.file, here.file) == 0)
        snprintf(out, size, "line %u", at.line);
    else
        snprintf(out, size, "line %u of %.60s", at.line, at.file);
}

void gac__module_emit(const gac_module *m, gac_diagnostic *d,
                      const gac__inst *inst, const char *message)
{
    d->message = message;
    d->word_offset = (uint64_t)(inst->words - m->words);
    d->ordinal = inst->ordinal + 1;
    d->instruction = gac__module_inst_name(m, inst);
    d->id = inst->result_id;
    d->source = gac__module_place(m, inst->ordinal);
    if (d->related != 0)
        d->related_source = gac__module_place(m, d->related - 1);
    if (gac__place_is_known(&d->source))
        d->source_text = gac__module_source_line(
            m, d->source.file, d->source.line, &d->source_text_size);
    gac__diag_emit(m->context, d);
}

static void report(const gac_module *m, gac_diagnostic *d,
                   const gac__inst *inst, const char *format, va_list args)
{
    char message[GAC__MESSAGE_MAX];
    if (!m->context->diagnostic)
        return; /* no sink receives it */
    gac__diag_format(message, sizeof message, format, args);
    gac__module_emit(m, d, inst, message);
}

void gac__module_report(const gac_module *m, gac__rule_id rule,
                        gac_severity severity, const gac__inst *inst,
                        const char *operand, int32_t operand_word,
                        const char *format, ...)
{
    va_list args;
    gac_diagnostic d = {.severity = severity,
                        .rule = gac_rule_at(rule)->name,
                        .operand = operand,
                        .operand_word = operand_word};
    d.belongs = severity == GAC_SEVERITY_NOTE;
    d.hint = d.belongs ? NULL : gac__rule_hint(rule);
    va_start(args, format);
    report(m, &d, inst, format, args);
    va_end(args);
}

/* Returns the ordinal + 1 of the definition of the id in an operand; 0:
 * none. */
static uint32_t definition_of(const gac_module *m, const gac__inst *inst,
                              int32_t word)
{
    if (word < 1 || word >= inst->n_words)
        return 0;
    uint32_t id = inst->words[word];
    return id < m->bound ? m->definitions[id] : 0;
}

void gac__module_report_with(const gac_module *m, gac_diagnostic *d,
                             const gac__inst *inst, const char *format,
                             va_list args)
{
    if (d->related == 0) {
        d->related = definition_of(m, inst, d->operand_word);
        d->related_note = "it is defined here";
    }
    report(m, d, inst, format, args);
}

gac__value_words gac__value_in_words(const char *kind, uint64_t value)
{
    gac__value_words words;
    const char *name = value <= UINT32_MAX
                           ? gac__grammar_value_name(kind, (uint32_t)value)
                           : NULL;
    if (name)
        snprintf(words.text, sizeof words.text, "%s", name);
    else
        snprintf(words.text, sizeof words.text, "%" PRIu64, value);
    return words;
}
