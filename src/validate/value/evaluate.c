/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* What integers are that are made of constants, or of local ids, too. */

/* A value is an interval: a constant is one of a single number. Specialization
 * constants have their defaults. Ids are unknown, or, if that is asked for,
 * below the group's size. Where no size is fixed, one is assumed that no
 * implementation goes beyond without being asked to: what is true or false of
 * all ids below it (get_local_id(0) < 100000) parts no group. */
#include "validate/value/value.h"

/* Expressions deeper than this are not followed. */
#define MAX_DEPTH 16u
#define MAX_STEPS 256u
#define ASSUMED_SIZE 1024u

typedef struct evaluation {
    const gac__program *p;
    bool ids; /* are in their ranges */
    uint32_t steps;
    bool assumed; /* a group's size */
    bool limited; /* something was too deep, or took too long */
    uint32_t n_phis,
        cycle; /* a phi that was come to again, counted from 1; 0 */
    gac__ref phis[MAX_DEPTH]; /* under way, from outside */
} evaluation;

static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__interval *out);

static bool is_single(const gac__interval *i)
{
    return i->first == i->last;
}

/* A single number, of the width of `out`. */
static bool set_single(gac__interval *out, uint64_t bits)
{
    out->first = out->last = bits;
    return true;
}

/* -- local ids ------------------------------------------------------------- */

uint32_t gac__builtin_variable(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    if (!gac__module_def(p->m, ref.id, &def) || def.opcode != SpvOpLoad)
        return UINT32_MAX;
    bool part = false;
    uint32_t pointer = gac__pointer_begin(p->m, def.words[3], 4, &def, &part);
    const gac__decoration *d =
        gac__module_decoration(p->m, pointer, UINT32_MAX, SpvDecorationBuiltIn);
    return d && d->n_operands > 0 ? d->operands[0] : UINT32_MAX;
}

gac__builtin gac__builtin_of(const gac__program *p, gac__ref ref)
{
    static const uint32_t of_callee[] = {
        [GAC__CALLEE_LOCAL_ID] = SpvBuiltInLocalInvocationId,
        [GAC__CALLEE_LINEAR_ID] = SpvBuiltInLocalInvocationIndex,
        [GAC__CALLEE_GLOBAL_ID] = SpvBuiltInGlobalInvocationId,
        [GAC__CALLEE_LOCAL_SIZE] = SpvBuiltInWorkgroupSize,
        [GAC__CALLEE_UNIFORM] = SpvBuiltInWorkgroupId};
    gac__builtin b = {UINT32_MAX, UINT32_MAX};
    gac__callee_kind callee;
    gac__inst def;
    uint64_t value;
    if (!gac__module_def(p->m, ref.id, &def))
        return b;
    switch (def.opcode) {
    case SpvOpLoad: b.kind = gac__builtin_variable(p, ref); break;
    case SpvOpFunctionCall:
        callee = gac__sites_callee(p->sites, &def).kind;
        if (callee < GAC__CALLEE_LOCAL_ID || callee > GAC__CALLEE_UNIFORM)
            break;
        b.kind = of_callee[callee];
        if (def.n_words > 4
            && gac__evaluate(p, (gac__ref){ref.frame, def.words[4]}, &value))
            b.dimension = (uint32_t)GAC__MIN(value, 3u);
        break;
    case SpvOpCompositeExtract:
        b = gac__builtin_of(
            p, gac__resolve(p, (gac__ref){ref.frame, def.words[3]}));
        if (def.n_words == 5)
            b.dimension = GAC__MIN(def.words[4], 3u);
        break;
    default: break;
    }
    return b;
}

static bool evaluate_id(evaluation *e, gac__ref ref, gac__interval *out)
{
    if (!e->ids || out->width == 0)
        return false;
    gac__builtin id = gac__builtin_of(e->p, ref);
    if (!gac__is_local_id(id))
        return false;
    uint64_t size = gac__program_group_size(e->p, id.dimension);
    e->assumed |= size == 0;
    out->first = 0;
    out->last = (size ? size : ASSUMED_SIZE) - 1;
    return true;
}

/* -- one of several -------------------------------------------------------- */

/* A component of a vector that is made of constants. */
static bool evaluate_part(evaluation *e, uint32_t frame, const gac__inst *inst,
                          uint32_t depth, gac__interval *out)
{
    gac__inst def;
    if (inst->n_words != 5)
        return false;
    uint32_t index = inst->words[4];
    gac__ref from = gac__resolve(e->p, (gac__ref){frame, inst->words[3]});
    if (!gac__module_def(e->p->m, from.id, &def))
        return false;
    switch (def.opcode) {
    case SpvOpConstantNull: return out->width != 0 && set_single(out, 0);
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
    case SpvOpCompositeConstruct: {
        gac__type type = gac__module_type(e->p->m, def.type_id);
        return type.count == def.n_words - 3u && index < type.count
               && evaluate(e, (gac__ref){from.frame, def.words[3 + index]},
                           depth + 1, out);
    }
    default: return false;
    }
}

