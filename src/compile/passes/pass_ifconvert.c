/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* If-conversion: where lanes part for little work, they do it all instead.
 *
 * A branch around two additions costs passes over the mask and writes under it,
 * and ends a chain before and behind; computing them for lanes that do not need
 * them costs less, and pure operations do no harm. Three things are done:
 *
 *   - two branches that lead to one place become one, `x > 0 && x < w - 1`;
 *   - what both arms of a branch begin with is computed before it;
 *   - arms of little work are computed both, and the results chosen.
 *
 * Where lanes go on together, an arm that they do not take would be computed
 * for nothing: so only conditions count that are made of what lanes have of
 * their own. This need not be exact, and is found out in one walk.
 */
#include "compile/passes/passes.h"

#define MOST_EARLY                                                             \
    12u /* instructions of a block that are computed for nothing */
#define MOST_CHOICES 2u   /* phis that need to know which way it was */
#define MOST_COMPARED 48u /* instructions of a way */
#define MOST_WORK 8u      /* instructions of both ways and choices, together */

/* -- blocks ---------------------------------------------------------------- */

static bool is_cheap(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_UDIV:
    case GAC__IR_SDIV:
    case GAC__IR_UREM:
    case GAC__IR_SREM:
    case GAC__IR_SMOD:
    case GAC__IR_FDIV:
    case GAC__IR_FREM:
    case GAC__IR_FMOD:
    case GAC__IR_EXT: return false;
    default: return gac__ir_is_pure(i->op);
    }
}

/* Whether a block is reached by one edge, ends with `end`, and does little
 * else, at most `most` operations: lanes that do not want their results may do
 * them, too. */
static bool is_little(const gac__ir_block *b, uint16_t end, uint32_t most)
{
    if (b->n_preds != 1 || b->n_insts > most + 1 || gac__ir_end(b)->op != end)
        return false;
    for (uint32_t k = 0; k + 1 < b->n_insts; k++)
        if (!is_cheap(b->insts[k]))
            return false;
    return true;
}

/* Which of a block's edges comes from `from`; n_preds: none. */
static uint32_t edge_from(const gac__ir_block *b, uint32_t from)
{
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

/* What block `from` computes is computed before the end of `to`. False: memory
 * is out. */
static bool take_over(gac__ir *ir, uint32_t to, uint32_t from)
{
    gac__ir_block *a = &ir->blocks[to], *b = &ir->blocks[from];
    gac__ir_inst *end = gac__ir_end(a);
    a->n_insts--;
    return gac__ir_move_insts(ir, a, b, b->n_insts - 1)
           && gac__ir_append(ir, a, end);
}

/* One edge of block `to` for two: p, which comes from block `from` now, and q,
 * which is dropped. Phis get choices by `condition`, made there: what p brings
 * if it is `p_if`. False: memory is out. */
static bool join_edges(gac__ir *ir, uint32_t to, uint32_t p, uint32_t q,
                       uint32_t from, uint32_t condition, bool p_if)
{
    gac__ir_block *b = &ir->blocks[to];
    for (uint32_t k = 0; k < b->n_insts && b->insts[k]->op == GAC__IR_PHI;
         k++) {
        gac__ir_inst *phi = b->insts[k];
        uint32_t x = phi->args[p], y = phi->args[q];
        if (x != y)
            phi->args[p] = gac__ir_put(ir, &ir->blocks[from], GAC__IR_SELECT,
                                       (gac__ty)phi->ty, condition,
                                       p_if ? x : y, p_if ? y : x);
        if (!phi->args[p])
            return false;
        memmove(phi->args + q, phi->args + q + 1,
                (phi->n_args - q - 1) * sizeof *phi->args);
        phi->n_args--;
    }
    b->preds[p] = from;
    memmove(b->preds + q, b->preds + q + 1,
            (b->n_preds - q - 1) * sizeof *b->preds);
    b->n_preds--;
    return true;
}

/* How many of a block's phis have other values by one of its edges than by
 * another. */
static uint32_t count_choices(const gac__ir_block *b, uint32_t p, uint32_t q)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->n_insts && b->insts[k]->op == GAC__IR_PHI; k++)
        n += b->insts[k]->args[p] != b->insts[k]->args[q];
    return n;
}

/* -- two branches become one ------------------------------------------------
 */

/* Two branches that are to become one: block `first` goes to `second` if its
 * condition is `yes`, else to `shared`; so does `second` if its own is not
 * `second_yes`. */
typedef struct branch_pair {
    uint32_t first, second, shared, other;
    bool yes, second_yes;
} branch_pair;

