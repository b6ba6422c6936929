/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Values in frames: where they come from, and what they are if constant. */

/* Unoptimised code keeps everything in variables: a variable that is stored
 * once, before it is loaded, is but another name for what was stored. So is a
 * parameter for its argument, and a call for what its function returns. */
#include "validate/program/program.h"

/* Chains longer and expressions deeper than this are not followed. */
#define MAX_CHAIN 64
#define MAX_DEPTH 16u
#define MAX_STEPS 256u
#define MAX_APART 4096u /* instructions among a function's parameters */

/* -- where a value comes from ---------------------------------------------- */

const gac__variable *gac__program_variable(const gac__program *p, gac__ref ref)
{
    uint32_t i = gac__program_linked(p, ref, GAC__LINK_VARIABLE);
    return i == UINT32_MAX ? NULL : &p->locals.items[i];
}

uint32_t gac__variable_type(const gac_module *m, uint32_t variable)
{
    const uint32_t *words = gac__module_def_words(m, variable);
    switch (gac__words_opcode(words)) {
    case SpvOpVariable: return gac__module_pointee(m, variable);
    case SpvOpUntypedVariableKHR: return words[0] >> 16 > 4 ? words[4] : 0;
    default: return 0;
    }
}

uint32_t gac__without_casts(const gac_module *m, uint32_t id)
{
    gac__inst def;
    for (int depth = 0;
         depth < 4 && gac__module_def(m, id, &def)
         && (def.opcode == SpvOpBitcast || def.opcode == SpvOpCopyObject);
         depth++)
        id = def.words[3];
    return id;
}

bool gac__reads_alike(const gac_module *m, uint32_t a, uint32_t b)
{
    const uint32_t *x = gac__module_def_words(m, a);
    const uint32_t *y = gac__module_def_words(m, b);
    return a == b
           || (gac__words_opcode(x) == SpvOpTypePointer
               && gac__words_opcode(y) == SpvOpTypePointer && x[2] == y[2]);
}

/* What a load gives, if that is certain. Id 0: it is not. */
static gac__ref loaded_value(const gac__program *p, uint32_t frame,
                             const gac__inst *load)
{
    gac__ref none = {0, 0};
    gac__inst def;
    uint32_t id = gac__without_casts(p->m, load->words[3]);
    const gac__variable *v = gac__program_variable(p, (gac__ref){frame, id});
    if (v) {
        if (v->n_stores != 1 || v->pieces || v->escapes
            || !gac__program_before(p, frame, v->store - 1, frame,
                                    load->ordinal))
            return none;
        gac__inst store = gac__module_inst(p->m, v->store - 1);
        if (!gac__reads_alike(p->m, gac__module_type_of(p->m, store.words[2]),
                              load->type_id))
            return none;
        return (gac__ref){frame, store.words[2]};
    }
    /* A constant of the program's scope. */
    if (gac__module_def(p->m, id, &def) && def.opcode == SpvOpVariable
        && def.n_words > 4 && def.words[3] == SpvStorageClassUniformConstant
        && gac__module_type_of(p->m, def.words[4]) == load->type_id)
        return (gac__ref){0, def.words[4]};
    return none;
}

gac__ref gac__program_argument(const gac__program *p, uint32_t frame,
                               uint32_t parameter)
{
    const gac__frame *f = &p->frames.items[frame];
    if (f->parent == UINT32_MAX)
        return (gac__ref){0, 0};
    gac__inst call = gac__module_inst(p->m, f->call);
    uint32_t index = parameter - f->function->first_param;
    if (f->function->params_apart && index > MAX_APART)
        return (gac__ref){0, 0};
    if (f->function->params_apart)
        index = 0;
    for (uint32_t i = f->function->first_param;
         f->function->params_apart && i < parameter; i++)
        index +=
            (p->m->words[p->m->offsets[i]] & 0xFFFF) == SpvOpFunctionParameter;
    if (4 + index >= call.n_words)
        return (gac__ref){0, 0};
    return (gac__ref){f->parent, call.words[4 + index]};
}

/* One step back; id 0: none. */
static gac__ref step_back(const gac__program *p, gac__ref ref,
                          const gac__inst *def)
{
    uint32_t child;
    switch (def->opcode) {
    case SpvOpFunctionParameter:
        return gac__program_argument(p, ref.frame, def->ordinal);
    case SpvOpCopyObject: return (gac__ref){ref.frame, def->words[3]};
    case SpvOpLoad: return loaded_value(p, ref.frame, def);
    case SpvOpFunctionCall:
        child = gac__program_linked(p, ref, GAC__LINK_CALL);
        if (child != UINT32_MAX && p->frames.items[child].returned != 0)
            return (gac__ref){child, p->frames.items[child].returned};
        return (gac__ref){0, 0};
    default: return (gac__ref){0, 0};
    }
}