/* The same number by operands from `first` on, `step` words apart. What a phi
 * makes of itself, going round, is none: a counter. That tells of the phi
 * alone, until it has been left. */
static bool evaluate_all(evaluation *e, uint32_t frame, const gac__inst *inst,
                         uint32_t first, uint32_t step, uint32_t depth,
                         gac__interval *out)
{
    gac__interval other;
    for (uint32_t i = first; i < inst->n_words; i += step) {
        gac__ref in = {frame, inst->words[i]};
        if (!evaluate(e, in, depth + 1, i == first ? out : &other)
            || !is_single(out)
            || (i > first && (!is_single(&other) || other.first != out->first)))
            return false;
    }
    return inst->n_words > first;
}

static bool evaluate_phi(evaluation *e, uint32_t frame, const gac__inst *inst,
                         uint32_t depth, gac__interval *out)
{
    gac__ref self = {frame, inst->result_id};
    for (uint32_t i = e->n_phis; i > 0; i--)
        if (gac__ref_same(e->phis[i - 1], self)) {
            e->cycle = e->cycle ? GAC__MIN(e->cycle, i) : i;
            return false;
        }
    e->phis[e->n_phis++] = self;
    bool known = evaluate_all(e, frame, inst, 3, 2, depth, out);
    if (e->cycle == e->n_phis--)
        e->cycle = 0;
    return known;
}

static bool evaluate_select(evaluation *e, uint32_t frame,
                            const gac__inst *inst, uint32_t depth,
                            gac__interval *out)
{
    gac__interval condition;
    if (!evaluate(e, (gac__ref){frame, inst->words[3]}, depth + 1, &condition)
        || !is_single(&condition))
        return evaluate_all(e, frame, inst, 4, 1, depth, out);
    return evaluate(e, (gac__ref){frame, inst->words[condition.first ? 4 : 5]},
                    depth + 1, out);
}

/* -- computations ---------------------------------------------------------- */

/* What an operation makes of both first ends, and of both last ones. */
static bool fold_ends(uint32_t opcode, uint32_t width, const gac__interval *a,
                      const gac__interval *b, uint32_t n, gac__interval *out)
{
    const gac__number first[] = {{a->first, a->width}, {b->first, b->width}};
    const gac__number last[] = {{a->last, a->width}, {b->last, b->width}};
    return gac__module_fold(opcode, width, first, n, &out->first)
           && gac__module_fold(opcode, width, last, n, &out->last);
}

/* A comparison that has the same result for all of two intervals: for the ends
 * that are farthest from each other, and for those that are nearest. */
static bool compare_intervals(uint32_t opcode, const gac__interval *a,
                              const gac__interval *b, gac__interval *out)
{
    if (opcode == SpvOpIEqual || opcode == SpvOpINotEqual)
        return (a->last < b->first || b->last < a->first)
               && set_single(out, opcode == SpvOpINotEqual);
    const gac__interval turned = {b->last, b->first, b->width, false};
    return fold_ends(opcode, 1, a, &turned, 2, out) && is_single(out);
}

/* An operation on numbers below 2^31, in 64 bits: nothing wraps around. */
static bool combine(uint32_t opcode, const gac__interval *x,
                    const gac__interval *y, uint32_t n, gac__interval *out)
{
    const gac__interval a = {x->first, x->last, 64, false};
    gac__interval b = {y->first, y->last, 64, false};
    bool known = true;
    switch (opcode) {
    case SpvOpIAdd:
    case SpvOpIMul:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpBitcast: break;
    case SpvOpISub:
        b.first = y->last;
        b.last = y->first;
        break;
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: known = b.last <= 31; /* fall through */
    case SpvOpUDiv:
    case SpvOpSDiv: known = known && is_single(&b); break;
    case SpvOpUMod:
    case SpvOpSMod:
    case SpvOpSRem:
    case SpvOpBitwiseAnd:
        out->first = 0;
        out->last = b.last;
        if (opcode != SpvOpBitwiseAnd)
            out->last--;
        out->last = GAC__MIN(out->last, a.last);
        return opcode == SpvOpBitwiseAnd || (is_single(&b) && b.last > 0);
    default: return false;
    }
    return known && fold_ends(opcode, 64, &a, &b, n, out)
           && out->first <= out->last;
}