static bool find_pair(const gac__ir *ir, uint32_t first, branch_pair *out)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[first]);
    if (end->op != GAC__IR_CBR)
        return false;
    for (uint32_t slot = 0; slot < 2; slot++) {
        uint32_t second = end->targets[slot], shared = end->targets[!slot];
        const gac__ir_block *s = &ir->blocks[second];
        if (second == first || second == shared || shared == first
            || !is_little(s, GAC__IR_CBR, MOST_EARLY))
            continue;
        const uint32_t *targets = gac__ir_end(s)->targets;
        bool second_yes = targets[1] == shared;
        uint32_t other = targets[!second_yes];
        if (targets[second_yes] != shared || other == shared || other == second)
            continue;
        const gac__ir_block *b = &ir->blocks[shared];
        *out =
            (branch_pair){first, second, shared, other, slot == 0, second_yes};
        return count_choices(b, edge_from(b, first), edge_from(b, second))
               <= MOST_CHOICES;
    }
    return false;
}

/* Both must be yes for the other block: `and` where the second's yes leads
 * there, else what leads away is joined by `or`. */
static gac_result join_pair(gac__ir *ir, const branch_pair *pair)
{
    gac__ir_block *a = &ir->blocks[pair->first];
    gac__ir_block *to = &ir->blocks[pair->shared];
    gac__ir_inst *end = gac__ir_end(a);
    uint32_t condition = end->args[0], mine = condition;
    uint32_t second = gac__ir_end(&ir->blocks[pair->second])->args[0];
    if (!take_over(ir, pair->first, pair->second)
        || !join_edges(ir, pair->shared, edge_from(to, pair->first),
                       edge_from(to, pair->second), pair->first, condition,
                       !pair->yes))
        return GAC_ERR_MEMORY;
    if (pair->yes != pair->second_yes)
        mine = gac__ir_put(ir, a, GAC__IR_NOT, GAC__TY_BOOL, mine, 0, 0);
    end->args[0] =
        gac__ir_put(ir, a, pair->second_yes ? GAC__IR_AND : GAC__IR_OR,
                    GAC__TY_BOOL, mine, second, 0);
    end->targets[!pair->second_yes] = pair->other;
    end->targets[pair->second_yes] = pair->shared;
    gac__ir_block *other = &ir->blocks[pair->other];
    other->preds[edge_from(other, pair->second)] = pair->first;
    return mine && end->args[0] ? GAC_OK : GAC_ERR_MEMORY;
}

/* -- what both ways compute ------------------------------------------------ */

/* Whether an instruction takes what one of the first n of its block computes,
 * but for those that are moved out of it (NULL now). */
static bool needs_earlier(gac__ir_inst *const *insts, uint32_t n,
                          const gac__ir_inst *i)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; insts[k] && a < i->n_args; a++)
            if (insts[k]->result && insts[k]->result == i->args[a])
                return true;
    return false;
}

/* An instruction becomes a copy of another's result, and those behind it in its
 * block take that one's. */
static void take_from(gac__ir_block *b, uint32_t n, uint32_t at, uint32_t value)
{
    gac__ir_inst *i = b->insts[at];
    gac__ir_become_copy(i, value);
    for (uint32_t k = at + 1; k < n; k++)
        for (uint32_t a = 0; a < b->insts[k]->n_args; a++)
            if (b->insts[k]->args[a] == i->result)
                b->insts[k]->args[a] = value;
}

/* Moves operations that both targets of a block's end begin with, wherever
 * there, to before that end: their results meet in phis, if they are wanted
 * behind. */
static gac_result share_ways(gac__ir *ir, uint32_t from, bool *changed_out)
{
    gac__ir_block *a = &ir->blocks[from];
    gac__ir_inst *end = gac__ir_end(a);
    if (end->op != GAC__IR_CBR || end->targets[0] == end->targets[1])
        return GAC_OK;
    gac__ir_block *x = &ir->blocks[end->targets[0]];
    gac__ir_block *y = &ir->blocks[end->targets[1]];
    if (x == a || y == a || x->n_preds != 1 || y->n_preds != 1)
        return GAC_OK;
    uint32_t n = GAC__MIN(x->n_insts, MOST_COMPARED);
    uint32_t m = GAC__MIN(y->n_insts, MOST_COMPARED), kept = 0;
    GAC__TRY(gac__ir_watch(ir, (uint64_t)n * m));
    for (uint32_t k = 0; k < n; k++) {
        gac__ir_inst *i = x->insts[k];
        uint32_t q = 0;
        bool may = gac__ir_is_pure(i->op) && i->n_args
                   && !needs_earlier(x->insts, k, i);
        while (may && q < m && !gac__ir_same_inst(i, y->insts[q]))
            q++;
        if (!may || q == m)
            continue;
        if (!gac__ir_insert(ir, a, i))
            return GAC_ERR_MEMORY;
        take_from(y, m, q, i->result);
        x->insts[k] = NULL;
        *changed_out = true;
    }
    for (uint32_t k = 0; k < x->n_insts; k++)
        if (x->insts[k])
            x->insts[kept++] = x->insts[k];
    x->n_insts = kept;
    return GAC_OK;
}

