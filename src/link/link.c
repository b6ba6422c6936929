/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Links modules.
 *
 * First, equal types, constants and strings become one (link_merge.c), so that
 * types can be compared by their ids. Then imports are resolved by name
 * (link_symbols.c). Then the modules are written, section by section, with new
 * ids, without definitions that another one stands for (link_write.c). */
#include "link/link_internal.h"

#include "module/reports.h"
#include "support/maps.h"

#define MAX_INPUTS 4096u
#define MAX_IDS 0x1000000u

struct gac_linked {
    gac_allocator allocator;
    gac__link_list words;
    gac__link_origins origins;
};

/* -- agreement of modules -------------------------------------------------- */

static const char *model_name(uint32_t value)
{
    switch (value) {
    case SpvAddressingModelPhysical32: return "Physical32";
    case SpvAddressingModelPhysical64: return "Physical64";
    case SpvAddressingModelLogical: return "Logical";
    default: return "another one";
    }
}

static void check_models(gac__linker *l)
{
    const gac__link_module *first = &l->modules[0];
    for (uint32_t i = 1; i < l->n_modules; i++) {
        const gac__link_module *other = &l->modules[i];
        if (first->m->addressing_model != other->m->addressing_model)
            gac__link_fault(
                l, "The addressing models differ: %s has %s, %s has %s.",
                first->name, model_name(first->m->addressing_model),
                other->name, model_name(other->m->addressing_model));
        if (first->m->memory_model != other->m->memory_model)
            gac__link_fault(
                l, "The memory models differ: %s has number %u, %s has %u.",
                first->name, first->m->memory_model, other->name,
                other->m->memory_model);
    }
}

/* Checks that no other module has an entry point of this model and name. */
static void check_entry_point(gac__linker *l, uint32_t module,
                              const gac__entry_point *e, gac__name_map *names)
{
    char *name = gac__arena_printf(&l->arena, "%u %s", e->model, e->name);
    gac__slice key = {name, name ? (uint32_t)strlen(name) : 0};
    uint32_t before = module;
    if (name && gac__name_map_get(names, key, &before)) {
        if (before != module)
            gac__link_fault(l, "The entry point \"%s\" is in both %s and %s.",
                            e->name, l->modules[before].name,
                            l->modules[module].name);
        return;
    }
    if (!name || !gac__name_map_put(l->a, names, key, module))
        gac__link_no_memory(l);
}

static void check_entry_points(gac__linker *l)
{
    gac__name_map names = {0};
    for (uint32_t i = 0; i < l->n_modules; i++)
        for (uint32_t k = 0; k < l->modules[i].m->n_entries; k++)
            check_entry_point(l, i, &l->modules[i].m->entries[k], &names);
    gac__name_map_free(l->a, &names);
}

/* -- the state ------------------------------------------------------------- */

static void take_inputs(gac__linker *l, const gac_link_input *inputs,
                        uint32_t n)
{
    l->modules = gac__link_alloc(l, n, sizeof *l->modules);
    l->n_modules = n;
    for (uint32_t i = 0; l->result == GAC_OK && i < n; i++) {
        gac__link_module *module = &l->modules[i];
        module->m = inputs[i].module;
        module->name = inputs[i].name
                           ? inputs[i].name
                           : gac__arena_printf(&l->arena, "module %u", i + 1);
        module->base = l->n_globals;
        module->first_inst = l->n_insts;
        if (!module->name)
            gac__link_no_memory(l);
        else if (module->m->bound > MAX_IDS - l->n_globals)
            l->result = GAC_ERR_LIMIT;
        l->n_globals += module->m->bound;
        l->n_insts += module->m->n_insts;
    }
}

static void take_globals(gac__linker *l)
{
    uint32_t n = l->n_globals;
    l->stands_for = gac__link_alloc(l, n, sizeof *l->stands_for);
    l->facts = gac__link_alloc(l, n, sizeof *l->facts);
    l->new_ids = gac__link_alloc(l, n, sizeof *l->new_ids);
    l->forwards = gac__link_alloc(l, n, sizeof *l->forwards);
    l->owners = gac__link_alloc(l, n, sizeof *l->owners);
    l->states = gac__link_alloc(l, l->n_insts, sizeof *l->states);
    if (l->result != GAC_OK)
        return;
    for (uint32_t i = 0; i < l->n_modules; i++)
        for (uint32_t id = 0; id < l->modules[i].m->bound; id++)
            l->owners[l->modules[i].base + id] = i;
    for (uint32_t g = 0; g < n; g++)
        l->stands_for[g] = g;
    l->next_id = 1;
}

