/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Reports faults at which SPIRV-Tools' validator crashes, or which it cannot
 * know. */
#include <stdio.h>

#include <gac/rewrite.h>

#include "core_rules/core_rules_internal.h"
#include "module/reports.h"
#include "module/types.h"

typedef struct prefilter {
    const gac_module *m;
    gac__words *faulty;
    uint32_t *errors;
} prefilter;

static gac_result add_faulty(prefilter *p, const gac__inst *inst)
{
    ++*p->errors;
    return gac__core_list(p->m, p->faulty, inst->ordinal + 1);
}

/* -- operands without a type ----------------------------------------------- */

/* The search for an operand that is no value: a label, a type, a string. */
typedef struct untyped {
    const gac_module *m;
    const char *name; /* of the operand; NULL: none found */
    uint32_t word;
} untyped;

/* Visits the operands of an extended instruction. False: one is no value. An id
 * that is missing passes, since SPIRV-Tools report it. */
static bool is_typed(void *user, const gac__inst *inst,
                     const gac__operand_row *row, uint32_t word, uint32_t n)
{
    untyped *u = user;
    gac__inst def;
    (void)n;
    if (word < inst->first + 2u || !row || row->operand_class != GAC__OPERAND_ID
        || !gac__module_def(u->m, inst->words[word], &def) || def.type_id != 0)
        return true;
    u->name = row->name;
    u->word = word;
    return false;
}

/* All operands of OpenCL.std are values. SPIRV-Tools read the types of some
 * without a check, and crash. */
static gac_result filter_untyped(prefilter *p, const gac__inst *inst,
                                 bool *found_out)
{
    untyped u = {.m = p->m};
    gac__module_visit_operands(p->m, inst, is_typed, &u);
    *found_out = u.name != NULL;
    if (!u.name)
        return GAC_OK;
    gac__module_report(p->m, GAC__RULE_core, GAC_SEVERITY_ERROR, inst, u.name,
                       (int32_t)u.word,
                       "Expected %s to be a value. Found %%%u, which has no "
                       "type.",
                       u.name, inst->words[u.word]);
    return add_faulty(p, inst);
}

/* -- stores of halves ------------------------------------------------------ */

/* SPIRV-Tools read the width of the data's components without a check, and
 * crash where the data is a pointer, a structure or an event. The message is
 * theirs for other wrong types. */
static gac_result filter_halves(prefilter *p, const gac__inst *inst)
{
    uint32_t number = inst->words[inst->first + 1], word = inst->first + 2u;
    const char *shape;
    if (word >= inst->n_words)
        return GAC_OK;
    switch (number) {
    case OpenCLstd_Vstore_half:
    case OpenCLstd_Vstore_half_r: shape = "scalar"; break;
    case OpenCLstd_Vstore_halfn:
    case OpenCLstd_Vstore_halfn_r:
    case OpenCLstd_Vstorea_halfn:
    case OpenCLstd_Vstorea_halfn_r: shape = "vector"; break;
    default: return GAC_OK;
    }
    uint32_t type = gac__module_type_of(p->m, inst->words[word]);
    switch (gac__module_type_kind(p->m, type)) {
    case GAC__TYPE_NONE: /* an id that is missing */
    case GAC__TYPE_BOOL:
    case GAC__TYPE_INT:
    case GAC__TYPE_FLOAT:
    case GAC__TYPE_VECTOR: return GAC_OK;
    default:
        gac__module_report(p->m, GAC__RULE_core, GAC_SEVERITY_ERROR, inst,
                           "data", (int32_t)word,
                           "OpenCL.std %s: expected Data to be a 32 or 64-bit "
                           "float %s",
                           gac__module_inst_name(p->m, inst), shape);
        return add_faulty(p, inst);
    }
}

/* -- capabilities ---------------------------------------------------------- */

/* What SPIRV-Tools do not know is hidden from them: that its capability is
 * declared is checked here, with their messages. */

static bool tools_know(uint32_t opcode)
{
    return strcmp(spvOpcodeString((SpvOp)opcode), "unknown") != 0;
}

static void report_core(prefilter *p, const gac__inst *inst,
                        const char *message)
{
    gac__module_report(p->m, GAC__RULE_core, GAC_SEVERITY_ERROR, inst, NULL, -1,
                       "%s", message);
    ++*p->errors;
}

