/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The parser's main pass: enters each instruction into the tables. */

/* Most instructions are correct, which a quick check of their words shows, and
 * most of these leave the layout's state unchanged. Only the other instructions
 * are read operand by operand. */
#include "module/module_internal.h"
#include "module/reports.h"

/* -- what an instruction adds to the tables -------------------------------- */

static void add_import(gac_module *m, const gac__inst *inst)
{
    uint32_t n;
    const char *name = gac__module_string(inst, inst->first, &n);
    gac__import *import = &m->imports[m->n_imports++];
    *import = (gac__import){
        .id = inst->result_id, .inst = inst->ordinal, .name = name};
    import->non_semantic_name = !strcmp(name, GAC__SET_NONSEMANTIC_NAME);
    if (import->non_semantic_name || !strcmp(name, GAC__SET_PLAIN_NAME))
        import->set = &gac__set_async_copies;
    else if (!strcmp(name, gac__set_opencl_std.name))
        import->set = &gac__set_opencl_std;
    import->ids_only = gac__grammar_has_ids_only(import->set, name);
    import->debug_info = strstr(name, "DebugInfo") != NULL;
}

static void add_decoration(gac_module *m, const gac__inst *inst,
                           uint32_t target, uint32_t member,
                           uint32_t decoration, uint32_t first_operand,
                           uint32_t n_operands)
{
    m->has_group_size |=
        decoration == SpvDecorationBuiltIn && n_operands
        && inst->words[first_operand] == SpvBuiltInWorkgroupSize;
    m->decorations[m->n_decorations++] =
        (gac__decoration){.target = target,
                          .member = member,
                          .decoration = decoration,
                          .inst = inst->ordinal,
                          .operands = inst->words + first_operand,
                          .n_operands = (uint16_t)n_operands};
}

/* Adds the targets of a decoration group. They refer to the group, whose own
 * decorations a look-up then searches. */
static void add_group(gac_module *m, const gac__inst *inst)
{
    bool members = inst->opcode == SpvOpGroupMemberDecorate;
    uint32_t step = members ? 2 : 1;
    for (uint32_t i = 2; i + step <= inst->n_words; i += step)
        add_decoration(m, inst, inst->words[i],
                       members ? inst->words[i + 1] : UINT32_MAX,
                       GAC__DECORATION_GROUP, 1, 1);
}

static void add_memory_model(gac_module *m, const gac__inst *inst)
{
    if (m->addressing_model != UINT32_MAX)
        return;
    m->addressing_model = inst->words[1];
    m->memory_model = inst->words[2];
    m->pointer_bits = m->addressing_model == SpvAddressingModelPhysical32   ? 32
                      : m->addressing_model == SpvAddressingModelPhysical64 ? 64
                                                                            : 0;
}

static bool is_debug_line(const gac_module *m, const gac__inst *inst)
{
    uint32_t number = inst->words[4];
    if (number != GAC__DEBUG_LINE && number != GAC__DEBUG_NO_LINE)
        return false;
    const gac__import *import = gac__module_import(m, inst->words[3]);
    return import && !strcmp(import->name, "NonSemantic.Shader.DebugInfo.100");
}

static void add_to_tables(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    const uint32_t *w = inst->words;
    uint32_t n;
    switch (inst->opcode) {
    case SpvOpCapability: m->capabilities[m->n_capabilities++] = w[1]; break;
    case SpvOpExtension:
        m->extensions[m->n_extensions++] = gac__module_string(inst, 1, &n);
        break;
    case SpvOpExtInstImport: add_import(m, inst); break;
    case SpvOpMemoryModel: add_memory_model(m, inst); break;
    case SpvOpEntryPoint:
        if (w[1] == SpvExecutionModelKernel)
            m->kernels[m->n_kernels++] = m->n_entries;
        m->entries[m->n_entries++] =
            (gac__entry_point){.inst = inst->ordinal,
                               .model = w[1],
                               .function_id = w[2],
                               .name = gac__module_string(inst, 3, &n)};
        break;
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
        m->modes[m->n_modes++] = (gac__mode){w[1], inst->ordinal};
        break;
    case SpvOpName:
        if (w[1] < m->bound && m->ids[w[1]].name == 0)
            m->ids[w[1]].name = inst->ordinal + 1;
        break;
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
        add_decoration(m, inst, w[1], UINT32_MAX, w[2], 3, inst->n_words - 3u);
        break;
    case SpvOpMemberDecorate:
    case SpvOpMemberDecorateString:
        add_decoration(m, inst, w[1], w[2], w[3], 4, inst->n_words - 4u);
        break;
    case SpvOpGroupDecorate:
    case SpvOpGroupMemberDecorate: add_group(m, inst); break;
    case SpvOpTypeStruct:
        m->layouts[m->n_layouts++] = (gac__layout){
            .inst = inst->ordinal, .first_member = p->n_member_offsets};
        p->n_member_offsets += inst->n_words - 2u;
        break;
    case SpvOpTypeArray:
        m->layouts[m->n_layouts++] = (gac__layout){.inst = inst->ordinal};
        break;
    case SpvOpLine:
    case SpvOpNoLine: m->lines[m->n_lines++] = inst->ordinal; break;
    case SpvOpExtInst:
        if (is_debug_line(m, inst))
            m->lines[m->n_lines++] = inst->ordinal;
        break;
    default: break;
    }
}