static void note_grouped(gac__linker *l, uint32_t module, uint32_t id)
{
    uint32_t g = gac__link_global(l, module, id);
    if (g != UINT32_MAX)
        l->facts[g] |= GAC__LINK_GROUPED;
}

/* Notes that an instruction declares an id in advance or decorates it by a
 * group or with ids. */
static void take_fact(gac__linker *l, uint32_t module, const gac__inst *inst)
{
    uint32_t g;
    switch (inst->opcode) {
    case SpvOpTypeForwardPointer:
        g = gac__link_global(l, module, inst->words[1]);
        if (g != UINT32_MAX)
            l->forwards[g] = inst->ordinal + 1;
        break;
    case SpvOpDecorateId: note_grouped(l, module, inst->words[1]); break;
    case SpvOpGroupDecorate:
    case SpvOpGroupMemberDecorate:
        for (uint32_t w = 2; w < inst->n_words;
             w += inst->opcode == SpvOpGroupDecorate ? 1 : 2)
            note_grouped(l, module, inst->words[w]);
        break;
    default: break;
    }
}

static void link_all(gac__linker *l)
{
    GAC__EACH_GLOBAL(l, i, inst) {
        take_fact(l, i, &inst);
    }
    check_models(l);
    check_entry_points(l);
    if (gac__link_goes_on(l))
        gac__link_merge(l);
    if (gac__link_goes_on(l))
        gac__link_symbols(l);
    if (l->result == GAC_OK)
        gac__link_write(l);
}

/* -- the interface --------------------------------------------------------- */

static bool are_inputs(const gac_link_input *inputs, size_t n)
{
    if (!inputs || n == 0 || n > MAX_INPUTS)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!inputs[i].module)
            return false;
        for (size_t k = 0; k < i; k++)
            if (inputs[k].module == inputs[i].module)
                return false;
    }
    return true;
}

gac_result gac_link(gac_context *context, const gac_link_input *inputs,
                    size_t n_inputs, const gac_link_options *options,
                    gac_linked **linked_out)
{
    gac_link_options o = {0};
    if (linked_out)
        *linked_out = NULL;
    if (!context || !linked_out || !gac__read_options(&o, sizeof o, options)
        || !are_inputs(inputs, n_inputs))
        return GAC_ERR_ARGUMENT;
    gac__linker l = {
        .context = context, .a = &context->allocator, .library = o.library};
    gac__arena_init(&l.arena, l.a);
    take_inputs(&l, inputs, (uint32_t)n_inputs);
    if (l.result == GAC_OK)
        take_globals(&l);
    if (l.result == GAC_OK)
        link_all(&l);
    gac__context_tell_late(context, l.result, "linked");
    gac_linked *linked = NULL;
    if (l.result == GAC_OK) {
        linked = gac__alloc_zero(l.a, 1, sizeof *linked);
        l.result = linked ? GAC_OK : GAC_ERR_MEMORY;
    }
    if (linked) {
        *linked = (gac_linked){*l.a, l.words, l.origins};
        *linked_out = linked;
    } else {
        GAC__VEC_FREE(l.a, &l.words);
        GAC__VEC_FREE(l.a, &l.origins);
    }
    gac__arena_free(&l.arena);
    return l.result;
}

void gac_linked_destroy(gac_linked *linked)
{
    if (!linked)
        return;
    gac_allocator a = linked->allocator;
    GAC__VEC_FREE(&a, &linked->words);
    GAC__VEC_FREE(&a, &linked->origins);
    gac__free(&a, linked, 1, sizeof *linked);
}

const uint32_t *gac_linked_words(const gac_linked *linked, size_t *n_words_out)
{
    if (n_words_out)
        *n_words_out = linked ? linked->words.n : 0;
    return linked ? linked->words.items : NULL;
}

uint32_t gac_linked_origin(const gac_linked *linked, uint32_t ordinal,
                           uint32_t *input_out)
{
    gac__link_origin origin = {0};
    if (linked && ordinal >= 1 && ordinal <= linked->origins.n)
        origin = linked->origins.items[ordinal - 1];
    if (input_out)
        *input_out = origin.input;
    return origin.ordinal;
}
