/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Between which numbers a value lies that is made of local ids and constants.
 */

/* A local id is below the group's size. Where no size is fixed, one is assumed
 * that no implementation goes beyond without being asked to: what is true or
 * false of all ids below it (get_local_id(0) < 100000) parts no group. */
#include "validate/program/program.h"

#define ASSUMED_SIZE 1024u
#define MAX_DEPTH 16u
#define MAX_STEPS 256u

/* `steps`: that it has taken. What takes too many has no range that we know. */
static bool find_range(const gac__program *p, gac__ref ref, uint32_t depth,
                       uint32_t *steps, gac__local_range *out);

static gac__local_range of_dimension(const gac__program *p, uint64_t dimension)
{
    uint32_t size = dimension > 2 ? 1 : p->local_size[dimension];
    return (gac__local_range){0, (size ? size : ASSUMED_SIZE) - 1, size == 0};
}

static gac__local_range of_index(const gac__program *p)
{
    uint64_t size = 1;
    bool assumed = false;
    for (int i = 0; i < 3; i++) {
        size *= GAC__MIN(p->local_size[i], 1u << 20);
        assumed |= p->local_size[i] == 0;
    }
    return (gac__local_range){0, (assumed ? ASSUMED_SIZE : size) - 1, assumed};
}

/* A local id, by its builtin variable or an imported function. */
static bool find_id(const gac__program *p, gac__ref ref, const gac__inst *def,
                    gac__local_range *out)
{
    uint64_t dimension = 3;
    if (def->opcode == SpvOpFunctionCall) {
        gac__callee_kind kind = gac__sites_callee(p->sites, def).kind;
        if (kind == GAC__CALLEE_LINEAR_ID)
            *out = of_index(p);
        else if (kind != GAC__CALLEE_LOCAL_ID || def->n_words < 5
                 || !gac__evaluate(p, (gac__ref){ref.frame, def->words[4]},
                                   &dimension))
            return false;
        else
            *out = of_dimension(p, dimension);
        return true;
    }
    if (gac__builtin_variable(p, ref) == SpvBuiltInLocalInvocationIndex) {
        *out = of_index(p);
        return true;
    }
    if (def->opcode != SpvOpCompositeExtract || def->n_words != 5)
        return false;
    gac__ref from = gac__resolve(p, (gac__ref){ref.frame, def->words[3]});
    *out = of_dimension(p, def->words[4]);
    return gac__builtin_variable(p, from) == SpvBuiltInLocalInvocationId;
}

/* Operations on numbers below 2^31: nothing wraps around. */
static bool combine(uint32_t opcode, const gac__local_range *a,
                    const gac__local_range *b, gac__local_range *out)
{
    bool constant = b->first == b->last;
    *out = (gac__local_range){0, 0, a->assumed || b->assumed};
    switch (opcode) {
    case SpvOpIAdd:
        out->first = a->first + b->first;
        out->last = a->last + b->last;
        return true;
    case SpvOpISub:
        if (a->first < b->last)
            return false;
        out->first = a->first - b->last;
        out->last = a->last - b->first;
        return true;
    case SpvOpIMul:
        out->first = a->first * b->first;
        out->last = a->last * b->last;
        return true;
    case SpvOpShiftLeftLogical:
        if (!constant || b->first > 31)
            return false;
        out->first = a->first << b->first;
        out->last = a->last << b->first;
        return true;
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic:
        if (!constant || b->first > 31)
            return false;
        out->first = a->first >> b->first;
        out->last = a->last >> b->first;
        return true;
    case SpvOpUDiv:
    case SpvOpSDiv:
        if (!constant || b->first == 0)
            return false;
        out->first = a->first / b->first;
        out->last = a->last / b->first;
        return true;
    case SpvOpUMod:
    case SpvOpSMod:
    case SpvOpSRem:
        if (!constant || b->first == 0)
            return false;
        out->last = GAC__MIN(a->last, b->first - 1);
        return true;
    case SpvOpBitwiseAnd: out->last = GAC__MIN(a->last, b->last); return true;
    default: return false;
    }
}

static bool find_result(const gac__program *p, uint32_t frame,
                        const gac__inst *def, uint32_t depth, uint32_t *steps,
                        gac__local_range *out)
{
    uint32_t width = gac__module_scalar_width(p->m, def->type_id);
    gac__local_range a, b;
    uint64_t most = width >= 32 ? INT32_MAX : (UINT64_C(1) << width) / 2 - 1;
    if (width == 0 || def->n_words < 4
        || !find_range(p, (gac__ref){frame, def->words[3]}, depth + 1, steps,
                       &a))
        return false;
    switch (def->opcode) {
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpBitcast: *out = a; break;
    default:
        if (def->n_words != 5
            || !find_range(p, (gac__ref){frame, def->words[4]}, depth + 1,
                           steps, &b)
            || !combine(def->opcode, &a, &b, out))
            return false;
        break;
    }
    return out->last <= most;
}

