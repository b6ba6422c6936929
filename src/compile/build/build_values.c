/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Slots: what ids stand for. */
#include "compile/build/build_emit.h"
#include "module/reports.h"
#include "module/types.h"

/* -- slots ----------------------------------------------------------------- */

gac__slot *gac__build_new_slot(gac__builder *b, void **entry)
{
    gac__slot *slot = entry ? gac__build_alloc(b, 1, sizeof *slot) : NULL;
    if (entry)
        *entry = slot;
    return slot;
}

/* Whether the block that bound a slot dominates the block at `rank`. */
static bool reaches(const gac__builder *b, const gac__slot *slot, uint32_t rank)
{
    const gac__fn *fn = b->frame->fn;
    if (slot->rank >= fn->order.n || rank >= fn->order.n)
        return false;
    return gac__dominates(&fn->tree, fn->order.node[slot->rank],
                          fn->order.node[rank]);
}

/* Reports why an id has no value here. */
static void refuse(gac__builder *b, uint32_t id)
{
    gac__inst def;
    if (!gac__module_def(b->m, id, &def)) {
        gac__build_invalid(b, "%%%u is not defined.", id);
        return;
    }
    bool is_function = def.opcode == SpvOpFunction
                       || def.opcode == SpvOpConstantFunctionPointerINTEL;
    if (def.ordinal >= b->m->first_function && !is_function) {
        gac__build_invalid(b, "%%%u is used where it has no value.", id);
        return;
    }
    b->inst = def;
    if (is_function)
        gac__build_unsupported(b, "function pointers (%%%u).", id);
    else if (def.type_id)
        gac__build_unsupported(b, "%s.", gac__module_inst_name(b->m, &def));
    else
        gac__build_invalid(b, "%%%u is not a value.", id);
}

gac__slot *gac__build_slot(gac__builder *b, uint32_t id)
{
    if (!gac__build_ok(b))
        return NULL;
    if (id == 0 || id >= b->m->bound) {
        gac__build_invalid(b, "%%%u is not a value.", id);
        return NULL;
    }
    gac__slot *slot = gac__build_slot_of(b, id);
    if (!slot)
        return NULL;
    if (slot->state == GAC__SLOT_READY) {
        if (slot->instance == 0)
            return slot;
        if (b->frame && !b->n_global && slot->instance == b->frame->instance) {
            if (reaches(b, slot, b->frame->rank))
                return slot;
            gac__build_invalid(b,
                               "%%%u is used where its definition does not "
                               "reach.",
                               id);
            return NULL;
        }
    }
    if (slot->state == GAC__SLOT_BUSY) {
        gac__build_invalid(b, "%%%u depends on itself.", id);
        return NULL;
    }
    refuse(b, id);
    return NULL;
}

gac__slot *gac__build_builtin_slot(gac__builder *b, uint32_t id)
{
    gac__slot *slot = gac__build_slot(b, id);
    return slot && slot->is_builtin ? slot : NULL;
}

/* -- reading values -------------------------------------------------------- */

gac__val gac__build_value(gac__builder *b, uint32_t id)
{
    gac__val none = {.shape = gac__build_no_shape()};
    gac__slot *slot = gac__build_slot(b, id);
    if (!slot)
        return none;
    if (slot->is_builtin && !slot->val.c) {
        slot->one = gac__build_materialize_builtin(b, slot);
        slot->val.c = &slot->one;
    }
    return gac__build_ok(b) ? slot->val : none;
}

const uint32_t *gac__build_components(gac__builder *b, uint32_t id, uint32_t n)
{
    gac__val v = gac__build_value(b, id);
    if (v.shape->in_memory || v.shape->n != n) {
        gac__build_invalid(b, "%%%u does not have %u component%s.", id, n,
                           n == 1 ? "" : "s");
        return NULL;
    }
    return v.c;
}

uint32_t gac__build_scalar(gac__builder *b, uint32_t id)
{
    const uint32_t *c = gac__build_components(b, id, 1);
    return c ? c[0] : 0;
}

