/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emits address arithmetic, loads and stores; finds out at compile time what it
 * can of the indices, so that exec need not look at them lane by lane. */
#include "compile/emit/emit.h"
#include "support/features.h"

/* -- instructions ---------------------------------------------------------- */

void gac__emit_lea(gac__emitter *e, const gac__ir_inst *i)
{
    bool uniform = gac__is_uniform(e, i->result);
    gac__lane_inst *o =
        gac__lane_put(e, uniform ? GAC__CODE_LEA_SCALAR : GAC__CODE_LEA, i);
    if (!o)
        return;
    o->ty = i->ty;
    o->index_ty = e->ir->values[i->args[1]].ty;
    o->d = gac__place_of(e, i->result);
    o->a = gac__place_of(e, i->args[0]);
    o->b = gac__place_of(e, i->args[1]);
    o->scale = (uint32_t)i->imm;
    o->imm = i->imm2;
    if (i->imm > UINT32_MAX)
        e->result = GAC_ERR_LIMIT;
    o->flags =
        gac__flag_if(gac__is_uniform(e, i->args[0]), GAC__CODE_A_UNIFORM)
        | gac__flag_if(gac__is_uniform(e, i->args[1]), GAC__CODE_B_UNIFORM)
        | gac__flag_if(!uniform && e->regs.masked[i->result], GAC__CODE_KEEPS)
        | gac__flag_if(i->sub, GAC__CODE_UNSIGNED);
}

static uint32_t index_of(const gac__ir_inst *i)
{
    return i->args[i->n_args - (i->flags & GAC__IR_PLUS ? 2 : 1)];
}

static bool same_shape(const gac__ir_inst *a, const gac__ir_inst *b)
{
    return index_of(a) == index_of(b) && a->imm == b->imm
           && gac__ty_bytes((gac__ty)a->ty) == gac__ty_bytes((gac__ty)b->ty)
           && !((a->flags ^ b->flags) & GAC__IR_UNSIGNED);
}

/* -- what is known of indices ---------------------------------------------- */

/* The place of an index like that of `i` among [first, end); end: none. */
static uint32_t find_place(const gac__emitter *e, const gac__ir_inst *i,
                           uint32_t first, uint32_t end)
{
    while (first < end && !(e->shape[first] && same_shape(e->shape[first], i)))
        first++;
    return first;
}

/* Gives an indexed access the place where exec keeps what it finds out about
 * its index. An earlier one in the chain of blocks may have found it out
 * already. */
static void put_shape(gac__emitter *e, const gac__ir_inst *i,
                      gac__lane_inst *out)
{
    bool fixed =
        GAC__ON(FIXED) && e->shapes[index_of(i)].life == GAC__LIFE_LAUNCH;
    bool known = false;
    uint32_t place = fixed ? find_place(e, i, 0, e->n_fixed) : 0;
    if (fixed && place == e->n_fixed && place < GAC__FIXED_SHAPES) {
        e->n_fixed++;
    } else if (!fixed || place == GAC__FIXED_SHAPES) {
        fixed = false;
        place = find_place(e, i, GAC__FIXED_SHAPES, GAC__INDEX_SHAPES);
        known = place < GAC__INDEX_SHAPES;
        if (!known)
            place = GAC__FIXED_SHAPES
                    + e->next_shape++ % (GAC__INDEX_SHAPES - GAC__FIXED_SHAPES);
    }
    if (fixed) {
        known = e->fixed_trace[place] == e->trace;
        e->fixed_trace[place] = e->trace;
    }
    e->shape[place] = i;
    bool rises = gac__vector_shape_rises(&e->shapes[index_of(i)], e->trace)
                 == GAC__RISES_WITH_ID;
    out->sub = place;
    out->flags |=
        gac__flag_if(known && GAC__ON(KNOWN), GAC__CODE_KNOWN_INDEX)
        | gac__flag_if(fixed, GAC__CODE_FIXED)
        | gac__flag_if(rises, GAC__CODE_RISES)
        | gac__flag_if(i->flags & GAC__IR_PLUS, GAC__CODE_PLUS)
        | gac__flag_if(i->flags & GAC__IR_UNSIGNED, GAC__CODE_UNSIGNED);
}

/* What loads and stores have in common; NULL: memory is out. */
static gac__lane_inst *put_access(gac__emitter *e, gac__code code,
                                  const gac__ir_inst *i)
{
    gac__lane_inst *o = gac__lane_put(e, code, i);
    if (!o)
        return NULL;
    o->ty = i->ty;
    o->align = (uint8_t)i->sub;
    o->imm = i->imm2;
    o->scale = (uint32_t)i->imm;
    o->a = gac__place_of(e, i->args[0]);
    o->sub = GAC__INDEX_SHAPES;
    return o;
}

/* The index goes to `index_out`, what is added to it to `added_out`. */
static void put_index(gac__emitter *e, const gac__ir_inst *i, gac__lane_inst *o,
                      uint32_t *index_out, uint32_t *added_out)
{
    uint32_t index = index_of(i);
    *index_out = gac__place_of(e, index);
    o->index_ty = e->ir->values[index].ty;
    if (i->flags & GAC__IR_PLUS)
        *added_out = gac__place_of(e, i->args[i->n_args - 1]);
    put_shape(e, i, o);
}

void gac__emit_load(gac__emitter *e, const gac__ir_inst *i)
{
    bool to_lanes = !gac__is_uniform(e, i->result);
    gac__code code = i->n_args > 1 && to_lanes        ? GAC__CODE_LOAD_INDEXED
                     : gac__is_uniform(e, i->args[0]) ? GAC__CODE_LOAD_UNIFORM
                                                      : GAC__CODE_LOAD;
    gac__lane_inst *o = put_access(e, code, i);
    if (!o)
        return;
    o->d = gac__place_of(e, i->result);
    o->flags =
        gac__flag_if(to_lanes && e->regs.masked[i->result], GAC__CODE_KEEPS)
        | gac__flag_if(code == GAC__CODE_LOAD_UNIFORM && to_lanes,
                       GAC__CODE_TO_LANES);
    o->row_buffer = e->row_buffer[i->result];
    if (e->memory_operand[i->result]) {
        o->flags |= GAC__CODE_MEMORY_OPERAND;
        o->host_slot = gac__slot_at(e, i->result);
    }
    if (i->n_args > 1)
        put_index(e, i, o, &o->b, &o->c);
}

void gac__emit_store(gac__emitter *e, const gac__ir_inst *i)
{
    gac__code code = i->n_args > 2                    ? GAC__CODE_STORE_INDEXED
                     : gac__is_uniform(e, i->args[0]) ? GAC__CODE_STORE_UNIFORM
                                                      : GAC__CODE_STORE;
    gac__lane_inst *o = put_access(e, code, i);
    if (!o)
        return;
    o->b = gac__place_of(e, i->args[1]);
    o->flags =
        gac__flag_if(gac__is_uniform(e, i->args[1]), GAC__CODE_B_UNIFORM);
    if (i->n_args > 2)
        put_index(e, i, o, &o->c, &o->d);
}
