/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The logical layout of a module: sections, functions, blocks. */
#include "module/module_internal.h"
#include "module/types.h"

#include <stdio.h>

/* SPIR-V, 2.4 "Logical Layout of a Module": the sections come in one order,
 * then all function declarations, then all function definitions. A state
 * machine over the section of each instruction (gac__section,
 * grammar.h) checks this, and fills the tables of functions and blocks.
 *
 * An instruction of the async-copy set outside a function is not reported here:
 * the rule `placement` does that. */

static const char *const section_names[] = {
    [GAC__SECTION_CAPABILITY] = "capabilities",
    [GAC__SECTION_EXTENSION] = "extensions",
    [GAC__SECTION_IMPORT] = "imports",
    [GAC__SECTION_MEMORY_MODEL] = "the memory model",
    [GAC__SECTION_ENTRY_POINT] = "entry points",
    [GAC__SECTION_EXECUTION_MODE] = "execution modes",
    [GAC__SECTION_DEBUG_STRING] = "strings and sources",
    [GAC__SECTION_DEBUG_NAME] = "names",
    [GAC__SECTION_MODULE_PROCESSED] = "OpModuleProcessed",
    [GAC__SECTION_ANNOTATION] = "annotations",
    [GAC__SECTION_TYPE] = "types, constants and variables",
};

