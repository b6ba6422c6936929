/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Divergence analysis: which values are the same for all lanes of a strip.
 *
 * A value varies if it is a lane's id, comes from memory that lanes address
 * differently, is computed from a value that varies, or if control flow makes
 * it differ:
 *
 *   - a phi, if a divergent branch leads lanes to different predecessors: two
 *     of them can be reached from the branch before its immediate
 *     post-dominator, where lanes reconverge. A loop's back edge is none of
 *     them, since lanes take it together (see loops.c);
 *   - a value of a loop that lanes can leave in different iterations: lanes
 *     that stay would overwrite a scalar (see loops.c);
 *   - a value of a loop with a barrier that only some of a strip's groups
 *     reach: the others run on, perhaps into the next iteration, while those
 *     wait. The same holds for a collective of a sub-group if lanes may yield;
 *     and for any collective in a checked run, which is to find groups that
 *     diverge. If no lanes diverge within the loop, the others are not in it,
 *     and cannot enter it before the lanes at the barrier go on: the lowest
 *     barrier comes first;
 *   - any phi and anything loaded, if the kernel needs forward progress: lanes
 *     that yield do not reconverge with the others.
 *
 * All of this starts from divergent branches: it is iterated to a fixpoint.
 */
#include "compile/passes/passes.h"

typedef struct analysis {
    const gac__ir *ir;
    gac__post_dominators post;
    gac__loops loops;

    /* by value */
    uint8_t *varying;
    uint32_t *last_use;  /* the last block that uses it */
    uint32_t *def_block; /* the defining block; UINT32_MAX: none */
    uint8_t *is_early;   /* a sweep visits some use before the definition */

    /* by block */
    uint8_t *divergent; /* its terminator is a divergent branch */
    uint8_t *followed;  /* the paths from its branch have been followed */
    uint32_t *cover;    /* the reconvergence point + 1 of a followed branch that
                           leads to it; 0: none does */
    uint8_t *mixed;     /* it is in a loop whose iterations lanes may not start
                           together */
    uint8_t *apart;   /* lanes may reach it at different times: its phis vary */
    uint8_t *waits;   /* some lanes of the strip wait here while others run */
    uint32_t *before; /* number of divergent blocks before it */
    uint32_t *first_loop; /* number + 1 of the innermost loop whose range ends
                             with it; 0: none */
    uint8_t *mark;        /* scratch */
    uint32_t *work;       /* scratch, two entries a block */
    uint32_t *next;       /* scratch */
    uint32_t *opens;      /* scratch */

    uint32_t *next_loop; /* by loop: the next one in the list of first_loop */
    bool changed;        /* some value has begun to vary */
    bool early_changed;  /* some value with is_early has begun to vary */
} analysis;

static void set_varying(analysis *a, uint32_t value)
{
    if (value && !a->varying[value]) {
        a->varying[value] = 1;
        a->changed = true;
        a->early_changed |= a->is_early[value];
    }
}

static bool any_varying(const analysis *a, const gac__ir_inst *i)
{
    for (uint32_t k = 0; k < i->n_args; k++)
        if (a->varying[i->args[k]])
            return true;
    return false;
}

/* Whether a builtin varies. */
static bool builtin_varies(const gac__ir *ir, uint32_t sub)
{
    switch (sub) {
    case GAC__BUILTIN_GROUP_ID:
    case GAC__BUILTIN_GROUP_BASE:
    case GAC__BUILTIN_GROUP_BASE_NO_OFFSET: return ir->variant.coalesced;
    case GAC__BUILTIN_LOCAL_ID:
    case GAC__BUILTIN_LOCAL_LINEAR_ID:
    case GAC__BUILTIN_GLOBAL_ID:
    case GAC__BUILTIN_GLOBAL_LINEAR_ID:
    case GAC__BUILTIN_SUB_GROUP_ID:
    case GAC__BUILTIN_SUB_GROUP_LOCAL_ID:
    case GAC__BUILTIN_SUB_GROUP_SIZE:
    case GAC__BUILTIN_STRIP_LANE:
    case GAC__BUILTIN_SUB_GROUP_EQ_MASK:
    case GAC__BUILTIN_SUB_GROUP_GE_MASK:
    case GAC__BUILTIN_SUB_GROUP_GT_MASK:
    case GAC__BUILTIN_SUB_GROUP_LE_MASK:
    case GAC__BUILTIN_SUB_GROUP_LT_MASK: return true;
    default: return false;
    }
}

