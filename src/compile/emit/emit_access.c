/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emits address arithmetic, loads and stores. What shapes tell of an index goes
 * into the access's flags, so that exec need not look at its lanes. */
#include "compile/emit/emit.h"
#include "support/features.h"

void gac__emit_lea(gac__emitter *e, const gac__ir_inst *i)
{
    bool uniform = gac__is_uniform(e, i->result);
    gac__lane_inst *o =
        gac__lane_put(e, uniform ? GAC__CODE_LEA_SCALAR : GAC__CODE_LEA, i);
    if (!o)
        return;
    o->ty = i->ty;
    o->index_ty = e->ir->values[i->args[1]].ty;
    o->d = gac__offset_of(e, i->result);
    o->a = gac__offset_of(e, i->args[0]);
    o->b = gac__offset_of(e, i->args[1]);
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

/* -- what is known of indices ---------------------------------------------- */

static uint32_t index_of(const gac__ir_inst *i)
{
    return i->args[i->n_args - (i->flags & GAC__IR_PLUS ? 2 : 1)];
}

/* Whether what exec finds out of one access's index holds for the other's. */
static bool share_record(const gac__ir_inst *a, const gac__ir_inst *b)
{
    return index_of(a) == index_of(b) && a->imm == b->imm
           && gac__ty_bytes((gac__ty)a->ty) == gac__ty_bytes((gac__ty)b->ty)
           && !((a->flags ^ b->flags) & GAC__IR_UNSIGNED);
}

/* The record of an index like that of `i` among [first, end); end: none. */
static uint32_t find_record(const gac__emitter *e, const gac__ir_inst *i,
                            uint32_t first, uint32_t end)
{
    while (first < end
           && !(e->recorded[first] && share_record(e->recorded[first], i)))
        first++;
    return first;
}

/* Gives an indexed access the record of its index, and the flags that describe
 * it. An access before it in the trace may have filled the record. */
static void put_record(gac__emitter *e, const gac__ir_inst *i,
                       gac__lane_inst *out)
{
    bool fixed =
        GAC__ON(FIXED) && e->shapes[index_of(i)].life == GAC__LIFE_LAUNCH;
    bool known = false;
    uint32_t record = fixed ? find_record(e, i, 0, e->n_fixed) : 0;
    if (fixed && record == e->n_fixed && record < GAC__FIXED_SHAPES) {
        e->n_fixed++;
    } else if (!fixed || record == GAC__FIXED_SHAPES) {
        fixed = false;
        record = find_record(e, i, GAC__FIXED_SHAPES, GAC__INDEX_SHAPES);
        known = record < GAC__INDEX_SHAPES;
        if (!known)
            record =
                GAC__FIXED_SHAPES
                + e->next_record++ % (GAC__INDEX_SHAPES - GAC__FIXED_SHAPES);
    }
    if (fixed) {
        known = e->fixed_trace[record] == e->trace;
        e->fixed_trace[record] = e->trace;
    }
    e->recorded[record] = i;
    bool rises = gac__vector_shape_rises(&e->shapes[index_of(i)], e->trace)
                 == GAC__RISES_WITH_ID;
    out->sub = record;
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
    o->a = gac__offset_of(e, i->args[0]);
    return o;
}

/* Sets the operand of the index, and with PLUS of the scalar that is added. */
static void put_index(gac__emitter *e, const gac__ir_inst *i, gac__lane_inst *o,
                      uint32_t *index_out, uint32_t *added_out)
{
    uint32_t index = index_of(i);
    *index_out = gac__offset_of(e, index);
    o->index_ty = e->ir->values[index].ty;
    if (i->flags & GAC__IR_PLUS)
        *added_out = gac__offset_of(e, i->args[i->n_args - 1]);
    put_record(e, i, o);
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
    o->d = gac__offset_of(e, i->result);
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
    o->b = gac__offset_of(e, i->args[1]);
    o->flags =
        gac__flag_if(gac__is_uniform(e, i->args[1]), GAC__CODE_B_UNIFORM);
    if (i->n_args > 2)
        put_index(e, i, o, &o->c, &o->d);
}
