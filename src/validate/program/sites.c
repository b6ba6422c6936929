/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds copies and waits, imported functions, and the call graph. */

/* A compiler that does not know a builtin leaves a call of an import with a
 * mangled name. The analyses take such a call for the instruction. No rule
 * checks its operands: an import with unusual parameters is no copy. */
#include "validate/program/sites.h"

#include "flow/flow.h"
#include "grammar/async_roles.h"
#include "module/mangled.h"
#include "module/reports.h"
#include "module/types.h"

/* -- imports --------------------------------------------------------------- */

/* Imports by name. SYCL's compilers and clang's -fdeclare-spirv-builtins call
 * core instructions, with a scope before the builtin's parameters. */
static const struct {
    const char *name;
    gac__callee callee;
} named_callees[] = {
    {"async_work_group_copy", {.kind = GAC__CALLEE_COPY, .n = 4}},
    {"async_work_group_strided_copy",
     {.kind = GAC__CALLEE_STRIDED_COPY, .n = 5}},
    {"wait_group_events", {.kind = GAC__CALLEE_WAIT, .n = 2}},
    {"async_work_group_copy_fence", {.kind = GAC__CALLEE_COPY_FENCE}},
    {"prefetch", {.kind = GAC__CALLEE_HARMLESS}},
    {"printf", {.kind = GAC__CALLEE_HARMLESS}},
    {"__spirv_GroupAsyncCopy",
     {.kind = GAC__CALLEE_STRIDED_COPY, .n = 6, .skip = 1}},
    {"__spirv_GroupWaitEvents", {.kind = GAC__CALLEE_WAIT, .n = 3, .skip = 1}},
    {"__spirv_ocl_prefetch", {.kind = GAC__CALLEE_HARMLESS}},
    {"__spirv_ocl_printf", {.kind = GAC__CALLEE_HARMLESS}},
};

bool gac__builtin_is_id(uint32_t builtin)
{
    return builtin == SpvBuiltInLocalInvocationId
           || builtin == SpvBuiltInLocalInvocationIndex
           || builtin == SpvBuiltInGlobalInvocationId
           || builtin == SpvBuiltInGlobalLinearId
           || builtin == SpvBuiltInSubgroupLocalInvocationId;
}

static gac__callee classify(const char *symbol)
{
    gac__callee callee = {0};
    gac__atomic_function atomic;
    gac__mangled m;
    if (!gac__mangled_parse(symbol, &m))
        return callee;
    for (size_t i = 0; i < GAC__COUNT_OF(named_callees); i++)
        if (strlen(named_callees[i].name) == m.length
            && !memcmp(named_callees[i].name, m.name, m.length))
            callee = named_callees[i].callee;
    if (gac__builtin_by_name(m.name, m.length, &callee.builtin))
        callee.kind = GAC__CALLEE_BUILTIN;
    if (gac__atomic_by_name(m.name, m.length, &atomic) && !atomic.expects) {
        callee.kind = GAC__CALLEE_ATOMIC;
        callee.loads = atomic.opcode == SpvOpAtomicLoad;
    }
    if ((callee.row = gac__async_by_builtin(m.name, m.length)) != NULL) {
        callee.kind = GAC__CALLEE_SET_COPY;
        callee.n = callee.row->n_operands;
    }
    const gac__mangled_type *t = &m.params[callee.skip];
    if (m.n_params > callee.skip && t->pointers == 1)
        callee.element_bytes = gac__mangled_bytes(*t);
    return callee;
}

static void add_import(gac__sites *s, const gac__function *function)
{
    const gac_module *m = s->m;
    const char *symbol = gac__module_import_symbol(m, function->id);
    if (!symbol)
        symbol = gac__module_name(m, function->id);
    gac__callee callee = symbol ? classify(symbol) : (gac__callee){0};
    if (callee.kind == GAC__CALLEE_OTHER)
        return;
    s->fences |= callee.kind == GAC__CALLEE_COPY_FENCE;
    s->ids |= callee.kind == GAC__CALLEE_BUILTIN
              && gac__builtin_is_id(callee.builtin);
    callee.function = function->first;
    s->imports[s->n_imports++] = callee;
}

gac__callee gac__sites_callee(const gac__sites *s, const gac__inst *call)
{
    const gac__callee none = {0};
    const gac_module *m = s->m;
    if (call->opcode != SpvOpFunctionCall || call->n_words < 4)
        return none;
    const uint32_t id = call->words[3];
    const uint32_t ordinal =
        id < m->bound ? m->definitions[id] - 1 : UINT32_MAX;
    const uint32_t k =
        GAC__FIRST_FROM(s->imports, s->n_imports, function, ordinal);
    const gac__callee *callee = &s->imports[k];
    return k < s->n_imports && callee->function == ordinal
                   && (callee->n == 0 || callee->n == call->n_words - 4u)
               ? *callee
               : none;
}

