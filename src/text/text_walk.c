/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Splits an instruction into its operands, by the grammar's rows. */
#include "text/text_internal.h"

/* The module room's parser does the same for modules that are well-formed as a
 * whole. Here each instruction is looked at alone: the disassembler's question
 * is which ones SPIRV-Tools will take, and it goes on behind those that it will
 * not. An instruction passes only if its text says all that its words do:
 * strings end in zeros, narrow numbers are extended as their type says. */

typedef struct walker {
    const gac__id_facts *facts;
    const uint32_t *words;
    uint32_t n, at; /* `at`: the next word */
    gac__pieces *pieces;
    uint32_t number_type; /* gac__known of the literals of this instruction */
    bool out_of_memory;
} walker;

uint32_t gac__literal_string(const uint32_t *words, uint32_t n,
                             uint32_t *n_words_out, bool *clean_out)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t word = words[i];
        for (uint32_t byte = 0; byte < 4; byte++) {
            if ((word >> (8 * byte) & 0xFF) != 0)
                continue;
            *n_words_out = i + 1;
            *clean_out = word >> (8 * byte) == 0;
            return 4 * i + byte;
        }
    }
    return UINT32_MAX;
}

/* Takes the next `n` words as one operand. */
static bool take(walker *w, uint32_t n, gac__piece_what what, uint16_t kind)
{
    if (n > w->n - w->at)
        return false;
    gac__piece piece = {(uint16_t)w->at, (uint16_t)n, (uint8_t)what, kind};
    if (!GAC__VEC_PUSH(w->facts->allocator, w->pieces, piece)) {
        w->out_of_memory = true;
        return false;
    }
    w->at += n;
    return true;
}

static bool take_id(walker *w, gac__piece_what what)
{
    return w->at < w->n && w->words[w->at] != 0 && take(w, 1, what, 0);
}

static bool take_string(walker *w)
{
    uint32_t n;
    bool clean;
    if (gac__literal_string(w->words + w->at, w->n - w->at, &n, &clean)
        == UINT32_MAX)
        return false;
    return clean && take(w, n, GAC__PIECE_STRING, 0);
}

/* A number of the type that `number_type` names. Its text is its value, so
 * that bits over the type's width must be what the value implies. */
static bool take_number(walker *w)
{
    uint32_t width = w->number_type >> 8, n_words = width > 32 ? 2 : 1;
    if (width == 0 || width > 64 || w->at >= w->n || w->n - w->at < n_words)
        return false;
    uint64_t bits = w->words[w->at], extended;
    if (n_words == 2)
        bits |= (uint64_t)w->words[w->at + 1] << 32;
    uint64_t mask = ~UINT64_C(0) >> (64 - width);
    extended = bits & mask;
    if ((w->number_type & 0xFF) == GAC__KNOWN_INT && (bits >> (width - 1) & 1))
        extended |= ~mask;
    if (n_words == 1)
        extended &= UINT32_MAX;
    return extended == bits && take(w, n_words, GAC__PIECE_NUMBER, 0);
}

static bool take_rows(walker *w, const gac__operand_row *rows, uint32_t n);

static bool take_ext_inst(walker *w)
{
    if (w->at < 1)
        return false;
    uint32_t known = gac__id_known(w->facts, w->words[w->at - 1]);
    if ((known & 0xFF) != GAC__KNOWN_IMPORT || w->at >= w->n)
        return false;
    uint32_t number = w->words[w->at];
    if (!take(w, 1, GAC__PIECE_VALUE, 0))
        return false;
    if (known >> 8 == GAC__SET_OPENCL_STD) {
        const gac__ext_inst_row *row =
            gac__grammar_ext_inst(&gac__set_opencl_std, number);
        return row && take_rows(w, row->operands, row->n_operands);
    }
    /* What SPIRV-Tools alone knows, it shall judge. */
    bool ok = true;
    while (ok && w->at < w->n)
        ok = known >> 8 == GAC__SET_TOOLS ? take(w, 1, GAC__PIECE_NUMBER, 0)
                                          : take_id(w, GAC__PIECE_ID);
    return ok;
}

static bool take_spec_op(walker *w)
{
    const gac__op_row *row =
        w->at < w->n ? gac__grammar_op(w->words[w->at]) : NULL;
    if (!row || !row->has_type || !row->has_result
        || !take(w, 1, GAC__PIECE_VALUE, 0))
        return false;
    return take_rows(w, row->operands + 2, row->n_operands - 2u);
}

static bool take_enum(walker *w, const gac__operand_row *row)
{
    bool mask = row->operand_class == GAC__OPERAND_BIT_ENUM;
    uint32_t value = w->at < w->n ? w->words[w->at] : 0;
    if (!take(w, 1, mask ? GAC__PIECE_MASK : GAC__PIECE_VALUE, row->kind))
        return false;
    if (!mask) {
        const gac__enumerant_row *e = gac__grammar_enumerant(row->kind, value);
        return e && take_rows(w, e->parameters, e->n_parameters);
    }
    for (uint32_t bit = 0; bit < 32; bit++) {
        if (!(value >> bit & 1))
            continue;
        const gac__enumerant_row *e =
            gac__grammar_enumerant(row->kind, 1u << bit);
        if (!e || !take_rows(w, e->parameters, e->n_parameters))
            return false;
    }
    return true;
}

