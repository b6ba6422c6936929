/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Assembles instructions that SPIRV-Tools does not know yet. */
#include "text/text_internal.h"

#include <stdio.h>

/* Such an instruction, or one of its enumerants, is in our grammar's supplement
 * only. It goes to SPIRV-Tools under a carrier's opcode (see
 * text_internal.h), its ids as they are and everything else as "!<integer>";
 * the right opcode is put in afterwards. That way SPIRV-Tools numbers the ids,
 * and learns the result's type, which a later OpSwitch may need. */

static void put_immediate(gac__assembler *as, uint32_t token, uint32_t word)
{
    char text[16];
    int size = snprintf(text, sizeof text, "!%u", word);
    gac__assembler_put(as, token, text, (size_t)size);
}

static void bad_operand(gac__assembler *as, uint32_t token, const char *kind)
{
    gac__slice s = gac__scan_slice(&as->scan, token);
    gac__assembler_error(as, token, "Invalid %s '%.*s'.", kind,
                         (int)GAC__MIN(s.size, 100u), s.text);
}

/* "Aligned|Volatile" -> 3. */
static bool parse_mask(uint16_t kind, gac__slice s, uint32_t *mask_out)
{
    *mask_out = 0;
    for (;;) {
        const char *bar = memchr(s.text, '|', s.size);
        uint32_t size = bar ? (uint32_t)(bar - s.text) : s.size, bit;
        if (!gac__enumerant_value(kind, (gac__slice){s.text, size}, &bit))
            return false;
        *mask_out |= bit;
        if (!bar)
            return true;
        s.text += size + 1;
        s.size -= size + 1;
    }
}

static uint32_t put_operand(gac__assembler *as, const gac__statement *s,
                            uint32_t token, const gac__operand_row *row);

/* Writes a string's words. */
static void put_string(gac__assembler *as, uint32_t token)
{
    gac__chars text = {0};
    bool is_string;
    if (!gac__parse_string(as->allocator, gac__scan_slice(&as->scan, token),
                           &text, &is_string))
        as->out_of_memory = true;
    else if (!is_string)
        bad_operand(as, token, "literal string");
    for (size_t i = 0; i < text.n && !as->out_of_memory; i += 4) {
        uint32_t word = 0;
        for (size_t byte = 0; byte < 4 && i + byte < text.n; byte++)
            word |= (uint32_t)(unsigned char)text.items[i + byte] << (8 * byte);
        put_immediate(as, token, word);
    }
    GAC__VEC_FREE(as->allocator, &text);
}

/* Writes the parameters of a value, or of the bits of a mask, lowest first. */
static uint32_t put_parameters(gac__assembler *as, const gac__statement *s,
                               uint32_t token, const gac__operand_row *row,
                               uint32_t value)
{
    bool mask = row->operand_class == GAC__OPERAND_BIT_ENUM;
    for (uint32_t bit = 0; bit < (mask ? 32u : 1u); bit++) {
        uint32_t part = mask ? value & (1u << bit) : value;
        const gac__enumerant_row *enumerant =
            mask && part == 0 ? NULL : gac__grammar_enumerant(row->kind, part);
        for (uint32_t i = 0; enumerant && i < enumerant->n_parameters; i++)
            token = put_operand(as, s, token, &enumerant->parameters[i]);
    }
    return token;
}

/* Writes the operand at `token` and returns the next token's index. */
static uint32_t put_operand(gac__assembler *as, const gac__statement *s,
                            uint32_t token, const gac__operand_row *row)
{
    const char *kind = gac__kind_rows[row->kind].name;
    uint32_t value = 0;
    if (token >= s->end) {
        gac__slice op = gac__scan_slice(&as->scan, s->op);
        gac__assembler_error(as, s->end,
                             "Expected operand for %.*s instruction, but found "
                             "the %s.",
                             (int)op.size, op.text,
                             s->end < as->scan.tokens.n ? "next instruction"
                                                        : "end of the stream");
        return token + 1;
    }
    gac__slice text = gac__scan_slice(&as->scan, token);
    if (text.text[0] == '!') {
        gac__assembler_put(as, token, text.text, text.size);
        return token + 1;
    }
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE:
    case GAC__OPERAND_RESULT:
        if (text.text[0] == '%')
            gac__assembler_put_operand(as, token);
        else
            gac__assembler_error(as, token, "Expected id to start with %%.");
        return token + 1;
    case GAC__OPERAND_STRING: put_string(as, token); return token + 1;
    case GAC__OPERAND_VALUE_ENUM:
        if (!gac__enumerant_value(row->kind, text, &value))
            bad_operand(as, token, kind);
        break;
    case GAC__OPERAND_BIT_ENUM:
        if (!parse_mask(row->kind, text, &value))
            bad_operand(as, token, kind);
        break;
    default:
        if (!gac__parse_word(text, &value))
            bad_operand(as, token, "unsigned integer literal:");
        put_immediate(as, token, value);
        return token + 1;
    }
    put_immediate(as, token, value);
    return put_parameters(as, s, token + 1, row, value);
}

void gac__assembler_supplement_operands(gac__assembler *as,
                                        const gac__statement *s, uint32_t token,
                                        const gac__op_row *row)
{
    for (uint32_t i = 0; i < row->n_operands; i++) {
        const gac__operand_row *operand = &row->operands[i];
        if (operand->operand_class == GAC__OPERAND_RESULT_TYPE
            || operand->operand_class == GAC__OPERAND_RESULT)
            continue;
        if (operand->quantifier == GAC__ONE)
            token = put_operand(as, s, token, operand);
        while (operand->quantifier != GAC__ONE && token < s->end) {
            token = put_operand(as, s, token, operand);
            if (operand->quantifier == GAC__OPTIONAL)
                break;
        }
        if (token > s->end)
            return;
    }
    /* "!<integer>" may follow, as after any instruction. */
    for (; token < s->end; token++) {
        gac__slice text = gac__scan_slice(&as->scan, token);
        if (text.text[0] != '!') {
            gac__assembler_error(as, token,
                                 "Expected <opcode> or <result-id> "
                                 "at the beginning of an instruction, found "
                                 "'%.*s'.",
                                 (int)GAC__MIN(text.size, 100u), text.text);
            return;
        }
        gac__assembler_put(as, token, text.text, text.size);
    }
}

void gac__assembler_supplement(gac__assembler *as, uint32_t statement,
                               const gac__op_row *row)
{
    const gac__statement *s = &as->scan.statements.items[statement];
    if ((s->op == s->first + 2) != row->has_result) {
        gac__assembler_error(
            as, s->first,
            row->has_result ? "Expected <result-id> at the beginning of an "
                              "instruction, found '%s'."
                            : "Cannot set ID %% because %s does not "
                              "produce a result ID.",
            row->name);
        return;
    }
    bool operands = s->op + 1 < s->end;
    const char *carrier =
        gac__grammar_op(
            gac__carrier_opcode(row->has_type, row->has_result, operands))
            ->name;
    if (row->has_result) {
        gac__assembler_put_operand(as, s->first);
        gac__assembler_put(as, s->first + 1, "=", 1);
    }
    gac__assembler_put(as, s->op, carrier, strlen(carrier));
    as->patches.items[statement].opcode = row->opcode;

    uint32_t token = s->op + 1;
    if (row->has_type)
        token = put_operand(as, s, token, &row->operands[0]);
    if (token <= s->end)
        gac__assembler_supplement_operands(as, s, token, row);
}
