/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's second pass: writes each instruction's tokens as a
 * line. */
#include "text/disassemble.h"

#include <stdio.h>

enum { INDENT = 15 };

typedef enum color { PLAIN, BLUE, YELLOW, RED, GREEN, GREY } color;

void gac__dis_put(gac_disassembly *d, const char *text, size_t size)
{
    if (d->result != GAC_OK)
        return;
    if (d->text.n + size > GAC__TEXT_MAX)
        d->result = GAC_ERR_LIMIT;
    else if (!GAC__VEC_APPEND(&d->allocator, &d->text, text, size))
        d->result = GAC_ERR_MEMORY;
}

void gac__dis_put_word(gac_disassembly *d, uint32_t word)
{
    char digits[GAC__NUMBER_SIZE];
    gac__dis_put(d, digits, gac__decimal_write(word, digits));
}

void gac__dis_printf(gac_disassembly *d, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gac__dis_put_text(d, text);
}

static void put_color(gac_disassembly *d, color tint)
{
    static const char *const codes[] = {
        [PLAIN] = "\x1b[0m", [BLUE] = "\x1b[34m",  [YELLOW] = "\x1b[33m",
        [RED] = "\x1b[31m",  [GREEN] = "\x1b[32m", [GREY] = "\x1b[1;30m"};
    if (d->options.color)
        gac__dis_put_text(d, codes[tint]);
}

static void put_spaces(gac_disassembly *d, uint32_t n)
{
    static const char spaces[] = "                ";
    for (; n > 0; n -= GAC__MIN(n, 16u))
        gac__dis_put(d, spaces, GAC__MIN(n, 16u));
}

/* -- operands -------------------------------------------------------------- */

/* Returns an id's name, or its number; valid until the next call. An undefined
 * id's number may be another id's name: with `exact` it gets a name of its own.
 * Once the names are too long, numbers are returned, and the text is written
 * again. */
static gac__slice id_text(gac_disassembly *d, uint32_t id)
{
    gac__friendly *f = &d->names;
    bool named = !d->options.raw_ids && !f->too_long;
    gac__friendly_name *name = named ? gac__friendly_find(f, id) : NULL;
    if (!name && named && d->options.exact) {
        gac__friendly_put_number(d, id);
        name = gac__friendly_find(f, id);
    }
    if (!name)
        return (gac__slice){d->digits,
                            (uint32_t)gac__decimal_write(id, d->digits)};
    name->shown = true;
    d->names_shown += name->text.size;
    f->too_long |= d->names_shown > f->limit;
    return name->text;
}

static void put_id(gac_disassembly *d, gac__slice name)
{
    gac__dis_put_char(d, '%');
    gac__dis_put(d, name.text, name.size);
}

/* Writes a blank and a token, whose piece is given. */
static void write_token(gac_disassembly *d, const gac__inst *inst,
                        gac__dis_token *token, const char *piece)
{
    static const uint8_t tints[] = {
        [GAC__OPERAND_ID] = YELLOW,         [GAC__OPERAND_RESULT_TYPE] = YELLOW,
        [GAC__OPERAND_LITERAL] = RED,       [GAC__OPERAND_TYPED_LITERAL] = RED,
        [GAC__OPERAND_EXT_INST] = RED,      [GAC__OPERAND_SPEC_OP] = RED,
        [GAC__OPERAND_FLOAT_LITERAL] = RED, [GAC__OPERAND_PAIR_ID_ID] = PLAIN};
    color tint = (color)tints[token->operand_class];
    gac__dis_put_char(d, ' ');
    if (tint != PLAIN)
        put_color(d, tint);
    token->first = (uint32_t)d->text.n - d->at->text_first;
    if (tint == YELLOW) {
        put_id(d, id_text(d, inst->words[token->word]));
    } else if (token->operand_class == GAC__OPERAND_STRING) {
        gac__dis_put_char(d, '"');
        put_color(d, GREEN);
        gac__dis_put(d, piece, token->piece_size);
        put_color(d, PLAIN);
        gac__dis_put_char(d, '"');
    } else {
        gac__dis_put(d, piece, token->piece_size);
    }
    token->size = (uint32_t)d->text.n - d->at->text_first - token->first;
    put_color(d, PLAIN);
    if (!d->at->raw
        && (token->operand_class == GAC__OPERAND_LITERAL
            || token->operand_class == GAC__OPERAND_FLOAT_LITERAL
            || token->operand_class == GAC__OPERAND_TYPED_LITERAL))
        put_color(d, PLAIN); /* spirv-dis resets the colour twice */
}

/* Writes the opcode and the operands behind it; the result is written
 * already. */
