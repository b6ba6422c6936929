/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Finds which values are the same for all lanes of a strip.
 *
 * A value varies if it is a lane's id, comes from memory that lanes address
 * differently, is computed from something that varies, or if lanes can reach it
 * by different ways:
 *
 *   - a phi, where a branch that varies leads lanes to different predecessors:
 *     two of them can be reached from the branch before its ways are certain to
 *     have met again (at its immediate post-dominator). The way back to a
 *     loop's head is none of them, since lanes go it together (see loops.c);
 *   - a value of a loop that lanes can leave in different iterations: a scalar
 *     would be overwritten by the lanes that stay (see loops.c);
 *   - a value of a loop that holds a barrier which only some of the groups in a
 *     strip reach: the others run on, perhaps round the loop, while those wait
 *     (so do those that a sub-group's lanes wait for where some may sleep; and
 *     in a checked run those of a group that parts, which is what it looks
 *     for). If no lanes part within the loop, the others are not in it, and
 *     cannot come to it before those go on: the lowest barrier comes first;
 *   - any phi and anything loaded, where work-items may wait for others in a
 * loop: lanes that sleep there do not meet the others where their ways do.
 *
 * All start from branches that vary, so everything is iterated to a fixpoint.
 */
#include "compile/passes/passes.h"

typedef struct analysis {
    const gac__ir *ir;
    uint8_t *varying;   /* for each value */
    uint8_t *divergent; /* for each block: its terminator splits lanes */
    gac__meetings meet;
    uint32_t *last_use;  /* for each value: the last block that uses it */
    uint32_t *def_block; /* for each value */
    uint8_t *is_early; /* for each value: a walk comes to some use of it before
                          its definition */
    uint8_t *mark;     /* for each block, scratch */
    uint32_t *work;    /* for each block, scratch */
    uint8_t *spread;   /* for each block: its divergence has been spread */
    uint32_t *cover;   /* for each block: where the ways of a branch that leads
                          to it, and that has been spread, have met, + 1 */
    uint8_t *mixed;    /* for each block: in a loop that lanes may not go round
                          together */
    uint8_t *apart;    /* for each block: lanes come to it, or round a loop that
                          holds it, by ways of their own: its phis vary */
    uint8_t *waits;    /* for each block: some lanes of the strip wait here
                          while others run on */
    uint32_t *nearest; /* for each block: where the smallest loop ends that
                          holds it and that lanes leave at different times */
    uint32_t *next;    /* for each block, scratch */
    uint32_t *before;  /* for each block: how many in front of it part lanes */
    uint32_t *first_loop; /* for each block: the innermost loop whose range ends
                             with it, + 1; 0: none .. */
    uint32_t *next_loop;  /* .. and for each loop: the next one of these */
    gac__loops loops;
    bool changed;
    bool early_changed; /* some is_early value did */
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

/* What a builtin is by itself. */
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
    switch (i->sub & 0xff) {
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
    case GAC__IR_ALLOCA: return !(i->flags & GAC__IR_SPREAD);
    case GAC__IR_ATOMIC:
        return true; /* others may change it between two lanes' loads */
    case GAC__IR_GROUP: return group_result_varies(i);
    case GAC__IR_ASYNC_COPY: return false; /* one event for the group */
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

/* Whether lanes that have parted may come to block b by more than one edge:
 * from blocks between a branch that varies and where its ways have met. */
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
    const gac__ir_block *block = &a->ir->blocks[b];
    a->apart[b] = 1;
    for (uint32_t k = 0;
         k < block->n_insts && block->insts[k]->op == GAC__IR_PHI; k++)
        set_varying(a, block->insts[k]->result);
}

/* Finds loops that are not entered at their heads alone, or have several ways
 * back, or whose last block is not where lanes meet that stay. */
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

/* Whether others of the strip may run on while lanes wait here. */
static bool is_partial_collective(const gac__ir *ir, uint32_t b)
{
    const gac__ir_inst *i = gac__ir_collective(&ir->blocks[b]);
    return i
           && ((i->op == GAC__IR_BARRIER && ir->variant.coalesced)
               || ir->variant.checked
               || (ir->facts.needs_progress && gac__ir_is_of_sub_group(i)));
}

/* A walk from a branch to where its ways have met. */
typedef struct way {
    uint32_t stop, n_work, n_marked;
    uint32_t *marked;
} way;

static void go_to(analysis *a, way *w, uint32_t b)
{
    if (a->mark[b])
        return;
    a->mark[b] = 1;
    a->work[w->n_work++] = b;
    w->marked[w->n_marked++] = b;
}

/* Whether what follows `b` has been walked through, up to where the ways of
 * some other branch met: goes on there, if that is before the stop. All that is
 * behind `b` comes by there, and by the stop. */
static bool skip_covered(analysis *a, way *w, uint32_t b)
{
    if (!a->cover[b])
        return false;
    uint32_t met = a->cover[b] - 1;
    if (!a->meet.endless[b] && a->meet.depth[met] > a->meet.depth[w->stop]) {
        a->cover[b] = w->stop + 1;
        go_to(a, w, met);
    }
    return true;
}

/* Finds all blocks between a branch that varies and the place where its ways
 * have met. A branch between them has its own place no later: what it would
 * find has been found. */
static void spread_branch(analysis *a, uint32_t branch)
{
    const gac__ir *ir = a->ir;
    const gac__ir_block *block = &ir->blocks[branch];
    const gac__ir_inst *end = gac__ir_end(block);
    way w = {.stop = a->meet.ipdom[branch], .marked = a->work + ir->n_blocks};
    if (a->spread[branch] || a->cover[branch])
        return;
    a->spread[branch] = 1;
    for (uint32_t t = 0; t < end->n_targets; t++)
        go_to(a, &w, end->targets[t]);
    while (w.n_work && !gac__ir_watch(ir, 8)) {
        uint32_t b = a->work[--w.n_work];
        if (b == w.stop || skip_covered(a, &w, b))
            continue;
        a->cover[b] = w.stop + 1;
        a->waits[b] |= is_partial_collective(ir, b);
        const gac__ir_inst *t = gac__ir_end(&ir->blocks[b]);
        for (uint32_t k = 0; k < t->n_targets; k++)
            go_to(a, &w, t->targets[k]);
    }
    while (w.n_marked)
        a->mark[w.marked[--w.n_marked]] = 0;
}

static void spread_branches(analysis *a)
{
    uint32_t n = a->ir->n_blocks;
    for (uint32_t b = 0; b < n; b++)
        if (a->divergent[b])
            spread_branch(a, b);
    for (uint32_t b = 0; b < n; b++)
        if (!a->apart[b] && is_join(a, b))
            phis_vary(a, b);
}

/* before[b]: how many blocks in front of b have the flag. */
static void count_before(uint32_t n, const uint8_t *flags, uint32_t *before)
{
    before[0] = 0;
    for (uint32_t b = 0; b < n; b++)
        before[b + 1] = before[b] + (flags[b] != 0);
}

/* Fills in `nearest`. */
static void find_nearest(analysis *a, const uint32_t *before)
{
    uint32_t n = a->ir->n_blocks;
    uint32_t *head = a->work; /* the lowest head of the loops that end here */
    for (uint32_t b = 0; b < n; b++)
        head[b] = UINT32_MAX;
    for (uint32_t l = 0; l < a->loops.n_loops; l++) {
        const gac__loop *loop = &a->loops.loops[l];
        if (loop->mixed || before[loop->end + 1] > before[loop->head])
            head[loop->last] = GAC__MIN(head[loop->last], loop->head);
    }
    gac__first_ends_find(n, head, a->next, a->nearest);
}

/* A value is used behind the last block of a loop that lanes leave in different
 * rounds. The walk has come by its uses in the loop. */
static void leave(analysis *a, uint32_t v)
{
    if (a->varying[v] || gac__value_is_preset(a->ir, v))
        return;
    set_varying(a, v);
    a->early_changed = true;
}

/* Values of loops that lanes leave in different rounds, and that are used
 * behind the loop's last block. Presets are what they are before the loop,
 * wherever they stand. */
static void spread_loops(analysis *a)
{
    const gac__ir *ir = a->ir;
    uint32_t *before = a->work + ir->n_blocks;
    count_before(ir->n_blocks, a->divergent, before);
    find_nearest(a, before);
    for (uint32_t v = 1; v < ir->n_values; v++)
        if (a->last_use[v] > a->def_block[v]
            && a->nearest[a->def_block[v]] != UINT32_MAX
            && a->last_use[v] > a->nearest[a->def_block[v]])
            leave(a, v);
}

/* Whether lanes may go round a loop while others wait in it. */
static bool waits_apart(const analysis *a, const gac__loop *loop,
                        const uint32_t *waits_before)
{
    uint32_t end = loop->end + 1;
    return waits_before[end] > waits_before[loop->head]
           && (loop->mixed || a->ir->variant.checked
               || a->ir->facts.needs_progress
               || a->before[end] > a->before[loop->head]);
}

/* Values of loops that lanes go round while others wait in them. */
static void spread_waits(analysis *a)
{
    const gac__ir *ir = a->ir;
    uint32_t n = ir->n_blocks;
    uint32_t *before = a->work + n;
    count_before(n, a->waits, before);
    if (!before[n])
        return;
    uint32_t *opens = a->nearest, *closes = a->next, depth = 0;
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
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
            const gac__ir_inst *i = ir->blocks[b].insts[k];
            if (i->result)
                a->def_block[i->result] = b;
            for (uint32_t x = 0; x < i->n_args; x++) {
                /* A phi's argument is used at the end of its predecessor. */
                uint32_t at = i->op == GAC__IR_PHI ? ir->blocks[b].preds[x] : b;
                a->last_use[i->args[x]] = GAC__MAX(a->last_use[i->args[x]], at);
                a->is_early[i->args[x]] |=
                    a->def_block[i->args[x]] == UINT32_MAX;
            }
        }
}

