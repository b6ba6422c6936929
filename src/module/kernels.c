/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels by name, and execution modes by function: a module has thousands of
 * them, and each is looked for. */
#include <stdlib.h>
#include <string.h>

#include "module/module_internal.h"

/* -- execution modes ------------------------------------------------------- */

static int compare_modes(const void *a, const void *b)
{
    const gac__mode *x = a, *y = b;
    if (x->function_id != y->function_id)
        return x->function_id < y->function_id ? -1 : 1;
    return x->ordinal < y->ordinal ? -1 : x->ordinal > y->ordinal;
}

const gac__mode *gac__module_modes(const gac_module *m, uint32_t function_id,
                                   uint32_t *n_out)
{
    uint32_t low = 0, high = m->n_modes;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->modes[middle].function_id < function_id)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < m->n_modes && m->modes[high].function_id == function_id)
        high++;
    *n_out = high - low;
    return high > low ? m->modes + low : NULL;
}

/* Whether a mode says that its entry point is no kernel to be chosen, but runs
 * before the first one or after the last. */
static bool is_set_aside(const gac_module *m, const gac__mode *mode)
{
    gac__inst inst = gac__module_inst(m, mode->ordinal);
    return inst.opcode == SpvOpExecutionMode && inst.n_words > 2
           && (inst.words[2] == SpvExecutionModeInitializer
               || inst.words[2] == SpvExecutionModeFinalizer);
}

/* -- kernels --------------------------------------------------------------- */

static bool is_aside(const gac_module *m, uint32_t kernel)
{
    uint32_t n;
    const gac__mode *modes =
        gac__module_modes(m, m->entries[kernel].function_id, &n);
    bool aside = false;
    for (uint32_t k = 0; k < n; k++)
        aside |= is_set_aside(m, &modes[k]);
    return aside;
}

/* Puts the kernels that are set aside behind the others, if there are such. */
static void part_kernels(gac_module *m, uint32_t *behind)
{
    uint32_t n = 0, n_behind = 0;
    for (uint32_t k = 0; k < m->n_kernels; k++)
        if (is_aside(m, m->kernels[k]))
            behind[n_behind++] = m->kernels[k];
        else
            m->kernels[n++] = m->kernels[k];
    for (uint32_t k = 0; k < n_behind; k++)
        m->kernels[n + k] = behind[k];
    if (n > 0) {
        m->n_kernels = n;
        m->n_set_aside = n_behind;
    }
}

static int compare_names(const void *a, const void *b)
{
    const gac__entry_point *const *x = a, *const *y = b;
    int order = strcmp((*x)->name, (*y)->name);
    return order ? order : *x < *y ? -1 : *x > *y;
}

static void sort_names(gac_module *m)
{
    for (uint32_t k = 0; k < m->n_kernels + m->n_set_aside; k++)
        m->by_name[k] = &m->entries[m->kernels[k]];
    if (m->n_kernels)
        qsort(m->by_name, m->n_kernels, sizeof *m->by_name, compare_names);
    if (m->n_set_aside)
        qsort(m->by_name + m->n_kernels, m->n_set_aside, sizeof *m->by_name,
              compare_names);
}

gac_result gac__sort_kernels(gac_module *m)
{
    const gac_allocator *a = &m->context->allocator;
    const uint32_t n = m->n_kernels;
    bool any = false;
    if (m->n_modes)
        qsort(m->modes, m->n_modes, sizeof *m->modes, compare_modes);
    for (uint32_t k = 0; n && k < m->n_modes && !any; k++)
        any = is_set_aside(m, &m->modes[k]);
    uint32_t *behind = any ? gac__alloc_zero(a, n, sizeof *behind) : NULL;
    if (any && !behind)
        return GAC_ERR_MEMORY;
    if (any)
        part_kernels(m, behind);
    gac__free(a, behind, any ? n : 0, sizeof *behind);
    sort_names(m);
    return GAC_OK;
}

/* The first of `n` kernels that has the name. */
static const gac__entry_point *find_name(const gac__entry_point *const *names,
                                         uint32_t n, const char *name)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(names[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && !strcmp(names[low]->name, name) ? names[low] : NULL;
}

const gac__entry_point *gac__module_kernel(const gac_module *m,
                                           const char *name)
{
    const gac__entry_point *found = find_name(m->by_name, m->n_kernels, name);
    if (!found && m->n_set_aside)
        found = find_name(m->by_name + m->n_kernels, m->n_set_aside, name);
    return found;
}
