/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Kernels by name, and execution modes by function: both are sorted, since a
 * module may have thousands of each. */
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

/* The index of a function's first mode, or, if it has none, of the first mode
 * behind it. */
static uint32_t first_mode(const gac_module *m, uint32_t function_id)
{
    return GAC__FIRST_FROM(m->modes, m->n_modes, function_id, function_id);
}

const gac__mode *gac__module_modes(const gac_module *m, uint32_t function_id,
                                   uint32_t *n_out)
{
    uint32_t first = first_mode(m, function_id), end = first;
    while (end < m->n_modes && m->modes[end].function_id == function_id)
        end++;
    *n_out = end - first;
    return end > first ? m->modes + first : NULL;
}

/* Whether a mode makes its entry point an initializer or a finalizer, which is
 * not offered as a kernel. */
static bool is_set_aside(const gac_module *m, const gac__mode *mode)
{
    gac__inst inst = gac__module_inst(m, mode->ordinal);
    return inst.opcode == SpvOpExecutionMode && inst.n_words > 2
           && (inst.words[2] == SpvExecutionModeInitializer
               || inst.words[2] == SpvExecutionModeFinalizer);
}

/* -- kernels --------------------------------------------------------------- */

/* Moves initializers and finalizers behind the other kernels, if there are any
 * others. `aside[i]`: mode i, or a later one of the same function, makes it one
 * of these. gac_module.by_name has those that move meanwhile. */
static void part_kernels(gac_module *m, const bool *aside)
{
    uint32_t n = 0, n_behind = 0;
    for (uint32_t k = 0; k < m->n_kernels; k++) {
        const gac__entry_point *entry = &m->entries[m->kernels[k]];
        uint32_t mode = first_mode(m, entry->function_id);
        if (mode < m->n_modes
            && m->modes[mode].function_id == entry->function_id && aside[mode])
            m->by_name[n_behind++] = entry;
        else
            m->kernels[n++] = m->kernels[k];
    }
    for (uint32_t k = 0; k < n_behind; k++)
        m->kernels[n + k] = (uint32_t)(m->by_name[k] - m->entries);
    if (n > 0) {
        m->n_kernels = n;
        m->n_set_aside = n_behind;
    }
}

/* Finds initializers and finalizers among the kernels. False: out of memory. */
static bool set_aside(gac_module *m)
{
    const gac_allocator *a = &m->context->allocator;
    const uint32_t n_modes = m->n_modes;
    bool any = false;
    for (uint32_t k = 0; m->n_kernels && k < n_modes && !any; k++)
        any = is_set_aside(m, &m->modes[k]);
    if (!any)
        return true;
    bool *aside = gac__alloc_zero(a, n_modes, sizeof *aside);
    if (!aside)
        return false;
    for (uint32_t k = n_modes; k-- > 0;)
        aside[k] =
            is_set_aside(m, &m->modes[k])
            || (k + 1 < n_modes && aside[k + 1]
                && m->modes[k + 1].function_id == m->modes[k].function_id);
    part_kernels(m, aside);
    gac__free(a, aside, n_modes, sizeof *aside);
    return true;
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
    if (m->n_modes)
        qsort(m->modes, m->n_modes, sizeof *m->modes, compare_modes);
    if (!set_aside(m))
        return GAC_ERR_MEMORY;
    sort_names(m);
    return GAC_OK;
}

/* The first of `n` kernels of this name. */
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
