/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Refuses modules with capabilities that gac cannot run. */
#include "compile/ir/ir.h"
#include "module/reports.h"

/* Whether modules with a capability are refused. Others are refused by
 * instruction: a module may have kernels that do not use them. */
static bool is_refused(uint32_t capability)
{
    switch (capability) {
    case SpvCapabilityPipes:
    case SpvCapabilityPipeStorage:
    case SpvCapabilityDeviceEnqueue:
    case SpvCapabilityNamedBarrier: return true;
    default: return false;
    }
}

static const char *capability_name(uint32_t capability)
{
    const gac__op_row *row = gac__grammar_op(SpvOpCapability);
    const gac__enumerant_row *enumerant =
        row && row->n_operands
            ? gac__grammar_enumerant(row->operands[0].kind, capability)
            : NULL;
    return enumerant ? enumerant->name : "of unknown name";
}

gac_result gac__program_check(const gac_module *m)
{
    gac_result result = GAC_OK;
    for (uint32_t k = 0; k < m->first_function; k++) {
        uint32_t opcode = m->words[m->offsets[k]] & 0xFFFF;
        if (opcode != SpvOpCapability)
            continue;
        gac__inst i = gac__module_inst(m, k);
        uint32_t capability = i.first < i.n_words ? i.words[i.first] : 0;
        if (!is_refused(capability))
            continue;
        gac__module_report(m, GAC__RULE_unsupported, GAC_SEVERITY_ERROR, &i,
                           NULL, -1, "Not supported: capability %s.",
                           capability_name(capability));
        result = GAC_ERR_UNSUPPORTED;
    }
    return result;
}
