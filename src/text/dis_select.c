/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The disassembler's first pass: which instructions have a text, what they
 * define, and what ids are called. */
#include "text/disassemble.h"

#define OPAQUE 0x80000000u /* in `defined`: by an instruction that is raw */

/* -- what is known of ids -------------------------------------------------- */

static const uint32_t *definition(const void *user, uint32_t id)
{
    const gac_disassembly *d = user;
    uint32_t word;
    return gac__id_map_get(&d->defined, id, &word) && !(word & OPAQUE)
               ? d->words.items + word
               : NULL;
}

static const gac__dis_import *import_of(const gac_disassembly *d, uint32_t id)
{
    uint32_t index;
    return gac__id_map_get(&d->imported, id, &index)
               ? &d->imports.items[index - 1]
               : NULL;
}

const gac__ext_inst_row *gac__dis_ext_inst(const void *user, uint32_t set,
                                           uint32_t number, bool *ids_out)
{
    const gac__dis_import *import = import_of(user, set);
    const gac__ext_inst_row *row =
        import && import->set ? gac__grammar_ext_inst(import->set, number)
                              : NULL;
    *ids_out =
        row ? import->set == &gac__set_async_copies : import && import->ids;
    return row;
}

gac__walk_end gac__dis_walk(const gac_disassembly *d, const gac__inst *inst,
                            gac__operand_visitor *visit, void *user)
{
    static const gac__operand_row odd = {GAC__OPERAND_ID, GAC__ONE, 0, ""};
    const gac__walk_view view = {d, definition, gac__dis_ext_inst};
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    gac__walk_end end = gac__walk(&view, inst, row, visit, user);
    if (end.result == GAC__WALK_MISSING
        && end.row->operand_class == GAC__OPERAND_PAIR_ID_ID
        && end.word < inst->n_words)
        end = (gac__walk_end){visit(user, inst, &odd, end.word, 1)
                                  ? GAC__WALK_OK
                                  : GAC__WALK_STOPPED,
                              NULL, end.word};
    return end;
}

bool gac__dis_number_type(const gac_disassembly *d, const gac__inst *inst,
                          gac__number_type *type_out)
{
    uint32_t type_id = inst->type_id;
    if (inst->opcode == SpvOpSwitch) { /* the selector's */
        const uint32_t *selector = definition(d, inst->words[1]);
        type_id = selector ? gac__decode(selector, 0).type_id : 0;
    }
    const uint32_t *words = definition(d, type_id);
    uint32_t opcode = gac__words_opcode(words);
    if ((opcode != SpvOpTypeInt && opcode != SpvOpTypeFloat)
        || words[0] >> 16 != (opcode == SpvOpTypeInt ? 4 : 3) || words[2] == 0
        || words[2] > 64)
        return false;
    type_out->width = words[2];
    type_out->number_class = opcode == SpvOpTypeFloat ? GAC__NUMBER_FLOAT
                             : words[3] != 0          ? GAC__NUMBER_SIGNED
                                                      : GAC__NUMBER_UNSIGNED;
    return true;
}

/* -- what has a text ------------------------------------------------------- */

typedef struct selection {
    gac_disassembly *d;
    uint32_t highest; /* id */
} selection;

static bool is_id(selection *s, uint32_t id)
{
    s->highest = GAC__MAX(s->highest, id);
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
    if (type.number_class == GAC__NUMBER_FLOAT)
        return type.width == 32 || type.width == 64
               || (type.width == 16 && bits <= 0xFFFF);
    uint64_t mask = UINT64_MAX >> (64 - type.width), extended = bits & mask;
    if (type.number_class == GAC__NUMBER_SIGNED
        && (bits >> (type.width - 1) & 1))
        extended |= ~mask;
    return bits == (type.width > 32 ? extended : (uint32_t)extended);
}

