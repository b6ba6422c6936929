/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's first pass: which instructions have a text, what they
 * define, and what ids are called. */
#include "text/disassemble.h"

gac__walk_end gac__dis_walk(const gac_disassembly *d, const gac__inst *inst,
                            gac__operand_visitor *visit, void *user)
{
    const gac__walk_view view = {&d->known, gac__known_definition,
                                 gac__known_ext_inst};
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    gac__walk_end end = gac__walk(&view, inst, row, visit, user);
    if (end.result == GAC__WALK_MISSING
        && end.row->operand_class == GAC__OPERAND_PAIR_ID_ID)
        end = (gac__walk_end){GAC__WALK_OK, NULL, end.word};
    return end;
}

/* -- what has a text ------------------------------------------------------- */

/* Whether a word may be shown as an id, which is noted. */
static bool is_id(gac_disassembly *d, uint32_t id)
{
    if (id >= d->id_limit)
        d->id_limit = id == UINT32_MAX ? id : id + 1;
    return id != 0;
}

/* Whether nothing but zeros fills a string's last word. */
static bool is_clean(uint32_t last)
{
    while ((last & 0xFF) != 0)
        last >>= 8;
    return last == 0;
}

/* Whether a number's text can be read back: bits over its type's width are
 * those that its value implies. */
static bool is_extended(gac__number_type type, uint64_t bits)
{
    uint64_t mask = UINT64_MAX >> (64 - type.width), extended = bits & mask;
    if (type.number_class == GAC__NUMBER_FLOAT)
        return gac__float_format_of(type) && bits == extended;
    if (type.number_class == GAC__NUMBER_SIGNED
        && (bits >> (type.width - 1) & 1))
        extended |= ~mask;
    return bits == (type.width > 32 ? extended : (uint32_t)extended);
}

static bool fits_number(const gac_disassembly *d, const gac__inst *inst,
                        const uint32_t *words, uint32_t n)
{
    gac__number_type type;
    if (n > 2
        || !gac__known_number_type(&d->known, inst->opcode, inst->words[1],
                                   &type)
        || (type.encoding != 0 && !gac__float_format_of(type)))
        return false;
    return !d->options.exact || is_extended(type, gac__dis_bits(words, n));
}

static bool fits_enum(const gac_disassembly *d, const gac__operand_row *row,
                      uint32_t value)
{
    if (row->operand_class == GAC__OPERAND_VALUE_ENUM
        || (value == 0 && d->options.exact))
        return gac__grammar_enumerant(row->kind, value) != NULL;
    for (; value != 0; value &= value - 1)
        if (!gac__grammar_enumerant(row->kind, value & (0 - value)))
            return false;
    return true;
}

static bool fits(void *user, const gac__inst *inst, const gac__operand_row *row,
                 uint32_t word, uint32_t n)
{
    gac_disassembly *d = user;
    const uint32_t *words = inst->words + word;
    bool ids;
    if (!row)
        return false;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE:
    case GAC__OPERAND_RESULT: return is_id(d, words[0]);
    case GAC__OPERAND_STRING:
        return !d->options.exact || is_clean(words[n - 1]);
    case GAC__OPERAND_TYPED_LITERAL: return fits_number(d, inst, words, n);
    case GAC__OPERAND_EXT_INST:
        return gac__known_ext_inst(&d->known, words[-1], words[0], &ids) || ids;
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: return fits_enum(d, row, words[0]);
    default: return true;
    }
}

static bool is_defined(const gac_disassembly *d, uint32_t id)
{
    uint32_t ignored;
    return gac__id_map_get(&d->known.values, id, &ignored)
           || gac__id_map_get(&d->known.types, id, &ignored);
}

/* Whether an instruction has a text. */
static bool has_text(gac_disassembly *d, const gac__inst *inst)
{
    if (!gac__grammar_op(inst->opcode) || is_defined(d, inst->result_id))
        return false;
    gac__walk_end end = gac__dis_walk(d, inst, fits, d);
    if (end.result != GAC__WALK_OK)
        return false;
    return !end.row /* an extended instruction has fewer operands */
           || gac__known_import(&d->known, inst->words[3])->set
                  == &gac__set_async_copies;
}

bool gac__dis_is_raw_id(const gac__inst *inst, uint32_t word)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    return row && word <= row->n_fixed && (row->id_mask >> (word - 1) & 1)
           && inst->words[word] != 0;
}

void gac__dis_select(gac_disassembly *d, gac__dis_inst *to)
{
    gac__inst inst = gac__decode(d->words.items + to->word, 0);
    to->raw = !has_text(d, &inst);
    for (uint32_t word = 1; to->raw && word < inst.n_words; word++)
        if (gac__dis_is_raw_id(&inst, word))
            (void)is_id(d, inst.words[word]);
    if (!is_defined(d, inst.result_id)
        && !gac__known_learn(&d->known, &inst,
                             to->word | (to->raw ? GAC__OPAQUE : 0)))
        d->result = GAC_ERR_MEMORY;
    if (!to->raw && !d->options.raw_ids)
        gac__friendly_learn(d, &inst);
}
