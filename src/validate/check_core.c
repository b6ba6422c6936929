/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The core's own async copies and waits, and the prefetches. */

/* A table has each instruction's rule, and what its operands have to be, in the
 * grammar's order. SPIRV-Tools check little of this, and newer versions abort
 * on an OpGroupAsyncCopy whose Source is no typed pointer; they are not shown
 * what is faulty here (rewrite/core_module.c). */
#include "validate/validate_internal.h"

typedef struct core_row {
    uint32_t opcode;
    gac__family family;
    gac__expect expect[8]; /* ends with EXPECT_NOTHING */
} core_row;

static const core_row core_rows[] = {
    {SpvOpGroupAsyncCopy,
     {.rule = GAC__RULE_core_async_copy, .typed_elements = true},
     {GAC__EXPECT_SCOPE, GAC__EXPECT_DESTINATION, GAC__EXPECT_SOURCE,
      GAC__EXPECT_COUNT, GAC__EXPECT_STRIDE, GAC__EXPECT_EVENT}},
    {SpvOpGroupWaitEvents,
     {.rule = GAC__RULE_core_wait_events},
     {GAC__EXPECT_SCOPE, GAC__EXPECT_INT32, GAC__EXPECT_EVENTS_LIST}},
    {SpvOpUntypedGroupAsyncCopyKHR,
     {.rule = GAC__RULE_untyped_async_copy, .untyped = true},
     {GAC__EXPECT_SCOPE, GAC__EXPECT_DESTINATION, GAC__EXPECT_SOURCE,
      GAC__EXPECT_ELEMENT_BYTES, GAC__EXPECT_COUNT, GAC__EXPECT_COUNT,
      GAC__EXPECT_EVENT}},
    {SpvOpUntypedPrefetchKHR,
     {.rule = GAC__RULE_untyped_prefetch, .untyped = true},
     {GAC__EXPECT_GLOBAL, GAC__EXPECT_COUNT}},
    /* OpenCL.std's prefetch: its operands follow the set and the number. */
    {SpvOpExtInst,
     {.rule = GAC__RULE_prefetch},
     {GAC__EXPECT_GLOBAL, GAC__EXPECT_COUNT}},
};

static bool is_prefetch(const gac_module *m, const gac__inst *inst)
{
    return inst->opcode == SpvOpExtInst && inst->n_words >= inst->first + 4u
           && inst->words[inst->first + 1] == OpenCLstd_Prefetch
           && gac__module_set_of(m, inst) == &gac__set_opencl_std;
}

static void check_row(gac__validation *v, const gac__inst *inst,
                      const core_row *row)
{
    const gac__op_row *op = gac__grammar_op(inst->opcode);
    const gac__operand_row *names = op->operands + (op->has_result ? 2 : 0);
    const bool prefetch = is_prefetch(v->m, inst);
    const uint32_t first = inst->first + (prefetch ? 2u : 0u);
    if (prefetch)
        names = gac__grammar_ext_inst(&gac__set_opencl_std, OpenCLstd_Prefetch)
                    ->operands;
    else if (inst->opcode == SpvOpExtInst)
        return;
    else if (op->has_result)
        gac__check_result_event(v, inst, row->family.rule);
    gac__check_values(v, inst, &row->family, names, first, row->expect);
}

void gac__check_core_inst(gac__validation *v, const gac__inst *inst)
{
    for (size_t i = 0; i < GAC__COUNT_OF(core_rows); i++)
        if (core_rows[i].opcode == inst->opcode)
            check_row(v, inst, &core_rows[i]);
}
