/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether a value is the same for all work-items of a group. */

/* A value is certainly uniform, certainly varies, or is unknown. A result
 * varies only if the operation cannot cancel the variation of its operand: an
 * id plus a uniform value varies; the difference of two ids may not, and a
 * global id divided by the group's size is uniform. A value that is made of
 * local ids and constants alone varies under more operations: no kernel divides
 * a local id by more than the group's size. A comparison of a varying value
 * with a uniform one varies. A kernel that reads local ids, but none of a
 * dimension, may be run with groups of one work-item in it: its global id there
 * is unknown.
 *
 * A phi, a load and a select choose among several values. The result is uniform
 * if all of them are and the choice is. It varies if all work-items add the
 * same to a varying value, and if a varying condition chooses between two
 * values that certainly differ.
 *
 * Memory is unknown, except for builtin variables and for variables of the
 * function that only uniform values are stored to. A value that depends on
 * itself by a loop counts as uniform while its operands are looked at: it
 * varies only if a varying value comes in. */
#include "module/types.h"
#include "validate/warn/variation.h"

#define MAX_DEPTH 64u
#define MAX_TENTATIVE 64
#define MAX_DEFINITIONS 8u
#define MAX_STEPS 4
#define MAX_BRANCHES 6
#define BITS_OF_ID 16 /* no group is larger than 2^16 */

/* The search for the variation of one value, and of the values that it depends
 * on. While a phi or a load is open, it counts as uniform. A result that is
 * found meanwhile is tentative: it holds only if the phi or the load turns out
 * to be uniform. */
typedef struct search {
    gac__paths *t;
    gac__program *p; /* t->p */
    uint32_t depth;
    uint32_t n_open; /* phis and loads whose variation is being computed */
    uint32_t n_tentative;
    gac__value *tentative[MAX_TENTATIVE];
} search;

static gac__variation vary(search *s, gac__ref ref);

/* -- sources of variation -------------------------------------------------- */

#define ALL_DIMENSIONS 7u
#define LOOKED_AT 8u

/* The dimensions of which the program reads a local id or the group's size, a
 * bit each, and LOOKED_AT. */
static uint32_t local_dimensions(gac__program *p)
{
    if (p->local_dimensions != 0)
        return p->local_dimensions;
    p->local_dimensions = LOOKED_AT;
    for (uint32_t k = 0; k < p->nodes.n; k++) {
        const gac__node *n = &p->nodes.items[k];
        for (uint32_t i = n->first; i < n->end; i++) {
            const gac__ref value = {n->frame,
                                    gac__module_inst(p->m, i).result_id};
            const gac__builtin b = gac__builtin_of(p, value);
            if (b.kind == SpvBuiltInLocalInvocationIndex)
                p->local_dimensions |= ALL_DIMENSIONS;
            else if (b.dimension < 3
                     && (gac__is_local_id(b) || gac__is_group_size(b)))
                p->local_dimensions |= 1u << b.dimension;
        }
    }
    return p->local_dimensions;
}

/* Whether groups may have one work-item in a dimension, by what the program
 * reads: local ids, but none of that dimension. */
static bool may_be_single(gac__program *p, uint32_t dimension)
{
    const uint32_t read = dimension < 3 && p->local_size[dimension] == 0
                              ? local_dimensions(p) & ALL_DIMENSIONS
                              : 0;
    return read != 0 && (read >> dimension & 1) == 0;
}

static gac__variation of_builtin(gac__program *p, gac__builtin b)
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
    if (!gac__builtin_is_id(b.kind)
        || (b.kind == SpvBuiltInGlobalInvocationId
            && may_be_single(p, b.dimension)))
        return GAC__UNKNOWN;
    return single ? GAC__UNIFORM : GAC__BY_ID;
}

/* -- operations ------------------------------------------------------------ */

/* The operands of an instruction. */
typedef struct operands {
    uint32_t n_varying, n_unknown;
    uint32_t word;    /* of the last one that varies */
    gac__variation v; /* its variation */
} operands;

/* Looks at the operands from word `first` on, which are ids. */
static operands look_at(search *s, uint32_t frame, const gac__inst *inst,
                        uint32_t first)
{
    operands all = {0};
    for (uint32_t i = first; i < inst->n_words; i++) {
        const gac__variation v = vary(s, (gac__ref){frame, inst->words[i]});
        all.n_unknown += v == GAC__UNKNOWN;
        if (gac__varies(v)) {
            all.n_varying++;
            all.word = i;
            all.v = v;
        }
    }
    return all;
}