/* Reports that the capability of untyped pointers lacks its extension. */
static void filter_extension(prefilter *p)
{
    const gac_module *m = p->m;
    if (tools_know(SpvOpTypeUntypedPointerKHR)
        || gac__module_has_extension(m, "SPV_KHR_untyped_pointers"))
        return;
    GAC__EACH_MODULE_INST(m, inst, 0, m->n_insts) {
        if (inst.opcode != SpvOpCapability
            || inst.words[1] != SpvCapabilityUntypedPointersKHR)
            continue;
        report_core(p, &inst,
                    "1st operand of Capability: operand UntypedPointersKHR"
                    "(4473) requires one of these extensions: "
                    "SPV_KHR_untyped_pointers");
        return;
    }
}

/* Capabilities of which a module has to declare one, and what asks for them. */
typedef struct demand {
    const char *before; /* of the instruction's name in a message */
    const uint16_t *any_of;
    uint32_t n;
} demand;

/* What an instruction demands that SPIRV-Tools do not know: by its opcode, or
 * as a float of another encoding than IEEE 754's. */
static demand demand_of(const gac__inst *inst, const gac__op_row *row)
{
    const gac__enumerant_row *encoding = NULL;
    if (row->n_capabilities > 0 && gac__grammar_is_supplement(inst->opcode)
        && !tools_know(inst->opcode))
        return (demand){"Opcode", row->capabilities, row->n_capabilities};
    if (inst->opcode == SpvOpTypeFloat && inst->n_words > 3
        && !tools_know(SpvOpTypeUntypedPointerKHR))
        encoding =
            gac__grammar_enumerant(row->operands[2].kind, inst->words[3]);
    return encoding ? (demand){"Operand 3 of", encoding->capabilities,
                               encoding->n_capabilities}
                    : (demand){0};
}

static bool is_met(const gac_module *m, const demand *d)
{
    bool met = d->n == 0;
    for (uint32_t i = 0; i < d->n && !met; i++)
        met = gac__module_declares(m, d->any_of[i]);
    return met;
}

/* Reports the first instruction whose capability is not declared: the others
 * mostly have the same cause. What is declared conditionally is decided by
 * specialization. */
static void filter_capabilities(prefilter *p)
{
    GAC__EACH_MODULE_INST(p->m, inst, 0, p->m->n_insts) {
        const gac__op_row *row = gac__grammar_op(inst.opcode);
        const demand d = row ? demand_of(&inst, row) : (demand){0};
        char message[256];
        if (inst.opcode == SpvOpConditionalCapabilityINTEL)
            return;
        if (!row || is_met(p->m, &d))
            continue;
        int n = snprintf(message, sizeof message,
                         "%s %s requires one of these capabilities:", d.before,
                         row->name + 2);
        for (uint32_t i = 0; i < d.n && n > 0 && (size_t)n < sizeof message;
             i++)
            n += snprintf(message + n, sizeof message - (size_t)n, " %s",
                          gac__grammar_value_name("Capability", d.any_of[i]));
        report_core(p, &inst, message);
        return;
    }
}

/* -- modules --------------------------------------------------------------- */

gac_result gac__core_prefilter(const gac_module *m, gac__words *faulty,
                               uint32_t *errors)
{
    prefilter p = {m, faulty, errors};
    size_t listed = 0, n_listed = faulty->n;
    filter_extension(&p);
    filter_capabilities(&p);
    GAC__EACH_MODULE_INST(m, inst, m->first_function, m->n_insts) {
        uint32_t ordinal = inst.ordinal + 1;
        bool found = false;
        while (listed < n_listed && faulty->items[listed] < ordinal)
            listed++;
        if ((listed < n_listed && faulty->items[listed] == ordinal)
            || inst.opcode != SpvOpExtInst
            || gac__module_set_of(m, &inst) != &gac__set_opencl_std
            || !gac_core_module_can_replace(m, ordinal))
            continue;
        GAC__TRY(filter_untyped(&p, &inst, &found));
        if (!found)
            GAC__TRY(filter_halves(&p, &inst));
    }
    return GAC_OK;
}
