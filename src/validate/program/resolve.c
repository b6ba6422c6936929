/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The sources of values. */

/* Unoptimised code keeps everything in variables. A load equals the value
 * stored if the variable has one store, which dominates the load. So does a
 * parameter equal its argument, and a call the value that its function
 * returns. */
#include "module/types.h"
#include "validate/program/program.h"

#define MAX_CHAIN 64 /* steps from a value to its source */

uint32_t gac__variable_type(const gac_module *m, uint32_t variable)
{
    const uint32_t *words = gac__module_def_words(m, variable);
    switch (gac__words_opcode(words)) {
    case SpvOpVariable: return gac__module_pointee(m, variable);
    case SpvOpUntypedVariableKHR: return words[0] >> 16 > 4 ? words[4] : 0;
    default: return 0;
    }
}

uint32_t gac__without_casts(const gac_module *m, uint32_t id)
{
    for (int depth = 0; depth < 4; depth++) {
        const uint32_t *words = gac__module_def_words(m, id);
        uint32_t opcode = gac__words_opcode(words);
        if (opcode != SpvOpBitcast && opcode != SpvOpCopyObject)
            break;
        id = words[3];
    }
    return id;
}

bool gac__reads_alike(const gac_module *m, uint32_t a, uint32_t b)
{
    const uint32_t *x = gac__module_def_words(m, a);
    const uint32_t *y = gac__module_def_words(m, b);
    return a == b
           || (gac__words_opcode(x) == SpvOpTypePointer
               && gac__words_opcode(y) == SpvOpTypePointer && x[2] == y[2]);
}

/* The value that a load certainly gives; id 0: unknown. */
static gac__ref loaded_value(const gac__program *p, uint32_t frame,
                             const uint32_t *load, uint32_t ordinal)
{
    gac__ref none = {0, 0};
    uint32_t id = gac__without_casts(p->m, load[3]);
    const gac__variable *v = gac__program_variable(p, (gac__ref){frame, id});
    if (v) {
        const gac__pointer_use *use = gac__program_store(p, v->stores);
        if (v->n_stores != 1 || v->partial || v->escapes || !use || use->far
            || !gac__program_before(p, frame, use->store - 1, ordinal))
            return none;
        const uint32_t *store = p->m->words + p->m->offsets[use->store - 1];
        if (!gac__reads_alike(p->m, gac__module_type_of(p->m, store[2]),
                              load[1]))
            return none;
        return (gac__ref){frame, store[2]};
    }
    /* A constant of program scope. */
    const uint32_t *def = gac__module_def_words(p->m, id);
    if (gac__words_opcode(def) == SpvOpVariable && def[0] >> 16 > 4
        && def[3] == SpvStorageClassUniformConstant
        && gac__module_type_of(p->m, def[4]) == load[1])
        return (gac__ref){0, def[4]};
    return none;
}

/* One step to the source; id 0: the value is its own source. */
static gac__ref step_back(const gac__program *p, gac__ref ref, uint32_t ordinal)
{
    const uint32_t *words = p->m->words + p->m->offsets[ordinal];
    uint32_t child;
    switch (words[0] & 0xFFFF) {
    case SpvOpFunctionParameter:
        return gac__program_argument(p, ref.frame, ordinal);
    case SpvOpCopyObject: return (gac__ref){ref.frame, words[3]};
    case SpvOpLoad: return loaded_value(p, ref.frame, words, ordinal);
    case SpvOpFunctionCall:
        child = gac__program_linked(p, ref, GAC__LINK_CALL);
        if (child != UINT32_MAX && p->frames.items[child].returned != 0)
            return (gac__ref){child, p->frames.items[child].returned};
        return (gac__ref){0, 0};
    default: return (gac__ref){0, 0};
    }
}

gac__ref gac__resolve(const gac__program *p, gac__ref ref)
{
    const gac_module *m = p->m;
    for (int depth = 0; depth < MAX_CHAIN; depth++) {
        if (ref.id >= m->bound || m->definitions[ref.id] == 0)
            return ref;
        uint32_t ordinal = m->definitions[ref.id] - 1;
        if (ordinal < m->first_function)
            return (gac__ref){0, ref.id};
        gac__ref next = step_back(p, ref, ordinal);
        if (next.id == 0)
            return ref;
        ref = next;
    }
    return ref;
}

/* -- pointers -------------------------------------------------------------- */

gac__ref gac__pointer_step(const gac__program *p, gac__pointer_trace *t)
{
    const gac__ref none = {0, 0};
    gac__inst *def = &t->def;
    t->ref = gac__resolve(p, t->ref);
    if (t->n++ == MAX_CHAIN || !gac__module_def(p->m, t->ref.id, def)
        || (gac__chain_base(def->opcode) == 0
            && !gac__is_pointer(p->m, t->ref.id))
        || def->opcode == SpvOpConstantNull
        || (def->opcode == SpvOpPhi && t->n_moves++ == GAC__MOST_MOVES)) {
        t->ref = none;
        return none;
    }
    uint32_t word = gac__pointer_word(def->opcode);
    if (def->opcode == SpvOpPhi)
        return (gac__ref){t->ref.frame, gac__moved_from(p->m, def)};
    return word == 0 || word >= def->n_words
               ? none
               : (gac__ref){t->ref.frame, def->words[word]};
}

gac__ref gac__pointer_base(const gac__program *p, gac__ref ref)
{
    gac__pointer_trace t = {.ref = ref};
    while ((ref = gac__pointer_step(p, &t)).id != 0)
        t.ref = ref;
    return t.ref;
}

uint32_t gac__variable_behind(const gac__program *p, gac__ref pointer)
{
    uint32_t own = gac__program_linked(p, pointer, GAC__LINK_VARIABLE);
    return own != UINT32_MAX
               ? own
               : gac__program_linked(p, gac__pointer_base(p, pointer),
                                     GAC__LINK_VARIABLE);
}
