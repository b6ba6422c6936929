/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Describes the terms of the slice: how each value is made. */
#include "module/types.h"
#include "validate/paths/paths.h"

/* -- terms of values ------------------------------------------------------- */

uint32_t *gac__path_term_number(const gac__paths *t, gac__ref ref)
{
    const gac_module *m = t->p->m;
    const gac__value *v = gac__program_value(t->p, ref);
    if (v)
        return &t->term_of[v - t->p->values.items];
    if (ref.id >= m->bound || m->definitions[ref.id] == 0
        || m->definitions[ref.id] > m->first_function)
        return NULL;
    uint32_t *number = &t->global_of.items[m->definitions[ref.id] - 1];
    if (*number >= t->terms.n || t->terms.items[*number].id != ref.id)
        *number = 0; /* it was for an earlier program */
    return number;
}

uint32_t gac__path_term(const gac__paths *t, gac__ref ref)
{
    const uint32_t *number = gac__path_term_number(t, ref);
    return number ? *number : 0;
}

/* -- how terms are made ---------------------------------------------------- */

static bool is_pure(uint32_t opcode)
{
    return (opcode >= SpvOpConvertFToU && opcode <= SpvOpBitcast)
           || (opcode >= SpvOpSNegate && opcode <= SpvOpFUnordGreaterThanEqual)
           || (opcode >= SpvOpShiftRightLogical && opcode <= SpvOpBitCount)
           || gac__chain_base(opcode) != 0;
}

bool gac__path_is_followed(const gac_module *m, uint32_t type_id)
{
    gac__type_kind kind = gac__module_type_kind(m, type_id);
    return kind == GAC__TYPE_EVENT || kind == GAC__TYPE_POINTER
           || gac__module_scalar_width(m, type_id) != 0;
}

static void set_variable(const gac__program *p, gac__ref ref, gac__term *term)
{
    const gac__variable *v = gac__program_variable(p, ref);
    if (!v || v->escapes)
        return;
    term->kind = GAC__TERM_FIXED;
    term->value.kind = GAC__PATH_LOCATION;
    term->value.symbol = (uint32_t)(v - p->locals.items);
}

/* An instruction without side effects, or a call of a builtin. Its operands are
 * ids, except for the last one of OpCompositeExtract. */
static void describe_expression(const gac__program *p, const gac__inst *inst,
                                gac__term *term, gac__term_words *words)
{
    bool call = gac__sites_callee(p->sites, inst).kind == GAC__CALLEE_BUILTIN;
    bool part = inst->opcode == SpvOpCompositeExtract && inst->n_words == 5;
    uint32_t first = inst->first + (call ? 1u : 0u);
    if (gac__chain_base(inst->opcode) == 4)
        first++; /* the type is no value */
    uint32_t end = part ? 4u : inst->n_words;
    if ((!is_pure(inst->opcode) && !call && !part)
        || end - first > GAC__PATH_OPERANDS)
        return;
    bool location = gac__chain_base(inst->opcode) != 0
                    || gac__is_pointer_cast(inst->opcode);
    bool number =
        !call && !part && end - first >= 1 && end - first <= 2 && term->integer;
    term->kind = location ? GAC__TERM_LOCATION
                 : number ? GAC__TERM_NUMBER
                          : GAC__TERM_EXPRESSION;
    *words = (gac__term_words){first, end, 1};
    if (part || call)
        term->other = inst->words[part ? 4 : inst->first];
}

/* A local id, or a group's size that is fixed. Returns whether it is one. */
static bool describe_builtin(const gac__program *p, gac__ref ref,
                             const gac__inst *inst, gac__term *term)
{
    const bool input = inst->opcode == SpvOpLoad
                       && gac__module_storage_class(p->m, inst->words[3])
                              == SpvStorageClassInput;
    if (!input && inst->opcode != SpvOpCompositeExtract
        && inst->opcode != SpvOpFunctionCall)
        return false;
    const gac__builtin b = gac__builtin_of(p, ref);
    const uint32_t size = gac__is_group_size(b) && b.dimension < 3
                              ? p->local_size[b.dimension]
                              : 0;
    if (gac__is_local_id(b))
        term->kind = GAC__TERM_SYMBOLIC;
    else if (size != 0) {
        term->kind = GAC__TERM_FIXED;
        term->value = gac__path_number(size, term->width);
    }
    return gac__is_local_id(b) || size != 0;
}