/* That of a result which no operand cancels the variation of. */
static gac__variation of_all(const operands *all)
{
    return all->n_varying + all->n_unknown == 0     ? GAC__UNIFORM
           : all->n_varying == 1 && !all->n_unknown ? all->v
                                                    : GAC__UNKNOWN;
}

/* A varying operand of an instruction, and the uniform one beside it. */
typedef struct mixed {
    gac__variation v;
    gac__ref self, other;
    bool is_second; /* the uniform one is the second operand */
    bool known;     /* it is constant */
    uint64_t value; /* known: its value */
} mixed;

/* A product varies if it does not wrap around. */
static gac__variation of_product(uint32_t opcode, const mixed *m)
{
    if (!m->known)
        return GAC__BY_ID; /* a pitch or a size is not 0 */
    if (opcode == SpvOpShiftLeftLogical)
        return m->is_second && m->value < 16 ? m->v : GAC__UNKNOWN;
    if (m->value == 0)
        return GAC__UNIFORM;
    return m->value < 1u << 20 ? m->v : GAC__UNKNOWN;
}

/* Parts of a local id: its lowest bits, its quotient by a constant. */
static gac__variation of_part(uint32_t opcode, const mixed *m)
{
    uint64_t value = m->known ? m->value : 0;
    bool varies;
    switch (opcode) {
    case SpvOpBitwiseAnd: /* adjacent ids differ in the lowest bit */
        varies = value & 1;
        break;
    case SpvOpUMod:
    case SpvOpSMod:
    case SpvOpSRem: varies = m->is_second && value > 1; break;
    default:
        varies = m->is_second && m->v == GAC__BY_LOCAL_ID && value > 0
                 && value < 1u << 16;
        break;
    }
    return varies ? GAC__BY_LOCAL_ID : GAC__UNKNOWN;
}

/* Whether a shift to the right keeps the lower bits of a value, as optimizers
 * write conversions: `(long)(int)x` as `(x << 32) >> 32`. `left_out`: the
 * result is those bits shifted left by that. */
static bool keeps_lower_bits(const gac__program *p, uint32_t frame,
                             const gac__inst *inst, gac__ref *value_out,
                             uint64_t *left_out)
{
    gac__inst def;
    uint64_t right, left;
    if (inst->opcode != SpvOpShiftRightLogical
        && inst->opcode != SpvOpShiftRightArithmetic)
        return false;
    const gac__ref of = gac__resolve(p, (gac__ref){frame, inst->words[3]});
    const uint32_t width = gac__module_int_width(p->m, of.id);
    if (!gac__module_def(p->m, of.id, &def)
        || def.opcode != SpvOpShiftLeftLogical
        || !gac__evaluate(p, (gac__ref){frame, inst->words[4]}, &right)
        || !gac__evaluate(p, (gac__ref){of.frame, def.words[4]}, &left)
        || right > left || width < BITS_OF_ID || left > width - BITS_OF_ID)
        return false;
    *value_out = (gac__ref){of.frame, def.words[3]};
    *left_out = left - right;
    return true;
}

/* The builtin that a value is, but for conversions. */
static gac__builtin builtin_behind(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    uint64_t left = 0;
    ref = gac__resolve(p, ref);
    for (int i = 0; i < 3 && gac__module_def(p->m, ref.id, &def); i++) {
        gac__ref of = ref;
        if (def.opcode == SpvOpUConvert || def.opcode == SpvOpSConvert)
            of.id = def.words[3];
        else if (!keeps_lower_bits(p, ref.frame, &def, &of, &left) || left != 0)
            break;
        ref = gac__resolve(p, of);
    }
    return gac__builtin_of(p, ref);
}

/* Whether a comparison has the same result for all local ids, as in
 * get_local_id(0) < get_local_size(0). */
static bool is_decided(const search *s, gac__ref ref, const mixed *m)
{
    return m->known ? gac__path_is_constant(gac__path_invariant(s->t, ref))
                    : gac__is_group_size(builtin_behind(s->p, m->other));
}

