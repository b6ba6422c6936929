/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Writes the linked module, section by section.
 *
 * A variable that stands for an import may be in a later module than its uses.
 * So types, constants and variables are written in post-order, each behind its
 * operands. A stack holds those that wait for operands. */
#include "link/link_internal.h"

#include "module/reports.h"
#include "module/types.h"
#include "support/maps.h"

#define VERSION_1_4 0x00010400u

typedef struct writer {
    gac__linker *l;
    uint32_t module; /* of the current instruction */
    size_t start;    /* index of the current instruction's first word */
    bool undefined;  /* the current instruction uses an id that is not
                        defined */
    uint32_t line_module, line; /* the OpLine in force: its module, and its
                                   ordinal + 1; 0: none */
    gac__link_list waiting;     /* the stack: pairs of module and ordinal */
} writer;

static const gac_module *module_of(const writer *w, uint32_t module)
{
    return w->l->modules[module].m;
}

/* -- instructions ---------------------------------------------------------- */

static void put(writer *w, uint32_t word)
{
    GAC__LINK_PUSH(w->l, &w->l->words, word);
}

static void begin(writer *w, uint32_t module, uint32_t ordinal)
{
    const gac__link_origin origin = {module, ordinal + 1};
    w->start = w->l->words.n;
    GAC__LINK_PUSH(w->l, &w->l->origins, origin);
}

/* The new id of the global that stands for a global. */
static uint32_t new_id(writer *w, uint32_t global)
{
    gac__linker *l = w->l;
    global = gac__link_find(l, global);
    if (!l->new_ids[global]) {
        l->new_ids[global] = l->next_id++;
        l->facts[global] |= GAC__LINK_USED;
    }
    return l->new_ids[global];
}

static void renumber(void *user, uint32_t word, uint32_t id)
{
    writer *w = user;
    gac__linker *l = w->l;
    uint32_t global = gac__link_global(l, w->module, id);
    if (global == UINT32_MAX)
        w->undefined = true;
    else if (w->start + word < l->words.n)
        l->words.items[w->start + word] = new_id(w, global);
}

static void copy(writer *w, uint32_t module, const gac__inst *inst)
{
    gac__linker *l = w->l;
    const gac_module *m = module_of(w, module);
    w->module = module;
    w->undefined = false;
    begin(w, module, inst->ordinal);
    put(w, (uint32_t)inst->n_words << 16 | inst->opcode);
    for (uint32_t k = 1; k < inst->n_words; k++)
        put(w, inst->words[k]);
    gac__link_visit_ids(l, module, inst, renumber, w);
    if (w->undefined)
        gac__link_fault(l,
                        "%s refers to an id that nothing defines: %s "
                        "(instruction %u).",
                        l->modules[module].name, gac__module_inst_name(m, inst),
                        inst->ordinal + 1);
    if (inst->result_id)
        l->facts[l->modules[module].base + inst->result_id] |=
            GAC__LINK_WRITTEN;
}

static void put_range(writer *w, uint32_t module, uint32_t begin, uint32_t end)
{
    GAC__EACH_MODULE_INST(module_of(w, module), inst, begin, end) {
        if (w->l->result == GAC_OK)
            copy(w, module, &inst);
    }
}

/* Whether the definition of an id is written. */
static bool is_kept(const writer *w, uint32_t module, uint32_t id)
{
    const gac__linker *l = w->l;
    uint32_t global = gac__link_global(l, module, id);
    return global != UINT32_MAX && gac__link_find(l, global) == global
           && !(l->facts[global] & GAC__LINK_GONE);
}

/* -- preamble -------------------------------------------------------------- */

static void put_header(writer *w)
{
    const gac__linker *l = w->l;
    uint32_t version = 0, generator = l->modules[0].m->generator;
    for (uint32_t i = 0; i < l->n_modules; i++) {
        const gac_module *m = l->modules[i].m;
        version = m->version > version ? m->version : version;
        if (m->generator != generator)
            generator = 0;
    }
    put(w, SpvMagicNumber);
    put(w, version);
    put(w, generator);
    put(w, 0); /* the bound */
    put(w, 0);
}

