/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Allocates lane registers: live intervals, coalescing of phis, linear scan.
 *
 * A kernel's lanes do not run in step: some wait at later blocks while others
 * run earlier ones. The executor runs the lowest block at which lanes wait. So
 * while block B runs, other lanes wait behind it; where B runs again after they
 * came there, the lanes that run it have taken a back edge T -> H with
 * H <= B <= T, and the others wait behind T. This makes two corrections to
 * plain intervals:
 *
 *   - a value that is defined in [H, T] and live behind T has its register in
 *     the whole loop: its interval starts at H;
 *   - the instruction that defines it must keep lanes that are not active
 *     (`masked`): they may wait behind the loop with that value.
 *
 * Lanes that wait at a barrier are the exception: they may wait in front of B.
 * The executor then keeps lanes that are not active in every write
 * (exec/strip.c).
 *
 * A phi and its argument on a back edge share a register where the phi is dead
 * behind the argument's definition, so that most loop variables need no copy.
 */
#include "compile/emit/emit.h"

#define MAX_LOOP_WORK ((uint64_t)1 << 33)

/* A loop that lanes leave in different iterations. */
typedef struct loop {
    uint32_t start, end; /* positions of the back edge's target and source */
} loop;

typedef struct allocator_state {
    gac__registers *r;
    const gac__ir_inst **insts; /* for each position; NULL: a block's phis */
    loop *loops;
    uint32_t n_loops;
    uint32_t *first_end; /* for each position: the first end of the loops
                            around it; UINT32_MAX: there is none */
    uint32_t *maker; /* for each loop head's phi: the block + 1 that makes its
                        next value; 0: none */
    uint32_t *last_use; /* for each such phi: the last position in that block at
                           which an instruction uses it; 0: none does */
    uint32_t *def_at;   /* for each value: its definition's position */
} allocator_state;

static void extend(gac__interval *i, uint32_t position)
{
    i->start = GAC__MIN(i->start, position);
    i->end = GAC__MAX(i->end, position);
}

/* -- intervals ------------------------------------------------------------- */

static gac_result number_positions(allocator_state *s)
{
    gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    size_t n = ir->n_blocks;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        n += ir->blocks[b].n_insts;
    s->insts = gac__arena_alloc(r->arena, n, sizeof(gac__ir_inst *));
    if (!s->insts)
        return GAC_ERR_MEMORY;
    uint32_t position = 0;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *block = &ir->blocks[b];
        r->block_start[b] = position++;
        for (uint32_t k = gac__ir_n_phis(block); k < block->n_insts; k++)
            s->insts[position++] = block->insts[k];
        r->block_end[b] = position - 1;
    }
    r->n_positions = position;
    return GAC_OK;
}

/* A phi is live from its predecessors' ends, where copies write it, and its
 * arguments are live up to there. */
static void find_phi_intervals(gac__registers *r, uint32_t b)
{
    const gac__ir_block *block = &r->ir->blocks[b];
    GAC__EACH_PHI(block, i) {
        extend(&r->intervals[i->result], r->block_start[b]);
        for (uint32_t p = 0; p < block->n_preds; p++) {
            uint32_t at = r->block_end[block->preds[p]];
            extend(&r->intervals[i->result], at);
            extend(&r->intervals[i->args[p]], at);
        }
    }
}