/* Whether the ids of a group may lie on both sides of a comparison. A bound,
 * which is the first id of the upper side, splits no group if it is a multiple
 * of the group's size. No id is negative, nor beyond the global size. What is
 * computed of ids is taken for one. */
static bool splits_group(const search *s, uint32_t opcode, const mixed *m)
{
    const gac__builtin id = builtin_behind(s->p, m->self);
    const uint64_t size = id.kind == UINT32_MAX
                              ? s->p->local_size[0]
                              : gac__program_group_size(s->p, id.dimension);
    const bool after =
        opcode == SpvOpUGreaterThan || opcode == SpvOpSGreaterThan
        || opcode == SpvOpULessThanEqual || opcode == SpvOpSLessThanEqual;
    const uint64_t bound = m->value + (after == m->is_second);
    if (!m->known)
        return id.kind != SpvBuiltInGlobalInvocationId
               || builtin_behind(s->p, m->other).kind != SpvBuiltInGlobalSize;
    return bound != 0 && (size == 0 || bound % size != 0);
}

static gac__variation of_comparison(const search *s, gac__ref ref,
                                    uint32_t opcode, const mixed *m)
{
    if (m->v == GAC__BY_LOCAL_ID && is_decided(s, ref, m))
        return GAC__UNKNOWN;
    bool equality = opcode == SpvOpIEqual || opcode == SpvOpINotEqual;
    return m->v != GAC__BY_ID || equality || splits_group(s, opcode, m)
               ? GAC__BY_ID
               : GAC__UNKNOWN;
}

/* The result of two operands. */
static gac__variation of_two(search *s, gac__ref ref, const gac__inst *inst)
{
    const operands both = look_at(s, ref.frame, inst, 3);
    const gac__variation v = of_all(&both);
    const uint32_t opcode = inst->opcode;
    const bool either = opcode == SpvOpLogicalOr;
    const bool junction = either || opcode == SpvOpLogicalAnd;
    if (!gac__varies(v)) /* a condition beside another one may decide */
        return junction && both.n_varying != 0 ? GAC__BY_ID : v;
    mixed m = {.v = v, .is_second = both.word == 3};
    m.self = (gac__ref){ref.frame, inst->words[both.word]};
    m.other = (gac__ref){ref.frame, inst->words[m.is_second ? 4 : 3]};
    m.known = gac__evaluate(s->p, m.other, &m.value);
    if (junction)
        return m.known && (m.value != 0) == either ? GAC__UNIFORM : GAC__BY_ID;
    switch (opcode) {
    case SpvOpIAdd:
    case SpvOpISub: return m.known ? v : GAC__BY_ID;
    case SpvOpBitwiseXor: return GAC__BY_ID; /* in no known range */
    case SpvOpIMul:
    case SpvOpShiftLeftLogical: return of_product(opcode, &m);
    case SpvOpBitwiseOr: return GAC__UNKNOWN;
    default:
        return gac__is_comparison(opcode) ? of_comparison(s, ref, opcode, &m)
                                          : of_part(opcode, &m);
    }
}

static gac__variation of_right_shift(search *s, gac__ref ref,
                                     const gac__inst *inst)
{
    gac__ref of;
    mixed m = {.is_second = true, .known = true};
    if (!keeps_lower_bits(s->p, ref.frame, inst, &of, &m.value))
        return of_two(s, ref, inst);
    m.v = vary(s, of);
    return gac__varies(m.v) ? of_product(SpvOpShiftLeftLogical, &m) : m.v;
}

/* -- choices between two values -------------------------------------------- */

static bool is_kernel_parameter(const gac__program *p, gac__ref ref)
{
    return p->is_kernel && ref.frame == 0
           && gac__module_def_opcode(p->m, ref.id) == SpvOpFunctionParameter;
}

/* Whether two pointers certainly differ: in their object, or in a constant
 * offset. */
static bool pointers_differ(const gac__program *p, gac__ref a, gac__ref b)
{
    if (!gac__is_pointer(p->m, a.id))
        return false;
    gac__origin x = gac__pointer_origin(p, a), y = gac__pointer_origin(p, b);
    if (x.base.id == 0 || y.base.id == 0 || x.is_null || y.is_null)
        return false;
    if (gac__ref_same(x.base, y.base))
        return x.offset_known && y.offset_known && x.offset != y.offset;
    return (x.is_variable || is_kernel_parameter(p, x.base))
           && (y.is_variable || is_kernel_parameter(p, y.base));
}