gac__ref gac__resolve_far(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    for (int depth = 0; depth < MAX_CHAIN; depth++) {
        if (!gac__module_def(p->m, ref.id, &def))
            return ref;
        if (def.ordinal < p->m->first_function)
            return (gac__ref){0, ref.id};
        gac__ref next = step_back(p, ref, &def);
        if (next.id == 0)
            return ref;
        ref = next;
    }
    return ref;
}

/* -- constants ------------------------------------------------------------- */

typedef struct evaluation {
    const gac__program *p;
    uint32_t steps;
    bool first;   /* for the work-item whose local ids are 0 */
    bool fixed;   /* whatever specialization says */
    bool limited; /* something was too deep, or took too long */
    uint32_t n_phis,
        cycle; /* a phi that was come to again, counted from 1; 0 */
    gac__ref phis[MAX_DEPTH]; /* under way, from outside */
} evaluation;

uint32_t gac__builtin_variable(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    if (!gac__module_def(p->m, ref.id, &def) || def.opcode != SpvOpLoad)
        return UINT32_MAX;
    uint32_t pointer = def.words[3];
    for (int depth = 0; depth < 4 && gac__module_def(p->m, pointer, &def)
                        && !gac__is_variable(def.opcode);
         depth++) {
        uint32_t word = gac__pointer_word(def.opcode);
        if (word == 0)
            return UINT32_MAX;
        pointer = def.words[word];
    }
    const gac__decoration *d =
        gac__module_decoration(p->m, pointer, UINT32_MAX, SpvDecorationBuiltIn);
    return d && d->n_operands > 0 ? d->operands[0] : UINT32_MAX;
}

/* A local id of the first work-item: 0. */
static bool is_first_id(const evaluation *e, gac__ref ref, const gac__inst *def)
{
    gac__ref from = ref;
    if (!e->first)
        return false;
    if (def->opcode == SpvOpCompositeExtract)
        from = gac__resolve(e->p, (gac__ref){ref.frame, def->words[3]});
    if (def->opcode == SpvOpFunctionCall) {
        gac__callee_kind kind = gac__sites_callee(e->p->sites, def).kind;
        return kind == GAC__CALLEE_LOCAL_ID || kind == GAC__CALLEE_LINEAR_ID;
    }
    uint32_t builtin = gac__builtin_variable(e->p, from);
    return builtin == SpvBuiltInLocalInvocationId
           || builtin == SpvBuiltInLocalInvocationIndex;
}

static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__number *out);

/* A component of a vector that is made of constants. */
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
    case SpvOpConstantNull:
        *out =
            (gac__number){0, gac__module_scalar_width(e->p->m, inst->type_id)};
        return out->width != 0;
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

/* The same constant on every way. What a phi makes of itself, going round, is
 * none: a counter. That tells of the phi alone, until it has been left. */
static bool evaluate_ways(evaluation *e, uint32_t frame, const gac__inst *inst,
                          uint32_t depth, gac__number *out)
{
    gac__number other;
    for (uint32_t i = 3; i < inst->n_words; i += 2) {
        gac__ref in = {frame, inst->words[i]};
        if (!evaluate(e, in, depth + 1, i == 3 ? out : &other)
            || (i > 3 && other.bits != out->bits))
            return false;
    }
    return inst->n_words > 3;
}

static bool evaluate_phi(evaluation *e, uint32_t frame, const gac__inst *inst,
                         uint32_t depth, gac__number *out)
{
    gac__ref self = {frame, inst->result_id};
    for (uint32_t i = e->n_phis; i > 0; i--)
        if (gac__ref_same(e->phis[i - 1], self)) {
            e->cycle = e->cycle ? GAC__MIN(e->cycle, i) : i;
            return false;
        }
    e->phis[e->n_phis++] = self;
    bool known = evaluate_ways(e, frame, inst, depth, out);
    if (e->cycle == e->n_phis--)
        e->cycle = 0;
    return known;
}

static bool evaluate_select(evaluation *e, uint32_t frame,
                            const gac__inst *inst, uint32_t depth,
                            gac__number *out)
{
    gac__number condition, other;
    if (evaluate(e, (gac__ref){frame, inst->words[3]}, depth + 1, &condition))
        return evaluate(e,
                        (gac__ref){frame, inst->words[condition.bits ? 4 : 5]},
                        depth + 1, out);
    return evaluate(e, (gac__ref){frame, inst->words[4]}, depth + 1, out)
           && evaluate(e, (gac__ref){frame, inst->words[5]}, depth + 1, &other)
           && out->bits == other.bits;
}