/* Forward: a branch takes over those behind it one by one. */
static gac_result join_all(gac__ir *ir, bool *changed_out)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        branch_pair pair;
        while (find_pair(ir, b, &pair)) {
            GAC__TRY(gac__ir_watch(
                ir, MOST_EARLY + 4 * ir->blocks[pair.shared].n_preds));
            GAC__TRY(join_pair(ir, &pair));
            *changed_out = true;
        }
        GAC__TRY(share_ways(ir, b, changed_out));
    }
    return GAC_OK;
}

/* -- both arms are computed --------------------------------------------------
 */

typedef struct selector {
    gac__ir *ir;
    gac__arena *scratch;
    uint8_t *own;   /* for each value: lanes have one of their own, as far as is
                       known; NULL: not found yet */
    uint32_t n_own; /* values that were there then; later ones are choices */
    uint32_t last_meet, last_edge; /* that was looked for */
    bool changed;
} selector;

/* A branch that leads to `meet` through an arm or two, or around one (0). */
typedef struct choice {
    uint32_t from, arm[2], meet; /* arm[0]: if the condition is true */
} choice;

/* -- what lanes have of their own ------------------------------------------ */

static bool begins_own(const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_ATOMIC:
    case GAC__IR_GROUP:
    case GAC__IR_ALLOCA: return true;
    case GAC__IR_BUILTIN:
        return i->sub == GAC__BUILTIN_GLOBAL_ID
               || i->sub == GAC__BUILTIN_LOCAL_ID
               || i->sub == GAC__BUILTIN_GLOBAL_LINEAR_ID
               || i->sub == GAC__BUILTIN_LOCAL_LINEAR_ID
               || i->sub == GAC__BUILTIN_SUB_GROUP_LOCAL_ID;
    default: return false;
    }
}

/* Twice: what comes round a loop once. */
static gac_result find_own(selector *s)
{
    const gac__ir *ir = s->ir;
    s->own = gac__arena_alloc(s->scratch, ir->n_values, 1);
    if (!s->own)
        return GAC_ERR_MEMORY;
    s->n_own = ir->n_values;
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t b = 0; b < ir->n_blocks; b++)
            for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = ir->blocks[b].insts[k];
                uint8_t own = begins_own(i);
                for (uint32_t a = 0; !own && a < i->n_args; a++)
                    own = s->own[i->args[a]];
                s->own[i->result] = own && i->result;
            }
    return GAC_OK;
}

/* -- choices --------------------------------------------------------------- */

/* What leads to the meeting block if the condition is true, and if it is false.
 */
static uint32_t edge_of(selector *s, const choice *c, uint32_t way)
{
    const gac__ir_block *meet = &s->ir->blocks[c->meet];
    uint32_t from = c->arm[way] ? c->arm[way] : c->from, p = meet->n_preds;
    if (s->last_meet == c->meet) /* choices come the other way round */
        p = GAC__MIN(s->last_edge + 2, p);
    while (meet->preds[(p ? p : meet->n_preds) - 1] != from)
        p = (p ? p : meet->n_preds) - 1;
    s->last_meet = c->meet;
    return s->last_edge = (p ? p : meet->n_preds) - 1;
}

static bool find_choice(const gac__ir *ir, uint32_t from, choice *out)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[from]);
    if (end->op != GAC__IR_CBR || end->targets[0] == end->targets[1])
        return false;
    uint32_t to[2];
    *out = (choice){.from = from};
    for (uint32_t way = 0; way < 2; way++) {
        uint32_t t = end->targets[way];
        to[way] = t;
        if (t != from && is_little(&ir->blocks[t], GAC__IR_BR, MOST_WORK - 1)) {
            to[way] = gac__ir_end(&ir->blocks[t])->targets[0];
            out->arm[way] = t;
        }
    }
    /* One of them may be an arm by its look, and where they meet. */
    for (uint32_t way = 0; way < 2 && to[0] != to[1]; way++)
        if (out->arm[way] == to[!way]) {
            to[way] = out->arm[way];
            out->arm[way] = 0;
        }
    out->meet = to[0];
    return to[0] == to[1] && to[0] != from && (out->arm[0] || out->arm[1]);
}