static bool group_result_varies(const gac__ir_inst *i)
{
    if (i->imm != SpvScopeWorkgroup)
        return true; /* a strip may hold several sub-groups */
    switch (gac__group_op_of(i->sub)) {
    case GAC__GROUP_ALL:
    case GAC__GROUP_ANY:
    case GAC__GROUP_ALL_EQUAL:
    case GAC__GROUP_BROADCAST:
    case GAC__GROUP_BROADCAST_FIRST:
    case GAC__GROUP_REDUCE: return false;
    default: return true;
    }
}

static bool inst_varies(const analysis *a, const gac__ir_inst *i)
{
    switch (i->op) {
    case GAC__IR_BUILTIN: return builtin_varies(a->ir, i->sub);
    case GAC__IR_ALLOCA: return !(i->flags & GAC__IR_SOA);
    case GAC__IR_ATOMIC:
        return true; /* another lane may change it in between */
    case GAC__IR_GROUP: return group_result_varies(i);
    case GAC__IR_ASYNC_COPY: /* one event for a group */
        return a->ir->variant.coalesced;
    case GAC__IR_FLATTEN:
    case GAC__IR_FLAT_MORE: return false;
    case GAC__IR_FLAT_NEXT:
    case GAC__IR_FLAT_TAKE:
    case GAC__IR_FLAT_SUM:
    case GAC__IR_PRINTF: return true;
    case GAC__IR_PHI: return a->ir->facts.needs_progress || any_varying(a, i);
    case GAC__IR_LOAD:
        return a->ir->facts.needs_progress || any_varying(a, i)
               || (i->flags & GAC__IR_VOLATILE)
               || (a->ir->variant.coalesced
                   && gac__ir_points(a->ir, i->args[0]) != GAC__POINTS_OUTSIDE);
    default: return any_varying(a, i);
    }
}

/* -- divergence ------------------------------------------------------------ */

/* Whether divergent lanes may reach block b by more than one edge: from blocks
 * between a divergent branch and its reconvergence point. */
static bool is_join(const analysis *a, uint32_t b)
{
    const gac__ir_block *block = &a->ir->blocks[b];
    uint32_t n = 0;
    for (uint32_t p = 0; p < block->n_preds; p++) {
        uint32_t from = block->preds[p];
        if (a->mixed[b])
            n += a->cover[from] || a->divergent[from] ? 2 : 0;
        else
            n += from < b && (a->cover[from] || a->divergent[from]);
    }
    return n > 1 && block->n_preds > 1;
}

static void phis_vary(analysis *a, uint32_t b)
{
    a->apart[b] = 1;
    GAC__EACH_PHI(&a->ir->blocks[b], i)
        set_varying(a, i->result);
}

/* Marks the blocks of loops that can be entered otherwise than through their
 * heads, or have several back edges, or whose back edge is not in the last
 * block. */
static gac_result find_mixed(analysis *a)
{
    const gac__ir *ir = a->ir;
    for (uint32_t l = 0; l < a->loops.n_loops; l++) {
        const gac__loop *loop = &a->loops.loops[l];
        const gac__ir_block *head = &ir->blocks[loop->head];
        uint32_t n_back = 0, end = GAC__MAX(loop->end, loop->last);
        for (uint32_t p = 0; p < head->n_preds; p++)
            n_back += head->preds[p] >= loop->head;
        if (n_back == 1 && !loop->mixed && loop->end == loop->last)
            continue;
        GAC__TRY(gac__ir_watch(ir, end - loop->head));
        memset(a->mixed + loop->head, 1, end - loop->head + 1);
    }
    return GAC_OK;
}

/* Whether other lanes of the strip may run on while lanes wait here. */
static bool is_partial_collective(const gac__ir *ir, uint32_t b)
{
    const gac__ir_inst *i = gac__ir_collective(&ir->blocks[b]);
    return i
           && (ir->variant.coalesced || ir->variant.checked
               || (ir->facts.needs_progress && gac__ir_is_of_sub_group(i)));
}

/* A search from a branch to its reconvergence point `stop`. */
typedef struct search {
    uint32_t stop, n_work, n_marked;
    uint32_t *marked;
} search;

static void visit(analysis *a, search *w, uint32_t b)
{
    if (a->mark[b])
        return;
    a->mark[b] = 1;
    a->work[w->n_work++] = b;
    w->marked[w->n_marked++] = b;
}

/* Whether the paths from `b` have been followed to the reconvergence point of
 * another branch: the search then goes on from there, if that is before the
 * stop. All paths from `b` lead through both. */
static bool skip_covered(analysis *a, search *w, uint32_t b)
{
    if (!a->cover[b])
        return false;
    uint32_t point = a->cover[b] - 1;
    if (!a->post.endless[b] && a->post.depth[point] > a->post.depth[w->stop]) {
        a->cover[b] = w->stop + 1;
        visit(a, w, point);
    }
    return true;
}

