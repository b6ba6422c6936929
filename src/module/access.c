/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Look-ups in a parsed module: instructions, ids, names, decorations. */
#include "module/module_internal.h"

#include <stdlib.h>

/* -- instructions and ids -------------------------------------------------- */

/* The index of the first function that ends behind an instruction; n_functions
 * if there is none. */
static uint32_t function_behind(const gac_module *m, uint32_t ordinal)
{
    return GAC__FIRST_FROM(m->functions, m->n_functions, end,
                           (uint64_t)ordinal + 1);
}

bool gac__module_block_of(const gac_module *m, uint32_t ordinal,
                          const gac__function **function_out,
                          const gac__block **block_out)
{
    uint32_t low = gac__module_block_behind(m, 0, m->n_blocks, ordinal);
    if (low == m->n_blocks || m->blocks[low].first > ordinal)
        return false;
    if (block_out)
        *block_out = &m->blocks[low];
    if (function_out)
        *function_out = &m->functions[function_behind(m, ordinal)];
    return true;
}

const gac__function *gac__module_function(const gac_module *m, uint32_t id)
{
    uint32_t ordinal = id < m->bound ? m->definitions[id] - 1 : UINT32_MAX;
    uint32_t k = function_behind(m, ordinal);
    return k < m->n_functions && m->functions[k].first == ordinal
               ? &m->functions[k]
               : NULL;
}

const char *gac__module_string(const gac__inst *inst, uint32_t word,
                               uint32_t *n_words_out)
{
    *n_words_out = 0;
    if (word < inst->n_words)
        *n_words_out =
            gac__string_words(inst->words + word, inst->n_words - word);
    return *n_words_out ? (const char *)(inst->words + word) : NULL;
}

/* -- capabilities, extensions, imports, names ------------------------------ */

bool gac__module_has_capability(const gac_module *m, uint32_t capability)
{
    for (uint32_t i = 0; i < m->n_capabilities; i++)
        if (m->capabilities[i] == capability)
            return true;
    return false;
}

/* The grammar's implications are at most three deep. */
static bool implies(uint32_t declared, uint32_t capability, unsigned depth)
{
    if (declared == capability)
        return true;
    for (uint16_t k = 0; depth > 0 && k < gac__kind_row_count; k++) {
        if (strcmp(gac__kind_rows[k].name, "Capability") != 0)
            continue;
        const gac__enumerant_row *row = gac__grammar_enumerant(k, declared);
        for (uint8_t i = 0; row && i < row->n_capabilities; i++)
            if (implies(row->capabilities[i], capability, depth - 1))
                return true;
    }
    return false;
}

bool gac__module_declares(const gac_module *m, uint32_t capability)
{
    for (uint32_t i = 0; i < m->n_capabilities; i++)
        if (implies(m->capabilities[i], capability, 4))
            return true;
    return false;
}

bool gac__module_has_extension(const gac_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->n_extensions; i++)
        if (!strcmp(m->extensions[i], name))
            return true;
    return false;
}

/* Imports are in the table in the order of their instructions. */
const gac__import *gac__module_import(const gac_module *m, uint32_t id)
{
    if (gac__module_def_opcode(m, id) != SpvOpExtInstImport)
        return NULL;
    uint32_t inst = m->definitions[id] - 1;
    uint32_t k = GAC__FIRST_FROM(m->imports, m->n_imports, inst, inst);
    return k < m->n_imports && m->imports[k].inst == inst ? &m->imports[k]
                                                          : NULL;
}

const gac__import *gac__module_import_of(const gac_module *m,
                                         const gac__inst *inst)
{
    return gac__is_ext_inst(inst->opcode) && inst->n_words > inst->first
               ? gac__module_import(m, inst->words[inst->first])
               : NULL;
}

const gac__ext_set *gac__module_set_of(const gac_module *m,
                                       const gac__inst *inst)
{
    const gac__import *import = gac__module_import_of(m, inst);
    return import && inst->n_words > inst->first + 1u ? import->set : NULL;
}

bool gac__module_is_debug_info(const gac_module *m, const gac__inst *inst)
{
    const gac__import *import = gac__module_import_of(m, inst);
    return import && strcmp(import->name, GAC__DEBUG_INFO) == 0;
}

bool gac__module_is_comment(const gac_module *m, const gac__inst *inst)
{
    const gac__import *import = gac__module_import_of(m, inst);
    return import && import->set != &gac__set_async_copies
           && (gac__is_non_semantic(import->name)
               || !strncmp(import->name, "OpenCL.DebugInfo.", 17)
               || !strncmp(import->name, "SPIRV.debug", 11)
               || !strcmp(import->name, "DebugInfo"));
}

const char *gac__module_name(const gac_module *m, uint32_t id)
{
    if (id >= m->bound || m->ids[id].name == 0)
        return NULL;
    gac__inst inst = gac__module_inst(m, m->ids[id].name - 1);
    uint32_t n;
    const char *name = gac__module_string(&inst, 2, &n);
    return name && *name ? name : NULL;
}

/* -- decorations ----------------------------------------------------------- */

/* Order: target, member (the id itself last), kind (groups last), position in
 * the module. */
static int compare_decorations(const void *a, const void *b)
{
    const gac__decoration *x = a, *y = b;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->member != y->member)
        return x->member < y->member ? -1 : 1;
    if (x->decoration != y->decoration)
        return x->decoration < y->decoration ? -1 : 1;
    return x->inst < y->inst ? -1 : x->inst > y->inst;
}

