/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds copies and waits, imported functions, and the call graph. */

/* A compiler that does not know a builtin leaves a call of an import with a
 * mangled name. The analyses take such a call for the instruction. No rule
 * checks its operands: an import with unusual parameters is no copy. */
#include "validate/program/sites.h"

#include "grammar/async_roles.h"
#include "module/mangled.h"
#include "module/types.h"

/* -- imports --------------------------------------------------------------- */

/* Imports by name. SYCL's compilers and clang's -fdeclare-spirv-builtins call
 * core instructions, with a scope before the builtin's parameters. */
typedef struct named_callee {
    const char *name;
    gac__callee_kind kind;
    uint32_t skip;
} named_callee;

static const named_callee named_callees[] = {
    {"async_work_group_copy", GAC__CALLEE_COPY, 0},
    {"async_work_group_strided_copy", GAC__CALLEE_STRIDED_COPY, 0},
    {"wait_group_events", GAC__CALLEE_WAIT, 0},
    {"async_work_group_copy_fence", GAC__CALLEE_COPY_FENCE, 0},
    {"prefetch", GAC__CALLEE_HARMLESS, 0},
    {"printf", GAC__CALLEE_HARMLESS, 0},
    {"__spirv_GroupAsyncCopy", GAC__CALLEE_STRIDED_COPY, 1},
    {"__spirv_GroupWaitEvents", GAC__CALLEE_WAIT, 1},
    {"__spirv_ocl_prefetch", GAC__CALLEE_HARMLESS, 0},
    {"__spirv_ocl_printf", GAC__CALLEE_HARMLESS, 0},
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
    static const char prefix[] = "async_work_group_copy_";
    const size_t n_prefix = sizeof prefix - 1;
    gac__callee callee = {0};
    gac__atomic_function atomic;
    gac__mangled m;
    if (!gac__mangled_parse(symbol, &m))
        return callee;
    for (size_t i = 0; i < GAC__COUNT_OF(named_callees); i++)
        if (strlen(named_callees[i].name) == m.length
            && !memcmp(named_callees[i].name, m.name, m.length)) {
            callee.kind = named_callees[i].kind;
            callee.skip = named_callees[i].skip;
        }
    if (gac__builtin_by_name(m.name, m.length, &callee.builtin))
        callee.kind = GAC__CALLEE_BUILTIN;
    if (gac__atomic_by_name(m.name, m.length, &atomic) && !atomic.expects) {
        callee.kind = GAC__CALLEE_ATOMIC;
        callee.loads = atomic.opcode == SpvOpAtomicLoad;
    }
    if (callee.kind == GAC__CALLEE_OTHER && m.length > n_prefix
        && !memcmp(m.name, prefix, n_prefix)) {
        callee.row =
            gac__async_by_suffix(m.name + n_prefix, m.length - n_prefix);
        callee.kind = callee.row ? GAC__CALLEE_SET_COPY : GAC__CALLEE_OTHER;
    }
    const gac__mangled_type *t = &m.params[callee.skip];
    if (m.n_params > callee.skip && t->pointers == 1)
        callee.element_bytes = gac__mangled_bytes(*t) * (t->n == 3 ? 4u : t->n);
    return callee;
}

/* Whether a call has as many arguments as the builtin has parameters. */
static bool has_parameters(const gac__callee *callee, uint32_t n)
{
    switch (callee->kind) {
    case GAC__CALLEE_COPY: return n == 4;
    case GAC__CALLEE_STRIDED_COPY: return n == 5 + callee->skip;
    case GAC__CALLEE_WAIT: return n == 2 + callee->skip;
    case GAC__CALLEE_ATOMIC: return n >= 1;
    case GAC__CALLEE_SET_COPY: return n == callee->row->n_operands;
    default: return true;
    }
}

static void add_import(gac__sites *s, const gac__function *function)
{
    const gac_module *m = s->m;
    const gac__decoration *d = gac__module_decoration(
        m, function->id, UINT32_MAX, SpvDecorationLinkageAttributes);
    const char *symbol =
        d ? (const char *)d->operands : gac__module_name(m, function->id);
    gac__callee callee = symbol ? classify(symbol) : (gac__callee){0};
    if (callee.kind == GAC__CALLEE_OTHER)
        return;
    s->fences |= callee.kind == GAC__CALLEE_COPY_FENCE;
    s->ids |= callee.kind == GAC__CALLEE_BUILTIN
              && gac__builtin_is_id(callee.builtin);
    callee.function = function->first;
    s->imports[s->n_imports++] = callee;
}

gac__callee gac__sites_callee(const gac__sites *sites, const gac__inst *call)
{
    gac__callee none = {0};
    if (call->opcode != SpvOpFunctionCall || call->n_words < 4)
        return none;
    const gac_module *m = sites->m;
    uint32_t id = call->words[3];
    uint32_t ordinal = id < m->bound ? m->definitions[id] - 1 : UINT32_MAX;
    size_t low = 0, high = sites->n_imports;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sites->imports[middle].function == ordinal)
            return has_parameters(&sites->imports[middle], call->n_words - 4u)
                       ? sites->imports[middle]
                       : none;
        if (sites->imports[middle].function < ordinal)
            low = middle + 1;
        else
            high = middle;
    }
    return none;
}