void gac__sites_local_size(const gac_module *m, uint32_t function_id,
                           uint32_t size_out[3])
{
    uint32_t n;
    const gac__mode *modes = gac__module_modes(m, function_id, &n);
    for (uint32_t k = 0; k < n; k++) {
        const gac__inst mode = gac__module_inst(m, modes[k].ordinal);
        const bool by_id = mode.opcode == SpvOpExecutionModeId;
        if (mode.n_words < 6
            || mode.words[2]
                   != (by_id ? SpvExecutionModeLocalSizeId
                             : SpvExecutionModeLocalSize))
            continue;
        for (uint32_t i = 0; i < 3; i++) {
            uint64_t size = mode.words[3 + i];
            if (by_id && !gac__module_constant(m, mode.words[3 + i], &size))
                size = 0;
            size_out[i] = size <= UINT32_MAX ? (uint32_t)size : 0;
        }
    }
}

/* -- copies and waits ------------------------------------------------------ */

bool gac__is_copy(const gac__sites *sites, const gac__inst *inst)
{
    gac__callee callee;
    switch (inst->opcode) {
    case SpvOpGroupAsyncCopy:
    case SpvOpUntypedGroupAsyncCopyKHR: return true;
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
        return gac__module_set_of(sites->m, inst) == &gac__set_async_copies;
    case SpvOpFunctionCall:
        callee = gac__sites_callee(sites, inst);
        return callee.kind >= GAC__CALLEE_COPY
               && callee.kind <= GAC__CALLEE_SET_COPY;
    default: return false;
    }
}

bool gac__is_wait(const gac__sites *sites, const gac__inst *inst)
{
    return inst->opcode == SpvOpGroupWaitEvents
           || (inst->opcode == SpvOpFunctionCall
               && gac__sites_callee(sites, inst).kind == GAC__CALLEE_WAIT);
}

/* -- functions ------------------------------------------------------------- */

const gac__function *gac__call_target(const gac_module *m,
                                      const gac__inst *call)
{
    const gac__function *f =
        call->opcode == SpvOpFunctionCall && call->n_words > 3
            ? gac__module_function(m, call->words[3])
            : NULL;
    return f && f->n_blocks > 0 ? f : NULL;
}

typedef GAC__VEC(gac__edge) call_edges; /* between indices of functions */

/* Finds copies, waits and calls among the instructions that the parser has
 * noted. */
static bool look_at_all(gac__sites *s, const gac_allocator *a,
                        call_edges *calls)
{
    const gac_module *m = s->m;
    uint32_t f = 0;
    for (size_t k = 0; k < m->notable.n; k++) {
        const gac__inst inst = gac__module_inst(m, m->notable.items[k]);
        while (f < m->n_functions && m->functions[f].end <= inst.ordinal)
            f++;
        if (f == m->n_functions || m->functions[f].first > inst.ordinal
            || m->functions[f].n_blocks == 0)
            continue;
        s->functions[f].leads = s->functions[f].leads || gac__is_copy(s, &inst)
                                || gac__is_wait(s, &inst);
        const gac__function *target = gac__call_target(m, &inst);
        if (!target)
            continue;
        const gac__edge call = {f, (uint32_t)(target - m->functions)};
        s->functions[call.to].called = true;
        if (!GAC__VEC_PUSH(a, calls, call))
            return false;
    }
    return true;
}

/* Callers of functions that lead to a copy lead there, too. Callees mostly
 * stand before their callers, so that few passes are needed. */
static void propagate(gac__sites *s, const call_edges *calls)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 64; pass++) {
        changed = false;
        for (size_t i = 0; i < calls->n; i++) {
            const gac__edge e = calls->items[i];
            changed |= s->functions[e.to].leads && !s->functions[e.from].leads;
            s->functions[e.from].leads |= s->functions[e.to].leads;
        }
    }
}

static void find_entries(gac__sites *s)
{
    const gac_module *m = s->m;
    for (uint32_t i = 0; i < m->n_entries; i++) {
        const gac__function *f =
            gac__module_function(m, m->entries[i].function_id);
        if (f && m->entries[i].model == SpvExecutionModelKernel)
            s->functions[f - m->functions].kernel = true;
    }
}

/* Classifies functions without a body. */
static bool find_imports(gac__sites *s, gac__arena *arena)
{
    const gac_module *m = s->m;
    uint32_t n = 0;
    for (uint32_t f = 0; f < m->n_functions; f++)
        n += m->functions[f].n_blocks == 0;
    s->imports = gac__arena_alloc(arena, n, sizeof *s->imports);
    for (uint32_t f = 0; s->imports && f < m->n_functions; f++)
        if (m->functions[f].n_blocks == 0)
            add_import(s, &m->functions[f]);
    return s->imports != NULL;
}

bool gac__sites_find(gac__sites *s, const gac_module *m, gac__arena *arena)
{
    call_edges calls = {0};
    *s = (gac__sites){.m = m};
    s->functions =
        gac__arena_alloc(arena, m->n_functions, sizeof *s->functions);
    if (!s->functions || !find_imports(s, arena))
        return false;
    find_entries(s);
    for (uint32_t i = 0; i < m->n_decorations && !s->ids; i++)
        s->ids = m->decorations[i].decoration == SpvDecorationBuiltIn
                 && m->decorations[i].n_operands > 0
                 && gac__builtin_is_id(m->decorations[i].operands[0]);
    const bool ok = look_at_all(s, arena->allocator, &calls);
    propagate(s, &calls);
    for (uint32_t f = 0; f < m->n_functions; f++)
        s->any |= s->functions[f].leads;
    GAC__VEC_FREE(arena->allocator, &calls);
    return ok;
}
