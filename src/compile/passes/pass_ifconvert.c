/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* If-conversion: divergent branches around little work become selections.
 *
 * A branch around two additions costs updates of the mask and masked writes,
 * and ends a fused sequence before and behind; computing both sides costs less,
 * and pure operations do no harm. The pass does three things:
 *
 *   - two branches with one target become one: `x > 0 && x < w - 1`;
 *   - operations that both sides of a branch begin with go before it;
 *   - small arms are both computed, and the results selected.
 *
 * For a uniform branch, an arm that is not taken would be computed for nothing:
 * so only conditions that vary count. This is a matter of speed: one sweep
 * estimates it.
 */
#include "compile/passes/passes.h"

#define MOST_EARLY 12u    /* instructions of a merged branch's block */
#define MOST_CHOICES 2u   /* selections for a merged branch */
#define MOST_COMPARED 48u /* instructions of a side */
#define MOST_WORK 8u      /* instructions of both arms, with selections */

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

/* Whether a block has one predecessor, ends with `end`, and has at most `most`
 * other operations, all cheap and pure. */
static bool is_small(const gac__ir_block *b, uint16_t end, uint32_t most)
{
    if (b->n_preds != 1 || b->n_insts > most + 1 || gac__ir_end(b)->op != end)
        return false;
    for (uint32_t k = 0; k + 1 < b->n_insts; k++)
        if (!is_cheap(b->insts[k]))
            return false;
    return true;
}

/* The index of predecessor `from`; n_preds: it is none. */
static uint32_t edge_from(const gac__ir_block *b, uint32_t from)
{
    uint32_t p = 0;
    while (p < b->n_preds && b->preds[p] != from)
        p++;
    return p;
}

/* Moves all but the terminator of block `from` before the terminator of `to`.
 */
static void hoist(gac__ir *ir, uint32_t to, uint32_t from)
{
    gac__ir_block *a = &ir->blocks[to], *b = &ir->blocks[from];
    gac__ir_inst *end = gac__ir_end(a);
    a->n_insts--;
    gac__ir_move_insts(ir, a, b, b->n_insts - 1);
    gac__ir_append(ir, a, end);
}

/* Merges two edges of block `to`: p, which comes from block `from` now, and q,
 * which is dropped. Phis get selections by `condition` (equal to `p_if`: the
 * value of p), which are made in `from`. */
static void merge_edges(gac__ir *ir, uint32_t to, uint32_t p, uint32_t q,
                        uint32_t from, uint32_t condition, bool p_if)
{
    gac__ir_block *b = &ir->blocks[to];
    GAC__EACH_PHI(b, phi) {
        uint32_t x = phi->args[p], y = phi->args[q];
        if (x != y)
            phi->args[p] = gac__ir_put(ir, &ir->blocks[from], GAC__IR_SELECT,
                                       (gac__ty)phi->ty, condition,
                                       p_if ? x : y, p_if ? y : x);
        memmove(phi->args + q, phi->args + q + 1,
                (phi->n_args - q - 1) * sizeof *phi->args);
        phi->n_args--;
    }
    b->preds[p] = from;
    memmove(b->preds + q, b->preds + q + 1,
            (b->n_preds - q - 1) * sizeof *b->preds);
    b->n_preds--;
}

/* The number of a block's phis whose values differ between two edges. */
static uint32_t count_choices(const gac__ir_block *b, uint32_t p, uint32_t q)
{
    uint32_t n = 0;
    GAC__EACH_PHI(b, i)
        n += i->args[p] != i->args[q];
    return n;
}

/* -- two branches become one ------------------------------------------------
 */

/* Two branches that are to become one: block `first` branches to `second` if
 * its condition is `yes`, else to `shared`; `second` branches to `other` if its
 * condition is `second_yes`, else to `shared`. */
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
            || !is_small(s, GAC__IR_CBR, MOST_EARLY))
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

/* Merges two branches. If second_yes, the new condition is that of `other`, an
 * AND; else that of `shared`, an OR. The first branch's condition is inverted
 * where needed. */
