/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's second pass: writes instructions. */
#include "text/disassemble.h"

#include <stdio.h>

enum { INDENT = 15 };

typedef enum color { PLAIN, BLUE, YELLOW, RED, GREEN, GREY } color;

typedef struct writer {
    gac_disassembly *d;
    gac__dis_inst *to;
    gac__dis_token result; /* the result's, which stands before the opcode */
} writer;

void gac__dis_put(gac_disassembly *d, const char *text, size_t size)
{
    if (d->result != GAC_OK)
        return;
    if (d->text.n + size > UINT32_MAX / 2) {
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

/* -- tokens ---------------------------------------------------------------- */

static void push_token(writer *w, gac__dis_token token)
{
    if (!GAC__VEC_PUSH(&w->d->allocator, &w->d->tokens, token))
        w->d->result = GAC_ERR_MEMORY;
    w->to->n_tokens++;
}

/* The text from byte `first` on stands for word `word` and what follows. */
static gac__dis_token token_from(const writer *w, size_t first, uint32_t word)
{
    return (gac__dis_token){(uint32_t)first - w->to->text_first,
                            (uint32_t)(w->d->text.n - first), (uint16_t)word};
}

/* Writes a blank, and the colour of what follows; returns where that begins. */
static size_t begin_token(writer *w, color tint)
{
    gac__dis_put(w->d, " ", 1);
    if (tint != PLAIN)
        put_color(w->d, tint);
    return w->d->text.n;
}

static void end_token(writer *w, size_t first, uint32_t word)
{
    push_token(w, token_from(w, first, word));
    put_color(w->d, PLAIN);
}

static void put_token(writer *w, uint32_t word, color tint, const char *text,
                      size_t size)
{
    size_t first = begin_token(w, tint);
    gac__dis_put(w->d, text, size);
    end_token(w, first, word);
}

/* An id's name, or its number, for as long as no other is asked for. Undefined
 * ids that are shown by their number may look like an id of that name: with
 * `exact` they get a name of their own. */
static gac__slice id_text(gac_disassembly *d, uint32_t id)
{
    gac__friendly *f = &d->names;
    gac__friendly_name *name =
        d->options.raw_ids ? NULL : gac__friendly_find(f, id);
    if (!name && d->options.exact && !d->options.raw_ids) {
        gac__friendly_put_number(f, id);
        name = gac__friendly_find(f, id);
        if (f->out_of_memory)
            d->result = GAC_ERR_MEMORY;
    }
    if (!name)
        return (gac__slice){d->digits,
                            (uint32_t)gac__decimal_write(id, d->digits)};
    name->shown = true;
    d->names_shown += name->text.size;
    f->too_long |= d->names_shown > f->limit;
    return name->text;
}

static void put_id_token(writer *w, uint32_t word, uint32_t id)
{
    gac__slice name = id_text(w->d, id);
    size_t first = begin_token(w, YELLOW);
    gac__dis_put(w->d, "%", 1);
    gac__dis_put(w->d, name.text, name.size);
    end_token(w, first, word);
}

/* A number of `n` words; `typed`: of the constant's or the switch's type. */
static void put_number(writer *w, const gac__inst *inst, uint32_t word,
                       uint32_t n, bool typed)
{
    char text[GAC__NUMBER_SIZE];
    gac__number_type type = {GAC__NUMBER_UNSIGNED, 32};
    if (typed)
        (void)gac__known_number_type(&w->d->known, inst->opcode, inst->words[1],
                                     &type);
    uint64_t bits = gac__dis_bits(inst->words + word, n);
    put_token(w, word, RED, text, gac__number_write(bits, type, text));
    put_color(w->d, PLAIN);
}

static void put_string(writer *w, uint32_t word, const char *text)
{
    gac_disassembly *d = w->d;
    size_t first = begin_token(w, PLAIN);
    gac__dis_put(d, "\"", 1);
    put_color(d, GREEN);
    for (;;) {
        size_t n = strcspn(text, "\"\\");
        gac__dis_put(d, text, n);
        text += n;
        if (*text == 0)
            break;
        gac__dis_put(d, "\\", 1);
        gac__dis_put(d, text++, 1);
    }
    put_color(d, PLAIN);
    gac__dis_put(d, "\"", 1);
    end_token(w, first, word);
}

/* "Aligned|Volatile"; 0: "None", or whatever its name is. */
static void put_mask(writer *w, uint32_t word, uint16_t kind, uint32_t value)
{
    size_t first = begin_token(w, PLAIN);
    do {
        const gac__enumerant_row *row =
            gac__grammar_enumerant(kind, value & (0 - value));
        if (row)
            gac__dis_put_text(w->d, row->name);
        value &= value - (value != 0);
        if (value != 0)
            gac__dis_put(w->d, "|", 1);
    } while (value != 0);
    end_token(w, first, word);
}

static void put_name(writer *w, uint32_t word, color tint, const char *name)
{
    put_token(w, word, tint, name, strlen(name));
}

static void put_ext_inst(writer *w, const gac__inst *inst, uint32_t word)
{
    char digits[GAC__NUMBER_SIZE];
    bool ignored;
    uint32_t number = inst->words[word];
    const gac__ext_inst_row *row = gac__known_ext_inst(
        &w->d->known, inst->words[word - 1], number, &ignored);
    if (row)
        put_name(w, word, RED, row->name);
    else
        put_token(w, word, RED, digits, gac__decimal_write(number, digits));
}

static bool write_operand(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    writer *w = user;
    uint32_t value = inst->words[word], last = inst->words[word + n - 1];
    const gac__enumerant_row *e;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_RESULT: push_token(w, w->result); break;
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE: put_id_token(w, word, value); break;
    case GAC__OPERAND_LITERAL: put_number(w, inst, word, 1, false); break;
    case GAC__OPERAND_STRING:
        put_string(w, word, (const char *)(inst->words + word));
        break;
    case GAC__OPERAND_TYPED_LITERAL: put_number(w, inst, word, n, true); break;
    case GAC__OPERAND_EXT_INST: put_ext_inst(w, inst, word); break;
    case GAC__OPERAND_SPEC_OP:
        put_name(w, word, RED, gac__grammar_op(value)->name + 2);
        break;
    case GAC__OPERAND_VALUE_ENUM:
        e = gac__grammar_enumerant(row->kind, value);
        put_name(w, word, PLAIN, e ? e->name : "?");
        break;
    case GAC__OPERAND_BIT_ENUM: put_mask(w, word, row->kind, value); break;
    case GAC__OPERAND_PAIR_LITERAL_ID:
        put_number(w, inst, word, n - 1, true);
        put_id_token(w, word + n - 1, last);
        break;
    case GAC__OPERAND_PAIR_ID_LITERAL:
        put_id_token(w, word, value);
        put_number(w, inst, word + 1, 1, false);
        break;
    case GAC__OPERAND_PAIR_ID_ID:
        put_id_token(w, word, value);
        put_id_token(w, word + 1, last);
        break;
    }
    return true;
}

/* -- lines ----------------------------------------------------------------- */

/* The assembler gives raw lines back from nothing else. */
static bool writes_unknown(const gac_disassembly *d)
{
    return d->options.handle_unknown_opcodes && !d->options.exact;
}

/* Each word by itself; the ids that the row begins with by their names.
 * "OpUnknown(65534, 3) 42 99" is how the newest spirv-dis writes words. */
static void write_raw(writer *w, const gac__inst *inst)
{
    char text[GAC__NUMBER_SIZE] = {'!'};
    gac_disassembly *d = w->d;
    bool unknown = writes_unknown(d);
    size_t first = d->text.n;
    if (unknown)
        gac__dis_printf(d, "OpUnknown(%u, %u)", inst->opcode, inst->n_words);
    else
        gac__dis_printf(d, "!0x%08x", inst->words[0]);
    push_token(w, token_from(w, first, 0));
    for (uint32_t word = 1; word < inst->n_words; word++) {
        size_t n = 1 + gac__decimal_write(inst->words[word], text + 1);
        if (unknown)
            put_token(w, word, RED, text + 1, n - 1);
        else if (gac__dis_is_raw_id(inst, word))
            put_id_token(w, word, inst->words[word]);
        else
            put_token(w, word, RED, text, n);
    }
}

static void write_text(writer *w, const gac__inst *inst, const gac__op_row *row)
{
    size_t first = w->d->text.n;
    gac__dis_put_text(w->d, row->name);
    push_token(w, token_from(w, first, 0));
    (void)gac__dis_walk(w->d, inst, write_operand, w);
}

/* How many blanks show an instruction's level. */
static uint32_t nesting_of(const writer *w, const gac__inst *inst)
{
    if (!w->d->options.nested_indent || w->to->level == 0)
        return 0;
    return 2 * (w->to->level - 1u) + (inst->opcode == SpvOpLabel ? 0 : 2);
}

/* Writes what stands before the opcode. */
static void begin_line(writer *w, const gac__inst *inst)
{
    gac_disassembly *d = w->d;
    bool has_result = !w->to->raw && inst->result_id != 0;
    uint32_t indent = d->options.no_indent ? 0 : INDENT, taken = 0;
    uint32_t nested = nesting_of(w, inst);
    gac__slice name = {NULL, 0};
    if (has_result) {
        name = id_text(d, inst->result_id);
        taken = 1 + name.size + 3; /* "%name = " */
        put_color(d, BLUE);
    }
    put_spaces(d, indent > taken ? indent - taken : 0);
    w->to->text_first = (uint32_t)d->text.n;
    if (!has_result) {
        put_spaces(d, nested);
        w->to->text_first += nested;
        return;
    }
    w->result = (gac__dis_token){0, 1 + name.size, (uint16_t)(inst->first - 1)};
    gac__dis_put(d, "%", 1);
    gac__dis_put(d, name.text, name.size);
    put_color(d, PLAIN);
    gac__dis_put(d, " = ", 3);
    put_spaces(d, nested);
}

/* -- comments -------------------------------------------------------------- */

static void put_heading(gac_disassembly *d, const char *text)
{
    gac__dis_put(d, "\n", 1);
    put_spaces(d, d->options.no_indent ? 0 : INDENT);
    gac__dis_put_text(d, text);
}

typedef enum section { ANNOTATIONS, DEBUG, TYPES, NO_SECTION } section;

/* The section that an instruction belongs to, as SPIRV-Tools know them. */
static section section_of(const gac__op_row *row)
{
    switch ((gac__op_place)row->place) {
    case GAC__PLACE_ANNOTATION:
        return row->opcode == SpvOpDecorationGroup ? NO_SECTION : ANNOTATIONS;
    case GAC__PLACE_DEBUG_STRING:
    case GAC__PLACE_DEBUG_NAME:
    case GAC__PLACE_MODULE_PROCESSED: return DEBUG;
    case GAC__PLACE_TYPE: return gac__is_type(row) ? TYPES : NO_SECTION;
    default:
        return row->opcode == SpvOpLine || row->opcode == SpvOpNoLine
                   ? DEBUG
                   : NO_SECTION;
    }
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
            gac__dis_put(d, "\n", 1);
        put_heading(d, "; Function ");
        gac__dis_put(d, name.text, name.size);
        gac__dis_put(d, "\n", 1);
    }
    if (s != NO_SECTION && !d->headed[s]) {
        d->headed[s] = true;
        put_heading(d, headings[s]);
    }
}

