/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's second pass: writes instructions. */
#include "text/disassemble.h"

#include <stdio.h>

enum { INDENT = 15 };

typedef enum color { PLAIN, BLUE, YELLOW, RED, GREEN, GREY } color;

static const gac__number_type word_type = {GAC__NUMBER_UNSIGNED, 32, 0};

void gac__dis_put(gac_disassembly *d, const char *text, size_t size)
{
    if (d->result != GAC_OK)
        return;
    if (d->text.n + size > GAC__TEXT_MAX) {
        d->result = GAC_ERR_LIMIT;
    } else if (!GAC__VEC_RESERVE(&d->allocator, &d->text, size)) {
        d->result = GAC_ERR_MEMORY;
    } else if (size > 0) {
        memcpy(d->text.items + d->text.n, text, size);
        d->text.n += size;
    }
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

/* An id's name, or its number, for as long as no other is asked for. Undefined
 * ids that are shown by their number may look like an id of that name: with
 * `exact` they get a name of their own. */
static gac__slice id_text(gac_disassembly *d, uint32_t id)
{
    gac__friendly *f = &d->names;
    gac__friendly_name *name =
        d->options.raw_ids ? NULL : gac__friendly_find(f, id);
    if (!name && d->options.exact && !d->options.raw_ids) {
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

static void put_number(gac_disassembly *d, uint64_t bits, gac__number_type type)
{
    char text[GAC__NUMBER_SIZE];
    gac__dis_put(d, text, gac__number_write(bits, type, text));
}

static void put_string(gac_disassembly *d, const char *text)
{
    gac__dis_put_char(d, '"');
    put_color(d, GREEN);
    for (;;) {
        size_t n = strcspn(text, "\"\\");
        gac__dis_put(d, text, n);
        text += n;
        if (*text == 0)
            break;
        gac__dis_put_char(d, '\\');
        gac__dis_put_char(d, *text++);
    }
    put_color(d, PLAIN);
    gac__dis_put_char(d, '"');
}

/* A value's name, or those of a mask's bits, "Aligned|Volatile"; 0: "None", or
 * whatever its name is. */
static void put_enum(gac_disassembly *d, const gac__operand_row *row,
                     uint32_t value)
{
    bool mask = row->operand_class == GAC__OPERAND_BIT_ENUM, more;
    do {
        const gac__enumerant_row *e = gac__grammar_enumerant(
            row->kind, mask ? value & (0 - value) : value);
        if (e)
            gac__dis_put_text(d, e->name);
        value &= value - (value != 0);
        more = mask && value != 0;
        if (more)
            gac__dis_put_char(d, '|');
    } while (more);
}

static void put_ext_inst(gac_disassembly *d, uint32_t set, uint32_t number)
{
    bool ignored;
    const gac__ext_inst_row *row =
        gac__known_ext_inst(&d->known, set, number, &ignored);
    if (row)
        gac__dis_put_text(d, row->name);
    else
        put_number(d, number, word_type);
}

/* -- tokens ---------------------------------------------------------------- */

/* `size` bytes of the text from `first` on stand for word `word` and what
 * follows. */
static void push_token(gac_disassembly *d, size_t first, size_t size,
                       uint32_t word)
{
    gac__dis_token token = {(uint32_t)first - d->at->text_first, (uint32_t)size,
                            (uint16_t)word};
    if (!GAC__VEC_PUSH(&d->allocator, &d->tokens, token))
        d->result = GAC_ERR_MEMORY;
    d->at->n_tokens++;
}

/* The assembler gives raw lines back from nothing else. */
static bool writes_unknown(const gac_disassembly *d)
{
    return d->options.handle_unknown_opcodes && !d->options.exact;
}

/* Writes what a token stands for. */
static void put_token(gac_disassembly *d, const gac__inst *inst,
                      const gac__operand_row *row, const uint32_t *words,
                      uint32_t n)
{
    gac__number_type type = word_type;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE: put_id(d, id_text(d, words[0])); break;
    case GAC__OPERAND_STRING: put_string(d, (const char *)words); break;
    case GAC__OPERAND_TYPED_LITERAL:
        (void)gac__known_number_type(&d->known, inst->opcode, inst->words[1],
                                     &type);
        put_number(d, gac__dis_bits(words, n), type);
        break;
    case GAC__OPERAND_EXT_INST: put_ext_inst(d, words[-1], words[0]); break;
    case GAC__OPERAND_SPEC_OP:
        gac__dis_put_text(d, gac__grammar_op(words[0])->name + 2);
        break;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: put_enum(d, row, words[0]); break;
    default:
        if (d->at->raw && !writes_unknown(d))
            gac__dis_put_char(d, '!');
        put_number(d, words[0], type);
        break;
    }
}

/* Writes an operand: a blank and a token. */
static bool write_operand(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    static const uint8_t tints[] = {
        [GAC__OPERAND_ID] = YELLOW,       [GAC__OPERAND_RESULT_TYPE] = YELLOW,
        [GAC__OPERAND_LITERAL] = RED,     [GAC__OPERAND_TYPED_LITERAL] = RED,
        [GAC__OPERAND_EXT_INST] = RED,    [GAC__OPERAND_SPEC_OP] = RED,
        [GAC__OPERAND_PAIR_ID_ID] = PLAIN};
    gac_disassembly *d = user;
    uint8_t class = row->operand_class;
    if (class == GAC__OPERAND_RESULT) { /* it stands before the opcode */
        push_token(d, d->at->text_first, d->result_size, word);
        return true;
    }
    gac__dis_put_char(d, ' ');
    if (tints[class] != PLAIN)
        put_color(d, (color)tints[class]);
    size_t first = d->text.n;
    put_token(d, inst, row, inst->words + word, n);
    push_token(d, first, d->text.n - first, word);
    put_color(d, PLAIN);
    if (!d->at->raw
        && (class == GAC__OPERAND_LITERAL
            || class == GAC__OPERAND_TYPED_LITERAL))
        put_color(d, PLAIN); /* so does spirv-dis */
    return true;
}

/* -- lines ----------------------------------------------------------------- */

/* Each word by itself; the ids that the row begins with by their names.
 * "OpUnknown(65534, 3) 42 99" is how the newest spirv-dis writes words. */
static void write_raw(gac_disassembly *d, const gac__inst *inst)
{
    static const gac__operand_row id = {GAC__OPERAND_ID, GAC__ONE, 0, ""};
    static const gac__operand_row literal = {GAC__OPERAND_LITERAL, GAC__ONE, 0,
                                             ""};
    bool unknown = writes_unknown(d);
    size_t first = d->text.n;
    if (unknown)
        gac__dis_printf(d, "OpUnknown(%u, %u)", inst->opcode, inst->n_words);
    else
        gac__dis_printf(d, "!0x%08x", inst->words[0]);
    push_token(d, first, d->text.n - first, 0);
    for (uint32_t word = 1; word < inst->n_words; word++) {
        bool is_id = !unknown && gac__dis_is_raw_id(inst, word);
        (void)write_operand(d, inst, is_id ? &id : &literal, word, 1);
    }
}

static void write_text(gac_disassembly *d, const gac__inst *inst,
                       const gac__op_row *row)
{
    size_t first = d->text.n;
    gac__dis_put_text(d, row->name);
    push_token(d, first, d->text.n - first, 0);
    (void)gac__dis_walk(d, inst, write_operand, d);
}

/* How many blanks show an instruction's level. */
static uint32_t nesting_of(const gac_disassembly *d, const gac__inst *inst)
{
    if (!d->options.nested_indent || d->at->level == 0)
        return 0;
    return 2 * (d->at->level - 1u) + (inst->opcode == SpvOpLabel ? 0 : 2);
}

/* Writes what stands before the opcode. */
static void begin_line(gac_disassembly *d, const gac__inst *inst)
{
    bool has_result = !d->at->raw && inst->result_id != 0;
    uint32_t indent = d->options.no_indent ? 0 : INDENT;
    uint32_t nested = nesting_of(d, inst);
    gac__slice name = {NULL, 0};
    if (has_result) {
        name = id_text(d, inst->result_id);
        d->result_size = 1 + name.size;
        indent -= GAC__MIN(indent, name.size + 4); /* "%name = " */
        put_color(d, BLUE);
    }
    put_spaces(d, has_result ? indent : indent + nested);
    d->at->text_first = (uint32_t)d->text.n;
    if (!has_result)
        return;
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

/* The section that an instruction belongs to, as SPIRV-Tools know them. */
static section section_of(const gac__op_row *row)
{
    static const uint8_t of_place[] = {
        [GAC__PLACE_DEBUG_STRING] = DEBUG,
        [GAC__PLACE_DEBUG_NAME] = DEBUG,
        [GAC__PLACE_MODULE_PROCESSED] = DEBUG,
        [GAC__PLACE_ANNOTATION] = ANNOTATIONS,
        [GAC__PLACE_GRAPH_END] = NO_SECTION,
    };
    if (row->opcode == SpvOpLine || row->opcode == SpvOpNoLine)
        return DEBUG;
    if (gac__is_type(row))
        return TYPES;
    return row->opcode == SpvOpDecorationGroup ? NO_SECTION
                                               : (section)of_place[row->place];
}

/* Heads functions, and the first instruction of each section. */
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
        if (d->options.nested_indent) /* blocks have one blank line */
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
    if (d->at->raw && writes_unknown(d))
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
    if (d->names.too_long && !d->options.raw_ids)
        return; /* all is written anew */
    to->first_token = (uint32_t)d->tokens.n;
    to->n_tokens = 0;
    if (d->options.comments)
        put_headings(d, &inst);
    if (d->options.nested_indent && inst.opcode == SpvOpLabel)
        gac__dis_put_char(d, '\n');
    begin_line(d, &inst);
    if (to->raw)
        write_raw(d, &inst);
    else
        write_text(d, &inst, row);
    to->text_size = (uint32_t)d->text.n - to->text_first;
    end_line(d, &inst, row);
}