static void merge_pair(gac__ir *ir, const branch_pair *pair)
{
    gac__ir_block *a = &ir->blocks[pair->first];
    gac__ir_block *to = &ir->blocks[pair->shared];
    gac__ir_inst *end = gac__ir_end(a);
    uint32_t condition = end->args[0], mine = condition;
    uint32_t second = gac__ir_end(&ir->blocks[pair->second])->args[0];
    hoist(ir, pair->first, pair->second);
    merge_edges(ir, pair->shared, edge_from(to, pair->first),
                edge_from(to, pair->second), pair->first, condition,
                !pair->yes);
    if (pair->yes != pair->second_yes)
        mine = gac__ir_put(ir, a, GAC__IR_NOT, GAC__TY_BOOL, mine, 0, 0);
    end->args[0] =
        gac__ir_put(ir, a, pair->second_yes ? GAC__IR_AND : GAC__IR_OR,
                    GAC__TY_BOOL, mine, second, 0);
    end->targets[!pair->second_yes] = pair->other;
    end->targets[pair->second_yes] = pair->shared;
    gac__ir_block *other = &ir->blocks[pair->other];
    other->preds[edge_from(other, pair->second)] = pair->first;
}

/* -- what both sides compute ---------------------------------------------- */

/* Whether an instruction uses a result of the first n of its block, without
 * those that have been moved (NULL). */
static bool needs_earlier(gac__ir_inst *const *insts, uint32_t n,
                          const gac__ir_inst *i)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; insts[k] && a < i->n_args; a++)
            if (insts[k]->result && insts[k]->result == i->args[a])
                return true;
    return false;
}

/* Turns an instruction into a copy of `value`, which the instructions behind it
 * in its block use instead. */
static void take_from(gac__ir_block *b, uint32_t n, uint32_t at, uint32_t value)
{
    gac__ir_inst *i = b->insts[at];
    gac__ir_become_copy(i, value);
    for (uint32_t k = at + 1; k < n; k++)
        for (uint32_t a = 0; a < b->insts[k]->n_args; a++)
            if (b->insts[k]->args[a] == i->result)
                b->insts[k]->args[a] = value;
}

/* Hoists operations that both targets of a branch compute from operands that
 * are defined before it. */
static gac_result hoist_common(gac__ir *ir, uint32_t from, bool *changed_out)
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
        gac__ir_insert(ir, a, i);
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

/* A forward sweep: a branch is merged with those behind it one by one. */
static gac_result merge_all(gac__ir *ir, bool *changed_out)
{
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        branch_pair pair;
        while (find_pair(ir, b, &pair)) {
            GAC__TRY(gac__ir_watch(
                ir, MOST_EARLY + 4 * ir->blocks[pair.shared].n_preds));
            merge_pair(ir, &pair);
            *changed_out = true;
        }
        GAC__TRY(hoist_common(ir, b, changed_out));
    }
    return GAC_OK;
}

/* -- selections for arms --------------------------------------------------
 */

typedef struct selector {
    gac__ir *ir;
    gac__arena *scratch;
    uint8_t *varying; /* by value; NULL: not found yet */
    uint32_t n_known; /* entries of `varying`; later values are selections */
    uint32_t last_join, last_edge; /* what the last call of edge_of() found */
    bool changed;
} selector;

/* A branch that leads to block `join` through one arm or two. */
typedef struct choice {
    uint32_t from, join;
    uint32_t arm[2]; /* if the condition is true, if it is false; 0: none */
} choice;

/* -- matching -------------------------------------------------------------- */

/* The index of the join's predecessor on a side; side 0: the condition is true.
 */
static uint32_t edge_of(selector *s, const choice *c, uint32_t side)
{
    const gac__ir_block *join = &s->ir->blocks[c->join];
    uint32_t from = c->arm[side] ? c->arm[side] : c->from, p = join->n_preds;
    if (s->last_join
        == c->join) /* backward sweep: edges come in descending order */
        p = GAC__MIN(s->last_edge + 2, p);
    while (join->preds[(p ? p : join->n_preds) - 1] != from)
        p = (p ? p : join->n_preds) - 1;
    s->last_join = c->join;
    return s->last_edge = (p ? p : join->n_preds) - 1;
}