static bool is_worth_it(selector *s, const choice *c)
{
    const gac__ir *ir = s->ir;
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1);
    uint32_t n = count_choices(&ir->blocks[c->meet], p, q);
    for (uint32_t way = 0; way < 2; way++)
        n += c->arm[way] ? ir->blocks[c->arm[way]].n_insts - 1 : 0;
    uint32_t condition = gac__ir_end(&ir->blocks[c->from])->args[0];
    return n <= MOST_WORK && (condition >= s->n_own || s->own[condition]);
}

/* -- taking them ----------------------------------------------------------- */

/* The phis of the meeting block take choices by the edge from c->from, which is
 * the only one of the two that is left. */
static bool choose(gac__ir *ir, const choice *c, uint32_t p, uint32_t q)
{
    gac__ir_block *meet = &ir->blocks[c->meet];
    uint32_t condition = gac__ir_end(&ir->blocks[c->from])->args[0];
    if (!join_edges(ir, c->meet, p, q, c->from, condition, true))
        return false;
    for (uint32_t k = 0;
         meet->n_preds == 1 && meet->insts[k]->op == GAC__IR_PHI; k++)
        meet->insts[k]->op = GAC__IR_MOV;
    return true;
}

static gac_result take(selector *s, const choice *c)
{
    gac__ir *ir = s->ir;
    gac__ir_block *b = &ir->blocks[c->from];
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1);
    gac__ir_inst *go = gac__ir_new_inst(ir, GAC__IR_BR, GAC__TY_VOID, 0);
    uint32_t *target = gac__arena_alloc(ir->arena, 1, sizeof *target);
    if (!go || !target)
        return GAC_ERR_MEMORY;
    for (uint32_t way = 0; way < 2; way++)
        if (c->arm[way] && !take_over(ir, c->from, c->arm[way]))
            return GAC_ERR_MEMORY;
    if (!choose(ir, c, p, q))
        return GAC_ERR_MEMORY;
    *target = c->meet;
    go->targets = target;
    go->n_targets = 1;
    go->ordinal = gac__ir_end(b)->ordinal;
    b->insts[b->n_insts - 1] = go;
    s->changed = true;
    return GAC_OK;
}

/* Appends the block that a block alone goes to now: it may be an arm with it.
 */
static gac_result join_next(gac__ir *ir, uint32_t at)
{
    gac__ir_block *b = &ir->blocks[at];
    uint32_t next = gac__ir_end(b)->targets[0];
    gac__ir_block *from = &ir->blocks[next];
    if (from->n_preds != 1 || gac__ir_collective(from))
        return GAC_OK;
    const gac__ir_inst *end = gac__ir_end(from);
    for (uint32_t t = 0; t < end->n_targets; t++) {
        gac__ir_block *to = &ir->blocks[end->targets[t]];
        for (uint32_t p = 0; p < to->n_preds; p++)
            if (to->preds[p] == next)
                to->preds[p] = at;
    }
    return gac__ir_append_block(ir, at, next) ? GAC_OK : GAC_ERR_MEMORY;
}

/* Backward: inner choices come before those around them. */
static gac_result select_all(selector *s)
{
    for (uint32_t b = s->ir->n_blocks; b-- > 0;) {
        choice c;
        while (find_choice(s->ir, b, &c)) {
            if (!s->own)
                GAC__TRY(find_own(s));
            GAC__TRY(gac__ir_watch(s->ir, s->ir->blocks[c.meet].n_preds));
            if (!is_worth_it(s, &c))
                break;
            GAC__TRY(take(s, &c));
            GAC__TRY(join_next(s->ir, b));
            GAC__TRY(gac__ir_watch(s->ir, MOST_WORK));
        }
    }
    return GAC_OK;
}

gac_result gac__pass_ifconvert(gac__ir *ir, gac__arena *scratch)
{
    selector s = {.ir = ir, .scratch = scratch};
    if (ir->variant.checked)
        return GAC_OK;
    GAC__TRY(join_all(ir, &s.changed));
    GAC__TRY(select_all(&s));
    return s.changed ? gac__pass_cfg(ir, scratch) : GAC_OK;
}
