/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembles operands: reads the tokens that a row describes. */
#include "text/assemble.h"

#include <stdarg.h>
#include <stdio.h>

/* -- places and faults ----------------------------------------------------- */

void gac__text_move(const char *text, gac__text_place *place, uint32_t offset)
{
    const char *newline;
    while (
        (newline = memchr(text + place->offset, '\n', offset - place->offset))
        != NULL) {
        place->offset = (uint32_t)(newline - text) + 1;
        place->line++;
        place->column = 1;
    }
    place->column += offset - place->offset;
    place->offset = offset;
}

gac__step gac__as_fault(gac__assembler *as, const char *format, ...)
{
    char message[GAC__MESSAGE_MAX];
    gac__text_place place = {0, 1, 1};
    uint32_t first = as->size;
    va_list args;
    if (as->out_of_memory)
        return GAC__FAULTY; /* lost words may be the cause of the fault */
    if (as->token < as->tokens.n) {
        gac__slice s = gac__token_slice(as, as->token);
        first = as->tokens.items[as->token].first;
        snprintf(as->shown, sizeof as->shown, "%.*s", (int)s.size, s.text);
    }
    va_start(args, format);
    gac__diag_format(message, sizeof message, format, args);
    va_end(args);
    gac__text_move(as->text, &place, first);
    gac_diagnostic d = {
        .severity = GAC_SEVERITY_ERROR,
        .rule = gac_rule_at(GAC__RULE_module_format)->name,
        .message = message,
        .word_offset = GAC_NO_OFFSET,
        .operand_word = -1,
        .text_file = as->file,
        .text_line = place.line,
        .text_column = place.column,
    };
    gac__diag_emit(as->context, &d);
    as->n_errors++;
    return GAC__FAULTY;
}

/* -- words and ids --------------------------------------------------------- */

void gac__put_word(gac__assembler *as, uint32_t word)
{
    as->out_of_memory |= !GAC__VEC_PUSH(as->allocator, as->words, word);
}

/* Returns word `index` of the present instruction; 0 behind its end. */
static uint32_t word_of(const gac__assembler *as, uint32_t index)
{
    return as->first_word + index < as->words->n
               ? as->words->items[as->first_word + index]
               : 0;
}

/* Whether a faulty statement defines an id. */
static bool is_broken(const gac__assembler *as, uint32_t id)
{
    uint32_t word;
    return gac__id_map_get(&as->known.types, id, &word) && word == GAC__OPAQUE;
}

/* Returns the number of a new id, which no numeric name has; 0: all numbers are
 * used up. */
static uint32_t fresh_id(gac__assembler *as)
{
    while (gac__id_map_get(&as->reserved, as->next_id, NULL))
        as->next_id++;
    return as->next_id ? as->next_id++ : 0;
}

static void reserve(gac__assembler *as, uint32_t id)
{
    as->out_of_memory |= !gac__id_map_put(as->allocator, &as->reserved, id, 1);
}

bool gac__is_id_name(gac__slice s)
{
    for (uint32_t i = 0; i < s.size; i++)
        if (!gac__is_id_char(s.text[i]))
            return false;
    return s.size > 0;
}

bool gac__id_of(gac__assembler *as, uint32_t token, uint32_t *id_out)
{
    gac__slice s = gac__token_slice(as, token);
    gac__slice name = gac__slice_from(s, 1);
    if (s.text[0] != '%')
        return false;
    if (!gac__name_map_get(&as->names, name, id_out)) {
        if (!gac__is_id_name(name))
            return false;
        if (!as->preserve || !gac__read_word(name, id_out)) {
            *id_out = fresh_id(as);
            as->out_of_memory |=
                !gac__name_map_put(as->allocator, &as->names, name, *id_out);
        }
    }
    as->bound = GAC__MAX(as->bound, *id_out + 1);
    return true;
}

static gac__step put_id(gac__assembler *as, uint32_t token)
{
    uint32_t id;
    if (gac__id_of(as, token, &id)) {
        gac__put_word(as, id);
        return GAC__GOES_ON;
    }
    as->token = token;
    return gac__token_slice(as, token).text[0] == '%'
               ? gac__as_fault(as, "Invalid ID %s", as->shown + 1)
               : gac__as_fault(as, "Expected id to start with %%.");
}

