/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Emits address arithmetic, loads and stores; finds out at compile time what it
 * can of the indices, so that exec need not look at them lane by lane. */
#include "compile/emit/emit.h"
#include "support/features.h"

#define MOST_LIFE_DEPTH 64u

/* -- how long values count --------------------------------------------------
 */

/* What a value depends on: memory or a loop; ids and the launch alone; those
 * that are the same in every group. */
enum { LIFE_UNKNOWN, LIFE_VISIT, LIFE_GROUP, LIFE_LAUNCH };

static uint8_t life_of_builtin(uint32_t sub)
{
    switch (sub) {
    case GAC__BUILTIN_LOCAL_ID:
    case GAC__BUILTIN_LOCAL_LINEAR_ID:
    case GAC__BUILTIN_LOCAL_SIZE:
    case GAC__BUILTIN_ENQUEUED_LOCAL_SIZE:
    case GAC__BUILTIN_GLOBAL_SIZE:
    case GAC__BUILTIN_NUM_GROUPS:
    case GAC__BUILTIN_STRIP_LANE:
    case GAC__BUILTIN_STRIP_WIDTH: return LIFE_LAUNCH;
    case GAC__BUILTIN_GROUP_ID:
    case GAC__BUILTIN_GROUP_BASE:
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET:
    case GAC__BUILTIN_GLOBAL_OFFSET:
    case GAC__BUILTIN_WORK_DIM: return LIFE_GROUP;
    default: return LIFE_VISIT;
    }
}

static uint8_t life_of(gac__emitter *e, uint32_t v, uint32_t depth)
{
    const gac__ir_value *value = &e->ir->values[v];
    if (value->kind != GAC__VALUE_INST)
        return LIFE_LAUNCH;
    if (e->life[v] != LIFE_UNKNOWN)
        return e->life[v];
    const gac__ir_inst *i = value->def;
    uint8_t life = i->op == GAC__IR_ARG       ? LIFE_LAUNCH
                   : i->op == GAC__IR_BUILTIN ? life_of_builtin(i->sub)
                                              : LIFE_VISIT;
    if (gac__ir_is_pure(i->op) && depth < MOST_LIFE_DEPTH) {
        life = LIFE_LAUNCH;
        for (uint32_t a = 0; a < i->n_args && life != LIFE_VISIT; a++)
            life = GAC__MIN(life, life_of(e, i->args[a], depth + 1));
    }
    e->life[v] = life;
    return life;
}

/* -- indices that rise by one from lane to lane ------------------------------
 *
 * They are the first local id and sums of it and uniform values. A sum counts
 * only in the block that computes it and those that run at once after it:
 * elsewhere, lanes may hold sums from different rounds of a loop.
 *
 * A sum may wrap. Exec sees that by the first and the last active lane, even
 * behind extensions. Where a strip holds several groups, it knows one lane's
 * index only, and whether that wraps as a number of its own type: extensions
 * count for ids alone, which are too small to wrap.
 */

#define ID_BYTES 2 /* hold every local id: GAC__MAX_STRIP_LANES */

/* Whether v is the first local id itself, in a type that holds it. */
static bool is_id(const gac__emitter *e, uint32_t v)
{
    for (;;) {
        const gac__ir_value *value = &e->ir->values[v];
        if (value->kind != GAC__VALUE_INST
            || gac__ty_bytes((gac__ty)value->ty) < ID_BYTES)
            return false;
        const gac__ir_inst *i = value->def;
        if (i->op == GAC__IR_BUILTIN)
            return i->sub == GAC__BUILTIN_LOCAL_ID && !i->imm;
        if (i->op != GAC__IR_MOV && i->op != GAC__IR_TRUNC
            && i->op != GAC__IR_ZEXT && i->op != GAC__IR_SEXT)
            return false;
        v = i->args[0];
    }
}

/* The chain in which a value rises by one from lane to lane, which is the
 * present one; GAC__ALWAYS: it is made of ids and the launch alone; 0: it does
 * not. */