static void write_tokens(gac_disassembly *d, const gac__inst *inst)
{
    gac__dis_token *token = d->tokens.items + d->at->first_token;
    const char *piece = d->pieces.items + d->at->piece_first;
    token->first = (uint32_t)d->text.n - d->at->text_first;
    token->size = token->piece_size;
    gac__dis_put(d, piece, token->piece_size);
    for (uint32_t n = d->at->n_tokens; n > 1; n--) {
        piece += token++->piece_size;
        if (token->operand_class != GAC__OPERAND_RESULT)
            write_token(d, inst, token, piece);
    }
}

/* -- lines ----------------------------------------------------------------- */

/* Writes the indentation and the result. */
static void begin_line(gac_disassembly *d, const gac__inst *inst)
{
    uint32_t indent = d->options.no_indent ? 0 : INDENT, nested = 0;
    if (d->at->level > 0)
        nested = 2u * d->at->level - (inst->opcode == SpvOpLabel ? 2 : 0);
    if (d->at->raw || inst->result_id == 0) {
        put_spaces(d, indent + nested);
        d->at->text_first = (uint32_t)d->text.n;
        return;
    }
    gac__slice name = id_text(d, inst->result_id);
    d->tokens.items[d->at->first_token + inst->first - 1u].size = 1 + name.size;
    put_color(d, BLUE);
    put_spaces(d, indent - GAC__MIN(indent, name.size + 4)); /* "%name = " */
    d->at->text_first = (uint32_t)d->text.n;
    put_id(d, name);
    put_color(d, PLAIN);
    gac__dis_put(d, " = ", 3);
    put_spaces(d, nested);
}

/* -- comments -------------------------------------------------------------- */

static void put_heading(gac_disassembly *d, const char *text)
{
    gac__dis_put_char(d, '\n');
    put_spaces(d, d->options.no_indent ? 0 : INDENT);
    gac__dis_put_text(d, text);
}

typedef enum section { NO_SECTION, ANNOTATIONS, DEBUG, TYPES } section;

/* Returns the section of an instruction, by SPIRV-Tools' rule. */
static section section_of(const gac__op_row *row)
{
    if (row->is_type)
        return TYPES;
    switch ((gac__section)row->section) {
    case GAC__SECTION_DEBUG_STRING:
    case GAC__SECTION_DEBUG_NAME:
    case GAC__SECTION_MODULE_PROCESSED: return DEBUG;
    case GAC__SECTION_ANYWHERE:
        return row->opcode == SpvOpNop ? NO_SECTION : DEBUG;
    case GAC__SECTION_ANNOTATION:
        return row->opcode == SpvOpDecorationGroup ? NO_SECTION : ANNOTATIONS;
    default: return NO_SECTION;
    }
}

/* Writes the headings of functions, and of the first instruction of each
 * section. */
static void put_headings(gac_disassembly *d, const gac__inst *inst)
{
    static const char *const headings[] = {
        [ANNOTATIONS] = "; Annotations\n",
        [DEBUG] = "; Debug Information\n",
        [TYPES] = "; Types, variables and constants\n"};
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    section s = row ? section_of(row) : NO_SECTION;
    if (inst->opcode == SpvOpFunction) {
        gac__slice name = id_text(d, inst->result_id);
        if (d->options.nested_indent) /* a function, like a block, has a blank
                                         line before it */
            gac__dis_put_char(d, '\n');
        put_heading(d, "; Function ");
        gac__dis_put(d, name.text, name.size);
        gac__dis_put_char(d, '\n');
    }
    if (s != NO_SECTION && !d->headed[s]) {
        d->headed[s] = true;
        put_heading(d, headings[s]);
    }
}

static void end_line(gac_disassembly *d, const gac__inst *inst,
                     const gac__op_row *row)
{
    if (d->at->raw && d->options.handle_unknown_opcodes)
        gac__dis_put_text(
            d, " ; note: ID bound may be incorrect after reassembly");
    else if (d->at->raw && row)
        gac__dis_printf(d, " ; %s", row->name);
    if (d->options.comments && !d->at->raw && inst->opcode == SpvOpName)
        gac__dis_printf(d, "  ; id %%%u", inst->words[1]);
    if (d->options.offsets) {
        put_color(d, GREY);
        gac__dis_printf(d, " ; 0x%08x", 4 * d->at->word);
        put_color(d, PLAIN);
    }
    gac__dis_put_char(d, '\n');
}

void gac__dis_write(gac_disassembly *d, gac__dis_inst *to)
{
    gac__inst inst = gac__decode(d->words.items + to->word, 0);
    const gac__op_row *row = gac__grammar_op(inst.opcode);
    d->at = to;
    if (d->options.comments)
        put_headings(d, &inst);
    if (d->options.nested_indent && inst.opcode == SpvOpLabel)
        gac__dis_put_char(d, '\n');
    begin_line(d, &inst);
    write_tokens(d, &inst);
    to->text_size = (uint32_t)d->text.n - to->text_first;
    end_line(d, &inst, row);
}
