/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's first pass: makes instructions' tokens, records what they
 * define, and names ids. */
#include "text/disassemble.h"

/* A token's piece is its text without colours, quotes and names of ids: names
 * are complete only after this pass. Each function that writes a piece also
 * decides whether the operand has a text. */

static void push_token(gac_disassembly *d, size_t piece_first, uint32_t word,
                       uint8_t operand_class)
{
    gac__dis_token token = {.piece_size = (uint32_t)(d->text.n - piece_first),
                            .word = (uint16_t)word,
                            .operand_class = operand_class};
    if (!GAC__VEC_PUSH(&d->allocator, &d->tokens, token))
        d->result = GAC_ERR_MEMORY;
}

/* -- pieces: each returns whether the operand has a text ------------------- */

/* Whether a number's text gives the same bits: those above the type's width are
 * the value's sign extension. */
static bool is_extended(gac__number_type type, uint64_t bits)
{
    uint64_t mask = UINT64_MAX >> (64 - type.width), extended = bits & mask;
    if (type.number_class == GAC__NUMBER_SIGNED
        && (bits >> (type.width - 1) & 1))
        extended |= ~mask;
    return bits == (type.width > 32 ? extended : (uint32_t)extended)
           && (type.number_class != GAC__NUMBER_FLOAT
               || gac__float_format_of(type));
}

static void put_number(gac_disassembly *d, uint64_t bits, gac__number_type type)
{
    char text[GAC__NUMBER_SIZE];
    gac__dis_put(d, text, gac__number_write(bits, type, text));
}

static bool put_typed(gac_disassembly *d, const gac__inst *inst,
                      const uint32_t *words, uint32_t n)
{
    gac__number_type type;
    (void)gac__known_number_type(&d->known, inst->opcode, inst->words[1],
                                 &type);
    if (n > 2 || type.number_class == GAC__NUMBER_ANY
        || (type.encoding != 0 && !gac__float_format_of(type)))
        return false;
    uint64_t bits = words[0] | (n == 2 ? (uint64_t)words[1] << 32 : 0);
    put_number(d, bits, type);
    return !d->options.exact || is_extended(type, bits);
}

/* Writes a string. With `exact` all padding in its last word must be zero. */
static bool put_string(gac_disassembly *d, const char *text, uint32_t last)
{
    for (;;) {
        size_t n = strcspn(text, "\"\\");
        gac__dis_put(d, text, n);
        text += n;
        if (*text == 0)
            break;
        gac__dis_put_char(d, '\\');
        gac__dis_put_char(d, *text++);
    }
    while ((last & 0xFF) != 0)
        last >>= 8;
    return last == 0 || !d->options.exact;
}

/* Writes an enumerant's name, or the names of a mask's bits,
 * "Aligned|Volatile"; 0 is "None", or the name that 0 has. */
static bool put_enum(gac_disassembly *d, const gac__operand_row *row,
                     uint32_t value)
{
    bool mask = row->operand_class == GAC__OPERAND_BIT_ENUM;
    do {
        uint32_t part = mask ? value & (0 - value) : value;
        const gac__enumerant_row *e = gac__grammar_enumerant(row->kind, part);
        if (!e && (part != 0 || !mask || d->options.exact))
            return false;
        gac__dis_put_text(d, e ? e->name : "");
        value -= part;
        if (value != 0)
            gac__dis_put_char(d, '|');
    } while (value != 0);
    return true;
}

static bool put_ext_inst(gac_disassembly *d, uint32_t set, uint32_t number)
{
    gac__import import = {0};
    (void)gac__known_import(&d->known, set, &import);
    const gac__ext_inst_row *row = gac__grammar_ext_inst(import.set, number);
    if (row)
        gac__dis_put_text(d, row->name);
    else
        gac__dis_put_word(d, number);
    return row || import.ids_only;
}

/* Raises the limit of ids. An id has no piece. */
static bool note_id(gac_disassembly *d, uint32_t id)
{
    if (id >= d->id_limit)
        d->id_limit = id == UINT32_MAX ? id : id + 1;
    return id != 0;
}