/* Writes the instructions of an opcode that has no ids. Equal ones are written
 * once. */
static void put_once(writer *w, uint32_t opcode)
{
    gac__linker *l = w->l;
    gac__name_map seen = {0};
    GAC__EACH_GLOBAL(l, i, inst) {
        gac__slice key = {(const char *)inst.words,
                          (uint32_t)(inst.n_words * sizeof *inst.words)};
        uint32_t before;
        if (inst.opcode != opcode
            || (opcode == SpvOpCapability && !l->keeps_linkage
                && inst.words[1] == SpvCapabilityLinkage)
            || gac__name_map_get(&seen, key, &before))
            continue;
        copy(w, i, &inst);
        if (!gac__name_map_put(l->a, &seen, key, 1))
            gac__link_no_memory(l);
    }
    gac__name_map_free(l->a, &seen);
}

static void put_memory_model(writer *w)
{
    const gac_module *m = module_of(w, 0);
    GAC__EACH_MODULE_INST(m, inst, 0, m->first_function) {
        if (inst.opcode == SpvOpMemoryModel)
            copy(w, 0, &inst);
    }
}

/* -- linkage --------------------------------------------------------------- */

/* Whether a decoration is a LinkageAttributes that is dropped: a program
 * exports nothing. */
static bool is_old_linkage(const writer *w, const gac__inst *inst)
{
    uint32_t kind;
    return !w->l->library && gac__module_linkage(inst, &kind)
           && kind != SpvLinkageTypeImport;
}

/* Finds out whether the new module needs the Linkage capability. A module
 * without entry points does. */
static void look_for_linkage(writer *w)
{
    gac__linker *l = w->l;
    l->keeps_linkage = true;
    for (uint32_t i = 0; i < l->n_modules && !l->library; i++)
        if (l->modules[i].m->n_entries > 0)
            l->keeps_linkage = false;
    for (uint32_t i = 0; i < l->n_modules && !l->keeps_linkage; i++) {
        const gac_module *m = l->modules[i].m;
        for (uint32_t k = 0; k < m->n_decorations; k++) {
            const gac__decoration *d = &m->decorations[k];
            gac__inst inst = gac__module_inst(m, d->inst);
            l->keeps_linkage |= d->decoration == SpvDecorationLinkageAttributes
                                && is_kept(w, i, d->target)
                                && !is_old_linkage(w, &inst);
        }
    }
}

/* -- entry points ---------------------------------------------------------- */

/* What entry points list. */
typedef struct listing {
    writer *w;
    gac__link_uses uses;
    uint32_t *listed; /* of each new id: number of the last entry point that
                         lists it */
    uint32_t entry;   /* number of the current entry point, from 1 */
} listing;

/* Marks an id as listed by the current entry point. False: it was already. */
static bool lists_first(listing *e, uint32_t id)
{
    bool first = e->listed[id] != e->entry;
    e->listed[id] = e->entry;
    return first;
}

/* Drops variables that an entry point lists twice since they were merged. */
static void drop_repeated(listing *e, uint32_t n_fixed)
{
    gac__linker *l = e->w->l;
    size_t n = e->w->start + n_fixed;
    for (size_t k = n; k < l->words.n; k++)
        if (lists_first(e, l->words.items[k]))
            l->words.items[n++] = l->words.items[k];
    l->words.n = n;
}

/* Adds the variables that are used to the last entry point that was written. */
static void add_variables(listing *e)
{
    writer *w = e->w;
    gac__linker *l = w->l;
    for (size_t i = 0; i < e->uses.variables.n; i++) {
        uint32_t id = new_id(w, e->uses.variables.items[i]);
        if (lists_first(e, id))
            put(w, id);
    }
    size_t n = l->words.n - w->start;
    if (n > UINT16_MAX)
        gac__link_fault(l, "An entry point uses too many variables.");
    else if (l->result == GAC_OK)
        l->words.items[w->start] = (uint32_t)n << 16 | SpvOpEntryPoint;
}

