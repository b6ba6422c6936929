/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* The variables of functions: which stores they have, and whether their
 * addresses escape. */

/* In a variable's own function, pointers into it are made from it by casts and
 * access chains. In functions that are given its address, they come from a
 * parameter, which unoptimised code keeps in a variable. So uses of pointers
 * are collected, and resolved once the program is complete. */
#include "module/types.h"
#include "validate/program/program_build.h"

#define MAX_CHAIN 16
#define MAX_PASSES 4
#define SEVERAL 2 /* stores, in place of one that cannot be followed */

/* Limits of phis of pointers: casts and chains of an operand, operands. */
enum { MAX_MOVE = 8, MAX_INCOMING = 8 };

#define MAX_APART 4096u /* instructions among a function's parameters */

gac__variable *gac__program_variable(const gac__program *p, gac__ref ref)
{
    uint32_t i = gac__program_linked(p, ref, GAC__LINK_VARIABLE);
    return i == UINT32_MAX ? NULL : &p->locals.items[i];
}

gac__ref gac__program_argument(const gac__program *p, uint32_t frame,
                               uint32_t parameter)
{
    const gac__ref none = {0, 0};
    const gac__frame *f = &p->frames.items[frame];
    const uint32_t first = f->function->first_param;
    const bool apart = f->function->params_apart;
    uint32_t index = apart ? 0 : parameter - first;
    if (f->parent == UINT32_MAX || (apart && parameter - first > MAX_APART))
        return none;
    for (uint32_t i = first; apart && i < parameter; i++)
        index +=
            (p->m->words[p->m->offsets[i]] & 0xFFFF) == SpvOpFunctionParameter;
    const gac__inst call = gac__module_inst(p->m, f->call);
    return 4 + index < call.n_words
               ? (gac__ref){f->parent, call.words[4 + index]}
               : none;
}

/* -- pointers that loops increment ----------------------------------------- */

uint32_t gac__pointer_begin(const gac_module *m, uint32_t id, uint32_t most,
                            gac__inst *def_out, bool *part)
{
    for (uint32_t n = 0; n < most && gac__module_def(m, id, def_out); n++) {
        uint32_t word = gac__pointer_word(def_out->opcode);
        *part |= gac__chain_base(def_out->opcode) != 0;
        if (word == 0)
            return id;
        if (word >= def_out->n_words)
            return 0;
        id = def_out->words[word];
    }
    return 0;
}

/* `inner`: an operand may also be a phi of an inner loop, whose initial value
 * is the phi. */
static uint32_t moved_from(const gac_module *m, const gac__inst *phi,
                           bool inner)
{
    uint32_t begin = 0;
    bool part = false;
    gac__inst def;
    if (phi->n_words > 3 + 2 * MAX_INCOMING)
        return 0;
    for (uint32_t word = 3; word + 1 < phi->n_words; word += 2) {
        uint32_t id =
            gac__pointer_begin(m, phi->words[word], MAX_MOVE, &def, &part);
        if (id != 0 && id != phi->result_id && inner && def.opcode == SpvOpPhi)
            if (moved_from(m, &def, false) == phi->result_id)
                id = phi->result_id;
        if (id == phi->result_id)
            continue;
        if (id == 0 || (begin != 0 && begin != phi->words[word]))
            return 0;
        begin = phi->words[word];
    }
    return begin;
}

uint32_t gac__moved_from(const gac_module *m, const gac__inst *phi)
{
    return moved_from(m, phi, true);
}

static bool is_function(const gac_module *m, uint32_t pointer)
{
    return gac__module_storage_class(m, pointer) == SpvStorageClassFunction;
}

bool gac__is_choice(const gac_module *m, const gac__inst *inst)
{
    return (inst->opcode == SpvOpSelect || inst->opcode == SpvOpPhi)
           && inst->n_words <= 3 + 2 * MAX_INCOMING
           && is_function(m, inst->result_id);
}

/* -- variables and uses ---------------------------------------------------- */

void gac__note_variable(gac__inliner *b, const gac__inst *inst)
{
    gac__variable v = {.ref = {b->frame, inst->result_id}};
    if (gac__has_initializer(inst))
        v.n_stores = SEVERAL; /* an initializer is no OpStore */
    if (!GAC__VEC_PUSH(b->allocator, &b->p->locals, v))
        b->out_of_memory = true;
    else
        gac__program_set_link(b->p, v.ref, GAC__LINK_VARIABLE,
                              (uint32_t)b->p->locals.n - 1);
}

void gac__note_use(gac__inliner *b, gac__pointer_use use)
{
    uint32_t storage = gac__module_storage_class(b->p->m, use.id);
    use.frame = b->frame;
    if ((storage == SpvStorageClassFunction
         || storage == SpvStorageClassGeneric)
        && !GAC__VEC_PUSH(b->allocator, &b->p->uses, use))
        b->out_of_memory = true;
}

