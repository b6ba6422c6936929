/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Walks an instruction's operands by the rows of the grammar. */
#include "module/walk.h"

/* One walk serves the parser, which checks operands, and all code that reads
 * operands. A row describes one operand, or any number of them. Operands that
 * bring others with them (an enumerant's parameters, an extended instruction's
 * or a specialization operation's operands) switch to those operands' rows.
 * Enumerants' parameters have no parameters themselves, so the nesting is
 * bounded.
 *
 * An enumerant that is missing in the tables (of a newer extension) is no
 * fault. Its parameters are unknown: if no other operand can follow, the rest
 * is visited word by word, without a row. */

typedef struct walk {
    const gac__walk_view *view;
    const gac__inst *inst;
    gac__operand_visitor *visit;
    void *user;
    uint32_t word;
    const gac__operand_row *lacks; /* the first operand that an extended
                                      instruction lacks; NULL: none */
    gac__walk_end end;
} walk;

static bool finish(walk *w, gac__walk_result result,
                   const gac__operand_row *row)
{
    w->end = (gac__walk_end){result, row, w->word};
    return false;
}

static bool emit(walk *w, const gac__operand_row *row, uint32_t n)
{
    if (n > w->inst->n_words - w->word)
        return finish(w, GAC__WALK_MISSING, row);
    if (!w->visit(w->user, w->inst, row, w->word, n))
        return finish(w, GAC__WALK_STOPPED, row);
    w->word += n;
    return true;
}

/* Visits the rest of the instruction, word by word. */
static bool emit_rest(walk *w, const gac__operand_row *row)
{
    while (w->word < w->inst->n_words)
        if (!emit(w, row, 1))
            return false;
    return true;
}

static bool walk_string(walk *w, const gac__operand_row *row)
{
    uint32_t n;
    if (!gac__module_string(w->inst, w->word, &n))
        return finish(w, GAC__WALK_OPEN_STRING, row);
    return emit(w, row, n);
}

uint32_t gac__number_words(const uint32_t *type_words)
{
    uint32_t opcode = gac__words_opcode(type_words);
    if ((opcode != SpvOpTypeInt && opcode != SpvOpTypeFloat)
        || type_words[0] >> 16 < 3)
        return 0;
    return type_words[2] / 32 + (type_words[2] % 32 != 0);
}

/* Returns the words of a literal, which has the result's type, or the type of a
 * switch's selector. */
static uint32_t literal_words(const walk *w)
{
    const gac__walk_view *view = w->view;
    uint32_t type_id = w->inst->type_id;
    if (w->inst->opcode == SpvOpSwitch) {
        const uint32_t *selector =
            view->definition(view->user, w->inst->words[1]);
        type_id = selector ? gac__decode(selector, 0).type_id : 0;
    }
    return gac__number_words(view->definition(view->user, type_id));
}

/* Visits an operand that brings no others with it. */
static bool walk_simple(walk *w, const gac__operand_row *row)
{
    uint32_t n = 1;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_STRING: return walk_string(w, row);
    case GAC__OPERAND_TYPED_LITERAL:
        n = literal_words(w);
        if (n == 0)
            return finish(w, GAC__WALK_NO_NUMBER, row);
        break;
    default: break;
    }
    return emit(w, row, n);
}

static bool walk_rows(walk *w, const gac__operand_row *rows, uint32_t n,
                      bool of_ext_inst);

/* Visits an enumerant and its parameters, or a mask and the parameters of each
 * of its bits, lowest bit first. */
static bool walk_enum(walk *w, const gac__operand_row *row, bool last)
{
    uint32_t value = w->inst->words[w->word];
    if (!emit(w, row, 1))
        return false;
    if (!gac__kind_rows[row->kind].has_parameters)
        return true;
    bool bits = row->operand_class == GAC__OPERAND_BIT_ENUM;
    while (value != 0 || !bits) {
        uint32_t part = bits ? value & (0 - value) : value;
        const gac__enumerant_row *e = gac__grammar_enumerant(row->kind, part);
        if (!e)
            return !last || emit_rest(w, NULL);
        if (!walk_rows(w, e->parameters, e->n_parameters, false))
            return false;
        if (!bits)
            break;
        value &= value - 1;
    }
    return true;
}

/* Visits the operands of an extended instruction; those beyond the rows are ids
 * in sets that have only ids. */