/* Finds all blocks between a divergent branch and its reconvergence point. A
 * branch among them reconverges no later: its own blocks are among these. */
static void follow_branch(analysis *a, uint32_t branch)
{
    const gac__ir *ir = a->ir;
    const gac__ir_block *block = &ir->blocks[branch];
    const gac__ir_inst *end = gac__ir_end(block);
    search w = {.stop = a->post.ipdom[branch],
                .marked = a->work + ir->n_blocks};
    if (a->followed[branch] || a->cover[branch])
        return;
    a->followed[branch] = 1;
    for (uint32_t t = 0; t < end->n_targets; t++)
        visit(a, &w, end->targets[t]);
    while (w.n_work && !gac__ir_watch(ir, 8)) {
        uint32_t b = a->work[--w.n_work];
        if (b == w.stop || skip_covered(a, &w, b))
            continue;
        a->cover[b] = w.stop + 1;
        a->waits[b] |= is_partial_collective(ir, b);
        const gac__ir_inst *t = gac__ir_end(&ir->blocks[b]);
        for (uint32_t k = 0; k < t->n_targets; k++)
            visit(a, &w, t->targets[k]);
    }
    while (w.n_marked)
        a->mark[w.marked[--w.n_marked]] = 0;
}

static void follow_branches(analysis *a)
{
    uint32_t n = a->ir->n_blocks;
    for (uint32_t b = 0; b < n; b++)
        if (a->divergent[b])
            follow_branch(a, b);
    for (uint32_t b = 0; b < n; b++)
        if (!a->apart[b] && is_join(a, b))
            phis_vary(a, b);
}

/* before[b]: the number of blocks before b that have the flag. */
static void count_before(uint32_t n, const uint8_t *flags, uint32_t *before)
{
    before[0] = 0;
    for (uint32_t b = 0; b < n; b++)
        before[b + 1] = before[b] + (flags[b] != 0);
}

/* A value is used behind the last block of a loop that lanes leave in different
 * iterations. The sweep has passed its uses in the loop. Presets do not change,
 * wherever they stand. */
static void leave(analysis *a, uint32_t v)
{
    if (a->varying[v] || gac__value_is_preset(a->ir, v))
        return;
    set_varying(a, v);
    a->early_changed = true;
}

/* Whether lanes may start an iteration while others wait in the loop. */
static bool waits_apart(const analysis *a, const gac__loop *loop,
                        const uint32_t *waits_before)
{
    uint32_t end = loop->end + 1;
    return waits_before[end] > waits_before[loop->head]
           && (loop->mixed || a->ir->variant.checked
               || a->ir->facts.needs_progress
               || a->before[end] > a->before[loop->head]);
}

/* Finds the values of loops in which lanes wait apart: they vary. */
static void find_wait_values(analysis *a)
{
    const gac__ir *ir = a->ir;
    uint32_t n = ir->n_blocks;
    uint32_t *before = a->work + n;
    count_before(n, a->waits, before);
    if (!before[n])
        return;
    uint32_t *opens = a->opens, *closes = a->next, depth = 0;
    memset(opens, 0, n * sizeof *opens);
    memset(closes, 0, n * sizeof *closes);
    for (uint32_t l = 0; l < a->loops.n_loops; l++) {
        const gac__loop *loop = &a->loops.loops[l];
        if (waits_apart(a, loop, before)) {
            opens[loop->head]++;
            closes[loop->end]++;
        }
    }
    for (uint32_t b = 0; b < n; b++) {
        depth += opens[b];
        a->mark[b] = depth > 0;
        a->apart[b] |= a->mark[b];
        depth -= closes[b];
    }
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (!a->varying[v] && !gac__value_is_preset(ir, v)
            && a->def_block[v] != UINT32_MAX && a->mark[a->def_block[v]])
            set_varying(a, v);
    memset(a->mark, 0, n);
}

static void find_uses(analysis *a)
{
    const gac__ir *ir = a->ir;
    for (uint32_t v = 0; v < ir->n_values; v++)
        a->def_block[v] = UINT32_MAX;
    GAC__EACH_INST(ir, b, i) {
        if (i->result)
            a->def_block[i->result] = b;
        for (uint32_t x = 0; x < i->n_args; x++) {
            /* A phi's argument is used at the end of its predecessor. */
            uint32_t at = i->op == GAC__IR_PHI ? ir->blocks[b].preds[x] : b;
            a->last_use[i->args[x]] = GAC__MAX(a->last_use[i->args[x]], at);
            a->is_early[i->args[x]] |= a->def_block[i->args[x]] == UINT32_MAX;
        }
    }
}

/* Lists loops by the last block of their ranges, inner ones first. */
static void list_loops(analysis *a)
{
    for (uint32_t l = a->loops.n_loops; l-- > 0;) {
        uint32_t *first = &a->first_loop[a->loops.loops[l].end];
        a->next_loop[l] = *first;
        *first = l + 1;
    }
}