/* -- resolving uses -------------------------------------------------------- */

/* The variable of its own function that a pointer is made from; NULL: none. */
static gac__variable *find_near(const gac__program *p, uint32_t frame,
                                uint32_t id, bool *part_out)
{
    gac__inst def;
    for (uint32_t n = 0; n <= GAC__MOST_MOVES; n++) {
        id = gac__pointer_begin(p->m, id, MAX_CHAIN, &def, part_out);
        if (id == 0 || def.opcode != SpvOpPhi)
            break;
        *part_out = true;
        id = gac__moved_from(p->m, &def);
    }
    return gac__program_variable(p, (gac__ref){frame, id});
}

/* Notes a use of a variable, if there is one, that is no store of its own
 * function's. Returns whether there is. */
static bool note_for(gac__program *p, const gac__pointer_use *use,
                     gac__variable *v)
{
    if (!v)
        return false;
    if (use->choice || use->store) { /* stores that are not followed */
        v->partial |= use->choice;
        v->n_stores += SEVERAL;
        return true;
    }
    v->escapes = true;
    if (use->op)
        p->ops.items[use->op - 1].kind = GAC__OP_ESCAPE;
    return true;
}

/* Adds use `i`, a store, to a list. */
static void link_store(gac__program *p, size_t i, uint32_t *first)
{
    p->uses.items[i].next = *first;
    *first = (uint32_t)i + 1;
}

/* Resolves use `i` if it is of a variable of its own function. */
static void resolve_near_use(gac__program *p, size_t i)
{
    gac__pointer_use *use = &p->uses.items[i];
    bool part = false;
    gac__variable *v = find_near(p, use->frame, use->id, &part);
    use->far = !v;
    if (!v)
        return;
    use->id = 0;
    if (!use->store) {
        (void)note_for(p, use, v);
        return;
    }
    v->partial |= part;
    v->n_stores++;
    link_store(p, i, &v->stores);
}

/* Whether every load of a variable gives the one value that is stored. */
static bool is_alias(const gac__variable *v)
{
    return v && v->n_stores == 1 && v->stores != 0 && !v->partial
           && !v->escapes;
}

/* Resolves a use of a variable of any function; returns whether that changes
 * the variable. */
static bool resolve_far_use(gac__program *p, gac__pointer_use *use)
{
    bool part = false;
    if (use->holder && is_alias(find_near(p, use->frame, use->holder, &part)))
        return false;
    const gac__ref base = gac__pointer_base(p, (gac__ref){use->frame, use->id});
    const gac__pointer_use escaping = {.op = use->op};
    gac__inst def;
    const bool followed = use->store && is_function(p->m, use->id);
    use->id = 0;
    if (!gac__module_def(p->m, base.id, &def) || !gac__is_choice(p->m, &def))
        return note_for(p, use, gac__program_variable(p, base));
    /* All but stores through the choice is as if the variables' addresses
     * escaped; so is a choice among choices. */
    bool changed = false;
    for (uint32_t word = 3; word < def.n_words && !followed; word++) {
        const gac__ref one = {base.frame, def.words[word]};
        changed |= note_for(
            p, &escaping, gac__program_variable(p, gac__pointer_base(p, one)));
    }
    return changed;
}

/* Links the far stores to their variables. */
static void link_far_stores(gac__program *p)
{
    for (size_t i = p->uses.n; i-- > 0;) {
        const gac__pointer_use *own = &p->uses.items[i];
        if (!own->far || !own->store)
            continue;
        const uint32_t pointer = p->m->words[p->m->offsets[own->store - 1] + 1];
        const uint32_t variable =
            gac__variable_behind(p, (gac__ref){own->frame, pointer});
        link_store(p, i,
                   variable == UINT32_MAX ? &p->stores_anywhere
                                          : &p->locals.items[variable].stores);
    }
}

/* A far store or an escape of a variable that holds a pointer may change what
 * other uses resolve to: they are resolved until nothing changes. After some
 * passes, no variable counts as an alias any more. */
void gac__resolve_uses(gac__inliner *b)
{
    gac__program *p = b->p;
    bool changed = true;
    for (size_t i = 0; i < p->uses.n; i++)
        resolve_near_use(p, i);
    for (int pass = 0; changed; pass++) {
        changed = false;
        for (size_t i = 0; i < p->uses.n; i++) {
            gac__pointer_use *use = &p->uses.items[i];
            if (pass >= MAX_PASSES)
                use->holder = 0;
            if (use->id != 0)
                changed |= resolve_far_use(p, use);
        }
    }
    link_far_stores(p);
}
