/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Lists presets: constants, arguments, addresses and ids, which exec writes
 * into a frame before the first instruction runs. */
#include "compile/emit/emit.h"

/* Values of a splat's `imm`: its scalar changes with each group; with the size
 * of groups alone. */
enum { SPLAT_OF_SHAPE = 1, SPLAT_OF_GROUP };

static void put_preset(gac__emitter *e, const gac__preset *preset)
{
    gac__lane_program *p = e->out;
    if (gac__arena_grow(&p->arena, (void **)&p->presets, p->n_presets,
                        &e->preset_capacity, 64, sizeof *p->presets))
        p->presets[p->n_presets++] = *preset;
    else
        e->result = GAC_ERR_MEMORY;
}

/* Notes the private variable of ALLOCA `i`; its number. */
static uint32_t put_private(gac__emitter *e, const gac__ir_inst *i, bool is_soa)
{
    uint32_t n = e->out->n_privates++;
    gac__inst made = gac__module_inst(e->ir->module, i->ordinal);
    bool named = made.opcode == SpvOpVariable;
    e->out->privates[n] = (gac__private_var){
        .size_bytes = i->imm,
        .align = GAC__MAX((uint64_t)i->imm2, 1),
        .padding = i->sub ? e->ir->paddings[i->sub - 1] : NULL,
        .name = named ? gac__module_name(e->ir->module, made.result_id) : NULL,
        .is_soa = is_soa};
    return n;
}

/* Whether a builtin has another value in each group. */
static bool is_of_group(uint32_t sub)
{
    return sub == GAC__BUILTIN_GROUP_ID || sub == GAC__BUILTIN_GROUP_BASE
           || sub == GAC__BUILTIN_GROUP_BASE_NO_OFFSET;
}

/* What each preset has of its value; `at`: the frame offset. */
static gac__preset preset_of(const gac__emitter *e, uint32_t v, uint32_t at)
{
    const gac__ir_value *value = &e->ir->values[v];
    gac__preset p = {.ty = value->ty,
                     .at = at,
                     .symbol = value->symbol,
                     .index = value->index,
                     .bits = value->bits};
    if (value->kind == GAC__VALUE_INST) {
        p.sub = value->def->sub;
        p.imm = (uint32_t)value->def->imm;
    }
    return p;
}

static void preset_scalar(gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    gac__preset p = preset_of(e, v, gac__slot_at(e, v));
    p.kind = value->kind == GAC__VALUE_SYMBOL   ? GAC__PRESET_SYMBOL
             : value->kind == GAC__VALUE_CONST  ? GAC__PRESET_CONST
             : value->def->op == GAC__IR_ALLOCA ? GAC__PRESET_SOA
             : value->def->op == GAC__IR_ARG    ? GAC__PRESET_ARG
                                                : GAC__PRESET_BUILTIN;
    if (p.kind == GAC__PRESET_SOA)
        p.sub = put_private(e, value->def, true);
    put_preset(e, &p);
}

static void preset_lanes(gac__emitter *e, uint32_t v)
{
    const gac__ir_value *value = &e->ir->values[v];
    gac__preset p = preset_of(e, v, gac__lanes_of(e, v));
    bool is_builtin =
        value->kind == GAC__VALUE_INST && value->def->op == GAC__IR_BUILTIN;
    bool of_group = is_builtin && is_of_group(p.sub);
    if (gac__is_uniform(e, v)) {
        p.kind = GAC__PRESET_SPLAT;
        p.from = gac__slot_at(e, v);
        p.imm = of_group ? SPLAT_OF_GROUP : is_builtin ? SPLAT_OF_SHAPE : 0;
    } else if (is_builtin) {
        p.kind = of_group ? GAC__PRESET_GROUPS : GAC__PRESET_LANE_ID;
    } else {
        p.kind = GAC__PRESET_PRIVATE;
        p.sub = put_private(e, value->def, false);
    }
    put_preset(e, &p);
}

/* Whether a preset changes with each group. */
static bool is_renewed(const gac__preset *p)
{
    return p->kind == GAC__PRESET_BUILTIN
               ? is_of_group(p->sub)
               : p->kind == GAC__PRESET_SPLAT && p->imm == SPLAT_OF_GROUP;
}

/* Puts those that change with each group first; the order is kept else. */
static gac_result sort_presets(gac__lane_program *p)
{
    gac__preset *sorted =
        gac__arena_alloc(&p->arena, p->n_presets, sizeof *sorted);
    uint32_t at = 0;
    if (!sorted)
        return GAC_ERR_MEMORY;
    for (int renewed = 1; renewed >= 0; renewed--) {
        for (uint32_t n = 0; n < p->n_presets; n++)
            if (is_renewed(&p->presets[n]) == renewed)
                sorted[at++] = p->presets[n];
        if (renewed)
            p->n_group_presets = at;
    }
    p->presets = sorted;
    return GAC_OK;
}

/* Scalars come first, then lanes: splats read the scalars. */
gac_result gac__put_presets(gac__emitter *e)
{
    const gac__ir *ir = e->ir;
    uint32_t n_allocas = 0;
    for (uint32_t v = 1; v < ir->n_values; v++)
        n_allocas += ir->values[v].kind == GAC__VALUE_INST
                     && ir->values[v].def->op == GAC__IR_ALLOCA;
    e->out->privates =
        gac__arena_alloc(&e->out->arena, n_allocas, sizeof *e->out->privates);
    if (!e->out->privates)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (e->slot[v] && gac__value_is_preset(ir, v))
            preset_scalar(e, v);
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (e->regs.unit[v] != GAC__NO_UNIT && gac__value_is_preset(ir, v))
            preset_lanes(e, v);
    return e->result ? e->result : sort_presets(e->out);
}