/* Whether a value is the event of a copy that is given no event. */
static bool is_own_event(const gac__program *p, gac__ref ref)
{
    gac__inst def;
    gac__ref event;
    if (!gac__module_def(p->m, ref.id, &def) || !gac__is_copy(p->sites, &def))
        return false;
    gac__op op = {.ordinal = def.ordinal,
                  .frame = (uint16_t)ref.frame,
                  .kind = GAC__OP_COPY};
    return gac__copy_event(p, op, &event)
           && gac__module_def_opcode(p->m, gac__resolve(p, event).id)
                  == SpvOpConstantNull;
}

/* Whether two events certainly differ: they are of two copies, or one is
 * null. */
static bool events_differ(const gac__program *p, gac__ref a, gac__ref b)
{
    if (!gac__is_event(p->m, a.id))
        return false;
    a = gac__resolve(p, a);
    b = gac__resolve(p, b);
    bool a_null = gac__module_def_opcode(p->m, a.id) == SpvOpConstantNull;
    bool b_null = gac__module_def_opcode(p->m, b.id) == SpvOpConstantNull;
    return (a_null || is_own_event(p, a)) && (b_null || is_own_event(p, b))
           && !(a_null && b_null) && !gac__ref_same(a, b);
}

/* The variation of `condition ? x : y`. It varies where the condition does and
 * the two certainly differ. With a constant condition on one side, it is a
 * conjunction or disjunction, which varies if one of its operands does. */
static gac__variation of_choice(search *s, gac__variation condition, gac__ref x,
                                gac__ref y)
{
    uint64_t a, b;
    bool varies = gac__varies(condition);
    bool x_known = gac__evaluate(s->p, x, &a),
         y_known = gac__evaluate(s->p, y, &b);
    if (x_known && y_known)
        return a == b ? GAC__UNIFORM : varies ? GAC__BY_ID : GAC__UNKNOWN;
    if (varies && (pointers_differ(s->p, x, y) || events_differ(s->p, x, y)))
        return GAC__BY_ID;
    if (x_known == y_known
        || gac__words_opcode(gac__module_value_type(s->p->m, x.id))
               != SpvOpTypeBool)
        return GAC__UNKNOWN;
    return varies || gac__varies(vary(s, x_known ? y : x)) ? GAC__BY_ID
                                                           : GAC__UNKNOWN;
}

static gac__variation of_select(search *s, uint32_t frame,
                                const gac__inst *inst)
{
    const operands all = look_at(s, frame, inst, 3);
    const gac__ref condition = {frame, inst->words[3]};
    if (all.n_varying + all.n_unknown == 0)
        return GAC__UNIFORM;
    return of_choice(s, vary(s, condition), (gac__ref){frame, inst->words[4]},
                     (gac__ref){frame, inst->words[5]});
}

/* -- definitions ----------------------------------------------------------- */

/* Whether a value is that of `from`, a phi or a load from that variable, plus
 * uniform values. */
static bool steps_from(search *s, gac__ref ref, gac__ref from)
{
    gac__inst def;
    uint64_t constant;
    for (int depth = 0; depth < MAX_STEPS; depth++) {
        ref = gac__resolve(s->p, ref);
        if (gac__ref_same(ref, from))
            return true;
        if (!gac__module_def(s->p->m, ref.id, &def))
            return false;
        bool sum = def.opcode == SpvOpIAdd || def.opcode == SpvOpISub;
        if (def.opcode == SpvOpLoad)
            return gac__ref_same((gac__ref){ref.frame, def.words[3]}, from);
        if (!sum && def.opcode != SpvOpUConvert && def.opcode != SpvOpSConvert)
            return false;
        if (sum && vary(s, (gac__ref){ref.frame, def.words[4]}) != GAC__UNIFORM)
            return false;
        ref.id = def.words[3];
        if (def.opcode == SpvOpIAdd && gac__evaluate(s->p, ref, &constant))
            ref.id = def.words[4];
    }
    return false;
}

/* A store to a variable; or an operand of a phi, as a store at the end of its
 * block. */
typedef struct definition {
    uint32_t ordinal; /* of the store */
    uint32_t id;      /* of the value */
} definition;

