/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Copies and waits whose execution or operands depend on the work-item. */

/* One pass over the function gives each value a state: it is certainly the same
 * for all work-items of a group, certainly not, or unknown. A state survives
 * only operations that cannot cancel it: a work-item's id plus a uniform value
 * differs between work-items, the difference of two ids may not. Comparisons
 * keep to what decides: equality with a uniform value picks a work-item out;
 * "less than" does so for a local id and a constant, but not for a global id,
 * whose bound may well be a multiple of the group's size. Loads are unknown,
 * but for builtin variables and for variables that are stored once (clang's at
 * -O0). */
#include "validate/flow.h"

typedef enum variation {
    UNKNOWN,
    UNIFORM,
    BY_LOCAL_ID,  /* a local id, plus or times constants */
    BY_ID         /* otherwise one to one with the work-items of a group */
} variation;

typedef struct divergence {
    gac__flow *f;
    uint8_t *states;  /* of each of the function's instructions */
    uint32_t *stores; /* of each variable: ordinal + 1 of its one store; 0:
                         none yet; UINT32_MAX: several, or other uses */
} divergence;

static bool varies(variation v)
{
    return v == BY_LOCAL_ID || v == BY_ID;
}

static bool is_own(const divergence *d, uint32_t ordinal)
{
    const gac__function *function = d->f->function;
    return ordinal >= function->first && ordinal < function->end;
}

static variation state_of(const divergence *d, uint32_t id)
{
    gac__inst def;
    if (!gac__module_def(d->f->v->m, id, &def))
        return UNKNOWN;
    if (is_own(d, def.ordinal))
        return (variation)d->states[def.ordinal - d->f->function->first];
    if (def.ordinal >= d->f->v->m->first_function || def.type_id == 0 ||
        def.opcode == SpvOpUndef)
        return UNKNOWN;
    return UNIFORM;
}

/* -- where variation comes from -------------------------------------------- */

static variation state_of_builtin(uint32_t builtin)
{
    switch (builtin) {
    case SpvBuiltInLocalInvocationId:
    case SpvBuiltInLocalInvocationIndex:
        return BY_LOCAL_ID;
    case SpvBuiltInGlobalInvocationId:
    case SpvBuiltInGlobalLinearId:
        return BY_ID;
    case SpvBuiltInWorkgroupId:
    case SpvBuiltInNumWorkgroups:
    case SpvBuiltInWorkgroupSize:
    case SpvBuiltInEnqueuedWorkgroupSize:
    case SpvBuiltInGlobalSize:
    case SpvBuiltInGlobalOffset:
    case SpvBuiltInWorkDim:
        return UNIFORM;
    default:
        return UNKNOWN;
    }
}

/* OpenCL C's work-item functions, where a compiler left them as imports. */
static variation state_of_import(const gac_module *m, uint32_t function)
{
    static const struct {
        const char *name;
        variation state;
    } imports[] = {
        {"_Z12get_local_idj", BY_LOCAL_ID},   {"_Z13get_global_idj", BY_ID},
        {"_Z12get_group_idj", UNIFORM},       {"_Z14get_local_sizej", UNIFORM},
        {"_Z15get_global_sizej", UNIFORM},    {"_Z14get_num_groupsj", UNIFORM},
        {"_Z19get_local_linear_idv", BY_LOCAL_ID},
        {"_Z20get_global_linear_idv", BY_ID},
    };
    const gac__decoration *d = gac__module_decoration(
        m, function, UINT32_MAX, SpvDecorationLinkageAttributes);
    for (size_t i = 0; d && i < GAC__COUNT_OF(imports); i++)
        if (!strcmp((const char *)d->operands, imports[i].name))
            return imports[i].state;
    return UNKNOWN;
}

