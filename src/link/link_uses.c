/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds the variables that an entry point lists: those that its function uses,
 * and the functions that it leads to.
 *
 * What a function uses itself is found once, whatever number of entry points
 * lead to it. */
#include "link/link_internal.h"

#include "module/types.h"

void gac__link_uses_init(gac__link_uses *u, gac__linker *l, bool all_classes)
{
    *u = (gac__link_uses){.l = l, .all_classes = all_classes};
    u->ranges = gac__link_alloc(l, l->n_globals, sizeof *u->ranges);
    u->noted = gac__link_alloc(l, l->n_globals, sizeof *u->noted);
    u->seen = gac__link_alloc(l, l->n_globals, sizeof *u->seen);
}

void gac__link_uses_free(gac__link_uses *u)
{
    GAC__VEC_FREE(u->l->a, &u->used);
    GAC__VEC_FREE(u->l->a, &u->functions);
    GAC__VEC_FREE(u->l->a, &u->variables);
}

/* Whether a global is a variable that an entry point has to list if it uses
 * it. */
static bool is_listed(const gac__link_uses *u, uint32_t global)
{
    const gac__link_module *owner = gac__link_owner(u->l, global);
    uint32_t class = gac__module_storage_class(owner->m, global - owner->base);
    gac__inst def = gac__link_def(u->l, global);
    return def.opcode == SpvOpVariable && def.ordinal < owner->m->first_function
           && (u->all_classes || class == SpvStorageClassInput
               || class == SpvStorageClassOutput);
}

static void note_use(void *user, uint32_t word, uint32_t id)
{
    gac__link_uses *u = user;
    gac__linker *l = u->l;
    uint32_t global = gac__link_global(l, l->owners[u->function], id);
    (void)word;
    if (global == UINT32_MAX)
        return;
    global = gac__link_find(l, global);
    if (u->noted[global] == u->function + 1
        || (!gac__link_is_function(l, global) && !is_listed(u, global)))
        return;
    u->noted[global] = u->function + 1;
    GAC__LINK_PUSH(l, &u->used, global);
}

/* Finds what a function uses itself. */
static gac__link_range uses_of(gac__link_uses *u, uint32_t function)
{
    gac__linker *l = u->l;
    const gac__link_module *owner = gac__link_owner(l, function);
    const gac__function *f =
        gac__module_function(owner->m, function - owner->base);
    if (u->ranges[function].known)
        return u->ranges[function];
    gac__link_range range = {.first = u->used.n, .known = true};
    u->function = function;
    GAC__EACH_MODULE_INST(owner->m, inst, f ? f->first : 0, f ? f->end : 0) {
        gac__link_visit_ids(l, l->owners[function], &inst, note_use, u);
    }
    range.end = u->used.n;
    return u->ranges[function] = range;
}

static void see(gac__link_uses *u, gac__link_list *to, uint32_t global)
{
    if (u->seen[global])
        return;
    u->seen[global] = 1;
    GAC__LINK_PUSH(u->l, to, global);
}

static void clear(gac__link_uses *u, gac__link_list *globals)
{
    for (size_t i = 0; i < globals->n; i++)
        u->seen[globals->items[i]] = 0;
    globals->n = 0;
}

void gac__link_uses_find(gac__link_uses *u, uint32_t function)
{
    gac__linker *l = u->l;
    clear(u, &u->functions);
    clear(u, &u->variables);
    see(u, &u->functions, function);
    for (size_t i = 0; i < u->functions.n && l->result == GAC_OK; i++) {
        gac__link_range range = uses_of(u, u->functions.items[i]);
        for (size_t k = range.first; k < range.end; k++) {
            uint32_t global = u->used.items[k];
            see(u,
                gac__link_is_function(l, global) ? &u->functions
                                                 : &u->variables,
                global);
        }
    }
}