gac__step gac__put_result(gac__assembler *as)
{
    uint32_t token = as->result;
    as->result = GAC__NO_TOKEN;
    return token == GAC__NO_TOKEN ? GAC__GOES_ON : put_id(as, token);
}

void gac__reserve_ids(gac__assembler *as)
{
    for (size_t i = 0; i < as->names.entries.n; i++)
        reserve(as, as->names.entries.items[i].value);
    for (uint32_t i = 0; i < as->tokens.n; i++) {
        gac__slice s = gac__token_slice(as, i);
        uint32_t id;
        if (s.text[0] == '%' && gac__read_word(gac__slice_from(s, 1), &id))
            reserve(as, id);
    }
}

/* -- single operands: each takes the next token ---------------------------- */

gac__step gac__take_immediate(gac__assembler *as)
{
    gac__slice s = gac__token_slice(as, as->token);
    uint32_t word;
    if (!gac__read_word(gac__slice_from(s, 1), &word))
        return gac__as_fault(as, "Invalid immediate integer: %s", as->shown);
    gac__put_word(as, word);
    as->token++;
    return GAC__LOOSE;
}

static gac__step take_id(gac__assembler *as)
{
    gac__step s = put_id(as, as->token);
    as->token += s == GAC__GOES_ON;
    return s;
}

/* Reads a number; one of class ANY has the class that its text shows. One that
 * is malformed or out of range ends the instruction if `optional`. */
static gac__step take_number(gac__assembler *as, gac__number_type type,
                             bool optional)
{
    gac__slice s = gac__token_slice(as, as->token);
    uint64_t bits = 0;
    bool fits = true;
    if (type.number_class == GAC__NUMBER_ANY)
        type.number_class = memchr(s.text, '.', s.size) ? GAC__NUMBER_FLOAT
                            : s.text[0] == '-'          ? GAC__NUMBER_SIGNED
                                                        : GAC__NUMBER_UNSIGNED;
    bool is_float = type.number_class == GAC__NUMBER_FLOAT;
    const char *sign =
        type.number_class == GAC__NUMBER_SIGNED ? "signed" : "unsigned";
    const gac__float_format *f = is_float ? gac__float_format_of(type) : NULL;
    if (is_float ? !f : type.width > 64)
        return gac__as_fault(as, "Unsupported %u-bit %s literals", type.width,
                             is_float ? "float" : "integer");
    if (type.number_class == GAC__NUMBER_UNSIGNED && s.text[0] == '-')
        return gac__as_fault(
            as, "Cannot put a negative number in an unsigned literal");
    bool read = is_float ? gac__read_float(s, f, &bits)
                         : gac__read_integer(s, type, &bits, &fits);
    if (optional && !(read && fits))
        return GAC__ENDED;
    if (!read && is_float)
        return gac__as_fault(as, "Invalid %u-bit float literal: %s", type.width,
                             as->shown);
    if (!read)
        return gac__as_fault(as, "Invalid %s integer literal: %s", sign,
                             as->shown);
    if (!fits)
        return gac__as_fault(as,
                             "Integer %s does not fit in a %u-bit %s integer",
                             as->shown, type.width, sign);
    gac__put_word(as, (uint32_t)bits);
    if (type.width > 32)
        gac__put_word(as, (uint32_t)(bits >> 32));
    as->token++;
    return GAC__GOES_ON;
}

/* Reads a number of the constant's or the selector's type. */
static gac__step take_typed(gac__assembler *as, bool optional)
{
    uint32_t opcode = word_of(as, 0), id = word_of(as, 1);
    gac__number_type type;
    uint32_t type_id = gac__known_number_type(&as->known, opcode, id, &type);
    if (is_broken(as, type_id))
        return GAC__FAULTY;
    if (type.number_class != GAC__NUMBER_ANY)
        return take_number(as, type, optional);
    if (opcode == SpvOpSwitch)
        return gac__as_fault(
            as, "The selector operand for OpSwitch must be the result of an "
                "instruction that generates an integer scalar");
    return gac__as_fault(as,
                         "Type for %s must be a scalar floating point or "
                         "integer type",
                         as->row->name);
}

