/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Hides types that SPIRV-Tools do not know: replaces them by structures. */

/* A type of a newer extension becomes an empty structure, and so does a vector
 * of it: its values can be loaded, stored, passed and returned as before. Its
 * constants are nulls. An instruction that computes with it, or takes a part of
 * it, becomes an undefined value and is not checked; a switch on it becomes one
 * on another integer. A result that neither has a type nor is one (an alias
 * scope) becomes a null of an empty structure. No false error arises. */
#include "module/types.h"
#include "module/walk.h"
#include "rewrite/core_internal.h"

static bool is_opaque(const gac__core_builder *b, uint32_t type_id)
{
    gac__inst def;
    return gac__module_def(b->m, type_id, &def)
           && b->actions[def.ordinal] == GAC__ACTION_OPAQUE;
}

bool gac__core_hide(gac__core_builder *b, const gac__inst *inst)
{
    if (inst->ordinal >= b->m->first_function || inst->result_id == 0)
        return false;
    bool is_type =
        gac__module_type(b->m, inst->result_id).kind != GAC__TYPE_NONE;
    if (inst->type_id == 0 && !is_type) {
        b->actions[inst->ordinal] = GAC__ACTION_VALUE;
        return true;
    }
    b->actions[inst->ordinal] = is_type ? GAC__ACTION_OPAQUE : GAC__ACTION_NULL;
    b->hides_types = true;
    return true;
}

void gac__core_hide_widths(gac__core_builder *b)
{
    if (b->hides_widths)
        return;
    b->hides_widths = true;
    GAC__EACH_MODULE_INST(b->m, inst, 0, b->m->first_function) {
        if (inst.opcode == SpvOpTypeInt
            && !gac__core_is_usual_width(inst.words[2]))
            gac__core_hide(b, &inst);
    }
}

/* -- switches -------------------------------------------------------------- */

/* Makes the selector of switches. It has 32 bits, so that no switch gets
 * longer. It has the module's own type if there is one, since a type may not be
 * declared twice. */
static void need_switch_value(gac__core_builder *b)
{
    if (b->switch_value != 0)
        return;
    GAC__EACH_MODULE_INST(b->m, inst, 0, b->m->first_function) {
        if (inst.opcode == SpvOpTypeInt
            && b->actions[inst.ordinal] == GAC__ACTION_KEEP
            && inst.words[2] == 32)
            b->switch_type = inst.result_id;
    }
    b->new_switch_type = b->switch_type == 0;
    if (b->new_switch_type)
        b->switch_type = b->next_id++;
    b->switch_value = b->next_id++;
}

void gac__core_put_switch(gac__core_builder *b, const gac__inst *inst)
{
    uint32_t literal =
        gac__number_words(gac__module_value_type(b->m, inst->words[1]));
    uint32_t n = (inst->n_words - 3u) / (literal + 1);
    GAC__CORE_PUT(b, inst->ordinal + 1, SpvOpSwitch, 2 * n, b->switch_value,
                  inst->words[2]);
    for (uint32_t k = 0; k < n; k++)
        gac__core_put(
            b, (uint32_t[]){k, inst->words[3 + k * (literal + 1) + literal]},
            2);
}

/* -- uses of opaque types -------------------------------------------------- */

typedef struct opaque_use {
    const gac__core_builder *b;
    bool value, pointer; /* the result or an operand is of an opaque type, or of
                            a pointer to one */
} opaque_use;

static void look_at(opaque_use *use, uint32_t type_id)
{
    gac__type type = gac__module_type(use->b->m, type_id);
    use->value |= is_opaque(use->b, type_id);
    use->pointer |=
        type.kind == GAC__TYPE_POINTER && is_opaque(use->b, type.element_id);
}

static bool visit_use(void *user, const gac__inst *inst,
                      const gac__operand_row *row, uint32_t word, uint32_t n)
{
    opaque_use *use = user;
    (void)n;
    if (gac__row_is_id(row))
        look_at(use, gac__module_type_of(use->b->m, inst->words[word]));
    return true;
}

static opaque_use use_of(const gac__core_builder *b, const gac__inst *inst)
{
    opaque_use use = {.b = b};
    look_at(&use, inst->type_id);
    gac__module_visit_operands(b->m, inst, visit_use, &use);
    return use;
}

/* Whether an instruction is valid with any type. */
static bool is_indifferent(uint32_t opcode, const opaque_use *use)
{
    switch (opcode) {
    case SpvOpPhi:
    case SpvOpFunctionCall:
    case SpvOpReturnValue:
    case SpvOpCopyObject:
    case SpvOpUndef:
    case SpvOpVariable:
    case SpvOpLoad:
    case SpvOpStore:
    case SpvOpConstantNull: return true;
    case SpvOpBitcast:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
    case SpvOpLifetimeStart:
    case SpvOpLifetimeStop: return !use->value;
    default: return false;
    }
}

static void plan_global(gac__core_builder *b, const gac__inst *inst)
{
    uint32_t target = inst->opcode == SpvOpDecorate ? inst->words[1] : 0;
    if (inst->opcode == SpvOpTypeVector && is_opaque(b, inst->words[2])) {
        b->actions[inst->ordinal] = GAC__ACTION_OPAQUE;
    } else if (target != 0 && inst->words[2] == SpvDecorationSpecId
               && is_opaque(b, gac__module_type_of(b->m, target))) {
        b->actions[inst->ordinal] =
            GAC__ACTION_DROP; /* a null has no literal */
    } else if (inst->type_id != 0 && inst->result_id != 0) {
        opaque_use use = use_of(b, inst);
        if (use.value && !is_indifferent(inst->opcode, &use)
            && (inst->opcode == SpvOpSpecConstantOp
                || is_opaque(b, inst->type_id)))
            b->actions[inst->ordinal] = GAC__ACTION_NULL;
    }
}

void gac__core_plan_opaque(gac__core_builder *b)
{
    const gac_module *m = b->m;
    /* A decoration stands before the types that decide about it: the second
     * pass finds it. */
    for (int pass = 0; pass < 2; pass++)
        GAC__EACH_MODULE_INST(m, inst, 0, m->first_function) {
            if (b->actions[inst.ordinal] == GAC__ACTION_KEEP)
                plan_global(b, &inst);
        }
    GAC__EACH_MODULE_INST(m, inst, m->first_function, m->n_insts) {
        gac__action action;
        uint32_t i = inst.ordinal;
        if (b->actions[i] != GAC__ACTION_KEEP)
            continue;
        opaque_use use = use_of(b, &inst);
        if (inst.opcode == SpvOpSwitch && use.value) {
            b->actions[i] = GAC__ACTION_SWITCH;
            need_switch_value(b);
        } else if ((use.value || use.pointer)
                   && !is_indifferent(inst.opcode, &use)
                   && gac__core_action_of_faulty(m, &inst, &action))
            b->actions[i] = (uint8_t)action;
    }
}
