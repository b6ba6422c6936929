/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checks the words of an instruction against the grammar. */
#include "module/module_internal.h"

/* Most instructions have one of a few shapes, which the grammar's rows name:
 * operands of one word each, then a tail of one kind. For these a branch-free
 * loop over the words decides whether the operands are correct. All other
 * instructions, and those with a fault, take the walk by rows, which also finds
 * the message. */

static bool id_fits(const gac_module *m, uint32_t id)
{
    return id - 1 < m->bound - 1; /* 0 wraps around */
}

#define MAX_REMEMBERED 64

/* Whether an id over the bound has been reported: each is reported once, at its
 * first use. Where very many are over the bound, some are reported again. */
static bool is_reported(gac__parser *p, uint32_t id)
{
    for (size_t i = 0; i < p->over_bound.n; i++)
        if (p->over_bound.items[i] == id)
            return true;
    if (p->over_bound.n < MAX_REMEMBERED
        && !GAC__VEC_PUSH(&p->m->context->allocator, &p->over_bound, id))
        p->result = GAC_ERR_MEMORY;
    return false;
}

static void report_id(gac__parser *p, const gac__inst *inst,
                      const gac__operand_row *row, uint32_t word)
{
    const char *name = row->name;
    uint32_t id = inst->words[word];
    if (id == 0)
        gac__fault(p, GAC__FAULT_SOFT, inst, name, (int32_t)word,
                   "the id of %s is 0", name);
    else if (!is_reported(p, id))
        gac__fault(p, GAC__FAULT_SOFT, inst, name, (int32_t)word,
                   "the id of %s, %u, is not below the bound of %u", name, id,
                   p->m->bound);
}

/* Checks an operand that is not a plain id. Operands without a row may be
 * literals. */
static bool check_operand(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    gac__parser *p = user;
    (void)n;
    if (row
        && (row->operand_class == GAC__OPERAND_ID
            || row->operand_class == GAC__OPERAND_RESULT_TYPE
            || row->operand_class == GAC__OPERAND_RESULT)
        && !id_fits(p->m, inst->words[word]))
        report_id(p, inst, row, word);
    return true;
}

static void report_walk(gac__parser *p, const gac__inst *inst,
                        const gac__op_row *op, const gac__walk_end *end)
{
    const char *name = end->row ? end->row->name : NULL;
    int32_t word = (int32_t)end->word;
    switch (end->result) {
    case GAC__WALK_OK:
    case GAC__WALK_STOPPED: break;
    case GAC__WALK_MISSING:
        gac__fault(p, GAC__FAULT_HARD, inst, name, -1,
                   "%s has %u words, too few: %s is missing", op->name,
                   inst->n_words, name);
        break;
    case GAC__WALK_EXTRA:
        gac__fault(p, GAC__FAULT_HARD, inst, NULL, word,
                   "%s has %u words, too many: its operands end with word %d",
                   op->name, inst->n_words, word);
        break;
    case GAC__WALK_OPEN_STRING:
        gac__fault(p, GAC__FAULT_HARD, inst, name, word,
                   "the string %s does not end within the instruction", name);
        break;
    case GAC__WALK_NO_NUMBER:
        gac__fault(p, GAC__FAULT_HARD, inst, name, word,
                   "the width of a literal is unknown: %s %u is no integer or "
                   "floating-point type's",
                   inst->opcode == SpvOpSwitch ? "selector" : "result type",
                   inst->words[1]);
        break;
    case GAC__WALK_SPEC_OP:
        gac__fault(p, GAC__FAULT_HARD, inst, name, word,
                   "opcode %u cannot stand in OpSpecConstantOp",
                   inst->words[end->word]);
        break;
    }
}

/* Whether an OpSwitch cannot be read yet: its literals have the width of its
 * selector, which may be defined further down. */
static bool must_wait(gac__parser *p, const gac__inst *inst)
{
    uint32_t selector = inst->words[1];
    if (p->late || inst->opcode != SpvOpSwitch
        || gac__module_def_opcode(p->m, selector) != 0
        || !id_fits(p->m, selector))
        return false;
    if (!GAC__VEC_PUSH(&p->m->context->allocator, &p->switches, inst->ordinal))
        p->result = GAC_ERR_MEMORY;
    return true;
}

/* Walks the rows and reports each fault. */
static bool check_by_rows(gac__parser *p, const gac__inst *inst,
                          const gac__op_row *row)
{
    if (inst->n_words > 2 && must_wait(p, inst))
        return true;
    gac__walk_view view = gac__module_view(p->m);
    gac__walk_end end = gac__walk(&view, inst, row, check_operand, p);
    if (end.result == GAC__WALK_OK)
        return true;
    report_walk(p, inst, row, &end);
    return false;
}

/* Whether the operands of an extended instruction are certainly correct. There
 * may be fewer than its row has. */
static bool fits_ext_inst(const gac_module *m, const uint32_t *words,
                          uint32_t n)
{
    const gac__import *import = gac__module_import(m, words[-2]);
    if (!import || (!import->set && !import->ids_only))
        return true;
    if (!import->ids_only) {
        const gac__ext_inst_row *row =
            gac__grammar_ext_inst(import->set, words[-1]);
        if (!row || !row->ids_only || n > row->n_operands)
            return false; /* perhaps correct, but not simple */
    }
    return gac__highest_id(words, n) < m->bound - 1;
}

/* Whether an optional mask and its literals are certainly correct. */
static bool fits_bits(const gac__operand_row *row, const uint32_t *words,
                      uint32_t n)
{
    if (n == 0)
        return row->quantifier == GAC__OPTIONAL;
    const gac__kind_row *kind = &gac__kind_rows[row->kind];
    uint32_t expected = 1;
    for (uint32_t b = words[0] & kind->literal_bits; b; b &= b - 1)
        expected++;
    return (words[0] & ~(kind->literal_bits | kind->plain_bits)) == 0
           && n == expected;
}

/* Whether an enumerant and its literals are certainly correct. */
static bool fits_value(const gac__operand_row *row, const uint32_t *words,
                       uint32_t n)
{
    const gac__enumerant_row *e =
        n ? gac__grammar_enumerant(row->kind, words[0]) : NULL;
    return e && e->literals && n == 1u + e->n_parameters;
}

bool gac__tail_fits(const gac_module *m, const gac__op_row *row,
                    const uint32_t *words, uint32_t n)
{
    switch ((gac__op_tail)row->tail) {
    case GAC__TAIL_ID_PAIRS: return n % 2 == 0;
    case GAC__TAIL_OPTIONAL_IDS:
        return n <= (uint32_t)row->n_operands - row->n_fixed;
    case GAC__TAIL_BITS:
        return fits_bits(&row->operands[row->n_fixed], words, n);
    case GAC__TAIL_STRING: return gac__string_words(words, n) == n && n != 0;
    case GAC__TAIL_STRING_IDS: {
        uint32_t text = gac__string_words(words, n);
        return text != 0
               && gac__highest_id(words + text, n - text) < m->bound - 1;
    }
    case GAC__TAIL_NUMBER: /* behind the result type and the result */
        return n != 0 && n == gac__literal_words(m, words[-2]);
    case GAC__TAIL_VALUE:
        return fits_value(&row->operands[row->n_fixed], words, n);
    case GAC__TAIL_EXT_INST: return fits_ext_inst(m, words, n);
    default: return false;
    }
}

bool gac__check_operands(gac__parser *p, const gac__inst *inst,
                         const gac__op_row *row)
{
    return gac__operands_fit(p->m, row, inst->words, inst->n_words)
           || check_by_rows(p, inst, row);
}