/* -- the main pass --------------------------------------------------------- */

static inline void set_definition(gac_module *m, uint32_t id, uint32_t ordinal)
{
    m->definitions[id] = ordinal + 1;
    m->def_offsets[id] = m->offsets[ordinal];
}

static void define_id(gac__parser *p, const gac__inst *inst)
{
    gac_module *m = p->m;
    uint32_t id = inst->result_id;
    if (id == 0 || id >= m->bound)
        return; /* reported with the operands */
    if (m->definitions[id] != 0) {
        char place[80];
        gac__module_describe_place(m, m->definitions[id] - 1, inst->ordinal,
                                   place, sizeof place);
        gac__fault(p, GAC__FAULT_SOFT, inst, "Result", inst->first - 1,
                   "id %u is defined twice: %s defines it already", id, place);
        return;
    }
    set_definition(m, id, inst->ordinal);
}

/* Whether this is a padded OpConstantNull: clang 22's SPIR-V backend ends a
 * null of the event type with the type's id again, once for each further use of
 * the null. The extra words have no other meaning and are ignored. */
static bool is_padded_null(const gac__inst *inst)
{
    if (inst->opcode != SpvOpConstantNull || inst->n_words <= 3)
        return false;
    for (uint32_t i = 3; i < inst->n_words; i++)
        if (inst->words[i] != inst->words[1])
            return false;
    return true;
}

static void read_padded_null(gac__parser *p, gac__inst *inst)
{
    uint32_t n_words = inst->n_words;
    inst->n_words = 3;
    if (!p->options.tolerate_producers) {
        p->hint = GAC__PRODUCER_HINT;
        gac__fault(p, GAC__FAULT_SOFT, inst, NULL, 3,
                   "OpConstantNull has %u words instead of 3: the rest repeats "
                   "the result type, as LLVM's SPIR-V backend writes it",
                   n_words);
    } else if (!p->options.silent_producers) {
        gac__module_report(p->m, GAC__RULE_producer_quirk, GAC_SEVERITY_WARNING,
                           inst, NULL, 3,
                           "OpConstantNull has %u words instead of 3: the "
                           "rest, which repeats the result type, was ignored",
                           n_words);
    }
}

/* Whether rules are about an extended instruction: those of our own set, and
 * the prefetches of OpenCL.std. Extended instructions mostly follow one of the
 * same set. */
static bool has_rules(gac__parser *p, const uint32_t *words)
{
    if (words[0] >> 16 < 5 || words[4] == OpenCLstd_Prefetch)
        return true;
    if (p->known_import != words[3] || words[3] == 0) {
        const gac__import *import = gac__module_import(p->m, words[3]);
        p->known_import = import ? words[3] : 0;
        p->known_rules = !import || import->set == &gac__set_async_copies;
    }
    return p->known_rules;
}

/* What each opcode needs beside the check of its words. */
enum { ADD = GAC__TASK_ADD, NOTE = GAC__TASK_NOTE };
const uint8_t gac__tasks[] = {
    [SpvOpCapability] = ADD,
    [SpvOpExtension] = ADD,
    [SpvOpExtInstImport] = ADD | NOTE,
    [SpvOpMemoryModel] = ADD,
    [SpvOpEntryPoint] = ADD,
    [SpvOpExecutionMode] = ADD,
    [SpvOpExecutionModeId] = ADD,
    [SpvOpSource] = ADD,
    [SpvOpName] = ADD,
    [SpvOpDecorate] = ADD,
    [SpvOpDecorateId] = ADD,
    [SpvOpMemberDecorate] = ADD,
    [SpvOpGroupDecorate] = ADD,
    [SpvOpGroupMemberDecorate] = ADD,
    [SpvOpTypeStruct] = ADD,
    [SpvOpTypeArray] = ADD,
    [SpvOpLine] = ADD,
    [SpvOpNoLine] = ADD,
    [SpvOpExtInst] = ADD | NOTE,
    [SpvOpFunction] = ADD,
    [SpvOpLabel] = ADD,
    [SpvOpFunctionCall] = NOTE,
    [SpvOpGroupAsyncCopy] = NOTE,
    [SpvOpGroupWaitEvents] = NOTE,
};
_Static_assert(sizeof gac__tasks == GAC__TASK_OPCODES, "opcodes with tasks");