/* Makes an operand's token; false: the operand has no text. */
static bool put_operand(void *user, const gac__inst *inst,
                        const gac__operand_row *row, uint32_t word, uint32_t n)
{
    gac_disassembly *d = user;
    const uint32_t *words = inst->words + word;
    size_t first = d->text.n;
    bool ok = true;
    if (!row)
        return false;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE:
    case GAC__OPERAND_RESULT: ok = note_id(d, words[0]); break;
    case GAC__OPERAND_STRING:
        ok = put_string(d, (const char *)words, words[n - 1]);
        break;
    case GAC__OPERAND_FLOAT_LITERAL:
        put_number(d, words[0], gac__number_of_literal_float);
        break;
    case GAC__OPERAND_TYPED_LITERAL: ok = put_typed(d, inst, words, n); break;
    case GAC__OPERAND_EXT_INST:
        ok = put_ext_inst(d, words[-1], words[0]);
        break;
    case GAC__OPERAND_SPEC_OP:
        gac__dis_put_text(d, gac__grammar_op(words[0])->name + 2);
        break;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: ok = put_enum(d, row, words[0]); break;
    default: gac__dis_put_word(d, words[0]); break;
    }
    push_token(d, first, word, row->operand_class);
    return ok;
}

/* -- instructions ---------------------------------------------------------- */

/* Makes the tokens of an instruction by its row; false: it has no text. The
 * last of several pairs of ids may be incomplete, as SPIRV-Tools allow. */
static bool put_text(gac_disassembly *d, const gac__inst *inst)
{
    const gac__walk_view view = {&d->known, gac__known_definition,
                                 gac__known_import};
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    gac__import import;
    if (!row || gac__known_defines(&d->known, inst->result_id))
        return false;
    size_t first = d->text.n;
    gac__dis_put_text(d, row->name);
    push_token(d, first, 0, GAC__OPERAND_LITERAL);
    gac__walk_end end = gac__walk(&view, inst, row, put_operand, d);
    if (end.result == GAC__WALK_MISSING)
        return end.row->operand_class == GAC__OPERAND_PAIR_ID_ID;
    return end.result == GAC__WALK_OK
           && (!end.row /* the extended instruction lacks no operand */
               || (gac__known_import(&d->known, inst->words[3], &import)
                   && import.set == &gac__set_async_copies));
}

/* Makes a token of each word; leading operands that the row says are ids are
 * shown as ids. "OpUnknown(65534, 3) 42 99" is the newest spirv-dis's form. */
static void put_raw(gac_disassembly *d, const gac__inst *inst)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    bool unknown = d->options.handle_unknown_opcodes;
    size_t first = d->text.n;
    if (unknown)
        gac__dis_printf(d, "OpUnknown(%u, %u)", inst->opcode, inst->n_words);
    else
        gac__dis_printf(d, "!0x%08x", inst->words[0]);
    push_token(d, first, 0, GAC__OPERAND_LITERAL);
    for (uint32_t i = 1; i < inst->n_words; i++) {
        bool is_id = row && i <= row->n_fixed && (row->id_mask >> (i - 1) & 1)
                     && note_id(d, inst->words[i]) && !unknown;
        first = d->text.n;
        if (!is_id)
            gac__dis_printf(d, unknown ? "%u" : "!%u", inst->words[i]);
        push_token(d, first, i, is_id ? GAC__OPERAND_ID : GAC__OPERAND_LITERAL);
    }
}

void gac__dis_tokenize(gac_disassembly *d, gac__dis_inst *to)
{
    gac__inst inst = gac__decode(d->words.items + to->word, 0);
    to->piece_first = (uint32_t)d->text.n;
    to->first_token = (uint32_t)d->tokens.n;
    to->raw = !put_text(d, &inst);
    if (to->raw) {
        d->text.n = to->piece_first;
        d->tokens.n = to->first_token;
        put_raw(d, &inst);
    }
    to->n_tokens = (uint16_t)(d->tokens.n - to->first_token);
    if (!gac__known_defines(&d->known, inst.result_id)
        && !gac__known_learn(&d->known, &inst,
                             to->word | (to->raw ? GAC__OPAQUE : 0)))
        d->result = GAC_ERR_MEMORY;
    if (d->result == GAC_OK && !to->raw && !d->options.raw_ids)
        gac__friendly_learn(d, &inst);
}
