/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Resolves imports: an export stands for the imports of its name.
 *
 * "The type of the imported and the exported object must match". Equal types
 * have been merged before, so comparing their globals is enough. */
#include "link/link_internal.h"

#include "module/reports.h"
#include "support/maps.h"

/* A name, and the globals that have it. */
typedef struct named {
    const char *name;
    uint32_t exported; /* the global with Export; UINT32_MAX: none */
    uint32_t once;     /* the first with LinkOnceODR; UINT32_MAX: none */
    uint32_t imported; /* the first with Import; UINT32_MAX: none */
} named;

/* A LinkageAttributes decoration. */
typedef struct linkage {
    uint32_t symbol, global, kind;
} linkage;

typedef struct symbols {
    gac__linker *l;
    gac__name_map names;
    GAC__VEC(named) items;
    GAC__VEC(linkage) linkages;
} symbols;

static const gac__function *function_of(const gac__linker *l, uint32_t global)
{
    const gac__link_module *owner = gac__link_owner(l, global);
    return gac__module_function(owner->m, global - owner->base);
}

static bool has_body(const gac__linker *l, uint32_t global)
{
    const gac__function *f = function_of(l, global);
    return f && f->n_blocks > 0;
}

static const char *owner_name(const gac__linker *l, uint32_t global)
{
    return gac__link_owner(l, global)->name;
}

/* -- collecting ------------------------------------------------------------ */

/* The symbol of a name; NULL: memory is out. The pointer is valid until the
 * next name is looked up. */
