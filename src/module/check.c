/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Checks the words of an instruction against the grammar. */
#include "module/module_internal.h"

/* Most operands are single ids, and come first: they are checked in a plain
 * loop over the words. The walk by rows is for the rest. */

static bool id_fits(const gac_module *m, uint32_t id)
{
    return id - 1 < m->bound - 1; /* 0 wraps around */
}

static void report_id(gac__parser *p, const gac__inst *inst,
                      const gac__operand_row *row, uint32_t word)
{
    const char *name = row->name;
    uint32_t id = inst->words[word];
    if (id == 0)
        gac__fault(p, GAC__FAULT_SOFT, inst, name, (int32_t)word,
                   "the id of %s is 0", name);
    else
        gac__fault(p, GAC__FAULT_SOFT, inst, name, (int32_t)word,
                   "the id of %s, %u, is not below the bound of %u", name, id,
                   p->m->bound);
}

/* An operand beyond the plain ones. Operands without a row may be literals. */
static bool check_operand(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    gac__parser *p = user;
    if (!row)
        return true;
    bool first = false, last = false;
    switch ((gac__operand_class)row->operand_class) {
    case GAC__OPERAND_ID:
    case GAC__OPERAND_RESULT_TYPE:
    case GAC__OPERAND_RESULT:
    case GAC__OPERAND_PAIR_ID_LITERAL:
        first = true;
        break;
    case GAC__OPERAND_PAIR_ID_ID:
        first = last = true;
        break;
    case GAC__OPERAND_PAIR_LITERAL_ID:
        last = true;
        break;
    default:
        break;
    }
    if (first && !id_fits(p->m, inst->words[word]))
        report_id(p, inst, row, word);
    if (last && !id_fits(p->m, inst->words[word + n - 1]))
        report_id(p, inst, row, word + n - 1);
    return true;
}

static void report_walk(gac__parser *p, const gac__inst *inst,
                        const gac__op_row *op, const gac__walk_end *end)
{
    const char *name = end->row ? end->row->name : NULL;
    int32_t word = (int32_t)end->word;
    switch (end->result) {
    case GAC__WALK_OK:
    case GAC__WALK_STOPPED:
        break;
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

/* A switch's literals have the width of its selector, which in the order of
 * the words may come later. */
static bool must_wait(gac__parser *p, const gac__inst *inst)
{
    uint32_t selector = inst->words[1];
    if (p->late || inst->opcode != SpvOpSwitch ||
        gac__module_def_opcode(p->m, selector) != 0 ||
        !id_fits(p->m, selector))
        return false;
    if (!GAC__VEC_PUSH(&p->m->context->allocator, &p->switches, inst->ordinal))
        p->result = GAC_ERR_MEMORY;
    return true;
}

bool gac__check_operands(gac__parser *p, const gac__inst *inst,
                         const gac__op_row *row)
{
    uint32_t n_plain = row->n_plain;
    if (GAC__UNLIKELY(inst->n_words <= n_plain)) {
        gac__walk_end end = {GAC__WALK_MISSING,
                             &row->operands[inst->n_words - 1], 0};
        report_walk(p, inst, row, &end);
        return false;
    }
    if (GAC__UNLIKELY(inst->opcode == SpvOpSwitch) && must_wait(p, inst))
        return true;
    for (uint32_t i = 1; i <= n_plain; i++)
        if (GAC__UNLIKELY(!id_fits(p->m, inst->words[i])))
            report_id(p, inst, &row->operands[i - 1], i);
    if (n_plain == row->n_operands && inst->n_words == n_plain + 1)
        return true;
    gac__walk_end end =
        gac__walk(p->m, inst, row, n_plain, n_plain + 1, check_operand, p);
    if (end.result == GAC__WALK_OK)
        return true;
    report_walk(p, inst, row, &end);
    return false;
}
