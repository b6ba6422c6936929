/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Ids of linked modules, and faults. */
#include "link/link_internal.h"

#include "module/reports.h"
#include "module/types.h"

/* -- faults ---------------------------------------------------------------- */

static void set_result(gac__linker *l, gac_result result)
{
    if (l->result == GAC_OK)
        l->result = result;
}

void gac__link_no_memory(gac__linker *l)
{
    set_result(l, GAC_ERR_MEMORY);
}

void *gac__link_alloc(gac__linker *l, size_t n, size_t size)
{
    void *p = gac__arena_alloc(&l->arena, n, size);
    if (!p)
        gac__link_no_memory(l);
    return p;
}

static void vfault(gac__linker *l, gac_result result, const char *format,
                   va_list args)
{
    char message[GAC__MESSAGE_MAX];
    gac__diag_format(message, sizeof message, format, args);
    gac__diag_report(l->context, GAC__RULE_core, GAC_NO_OFFSET, "%s", message);
    set_result(l, result);
}

void gac__link_fault(gac__linker *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfault(l, GAC_ERR_INVALID, format, args);
    va_end(args);
}

GAC__PRINTF(2, 3)
static void unsupported(gac__linker *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfault(l, GAC_ERR_UNSUPPORTED, format, args);
    va_end(args);
}

/* -- ids ------------------------------------------------------------------- */

uint32_t gac__link_global(const gac__linker *l, uint32_t module, uint32_t id)
{
    const gac_module *m = l->modules[module].m;
    return gac__module_def_words(m, id) ? l->modules[module].base + id
                                        : UINT32_MAX;
}

/* Each look-up halves the way of the next one. */
uint32_t gac__link_find(const gac__linker *l, uint32_t global)
{
    uint32_t *stands_for = l->stands_for;
    while (stands_for[global] != global) {
        stands_for[global] = stands_for[stands_for[global]];
        global = stands_for[global];
    }
    return global;
}

gac__inst gac__link_def(const gac__linker *l, uint32_t global)
{
    const gac__link_module *owner = gac__link_owner(l, global);
    gac__inst inst;
    gac__module_def(owner->m, global - owner->base, &inst);
    return inst;
}

uint32_t gac__link_end(const gac_module *m, uint32_t ordinal)
{
    gac__inst last = gac__module_inst(m, ordinal);
    while (gac__module_goes_on(m, &last))
        continue;
    return last.ordinal + 1;
}

typedef struct id_visit {
    gac__linker *l;
    uint32_t module;
    gac__link_visitor *visit;
    void *user;
    bool unknown; /* it is not known whether some word is an id */
} id_visit;

static bool visit_operand(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    id_visit *v = user;
    (void)n;
    v->unknown |= !row;
    if (row
        && (row->operand_class == GAC__OPERAND_ID
            || row->operand_class == GAC__OPERAND_RESULT_TYPE
            || row->operand_class == GAC__OPERAND_RESULT))
        v->visit(v->user, word, inst->words[word]);
    return true;
}

void gac__link_visit_ids(gac__linker *l, uint32_t module, const gac__inst *inst,
                         gac__link_visitor *visit, void *user)
{
    id_visit v = {l, module, visit, user, false};
    const gac_module *m = l->modules[module].m;
    if (!gac__watch_on(&l->watch, inst->n_words)) {
        set_result(l, l->watch.result);
        return;
    }
    if (!gac__grammar_op(inst->opcode)
        || !gac__module_visit_operands(m, inst, visit_operand, &v) || v.unknown)
        unsupported(l,
                    "%s has an instruction whose operands are not known: %s "
                    "(instruction %u).",
                    l->modules[module].name, gac__module_inst_name(m, inst),
                    inst->ordinal + 1);
}