static bool is_sorted(const gac_module *m)
{
    for (uint32_t i = 1; i < m->n_decorations; i++)
        if (compare_decorations(&m->decorations[i - 1], &m->decorations[i]) > 0)
            return false;
    return true;
}

/* An id with more decorations than this has them in consecutive entries. */
#define MAX_LIST 32

/* Links each id's decorations in order, without moving them; false: an id has
 * too many. The loop runs backwards, so that decorations already in order are
 * each inserted at the front. */
static bool link_in_place(gac_module *m)
{
    for (uint32_t i = m->n_decorations; i-- > 0;) {
        gac__decoration *d = &m->decorations[i];
        if (d->target >= m->bound)
            continue;
        uint32_t *at = &m->ids[d->target].decorations;
        while (*at != 0
               && compare_decorations(&m->decorations[*at - 1], d) < 0) {
            if (++m->decorations[*at - 1].n_behind > MAX_LIST)
                return false;
            at = &m->decorations[*at - 1].next;
        }
        if (*at != 0 && m->decorations[*at - 1].n_behind == MAX_LIST)
            return false;
        d->n_behind =
            *at ? (uint16_t)(m->decorations[*at - 1].n_behind + 1) : 0;
        d->next = *at;
        *at = i + 1;
    }
    return true;
}

/* Linking in place avoids random accesses to memory. Decorations are moved only
 * where an id has more than MAX_LIST of them, as in hostile modules. */
void gac__sort_decorations(gac_module *m)
{
    uint32_t n = m->n_decorations;
    if (link_in_place(m))
        return;
    for (uint32_t i = 0; i < n; i++)
        if (m->decorations[i].target < m->bound)
            m->ids[m->decorations[i].target].decorations = 0;
    if (!is_sorted(m))
        qsort(m->decorations, n, sizeof *m->decorations, compare_decorations);
    for (uint32_t i = n; i-- > 0;) {
        gac__decoration *d = &m->decorations[i];
        bool more = i + 1 < n && d[1].target == d->target;
        d->next = more ? i + 2 : 0;
        if (d->target < m->bound)
            m->ids[d->target].decorations = i + 1;
    }
}

/* The first decoration of an id that is not less than (member, decoration);
 * NULL: there is none. */
static const gac__decoration *find_decoration(const gac_module *m, uint32_t id,
                                              uint32_t member,
                                              uint32_t decoration)
{
    gac__decoration key = {
        .target = id, .member = member, .decoration = decoration};
    uint32_t at = m->ids[id].decorations;
    for (int n = 0; n <= MAX_LIST && at != 0; n++) {
        const gac__decoration *d = &m->decorations[at - 1];
        if (compare_decorations(d, &key) >= 0)
            return d;
        at = d->next;
    }
    if (at == 0)
        return NULL;
    uint32_t low = at - 1, high = m->n_decorations;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_decorations(&m->decorations[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->n_decorations ? &m->decorations[low] : NULL;
}

/* The decoration behind `d` if it has this target, member and kind, or `d` is
 * NULL and the first that has; NULL: there is none. */
static const gac__decoration *next_of(const gac_module *m, uint32_t id,
                                      uint32_t member, uint32_t decoration,
                                      const gac__decoration *d)
{
    if (!d)
        d = id < m->bound && m->ids[id].decorations != 0
                ? find_decoration(m, id, member, decoration)
                : NULL;
    else
        d = d->next ? &m->decorations[d->next - 1] : NULL;
    return d && d->target == id && d->member == member
                   && d->decoration == decoration
               ? d
               : NULL;
}

/* The most groups of an id, and the most decorations of one kind, that a
 * look-up searches. Producers write fewer; a hostile module could make each
 * look-up long. */
#define MAX_GROUPS 64

/* The first decoration of this kind on `id` itself, not on a group of it, that
 * has `*value` as its first operand, or any operand if `value` is NULL: one
 * kind may be there several times, with a value each. */
static const gac__decoration *find_own(const gac_module *m, uint32_t id,
                                       uint32_t member, uint32_t decoration,
                                       const uint32_t *value)
{
    const gac__decoration *d = NULL;
    for (uint32_t n = 0; n < MAX_GROUPS; n++) {
        d = next_of(m, id, member, decoration, d);
        if (!d || !value || (d->n_operands > 0 && d->operands[0] == *value))
            return d;
    }
    return NULL;
}

/* The same on `id` or a group of it. */
static const gac__decoration *find_with_groups(const gac_module *m, uint32_t id,
                                               uint32_t member,
                                               uint32_t decoration,
                                               const uint32_t *value)
{
    const gac__decoration *d = find_own(m, id, member, decoration, value);
    const gac__decoration *group = NULL;
    for (uint32_t n = 0; !d && n < MAX_GROUPS; n++) {
        group = next_of(m, id, member, GAC__DECORATION_GROUP, group);
        if (!group)
            return NULL;
        d = find_own(m, group->operands[0], UINT32_MAX, decoration, value);
    }
    return d;
}

const gac__decoration *gac__module_decoration(const gac_module *m, uint32_t id,
                                              uint32_t member,
                                              uint32_t decoration)
{
    return find_with_groups(m, id, member, decoration, NULL);
}

bool gac__module_has_decoration(const gac_module *m, uint32_t id,
                                uint32_t decoration, uint32_t value)
{
    return find_with_groups(m, id, UINT32_MAX, decoration, &value) != NULL;
}