/* An instruction outside of functions. */
static void describe_global(const gac__program *p, const gac__inst *inst,
                            gac__term *term)
{
    const bool fixed =
        inst->opcode >= SpvOpConstantTrue && inst->opcode <= SpvOpConstantNull;
    uint64_t bits;
    if (inst->type_id == 0 || inst->opcode == SpvOpUndef)
        return;
    term->kind = GAC__TERM_SYMBOLIC;
    term->unknown = !fixed;
    if (fixed && term->integer
        && gac__module_constant(p->m, inst->result_id, &bits)) {
        term->kind = GAC__TERM_FIXED;
        term->value = gac__path_number(bits, term->width);
    }
}

static void describe(const gac__program *p, gac__ref ref, const gac__inst *inst,
                     gac__term *term, gac__term_words *words)
{
    if ((inst->opcode == SpvOpUndef || inst->opcode == SpvOpConstantNull)
        && gac__is_event(p->m, ref.id)) {
        term->kind = GAC__TERM_FIXED;
        term->value.kind = GAC__PATH_EVENT;
        term->value.symbol = inst->opcode == SpvOpUndef ? GAC__EVENT_UNSET : 0;
        return;
    }
    if (p->m->definitions[ref.id] <= p->m->first_function) {
        describe_global(p, inst, term);
        return;
    }
    term->unknown = true;
    term->opcode = inst->opcode;
    if (describe_builtin(p, ref, inst, term))
        return;
    switch (inst->opcode) {
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR: set_variable(p, ref, term); return;
    case SpvOpFunctionParameter:
        term->kind = ref.frame == 0 ? GAC__TERM_SYMBOLIC : GAC__TERM_TOP;
        return;
    case SpvOpSelect:
        term->kind = GAC__TERM_SELECT;
        *words = (gac__term_words){3, 6, 1};
        return;
    case SpvOpPhi:
        term->kind = GAC__TERM_SET;
        *words = (gac__term_words){3, inst->n_words - 1u, 2};
        return;
    case SpvOpLoad:
        term->kind = GAC__TERM_SET;
        *words = (gac__term_words){3, 4, 1};
        return;
    default:
        if (gac__is_copy(p->sites, inst))
            term->kind = GAC__TERM_SET;
        else
            describe_expression(p, inst, term, words);
        return;
    }
}

/* Finds the constant bytes and the strides of an access chain. False when
 * memory is out. */
static bool find_strides(gac__paths *t, gac__term *term, const gac__inst *inst)
{
    const gac_allocator *a = gac__path_allocator(t);
    const uint32_t first = (uint32_t)t->strides.n;
    uint32_t type_id = gac__chain_type(t->p->m, inst);
    uint64_t stride;
    gac__i128 fixed = 0;
    if (!GAC__VEC_PUSH(a, &t->strides, 0))
        return false;
    for (uint32_t i = gac__chain_base(inst->opcode) + 1; i < inst->n_words;
         i++) {
        if (!gac__chain_stride(t->p->m, inst, i, &type_id, &stride, &fixed))
            return true;
        if (!GAC__VEC_PUSH(a, &t->strides, stride))
            return false;
    }
    t->strides.items[first] = (uint64_t)fixed;
    term->other = first + 1;
    return true;
}

bool gac__path_describe(gac__paths *t, const gac__inst *inst, gac__term *term,
                        gac__term_words *words)
{
    const gac__program *p = t->p;
    const uint32_t width = gac__module_scalar_width(p->m, inst->type_id);
    term->integer = width != 0;
    term->width = width ? width & 0xFF : 64;
    term->pointer = gac__is_pointer(p->m, inst->result_id);
    describe(p, (gac__ref){term->frame, term->id}, inst, term, words);
    if (term->kind == GAC__TERM_SET)
        term->live.node = gac__program_node(p, term->frame, inst->ordinal);
    if (term->kind == GAC__TERM_SET && inst->opcode != SpvOpPhi)
        term->live.store = inst->ordinal + 1;
    return term->kind != GAC__TERM_LOCATION
           || gac__chain_base(inst->opcode) == 0 || find_strides(t, term, inst);
}