static bool is_string_token(gac__slice s)
{
    return s.size >= 2 && s.text[0] == '"' && s.text[s.size - 1] == '"';
}

/* Writes a string without its quotes and escapes, padded with zeros. */
static void put_string(gac__assembler *as, gac__slice s)
{
    uint32_t word = 0, n = 0;
    for (uint32_t i = 1; i + 1 < s.size; i++) {
        if (s.text[i] == '\\' && ++i + 1 >= s.size)
            break;
        word |= (uint32_t)(unsigned char)s.text[i] << 8 * (n % 4);
        if (++n % 4 == 0) {
            gac__put_word(as, word);
            word = 0;
        }
    }
    gac__put_word(as, word);
}

/* Whether spirv-as reads a word as a number where a string is expected. */
static bool is_number(gac__slice s)
{
    uint32_t n_points = 0;
    for (uint32_t i = 0; i < s.size; i++) {
        n_points += s.text[i] == '.';
        if (!(s.text[i] >= '0' && s.text[i] <= '9') && s.text[i] != '.'
            && !(i == 0 && s.text[i] == '-' && s.size > 1))
            return false;
    }
    return n_points <= 1;
}

static gac__step take_string(gac__assembler *as, bool optional)
{
    gac__slice s = gac__token_slice(as, as->token);
    if (is_string_token(s)) {
        put_string(as, s);
        as->token++;
        return GAC__GOES_ON;
    }
    if (is_number(s))
        return gac__as_fault(
            as, "Expected literal string, found literal number '%s'.",
            as->shown);
    if (optional)
        return GAC__ENDED;
    return gac__as_fault(as, "Invalid literal string '%s'.", as->shown);
}

/* Reads an operand behind a "!<integer>": a number, a string, an id, or another
 * "!<integer>". */
gac__step gac__take_any(gac__assembler *as)
{
    gac__slice s = gac__token_slice(as, as->token);
    gac__number_type any = {GAC__NUMBER_ANY, 32, 0};
    if (s.text[0] == '!')
        return gac__take_immediate(as);
    if (is_string_token(s))
        return take_string(as, false);
    if (s.text[0] == '%')
        return take_id(as);
    if (take_number(as, any, true) == GAC__GOES_ON)
        return GAC__GOES_ON;
    return gac__as_fault(
        as, "Expected a number, a string or an id, found '%s'.", as->shown);
}

/* -- operands that bring others with them ---------------------------------- */

static bool is_newer(const gac__assembler *as, uint16_t kind, uint32_t value)
{
    const gac__enumerant_row *e = gac__grammar_enumerant(kind, value);
    return e && e->version > as->newest;
}

/* Reads an enumerant, or a mask, "Aligned|Volatile", and the parameters, those
 * of the lowest bit first. */
static gac__step take_enum(gac__assembler *as, const gac__operand_row *row)
{
    bool more, mask = row->operand_class == GAC__OPERAND_BIT_ENUM;
    gac__slice rest = gac__token_slice(as, as->token), name;
    uint32_t value = 0, part;
    do {
        more = mask && gac__slice_split(&rest, '|', &name);
        name = more ? name : rest;
        if (!gac__grammar_value_by_name(row->kind, name.text, name.size, &part)
            || is_newer(as, row->kind, part))
            return gac__as_fault(as, "Invalid %s '%s'.",
                                 gac__kind_rows[row->kind].words, as->shown);
        value |= part;
    } while (more);
    gac__put_word(as, value);
    as->token++;

    gac__step step = GAC__GOES_ON;
    do {
        const gac__enumerant_row *e = gac__grammar_enumerant(
            row->kind, mask ? value & (0 - value) : value);
        if (e)
            step = gac__take_rows(as, e->parameters, e->n_parameters);
        value &= value - 1;
    } while (step == GAC__GOES_ON && mask && value != 0);
    return step;
}

/* Reads all tokens up to the next statement. */
gac__step gac__take_rest(gac__assembler *as)
{
    gac__step s = GAC__GOES_ON;
    while (s != GAC__FAULTY && as->token < as->end)
        s = gac__take_any(as);
    return s;
}

