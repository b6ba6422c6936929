/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Flattens a call graph that SPIRV-Tools would search too often. */

/* For each function, SPIRV-Tools search for all functions that it reaches. A
 * chain of n functions takes n^2 steps. The core rules need these searches for
 * two things: the functions that an entry point reaches, and recursion, which
 * only Vulkan forbids.
 *
 * Where the searches are long, calls are replaced by calls of empty functions
 * of the same type. The first sound call of each entry point is replaced by a
 * call of a new function. The new function calls all functions that the entry
 * point reaches, with undefined arguments:
 *
 *     k -> f -> g -> h        becomes        k -> new -> f, g, h
 *                                            f -> empty, g -> empty
 *
 * Only calls whose types are right are replaced, so that errors about calls
 * stay the same. Nothing is changed where undefined values may be errors
 * (shaders), or an entry point is called. */
#include "rewrite/core_internal.h"

/* Visits of functions and calls that SPIRV-Tools make in about 0.1 s. */
#define MOST_VISITS (1u << 20)
#define CALLED UINT32_MAX              /* in place of a search's number */
#define MOST_WORDS ((uint64_t)1 << 22) /* of calls that are added */

typedef struct call_graph {
    gac__core_builder *b;
    gac__words edges; /* indices of the functions that each function calls */
    gac__words sites; /* ordinals of these calls */
    uint32_t *first;  /* index of each function's first edge; n_functions + 1 */
    uint32_t *seen;   /* number of the last search that saw each function */
    uint32_t *queue;  /* the functions that a search has reached */
    uint32_t *sound;  /* index + 1 of each function's first sound edge; 0: not
                         looked for */
    uint32_t visits;
    uint64_t words; /* of calls that are added */
} call_graph;

static bool find_calls(call_graph *g)
{
    const gac_module *m = g->b->m;
    const gac_allocator *a = g->b->allocator;
    for (uint32_t i = 0; i < m->n_functions; i++) {
        g->first[i] = (uint32_t)g->edges.n;
        GAC__EACH_MODULE_INST(m, inst, m->functions[i].first,
                              m->functions[i].end) {
            if (inst.opcode != SpvOpFunctionCall
                || g->b->actions[inst.ordinal] != GAC__ACTION_KEEP)
                continue;
            const gac__function *f = gac__module_function(m, inst.words[3]);
            if (f
                && (!GAC__VEC_PUSH(a, &g->edges, (uint32_t)(f - m->functions))
                    || !GAC__VEC_PUSH(a, &g->sites, inst.ordinal)))
                return false;
        }
    }
    g->first[m->n_functions] = (uint32_t)g->edges.n;
    return true;
}

/* -- searches -------------------------------------------------------------- */

/* Makes search `number`, from 1 on, for the functions that a function reaches.
 * They are queue[1 .. n) then. Returns n. The search stops early when there
 * were too many visits. */
static uint32_t search_from(call_graph *g, uint32_t function, uint32_t number)
{
    uint32_t n = 1;
    g->seen[function] = number;
    g->queue[0] = function;
    for (uint32_t i = 0; i < n && g->visits <= MOST_VISITS; i++) {
        uint32_t at = g->queue[i];
        g->visits += 1 + g->first[at + 1] - g->first[at];
        for (uint32_t k = g->first[at]; k < g->first[at + 1]; k++) {
            uint32_t to = g->edges.items[k];
            if (g->seen[to] != number)
                g->queue[n++] = to;
            g->seen[to] = number;
        }
    }
    return n;
}

static bool is_deep(call_graph *g)
{
    uint32_t n = g->b->m->n_functions;
    for (uint32_t i = 0; i < n && g->visits <= MOST_VISITS; i++)
        (void)search_from(g, i, i + 1);
    return g->visits > MOST_VISITS;
}

/* -- calls that may be changed --------------------------------------------- */

static uint32_t entry_function(const gac_module *m, uint32_t entry)
{
    const gac__function *f =
        gac__module_function(m, m->entries[entry].function_id);
    return f ? (uint32_t)(f - m->functions) : UINT32_MAX;
}

/* Whether a function has a type, and a call of it, which has one word more than
 * the type, fits one instruction. */
static bool has_type(const gac_module *m, const gac__function *f,
                     gac__inst *type_out)
{
    return gac__module_def(m, f->type_id, type_out)
           && type_out->opcode == SpvOpTypeFunction
           && type_out->n_words < UINT16_MAX;
}

/* Whether a call's types are right. `type`: OpTypeFunction of the callee. */
static bool is_sound(const call_graph *g, uint32_t edge, gac__inst *type)
{
    const gac_module *m = g->b->m;
    gac__inst call = gac__module_inst(m, g->sites.items[edge]);
    uint32_t n, first = gac__core_call_operands(m, &call, &n);
    if (!has_type(m, &m->functions[g->edges.items[edge]], type)
        || type->n_words != n + 3u || type->words[2] != call.type_id)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (gac__module_type_of(m, call.words[first + i]) != type->words[3 + i])
            return false;
    return true;
}

/* The edge of a function's first sound call, or the end of its edges. The
 * result is cached, since many entry points may share a function. */