/* Whether instructions of this opcode are in gac_module.notable; of extended
 * instructions, only those of sets that have rules. */
static bool is_notable(uint32_t opcode)
{
    return opcode < GAC__TASK_OPCODES
               ? gac__tasks[opcode] & NOTE
               : opcode == SpvOpExtInstWithForwardRefsKHR
                     || opcode == SpvOpUntypedGroupAsyncCopyKHR
                     || opcode == SpvOpUntypedPrefetchKHR;
}

/* Adds an instruction to gac_module.notable, so that later passes visit only
 * those. */
__attribute__((noinline)) static void note(gac__parser *p,
                                           const uint32_t *words,
                                           uint32_t ordinal)
{
    const uint32_t opcode = words[0] & 0xFFFF;
    if (!is_notable(opcode) || (opcode == SpvOpExtInst && !has_rules(p, words)))
        return;
    if (!GAC__VEC_PUSH(&p->m->context->allocator, &p->m->notable, ordinal))
        p->result = GAC_ERR_MEMORY;
}

static void read_inst(gac__parser *p, const uint32_t *words, uint32_t ordinal)
{
    const gac__op_row *row = gac__grammar_op((uint16_t)words[0]);
    gac__inst inst = gac__decode(words, ordinal);
    p->m->n_insts = ordinal + 1; /* a report may read this instruction */
    if (!row) {
        gac__fault(p, GAC__FAULT_HARD, &inst, NULL, -1, "unknown opcode %u",
                   inst.opcode);
        return;
    }
    note(p, words, ordinal);
    if (is_padded_null(&inst))
        read_padded_null(p, &inst);
    if (GAC__LIKELY(gac__check_operands(p, &inst, row))) {
        if (row->has_result)
            define_id(p, &inst);
        if (row->section <= GAC__SECTION_ANYWHERE)
            add_to_tables(p, &inst);
    }
    gac__follow_layout(p, &inst, row);
}

/* Reads an instruction that is certainly correct. False: it may be faulty, and
 * nothing was done. */
static inline bool read_quickly(gac__parser *p, const uint32_t *words,
                                uint32_t ordinal)
{
    gac_module *m = p->m;
    const uint32_t opcode = words[0] & 0xFFFF;
    const gac__op_row *row = gac__grammar_op(opcode);
    if (!row || !gac__operands_fit(m, row, words, words[0] >> 16))
        return false;
    if (row->has_result) {
        uint32_t id = words[row->has_type ? 2 : 1];
        if (m->definitions[id] != 0)
            return false;
        set_definition(m, id, ordinal);
    }
    const bool quiet = (p->quiet >> row->section & 1) != 0;
    const uint32_t tasks = gac__tasks_of(opcode);
    if (GAC__LIKELY(quiet && tasks == 0))
        return true;
    if (tasks & NOTE)
        note(p, words, ordinal);
    if (quiet && !(tasks & ADD))
        return true;
    gac__inst inst = gac__decode(words, ordinal);
    m->n_insts = ordinal + 1; /* a report may read this instruction */
    if (row->section <= GAC__SECTION_ANYWHERE)
        add_to_tables(p, &inst);
    if (!quiet)
        gac__follow_layout(p, &inst, row);
    return true;
}

/* Reads instructions `first` to `end` - 1, from word `offset` on, and returns
 * the offset of the next one. */
static uint32_t read_some(gac__parser *p, uint32_t first, uint32_t end,
                          uint32_t offset)
{
    gac_module *m = p->m;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t *words = m->words + offset;
        offset += words[0] >> 16;
        m->offsets[i + 1] = offset; /* the first one's is there */
        if (read_quickly(p, words, i))
            continue;
        read_inst(p, words, i);
        if (p->result != GAC_OK)
            break;
    }
    return offset;
}

void gac__read_insts(gac__parser *p)
{
    enum { STEP = 1024 }; /* instructions between two checks of the watch */
    const uint32_t n = p->n_insts;
    uint32_t offset = GAC__HEADER_WORDS;
    for (uint32_t i = 0; i < n && p->result == GAC_OK; i += STEP) {
        if (gac__watch_on(&p->watch, STEP))
            offset = read_some(p, i, i + GAC__MIN(n - i, STEP), offset);
        else
            p->result = p->watch.result;
    }
    p->m->n_insts = n;
}
