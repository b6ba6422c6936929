/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Evaluates integers that are constant on all paths. Specialization constants
 * have their defaults. */
#include "module/types.h"
#include "validate/value/value.h"

#define MAX_DEPTH 16u  /* of an expression */
#define MAX_STEPS 256u /* values of an expression */

typedef struct evaluation {
    const gac__program *p;
    uint32_t steps;
    bool limited; /* a limit was reached */
} evaluation;

static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__number *out);

/* -- builtins -------------------------------------------------------------- */

/* The builtin of a variable that is loaded; UINT32_MAX: none. */
static uint32_t builtin_variable(const gac__program *p, gac__ref ref)
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
    const gac__builtin none = {UINT32_MAX, UINT32_MAX};
    gac__builtin b = none;
    gac__callee callee;
    gac__inst def;
    uint64_t value;
    if (!gac__module_def(p->m, ref.id, &def))
        return none;
    if (def.opcode == SpvOpCompositeExtract) {
        if (def.n_words == 5)
            b.dimension = GAC__MIN(def.words[4], 3u);
        ref = gac__resolve(p, (gac__ref){ref.frame, def.words[3]});
        if (!gac__module_def(p->m, ref.id, &def))
            return none;
    }
    if (def.opcode == SpvOpLoad)
        b.kind = builtin_variable(p, ref);
    callee = gac__sites_callee(p->sites, &def);
    if (callee.kind != GAC__CALLEE_BUILTIN)
        return b;
    b.kind = callee.builtin;
    if (b.dimension == UINT32_MAX && def.n_words > 4
        && gac__evaluate(p, (gac__ref){ref.frame, def.words[4]}, &value))
        b.dimension = (uint32_t)GAC__MIN(value, 3u);
    return b;
}

/* -- several operands ------------------------------------------------------ */

/* A component of a constant vector. */
static bool evaluate_part(evaluation *e, uint32_t frame, const gac__inst *inst,
                          uint32_t depth, gac__number *out)
{
    gac__inst def;
    if (inst->n_words != 5)
        return false;
    uint32_t index = inst->words[4];
    gac__ref from = gac__resolve(e->p, (gac__ref){frame, inst->words[3]});
    if (!gac__module_def(e->p->m, from.id, &def))
        return false;
    switch (def.opcode) {
    case SpvOpConstantNull: return out->width != 0;
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

/* Evaluates operands from word `first` on, `step` words apart. False: they
 * differ. */
static bool evaluate_all(evaluation *e, uint32_t frame, const gac__inst *inst,
                         uint32_t first, uint32_t step, uint32_t depth,
                         gac__number *out)
{
    gac__number other;
    for (uint32_t i = first; i < inst->n_words; i += step) {
        gac__ref in = {frame, inst->words[i]};
        if (!evaluate(e, in, depth + 1, i == first ? out : &other)
            || (i > first && other.bits != out->bits))
            return false;
    }
    return inst->n_words > first;
}

/* A phi that is its own operand by a loop is a counter, and no constant. */
static bool evaluate_phi(evaluation *e, gac__ref self, const gac__inst *inst,
                         uint32_t depth, gac__number *out)
{
    gac__value *value = gac__program_value(e->p, self);
    value->unknown = 1;
    const bool known = evaluate_all(e, self.frame, inst, 3, 2, depth, out);
    value->unknown = 0;
    return known;
}

static bool evaluate_select(evaluation *e, uint32_t frame,
                            const gac__inst *inst, uint32_t depth,
                            gac__number *out)
{
    gac__number condition;
    if (!evaluate(e, (gac__ref){frame, inst->words[3]}, depth + 1, &condition))
        return evaluate_all(e, frame, inst, 4, 1, depth, out);
    return evaluate(e, (gac__ref){frame, inst->words[condition.bits ? 4 : 5]},
                    depth + 1, out);
}

/* -- values ---------------------------------------------------------------- */

static bool evaluate_number(evaluation *e, uint32_t frame,
                            const gac__inst *inst, uint32_t depth,
                            gac__number *out)
{
    gac__number args[2];
    uint32_t n = inst->n_words - inst->first;
    bool number = inst->opcode == SpvOpUConvert || inst->opcode == SpvOpSConvert
                  || inst->opcode == SpvOpBitcast
                  || (inst->opcode >= SpvOpSNegate && inst->opcode <= SpvOpNot);
    if (!number || n < 1 || n > 2 || out->width == 0)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!evaluate(e, (gac__ref){frame, inst->words[inst->first + i]},
                      depth + 1, &args[i]))
            return false;
    return gac__module_fold(inst->opcode, out->width, args, n, &out->bits);
}

static bool evaluate_global(evaluation *e, uint32_t id, const gac__inst *def,
                            uint32_t depth, gac__number *out)
{
    if (def->opcode == SpvOpSpecConstantOp && def->n_words == 6
        && def->words[3] == SpvOpCompositeExtract) {
        gac__inst part = {.words = def->words + 1, .n_words = 5};
        return evaluate_part(e, 0, &part, depth, out);
    }
    return gac__module_constant(e->p->m, id, &out->bits);
}

static bool evaluate_local(evaluation *e, gac__ref ref, const gac__inst *def,
                           uint32_t depth, gac__number *out)
{
    switch (def->opcode) {
    case SpvOpPhi: return evaluate_phi(e, ref, def, depth, out);
    case SpvOpSelect: return evaluate_select(e, ref.frame, def, depth, out);
    case SpvOpCompositeExtract:
        return evaluate_part(e, ref.frame, def, depth, out);
    default: return evaluate_number(e, ref.frame, def, depth, out);
    }
}

/* Values that are no constant are marked: most operands are none, and are used
 * many times. */
static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__number *out)
{
    const gac_module *m = e->p->m;
    ref = gac__resolve(e->p, ref);
    if (depth >= MAX_DEPTH || e->steps++ >= MAX_STEPS) {
        e->limited = true;
        return false;
    }
    const uint32_t *words = gac__module_def_words(m, ref.id);
    if (!words)
        return false;
    if (gac__words_opcode(words) == SpvOpConstant) {
        /* Integers of 32 and 64 bits need no more. */
        const uint32_t n = (words[0] >> 16) - 3;
        out->width = gac__module_int_width(m, ref.id);
        out->bits = words[3] | (uint64_t)(n == 2 ? words[4] : 0) << 32;
        if (out->width == 32 * n && n <= 2)
            return true;
    }
    const bool global = m->definitions[ref.id] <= m->first_function;
    gac__value *value = global ? NULL : gac__program_value(e->p, ref);
    if (!global && (!value || value->unknown))
        return false;
    const gac__inst def = gac__module_inst(m, m->definitions[ref.id] - 1);
    out->width = gac__module_scalar_width(m, def.type_id);
    out->bits = 0;
    if (global)
        return evaluate_global(e, ref.id, &def, depth, out);
    bool known = evaluate_local(e, ref, &def, depth, out);
    if (!known && !e->limited)
        value->unknown = 1;
    return known;
}

bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out)
{
    evaluation e = {.p = p};
    gac__number number = {0};
    bool known = evaluate(&e, ref, 0, &number);
    *bits_out = known ? number.bits : 0;
    return known;
}
