/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What becomes of the variables of functions while a program is built. */

/* A variable's stores are counted, and whether its address goes out of sight.
 * In the function that it is in, the pointer is made from it by casts and
 * access chains. In functions that are given its address it comes from a
 * parameter, which unoptimised code keeps in a variable of its own: such uses
 * are put aside until the program is complete. */
#include "validate/program/program_build.h"

#define MAX_CHAIN 16
#define MAX_PASSES 4
#define SEVERAL 2 /* stores, of which none is followed */

/* Pointers are not followed that are moved on by more than one step or two, or
 * where more paths meet. */
enum { MAX_MOVE = 8, MAX_WAYS = 8 };

#define MAX_APART 4096u /* instructions among a function's parameters */

const gac__variable *gac__program_variable(const gac__program *p, gac__ref ref)
{
    uint32_t i = gac__program_linked(p, ref, GAC__LINK_VARIABLE);
    return i == UINT32_MAX ? NULL : &p->locals.items[i];
}

gac__ref gac__program_argument(const gac__program *p, uint32_t frame,
                               uint32_t parameter)
{
    const gac__frame *f = &p->frames.items[frame];
    if (f->parent == UINT32_MAX)
        return (gac__ref){0, 0};
    gac__inst call = gac__module_inst(p->m, f->call);
    uint32_t index = parameter - f->function->first_param;
    if (f->function->params_apart && index > MAX_APART)
        return (gac__ref){0, 0};
    if (f->function->params_apart)
        index = 0;
    for (uint32_t i = f->function->first_param;
         f->function->params_apart && i < parameter; i++)
        index +=
            (p->m->words[p->m->offsets[i]] & 0xFFFF) == SpvOpFunctionParameter;
    if (4 + index >= call.n_words)
        return (gac__ref){0, 0};
    return (gac__ref){f->parent, call.words[4 + index]};
}

/* -- pointers that loops move on ------------------------------------------- */

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

/* `inner`: what another phi, of a loop inside, is moved from may be the phi,
 * too. */
