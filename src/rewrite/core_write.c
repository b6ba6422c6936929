/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes an equivalent core module from the actions of its instructions. */
#include <stdio.h>

#include "module/types.h"
#include "rewrite/core_internal.h"

/* What is added, in the order of a module's sections:
 *
 *   capabilities   then Kernel and Addresses, if they are missing
 *   extensions     then those that SPIRV-Tools require
 *   memory model   OpMemoryModel, if it is missing
 *   names          numbers as names, if they replace names
 *   types          the byte type first; new types and undefined values last
 *   functions      then those that are called in place of instructions */

static uint32_t string_words(const char *text)
{
    return (uint32_t)(strlen(text) / 4 + 1);
}

/* Hosts are little-endian (module/parse.c), as literal strings are. */
static void put_string(gac__core_builder *b, const char *text)
{
    for (size_t left = strlen(text) + 1, n; left > 0; left -= n, text += n) {
        uint32_t word = 0;
        n = GAC__MIN(left, sizeof word);
        memcpy(&word, text, n);
        gac__core_put(b, &word, 1);
    }
}

/* -- signatures ------------------------------------------------------------ */

static uint32_t new_id(gac__core_builder *b)
{
    return b->next_id++;
}

/* Writes a call of a function of the module with undefined arguments;
 * core_calls.c has checked its type. */
static void put_callee(gac__core_builder *b, uint32_t function)
{
    gac__inst type;
    if (!gac__module_def(b->m, gac__module_function(b->m, function)->type_id,
                         &type))
        return;
    uint32_t first = b->next_id, n = type.n_words - 3u;
    for (uint32_t k = 0; k < n; k++)
        GAC__CORE_PUT(b, 0, SpvOpUndef, 0, type.words[3 + k], new_id(b));
    GAC__CORE_PUT(b, 0, SpvOpFunctionCall, n, type.words[2], new_id(b),
                  function);
    for (uint32_t k = 0; k < n; k++, first++)
        gac__core_put(b, &first, 1);
}

/* Writes the functions of signatures as definitions: declarations need the
 * Linkage capability, which would hide that the module lacks it. */
static void put_functions(gac__core_builder *b)
{
    for (size_t i = 0; i < b->signatures.n; i++) {
        gac__signature s = b->signatures.items[i];
        GAC__CORE_PUT(b, 0, SpvOpFunction, 0, s.result_type, s.function,
                      SpvFunctionControlMaskNone, s.function_type);
        for (uint32_t k = 0; k < s.n; k++)
            GAC__CORE_PUT(b, 0, SpvOpFunctionParameter, 0,
                          b->types.items[s.first + k], new_id(b));
        GAC__CORE_PUT(b, 0, SpvOpLabel, 0, new_id(b));
        for (uint32_t k = 0; k < s.n_callees; k++)
            put_callee(b, b->callees.items[s.first_callee + k]);
        gac__core_begin(b, SpvOpUnreachable, 1, 0);
        gac__core_begin(b, SpvOpFunctionEnd, 1, 0);
    }
}

static void put_function_types(gac__core_builder *b)
{
    for (size_t i = 0; i < b->signatures.n; i++) {
        gac__signature s = b->signatures.items[i];
        if (!s.new_type)
            continue;
        GAC__CORE_PUT(b, 0, SpvOpTypeFunction, s.n, s.function_type,
                      s.result_type);
        if (s.n > 0)
            gac__core_put(b, b->types.items + s.first, s.n);
    }
}

/* -- additions between sections -------------------------------------------- */

static void put_capability(gac__core_builder *b, bool wanted, uint32_t which)
{
    if (wanted && !gac__module_has_capability(b->m, which))
        GAC__CORE_PUT(b, 0, SpvOpCapability, 0, which);
}

static void put_capabilities(gac__core_builder *b)
{
    put_capability(b, b->add_kernel, SpvCapabilityKernel);
    put_capability(b, b->add_addresses, SpvCapabilityAddresses);
    put_capability(b, b->byte_type != 0 && b->byte_origin == 0,
                   SpvCapabilityInt8);
}

static void put_extensions(gac__core_builder *b)
{
    for (uint32_t i = 0; i < b->n_extensions; i++) {
        gac__core_begin(b, SpvOpExtension, 1 + string_words(b->extensions[i]),
                        0);
        put_string(b, b->extensions[i]);
    }
}

static void put_memory_model(gac__core_builder *b)
{
    if (b->add_memory_model)
        GAC__CORE_PUT(b, 0, SpvOpMemoryModel, 0, SpvAddressingModelPhysical64,
                      SpvMemoryModelOpenCL);
}

static void put_null(gac__core_builder *b, const gac__inst *inst,
                     uint32_t type_id)
{
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpConstantNull, 0, type_id,
                  inst->result_id);
}

/* Writes a null of a new type, for a result without a type. */
static void put_value(gac__core_builder *b, const gac__inst *inst)
{
    uint32_t type = new_id(b);
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpTypeStruct, 0, type);
    put_null(b, inst, type);
}

/* Writes undefined values at module scope, where they dominate every use and
 * stand before no OpPhi; and values for results without a type, which may stand
 * before all types in the module. */