static void put_entry_points(writer *w)
{
    gac__linker *l = w->l;
    listing e = {.w = w};
    if (l->result != GAC_OK)
        return;
    e.listed = gac__link_alloc(l, l->n_globals + 1u, sizeof *e.listed);
    gac__link_uses_init(&e.uses, l, l->words.items[1] >= VERSION_1_4);
    for (uint32_t i = 0; i < l->n_modules && l->result == GAC_OK; i++) {
        const gac_module *m = l->modules[i].m;
        for (uint32_t k = 0; k < m->n_entries && l->result == GAC_OK; k++) {
            gac__inst inst = gac__module_inst(m, m->entries[k].inst);
            uint32_t n_words = 0;
            gac__module_string(&inst, 3, &n_words);
            uint32_t function =
                gac__link_global(l, i, m->entries[k].function_id);
            copy(w, i, &inst);
            if (function == UINT32_MAX || l->result != GAC_OK)
                continue;
            e.entry++;
            drop_repeated(&e, 3 + n_words);
            gac__link_uses_find(&e.uses, gac__link_find(l, function));
            add_variables(&e);
        }
    }
    gac__link_uses_free(&e.uses);
}

/* -- sections -------------------------------------------------------------- */

/* Writes OpGroupDecorate and OpGroupMemberDecorate, with the targets that are
 * kept. */
static void put_group(writer *w, uint32_t module, const gac__inst *inst)
{
    gac__linker *l = w->l;
    uint32_t step = inst->opcode == SpvOpGroupMemberDecorate ? 2 : 1;
    uint32_t group = gac__link_global(l, module, inst->words[1]);
    if (group == UINT32_MAX)
        return;
    begin(w, module, inst->ordinal);
    put(w, 0);
    put(w, new_id(w, group));
    for (uint32_t k = 2; k + step <= inst->n_words; k += step) {
        if (!is_kept(w, module, inst->words[k]))
            continue;
        put(w, new_id(w, gac__link_global(l, module, inst->words[k])));
        if (step == 2)
            put(w, inst->words[k + 1]);
    }
    if (l->result == GAC_OK)
        l->words.items[w->start] =
            (uint32_t)(l->words.n - w->start) << 16 | inst->opcode;
}

static bool is_in_section(uint32_t opcode, gac__section section)
{
    const gac__op_row *row = gac__grammar_op(opcode);
    return row && row->section == section;
}

/* Whether an instruction is about an id that was merged or dropped. */
static bool is_about_other(const writer *w, uint32_t module,
                           const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
    case SpvOpMemberDecorate:
    case SpvOpMemberDecorateString:
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId: return !is_kept(w, module, inst->words[1]);
    default: return inst->result_id && !is_kept(w, module, inst->result_id);
    }
}

static void put_section(writer *w, gac__section section)
{
    gac__linker *l = w->l;
    GAC__EACH_GLOBAL(l, i, inst) {
        if (l->result != GAC_OK || !is_in_section(inst.opcode, section)
            || is_about_other(w, i, &inst) || is_old_linkage(w, &inst))
            continue;
        if (inst.opcode == SpvOpGroupDecorate
            || inst.opcode == SpvOpGroupMemberDecorate)
            put_group(w, i, &inst);
        else
            copy(w, i, &inst);
    }
}

/* -- types, constants, variables ------------------------------------------- */

static bool is_global_section(const gac__inst *inst)
{
    const gac__op_row *row = gac__grammar_op(inst->opcode);
    return row
           && (row->section == GAC__SECTION_TYPE
               || row->section == GAC__SECTION_TYPE_OR_BODY
               || inst->opcode == SpvOpExtInst
               || inst->opcode == SpvOpExtInstWithForwardRefsKHR);
}

/* Writes the OpLine or OpNoLine in force, if it changes. */
static void put_line(writer *w, uint32_t module, uint32_t line)
{
    if (line == w->line && (!line || module == w->line_module))
        return;
    if (line) {
        gac__inst inst = gac__module_inst(module_of(w, module), line - 1);
        copy(w, module, &inst);
    } else {
        begin(w, module, 0);
        w->l->origins.items[w->l->origins.n - 1] = (gac__link_origin){0};
        put(w, 1u << 16 | SpvOpNoLine);
    }
    w->line_module = module;
    w->line = line;
}