bool gac__build_const_id(gac__builder *b, uint32_t id, uint64_t *bits)
{
    gac__val v = gac__build_value(b, id);
    return gac__build_ok(b) && !v.shape->in_memory && v.shape->n == 1 && v.c
           && gac__build_is_const(b, v.c[0], bits);
}

uint64_t gac__build_need_const(gac__builder *b, uint32_t id, const char *what)
{
    uint64_t bits = 0;
    if (!gac__build_const_id(b, id, &bits) && gac__build_ok(b))
        gac__build_unsupported(b, "%s that is not a constant (%%%u).", what,
                               id);
    return bits;
}

/* -- binding results ------------------------------------------------------- */

void gac__build_bind_val(gac__builder *b, uint32_t id, gac__val val)
{
    if (!gac__build_ok(b))
        return;
    if (id == 0 || id >= b->m->bound) {
        gac__build_invalid(b, "its result has no id.");
        return;
    }
    gac__slot *slot = gac__build_slot_of(b, id);
    if (!slot)
        return;
    bool global = b->n_global > 0 || !b->frame;
    slot->val = val;
    slot->state = GAC__SLOT_READY;
    slot->instance = global ? 0 : b->frame->instance;
    slot->rank = global ? 0 : b->frame->rank;
    slot->is_builtin = false;
    if (val.shape->in_memory)
        return;
    if (val.shape->n == 1 && val.c) {
        slot->one = val.c[0];
        slot->val.c = &slot->one;
        return;
    }
    gac__build_count(b, val.shape->n);
    uint32_t *copy = gac__build_alloc(b, val.shape->n, sizeof *copy);
    if (copy && val.c)
        memcpy(copy, val.c, val.shape->n * sizeof *copy);
    slot->val.c = copy;
}

void gac__build_bind(gac__builder *b, const gac__inst *i, const uint32_t *c)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (shape->in_memory)
        gac__build_invalid(b, "its result type does not fit.");
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++)
        if (gac__build_ty(b, c[k]) != shape->ty[k])
            gac__build_invalid(b, "its result type does not fit its operands.");
    gac__build_bind_val(b, i->result_id, (gac__val){.shape = shape, .c = c});
}

void gac__build_bind_scalar(gac__builder *b, const gac__inst *i, uint32_t value)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (shape->n != 1)
        gac__build_invalid(b, "its result type is not a scalar.");
    else
        gac__build_bind(b, i, &value);
}

void gac__build_bind_memory(gac__builder *b, const gac__inst *i,
                            uint32_t pointer)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (!shape->in_memory)
        gac__build_invalid(b, "its result type does not fit.");
    gac__build_bind_val(b, i->result_id,
                        (gac__val){.shape = shape, .memory = pointer});
}

void gac__build_bind_value(gac__builder *b, const gac__inst *i, gac__val v)
{
    const gac__shape *shape = gac__build_shape(b, i->type_id);
    if (!gac__build_shape_fits(shape, v.shape))
        gac__build_invalid(b, "its result type does not fit its operands.");
    else if (shape->in_memory)
        gac__build_bind_memory(b, i, v.memory);
    else
        gac__build_bind(b, i, v.c);
}

void gac__build_each(gac__builder *b, const gac__inst *i, uint32_t n,
                     const uint32_t *ids, bool spreads, gac__component *make,
                     const void *how)
{
    const gac__shape *shape = gac__build_result_shape(b, i);
    const uint32_t *from[3] = {NULL};
    uint32_t c[16] = {0}, step[3] = {1, 1, 1};
    for (uint32_t a = 0; a < n; a++) {
        gac__val v = gac__build_value(b, ids[a]);
        bool spread = spreads && !v.shape->in_memory && v.shape->n == 1;
        from[a] = spread ? v.c : gac__build_components(b, ids[a], shape->n);
        if (!from[a] && shape->n)
            return;
        step[a] = spread ? 0 : 1;
    }
    for (uint32_t k = 0; k < shape->n && gac__build_ok(b); k++) {
        uint32_t args[3] = {0};
        for (uint32_t a = 0; a < n; a++)
            args[a] = from[a][k * step[a]];
        c[k] = make(b, how, (gac__ty)shape->ty[k], args);
    }
    gac__build_bind(b, i, c);
}
