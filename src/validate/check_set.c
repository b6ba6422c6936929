/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The instructions of the async-copy set. */

/* The roles of operands follow from the set's grammar: two pointers, an event,
 * and integers as wide as size_t. So a new instruction needs a line in the
 * grammar only. */
#include "validate/validate_internal.h"

#include "grammar/async_roles.h"

#define MAX_LOOK 1000u /* instructions that are searched for a label */

static const gac__family set_family = {.rule = GAC__RULE_COUNT};

static gac__expect expect_of(gac_async_role role)
{
    switch (role) {
    case GAC_ASYNC_DESTINATION: return GAC__EXPECT_DESTINATION;
    case GAC_ASYNC_SOURCE: return GAC__EXPECT_SOURCE;
    case GAC_ASYNC_EVENT: return GAC__EXPECT_EVENT;
    default: return GAC__EXPECT_COUNT;
    }
}

/* rule operand-count. With a wrong number of operands, their roles are unknown:
 * only ids that are no values are reported, too. */
static void check_miscounted(gac__validation *v, const gac__inst *inst,
                             const gac__ext_inst_row *row, uint32_t n)
{
    uint32_t first = inst->first + 2u;
    /* The first operand that is missing or too many. */
    int32_t word =
        n > row->n_operands ? (int32_t)(first + row->n_operands) : -1;
    const char *name = n < row->n_operands ? row->operands[n].name : NULL;
    gac__found(v, GAC__RULE_operand_count, inst, name, word,
               "%s takes %u operands. Found %u%s%s.", row->name,
               row->n_operands, n, name ? ": the last is missing from " : "",
               name ? name : "");
    for (uint32_t i = 0; i < n && !gac__validation_full(v); i++)
        gac__check_defined(v, inst, GAC__RULE_undefined_id, "the operand",
                           first + i);
}

static void check_operands(gac__validation *v, const gac__inst *inst,
                           const gac__ext_inst_row *row)
{
    gac__expect expect[GAC_ASYNC_ROLE_COUNT + 1] = {GAC__EXPECT_NOTHING};
    for (uint32_t i = 0; i < row->n_operands; i++)
        expect[i] = expect_of(gac__async_role(row->number, i));
    gac__check_values(v, inst, &set_family, row->operands, inst->first + 2u,
                      expect);
}

/* Whether the parser has reported that the function has an instruction before
 * its first label. */
static bool lacks_label(const gac_module *m, uint32_t ordinal)
{
    const uint32_t k = GAC__FIRST_FROM(m->functions, m->n_functions, end,
                                       (uint64_t)ordinal + 1);
    const gac__function *f = &m->functions[k];
    if (m->n_faults == 0 || k == m->n_functions || f->first > ordinal)
        return false;
    const uint32_t end =
        GAC__MIN(f->n_blocks ? m->blocks[f->first_block].first : f->end,
                 f->first + MAX_LOOK);
    GAC__EACH_MODULE_INST(m, inst, f->first, end) {
        const gac__op_row *row = gac__grammar_op(inst.opcode);
        if (row
            && (row->section == GAC__SECTION_BODY
                || row->section == GAC__SECTION_TERMINATOR
                || inst.opcode == SpvOpVariable))
            return true;
    }
    return false;
}

/* rules placement and forward-reference. */
static void check_position(gac__validation *v, const gac__inst *inst)
{
    if (inst->opcode != SpvOpExtInst)
        gac__found(v, GAC__RULE_forward_reference, inst, NULL, -1,
                   "Instructions of this set must be used with OpExtInst. "
                   "Found OpExtInstWithForwardRefsKHR.");
    if (!gac__module_block_of(v->m, inst->ordinal, NULL, NULL)
        && !lacks_label(v->m, inst->ordinal))
        gac__found(v, GAC__RULE_placement, inst, NULL, -1,
                   "Expected an instruction of this set to stand in a block of "
                   "a function. Found it outside.");
}

void gac__check_set_inst(gac__validation *v, const gac__inst *inst)
{
    uint32_t number = inst->words[inst->first + 1];
    const gac__ext_inst_row *row =
        gac__grammar_ext_inst(&gac__set_async_copies, number);
    check_position(v, inst);
    if (!row) {
        gac__found(v, GAC__RULE_unknown_instruction, inst, "Instruction",
                   inst->first + 1,
                   "The set has no instruction %u. Found numbers that its "
                   "grammar lists end at %u.",
                   number,
                   gac__set_async_copies.rows[gac__set_async_copies.n_rows - 1]
                       .number);
        return;
    }
    gac__check_result_event(v, inst, GAC__RULE_result_type);
    uint32_t n = (uint32_t)inst->n_words - inst->first - 2u;
    if (n != row->n_operands)
        check_miscounted(v, inst, row, n);
    else
        check_operands(v, inst, row);
}