static void find_intervals(allocator_state *s)
{
    gac__registers *r = s->r;
    for (uint32_t v = 0; v < r->ir->n_values; v++)
        r->intervals[v] = (gac__interval){UINT32_MAX, 0};
    for (uint32_t b = 0; b < r->ir->n_blocks; b++)
        find_phi_intervals(r, b);
    for (uint32_t at = 0; at < r->n_positions; at++) {
        const gac__ir_inst *i = s->insts[at];
        for (uint32_t a = 0; i && a < i->n_args; a++)
            extend(&r->intervals[i->args[a]], at);
        if (i && i->result)
            extend(&r->intervals[i->result], at);
    }
    for (uint32_t n = 0; n < r->live.n; n++) {
        gac__interval *i = &r->intervals[r->live.value[n]];
        const gac__live_runs *in = &r->live.in, *out = &r->live.out;
        if (in->first[n] < in->first[n + 1]) {
            extend(i, r->block_start[in->runs[in->first[n]].first]);
            extend(i, r->block_start[in->runs[in->first[n + 1] - 1].last]);
        }
        if (out->first[n] < out->first[n + 1]) {
            extend(i, r->block_end[out->runs[out->first[n]].first]);
            extend(i, r->block_end[out->runs[out->first[n + 1] - 1].last]);
        }
    }
}

/* Whether a block has one predecessor and one target. */
static bool is_arm(const gac__ir *ir, uint32_t b)
{
    const gac__ir_inst *end = gac__ir_end(&ir->blocks[b]);
    return ir->blocks[b].n_preds == 1 && end->op == GAC__IR_BR && !end->sub;
}

/* Finds pairs of arms of which one has only copies for phis: lanes go that way
 * around the other one. The block at which lanes part makes these copies, for
 * all of them; those in the other arm make theirs at its end. From the branch
 * on, the phis' registers are theirs. Lanes do not wait in the block that is
 * left empty: branches pass it over (emit_jumps.c). */
static void find_copiers(gac__registers *r)
{
    const gac__ir *ir = r->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        r->copier[b] = b;
    for (uint32_t b = 0; b < ir->n_blocks; b++) {
        const gac__ir_block *join = &ir->blocks[b];
        if (!gac__ir_n_phis(join) || join->n_preds != 2
            || !is_arm(ir, join->preds[0]) || !is_arm(ir, join->preds[1]))
            continue;
        bool second = ir->blocks[join->preds[0]].n_insts > 1;
        uint32_t around = join->preds[second], arm = join->preds[!second];
        uint32_t from = ir->blocks[around].preds[0];
        if (ir->blocks[around].n_insts > 1 || ir->blocks[arm].preds[0] != from
            || gac__ir_end(&ir->blocks[from])->op != GAC__IR_CBR
            || !gac__ir_is_divergent(ir, from))
            continue;
        r->copier[around] = from;
        GAC__EACH_PHI(join, i)
            extend(&r->intervals[i->result], r->block_end[from]);
    }
}

static gac_result find_loops(allocator_state *s)
{
    gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    const gac__loops *all = &ir->flow->loops;
    s->loops = gac__arena_alloc(r->arena, all->n_loops, sizeof *s->loops);
    uint32_t *before =
        gac__arena_alloc(r->arena, (size_t)ir->n_blocks + 1, sizeof *before);
    if (!s->loops || !before)
        return GAC_ERR_MEMORY;
    if ((uint64_t)all->n_loops * r->live.n > MAX_LOOP_WORK)
        return GAC_ERR_LIMIT;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        before[b + 1] = before[b] + gac__ir_is_divergent(ir, b);
    for (uint32_t n = 0; n < all->n_loops; n++) {
        const gac__loop *l = &all->loops[n];
        if (l->mixed || before[l->end + 1] > before[l->head])
            s->loops[s->n_loops++] =
                (loop){r->block_start[l->head], r->block_end[l->last]};
    }
    return GAC_OK;
}

/* Fills in `first_end`. */
static gac_result find_first_ends(allocator_state *s)
{
    uint32_t n = s->r->n_positions;
    uint32_t *words =
        gac__arena_alloc(s->r->arena, 3 * (size_t)n + 1, sizeof *words);
    if (!words)
        return GAC_ERR_MEMORY;
    uint32_t *next = words + n, *start = next + n + 1; /* by the loops' ends */
    s->first_end = words;
    for (uint32_t at = 0; at < n; at++)
        start[at] = UINT32_MAX;
    for (uint32_t k = 0; k < s->n_loops; k++)
        start[s->loops[k].end] =
            GAC__MIN(start[s->loops[k].end], s->loops[k].start);
    gac__first_ends_find(n, start, next, s->first_end);
    return GAC_OK;
}

