/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether a value is the same for all work-items of a group. */

/* A value is certainly uniform, certainly varies, or is unknown. A result
 * varies only if the operation cannot cancel the variation of its operand: an
 * id plus a uniform value varies; the difference of two ids may not, and a
 * global id divided by the group's size is uniform. A value that is made of
 * local ids and constants alone varies under more operations: no kernel divides
 * a local id by more than the group's size. A comparison of a varying value
 * with a uniform one varies.
 *
 * Memory is unknown, except for builtin variables and for variables of the
 * function that only uniform values are stored to. A value that depends on
 * itself by a loop counts as uniform while its operands are looked at: it
 * varies only if a varying value comes in. */
#include "validate/warn/variation.h"

#define MAX_DEPTH 64u

typedef gac__variation_search search;

/* -- sources of variation -------------------------------------------------- */

static gac__variation of_builtin(const gac__program *p, gac__builtin b)
{
    const bool single = gac__program_group_size(p, b.dimension) == 1;
    switch (b.kind) {
    case SpvBuiltInLocalInvocationId:
    case SpvBuiltInLocalInvocationIndex:
        return single ? GAC__UNIFORM : GAC__BY_LOCAL_ID;
    case SpvBuiltInWorkgroupId:
    case SpvBuiltInNumWorkgroups:
    case SpvBuiltInWorkgroupSize:
    case SpvBuiltInEnqueuedWorkgroupSize:
    case SpvBuiltInGlobalSize:
    case SpvBuiltInGlobalOffset:
    case SpvBuiltInWorkDim: return GAC__UNIFORM;
    default: break;
    }
    if (!gac__builtin_is_id(b.kind))
        return GAC__UNKNOWN;
    return single ? GAC__UNIFORM : GAC__BY_ID;
}

/* -- operations ------------------------------------------------------------ */

gac__variation gac__vary_all(search *s, uint32_t frame, const gac__inst *inst)
{
    for (uint32_t i = 0; inst->first + i < inst->n_words; i++)
        if (gac__vary_operand(s, frame, inst, i) != GAC__UNIFORM)
            return GAC__UNKNOWN;
    return GAC__UNIFORM;
}

/* Two operands of an instruction. */
typedef struct two_sides {
    bool uniform;     /* both are uniform */
    bool mixed;       /* one is uniform, the other varies */
    bool one_varies;  /* one varies, the other is uniform or unknown */
    uint32_t other;   /* mixed: index of the uniform operand */
    gac__variation v; /* mixed: of the varying operand */
    bool known;       /* mixed: the uniform operand is constant */
    uint64_t value;   /* known: its value */
} two_sides;

static two_sides look_at_both(search *s, uint32_t frame, const gac__inst *inst)
{
    gac__variation x = gac__vary_operand(s, frame, inst, 0);
    gac__variation y = gac__vary_operand(s, frame, inst, 1);
    two_sides both = {.uniform = x == GAC__UNIFORM && y == GAC__UNIFORM};
    both.other = gac__varies(x) ? 1 : 0;
    both.v = both.other ? x : y;
    both.one_varies = gac__varies(x) != gac__varies(y);
    both.mixed = both.one_varies && (both.other ? y : x) == GAC__UNIFORM;
    both.known =
        both.mixed
        && gac__constant_operand(s, frame, inst, both.other, &both.value);
    return both;
}

/* A product varies if it does not wrap around. */
static gac__variation of_product(uint32_t opcode, const two_sides *both)
{
    if (!both->known)
        return GAC__BY_ID; /* a pitch or a size is not 0 */
    if (opcode == SpvOpShiftLeftLogical)
        return both->other == 1 && both->value < 16 ? both->v : GAC__UNKNOWN;
    if (both->value == 0)
        return GAC__UNIFORM;
    return both->value < 1u << 20 ? both->v : GAC__UNKNOWN;
}

/* Parts of a local id: its lowest bits, its quotient by a constant. */
static gac__variation of_part(uint32_t opcode, const two_sides *both)
{
    uint64_t value = both->known ? both->value : 0;
    bool varies;
    switch (opcode) {
    case SpvOpBitwiseAnd: /* adjacent ids differ in the lowest bit */
        varies = value & 1;
        break;
    case SpvOpUMod:
    case SpvOpSMod:
    case SpvOpSRem: varies = both->other == 1 && value > 1; break;
    default:
        varies = both->other == 1 && both->v == GAC__BY_LOCAL_ID && value > 0
                 && value < 1u << 16;
        break;
    }
    return varies ? GAC__BY_LOCAL_ID : GAC__UNKNOWN;
}

