/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What the values that matter to paths are made of. */

/* Where a value comes from, and what kind it is, is looked up once. */
#include "validate/paths/paths.h"

static bool is_pure(uint32_t opcode)
{
    return (opcode >= SpvOpConvertFToU && opcode <= SpvOpBitcast)
           || (opcode >= SpvOpSNegate && opcode <= SpvOpFUnordGreaterThanEqual)
           || (opcode >= SpvOpShiftRightLogical && opcode <= SpvOpBitCount)
           || gac__chain_base(opcode) != 0;
}

/* Numbers, events and pointers are followed; what else is stored is anything.
 */
bool gac__path_is_followed(const gac_module *m, uint32_t type_id)
{
    gac__type_kind kind = gac__module_type_kind(m, type_id);
    return kind == GAC__TYPE_EVENT || kind == GAC__TYPE_POINTER
           || gac__module_scalar_width(m, type_id) != 0;
}

/* -- shapes ---------------------------------------------------------------- */

/* An instruction that computes, or a call of a builtin that does not change:
 * its operands are ids, or the last one is a number. */
static void shape_made(const gac__program *p, gac__ref ref,
                       const gac__inst *inst, gac__term_shape *shape)
{
    gac__callee_kind kind = inst->opcode == SpvOpFunctionCall
                                ? gac__sites_callee(p->sites, inst).kind
                                : GAC__CALLEE_OTHER;
    bool call = kind >= GAC__CALLEE_LOCAL_ID && kind <= GAC__CALLEE_UNIFORM;
    bool part = inst->opcode == SpvOpCompositeExtract && inst->n_words == 5;
    uint32_t first = inst->first + (call ? 1u : 0u);
    if ((call || inst->opcode == SpvOpCompositeExtract)
        && gac__is_local_id(gac__builtin_of(p, ref))) {
        shape->form = GAC__TERM_SYMBOLIC;
        return;
    }
    if (gac__chain_base(inst->opcode) == 4)
        first++; /* the type that the base is taken for is no value */
    uint32_t end = part ? 4u : inst->n_words;
    if ((!is_pure(inst->opcode) && !call && !part)
        || end - first > GAC__PATH_OPERANDS)
        return;
    bool place = gac__chain_base(inst->opcode) != 0
                 || gac__is_pointer_cast(inst->opcode);
    bool number = !call && !part && end - first >= 1 && end - first <= 2
                  && gac__module_scalar_width(p->m, inst->type_id) != 0;
    shape->form = place    ? GAC__TERM_LOCATION
                  : number ? GAC__TERM_NUMBER
                           : GAC__TERM_MADE;
    shape->first = first;
    shape->end = end;
    if (part || call)
        shape->extra = inst->words[part ? 4 : inst->first];
}

static bool is_plain_variable(const gac__program *p, gac__ref ref)
{
    uint32_t local = gac__program_linked(p, ref, GAC__LINK_VARIABLE);
    return local != UINT32_MAX && !p->locals.items[local].escapes;
}

gac__term_shape gac__path_shape(const gac__program *p, gac__ref ref,
                                const gac__inst *inst)
{
    gac__term_shape shape = {.form = GAC__TERM_TOP, .step = 1};
    gac__ref from = gac__resolve(p, ref);
    if (!gac__ref_same(from, ref)) {
        shape.form = GAC__TERM_SAME;
        shape.same = from;
    }
    switch (inst->opcode) {
    case SpvOpPhi:
        shape.form = GAC__TERM_SET;
        shape.first = 3;
        shape.end = inst->n_words - 1u;
        shape.step = 2;
        return shape;
    case SpvOpLoad:
        if (gac__module_storage_class(p->m, inst->words[3])
                == SpvStorageClassInput
            && gac__is_local_id(gac__builtin_of(p, ref))) {
            shape.form = GAC__TERM_SYMBOLIC;
            return shape;
        }
        shape.form = GAC__TERM_SET;
        shape.first = 3;
        shape.end = 4;
        return shape;
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR:
        if (is_plain_variable(p, ref))
            shape.form = GAC__TERM_LOCATION;
        return shape;
    default: break;
    }
    if (gac__is_copy(p->sites, inst)) {
        shape.form = GAC__TERM_SET;
    } else if (shape.form == GAC__TERM_SAME) {
        ;
    } else if (inst->opcode == SpvOpFunctionParameter) {
        shape.form = ref.frame == 0 ? GAC__TERM_SYMBOLIC : GAC__TERM_TOP;
    } else if (inst->opcode == SpvOpSelect) {
        shape.form = GAC__TERM_SELECT;
        shape.first = 3;
        shape.end = 6;
    } else {
        shape_made(p, ref, inst, &shape);
    }
    return shape;
}

/* -- terms ----------------------------------------------------------------- */

static void fill_undef(const gac_module *m, gac__term *term, uint32_t type_id)
{
    if (gac__module_type_kind(m, type_id) != GAC__TYPE_EVENT)
        return;
    term->form = GAC__TERM_FIXED;
    term->value.kind = GAC__PATH_EVENT;
    term->value.symbol = GAC__EVENT_UNSET;
}

void gac__path_fill_global(const gac__paths *t, gac__term *term)
{
    const gac_module *m = t->p->m;
    gac__inst def = gac__module_inst(m, m->definitions[term->id] - 1);
    uint64_t bits;
    if (def.opcode == SpvOpUndef)
        fill_undef(m, term, def.type_id);
    if (def.type_id == 0 || def.opcode == SpvOpUndef)
        return;
    uint32_t width = gac__module_scalar_width(m, def.type_id);
    bool fixed =
        def.opcode >= SpvOpConstantTrue && def.opcode <= SpvOpConstantNull;
    term->form = GAC__TERM_FIXED;
    if (def.opcode == SpvOpConstantNull
        && gac__module_type_kind(m, def.type_id) == GAC__TYPE_EVENT) {
        term->value.kind = GAC__PATH_EVENT;
    } else if (width != 0 && fixed
               && gac__module_constant(m, term->id, &bits)) {
        term->value = gac__path_number(bits, width);
    } else {
        term->form = GAC__TERM_SYMBOLIC;
        term->unknown = !fixed;
    }
}

bool gac__path_fill(gac__paths *t, gac__term *term, const gac__inst *inst)
{
    const gac__program *p = t->p;
    const gac__ref ref = {term->frame, term->id};
    uint32_t width = gac__module_scalar_width(p->m, inst->type_id);
    term->opcode = inst->opcode;
    term->integer = width != 0;
    term->width = width ? width & 0xFF : 64;
    if (inst->opcode == SpvOpUndef)
        fill_undef(p->m, term, inst->type_id);
    switch ((gac__term_form)term->form) {
    case GAC__TERM_SET:
        term->node = gac__program_node(p, ref.frame, inst->ordinal);
        return true;
    case GAC__TERM_SYMBOLIC: term->unknown = true; return true;
    case GAC__TERM_LOCATION: break;
    default: return true;
    }
    if (gac__is_variable(inst->opcode)) {
        term->form = GAC__TERM_FIXED;
        term->value.kind = GAC__PATH_LOCATION;
        term->value.symbol = gac__program_linked(p, ref, GAC__LINK_VARIABLE);
        return true;
    }
    term->pointer = gac__type_is_pointer(p->m, inst->type_id);
    return gac__chain_base(inst->opcode) == 0
           || gac__path_strides(t, term, inst);
}