static named *find_symbol(symbols *s, const char *name)
{
    gac__slice slice = {name, (uint32_t)strlen(name)};
    uint32_t index = (uint32_t)s->items.n;
    const named none = {name, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    if (gac__name_map_get(&s->names, slice, &index))
        return &s->items.items[index];
    if (!GAC__VEC_PUSH(s->l->a, &s->items, none)
        || !gac__name_map_put(s->l->a, &s->names, slice, index)) {
        gac__link_no_memory(s->l);
        return NULL;
    }
    return &s->items.items[index];
}

/* Notes an export. A second one of the name is a fault. */
static void note_export(symbols *s, named *symbol, uint32_t global)
{
    gac__linker *l = s->l;
    if (symbol->exported != UINT32_MAX && symbol->exported != global)
        gac__link_fault(l, "The symbol \"%s\" is exported by both %s and %s.",
                        symbol->name, owner_name(l, symbol->exported),
                        owner_name(l, global));
    else
        symbol->exported = global;
}

static void note(symbols *s, named *symbol, uint32_t global, uint32_t kind)
{
    gac__linker *l = s->l;
    bool function = gac__link_is_function(l, global);
    if (kind > SpvLinkageTypeLinkOnceODR) {
        gac__link_fault(l, "The symbol \"%s\" has linkage type %u in %s.",
                        symbol->name, kind, owner_name(l, global));
        return;
    }
    if (function && has_body(l, global) == (kind == SpvLinkageTypeImport)) {
        gac__link_fault(l,
                        kind == SpvLinkageTypeImport
                            ? "The symbol \"%s\" is imported by %s, as a "
                              "function that has a body."
                            : "The symbol \"%s\" is exported by %s, as a "
                              "function that has no body.",
                        symbol->name, owner_name(l, global));
        return;
    }
    if (kind == SpvLinkageTypeExport)
        note_export(s, symbol, global);
    else if (kind == SpvLinkageTypeImport && symbol->imported == UINT32_MAX)
        symbol->imported = global;
    else if (kind == SpvLinkageTypeLinkOnceODR && symbol->once == UINT32_MAX)
        symbol->once = global;
    const linkage entry = {(uint32_t)(symbol - s->items.items), global, kind};
    GAC__LINK_PUSH(l, &s->linkages, entry);
}

static void collect(symbols *s, uint32_t module)
{
    const gac_module *m = s->l->modules[module].m;
    for (uint32_t i = 0; i < m->n_decorations; i++) {
        const gac__decoration *d = &m->decorations[i];
        gac__inst inst = gac__module_inst(m, d->inst);
        uint32_t kind, opcode = gac__module_def_opcode(m, d->target);
        const char *name = opcode == SpvOpFunction || opcode == SpvOpVariable
                               ? gac__module_linkage(&inst, &kind)
                               : NULL;
        named *symbol = name ? find_symbol(s, name) : NULL;
        if (symbol)
            note(s, symbol, s->l->modules[module].base + d->target, kind);
    }
}

/* -- resolving ------------------------------------------------------------- */

/* The type of a function or a variable. */
static uint32_t type_of(const gac__linker *l, uint32_t global)
{
    const gac__link_module *owner = gac__link_owner(l, global);
    gac__inst inst = gac__link_def(l, global);
    uint32_t id = inst.opcode != SpvOpFunction ? inst.type_id
                  : inst.n_words > 4           ? inst.words[4]
                                               : 0;
    return gac__module_def_words(owner->m, id)
               ? gac__link_find(l, owner->base + id)
               : UINT32_MAX;
}

/* Drops a function, and the ids that it defines. */
static void leave_out(gac__linker *l, uint32_t global)
{
    const gac__function *f = function_of(l, global);
    const gac__link_module *owner = gac__link_owner(l, global);
    l->facts[global] |= GAC__LINK_GONE;
    GAC__EACH_MODULE_INST(owner->m, inst, f ? f->first : 0, f ? f->end : 0) {
        uint32_t g = gac__link_global(l, l->owners[global], inst.result_id);
        if (g != UINT32_MAX)
            l->facts[g] |= GAC__LINK_GONE;
    }
}

/* Replaces a global by another one of the same name. */
static void replace(gac__linker *l, const char *name, uint32_t global,
                    uint32_t by)
{
    by = gac__link_find(l, by);
    if (gac__link_find(l, global) == by)
        return;
    if (gac__link_is_function(l, global) != gac__link_is_function(l, by)) {
        gac__link_fault(
            l, "The symbol \"%s\" is a %s in %s, and a %s in %s.", name,
            gac__link_is_function(l, global) ? "function" : "variable",
            owner_name(l, global),
            gac__link_is_function(l, by) ? "function" : "variable",
            owner_name(l, by));
        return;
    }
    if (type_of(l, global) != type_of(l, by)) {
        gac__link_fault(l,
                        "The symbol \"%s\" has another type in %s than in %s.",
                        name, owner_name(l, global), owner_name(l, by));
        return;
    }
    l->stands_for[gac__link_find(l, global)] = by;
    if (gac__link_is_function(l, global))
        leave_out(l, global);
    else
        l->facts[global] |= GAC__LINK_GONE;
}

/* Whether a device may provide an import: a builtin variable or function. */
static bool is_provided(const gac__linker *l, const named *symbol)
{
    static const char *const names[] = {"printf", "abort", "__builtin_trap"};
    static const char *const prefixes[] = {"_Z", "__spirv_", "llvm."};
    const gac__link_module *owner = gac__link_owner(l, symbol->imported);
    if (!gac__link_is_function(l, symbol->imported))
        return gac__module_decoration(owner->m, symbol->imported - owner->base,
                                      UINT32_MAX, SpvDecorationBuiltIn);
    for (size_t i = 0; i < GAC__COUNT_OF(names); i++)
        if (!strcmp(symbol->name, names[i]))
            return true;
    for (size_t i = 0; i < GAC__COUNT_OF(prefixes); i++)
        if (!strncmp(symbol->name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

/* The global that stands for all globals of a name. */
static uint32_t chosen(const named *symbol)
{
    if (symbol->exported != UINT32_MAX)
        return symbol->exported;
    return symbol->once != UINT32_MAX ? symbol->once : symbol->imported;
}

static void resolve(symbols *s)
{
    gac__linker *l = s->l;
    for (size_t i = 0; i < s->linkages.n; i++) {
        const linkage *entry = &s->linkages.items[i];
        const named *symbol = &s->items.items[entry->symbol];
        if (entry->kind != SpvLinkageTypeExport)
            replace(l, symbol->name, entry->global, chosen(symbol));
    }
    for (size_t i = 0; i < s->items.n; i++) {
        const named *symbol = &s->items.items[i];
        if (!l->library && symbol->imported != UINT32_MAX
            && chosen(symbol) == symbol->imported && !is_provided(l, symbol))
            gac__link_fault(
                l,
                "The symbol \"%s\" is imported by %s, and nothing exports "
                "it.",
                symbol->name, owner_name(l, symbol->imported));
    }
}

void gac__link_symbols(gac__linker *l)
{
    symbols s = {.l = l};
    for (uint32_t i = 0; i < l->n_modules; i++)
        collect(&s, i);
    if (gac__link_goes_on(l))
        resolve(&s);
    gac__name_map_free(l->a, &s.names);
    GAC__VEC_FREE(l->a, &s.items);
    GAC__VEC_FREE(l->a, &s.linkages);
}