/* Moves an interval's start to the heads of loops that it leaves; each move may
 * take it into an outer loop. */
static gac_result extend_over_loops(allocator_state *s, gac__interval *i,
                                    uint8_t *masked)
{
    for (bool changed = true; changed;) {
        changed = false;
        GAC__TRY(gac__ir_watch(s->r->ir, s->n_loops));
        for (uint32_t n = 0; n < s->n_loops; n++) {
            const loop *l = &s->loops[n];
            if (i->start < l->start || i->start > l->end || i->end <= l->end)
                continue;
            *masked = 1;
            if (i->start != l->start) {
                i->start = l->start;
                changed = true;
            }
        }
    }
    return GAC_OK;
}

/* `masked` of a value that shares its class's register: lanes may wait behind a
 * loop with any value of the class, where the loop defines this one alone. */
static gac_result mask_shared(allocator_state *s, uint32_t v)
{
    gac__registers *r = s->r;
    gac__interval own = r->intervals[v];
    GAC__TRY(extend_over_loops(s, &own, &r->masked[v]));
    r->masked[v] |= r->masked[r->class_of[v]];
    return GAC_OK;
}

/* -- coalescing ------------------------------------------------------------ */

/* Fills in `maker` and `last_use`. */
static void find_uses(allocator_state *s)
{
    const gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        GAC__EACH_PHI(&ir->blocks[b], phi)
            for (uint32_t e = 0; e < phi->n_args; e++)
                if (ir->blocks[b].preds[e] >= b)
                    s->maker[phi->result] = r->block_of[phi->args[e]] + 1;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        for (uint32_t at = r->block_start[b]; at <= r->block_end[b]; at++) {
            const gac__ir_inst *i = s->insts[at];
            for (uint32_t a = 0; i && a < i->n_args; a++)
                if (s->maker[i->args[a]] == b + 1)
                    s->last_use[i->args[a]] = at;
        }
}

/* Whether lanes that wait behind block b may need value p. */
static bool is_awaited(const gac__liveness *live, uint32_t p, uint32_t b)
{
    return gac__next_live(live, &live->in, b + 1, p) != UINT32_MAX;
}

/* Whether value x is loaded for a phi of block b alone, in an arm in which the
 * register is the phi's already. */
static bool is_loaded(const gac__registers *r, uint32_t x, uint32_t from,
                      uint32_t b)
{
    const gac__ir_block *join = &r->ir->blocks[b];
    bool ahead = false;
    for (uint32_t e = 0; e < join->n_preds; e++)
        ahead |= r->copier[join->preds[e]] != join->preds[e];
    return ahead && r->ir->values[x].def->op == GAC__IR_LOAD
           && r->block_of[x] == from;
}

/* Lets an argument share the phi's register where the phi is dead behind the
 * argument's definition. A load in an arm keeps the lanes that go around it. */