static bool fits_number(const gac_disassembly *d, const gac__inst *inst,
                        const uint32_t *words, uint32_t n)
{
    gac__number_type type;
    if (inst->opcode == SpvOpSpecConstantOp || n > 2
        || !gac__dis_number_type(d, inst, &type))
        return false;
    if (inst->opcode == SpvOpSwitch && type.number_class == GAC__NUMBER_FLOAT)
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

static bool fits_ext_inst(const gac_disassembly *d, uint32_t set,
                          uint32_t number)
{
    const gac__dis_import *import = import_of(d, set);
    return import
           && (import->ids || gac__grammar_ext_inst(import->set, number));
}

static bool fits(void *user, const gac__inst *inst, const gac__operand_row *row,
                 uint32_t word, uint32_t n)
{
    selection *s = user;
    const gac_disassembly *d = s->d;
    const uint32_t *words = inst->words + word;
    if (!row)
        return false;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE:
    case GAC__OPERAND_RESULT:
    case GAC__OPERAND_PAIR_ID_LITERAL: return is_id(s, words[0]);
    case GAC__OPERAND_PAIR_ID_ID:
        return is_id(s, words[0]) && is_id(s, words[1]);
    case GAC__OPERAND_STRING:
        return !d->options.exact || is_clean(words[n - 1]);
    case GAC__OPERAND_TYPED_LITERAL: return fits_number(d, inst, words, n);
    case GAC__OPERAND_PAIR_LITERAL_ID:
        return fits_number(d, inst, words, n - 1) && is_id(s, words[n - 1]);
    case GAC__OPERAND_EXT_INST: return fits_ext_inst(d, words[-1], words[0]);
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: return fits_enum(d, row, words[0]);
    case GAC__OPERAND_LITERAL:
    case GAC__OPERAND_SPEC_OP: return true;
    }
    return false;
}

/* Whether an instruction has a text. */
static bool has_text(selection *s, const gac__inst *inst)
{
    uint32_t ignored;
    if (!gac__grammar_op(inst->opcode)
        || gac__id_map_get(&s->d->defined, inst->result_id, &ignored))
        return false;
    gac__walk_end end = gac__dis_walk(s->d, inst, fits, s);
    if (end.result != GAC__WALK_OK)
        return false;
    return !end.row /* an extended instruction has fewer operands */
           || import_of(s->d, inst->words[3])->set == &gac__set_async_copies;
}

bool gac__dis_is_raw_id(const gac__inst *inst, uint32_t word)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    return row && word <= row->n_fixed && (row->id_mask >> (word - 1) & 1)
           && inst->words[word] != 0;
}

static bool learn_import(gac_disassembly *d, const gac__inst *inst)
{
    uint32_t n;
    const char *name = gac__module_string(inst, 2, &n);
    gac__dis_import import = {gac__grammar_ext_set(name, strlen(name)), true};
    import.ids = !import.set || gac__grammar_has_ids_only(import.set, name);
    return GAC__VEC_PUSH(&d->allocator, &d->imports, import)
           && gac__id_map_put(&d->allocator, &d->imported, inst->result_id,
                              (uint32_t)d->imports.n);
}

void gac__dis_select(gac_disassembly *d, gac__dis_inst *to)
{
    gac__inst inst = gac__decode(d->words.items + to->word, 0);
    selection s = {d, 0};
    uint32_t ignored;
    bool ok = true;
    to->raw = !has_text(&s, &inst);
    for (uint32_t word = 1; to->raw && word < inst.n_words; word++)
        s.highest = gac__dis_is_raw_id(&inst, word)
                        ? GAC__MAX(s.highest, inst.words[word])
                        : s.highest;
    if (s.highest >= d->id_limit)
        d->id_limit = s.highest == UINT32_MAX ? UINT32_MAX : s.highest + 1;
    if (!gac__id_map_get(&d->defined, inst.result_id, &ignored))
        ok = gac__id_map_put(&d->allocator, &d->defined, inst.result_id,
                             to->word | (to->raw ? OPAQUE : 0));
    if (!to->raw && inst.opcode == SpvOpExtInstImport)
        ok = ok && learn_import(d, &inst);
    if (!to->raw && !d->options.raw_ids)
        gac__friendly_learn(d, &inst);
    if (!ok || d->names.out_of_memory)
        d->result = GAC_ERR_MEMORY;
}
