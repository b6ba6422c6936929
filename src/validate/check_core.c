/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The core's own async copies and waits, and the prefetches. */

/* A table: for each instruction its rule and what each operand has to be, in
 * the grammar's order. SPIRV-Tools checks little of this, and newer versions
 * abort on an OpGroupAsyncCopy whose Source is not a typed pointer; what is
 * reported here never reaches it (see rewrite/core_equivalent.c). */
#include "validate/validate_internal.h"

#define FAMILY(rule)                                                           \
    .undefined = (rule), .result_type = (rule), .destination_pointer = (rule), \
    .destination_class = (rule), .source_pointer = (rule),                     \
    .source_class = (rule), .type = (rule), .width = (rule), .event = (rule)

#define MAX_OPERANDS 7

typedef struct core_row {
    uint32_t opcode;
    gac__family family;
    uint8_t n;
    gac__expect expect[MAX_OPERANDS];
} core_row;

static const core_row core_rows[] = {
    {SpvOpGroupAsyncCopy,
     {FAMILY(GAC__RULE_core_async_copy), .typed_elements = true},
     6,
     {GAC__EXPECT_SCOPE, GAC__EXPECT_DESTINATION, GAC__EXPECT_SOURCE,
      GAC__EXPECT_COUNT, GAC__EXPECT_STRIDE, GAC__EXPECT_EVENT}},
    {SpvOpGroupWaitEvents,
     {FAMILY(GAC__RULE_core_wait_events)},
     3,
     {GAC__EXPECT_SCOPE, GAC__EXPECT_INT32, GAC__EXPECT_EVENTS_LIST}},
    {SpvOpUntypedGroupAsyncCopyKHR,
     {FAMILY(GAC__RULE_untyped_async_copy), .untyped = true},
     7,
     {GAC__EXPECT_SCOPE, GAC__EXPECT_DESTINATION, GAC__EXPECT_SOURCE,
      GAC__EXPECT_ELEMENT_BYTES, GAC__EXPECT_COUNT, GAC__EXPECT_COUNT,
      GAC__EXPECT_EVENT}},
    {SpvOpUntypedPrefetchKHR,
     {FAMILY(GAC__RULE_untyped_prefetch), .untyped = true},
     2,
     {GAC__EXPECT_GLOBAL, GAC__EXPECT_COUNT}},
};

/* OpenCL.std's prefetch: its operands follow the set and the number. */
static const core_row prefetch_row = {SpvOpExtInst,
                                      {FAMILY(GAC__RULE_prefetch)},
                                      2,
                                      {GAC__EXPECT_GLOBAL, GAC__EXPECT_COUNT}};

static bool is_prefetch(const gac_module *m, const gac__inst *inst)
{
    if (inst->opcode != SpvOpExtInst || inst->n_words < inst->first + 4u
        || inst->words[inst->first + 1] != OpenCLstd_Prefetch)
        return false;
    const gac__import *import = gac__module_import(m, inst->words[inst->first]);
    return import && import->set == &gac__set_opencl_std;
}

static bool operands_fit(const gac__validation *v, const gac__inst *inst,
                         const core_row *row, uint32_t first)
{
    gac__subject subject = gac__subject_of(inst, &row->family);
    for (uint32_t i = 0; i < row->n && first + i < inst->n_words; i++)
        if (!gac__operand_fits(v, &subject, inst->words[first + i],
                               row->expect[i]))
            return false;
    return true;
}

/* -- what is like the one before ------------------------------------------- */

/* Kernels have their copies and waits in common: their constants, and the types
 * of their pointers. But for the scope, a type says all of an operand. */
static gac__known_fit *known_fit(const gac__validation *v,
                                 const gac__inst *inst)
{
    return inst->opcode == SpvOpGroupAsyncCopy    ? &v->known[0]
           : inst->opcode == SpvOpGroupWaitEvents ? &v->known[1]
                                                  : NULL;
}

/* The type of an operand; 0: it is no value. */
static uint32_t type_of(const gac_module *m, uint32_t id)
{
    return gac__module_def_opcode(m, id) == SpvOpFunction
               ? 0
               : gac__module_type_of(m, id);
}

static bool is_known(const gac__validation *v, const gac__inst *inst)
{
    gac__known_fit *k = known_fit(v, inst);
    if (!k || k->n_words != inst->n_words
        || (inst->type_id != 0 && k->ids[1] != inst->type_id)
        || k->ids[inst->first] != inst->words[inst->first])
        return false;
    for (uint32_t i = inst->first + 1u; i < inst->n_words; i++) {
        uint32_t id = inst->words[i], type;
        if (k->ids[i] == id)
            continue;
        type = type_of(v->m, id);
        if (type == 0 || type != k->types[i])
            return false;
        k->ids[i] = id;
    }
    return true;
}

static void make_known(const gac__validation *v, const gac__inst *inst)
{
    gac__known_fit *k = known_fit(v, inst);
    if (!k || inst->n_words > GAC__COUNT_OF(k->ids))
        return;
    k->n_words = inst->n_words;
    for (uint32_t i = 1; i < inst->n_words; i++) {
        k->ids[i] = inst->words[i];
        k->types[i] = type_of(v->m, inst->words[i]);
    }
}

/* `names`: the grammar's rows of the operands that start at word `first`. */
static bool check_row(gac__validation *v, const gac__inst *inst,
                      const core_row *row, const gac__operand_row *names,
                      uint32_t first)
{
    gac__subject subject = gac__subject_of(inst, &row->family);
    if (operands_fit(v, inst, row, first))
        return true;
    for (uint32_t i = 0; i < row->n && !gac__validation_full(v); i++)
        if (first + i < inst->n_words)
            gac__check_operand(v, &subject, names[i].name, first + i,
                               row->expect[i]);
    return false;
}

void gac__check_core_inst(gac__validation *v, const gac__inst *inst)
{
    if (inst->opcode == SpvOpExtInst) {
        const gac__ext_inst_row *names =
            gac__grammar_ext_inst(&gac__set_opencl_std, OpenCLstd_Prefetch);
        if (names && is_prefetch(v->m, inst))
            (void)check_row(v, inst, &prefetch_row, names->operands,
                            inst->first + 2u);
        return;
    }
    if (is_known(v, inst))
        return;
    for (size_t i = 0; i < GAC__COUNT_OF(core_rows); i++) {
        const core_row *row = &core_rows[i];
        if (row->opcode != inst->opcode)
            continue;
        const gac__op_row *names = gac__grammar_op(inst->opcode);
        if (names->has_result)
            gac__check_result_event(v, inst, row->family.result_type);
        uint32_t skipped = names->has_result ? 2u : 0u;
        if (check_row(v, inst, row, names->operands + skipped, inst->first)
            && (!names->has_result
                || gac__module_type_kind(v->m, inst->type_id)
                       == GAC__TYPE_EVENT))
            make_known(v, inst);
        return;
    }
}