/* Reports a fault of an instruction as a whole. */
#define FAULT(p, kind, inst, ...)                                              \
    gac__fault((p), GAC__FAULT_##kind, (inst), NULL, -1, __VA_ARGS__)

/* -- sections -------------------------------------------------------------- */

/* Reports one fault for a run of misplaced instructions of one section. */
static void report_section(gac__parser *p, const gac__inst *inst,
                           const gac__op_row *row, uint8_t section)
{
    if (p->misplaced == section + 1)
        return;
    p->misplaced = (uint8_t)(section + 1);
    FAULT(p, SOFT, inst, "section out of order: %s stands %s %s", row->name,
          p->in_function ? "in" : "after",
          p->functions_begun ? "a function" : section_names[p->section]);
}

static void follow_section(gac__parser *p, const gac__inst *inst,
                           const gac__op_row *row, uint8_t section)
{
    if (p->functions_begun || section < p->section) {
        report_section(p, inst, row, section);
        /* A single instruction stood before all others of its section: that one
         * is out of order, and the current one is not. */
        if (!p->functions_begun && p->section_of_one
            && p->section_before <= section)
            p->section = section;
        p->section_of_one = false;
        return;
    }
    p->section_of_one = section > p->section;
    if (section > p->section)
        p->section_before = p->section;
    p->section = section;
    p->misplaced = 0;
}

/* Alias scopes (SPV_INTEL_memory_access_aliasing) are accepted among the
 * types and, where LLVM's translator and backend write them, before the
 * decorations. */
static void follow_alias(gac__parser *p, const gac__inst *inst,
                         const gac__op_row *row)
{
    bool early = !p->functions_begun && p->section <= GAC__SECTION_ANNOTATION;
    follow_section(p, inst, row,
                   early ? GAC__SECTION_ANNOTATION : GAC__SECTION_TYPE);
}

/* Reports one fault for a run of instructions outside blocks. */
static void report_outside(gac__parser *p, const gac__inst *inst,
                           const gac__op_row *row)
{
    if (p->outside)
        return;
    p->outside = true;
    FAULT(p, SOFT, inst,
          p->in_function ? "%s stands outside a block"
                         : "%s stands outside a function",
          row->name);
}

static void follow_type_or_body(gac__parser *p, const gac__inst *inst,
                                const gac__op_row *row)
{
    if (p->in_block || p->in_graph)
        return;
    if (gac__is_ext_inst(inst->opcode)) {
        if (gac__module_set_of(p->m, inst) == &gac__set_async_copies)
            return;
        if (!gac__module_is_comment(p->m, inst))
            report_outside(p, inst, row);
        else if (!p->functions_begun)
            follow_section(p, inst, row, GAC__SECTION_TYPE);
        return;
    }
    if (p->in_function)
        report_outside(p, inst, row);
    else
        follow_section(p, inst, row, GAC__SECTION_TYPE);
}

/* -- functions and blocks -------------------------------------------------- */

static gac__function *current_function(gac_module *m)
{
    return &m->functions[m->n_functions - 1];
}

static void end_block(gac__parser *p, uint32_t end)
{
    p->m->blocks[p->m->n_blocks - 1].end = end;
    p->in_block = false;
}

static void report_open_block(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    FAULT(p, HARD, inst, "block %u has no terminator",
          m->blocks[m->n_blocks - 1].label_id);
    end_block(p, inst->ordinal);
}

/* Reports a function whose number of parameters differs from its type's, at its
 * OpFunction. */
static void check_parameters(gac__parser *p)
{
    const gac__function *f = current_function(p->m);
    const gac__type type = gac__module_type(p->m, f->type_id);
    const gac__inst begin = gac__module_inst(p->m, f->first);
    const char *name = gac__module_name(p->m, f->id);
    char number[16];
    if (type.kind != GAC__TYPE_FUNCTION || type.count == f->n_params)
        return;
    snprintf(number, sizeof number, "%u", f->id);
    FAULT(p, SOFT, &begin, "function %%%s has %u parameters, its type has %u",
          name ? name : number, f->n_params, (uint32_t)type.count);
}

/* Closes the function at hand, whose last instruction is `end` - 1:
 * OpFunctionEnd, or the last one before whatever shows that it is missing. */
static void end_function(gac__parser *p, const gac__inst *inst, uint32_t end)
{
    gac_module *m = p->m;
    gac__function *f = current_function(m);
    check_parameters(p);
    f->end = end;
    f->n_blocks = m->n_blocks - f->first_block;
    if (f->n_blocks > 0)
        p->definitions_begun = true;
    else if (p->definitions_begun)
        FAULT(p, SOFT, inst,
              "section out of order: the declaration of function %u "
              "stands after a function's definition",
              f->id);
    p->in_function = false;
}

/* -- graphs ---------------------------------------------------------------- */

static void report_open_graph(gac__parser *p, const gac__inst *inst)
{
    FAULT(p, SOFT, inst, "a graph has no OpGraphEndARM");
    p->in_graph = false;
}

/* Marks the end of the section of types. */
static void begin_bodies(gac__parser *p, const gac__inst *inst)
{
    if (!p->functions_begun)
        p->m->first_function = inst->ordinal;
    p->functions_begun = true;
    p->misplaced = 0;
}

static void begin_graph(gac__parser *p, const gac__inst *inst)
{
    p->outside = false;
    if (p->in_graph)
        report_open_graph(p, inst);
    if (p->in_function)
        FAULT(p, SOFT, inst, "OpGraphARM stands in a function");
    else
        p->in_graph = true;
    begin_bodies(p, inst);
}

static void follow_graph_end(gac__parser *p, const gac__inst *inst)
{
    if (!p->in_graph)
        FAULT(p, SOFT, inst, "OpGraphEndARM stands outside a graph");
    p->in_graph = false;
}

/* -- functions ------------------------------------------------------------- */

static void begin_function(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    p->outside = false;
    if (p->in_graph)
        report_open_graph(p, inst);
    if (p->in_function) {
        if (p->in_block)
            end_block(p, inst->ordinal);
        FAULT(p, HARD, inst,
              "OpFunction in function %u, which has no OpFunctionEnd",
              current_function(m)->id);
        end_function(p, inst, inst->ordinal);
    }
    begin_bodies(p, inst);
    p->in_function = true;
    m->functions[m->n_functions++] =
        (gac__function){.id = inst->result_id,
                        .type_id = inst->n_words > 4 ? inst->words[4] : 0,
                        .first = inst->ordinal,
                        .end = UINT32_MAX,
                        .first_block = m->n_blocks};
}

static void follow_parameter(gac__parser *p, const gac__inst *inst,
                             const gac__op_row *row)
{
    gac_module *m = p->m;
    gac__function *f = p->in_function ? current_function(m) : NULL;
    if (!f || f->first_block != m->n_blocks) {
        FAULT(p, HARD, inst, "%s stands %s", row->name,
              f ? "after a block" : "outside a function");
        return;
    }
    if (f->n_params == 0)
        f->first_param = inst->ordinal;
    f->params_apart |= inst->ordinal != f->first_param + f->n_params++;
}

static void begin_block(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    if (!p->in_function) {
        FAULT(p, HARD, inst, "OpLabel stands outside a function");
        return;
    }
    if (p->in_block)
        report_open_block(p, inst);
    p->in_block = true;
    p->outside = false;
    m->blocks[m->n_blocks++] = (gac__block){
        .label_id = inst->result_id, .first = inst->ordinal, .end = UINT32_MAX};
}

static void follow_function_end(gac__parser *p, const gac__inst *inst)
{
    p->outside = false;
    if (p->in_block)
        report_open_block(p, inst);
    if (p->in_function)
        end_function(p, inst, inst->ordinal + 1);
    else
        FAULT(p, HARD, inst, "OpFunctionEnd stands outside a function");
}

static void follow(gac__parser *p, const gac__inst *inst,
                   const gac__op_row *row)
{
    switch ((gac__section)row->section) {
    case GAC__SECTION_GRAPH: begin_graph(p, inst); break;
    case GAC__SECTION_GRAPH_END: follow_graph_end(p, inst); break;
    case GAC__SECTION_BODY:
        if (!p->in_block && !p->in_graph)
            report_outside(p, inst, row);
        break;
    case GAC__SECTION_TERMINATOR:
        if (p->in_block)
            end_block(p, inst->ordinal + 1);
        else
            report_outside(p, inst, row);
        break;
    case GAC__SECTION_LABEL: begin_block(p, inst); break;
    case GAC__SECTION_FUNCTION: begin_function(p, inst); break;
    case GAC__SECTION_PARAMETER: follow_parameter(p, inst, row); break;
    case GAC__SECTION_FUNCTION_END: follow_function_end(p, inst); break;
    case GAC__SECTION_TYPE_OR_BODY: follow_type_or_body(p, inst, row); break;
    case GAC__SECTION_ANYWHERE:
        if (inst->opcode != SpvOpNop && !p->functions_begun)
            follow_section(p, inst, row, GAC__SECTION_TYPE);
        break;
    case GAC__SECTION_TYPE:
        if (inst->opcode >= SpvOpAliasDomainDeclINTEL
            && inst->opcode <= SpvOpAliasScopeListDeclINTEL)
            follow_alias(p, inst, row);
        else
            follow_section(p, inst, row, GAC__SECTION_TYPE);
        break;
    default: follow_section(p, inst, row, row->section); break;
    }
}

/* The sections whose instructions leave the state machine unchanged. */
static uint32_t quiet_sections(const gac__parser *p)
{
    const uint32_t anywhere = (uint32_t)1 << GAC__SECTION_ANYWHERE;
    if (p->in_block || p->in_graph)
        return anywhere | (uint32_t)1 << GAC__SECTION_BODY
               | (uint32_t)1 << GAC__SECTION_TYPE_OR_BODY;
    if (p->functions_begun)
        return anywhere;
    return p->section_of_one || p->misplaced ? 0 : (uint32_t)1 << p->section;
}

void gac__follow_layout(gac__parser *p, const gac__inst *inst,
                        const gac__op_row *row)
{
    follow(p, inst, row);
    p->quiet = quiet_sections(p);
}

/* Reports what is still open at the end of the words, unless they end within an
 * instruction. */
void gac__finish_layout(gac__parser *p)
{
    gac_module *m = p->m;
    if (p->stopped || (!p->in_function && !p->in_graph))
        return;
    gac__inst inst = gac__module_inst(m, m->n_insts - 1);
    if (p->in_graph) {
        report_open_graph(p, &inst);
        return;
    }
    if (p->in_block)
        end_block(p, m->n_insts);
    FAULT(p, HARD, &inst,
          "the module ends in function %u: OpFunctionEnd is missing",
          current_function(m)->id);
    end_function(p, &inst, m->n_insts);
}
