/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Instructions of the set, and the actions of faulty instructions. */
#include "module/types.h"
#include "rewrite/core_internal.h"

bool gac__core_is_set_inst(const gac_module *m, const gac__inst *inst)
{
    return gac__module_set_of(m, inst) == &gac__set_async_copies;
}

bool gac__core_is_non_semantic(const gac_module *m, const gac__inst *inst)
{
    const gac__import *import = gac__module_import_of(m, inst);
    return import && import->set != &gac__set_async_copies
           && gac__is_non_semantic(import->name);
}

#define UNTYPED_COPY_OPERANDS 7 /* without its memory operands */

uint32_t gac__core_call_operands(const gac_module *m, const gac__inst *inst,
                                 uint32_t *n_out)
{
    bool set = gac__core_is_set_inst(m, inst);
    bool call = inst->opcode == SpvOpFunctionCall;
    uint32_t first = inst->first + (set ? 2u : call ? 1u : 0u);
    *n_out = inst->n_words - first;
    if (!set && !call)
        *n_out = GAC__MIN(*n_out, (uint32_t)UNTYPED_COPY_OPERANDS);
    return first;
}

/* -- faulty instructions --------------------------------------------------- */

/* Whether the result has to be of OpTypeEvent. */
static bool gives_event(const gac_module *m, const gac__inst *inst)
{
    return inst->opcode == SpvOpGroupAsyncCopy
           || inst->opcode == SpvOpUntypedGroupAsyncCopyKHR
           || gac__core_is_set_inst(m, inst);
}

static bool may_stand_in_body(const gac__inst *inst)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    return row
           && (row->section == GAC__SECTION_BODY
               || row->section == GAC__SECTION_TYPE_OR_BODY);
}

/* Whether an instruction is a variable or a merge, which cannot be replaced. */
static bool is_structural(uint32_t opcode)
{
    return opcode == SpvOpVariable || opcode == SpvOpUntypedVariableKHR
           || opcode == SpvOpLoopMerge || opcode == SpvOpSelectionMerge;
}

bool gac__core_action_of_faulty(const gac_module *m, const gac__inst *inst,
                                gac__action *action_out)
{
    if (inst->opcode == SpvOpName || inst->opcode == SpvOpMemberName) {
        *action_out = GAC__ACTION_DROP;
        return true;
    }
    if (gives_event(m, inst)) {
        *action_out = GAC__ACTION_UNDEF_EVENT;
        return inst->result_id != 0;
    }
    if (!may_stand_in_body(inst) || is_structural(inst->opcode)
        || inst->ordinal < m->first_function)
        return false;
    gac__type_kind kind = gac__module_type(m, inst->type_id).kind;
    if (inst->result_id == 0)
        *action_out = GAC__ACTION_NOP;
    else if (kind == GAC__TYPE_VOID)
        *action_out = GAC__ACTION_CALL_VOID;
    else if (kind != GAC__TYPE_NONE && kind != GAC__TYPE_FUNCTION)
        *action_out = GAC__ACTION_UNDEF;
    else
        return false;
    return true;
}