static bool find_choice(const gac__ir *ir, uint32_t from, choice *out)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[from]);
    if (end->op != GAC__IR_CBR || end->targets[0] == end->targets[1])
        return false;
    uint32_t to[2];
    *out = (choice){.from = from};
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t t = end->targets[side];
        to[side] = t;
        if (t != from && is_small(&ir->blocks[t], GAC__IR_BR, MOST_WORK - 1)) {
            to[side] = gac__ir_end(&ir->blocks[t])->targets[0];
            out->arm[side] = t;
        }
    }
    /* What looks like an arm may be the join itself. */
    for (uint32_t side = 0; side < 2 && to[0] != to[1]; side++)
        if (out->arm[side] == to[!side]) {
            to[side] = out->arm[side];
            out->arm[side] = 0;
        }
    out->join = to[0];
    return to[0] == to[1] && to[0] != from && (out->arm[0] || out->arm[1]);
}

static bool is_worth_it(selector *s, const choice *c)
{
    const gac__ir *ir = s->ir;
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1);
    uint32_t n = count_choices(&ir->blocks[c->join], p, q);
    for (uint32_t side = 0; side < 2; side++)
        n += c->arm[side] ? ir->blocks[c->arm[side]].n_insts - 1 : 0;
    uint32_t condition = gac__ir_end(&ir->blocks[c->from])->args[0];
    return n <= MOST_WORK && (condition >= s->n_known || s->varying[condition]);
}

/* -- replacing ------------------------------------------------------------- */

/* Merges the two edges of the join; its phis become selections, and the branch
 * leads there at once. */
static void take(selector *s, const choice *c)
{
    gac__ir *ir = s->ir;
    gac__ir_block *join = &ir->blocks[c->join];
    gac__ir_inst *end = gac__ir_end(&ir->blocks[c->from]);
    uint32_t p = edge_of(s, c, 0), q = edge_of(s, c, 1);
    for (uint32_t side = 0; side < 2; side++)
        if (c->arm[side])
            hoist(ir, c->from, c->arm[side]);
    merge_edges(ir, c->join, p, q, c->from, end->args[0], true);
    if (join->n_preds == 1)
        GAC__EACH_PHI(join, i)
            i->op = GAC__IR_MOV;
    end->op = GAC__IR_BR;
    end->n_args = 0;
    end->targets[0] = c->join;
    end->n_targets = 1;
    s->changed = true;
}

/* Merges a block with its only successor: both may be an arm together. */
static void merge_next(gac__ir *ir, uint32_t at)
{
    gac__ir_block *b = &ir->blocks[at];
    uint32_t next = gac__ir_end(b)->targets[0];
    gac__ir_block *from = &ir->blocks[next];
    if (from->n_preds != 1 || gac__ir_collective(from))
        return;
    const gac__ir_inst *end = gac__ir_end(from);
    for (uint32_t t = 0; t < end->n_targets; t++) {
        gac__ir_block *to = &ir->blocks[end->targets[t]];
        for (uint32_t p = 0; p < to->n_preds; p++)
            if (to->preds[p] == next)
                to->preds[p] = at;
    }
    gac__ir_append_block(ir, at, next);
}

static gac_result find_varying(selector *s)
{
    s->n_known = s->ir->n_values;
    s->varying = gac__arena_alloc(s->scratch, s->n_known, 1);
    return s->varying ? gac__uniform_find(s->ir, s->scratch, s->varying, NULL)
                      : GAC_ERR_MEMORY;
}

/* A backward sweep: inner branches come before those around them. */
static gac_result select_all(selector *s)
{
    for (uint32_t b = s->ir->n_blocks; b-- > 0;) {
        choice c;
        while (find_choice(s->ir, b, &c)) {
            if (!s->varying)
                GAC__TRY(find_varying(s));
            GAC__TRY(gac__ir_watch(s->ir, s->ir->blocks[c.join].n_preds));
            if (!is_worth_it(s, &c))
                break;
            take(s, &c);
            GAC__TRY(gac__ir_watch(s->ir, MOST_WORK));
            merge_next(s->ir, b);
            GAC__TRY(gac__ir_watch(s->ir, 1));
        }
    }
    return GAC_OK;
}

gac_result gac__pass_ifconvert(gac__ir *ir, gac__arena *scratch)
{
    selector s = {.ir = ir, .scratch = scratch};
    if (ir->variant.checked)
        return GAC_OK;
    GAC__TRY(merge_all(ir, &s.changed));
    if (s.changed)
        GAC__TRY(gac__pass_cfg(ir, scratch));
    s.changed = false;
    GAC__TRY(select_all(&s));
    return s.changed ? gac__pass_cfg(ir, scratch) : GAC_OK;
}