/* Whether operand `other` is the group's size, as in get_local_id(0) <
 * get_local_size(0). */
static bool is_local_size(const search *s, uint32_t frame,
                          const gac__inst *inst, uint32_t other)
{
    const gac__program *p = s->p;
    gac__inst def;
    gac__ref ref =
        gac__resolve(p, (gac__ref){frame, inst->words[inst->first + other]});
    for (int i = 0;
         i < 3 && gac__module_def(p->m, ref.id, &def)
         && (def.opcode == SpvOpUConvert || def.opcode == SpvOpSConvert);
         i++)
        ref = gac__resolve(p, (gac__ref){ref.frame, def.words[3]});
    uint32_t builtin = gac__builtin_of(p, ref).kind;
    return builtin == SpvBuiltInWorkgroupSize
           || builtin == SpvBuiltInEnqueuedWorkgroupSize;
}

/* Whether a comparison has the same result for all local ids. */
static bool is_decided(const search *s, uint32_t frame, const gac__inst *inst,
                       const two_sides *both)
{
    return both->known ? gac__path_is_constant(
               gac__path_invariant(s->t, (gac__ref){frame, inst->result_id}))
                       : is_local_size(s, frame, inst, both->other);
}

static gac__variation of_comparison(const search *s, uint32_t frame,
                                    const gac__inst *inst,
                                    const two_sides *both)
{
    if (both->v == GAC__BY_LOCAL_ID && is_decided(s, frame, inst, both))
        return GAC__UNKNOWN;
    bool equality =
        inst->opcode == SpvOpIEqual || inst->opcode == SpvOpINotEqual;
    if (both->v != GAC__BY_ID || equality || !both->known)
        return GAC__BY_ID;
    /* A bound that is a multiple of the group's size splits no group, and no
     * id is negative. */
    uint32_t size = s->p->local_size[0];
    return both->value == 0 || (size != 0 && both->value % size == 0)
               ? GAC__UNKNOWN
               : GAC__BY_ID;
}

/* The result of a varying operand and a uniform one. */
static gac__variation of_two(search *s, uint32_t frame, const gac__inst *inst)
{
    two_sides both = look_at_both(s, frame, inst);
    if (both.uniform)
        return GAC__UNIFORM;
    if (!both.mixed)
        return GAC__UNKNOWN;
    switch (inst->opcode) {
    case SpvOpIAdd:
    case SpvOpISub:
    case SpvOpBitwiseXor: return both.known ? both.v : GAC__BY_ID;
    case SpvOpIMul:
    case SpvOpShiftLeftLogical: return of_product(inst->opcode, &both);
    default:
        return gac__is_comparison(inst->opcode)
                   ? of_comparison(s, frame, inst, &both)
                   : of_part(inst->opcode, &both);
    }
}

/* The conjunction or disjunction of two conditions. */
static gac__variation of_junction(search *s, uint32_t frame,
                                  const gac__inst *inst)
{
    two_sides both = look_at_both(s, frame, inst);
    bool decided =
        both.known && (both.value != 0) == (inst->opcode == SpvOpLogicalOr);
    if (both.uniform || decided)
        return GAC__UNIFORM;
    return both.one_varies ? GAC__BY_ID : GAC__UNKNOWN;
}

/* An access chain varies if exactly one index does. */
static gac__variation of_chain(search *s, uint32_t frame, const gac__inst *inst)
{
    uint32_t base = gac__chain_base(inst->opcode);
    gac__variation result =
        gac__find_variation(s, (gac__ref){frame, inst->words[base]});
    for (uint32_t i = base + 1; i < inst->n_words; i++) {
        gac__variation index =
            gac__find_variation(s, (gac__ref){frame, inst->words[i]});
        if (gac__varies(index) && result == GAC__UNIFORM)
            result = GAC__BY_ID;
        else if (index != GAC__UNIFORM)
            return GAC__UNKNOWN;
    }
    return result;
}