static gac__step take_ext_inst(gac__assembler *as)
{
    uint32_t id = word_of(as, 3), number;
    gac__import import;
    gac__slice s = gac__token_slice(as, as->token);
    if (is_broken(as, id))
        return GAC__FAULTY;
    if (!gac__known_import(&as->known, id, &import)) {
        as->token--;
        return gac__as_fault(as, "Invalid extended instruction import Id %u",
                             id);
    }
    if (s.text[0] == '!')
        return gac__take_immediate(as);
    const gac__ext_set *set = import.set;
    bool by_number = gac__read_word(s, &number);
    const gac__ext_inst_row *row =
        by_number ? gac__grammar_ext_inst(set, number)
                  : gac__grammar_ext_inst_by_name(set, s.text, s.size);
    if (!row && !by_number)
        return gac__as_fault(as,
                             set ? "'%s' is not an instruction of %s."
                                 : "'%s' is not a number, and the instructions "
                                   "of \"%.100s\" are not known by name.",
                             as->shown, set ? set->name : import.name);
    gac__put_word(as, row ? row->number : number);
    as->token++;
    /* Operands without a row are ids. Those of our own set are not counted
     * here: gac-val has a rule for it. */
    if (!row || set == &gac__set_async_copies)
        return GAC__GOES_ON;
    gac__step taken = gac__take_rows(as, row->operands, row->n_operands);
    return taken == GAC__GOES_ON ? GAC__ENDED : taken;
}

static gac__step take_spec_op(gac__assembler *as)
{
    gac__slice s = gac__token_slice(as, as->token);
    const gac__op_row *row = gac__grammar_spec_op_by_name(s.text, s.size);
    if (!row)
        return gac__as_fault(as, "Invalid OpSpecConstantOp opcode '%s'.",
                             as->shown);
    gac__put_word(as, row->opcode);
    as->token++;
    return gac__take_rows(as, row->operands + 2, row->n_operands - 2u);
}

/* -- rows ------------------------------------------------------------------ */

static gac__step take_operand(gac__assembler *as, const gac__operand_row *row)
{
    static const gac__number_type word = {GAC__NUMBER_UNSIGNED, 32, 0};
    bool optional = row->quantifier != GAC__ONE;
    /* An unknown import is reported in any case, even before a "!<integer>". */
    if (row->operand_class == GAC__OPERAND_EXT_INST)
        return take_ext_inst(as);
    if (gac__token_slice(as, as->token).text[0] == '!')
        return gac__take_immediate(as);
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_LITERAL: return take_number(as, word, optional);
    case GAC__OPERAND_FLOAT_LITERAL:
        return take_number(as, gac__number_of_literal_float, optional);
    case GAC__OPERAND_STRING: return take_string(as, optional);
    case GAC__OPERAND_TYPED_LITERAL: return take_typed(as, optional);
    case GAC__OPERAND_SPEC_OP: return take_spec_op(as);
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: return take_enum(as, row);
    case GAC__OPERAND_PAIR_LITERAL_ID:
    case GAC__OPERAND_PAIR_ID_LITERAL: {
        const gac__operand_row halves[] = {gac__grammar_half(row, false),
                                           gac__grammar_half(row, true)};
        return gac__take_rows(as, halves, 2);
    }
    /* The second of a pair of ids may be missing. */
    default: return take_id(as);
    }
}

gac__step gac__take_rows(gac__assembler *as, const gac__operand_row *rows,
                         uint32_t n)
{
    gac__step s = GAC__GOES_ON;
    for (uint32_t i = 0; i < n && s == GAC__GOES_ON; i++) {
        do {
            if (rows[i].operand_class == GAC__OPERAND_RESULT)
                s = gac__put_result(as);
            else if (as->token < as->end)
                s = take_operand(as, &rows[i]);
            else if (rows[i].quantifier == GAC__ONE)
                s = gac__as_fault(
                    as,
                    "Expected operand for %s instruction, but found the %s.",
                    as->row->name,
                    as->token == as->tokens.n ? "end of the stream"
                                              : "next instruction instead");
            else
                break;
        } while (s == GAC__GOES_ON && rows[i].quantifier == GAC__ANY_NUMBER);
    }
    return s;
}