static uint32_t rising_of(const gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    if (value->kind != GAC__VALUE_INST)
        return 0;
    if (value->def->op == GAC__IR_BUILTIN)
        return value->def->sub == GAC__BUILTIN_LOCAL_ID && !value->def->imm
                   ? GAC__ALWAYS
                   : 0;
    uint32_t chain = e->rising_chain[v];
    return chain == e->chain || chain == GAC__ALWAYS ? chain : 0;
}

/* The same of the sum of a value and what lanes share. */
static uint32_t rising_of_sum(gac__emitter *e, uint32_t v, uint32_t shared)
{
    uint32_t chain = gac__is_uniform(e, shared) ? rising_of(e, v) : 0;
    return chain == GAC__ALWAYS && life_of(e, shared, 0) == LIFE_VISIT
               ? e->chain
               : chain;
}

/* Whether a value is a constant of ones below, so many that no two lanes of a
 * strip have the same number for what rises: exec sees whether it wraps. */
static bool is_wide_mask(const gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    return value->kind == GAC__VALUE_CONST && !(value->bits & (value->bits + 1))
           && value->bits >= GAC__MAX_STRIP_LANES - 1;
}

void gac__note_rising(gac__emitter *e, const gac__ir_inst *i)
{
    uint32_t chain = 0;
    switch (i->op) {
    case GAC__IR_IADD:
        chain = rising_of_sum(e, i->args[0], i->args[1]);
        if (!chain)
            chain = rising_of_sum(e, i->args[1], i->args[0]);
        break;
    case GAC__IR_ISUB: chain = rising_of_sum(e, i->args[0], i->args[1]); break;
    case GAC__IR_MOV:
    case GAC__IR_TRUNC: chain = rising_of(e, i->args[0]); break;
    case GAC__IR_AND:
        if (is_wide_mask(e, i->args[1])
            && (!e->ir->variant.joined || is_id(e, i->args[0])))
            chain = rising_of(e, i->args[0]);
        break;
    case GAC__IR_ZEXT:
    case GAC__IR_SEXT:
        if (!e->ir->variant.joined || is_id(e, i->args[0]))
            chain = rising_of(e, i->args[0]);
        break;
    default: break;
    }
    e->rising_chain[i->result] = chain;
}

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
    o->flags = (uint8_t)(gac__flag_if(gac__is_uniform(e, i->args[0]),
                                      GAC__CODE_A_UNIFORM)
                         | gac__flag_if(gac__is_uniform(e, i->args[1]),
                                        GAC__CODE_B_UNIFORM)
                         | gac__flag_if(!uniform && e->regs.masked[i->result],
                                        GAC__CODE_MASKED)
                         | gac__flag_if(i->sub, GAC__CODE_UNSIGNED));
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
    bool fixed = GAC__ON(FIXED) && life_of(e, index_of(i), 0) == LIFE_LAUNCH;
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
        known = e->fixed_chain[place] == e->chain;
        e->fixed_chain[place] = e->chain;
    }
    e->shape[place] = i;
    bool rises = rising_of(e, index_of(i)) != 0;
    out->sub = place;
    out->flags =
        (uint8_t)(out->flags
                  | gac__flag_if(known && GAC__ON(KNOWN), GAC__CODE_KNOWN_INDEX)
                  | gac__flag_if(fixed, GAC__CODE_FIXED)
                  | gac__flag_if(rises, GAC__CODE_RISES)
                  | gac__flag_if(i->flags & GAC__IR_PLUS, GAC__CODE_PLUS)
                  | gac__flag_if(i->flags & GAC__IR_UNSIGNED,
                                 GAC__CODE_UNSIGNED));
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
        (uint8_t)(gac__flag_if(to_lanes && e->regs.masked[i->result],
                               GAC__CODE_KEEPS)
                  | gac__flag_if(code == GAC__CODE_LOAD_UNIFORM && to_lanes,
                                 GAC__CODE_TO_LANES));
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