/* Where it stands how far an instruction is. */
static uint8_t *state_of(const writer *w, uint32_t module, uint32_t ordinal)
{
    return &w->l->states[w->l->modules[module].first_inst + ordinal];
}

static void push(writer *w, uint32_t module, uint32_t ordinal)
{
    if (!GAC__VEC_PUSH(w->l->a, &w->waiting, module)
        || !GAC__VEC_PUSH(w->l->a, &w->waiting, ordinal))
        gac__link_no_memory(w->l);
}

/* A visit of an instruction's operands that have to be written first. */
typedef struct need {
    writer *w;
    uint32_t module; /* of the instruction */
    bool is_struct, is_declaration;
} need;

static void put_forward(writer *w, uint32_t global)
{
    gac__linker *l = w->l;
    uint32_t module = l->owners[global], ordinal = l->forwards[global] - 1;
    gac__inst inst = gac__module_inst(module_of(w, module), ordinal);
    if (*state_of(w, module, ordinal) != GAC__LINK_NEW)
        return;
    *state_of(w, module, ordinal) = GAC__LINK_DONE;
    copy(w, module, &inst);
}

static void require(void *user, uint32_t word, uint32_t id)
{
    need *n = user;
    writer *w = n->w;
    gac__linker *l = w->l;
    uint32_t global = gac__link_global(l, n->module, id);
    (void)word;
    if (global == UINT32_MAX || n->is_declaration)
        return;
    global = gac__link_find(l, global);
    uint32_t module = l->owners[global];
    gac__inst def = gac__link_def(l, global);
    if (l->facts[global] & GAC__LINK_WRITTEN || !is_global_section(&def)
        || def.ordinal >= module_of(w, module)->first_function)
        return;
    if (n->is_struct && l->forwards[global]) {
        put_forward(w, global);
        return;
    }
    if (*state_of(w, module, def.ordinal) == GAC__LINK_NEW)
        push(w, module, def.ordinal);
}

/* Puts the operands of an instruction on the stack that have to be written
 * before it. */
static void push_operands(writer *w, uint32_t module, uint32_t ordinal)
{
    gac__linker *l = w->l;
    const gac_module *m = module_of(w, module);
    uint32_t opcode = gac__module_inst(m, ordinal).opcode;
    need n = {.w = w,
              .module = module,
              .is_struct = opcode == SpvOpTypeStruct,
              .is_declaration = opcode == SpvOpTypeForwardPointer};
    GAC__EACH_MODULE_INST(m, part, ordinal, gac__link_end(m, ordinal)) {
        gac__link_visit_ids(l, module, &part, require, &n);
    }
}

/* Writes the instructions on the stack, each behind its operands: when it comes
 * to the top again, these are written. Several that need it may have put it
 * there. */
static void put_waiting(writer *w, const uint32_t *lines)
{
    gac__linker *l = w->l;
    while (w->waiting.n && l->result == GAC_OK) {
        uint32_t module = w->waiting.items[w->waiting.n - 2];
        uint32_t ordinal = w->waiting.items[w->waiting.n - 1];
        uint8_t *state = state_of(w, module, ordinal);
        if (*state == GAC__LINK_NEW) {
            *state = GAC__LINK_BEGUN;
            push_operands(w, module, ordinal);
            continue;
        }
        w->waiting.n -= 2;
        if (*state == GAC__LINK_DONE)
            continue;
        *state = GAC__LINK_DONE;
        put_line(w, module, lines[l->modules[module].first_inst + ordinal]);
        put_range(w, module, ordinal,
                  gac__link_end(module_of(w, module), ordinal));
    }
}

