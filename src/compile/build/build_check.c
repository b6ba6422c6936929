/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Refuses modules with capabilities that gac cannot run, and programs that call
 * functions that nothing defines. */
#include "compile/build/build_families.h"
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
                           gac__grammar_value_name("Capability", capability));
        result = GAC_ERR_UNSUPPORTED;
    }
    return result;
}

/* -- functions that nothing defines ---------------------------------------- */

/* The index of the function that an instruction calls; UINT32_MAX: none. */
static uint32_t callee_of(const gac_module *m, const gac__inst *call)
{
    const gac__function *f =
        call->opcode == SpvOpFunctionCall
            ? gac__module_function(m, gac__build_word(call, 0))
            : NULL;
    return f ? (uint32_t)(f - m->functions) : UINT32_MAX;
}

/* Makes the call graph. Its last node calls all kernels. `calls`: the call of
 * each edge, but those. */
static gac_result find_calls(const gac_module *m, gac__arena *arena,
                             gac__graph *out, gac__inst **calls)
{
    size_t most = m->notable.n + m->n_entries;
    uint32_t n = 0, f = 0;
    uint32_t *first =
        gac__arena_alloc(arena, (size_t)m->n_functions + 2, sizeof *first);
    uint32_t *to = gac__arena_alloc(arena, most, sizeof *to);
    *calls = gac__arena_alloc(arena, most, sizeof **calls);
    if (!first || !to || !*calls)
        return GAC_ERR_MEMORY;
    for (size_t k = 0; k < m->notable.n; k++) {
        gac__inst call = gac__module_inst(m, m->notable.items[k]);
        uint32_t callee = callee_of(m, &call);
        if (callee == UINT32_MAX)
            continue;
        for (; f < m->n_functions && m->functions[f].end <= call.ordinal; f++)
            first[f + 1] = n;
        (*calls)[n] = call;
        to[n++] = callee;
    }
    for (; f < m->n_functions; f++)
        first[f + 1] = n;
    for (uint32_t k = 0; k < m->n_entries; k++) {
        const gac__function *entry =
            gac__module_function(m, m->entries[k].function_id);
        if (entry)
            to[n++] = (uint32_t)(entry - m->functions);
    }
    first[f + 1] = n;
    *out = (gac__graph){m->n_functions + 1, first, to};
    return GAC_OK;
}

static gac_result check_imports(const gac_module *m, gac__arena *arena)
{
    gac__graph graph;
    gac__search search;
    gac__inst *calls;
    gac_result result = GAC_OK;
    GAC__TRY(find_calls(m, arena, &graph, &calls));
    GAC__TRY(gac__search_open(&search, &graph, arena));
    gac__search_begin(&search);
    gac__search_from(&search, m->n_functions, GAC__NO_NODE);
    for (uint32_t f = 0; f < m->n_functions; f++) {
        for (uint32_t e = graph.first[f]; e < graph.first[f + 1]; e++) {
            const gac__function *callee = &m->functions[graph.to[e]];
            const char *symbol;
            if (!gac__has_seen(&search, f) || callee->n_blocks
                || gac__build_knows_import(m, &calls[e], callee, &symbol))
                continue;
            gac__module_report(m, GAC__RULE_unsupported, GAC_SEVERITY_ERROR,
                               &calls[e], NULL, -1,
                               "Function \"%s\" is called, and nothing "
                               "defines it.",
                               symbol);
            result = GAC_ERR_UNSUPPORTED;
        }
    }
    return result;
}

gac_result gac__program_check_imports(const gac_module *m)
{
    gac__arena arena;
    gac__arena_init(&arena, &m->context->allocator);
    gac_result result = check_imports(m, &arena);
    gac__arena_free(&arena);
    return result;
}