/* Lists the loops by the last block of their ranges, inner ones first. */
static void list_loops(analysis *a)
{
    for (uint32_t l = a->loops.n_loops; l-- > 0;) {
        uint32_t *first = &a->first_loop[a->loops.loops[l].end];
        a->next_loop[l] = *first;
        *first = l + 1;
    }
}

/* At the end of block b, when it is known where lanes part in loops that end
 * with it: values that are used behind these. */
static void leave_loops(analysis *a, uint32_t b)
{
    const gac__ir *ir = a->ir;
    for (uint32_t l = a->first_loop[b]; l; l = a->next_loop[l - 1]) {
        const gac__loop *loop = &a->loops.loops[l - 1];
        if (!loop->mixed && a->before[b + 1] == a->before[loop->head])
            continue;
        for (uint32_t at = gac__next_place(a->next, loop->head);
             at <= loop->last; at = gac__next_place(a->next, at)) {
            a->next[at] = at + 1; /* it is in no smaller loop */
            for (uint32_t k = 0; k < ir->blocks[at].n_insts; k++) {
                uint32_t v = ir->blocks[at].insts[k]->result;
                if (v && a->last_use[v] > loop->last)
                    leave(a, v);
            }
        }
    }
}

/* Blocks behind a branch or a loop are looked at in the walk that finds that
 * lanes part there: else each branch that goes by what the one before has
 * chosen would take a walk of its own. */
static void walk(analysis *a)
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
            spread_branch(a, b);
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
    GAC__TRY(gac__flow_meetings(ir, &a.meet));
    GAC__TRY(gac__flow_loops(ir, &a.loops));
    a.next_loop =
        gac__arena_alloc(scratch, a.loops.n_loops, sizeof *a.next_loop);
    if (!bytes || !words || !a.next_loop)
        return GAC_ERR_MEMORY;
    a.divergent = bytes;
    a.mark = bytes + n;
    a.spread = bytes + 2 * n;
    a.waits = bytes + 3 * n;
    a.mixed = bytes + 4 * n;
    a.apart = bytes + 5 * n;
    a.is_early = bytes + 6 * n;
    a.work = words;
    a.nearest = a.work + 2 * n + 1;
    a.next = a.nearest + n;
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
        walk(&a);
        a.changed = false; /* what the walk has found, it has followed */
        spread_branches(&a);
        spread_loops(&a);
        spread_waits(&a);
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