static void coalesce_phi(allocator_state *s, const gac__ir_inst *phi,
                         uint32_t b)
{
    gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    const gac__ir_block *block = &ir->blocks[b];
    uint32_t p = phi->result;
    for (uint32_t e = 0; e < block->n_preds; e++) {
        uint32_t x = phi->args[e], from = block->preds[e];
        if (x == p || gac__value_is_kept(ir, x)
            || ir->varying[x] != ir->varying[p] || r->needs_splat[x]
            || r->needs_splat[p] || ir->values[x].def->op == GAC__IR_PHI
            || r->class_of[x] != x || (from >= b && r->block_of[x] < b)
            || r->block_of[x] > from
            || gac__ty_bytes((gac__ty)ir->values[x].ty)
                   != gac__ty_bytes((gac__ty)phi->ty))
            continue;
        if (from < b) { /* not a back edge */
            if (is_loaded(r, x, from, b)) {
                r->class_of[x] = p;
                r->masked[x] = 1;
            }
            continue;
        }
        uint16_t op = ir->values[x].def->op;
        bool reads_first = gac__ir_is_pure(op) || op == GAC__IR_LOAD
                           || (op == GAC__IR_ASYNC_COPY && !ir->varying[x]);
        bool needed =
            s->maker[p] != r->block_of[x] + 1 || s->last_use[p] > s->def_at[x]
            || gac__is_live(&r->live, &r->live.out, r->block_of[x], p);
        if (!reads_first || needed)
            continue;
        /* Where the argument is live at the loop's head, phi and argument are
         * both needed. */
        if (gac__is_live(&r->live, &r->live.in, b, x))
            continue;
        r->class_of[x] = p;
        r->masked[x] = is_awaited(&r->live, p, r->block_of[x]);
        r->intervals[p].start =
            GAC__MIN(r->intervals[p].start, r->intervals[x].start);
        r->intervals[p].end =
            GAC__MAX(r->intervals[p].end, r->intervals[x].end);
        break;
    }
}

static gac_result coalesce(allocator_state *s)
{
    gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    s->def_at = gac__arena_alloc(r->arena, ir->n_values, sizeof *s->def_at);
    s->maker = gac__arena_alloc(r->arena, ir->n_values, sizeof *s->maker);
    s->last_use = gac__arena_alloc(r->arena, ir->n_values, sizeof *s->last_use);
    if (!s->def_at || !s->maker || !s->last_use)
        return GAC_ERR_MEMORY;
    find_uses(s);
    for (uint32_t at = 0; at < r->n_positions; at++)
        if (s->insts[at])
            s->def_at[s->insts[at]->result] = at;
    for (uint32_t b = 0; b < ir->n_blocks; b++)
        GAC__EACH_PHI(&ir->blocks[b], phi)
            coalesce_phi(s, phi, b);
    return GAC_OK;
}

/* -- linear scan ----------------------------------------------------------- */

/* True if the instruction reads a lane's operands before it writes that lane:
 * its result may take the register of an operand that dies here. */
static bool may_overwrite_operand(const gac__ir_inst *i)
{
    return gac__ir_is_pure(i->op);
}

static bool wants_register(const gac__registers *r, uint32_t v)
{
    return r->class_of[v] == v && r->intervals[v].start <= r->intervals[v].end
           && r->ir->values[v].kind == GAC__VALUE_INST
           && !gac__value_is_kept(r->ir, v)
           && (r->ir->varying[v] || r->needs_splat[v]);
}

/* What is kept from group to group has registers that no other value gets. */
static void place_kept(gac__registers *r)
{
    for (uint32_t v = 1; v < r->ir->n_values; v++) {
        if (!gac__value_is_kept(r->ir, v)
            || r->intervals[v].start > r->intervals[v].end
            || !(r->ir->varying[v] || r->needs_splat[v]))
            continue;
        r->unit[v] = r->lane_bytes;
        r->lane_bytes += gac__ty_bytes((gac__ty)r->ir->values[v].ty);
    }
}

/* The list of free registers that a type's values share: those of its size.
 * Floats do not share with integers: kernels compute on lanes that are not
 * active, too, and small integers are subnormal floats, with which processors
 * take a hundred times as long. Halves share: kernels compute on them as
 * floats, in which small ones are normal. */
static uint32_t list_of(uint8_t ty)
{
    bool is_float = ty == GAC__TY_F32 || ty == GAC__TY_F64;
    return gac__ty_bytes((gac__ty)ty) + (is_float ? 8 : 0);
}