static uint32_t moved_from(const gac_module *m, const gac__inst *phi,
                           bool inner)
{
    uint32_t begin = 0;
    bool part = false;
    gac__inst def;
    if (phi->n_words > 3 + 2 * MAX_WAYS)
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

/* -- stores --------------------------------------------------------------- */

static gac__variable *find_variable(gac__inliner *b, uint32_t frame,
                                    uint32_t id)
{
    uint32_t i =
        gac__program_linked(b->p, (gac__ref){frame, id}, GAC__LINK_VARIABLE);
    return i == UINT32_MAX ? NULL : &b->p->locals.items[i];
}

void gac__note_variable(gac__inliner *b, uint32_t frame, const gac__inst *inst)
{
    gac__variable v = {.ref = {frame, inst->result_id}};
    uint32_t n_plain = inst->opcode == SpvOpVariable ? 4 : 5;
    if (inst->n_words > n_plain)
        v.n_stores = SEVERAL; /* its initializer is a store without a place */
    if (!GAC__VEC_PUSH(b->allocator, &b->p->locals, v))
        b->out_of_memory = true;
    else
        gac__program_set_link(b->p, v.ref, GAC__LINK_VARIABLE,
                              (uint32_t)b->p->locals.n - 1);
}

/* -- what is behind a pointer ---------------------------------------------- */

/* Goes from a pointer to what its function makes it from; false: that is too
 * far. */
static bool find_base(const gac__inliner *b, uint32_t *id, gac__inst *def,
                      bool *part_out)
{
    const gac_module *m = b->p->m;
    for (uint32_t n = 0; n <= GAC__MOST_MOVES; n++) {
        *id = gac__pointer_begin(m, *id, MAX_CHAIN, def, part_out);
        *part_out |= def->opcode == SpvOpPhi;
        uint32_t from =
            *id && def->opcode == SpvOpPhi ? gac__moved_from(m, def) : 0;
        if (from == 0)
            return *id != 0;
        *id = from;
    }
    return false;
}

/* Puts a use aside if its pointer may come from another function's variable. */
static void add_far(gac__inliner *b, struct gac__far_use use,
                    const gac__inst *base)
{
    uint32_t storage = gac__module_storage_class(b->p->m, use.id);
    if (b->p->frames.items[use.frame].parent == UINT32_MAX
        || (base->opcode != SpvOpFunctionParameter && base->opcode != SpvOpLoad)
        || (storage != SpvStorageClassFunction
            && storage != SpvStorageClassGeneric))
        return;
    if (!GAC__VEC_PUSH(b->allocator, &b->p->far_uses, use))
        b->out_of_memory = true;
}

/* What such a use, which is known to the last in its function, does. */
static bool escape_to(gac__inliner *b, uint32_t frame, uint32_t id,
                      const gac__variable *holder)
{
    bool part = false;
    uint32_t base = id;
    gac__inst def;
    if (!find_base(b, &base, &def, &part))
        return false;
    if (!gac__is_variable(def.opcode)) {
        struct gac__far_use use = {.frame = frame, .id = id};
        if (holder)
            use.holder = (uint32_t)(holder - b->p->locals.items) + 1;
        add_far(b, use, &def);
        return false;
    }
    gac__variable *v = find_variable(b, frame, base);
    if (v)
        v->escapes = true;
    return v != NULL;
}

bool gac__note_escape(gac__inliner *b, uint32_t frame, uint32_t id)
{
    return escape_to(b, frame, id, NULL);
}

void gac__note_store(gac__inliner *b, uint32_t frame, const gac__inst *inst)
{
    struct gac__far_use use = {frame, inst->words[1], 0, 0, true};
    bool part = false;
    uint32_t base = inst->words[1];
    gac__variable *v = NULL;
    gac__inst def;
    if (find_base(b, &base, &def, &part)) {
        if (gac__is_variable(def.opcode))
            v = find_variable(b, frame, base);
        else
            add_far(b, use, &def);
    }
    if (gac__builds_pointer(b, inst->words[2]))
        (void)escape_to(b, frame, inst->words[2], v);
    if (!v) {
        const gac__op far = {.ordinal = inst->ordinal,
                             .frame = (uint16_t)frame};
        uint32_t storage = gac__module_storage_class(b->p->m, inst->words[1]);
        if (storage == SpvStorageClassFunction
            || storage == SpvStorageClassGeneric)
            b->out_of_memory |=
                !GAC__VEC_PUSH(b->allocator, &b->p->far_stores, far);
        return;
    }
    v->pieces |= part;
    v->n_stores++;
    const gac__frame *f = &b->p->frames.items[frame];
    gac__value *self =
        &b->p->values
             .items[f->first_value + inst->ordinal - f->function->first];
    self->link = GAC__LINK_STORE;
    self->index =
        v->store ? (v->store - f->function->first) & (GAC__MAX_VALUES - 1) : 0;
    v->store = inst->ordinal + 1;
}

/* -- what comes from elsewhere --------------------------------------------- */

/* Whether a variable is but another name for the one thing stored in it. */
static bool is_name(const gac__variable *v)
{
    return v->n_stores == 1 && v->store != 0 && !v->pieces && !v->escapes;
}

/* The variable behind a pointer, whatever function it is in; NULL: none, or
 * several. */
static gac__variable *find_far(gac__inliner *b, uint32_t frame, uint32_t id,
                               bool *part_out)
{
    const gac__program *p = b->p;
    gac__inst def;
    *part_out = false;
    for (int depth = 0; depth < MAX_CHAIN; depth++) {
        if (!find_base(b, &id, &def, part_out))
            return NULL;
        if (gac__is_variable(def.opcode))
            return find_variable(b, frame, id);
        if (def.opcode == SpvOpFunctionParameter) {
            gac__ref from = gac__program_argument(p, frame, def.ordinal);
            frame = from.frame;
            id = from.id;
        } else if (def.opcode == SpvOpLoad) {
            bool part = false;
            gac__inst base;
            id = def.words[3];
            const gac__variable *holder =
                find_base(b, &id, &base, &part) && !part
                    ? find_variable(b, frame, id)
                    : NULL;
            if (!holder || !is_name(holder))
                return NULL;
            id = p->m->words[p->m->offsets[holder->store - 1] + 2];
        } else {
            return NULL;
        }
        if (id == 0)
            return NULL;
    }
    return NULL;
}

/* Returns whether that changes what is known of a variable. */
static bool settle(gac__inliner *b, struct gac__far_use *use)
{
    bool part;
    const gac__variable *holder =
        use->holder ? &b->p->locals.items[use->holder - 1] : NULL;
    if (holder && is_name(holder))
        return false;
    gac__variable *v = find_far(b, use->frame, use->id, &part);
    use->id = 0; /* it is done */
    if (!v)
        return false;
    if (use->store) {
        v->pieces |= part;
        v->n_stores += SEVERAL;
    } else {
        v->escapes = true;
    }
    if (use->op)
        b->p->new_ops.items[use->op - 1].op.kind = GAC__OP_ESCAPE;
    return true;
}

/* A variable that is stored to, or that escapes, holds no one pointer any more:
 * what it held has to be looked at again. After some passes of that, all do. */
void gac__settle_far_uses(gac__inliner *b)
{
    gac__program *p = b->p;
    bool changed = true;
    for (int pass = 0; changed; pass++) {
        changed = false;
        for (size_t i = 0; i < p->far_uses.n; i++) {
            struct gac__far_use *use = &p->far_uses.items[i];
            if (pass >= MAX_PASSES)
                use->holder = 0;
            if (use->id != 0)
                changed |= settle(b, use);
        }
    }
}