static uint32_t first_sound(const call_graph *g, uint32_t function)
{
    gac__inst type;
    uint32_t k = g->first[function];
    if (g->sound[function])
        return g->sound[function] - 1;
    while (k < g->first[function + 1] && !is_sound(g, k, &type))
        k++;
    g->sound[function] = k + 1;
    return k;
}

/* Whether each function has a type, no entry point is called, and each entry
 * point with calls has a sound one. */
static bool may_change(const call_graph *g)
{
    const gac_module *m = g->b->m;
    gac__inst type;
    if (gac__module_has_capability(m, SpvCapabilityShader))
        return false;
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (!has_type(m, &m->functions[i], &type))
            return false;
    memset(g->seen, 0, m->n_functions * sizeof *g->seen);
    for (size_t k = 0; k < g->edges.n; k++)
        g->seen[g->edges.items[k]] = CALLED;
    bool ok = true;
    for (uint32_t i = 0; i < m->n_entries && ok; i++) {
        uint32_t f = entry_function(m, i);
        ok = f != UINT32_MAX && m->entries[i].model == SpvExecutionModelKernel
             && g->seen[f] != CALLED
             && (g->first[f] == g->first[f + 1]
                 || first_sound(g, f) < g->first[f + 1]);
    }
    return ok;
}

/* -- changes --------------------------------------------------------------- */

static void change(call_graph *g, uint32_t edge, uint32_t which)
{
    if (which == UINT32_MAX)
        return;
    g->b->actions[g->sites.items[edge]] = GAC__ACTION_CALL;
    g->b->calls[g->sites.items[edge]] = which;
}

/* Replaces an entry point's first sound call by a call of a function that calls
 * all functions which the entry point reaches. */
static void gather(call_graph *g, uint32_t function, uint32_t n)
{
    gac__core_builder *b = g->b;
    uint32_t edge = first_sound(g, function), first = (uint32_t)b->callees.n;
    gac__inst type;
    if (!is_sound(g, edge, &type))
        return;
    for (uint32_t i = 1; i < n; i++)
        if (!GAC__VEC_PUSH(b->allocator, &b->callees,
                           b->m->functions[g->queue[i]].id))
            b->out_of_memory = true;
    uint32_t which = gac__core_new_signature(b, type.words[2], type.words + 3,
                                             type.n_words - 3u, type.result_id);
    if (b->out_of_memory)
        return;
    b->signatures.items[which].first_callee = first;
    b->signatures.items[which].n_callees = n - 1;
    change(g, edge, which);
}

static void change_all(call_graph *g)
{
    gac__core_builder *b = g->b;
    for (uint32_t i = 0; i < b->m->n_functions; i++)
        for (uint32_t k = g->first[i]; k < g->first[i + 1]; k++) {
            gac__inst type;
            if (b->actions[g->sites.items[k]] == GAC__ACTION_KEEP
                && is_sound(g, k, &type))
                change(g, k,
                       gac__core_signature(b, type.words[2], type.words + 3,
                                           type.n_words - 3u));
        }
}

/* An upper bound of the words that calls of all functions take which a search
 * has reached. Undefined arguments are included. */
static uint64_t words_of_calls(const call_graph *g, uint32_t n)
{
    uint64_t words = 0;
    gac__inst type;
    for (uint32_t i = 1; i < n; i++)
        if (has_type(g->b->m, &g->b->m->functions[g->queue[i]], &type))
            words += 4 * (uint64_t)type.n_words;
    return words;
}

/* Flattens the graph, unless entry points reach too many functions. */
static void cut(call_graph *g)
{
    const gac_module *m = g->b->m;
    g->visits = 0;
    for (uint32_t i = 0; i < m->n_entries && !g->b->out_of_memory; i++) {
        uint32_t f = entry_function(m, i), k = first_sound(g, f);
        if (g->first[f] == g->first[f + 1]
            || g->b->actions[g->sites.items[k]] == GAC__ACTION_CALL)
            continue;
        uint32_t n = search_from(g, f, i + 1);
        g->words += words_of_calls(g, n);
        if (g->visits > MOST_VISITS || g->words > MOST_WORDS)
            return;
        gather(g, f, n);
    }
    change_all(g);
}

gac_result gac__core_cut_calls(gac__core_builder *b)
{
    uint32_t n_functions = b->m->n_functions;
    call_graph g = {.b = b};
    if (n_functions == 0)
        return GAC_OK;
    size_t n = 4 * (size_t)n_functions + 1;
    g.first = gac__alloc_zero(b->allocator, n, sizeof *g.first);
    bool ok = g.first && find_calls(&g);
    if (ok) {
        g.seen = g.first + n_functions + 1;
        g.queue = g.seen + n_functions;
        g.sound = g.queue + n_functions;
        if (is_deep(&g) && may_change(&g))
            cut(&g);
    }
    gac__free(b->allocator, g.first, n, sizeof *g.first);
    GAC__VEC_FREE(b->allocator, &g.edges);
    GAC__VEC_FREE(b->allocator, &g.sites);
    return ok ? GAC_OK : GAC_ERR_MEMORY;
}