static bool find_range(const gac__program *p, gac__ref ref, uint32_t depth,
                       uint32_t *steps, gac__local_range *out)
{
    gac__inst def;
    uint64_t value;
    ref = gac__resolve(p, ref);
    if (depth >= MAX_DEPTH || ++*steps > MAX_STEPS)
        return false;
    if (gac__evaluate(p, ref, &value)) {
        *out = (gac__local_range){value, value, false};
        return value <= INT32_MAX;
    }
    if (!gac__module_def(p->m, ref.id, &def))
        return false;
    return find_id(p, ref, &def, out)
           || find_result(p, ref.frame, &def, depth, steps, out);
}

bool gac__local_range_of(const gac__program *p, gac__ref ref,
                         gac__local_range *out)
{
    uint32_t steps = 0;
    return find_range(p, ref, 0, &steps, out);
}

/* -- comparisons ----------------------------------------------------------- */

/* Whether a comparison holds of two numbers, which are signed. */
static bool holds(uint32_t opcode, int64_t x, int64_t y)
{
    switch (opcode) {
    case SpvOpULessThan:
    case SpvOpSLessThan: return x < y;
    case SpvOpULessThanEqual:
    case SpvOpSLessThanEqual: return x <= y;
    case SpvOpUGreaterThan:
    case SpvOpSGreaterThan: return x > y;
    default: return x >= y;
    }
}

static bool is_signed(uint32_t opcode)
{
    return opcode == SpvOpSLessThan || opcode == SpvOpSLessThanEqual
           || opcode == SpvOpSGreaterThan || opcode == SpvOpSGreaterThanEqual;
}

static bool compare(const gac__local_range *range, uint32_t opcode,
                    int64_t limit, bool swapped, bool *truth_out)
{
    int64_t first = (int64_t)range->first, last = (int64_t)range->last;
    if (opcode == SpvOpIEqual || opcode == SpvOpINotEqual) {
        bool outside = limit < first || limit > last;
        *truth_out = outside == (opcode == SpvOpINotEqual);
        return outside || first == last;
    }
    *truth_out =
        swapped ? holds(opcode, limit, first) : holds(opcode, first, limit);
    return *truth_out
           == (swapped ? holds(opcode, limit, last)
                       : holds(opcode, last, limit));
}

static bool is_comparison(uint32_t opcode)
{
    return opcode >= SpvOpIEqual && opcode <= SpvOpSLessThanEqual;
}

bool gac__range_decides(const gac__program *p, uint32_t frame,
                        const gac__inst *inst, bool *truth_out)
{
    gac__local_range range;
    uint64_t bits;
    if (!is_comparison(inst->opcode) || inst->n_words != 5)
        return false;
    gac__ref x = {frame, inst->words[3]}, y = {frame, inst->words[4]};
    bool swapped = gac__evaluate(p, x, &bits);
    if ((!swapped && !gac__evaluate(p, y, &bits))
        || !gac__local_range_of(p, swapped ? y : x, &range))
        return false;
    uint32_t width = gac__module_int_width(p->m, x.id);
    int64_t limit = (int64_t)bits;
    if (is_signed(inst->opcode) && width > 0 && width < 64
        && (bits >> (width - 1) & 1))
        limit = (int64_t)(bits | UINT64_MAX << width);
    if (!is_signed(inst->opcode) && bits > INT64_MAX)
        limit = INT64_MAX;
    return compare(&range, inst->opcode, limit, swapped, truth_out);
}

bool gac__branch_decided(const gac__program *p, gac__ref condition,
                         bool *truth_out)
{
    gac__inst def;
    condition = gac__resolve(p, condition);
    if (!gac__module_def(p->m, condition.id, &def))
        return false;
    if (def.opcode != SpvOpLogicalNot)
        return gac__range_decides(p, condition.frame, &def, truth_out);
    gac__ref other = gac__resolve(p, (gac__ref){condition.frame, def.words[3]});
    if (!gac__module_def(p->m, other.id, &def)
        || !gac__range_decides(p, other.frame, &def, truth_out))
        return false;
    *truth_out = !*truth_out;
    return true;
}