void gac__sites_local_size(const gac__sites *sites, uint32_t index,
                           uint32_t size_out[3])
{
    const gac_module *m = sites->m;
    size_out[0] = size_out[1] = size_out[2] = 0;
    if (sites->functions[index].size == 0)
        return;
    gac__inst mode = gac__module_inst(m, sites->functions[index].size);
    for (int i = 0; i < 3; i++) {
        uint64_t size = mode.words[3 + i];
        if (mode.opcode == SpvOpExecutionModeId
            && !gac__module_constant(m, mode.words[3 + i], &size))
            size = 0;
        size_out[i] = size <= UINT32_MAX ? (uint32_t)size : 0;
    }
}

/* -- copies and waits ------------------------------------------------------ */

bool gac__is_copy(const gac__sites *sites, const gac__inst *inst)
{
    gac__callee callee;
    const gac__import *import;
    switch (inst->opcode) {
    case SpvOpGroupAsyncCopy:
    case SpvOpUntypedGroupAsyncCopyKHR: return true;
    case SpvOpExtInst:
    case SpvOpExtInstWithForwardRefsKHR:
        import = inst->n_words < 5 ? NULL : gac__module_import(sites->m,
                                                        inst->words[3]);
        return import && import->set == &gac__set_async_copies;
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

static uint32_t index_of(const gac_module *m, uint32_t id)
{
    const gac__function *f = gac__module_function(m, id);
    return f ? (uint32_t)(f - m->functions) : UINT32_MAX;
}

uint32_t gac__call_target(const gac_module *m, const gac__inst *call)
{
    if (call->opcode != SpvOpFunctionCall || call->n_words < 4)
        return UINT32_MAX;
    uint32_t index = index_of(m, call->words[3]);
    return index != UINT32_MAX && m->functions[index].n_blocks > 0 ? index
                                                                   : UINT32_MAX;
}

typedef struct call_edge {
    uint32_t caller, callee; /* indices of functions */
} call_edge;

typedef GAC__VEC(call_edge) call_edges;

static void note_size(gac__sites *s, const gac__inst *inst)
{
    uint32_t f =
        inst->n_words < 6 ? UINT32_MAX : index_of(s->m, inst->words[1]);
    uint32_t mode = inst->opcode == SpvOpExecutionMode
                        ? SpvExecutionModeLocalSize
                        : SpvExecutionModeLocalSizeId;
    if (f != UINT32_MAX && inst->words[2] == mode)
        s->functions[f].size = inst->ordinal;
}

static bool note_call(gac__sites *s, uint32_t f, const gac__inst *call,
                      const gac_allocator *a, call_edges *calls)
{
    uint32_t callee = gac__call_target(s->m, call);
    if (callee == UINT32_MAX)
        return true;
    s->functions[callee].called = true;
    return GAC__VEC_PUSH(a, calls, ((call_edge){f, callee}));
}

/* `f`: index of the function that the instruction is in; UINT32_MAX: none. */
static bool look_at(gac__sites *s, uint32_t f, const gac__inst *inst,
                    const gac_allocator *a, call_edges *calls)
{
    if (inst->opcode == SpvOpExecutionMode
        || inst->opcode == SpvOpExecutionModeId) {
        if (inst->ordinal < s->m->first_function)
            note_size(s, inst);
        return true;
    }
    if (f == UINT32_MAX)
        return true;
    if (!s->functions[f].leads
        && (gac__is_copy(s, inst) || gac__is_wait(s, inst)))
        s->functions[f].leads = true;
    return note_call(s, f, inst, a, calls);
}

/* One pass over the instructions that the parser has noted. */
static bool look_at_all(gac__sites *s, const gac_allocator *a,
                        call_edges *calls)
{
    const gac_module *m = s->m;
    uint32_t f = 0;
    for (size_t k = 0; k < m->notable.n; k++) {
        uint32_t i = m->notable.items[k];
        gac__inst inst = gac__module_inst(m, i);
        while (f < m->n_functions && m->functions[f].end <= i)
            f++;
        bool inside = f < m->n_functions && m->functions[f].first <= i
                      && m->functions[f].n_blocks > 0;
        if (!look_at(s, inside ? f : UINT32_MAX, &inst, a, calls))
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
            call_edge e = calls->items[i];
            changed |=
                s->functions[e.callee].leads && !s->functions[e.caller].leads;
            s->functions[e.caller].leads |= s->functions[e.callee].leads;
        }
    }
}

static void find_entries(gac__sites *s)
{
    const gac_module *m = s->m;
    for (uint32_t i = 0; i < m->n_entries; i++) {
        uint32_t f = index_of(m, m->entries[i].function_id);
        if (f != UINT32_MAX && m->entries[i].model == SpvExecutionModelKernel)
            s->functions[f].kernel = true;
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