/* Finds values of a block that are used behind a loop that contains it. */
static void leave_loop(analysis *a, const gac__loop *loop, uint32_t b)
{
    const gac__ir_block *block = &a->ir->blocks[b];
    for (uint32_t k = 0; k < block->n_insts; k++) {
        uint32_t v = block->insts[k]->result;
        if (v && a->last_use[v] > loop->last)
            leave(a, v);
    }
}

/* Behind block b, the divergent branches of loops that end with it are known:
 * finds values that are used behind these loops. A block is done for all loops
 * but those whose range ends behind them. */
static void leave_loops(analysis *a, uint32_t b)
{
    for (uint32_t l = a->first_loop[b]; l; l = a->next_loop[l - 1]) {
        const gac__loop *loop = &a->loops.loops[l - 1];
        bool all = loop->last != loop->end;
        if ((!loop->mixed && a->before[b + 1] == a->before[loop->head])
            || (all && gac__ir_watch(a->ir, loop->last - loop->head)))
            continue;
        for (uint32_t at = loop->head;; at++) {
            if (!all)
                at = gac__next_index(a->next, at);
            if (at > loop->last)
                break;
            leave_loop(a, loop, at);
            if (!all)
                a->next[at] = at + 1;
        }
    }
}

/* A sweep over all blocks. It follows divergent branches and loops at once:
 * else each branch that depends on the one before would take a sweep of its
 * own. */
static void sweep(analysis *a)
{
    const gac__ir *ir = a->ir;
    for (uint32_t b = 0; b <= ir->n_blocks; b++)
        a->next[b] = b;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        if (!a->apart[b] && is_join(a, b))
            phis_vary(a, b);
        for (uint32_t k = 0; k < block->n_insts; k++) {
            const gac__ir_inst *i = block->insts[k];
            if (i->result && !a->varying[i->result] && inst_varies(a, i))
                set_varying(a, i->result);
        }
        const gac__ir_inst *end = gac__ir_end(block);
        if (!a->divergent[b] && end->n_targets > 1)
            a->divergent[b] = any_varying(a, end);
        if (a->divergent[b])
            follow_branch(a, b);
        a->before[b + 1] = a->before[b] + (a->divergent[b] != 0);
        leave_loops(a, b);
    }
}

gac_result gac__uniform_find(gac__ir *ir, gac__arena *scratch, uint8_t *varying,
                             uint8_t *apart)
{
    size_t n = ir->n_blocks, n_values = ir->n_values;
    analysis a = {.ir = ir, .varying = varying};
    uint8_t *bytes = gac__arena_alloc(scratch, 6 * n + n_values, 1);
    uint32_t *words =
        gac__arena_alloc(scratch, 7 * n + 3 + 2 * n_values, sizeof *words);
    GAC__TRY(gac__flow_post_dominators(ir, &a.post));
    GAC__TRY(gac__flow_loops(ir, &a.loops));
    a.next_loop =
        gac__arena_alloc(scratch, a.loops.n_loops, sizeof *a.next_loop);
    if (!bytes || !words || !a.next_loop)
        return GAC_ERR_MEMORY;
    a.divergent = bytes;
    a.mark = bytes + n;
    a.followed = bytes + 2 * n;
    a.waits = bytes + 3 * n;
    a.mixed = bytes + 4 * n;
    a.apart = bytes + 5 * n;
    a.is_early = bytes + 6 * n;
    a.work = words;
    a.opens = a.work + 2 * n + 1;
    a.next = a.opens + n;
    a.cover = a.next + n + 1;
    a.last_use = a.cover + n;
    a.def_block = a.last_use + n_values;
    a.before = a.def_block + n_values;
    a.first_loop = a.before + n + 1;
    memset(varying, 0, n_values);
    find_uses(&a);
    GAC__TRY(find_mixed(&a));
    list_loops(&a);
    for (bool more = true; more; more = a.changed || a.early_changed) {
        a.early_changed = false;
        sweep(&a);
        a.changed = false; /* the sweep has followed its own changes */
        follow_branches(&a);
        find_wait_values(&a);
        GAC__TRY(gac__ir_watch(ir, n + n_values));
    }
    if (apart)
        memcpy(apart, a.apart, n);
    return GAC_OK;
}

gac_result gac__pass_uniform(gac__ir *ir, gac__arena *scratch)
{
    ir->varying = gac__arena_alloc(ir->arena, ir->n_values, 1);
    if (!ir->varying)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__uniform_find(ir, scratch, ir->varying, NULL));
    return gac__facts_find(ir, scratch);
}