static gac_result scan(allocator_state *s)
{
    gac__registers *r = s->r;
    const gac__ir *ir = r->ir;
    uint32_t n = ir->n_values, n_positions = r->n_positions;
    /* Lists of values by the position at which they start, and end. */
    uint32_t *heads = gac__arena_alloc(r->arena, 2 * ((size_t)n_positions + 2),
                                       sizeof *heads);
    uint32_t *next = gac__arena_alloc(r->arena, 2 * (size_t)n, sizeof *next);
    /* Values whose registers are free, by list_of(), the last freed one first;
     * linked by `next`, which is free as soon as a value has a register. */
    uint32_t lists[17] = {0};
    if (!heads || !next)
        return GAC_ERR_MEMORY;
    uint32_t *ends = heads + n_positions + 2, *next_end = next + n;
    for (uint32_t v = n; v-- > 1;) {
        if (!wants_register(r, v))
            continue;
        next[v] = heads[r->intervals[v].start];
        heads[r->intervals[v].start] = v;
        next_end[v] = ends[r->intervals[v].end];
        ends[r->intervals[v].end] = v;
    }
    uint32_t freed = 0; /* values that end before this position are free */
    for (uint32_t at = 0; at < n_positions; at++) {
        const gac__ir_inst *i = s->insts[at];
        uint32_t until = i && may_overwrite_operand(i) ? at + 1 : at;
        for (; freed < until; freed++)
            for (uint32_t v = ends[freed]; v; v = next_end[v]) {
                if (r->unit[v] == GAC__NO_UNIT)
                    continue; /* starts and ends here: gets a register below */
                uint32_t *list = &lists[list_of(ir->values[v].ty)];
                next[v] = *list;
                *list = v;
            }
        for (uint32_t v = heads[at]; v; v = next[v]) {
            uint32_t bytes = gac__ty_bytes((gac__ty)ir->values[v].ty);
            uint32_t *list = &lists[list_of(ir->values[v].ty)];
            if (*list) {
                r->unit[v] = r->unit[*list];
                *list = next[*list];
            } else {
                r->unit[v] = r->lane_bytes;
                r->lane_bytes += bytes;
            }
        }
    }
    for (uint32_t v = 1; v < n; v++)
        if (r->class_of[v] != v)
            r->unit[v] = r->unit[r->class_of[v]];
    return GAC_OK;
}

gac_result gac__registers_allocate(gac__registers *r)
{
    const gac__ir *ir = r->ir;
    uint32_t n = ir->n_values;
    allocator_state s = {.r = r};
    r->block_start = gac__arena_alloc(r->arena, ir->n_blocks, sizeof(uint32_t));
    r->block_end = gac__arena_alloc(r->arena, ir->n_blocks, sizeof(uint32_t));
    r->intervals = gac__arena_alloc(r->arena, n, sizeof *r->intervals);
    r->masked = gac__arena_alloc(r->arena, n, 1);
    r->class_of = gac__arena_alloc(r->arena, n, sizeof(uint32_t));
    r->unit = gac__arena_alloc(r->arena, n, sizeof(uint32_t));
    r->block_of = gac__ir_find_blocks(ir, r->arena);
    r->copier = gac__arena_alloc(r->arena, ir->n_blocks, sizeof *r->copier);
    if (!r->block_start || !r->block_end || !r->intervals || !r->masked
        || !r->class_of || !r->unit || !r->block_of || !r->copier)
        return GAC_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        r->class_of[v] = v;
        r->unit[v] = GAC__NO_UNIT;
    }
    GAC__TRY(gac__liveness_compute(ir, r->arena, &r->live));
    GAC__TRY(number_positions(&s));
    find_intervals(&s);
    find_copiers(r);
    GAC__TRY(find_loops(&s));
    GAC__TRY(coalesce(&s));
    GAC__TRY(find_first_ends(&s));
    for (uint32_t v = 1; v < n; v++)
        if (wants_register(r, v)
            && s.first_end[r->intervals[v].start] < r->intervals[v].end)
            GAC__TRY(extend_over_loops(&s, &r->intervals[v], &r->masked[v]));
    for (uint32_t v = 1; v < n; v++)
        if (r->class_of[v] != v)
            GAC__TRY(mask_shared(&s, v));
    place_kept(r);
    return scan(&s);
}
