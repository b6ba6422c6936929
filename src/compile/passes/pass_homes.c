/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Where slots are accessed, how an access becomes a value, and the slots that
 * this is all there is to: those that are stored to before they are loaded, in
 * one block and in no other. Most are of that kind: they go first, all at once.
 */
#include "compile/passes/pass_mem2reg.h"

#define NO_SLOT GAC__NO_SLOT

/* -- where slots are accessed ---------------------------------------------- */

/* The slot that an access goes to; NO_SLOT: none. A variable's slots often are
 * elements of one size that are accessed in their order. */
static uint32_t slot_index(const gac__promoter *p, const gac__ir_inst *i)
{
    const gac__slot_variable *v = &p->variables[p->base[i->args[0]] - 1];
    if (v->rejected || gac__is_forget(i))
        return NO_SLOT;
    int64_t at = p->offset[i->args[0]] + i->imm2; /* near: not rejected */
    uint32_t guess = (uint32_t)at >> gac__slot_shift((gac__ty)i->ty);
    if (guess < v->n_slots
        && p->slots.items[v->first_slot + guess].offset == at)
        return v->first_slot + guess;
    for (uint32_t s = v->first_slot; s < v->first_slot + v->n_slots; s++)
        if (p->slots.items[s].offset == at)
            return s;
    return NO_SLOT;
}

uint32_t gac__slots_forgotten(const gac__promoter *p, const gac__ir_inst *i,
                              uint32_t *first_out)
{
    uint32_t base = gac__is_forget(i) ? gac__slot_base(p, i->args[0]) : 0;
    if (!base || p->variables[base - 1].rejected)
        return *first_out = 0;
    *first_out = p->variables[base - 1].first_slot;
    return *first_out + p->variables[base - 1].n_slots;
}

/* -- accesses become values ------------------------------------------------ */

/* A load or a store becomes a move of its bits into a value of type `ty`. */
static void become_move(gac__ir_inst *i, uint8_t ty, uint32_t value)
{
    i->op = GAC__IR_MOV;
    i->ty = ty;
    i->args[0] = value;
    i->n_args = 1;
    i->sub = 0;
    i->imm2 = 0;
}

/* What a store brings to a slot of type `ty`: of another type but the same
 * size, the bits. 0: memory is out. */
static uint32_t stored_value(gac__ir *ir, gac__ir_inst *i, uint8_t ty)
{
    uint32_t value = i->args[1];
    if (ir->values[value].ty == ty) {
        i->n_args = 0;
        return value;
    }
    i->result = gac__ir_new_value(ir, (gac__ty)ty, i);
    become_move(i, ty, value);
    i->imm = 0;
    i->flags = 0;
    return i->result;
}

bool gac__slot_replace(gac__promoter *p, gac__ir_inst *i, uint8_t ty,
                       uint32_t *value)
{
    gac__ir *ir = p->ir;
    if (i->op == GAC__IR_STORE)
        return (*value = stored_value(ir, i, ty)) != 0;
    if (!*value)
        *value = gac__ir_undef(ir, (gac__ty)ty, GAC__UNDEF_MEMORY);
    if (i->ty == ty) {
        uint32_t known = gac__slot_resolve(p, *value);
        if (known == i->result) /* only where a use precedes its definition */
            known = gac__ir_undef(ir, (gac__ty)ty, GAC__UNDEF_MEMORY);
        p->replacement[i->result] = known;
        i->n_args = 0;
        return known != 0;
    }
    become_move(i, i->ty, *value);
    return *value != 0;
}

/* -- slots of one block ---------------------------------------------------- */

#define SEVERAL (UINT32_MAX - 1) /* blocks */

/* What is known of each slot: where it is accessed, and what it holds there. */
typedef struct home {
    uint32_t block; /* NO_SLOT: nowhere so far */
    uint32_t value;
} home;

/* Finds the homes, and each access's slot; returns how many slots have one
 * block. */
static uint32_t find_homes(gac__promoter *p, home *homes)
{
    uint32_t n_local = 0;
    for (size_t k = 0; k < p->accesses.n; k++) {
        gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot = slot_index(p, x->inst), b = x->block;
        if (s == NO_SLOT || homes[s].block == b || homes[s].block == SEVERAL)
            continue;
        bool local = homes[s].block == NO_SLOT
                     && (x->inst->op == GAC__IR_STORE || b == 0);
        n_local += local;
        n_local -= homes[s].block != NO_SLOT;
        homes[s].block = local ? b : SEVERAL;
    }
    return n_local;
}

/* Replaces the accesses to slots of one block. */
static gac_result rename_homes(gac__promoter *p, home *homes)
{
    for (size_t k = 0; k < p->accesses.n; k++) {
        const gac__slot_access *x = &p->accesses.items[k];
        uint32_t s = x->slot, lost,
                 end = gac__slots_forgotten(p, x->inst, &lost);
        GAC__TRY(gac__ir_watch(p->ir, 1));
        for (; lost < end; lost++)
            if (homes[lost].block == x->block)
                homes[lost].value = 0;
        if (s != NO_SLOT && homes[s].block != SEVERAL
            && !gac__slot_replace(p, x->inst, p->slots.items[s].ty,
                                  &homes[s].value))
            return GAC_ERR_MEMORY;
    }
    return GAC_OK;
}

/* Drops the slots of one block and their accesses. */
static void forget_homes(gac__promoter *p, home *homes)
{
    uint32_t kept = 0;
    for (uint32_t n = 0; n < p->n_variables; n++) {
        gac__slot_variable *v = &p->variables[n];
        uint32_t first = v->first_slot, end = first + v->n_slots;
        if (v->rejected)
            continue;
        v->first_slot = kept;
        for (uint32_t s = first; s < end; s++) {
            bool stays = homes[s].block == SEVERAL;
            homes[s].value = stays ? kept : NO_SLOT; /* its new number */
            if (stays)
                p->slots.items[kept++] = p->slots.items[s];
        }
        v->n_slots = kept - v->first_slot;
    }
    p->slots.n = kept;
    size_t n_left = 0;
    for (size_t k = 0; k < p->accesses.n; k++) {
        gac__slot_access x = p->accesses.items[k];
        if (x.slot != NO_SLOT)
            x.slot = homes[x.slot].value;
        if (x.slot != NO_SLOT || gac__is_forget(x.inst))
            p->accesses.items[n_left++] = x;
    }
    p->accesses.n = n_left;
}

gac_result gac__promote_homes(gac__promoter *p)
{
    const gac_allocator *al = &p->ir->module->context->allocator;
    size_t n = p->slots.n;
    home *homes = gac__alloc_zero(al, n, sizeof *homes);
    gac_result result = homes ? GAC_OK : GAC_ERR_MEMORY;
    for (size_t s = 0; !result && s < n; s++)
        homes[s].block = NO_SLOT;
    if (!result && find_homes(p, homes)) {
        result = rename_homes(p, homes);
        forget_homes(p, homes);
    }
    gac__free(al, homes, n, sizeof *homes);
    return result;
}