static variation state_of_load(const divergence *d, const gac__inst *inst)
{
    const gac_module *m = d->f->v->m;
    gac__origin origin = gac__pointer_origin(m, inst->words[3]);
    gac__inst def;
    if (origin.variable == 0 || !gac__module_def(m, origin.variable, &def))
        return UNKNOWN;
    const gac__decoration *builtin = gac__module_decoration(
        m, origin.variable, UINT32_MAX, SpvDecorationBuiltIn);
    if (builtin && builtin->n_operands > 0)
        return origin.offset_known ? state_of_builtin(builtin->operands[0])
                                   : UNKNOWN;
    if (!is_own(d, def.ordinal) || origin.base != inst->words[3])
        return UNKNOWN;
    uint32_t store = d->stores[def.ordinal - d->f->function->first];
    if (store == 0 || store == UINT32_MAX || store > inst->ordinal)
        return UNKNOWN;
    return state_of(d, gac__module_inst(m, store - 1).words[2]);
}

/* -- how it spreads -------------------------------------------------------- */

static variation all_uniform(const divergence *d, const gac__inst *inst)
{
    for (uint32_t i = inst->first; i < inst->n_words; i++)
        if (state_of(d, inst->words[i]) != UNIFORM)
            return UNKNOWN;
    return UNIFORM;
}

static bool is_constant(const divergence *d, uint32_t id, uint64_t *value_out)
{
    return gac__module_constant(d->f->v->m, id, value_out);
}

/* One operand that varies, and a uniform one. */
static variation state_of_sum(const divergence *d, const gac__inst *inst)
{
    uint32_t a = inst->words[inst->first], b = inst->words[inst->first + 1];
    variation x = state_of(d, a), y = state_of(d, b);
    uint64_t value;
    if (x == UNIFORM && y == UNIFORM)
        return UNIFORM;
    if (varies(x) && y == UNIFORM)
        return x == BY_LOCAL_ID && is_constant(d, b, &value) ? x : BY_ID;
    if (x == UNIFORM && varies(y))
        return y == BY_LOCAL_ID && is_constant(d, a, &value) ? y : BY_ID;
    return UNKNOWN;
}

static variation state_of_product(const divergence *d, const gac__inst *inst)
{
    uint32_t a = inst->words[inst->first], b = inst->words[inst->first + 1];
    variation x = state_of(d, a), y = state_of(d, b);
    uint64_t value;
    if (x == UNIFORM && y == UNIFORM)
        return UNIFORM;
    if (varies(x) && is_constant(d, b, &value) && value != 0 && value < 1024)
        return x;
    if (varies(y) && is_constant(d, a, &value) && value != 0 && value < 1024)
        return y;
    return UNKNOWN;
}

static variation state_of_comparison(const divergence *d,
                                     const gac__inst *inst)
{
    uint32_t a = inst->words[inst->first], b = inst->words[inst->first + 1];
    variation x = state_of(d, a), y = state_of(d, b);
    uint64_t value;
    bool equality =
        inst->opcode == SpvOpIEqual || inst->opcode == SpvOpINotEqual;
    if (x == UNIFORM && y == UNIFORM)
        return UNIFORM;
    bool mixed =
        (varies(x) && y == UNIFORM) || (varies(y) && x == UNIFORM);
    if (equality && mixed)
        return BY_ID;
    if ((x == BY_LOCAL_ID && is_constant(d, b, &value)) ||
        (y == BY_LOCAL_ID && is_constant(d, a, &value)))
        return BY_ID;
    return UNKNOWN;
}

/* A pointer into an array, by one index that varies. */
static variation state_of_chain(const divergence *d, const gac__inst *inst)
{
    variation result = state_of(d, inst->words[inst->first]);
    for (uint32_t i = inst->first + 1u; i < inst->n_words; i++) {
        variation index = state_of(d, inst->words[i]);
        if (varies(index) && result == UNIFORM)
            result = BY_ID;
        else if (index != UNIFORM)
            return UNKNOWN;
    }
    return result;
}