static void put_undefined(gac__core_builder *b)
{
    for (uint32_t i = 0; i < b->m->n_insts; i++) {
        uint8_t action = b->actions[i];
        if (action != GAC__ACTION_UNDEF && action != GAC__ACTION_UNDEF_EVENT
            && action != GAC__ACTION_VALUE)
            continue;
        gac__inst inst = gac__module_inst(b->m, i);
        if (action == GAC__ACTION_VALUE) {
            put_value(b, &inst);
            continue;
        }
        uint32_t type =
            action == GAC__ACTION_UNDEF ? inst.type_id : b->event_type;
        GAC__CORE_PUT(b, i + 1, SpvOpUndef, 0, type, inst.result_id);
    }
}

/* Names ids of module scope by their numbers, as SPIRV-Tools spell them. */
static void put_plain_names(gac__core_builder *b)
{
    uint32_t end = b->plain_names ? b->m->first_function : 0;
    GAC__EACH_MODULE_INST(b->m, inst, 0, end) {
        char name[16];
        if (inst.result_id == 0 || inst.opcode == SpvOpString
            || inst.opcode == SpvOpExtInstImport)
            continue;
        snprintf(name, sizeof name, "%u", inst.result_id);
        GAC__CORE_PUT(b, 0, SpvOpName, string_words(name), inst.result_id);
        put_string(b, name);
    }
}

static void put_switch_value(gac__core_builder *b)
{
    if (b->new_switch_type)
        GAC__CORE_PUT(b, 0, SpvOpTypeInt, 0, b->switch_type, 32, 0);
    if (b->switch_value != 0)
        GAC__CORE_PUT(b, 0, SpvOpUndef, 0, b->switch_type, b->switch_value);
}

static void put_globals(gac__core_builder *b)
{
    if (b->new_event_type)
        GAC__CORE_PUT(b, 0, SpvOpTypeEvent, 0, b->event_type);
    if (b->new_void_type)
        GAC__CORE_PUT(b, 0, SpvOpTypeVoid, 0, b->void_type);
    put_function_types(b);
    gac__core_put_pointer_types(b);
    put_undefined(b);
    put_switch_value(b);
}

/* Writes the byte type first: an untyped pointer may stand before the module's
 * own one. */
static void put_byte_type(gac__core_builder *b)
{
    uint32_t origin = b->byte_origin;
    if (b->byte_type != 0)
        GAC__CORE_PUT(b, origin, SpvOpTypeInt, 0, b->byte_type, 8,
                      origin ? gac__module_inst(b->m, origin - 1).words[3] : 0);
}

/* -- instructions ---------------------------------------------------------- */

/* Writes an integer constant of 0; one wider than 32 bits has two words. */
static void put_zero(gac__core_builder *b, const gac__inst *inst)
{
    static const uint32_t zero[2];
    uint32_t n = gac__module_type(b->m, inst->type_id).width > 32 ? 2 : 1;
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpConstant, n, inst->type_id,
                  inst->result_id);
    gac__core_put(b, zero, n);
}

static void put_call(gac__core_builder *b, const gac__inst *inst,
                     uint32_t first, uint32_t n)
{
    uint32_t which = b->calls[inst->ordinal];
    const gac__signature *s = &b->signatures.items[which];
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpFunctionCall, n, s->result_type,
                  inst->result_id, s->function);
    gac__core_put(b, inst->words + first, n);
}

/* Whether an instruction is a variable of module scope that an entry point does
 * not list, from word `first` on. */
static bool is_unlisted(const gac__core_builder *b, const gac__inst *entry,
                        uint32_t first, const gac__inst *inst)
{
    if ((inst->opcode != SpvOpVariable
         && inst->opcode != SpvOpUntypedVariableKHR)
        || b->actions[inst->ordinal] != GAC__ACTION_KEEP)
        return false;
    for (uint32_t i = first; i < entry->n_words; i++)
        if (entry->words[i] == inst->result_id)
            return false;
    return true;
}

#define MOST_STEPS (1 << 24) /* comparisons for all entry points */

/* Writes an entry point, with the variables that it does not list if they are
 * not too many. */
static void put_entry_point(gac__core_builder *b, const gac__inst *entry)
{
    const gac_module *m = b->m;
    uint32_t name_words = 0, n = 0, end = m->first_function;
    (void)gac__module_string(entry, 3, &name_words);
    uint32_t first = 3 + name_words;
    bool is_much = (uint64_t)end * entry->n_words
                   > MOST_STEPS / GAC__MAX(m->n_entries, 1u);
    GAC__EACH_MODULE_INST(m, inst, 0, is_much ? 0 : end) {
        n += is_unlisted(b, entry, first, &inst);
    }
    if (n == 0 || entry->n_words + n > UINT16_MAX) {
        gac__core_put_copy(b, entry);
        return;
    }
    gac__core_begin(b, SpvOpEntryPoint, entry->n_words + n, entry->ordinal + 1);
    gac__core_put(b, entry->words + 1, entry->n_words - 1u);
    GAC__EACH_MODULE_INST(m, inst, 0, end) {
        if (is_unlisted(b, entry, first, &inst))
            gac__core_put(b, &inst.result_id, 1);
    }
}