/* Finds the OpLine in force at each instruction before the first function. */
static uint32_t *find_lines(writer *w)
{
    gac__linker *l = w->l;
    uint32_t *lines = gac__link_alloc(l, l->n_insts, sizeof *lines);
    for (uint32_t i = 0; lines && i < l->n_modules; i++) {
        const gac_module *m = l->modules[i].m;
        uint32_t line = 0;
        GAC__EACH_MODULE_INST(m, inst, 0, m->first_function) {
            line = inst.opcode == SpvOpLine     ? inst.ordinal + 1
                   : inst.opcode == SpvOpNoLine ? 0
                                                : line;
            lines[l->modules[i].first_inst + inst.ordinal] = line;
        }
    }
    return lines;
}

static void put_globals(writer *w)
{
    gac__linker *l = w->l;
    const uint32_t *lines = find_lines(w);
    for (uint32_t i = 0; lines && i < l->n_modules; i++) {
        const gac_module *m = l->modules[i].m;
        for (uint32_t o = 0; o < m->first_function && l->result == GAC_OK;
             o = gac__link_end(m, o)) {
            gac__inst inst = gac__module_inst(m, o);
            bool forward = inst.opcode == SpvOpTypeForwardPointer;
            if (!is_global_section(&inst) || *state_of(w, i, o) != GAC__LINK_NEW
                || (inst.result_id && !is_kept(w, i, inst.result_id))
                || (forward && !is_kept(w, i, inst.words[1])))
                continue;
            push(w, i, o);
            put_waiting(w, lines);
        }
    }
    put_line(w, w->line_module, 0);
}

/* -- functions ------------------------------------------------------------- */

/* The first instruction that is written with a function: the one behind the
 * function before it, or the OpLine before the first function. */
static uint32_t begin_of(const gac_module *m, uint32_t index)
{
    uint32_t begin = m->functions[index].first;
    if (index)
        return m->functions[index - 1].end;
    while (begin > 0) {
        uint32_t opcode = gac__module_inst(m, begin - 1).opcode;
        if (opcode != SpvOpLine && opcode != SpvOpNoLine)
            break;
        begin--;
    }
    return begin;
}

/* Writes the definitions of functions, or their declarations, which come
 * first. */
static void put_functions(writer *w, bool definitions)
{
    gac__linker *l = w->l;
    for (uint32_t i = 0; i < l->n_modules; i++) {
        const gac_module *m = l->modules[i].m;
        for (uint32_t k = 0; k < m->n_functions; k++) {
            const gac__function *f = &m->functions[k];
            if ((f->n_blocks > 0) == definitions && is_kept(w, i, f->id))
                put_range(w, i, begin_of(m, k), f->end);
        }
        if (definitions && m->n_functions > 0)
            put_range(w, i, m->functions[m->n_functions - 1].end, m->n_insts);
    }
}

/* -- the module ------------------------------------------------------------ */

/* Checks that the new module defines each id that it uses. */
static void check_ids(gac__linker *l)
{
    for (uint32_t g = 0; g < l->n_globals && l->result == GAC_OK; g++) {
        const gac__link_module *owner = gac__link_owner(l, g);
        if ((l->facts[g] & (GAC__LINK_USED | GAC__LINK_WRITTEN))
            == GAC__LINK_USED)
            gac__link_fault(l,
                            "%s refers to %%%u, which is in a function that "
                            "another one replaces.",
                            owner->name, g - owner->base);
    }
}

void gac__link_write(gac__linker *l)
{
    writer w = {.l = l};
    look_for_linkage(&w);
    put_header(&w);
    put_once(&w, SpvOpCapability);
    put_once(&w, SpvOpExtension);
    put_section(&w, GAC__SECTION_IMPORT);
    put_memory_model(&w);
    put_entry_points(&w);
    put_section(&w, GAC__SECTION_EXECUTION_MODE);
    put_section(&w, GAC__SECTION_DEBUG_STRING);
    put_section(&w, GAC__SECTION_DEBUG_NAME);
    put_section(&w, GAC__SECTION_MODULE_PROCESSED);
    put_section(&w, GAC__SECTION_ANNOTATION);
    put_globals(&w);
    put_functions(&w, false);
    put_functions(&w, true);
    if (l->result == GAC_OK)
        l->words.items[3] = l->next_id;
    check_ids(l);
    GAC__VEC_FREE(l->a, &w.waiting);
}