static variation state_of_result(const divergence *d, const gac__inst *inst)
{
    switch (inst->opcode) {
    case SpvOpFunctionParameter:
        return d->f->is_kernel ? UNIFORM : UNKNOWN;
    case SpvOpVariable:
        return UNIFORM; /* its address, as far as a work-item can tell */
    case SpvOpLoad:
        return state_of_load(d, inst);
    case SpvOpFunctionCall:
        return state_of_import(d->f->v->m, inst->words[3]);
    case SpvOpUConvert: case SpvOpSConvert: case SpvOpBitcast:
    case SpvOpCopyObject: case SpvOpSNegate: case SpvOpNot:
    case SpvOpLogicalNot: case SpvOpCompositeExtract:
    case SpvOpPtrCastToGeneric: case SpvOpGenericCastToPtr:
        return state_of(d, inst->words[inst->first]);
    case SpvOpIAdd: case SpvOpISub: case SpvOpBitwiseXor:
        return state_of_sum(d, inst);
    case SpvOpIMul:
        return state_of_product(d, inst);
    case SpvOpIEqual: case SpvOpINotEqual: case SpvOpULessThan:
    case SpvOpSLessThan: case SpvOpULessThanEqual: case SpvOpSLessThanEqual:
    case SpvOpUGreaterThan: case SpvOpSGreaterThan:
    case SpvOpUGreaterThanEqual: case SpvOpSGreaterThanEqual:
        return state_of_comparison(d, inst);
    case SpvOpAccessChain: case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain: case SpvOpInBoundsPtrAccessChain:
        return state_of_chain(d, inst);
    case SpvOpUDiv: case SpvOpUMod: case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical: case SpvOpBitwiseAnd: case SpvOpBitwiseOr:
    case SpvOpSelect: case SpvOpLogicalAnd: case SpvOpLogicalOr:
        return all_uniform(d, inst);
    default:
        return UNKNOWN;
    }
}

/* -- variables that are stored once ---------------------------------------- */

static bool visit_address(void *user, const gac__inst *inst,
                          const gac__operand_row *row, uint32_t word,
                          uint32_t n)
{
    divergence *d = user;
    gac__inst def;
    (void)n;
    if (row && row->operand_class != GAC__OPERAND_ID &&
        row->operand_class != GAC__OPERAND_PAIR_ID_ID)
        return true;
    if (!gac__module_def(d->f->v->m, inst->words[word], &def) ||
        def.opcode != SpvOpVariable || !is_own(d, def.ordinal))
        return true;
    uint32_t *store = &d->stores[def.ordinal - d->f->function->first];
    if (inst->opcode == SpvOpStore && word == 1 && *store == 0)
        *store = inst->ordinal + 1;
    else if (inst->opcode != SpvOpLoad &&
             inst->opcode != SpvOpLifetimeStart &&
             inst->opcode != SpvOpLifetimeStop)
        *store = UINT32_MAX;
    return true;
}

static void find_states(divergence *d)
{
    const gac_module *m = d->f->v->m;
    const gac__function *function = d->f->function;
    for (uint32_t i = function->first; i < function->end; i++) {
        gac__inst inst = gac__module_inst(m, i);
        gac__module_visit_operands(m, &inst, visit_address, d);
    }
    for (uint32_t i = function->first; i < function->end; i++) {
        gac__inst inst = gac__module_inst(m, i);
        if (inst.result_id && inst.type_id)
            d->states[i - function->first] =
                (uint8_t)state_of_result(d, &inst);
    }
}

/* -- what it means for copies and waits ------------------------------------ */

static bool is_block(void *user, uint32_t block)
{
    return *(const uint32_t *)user == block;
}

/* Whether a way from `from` to the function's end leads around `block`. */
static bool leads_around(gac__flow *f, uint32_t from, uint32_t block)
{
    gac__flow_graph *g = &f->graph;
    if (from == block)
        return false;
    if (g->exits[from])
        return true;
    gac__flow_reach(g, from, is_block, &block);
    for (uint32_t b = 0; b < g->n; b++)
        if (b != block && g->mark[b] && g->exits[b])
            return !g->exhausted;
    return false;
}

/* Whether work-items part at the end of `branch` and some miss `block`. */
static bool splits_before(divergence *d, uint32_t branch, uint32_t block)
{
    gac__flow_graph *g = &d->f->graph;
    const gac__block *b = &g->m->blocks[g->function->first_block + branch];
    gac__inst end = gac__module_inst(g->m, b->end - 1);
    if ((end.opcode != SpvOpBranchConditional && end.opcode != SpvOpSwitch) ||
        branch == block || !varies(state_of(d, end.words[1])) ||
        !gac__flow_dominates(g, branch, block))
        return false;
    for (uint32_t i = g->first[branch]; i < g->first[branch + 1]; i++)
        if (leads_around(d->f, g->successors[i], block))
            return true;
    return false;
}