/* The definitions of a value. */
typedef struct definitions {
    gac__ref into;        /* the variable, or the phi */
    const gac__inst *use; /* the load, or the phi */
    bool uniform;         /* all are uniform */
    bool varies;          /* one varies */
    bool steps; /* each varies, or adds uniform values to the phi itself */
    uint32_t n; /* those from MAX_DEFINITIONS on are not kept */
    definition items[MAX_DEFINITIONS];
} definitions;

static void define(search *s, definitions *d, uint32_t ordinal, uint32_t id)
{
    const gac__ref value = {d->into.frame, id};
    const gac__variation v = vary(s, value);
    d->uniform &= v == GAC__UNIFORM;
    d->varies |= gac__varies(v);
    d->steps = d->steps && v != GAC__UNKNOWN
               && (v != GAC__UNIFORM || steps_from(s, value, d->into));
    if (d->n < MAX_DEFINITIONS)
        d->items[d->n] = (definition){ordinal, id};
    d->n++;
}

/* The definitions of a value, sorted by where they stand to a branch before its
 * use: the branch may choose between two of them. */
typedef struct branched {
    const definitions *of;
    uint32_t branch, use;     /* nodes */
    const definition *before; /* the last one before the branch; NULL: none */
    const definition *behind[2]; /* the one behind each edge; NULL: none */
} branched;

/* Whether an edge of the branch dominates a node. */
static bool is_behind(const gac__program *p, const branched *b, uint32_t edge,
                      uint32_t node)
{
    uint32_t to = gac__successor(&p->graph, b->branch, edge);
    return gac__n_successors(&p->reversed, to) == 1
           && gac__program_dominates(p, to, node);
}

/* Whether each path from an edge to the use leads through `node`. */
static bool is_passed(gac__program *p, const branched *b, uint32_t edge,
                      uint32_t node)
{
    uint32_t at = gac__successor(&p->graph, b->branch, edge);
    while (at != UINT32_MAX && at != b->use && at != node
           && gac__program_spend(p, 1))
        at = gac__program_join(p, at);
    return at == node;
}

/* Whether both edges of the branch join before the use. */
static bool meet_before(gac__program *p, const branched *b)
{
    uint32_t join = gac__program_join(p, b->branch);
    return join != UINT32_MAX && gac__program_dominates(p, join, b->use);
}

/* Sorts the definitions. False: two stand behind one edge, or one stands
 * elsewhere. */
static bool sort_definitions(gac__program *p, branched *b)
{
    const uint32_t frame = b->of->into.frame;
    b->before = b->behind[0] = b->behind[1] = NULL;
    for (uint32_t i = 0; i < b->of->n; i++) {
        const definition *own = &b->of->items[i];
        uint32_t at = own->ordinal, node = gac__program_node(p, frame, at);
        if (gac__program_dominates(p, node, b->branch)) {
            if (!b->before
                || !gac__program_before(p, frame, at, b->before->ordinal))
                b->before = own;
            continue;
        }
        if (p->nest.header[b->use] == UINT32_MAX
            && gac__program_before(p, frame, b->of->use->ordinal, at))
            continue; /* it comes after the use */
        uint32_t edge = is_behind(p, b, 0, node) ? 0 : 1;
        if (!is_behind(p, b, edge, node) || b->behind[edge]
            || !is_passed(p, b, edge, node))
            return false;
        b->behind[edge] = own;
    }
    return b->behind[0] != b->behind[1];
}

/* Whether one of the nearest branches before a use varies, and chooses between
 * two definitions that differ. */
static bool varies_by_branch(search *s, const definitions *d)
{
    gac__program *p = s->p;
    const uint32_t frame = d->into.frame;
    branched b = {.of = d, .use = gac__program_node(p, frame, d->use->ordinal)};
    uint32_t at = b.use;
    for (int k = 0; k < MAX_BRANCHES && at != 0; k++) {
        at = p->tree.idom[at];
        const gac__node *node = &p->nodes.items[at];
        if (node->condition == 0 || gac__n_successors(&p->graph, at) != 2)
            continue;
        b.branch = at;
        if (is_behind(p, &b, 0, b.use) || is_behind(p, &b, 1, b.use)
            || !meet_before(p, &b) || !sort_definitions(p, &b))
            continue;
        const definition *x = b.behind[0] ? b.behind[0] : b.before;
        const definition *y = b.behind[1] ? b.behind[1] : b.before;
        if (!x || !y)
            return false;
        const gac__ref condition = {node->frame, node->condition};
        if (gac__varies(of_choice(s, vary(s, condition),
                                  (gac__ref){frame, x->id},
                                  (gac__ref){frame, y->id})))
            return true;
    }
    return false;
}