static bool evaluate_number(evaluation *e, uint32_t frame,
                            const gac__inst *inst, uint32_t depth,
                            gac__interval *out)
{
    gac__interval args[2] = {{0}};
    gac__number numbers[2];
    uint32_t n = inst->n_words - inst->first;
    bool number = inst->opcode == SpvOpUConvert || inst->opcode == SpvOpSConvert
                  || inst->opcode == SpvOpBitcast
                  || (inst->opcode >= SpvOpSNegate && inst->opcode <= SpvOpNot);
    if (!number || n < 1 || n > 2 || out->width == 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!evaluate(e, (gac__ref){frame, inst->words[inst->first + i]},
                      depth + 1, &args[i]))
            return false;
        numbers[i] = (gac__number){args[i].first, args[i].width};
    }
    if (is_single(&args[0]) && is_single(&args[1]))
        return gac__module_fold(inst->opcode, out->width, numbers, n,
                                &out->first)
               && set_single(out, out->first);
    if (gac__is_comparison(inst->opcode))
        return compare_intervals(inst->opcode, &args[0], &args[1], out);
    return args[0].last <= INT32_MAX && args[1].last <= INT32_MAX
           && combine(inst->opcode, &args[0], &args[1], n, out)
           && out->last <= INT32_MAX
           && (out->width >= 32 || out->last >> (out->width - 1) == 0);
}

/* -- values ---------------------------------------------------------------- */

static bool evaluate_global(evaluation *e, uint32_t id, const gac__inst *def,
                            uint32_t depth, gac__interval *out)
{
    if (def->opcode == SpvOpSpecConstantOp && def->n_words == 6
        && def->words[3] == SpvOpCompositeExtract) {
        gac__inst part = {.words = def->words + 1, .n_words = 5};
        return evaluate_part(e, 0, &part, depth, out);
    }
    return gac__module_constant(e->p->m, id, &out->first)
           && set_single(out, out->first);
}

static bool evaluate_local(evaluation *e, gac__ref ref, const gac__inst *def,
                           uint32_t depth, gac__interval *out)
{
    switch (def->opcode) {
    case SpvOpPhi: return evaluate_phi(e, ref.frame, def, depth, out);
    case SpvOpSelect: return evaluate_select(e, ref.frame, def, depth, out);
    case SpvOpLoad:
    case SpvOpFunctionCall: return evaluate_id(e, ref, out);
    case SpvOpCompositeExtract:
        return evaluate_id(e, ref, out)
               || evaluate_part(e, ref.frame, def, depth, out);
    default: return evaluate_number(e, ref.frame, def, depth, out);
    }
}

/* What was found to be no constant is remembered: most operands are
 * none, and are asked for again and again. */
static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__interval *out)
{
    const gac_module *m = e->p->m;
    gac__inst def;
    ref = gac__resolve(e->p, ref);
    if (depth >= MAX_DEPTH || e->steps++ >= MAX_STEPS) {
        e->limited = true;
        return false;
    }
    const uint32_t *words = gac__module_def_words(m, ref.id);
    if (gac__words_opcode(words) == SpvOpConstant) {
        /* Most are of one word or two, which is all that there is to them. */
        const uint32_t n = (words[0] >> 16) - 3;
        out->width = gac__module_int_width(m, ref.id);
        if (out->width == 32 * n && n <= 2)
            return set_single(
                out, words[3] | (uint64_t)(n == 2 ? words[4] : 0) << 32);
    }
    gac__value *value = gac__program_value(e->p, ref);
    if ((value && value->unknown && !e->ids)
        || !gac__module_def(m, ref.id, &def))
        return false;
    out->width = gac__module_scalar_width(m, def.type_id);
    if (def.ordinal < m->first_function)
        return evaluate_global(e, ref.id, &def, depth, out);
    bool known = evaluate_local(e, ref, &def, depth, out);
    if (!known && value && !e->ids && !e->limited && e->cycle == 0)
        value->unknown = 1;
    return known;
}

static bool begin(evaluation *e, const gac__program *p, gac__ref ref, bool ids,
                  gac__interval *out)
{
    e->p = p;
    e->ids = ids;
    e->steps = e->n_phis = e->cycle = 0;
    e->assumed = e->limited = false;
    return evaluate(e, ref, 0, out);
}

bool gac__interval_of(const gac__program *p, gac__ref ref, gac__interval *out)
{
    evaluation e;
    bool found = begin(&e, p, ref, true, out);
    out->assumed = e.assumed;
    return found;
}

bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out)
{
    evaluation e;
    gac__interval i = {0};
    bool found = begin(&e, p, ref, false, &i);
    *bits_out = i.first;
    return found;
}