static void put_inst(gac__core_builder *b, const gac__inst *inst)
{
    static const char import_name[] = "OpenCL.std";
    uint32_t first, n;
    switch (b->actions[inst->ordinal]) {
    case GAC__ACTION_KEEP:
        if (b->all_interfaces && inst->opcode == SpvOpEntryPoint)
            put_entry_point(b, inst);
        else
            gac__core_put_copy(b, inst);
        break;
    case GAC__ACTION_NOP:
        gac__core_begin(b, SpvOpNop, 1, inst->ordinal + 1);
        break;
    case GAC__ACTION_CALL:
        first = gac__core_call_operands(b->m, inst, &n);
        put_call(b, inst, first, n);
        break;
    case GAC__ACTION_CALL_VOID: put_call(b, inst, 0, 0); break;
    case GAC__ACTION_IMPORT:
        GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpExtInstImport,
                      string_words(import_name), inst->result_id);
        put_string(b, import_name);
        break;
    case GAC__ACTION_MEMORY_MODEL:
        GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpMemoryModel, 0,
                      SpvAddressingModelPhysical64, inst->words[2]);
        break;
    case GAC__ACTION_OPAQUE:
        GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpTypeStruct, 0,
                      inst->result_id);
        break;
    case GAC__ACTION_NULL: put_null(b, inst, inst->type_id); break;
    case GAC__ACTION_ZERO: put_zero(b, inst); break;
    case GAC__ACTION_SWITCH: gac__core_put_switch(b, inst); break;
    case GAC__ACTION_LOWER: gac__core_put_lowered(b, inst); break;
    default: /* dropped, or written with the undefined values */ break;
    }
}

/* The section that an instruction shows to have begun; 0: none. OpNop may stand
 * anywhere, and a VALUE is written elsewhere: they begin no section. */
static uint32_t section_of(const gac__core_builder *b, const gac__inst *inst)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    if (!row || inst->opcode == SpvOpNop
        || b->actions[inst->ordinal] == GAC__ACTION_VALUE)
        return 0;
    return row->section == GAC__SECTION_ANYWHERE ? (uint32_t)GAC__SECTION_TYPE
                                                 : row->section;
}

/* Writes the variables of a range of instructions, or all others. Writes all if
 * variables are not moved. */
static void put_kind(gac__core_builder *b, uint32_t first, uint32_t end,
                     bool variables)
{
    GAC__EACH_MODULE_INST(b->m, inst, first, b->out_of_memory ? 0 : end) {
        if (!b->variables_first || (inst.opcode == SpvOpVariable) == variables)
            put_inst(b, &inst);
    }
}

/* Writes the blocks of the function whose first label is instruction `label`,
 * in their new order. Returns the ordinal of their last instruction. If `label`
 * is not a function's first label, writes nothing and returns it. */
static uint32_t put_blocks(gac__core_builder *b, uint32_t label)
{
    const gac_module *m = b->m;
    const gac__function *f;
    const gac__block *blocks = m->blocks;
    if (!gac__module_block_of(m, label, &f, NULL)
        || blocks[f->first_block].first != label)
        return label;
    uint32_t k = f->first_block, end = k + f->n_blocks;
    uint32_t behind = blocks[end - 1].end;
    put_kind(b, label, label + 1, false);
    if (b->variables_first)
        put_kind(b, label + 1, behind, true);
    put_kind(b, label + 1, blocks[k].end, false);
    for (k++; k < end && !b->out_of_memory; k++) {
        const gac__block *block = &blocks[b->order ? b->order[k] : k];
        put_kind(b, block->first, block->end, false);
    }
    return behind - 1;
}

void gac__core_write(gac__core_builder *b)
{
    static const struct {
        uint32_t before; /* the section that it is added before */
        void (*put)(gac__core_builder *b);
    } insertions[] = {
        {GAC__SECTION_EXTENSION, put_capabilities},
        {GAC__SECTION_IMPORT, put_extensions},
        {GAC__SECTION_ENTRY_POINT, put_memory_model},
        {GAC__SECTION_MODULE_PROCESSED, put_plain_names},
        {GAC__SECTION_TYPE, put_byte_type},
        {GAC__SECTION_FUNCTION, put_globals},
    };
    const gac_module *m = b->m;
    size_t next = 0;
    gac__core_put(b, m->words, GAC__HEADER_WORDS);
    for (uint32_t i = 0; i < m->n_insts && !b->out_of_memory; i++) {
        gac__inst inst = gac__module_inst(m, i);
        uint32_t section = section_of(b, &inst);
        while (next < GAC__COUNT_OF(insertions)
               && section >= insertions[next].before)
            insertions[next++].put(b);
        if ((b->order || b->variables_first) && inst.opcode == SpvOpLabel)
            i = put_blocks(b, i);
        else
            put_inst(b, &inst);
    }
    while (next < GAC__COUNT_OF(insertions))
        insertions[next++].put(b);
    put_functions(b);
    if (!b->out_of_memory)
        b->words.items[3] = b->next_id; /* the bound */
}