static void end_line(writer *w, const gac__inst *inst, const gac__op_row *row)
{
    gac_disassembly *d = w->d;
    if (w->to->raw && writes_unknown(d))
        gac__dis_put_text(
            d, " ; note: ID bound may be incorrect after reassembly");
    else if (w->to->raw && row)
        gac__dis_printf(d, " ; %s", row->name);
    if (d->options.comments && !w->to->raw && inst->opcode == SpvOpName)
        gac__dis_printf(d, "  ; id %%%u", inst->words[1]);
    if (d->options.offsets) {
        put_color(d, GREY);
        gac__dis_printf(d, " ; 0x%08x", 4 * w->to->word);
        put_color(d, PLAIN);
    }
    gac__dis_put(d, "\n", 1);
}

void gac__dis_write(gac_disassembly *d, gac__dis_inst *to)
{
    gac__inst inst = gac__decode(d->words.items + to->word, 0);
    const gac__op_row *row = gac__grammar_op(inst.opcode);
    writer w = {.d = d, .to = to};
    if (d->names.too_long && !d->options.raw_ids)
        return; /* all is written anew */
    to->first_token = (uint32_t)d->tokens.n;
    to->n_tokens = 0;
    if (d->options.comments)
        put_headings(d, &inst);
    if (d->options.nested_indent && inst.opcode == SpvOpLabel)
        gac__dis_put(d, "\n", 1);
    begin_line(&w, &inst);
    if (to->raw)
        write_raw(&w, &inst);
    else
        write_text(&w, &inst, row);
    to->text_size = (uint32_t)d->text.n - to->text_first;
    end_line(&w, &inst, row);
}