static gac__variation of_result(search *s, gac__ref ref, const gac__inst *inst)
{
    uint32_t frame = ref.frame;
    gac__builtin builtin;
    if (gac__chain_base(inst->opcode) != 0)
        return of_chain(s, frame, inst);
    if (gac__is_comparison(inst->opcode))
        return of_two(s, frame, inst);
    switch (inst->opcode) {
    case SpvOpFunctionParameter:
        return s->p->is_kernel && frame == 0 ? GAC__UNIFORM : GAC__UNKNOWN;
    case SpvOpVariable:
    case SpvOpUntypedVariableKHR: return GAC__UNIFORM; /* the address */
    case SpvOpLoad:
    case SpvOpFunctionCall:
    case SpvOpCompositeExtract:
        builtin = gac__builtin_of(s->p, ref);
        if (builtin.kind != UINT32_MAX)
            return of_builtin(s->p, builtin);
        if (inst->opcode == SpvOpCompositeExtract)
            return gac__vary_operand(s, frame, inst, 0);
        return inst->opcode == SpvOpLoad ? gac__vary_load(s, frame, inst)
                                         : GAC__UNKNOWN;
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpBitcast:
    case SpvOpSNegate:
    case SpvOpNot:
    case SpvOpLogicalNot:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr: return gac__vary_operand(s, frame, inst, 0);
    case SpvOpIAdd:
    case SpvOpISub:
    case SpvOpBitwiseXor:
    case SpvOpIMul:
    case SpvOpShiftLeftLogical:
    case SpvOpUDiv:
    case SpvOpSDiv:
    case SpvOpUMod:
    case SpvOpSMod:
    case SpvOpSRem:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic:
    case SpvOpBitwiseAnd: return of_two(s, frame, inst);
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr: return of_junction(s, frame, inst);
    case SpvOpBitwiseOr: return gac__vary_all(s, frame, inst);
    case SpvOpSelect: return gac__vary_select(s, frame, inst);
    case SpvOpPhi: return gac__vary_phi(s, ref, inst);
    default: return GAC__UNKNOWN;
    }
}

/* The variation of an id that is no instruction of a function; false: it is
 * one. */
static bool of_global(const gac__program *p, uint32_t id, gac__variation *out)
{
    const uint32_t *words = gac__module_def_words(p->m, id);
    uint32_t opcode = gac__words_opcode(words);
    bool value = (gac__grammar_shape(opcode) & 1) != 0;
    if (value && p->m->definitions[id] > p->m->first_function)
        return false;
    *out = value && opcode != SpvOpUndef ? GAC__UNIFORM : GAC__UNKNOWN;
    return true;
}

/* Keeps a result. `first`: index of the first tentative result that was found
 * while the value was open; UINT32_MAX: it was not open. */
static void keep(search *s, gac__value *memo, gac__variation v, uint32_t first)
{
    while (first < s->n_tentative && v != GAC__UNIFORM)
        s->tentative[--s->n_tentative]->variation = 0;
    memo->variation = (v + 1) & 7;
    if (s->n_open == 0)
        s->n_tentative = 0;
    else if (v != GAC__UNKNOWN && s->n_tentative < GAC__MOST_TENTATIVE)
        s->tentative[s->n_tentative++] = memo;
    else if (v != GAC__UNKNOWN)
        memo->variation = 0;
}

gac__variation gac__find_variation(search *s, gac__ref ref)
{
    gac__program *p = s->p;
    gac__inst def;
    gac__variation v;
    uint32_t first = UINT32_MAX;
    if (of_global(p, ref.id, &v))
        return v;
    gac__ref from = gac__resolve(p, ref);
    if (!gac__ref_same(from, ref) && of_global(p, from.id, &v))
        return v;
    ref = from;
    gac__value *memo = gac__program_value(p, ref);
    if (!memo) /* a value of another function */
        return GAC__UNKNOWN;
    if (memo->variation != 0)
        return (gac__variation)(memo->variation - 1);
    def = gac__module_inst(p->m, p->m->definitions[ref.id] - 1);
    if (def.opcode == SpvOpFunctionParameter)
        return of_result(s, ref, &def);
    if (s->depth >= MAX_DEPTH || !gac__program_spend(p, 1))
        return GAC__UNKNOWN;
    s->depth++;
    if (def.opcode == SpvOpPhi || def.opcode == SpvOpLoad) {
        memo->variation = GAC__UNIFORM + 1;
        first = s->n_tentative;
        s->n_open++;
    }
    v = of_result(s, ref, &def);
    if (v == GAC__BY_LOCAL_ID
        && gac__path_is_constant(gac__path_invariant(s->t, ref)))
        v = gac__program_group_size(p, UINT32_MAX) ? GAC__UNIFORM
                                                   : GAC__UNKNOWN;
    s->n_open -= first != UINT32_MAX;
    keep(s, memo, v, first);
    s->depth--;
    return v;
}

gac__variation gac__variation_of(gac__paths *t, gac__ref ref)
{
    search s;
    s.t = t;
    s.p = t->p;
    s.depth = s.n_open = s.n_tentative = 0;
    return gac__find_variation(&s, ref);
}
