/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The rules for imports of the set: what a module has to declare. */
#include "validate/validate_internal.h"

#define NON_SEMANTIC_EXTENSION "SPV_KHR_non_semantic_info"
#define SPIRV_1_6 0x00010600u

/* rule import-capability: "The library can only be imported when the Kernel
 * capability is specified." */
static void check_capability(gac__validation *v, const gac__inst *inst)
{
    if (gac__module_declares(v->m, SpvCapabilityKernel))
        return;
    gac__found(v, GAC__RULE_import_capability, inst, "Name", 2,
               "The library can only be imported when the Kernel capability "
               "is specified. Found %u other capabilities.",
               v->m->n_capabilities);
}

/* rule addressing-model: integer operands are as wide as physical pointers. */
static void check_addressing_model(gac__validation *v, const gac__inst *inst)
{
    uint32_t model = v->m->addressing_model;
    if (model == SpvAddressingModelPhysical32
        || model == SpvAddressingModelPhysical64)
        return;
    const char *name = gac__grammar_value_name("AddressingModel", model);
    if (model == UINT32_MAX)
        name = "no OpMemoryModel";
    gac__found(v, GAC__RULE_addressing_model, inst, NULL, -1,
               "The addressing model must be Physical32 or Physical64 where "
               "the set is imported. Found %s.",
               name ? name : "an unknown one");
}

/* rule import-extension: SPV_KHR_non_semantic_info is part of SPIR-V from 1.6
 * on, an extension before. */
static void check_extension(gac__validation *v, const gac__inst *inst)
{
    const gac_module *m = v->m;
    if (m->version >= SPIRV_1_6
        || gac__module_has_extension(m, NON_SEMANTIC_EXTENSION))
        return;
    gac__found(v, GAC__RULE_import_extension, inst, "Name", 2,
               "A NonSemantic import needs OpExtension \"%s\" before SPIR-V "
               "1.6. Found SPIR-V %u.%u without it.",
               NON_SEMANTIC_EXTENSION, m->version >> 16 & 0xff,
               m->version >> 8 & 0xff);
}

/* Each is reported once for the module. */
void gac__check_import(gac__validation *v, const gac__inst *inst)
{
    const gac__import *import = gac__module_import(v->m, inst->result_id);
    if (!import || import->set != &gac__set_async_copies)
        return;
    if (!v->imported) {
        check_capability(v, inst);
        check_addressing_model(v, inst);
    }
    v->imported = true;
    if (!import->non_semantic_name || v->non_semantic)
        return;
    v->non_semantic = true;
    check_extension(v, inst);
    gac__found(v, GAC__RULE_non_semantic_name, inst, "Name", 2,
               "The set is imported as non-semantic: tools that strip "
               "non-semantic instructions delete its copies without a word.");
}