static bool take_operand(walker *w, const gac__operand_row *row)
{
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE: return take_id(w, GAC__PIECE_ID);
    case GAC__OPERAND_RESULT: return take_id(w, GAC__PIECE_RESULT);
    case GAC__OPERAND_LITERAL: return take(w, 1, GAC__PIECE_NUMBER, 0);
    case GAC__OPERAND_STRING: return take_string(w);
    case GAC__OPERAND_TYPED_LITERAL: return take_number(w);
    case GAC__OPERAND_EXT_INST: return take_ext_inst(w);
    case GAC__OPERAND_SPEC_OP: return take_spec_op(w);
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: return take_enum(w, row);
    case GAC__OPERAND_PAIR_LITERAL_ID:
        return take_number(w) && take_id(w, GAC__PIECE_ID);
    case GAC__OPERAND_PAIR_ID_LITERAL:
        return take_id(w, GAC__PIECE_ID) && take(w, 1, GAC__PIECE_NUMBER, 0);
    case GAC__OPERAND_PAIR_ID_ID:
        return take_id(w, GAC__PIECE_ID) && take_id(w, GAC__PIECE_ID);
    }
    return false;
}

static bool take_rows(walker *w, const gac__operand_row *rows, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (rows[i].quantifier == GAC__ONE) {
            if (!take_operand(w, &rows[i]))
                return false;
            continue;
        }
        while (w->at < w->n) {
            if (!take_operand(w, &rows[i]))
                return false;
            if (rows[i].quantifier == GAC__OPTIONAL)
                break;
        }
    }
    return true;
}

/* Numbers' type: that of the constant, or of the switch's selector; only those
 * whose text SPIRV-Tools both writes and reads. */
static bool find_number_type(walker *w, uint32_t opcode)
{
    uint32_t type = w->n > 1 ? w->words[1] : 0;
    if (opcode == SpvOpSwitch
        && !gac__id_map_get(&w->facts->types, type, &type))
        return false;
    w->number_type = gac__id_known(w->facts, type);
    uint32_t what = w->number_type & 0xFF, width = w->number_type >> 8;
    bool is_int = what == GAC__KNOWN_INT || what == GAC__KNOWN_UINT;
    if (is_int)
        return width >= 1 && width <= 64;
    return what == GAC__KNOWN_FLOAT && opcode != SpvOpSwitch
           && (width == 16 || width == 32 || width == 64);
}

gac__walk_result gac__text_walk(const gac__id_facts *facts,
                                const uint32_t *words, uint32_t n_words,
                                gac__pieces *pieces)
{
    walker w = {facts, words, n_words, 1, pieces, 0, false};
    uint32_t opcode = words[0] & 0xFFFF;
    const gac__op_row *row = gac__grammar_op(opcode);
    pieces->n = 0;
    if (!row)
        return GAC__WALK_BAD;
    bool ok = true;
    if (opcode == SpvOpConstant || opcode == SpvOpSpecConstant
        || opcode == SpvOpSwitch)
        ok = find_number_type(&w, opcode);
    ok = ok && take_rows(&w, row->operands, row->n_operands);
    if (w.out_of_memory)
        return GAC__WALK_MEMORY;
    return ok && w.at == w.n ? GAC__WALK_OK : GAC__WALK_BAD;
}

bool gac__facts_learn(gac__id_facts *facts, const uint32_t *words,
                      uint32_t n_words, bool opaque, gac__set_kind set)
{
    uint32_t opcode = words[0] & 0xFFFF, what = GAC__KNOWN_OTHER;
    const gac__op_row *row = gac__grammar_op(opcode);
    if (!row || !row->has_result || n_words < (row->has_type ? 3u : 2u))
        return true;
    uint32_t result = words[row->has_type ? 2 : 1];
    if (!opaque && opcode == SpvOpTypeInt && n_words == 4)
        what = (words[3] ? GAC__KNOWN_INT : GAC__KNOWN_UINT)
               | (GAC__MIN(words[2], 255u) << 8);
    else if (!opaque && opcode == SpvOpTypeFloat && n_words == 3)
        what = GAC__KNOWN_FLOAT | (GAC__MIN(words[2], 255u) << 8);
    else if (!opaque && opcode == SpvOpExtInstImport)
        what = GAC__KNOWN_IMPORT | (uint32_t)set << 8;
    if (!gac__id_map_put(facts->allocator, &facts->known, result, what))
        return false;
    return opaque || !row->has_type
           || gac__id_map_put(facts->allocator, &facts->types, result,
                              words[1]);
}

void gac__facts_free(gac__id_facts *facts)
{
    gac__id_map_free(facts->allocator, &facts->known);
    gac__id_map_free(facts->allocator, &facts->types);
}