static bool walk_ext_inst(walk *w, const gac__operand_row *row,
                          const gac__operand_row *general)
{
    const uint32_t *words = w->inst->words + w->word;
    gac__import import = {0};
    (void)w->view->import(w->view->user, words[-1], &import);
    const gac__ext_inst_row *known =
        gac__grammar_ext_inst(import.set, words[0]);
    bool ids =
        import.ids_only && (!known || import.set == &gac__set_async_copies);
    return emit(w, row, 1)
           && (!known || walk_rows(w, known->operands, known->n_operands, true))
           && emit_rest(w, ids ? general : NULL);
}

/* Visits OpSpecConstantOp's opcode, and that instruction's operands behind its
 * type and result. */
static bool walk_spec_op(walk *w, const gac__operand_row *row)
{
    const gac__op_row *op = gac__grammar_op(w->inst->words[w->word]);
    if (!op || !gac__grammar_is_spec_op(op))
        return finish(w, GAC__WALK_SPEC_OP, row);
    return emit(w, row, 1)
           && walk_rows(w, op->operands + 2, op->n_operands - 2u, false);
}

static bool walk_operand(walk *w, const gac__operand_row *row, bool last);

/* Visits both operands of a pair. */
static bool walk_pair(walk *w, const gac__operand_row *pair)
{
    gac__operand_row first = gac__grammar_half(pair, false);
    gac__operand_row second = gac__grammar_half(pair, true);
    bool ok = walk_operand(w, &first, false) && walk_operand(w, &second, false);
    if (!ok)
        w->end.row = pair;
    return ok;
}

static bool walk_operand(walk *w, const gac__operand_row *row, bool last)
{
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_VALUE_ENUM:
    case GAC__OPERAND_BIT_ENUM: return walk_enum(w, row, last);
    case GAC__OPERAND_EXT_INST: return walk_ext_inst(w, row, row + 1);
    case GAC__OPERAND_SPEC_OP: return walk_spec_op(w, row);
    case GAC__OPERAND_PAIR_LITERAL_ID:
    case GAC__OPERAND_PAIR_ID_LITERAL:
    case GAC__OPERAND_PAIR_ID_ID: return walk_pair(w, row);
    default: return walk_simple(w, row);
    }
}

/* Visits the operands that rows describe. Missing operands of an extended
 * instruction do not end the walk, since a rule of its own reports them. */
static bool walk_rows(walk *w, const gac__operand_row *rows, uint32_t n,
                      bool of_ext_inst)
{
    for (uint32_t i = 0; i < n; i++) {
        do {
            if (w->word < w->inst->n_words) {
                if (!walk_operand(w, &rows[i], !of_ext_inst && i + 1 == n))
                    return false;
            } else if (rows[i].quantifier != GAC__ONE) {
                break;
            } else if (of_ext_inst) {
                w->lacks = &rows[i];
                return true;
            } else {
                return finish(w, GAC__WALK_MISSING, &rows[i]);
            }
        } while (rows[i].quantifier == GAC__ANY_NUMBER);
    }
    return true;
}

gac__walk_end gac__walk(const gac__walk_view *view, const gac__inst *inst,
                        const gac__op_row *row, gac__operand_visitor *visit,
                        void *user)
{
    walk w = {
        .view = view, .inst = inst, .visit = visit, .user = user, .word = 1};
    if (walk_rows(&w, row->operands, row->n_operands, false)) {
        bool extra = w.word < inst->n_words;
        finish(&w, extra ? GAC__WALK_EXTRA : GAC__WALK_OK, w.lacks);
    }
    return w.end;
}

/* -- parsed modules -------------------------------------------------------- */

static const uint32_t *definition(const void *user, uint32_t id)
{
    return gac__module_def_words(user, id);
}

static bool find_import(const void *user, uint32_t id, gac__import *import_out)
{
    const gac__import *import = gac__module_import(user, id);
    if (import)
        *import_out = *import;
    return import != NULL;
}

gac__walk_view gac__module_view(const gac_module *m)
{
    return (gac__walk_view){m, definition, find_import};
}

bool gac__module_visit_operands(const gac_module *m, const gac__inst *inst,
                                gac__operand_visitor *visit, void *user)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    gac__walk_view view = gac__module_view(m);
    return row
           && gac__walk(&view, inst, row, visit, user).result == GAC__WALK_OK;
}