static void check_place(divergence *d, uint32_t ordinal, gac__rule_id rule)
{
    gac__flow_graph *g = &d->f->graph;
    uint32_t block = gac__flow_block(g, ordinal);
    for (uint32_t b = 0; b < g->n && !g->exhausted; b++) {
        if (!d->f->reachable[b] || !splits_before(d, b, block))
            continue;
        gac__inst end = gac__module_inst(
            g->m, g->m->blocks[g->function->first_block + b].end - 1);
        gac__flow_found(d->f, ordinal, rule, NULL,
                        "Every work-item of the group must come here. Found a "
                        "branch on %s, which depends on the work-item, in "
                        "instruction %u.",
                        gac__describe_id(g->m, end.words[1]).text,
                        end.ordinal + 1);
        return;
    }
}

static void check_quantity(divergence *d, uint32_t ordinal, gac__rule_id rule,
                           const gac__quantity *q)
{
    if (q->name && varies(state_of(d, q->id)))
        gac__flow_found(d->f, ordinal, rule, q,
                        "%s must be the same for all work-items of the group. "
                        "Found %s, which depends on the work-item.",
                        q->name, gac__describe_id(d->f->v->m, q->id).text);
}

static void check_copy(divergence *d, uint32_t ordinal)
{
    gac__inst inst = gac__module_inst(d->f->v->m, ordinal);
    gac__copy_view c;
    if (!gac__view_copy(d->f->v->m, &inst, &c))
        return;
    const gac__quantity *all[] = {
        &c.destination.pointer, &c.destination.offset, &c.destination.line,
        &c.destination.plane,   &c.source.pointer,     &c.source.offset,
        &c.source.line,         &c.source.plane,       &c.bytes,
        &c.elements,            &c.lines,              &c.planes,
        &c.stride};
    check_place(d, ordinal, GAC__RULE_divergent_copy);
    for (size_t i = 0; i < GAC__COUNT_OF(all); i++)
        check_quantity(d, ordinal, GAC__RULE_divergent_operand, all[i]);
}

static void check_wait(divergence *d, uint32_t ordinal)
{
    gac__inst inst = gac__module_inst(d->f->v->m, ordinal);
    const gac__operand_row *names = gac__grammar_op(inst.opcode)->operands;
    gac__quantity count = {
        .name = names[1].name, .word = 2, .id = inst.words[2]};
    check_place(d, ordinal, GAC__RULE_divergent_wait);
    check_quantity(d, ordinal, GAC__RULE_divergent_wait, &count);
}

/* Groups of one work-item cannot diverge. */
static bool has_single_items(const gac_module *m, uint32_t function)
{
    for (uint32_t i = 0; i < m->first_function; i++) {
        gac__inst inst = gac__module_inst(m, i);
        if (inst.opcode == SpvOpExecutionMode && inst.n_words >= 6 &&
            inst.words[1] == function &&
            inst.words[2] == SpvExecutionModeLocalSize)
            return inst.words[3] == 1 && inst.words[4] == 1 &&
                   inst.words[5] == 1;
    }
    return false;
}

void gac__warn_divergence(gac__flow *f)
{
    gac__flow_graph *g = &f->graph;
    uint32_t n = f->function->end - f->function->first;
    divergence d = {
        .f = f,
        .states = gac__arena_alloc(&g->arena, n, 1),
        .stores = gac__arena_alloc(&g->arena, n, sizeof *d.stores)};
    if (!d.states || !d.stores || g->exhausted ||
        has_single_items(f->v->m, f->function->id))
        return;
    find_states(&d);
    for (uint32_t i = 0; i < f->n_copies && !g->exhausted; i++)
        check_copy(&d, f->copies[i]);
    for (uint32_t i = 0; i < f->n_waits && !g->exhausted; i++)
        check_wait(&d, f->waits[i]);
}