static bool evaluate_inst(evaluation *e, uint32_t frame, const gac__inst *inst,
                          uint32_t depth, gac__number *out)
{
    gac__number args[2];
    uint32_t n = inst->n_words - inst->first;
    switch (inst->opcode) {
    case SpvOpCompositeExtract:
        return evaluate_part(e, frame, inst, depth, out);
    case SpvOpPhi: return evaluate_phi(e, frame, inst, depth, out);
    case SpvOpSelect: return evaluate_select(e, frame, inst, depth, out);
    default: break;
    }
    bool number = inst->opcode == SpvOpUConvert || inst->opcode == SpvOpSConvert
                  || inst->opcode == SpvOpBitcast
                  || (inst->opcode >= SpvOpSNegate && inst->opcode <= SpvOpNot);
    if (!number || n < 1 || n > 2)
        return false;
    out->width = gac__module_scalar_width(e->p->m, inst->type_id);
    if (out->width == 0)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!evaluate(e, (gac__ref){frame, inst->words[inst->first + i]},
                      depth + 1, &args[i]))
            return false;
    return gac__module_fold(inst->opcode, out->width, args, n, &out->bits);
}

static bool is_fixed(uint32_t opcode)
{
    return opcode == SpvOpConstant || opcode == SpvOpConstantNull
           || opcode == SpvOpConstantTrue || opcode == SpvOpConstantFalse;
}

static bool evaluate_resolved(evaluation *e, gac__ref ref, uint32_t depth,
                              gac__number *out)
{
    const gac_module *m = e->p->m;
    gac__inst def;
    if (is_fixed(gac__module_def_opcode(m, ref.id))) {
        out->width =
            gac__module_scalar_width(m, gac__module_type_of(m, ref.id));
        return gac__module_constant(m, ref.id, &out->bits);
    }
    if (!gac__module_def(m, ref.id, &def))
        return false;
    if (def.ordinal < m->first_function) {
        out->width = gac__module_scalar_width(m, def.type_id);
        if (def.opcode == SpvOpSpecConstantOp && def.n_words == 6
            && def.words[3] == SpvOpCompositeExtract) {
            gac__inst part = {.words = def.words + 1,
                              .n_words = 5,
                              .opcode = SpvOpCompositeExtract,
                              .type_id = def.type_id,
                              .first = 3};
            return evaluate_part(e, 0, &part, depth, out);
        }
        if (e->fixed && !is_fixed(def.opcode))
            return false;
        return gac__module_constant(m, ref.id, &out->bits);
    }
    if (is_first_id(e, ref, &def)) {
        *out = (gac__number){0, gac__module_scalar_width(m, def.type_id)};
        return out->width != 0;
    }
    return evaluate_inst(e, ref.frame, &def, depth, out);
}

/* What once turned out to be no constant is remembered: most operands are
 * none, and are asked for again and again. */
static bool evaluate(evaluation *e, gac__ref ref, uint32_t depth,
                     gac__number *out)
{
    ref = gac__resolve(e->p, ref);
    if (depth >= MAX_DEPTH || e->steps++ >= MAX_STEPS) {
        e->limited = true;
        return false;
    }
    gac__value *value = gac__program_value(e->p, ref);
    if (value && value->unknown && !e->first)
        return false;
    bool known = evaluate_resolved(e, ref, depth, out);
    if (!known && value && !e->first && !e->fixed && !e->limited
        && e->cycle == 0)
        value->unknown = 1;
    return known;
}

/* Most are plain constants of 32 or 64 bits, or parameters of the kernel. */
static bool is_parameter(const gac__program *p, gac__ref ref)
{
    return ref.frame == 0
           && gac__module_def_opcode(p->m, ref.id) == SpvOpFunctionParameter;
}

static bool plain_constant(const gac_module *m, uint32_t id, uint64_t *bits_out)
{
    const uint32_t *words = gac__module_def_words(m, id);
    if (gac__words_opcode(words) != SpvOpConstant)
        return false;
    uint32_t width = gac__module_int_width(m, id);
    if (width == 32 && words[0] >> 16 == 4)
        *bits_out = words[3];
    else if (width == 64 && words[0] >> 16 == 5)
        *bits_out = words[3] | (uint64_t)words[4] << 32;
    else
        return false;
    return true;
}

static bool run(const gac__program *p, gac__ref ref, bool first, bool fixed,
                uint64_t *bits_out)
{
    if (plain_constant(p->m, ref.id, bits_out))
        return true;
    gac__value *value = gac__program_value(p, ref);
    if (is_parameter(p, ref) || (value && value->unknown && !first))
        return false;
    evaluation e;
    e.p = p;
    e.steps = e.n_phis = e.cycle = 0;
    e.first = first;
    e.fixed = fixed;
    e.limited = false;
    gac__number n = {0, 0};
    bool known = evaluate(&e, ref, 0, &n);
    *bits_out = n.bits;
    if (!known && value && !first && !fixed && !e.limited)
        value->unknown = 1;
    return known;
}

bool gac__evaluate(const gac__program *p, gac__ref ref, uint64_t *bits_out)
{
    return run(p, ref, false, false, bits_out);
}

bool gac__evaluate_first(const gac__program *p, gac__ref ref,
                         uint64_t *bits_out)
{
    return run(p, ref, true, false, bits_out);
}

bool gac__evaluate_fixed(const gac__program *p, gac__ref ref,
                         uint64_t *bits_out)
{
    return run(p, ref, false, true, bits_out);
}