/* The definitions decide, or else a branch. */
static gac__variation of_definitions(search *s, const definitions *d)
{
    const gac__variation v = d->uniform              ? GAC__UNIFORM
                             : d->varies && d->steps ? GAC__BY_ID
                                                     : GAC__UNKNOWN;
    return v != GAC__BY_ID && d->n > 1 && d->n <= MAX_DEFINITIONS
                   && varies_by_branch(s, d)
               ? GAC__BY_ID
               : v;
}

/* A load from a variable of the function. If not all stores to it are known, it
 * is unknown. */
static gac__variation of_load(search *s, uint32_t frame, const gac__inst *load)
{
    const gac_module *m = s->p->m;
    definitions d = {.into = {frame, gac__without_casts(m, load->words[3])},
                     .use = load,
                     .uniform = true,
                     .steps = true};
    const gac__variable *v = gac__program_variable(s->p, d.into);
    if (!v || v->partial || v->escapes || v->n_stores > MAX_DEFINITIONS)
        return GAC__UNKNOWN;
    for (const gac__pointer_use *use = gac__program_store(s->p, v->stores); use;
         use = gac__program_store(s->p, use->next)) {
        const uint32_t *store = m->words + m->offsets[use->store - 1];
        if (d.n == v->n_stores || gac__without_casts(m, store[1]) != d.into.id
            || !gac__reads_alike(m, gac__module_type_of(m, store[2]),
                                 load->type_id))
            return GAC__UNKNOWN;
        define(s, &d, use->store - 1, store[2]);
    }
    /* It may have an initializer, or callees may store to it. */
    return d.n > 0 && d.n == v->n_stores ? of_definitions(s, &d) : GAC__UNKNOWN;
}

static gac__variation of_phi(search *s, gac__ref ref, const gac__inst *phi)
{
    const gac__program *p = s->p;
    definitions d = {.into = ref, .use = phi, .uniform = true, .steps = true};
    for (uint32_t i = 3; i + 1 < phi->n_words; i += 2) {
        uint32_t node =
            gac__program_end_of_block(p, ref.frame, phi->words[i + 1]);
        define(s, &d, p->nodes.items[node].end - 1, phi->words[i]);
    }
    return of_definitions(s, &d);
}

static gac__variation of_result(search *s, gac__ref ref, const gac__inst *inst)
{
    uint32_t frame = ref.frame;
    gac__builtin builtin;
    const uint32_t base = gac__chain_base(inst->opcode);
    if (base != 0) {
        const operands all = look_at(s, frame, inst, base);
        const gac__variation v = of_all(&all);
        return gac__varies(v) ? GAC__BY_ID : v;
    }
    if (gac__is_comparison(inst->opcode))
        return of_two(s, ref, inst);
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
            return vary(s, (gac__ref){frame, inst->words[3]});
        return inst->opcode == SpvOpLoad ? of_load(s, frame, inst)
                                         : GAC__UNKNOWN;
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpBitcast:
    case SpvOpSNegate:
    case SpvOpNot:
    case SpvOpLogicalNot:
    case SpvOpPtrCastToGeneric:
    case SpvOpGenericCastToPtr:
        return vary(s, (gac__ref){frame, inst->words[3]});
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
    case SpvOpBitwiseAnd:
    case SpvOpBitwiseOr:
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr: return of_two(s, ref, inst);
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: return of_right_shift(s, ref, inst);
    case SpvOpSelect: return of_select(s, frame, inst);
    case SpvOpPhi: return of_phi(s, ref, inst);
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
    else if (v != GAC__UNKNOWN && s->n_tentative < MAX_TENTATIVE)
        s->tentative[s->n_tentative++] = memo;
    else if (v != GAC__UNKNOWN)
        memo->variation = 0;
}

static gac__variation vary(search *s, gac__ref ref)
{
    gac__program *p = s->p;
    gac__inst def;
    gac__variation v;
    uint32_t first = UINT32_MAX;
    ref = gac__resolve(p, ref);
    if (of_global(p, ref.id, &v))
        return v;
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
    return vary(&s, ref);
}
