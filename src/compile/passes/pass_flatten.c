/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Loop flattening: gives loops that sum up a form whose lanes are iterations.
 *
 * A lane with a long list to sum up keeps its strip in the loop when all others
 * have left. If iterations depend on each other by sums alone, a lane may be a
 * pair of a work-item and an iteration instead. What is summed up is computed
 * for as many pairs as there are lanes; then each work-item's sums get what its
 * pairs have computed, in the order of iterations, so that results are the
 * same.
 *
 *     P: BR H                    P: FLATTEN start, limit, step
 *                                   CBR -> F, H
 *     H: s = PHI 0, s'           F: s = PHI 0, s'
 *        j = PHI start, j'          k = FLAT_NEXT        (its iteration)
 *        t = f(j, x)                X = FLAT_TAKE k, x   (its work-item's)
 *        s' = s + t                 t = f(START + k * step, X)
 *        j' = j + step              s' = FLAT_SUM s, t
 *        CBR j' < limit -> H, E     CBR FLAT_MORE s' -> F, E
 *     E: uses s'                 E: PHI s', s'
 *
 * The loop is one block, and counted (pass_counted.c): FLATTEN finds all trip
 * counts, and whether this form pays (exec/flattened.c). It only computes and
 * loads from global or constant memory, which no work-item may change meanwhile
 * but by a data race.
 */
#include "compile/compile.h"
#include "compile/passes/passes.h"

#define MOST_LOOPS 16u
#define MOST_INSTS 64u /* of a loop */
#define MOST_DEPTH 4   /* of an address that is computed again for pairs */

typedef struct flattener {
    gac__ir *ir;
    gac__trip_finder trips;
    uint32_t n_known; /* values that existed before the pass */
    /* by such value */
    uint8_t *outside; /* it is used in another block than its own */
    uint8_t *inside;  /* operands in its own block that are it, at most 2 */
    uint32_t *behind; /* what it is behind the loop; 0: itself */
    /* of one loop */
    uint32_t head, back; /* its block; the latch's index in `preds` */
    uint64_t sums;       /* a bit for each instruction that makes a sum */
    uint32_t *copy;      /* by value: what stands for it in F; 0: not made */
    gac__ir_block *to;   /* F */
    uint32_t iteration;  /* FLAT_NEXT's result */
} flattener;

static bool is_inside(const flattener *f, uint32_t v)
{
    return gac__ir_def(f->ir, v) && f->trips.block_of[v] == f->head;
}

/* What a phi of the loop begins with, and what the loop gives it. */
static uint32_t start_of(const flattener *f, const gac__ir_inst *phi)
{
    return phi->args[!f->back];
}

static uint32_t next_of(const flattener *f, const gac__ir_inst *phi)
{
    return phi->args[f->back];
}

/* -- what may be flattened ------------------------------------------------- */

/* The operand that is a sum, of an operation that makes its next value;
 * UINT32_MAX: it is no such operation. */
static uint32_t sum_operand(const gac__ir_inst *i, uint32_t sum)
{
    switch (i->op) {
    case GAC__IR_EXT:
    case GAC__IR_FMA:
        return (i->op == GAC__IR_FMA || i->sub == OpenCLstd_Mad)
                       && i->args[2] == sum
                   ? 2
                   : UINT32_MAX;
#define X(name, types, result) case GAC__IR_##name:
        GAC__FLAT_SUM_MAP(X)
#undef X
        return i->args[0] == sum ? 0 : i->args[1] == sum ? 1 : UINT32_MAX;
    default: return UINT32_MAX;
    }
}

/* Whether a phi is a sum that is used for nothing else in the loop. */
static bool is_sum(const flattener *f, const gac__ir_inst *phi)
{
    uint32_t next = next_of(f, phi);
    uint32_t bytes = gac__ty_bytes((gac__ty)phi->ty);
    return is_inside(f, next) && (bytes == 4 || bytes == 8)
           && sum_operand(gac__ir_def(f->ir, next), phi->result) != UINT32_MAX
           && f->inside[phi->result] == 1 && f->inside[next] == 1
           && !f->outside[phi->result];
}

/* The bytes by which a pointer rises in each iteration; 0: it does not. */
static uint64_t pointer_step(const flattener *f, const gac__ir_inst *phi)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, next_of(f, phi));
    uint64_t index;
    return i && i->op == GAC__IR_LEA && i->args[0] == phi->result
                   && gac__ir_is_const(f->ir, i->args[1], &index) && index == 0
                   && i->imm2 > 0 && i->imm2 <= INT32_MAX
               ? (uint64_t)i->imm2
               : 0;
}

/* Whether a phi is a counter or a pointer that rises, and the loop leaves
 * nothing of it behind. */
static bool is_counter(const flattener *f, const gac__ir_inst *phi)
{
    bool falls;
    bool counts = (phi->ty == GAC__TY_I32 || phi->ty == GAC__TY_I64)
                  && gac__trip_step(&f->trips, phi, &falls);
    return (counts || pointer_step(f, phi)) && !f->outside[phi->result]
           && !f->outside[next_of(f, phi)];
}

/* Whether a pointer may be to global memory; also one that rises. */
static bool leads_outside(const flattener *f, uint32_t pointer)
{
    const gac__ir_inst *i = gac__ir_def(f->ir, pointer);
    while (i && i->op == GAC__IR_LEA && is_inside(f, pointer)) {
        pointer = i->args[0];
        i = gac__ir_def(f->ir, pointer);
    }
    if (i && i->op == GAC__IR_PHI && is_inside(f, pointer))
        pointer = start_of(f, i);
    return gac__ir_points(f->ir, pointer) != GAC__POINTS_INSIDE;
}

/* Whether an instruction can be computed for pairs: it has no effect, and pairs
 * differ in it. */
static bool is_of_pairs(const flattener *f, const gac__ir_inst *i)
{
    bool differs = false;
    for (uint32_t a = 0; a < i->n_args; a++)
        differs |= is_inside(f, i->args[a]) || f->trips.varying[i->args[a]];
    bool loads = i->op == GAC__IR_LOAD && !(i->flags & GAC__IR_VOLATILE)
                 && leads_outside(f, i->args[0]);
    return differs && !f->outside[i->result]
           && (loads || gac__ir_is_function(i->op));
}

/* Whether an innermost loop is one small block, but for empty ones, that ends
 * with a branch. */
static bool is_one_block(const gac__ir *ir, const gac__loop *l)
{
    const gac__ir_block *b = &ir->blocks[l->head];
    for (uint32_t other = l->head + 1; other <= l->last; other++)
        if (ir->blocks[other].n_insts != 1)
            return false;
    return l->innermost && b->n_insts <= MOST_INSTS && b->n_preds == 2
           && gac__ir_end(b)->op == GAC__IR_CBR;
}

/* Whether such a loop leaves nothing but sums behind. */
static bool may_flatten(flattener *f)
{
    const gac__ir_block *b = &f->ir->blocks[f->head];
    uint32_t n_phis = gac__ir_n_phis(b);
    f->sums = 0;
    for (uint32_t k = 0; k < n_phis; k++) {
        if (is_counter(f, b->insts[k]))
            continue;
        if (!is_sum(f, b->insts[k]))
            return false;
        for (uint32_t n = n_phis; n < b->n_insts; n++)
            if (b->insts[n]->result == next_of(f, b->insts[k]))
                f->sums |= (uint64_t)1 << n;
    }
    for (uint32_t k = n_phis; k + 1 < b->n_insts; k++)
        if (!(f->sums >> k & 1) && !is_of_pairs(f, b->insts[k]))
            return false;
    return f->sums != 0;
}

/* -- the flattened loop ---------------------------------------------------- */

static gac__ir_inst *add(flattener *f, gac__ir_op op, uint8_t ty,
                         const gac__ir_inst *like, uint32_t x, uint32_t y,
                         uint32_t z)
{
    return gac__ir_add(f->ir, f->to, op, (gac__ty)ty, like, x, y, z);
}

static uint32_t put(flattener *f, gac__ir_op op, uint8_t ty,
                    const gac__ir_inst *like, uint32_t x, uint32_t y)
{
    return add(f, op, ty, like, x, y, 0)->result;
}

static uint32_t copy_of(flattener *f, uint32_t v, bool as_lanes, int depth);

/* The same operation on what stands for its operands. Lane kernels need lanes;
 * an address may have operands that all lanes share. */
static uint32_t clone(flattener *f, const gac__ir_inst *i, int depth)
{
    gac__ir_inst *made = gac__ir_new_result(
        f->ir, (gac__ir_op)i->op, (gac__ty)f->ir->values[i->result].ty,
        i->n_args, i->ordinal);
    if (!made)
        return 0;
    made->ty = i->ty;
    made->sub = i->sub;
    made->imm = i->imm;
    made->imm2 = i->imm2;
    made->flags = i->flags & (uint8_t)~GAC__IR_SHARED_LAST; /* pairs differ */
    for (uint32_t a = 0; a < i->n_args; a++)
        made->args[a] =
            copy_of(f, i->args[a], gac__ir_is_pure(i->op), depth + 1);
    gac__ir_append(f->ir, f->to, made);
    return made->result;
}

/* What stands in F for a value that the loop uses. An address of a varying
 * index is made again, so that loads have a base and an index. */
static uint32_t copy_of(flattener *f, uint32_t v, bool as_lanes, int depth)
{
    const gac__ir_inst *def = gac__ir_def(f->ir, v);
    bool varies = def && f->trips.varying[v];
    bool shared = !varies && (!as_lanes || gac__value_is_preset(f->ir, v));
    if (!def || (shared && !is_inside(f, v)))
        return v;
    bool again = varies && depth < MOST_DEPTH
                 && (def->op == GAC__IR_LEA || def->op == GAC__IR_ZEXT
                     || def->op == GAC__IR_SEXT);
    if (!f->copy[v])
        f->copy[v] = again ? clone(f, def, depth)
                           : put(f, GAC__IR_FLAT_TAKE, f->ir->values[v].ty, def,
                                 f->iteration, v);
    return f->copy[v];
}

/* The iteration times `by`, in a type of 32 or 64 bits. */
static uint32_t distance(flattener *f, uint8_t ty, const gac__ir_inst *like,
                         uint32_t by)
{
    uint64_t bits;
    uint32_t n = f->iteration;
    if (ty == GAC__TY_I64)
        n = put(f, GAC__IR_ZEXT, ty, like, n, 0);
    return gac__ir_is_const(f->ir, by, &bits) && bits == 1
               ? n
               : put(f, GAC__IR_IMUL, ty, like, n, by);
}

static uint32_t flat_counter(flattener *f, const gac__ir_inst *phi)
{
    bool falls;
    uint32_t by = gac__trip_step(&f->trips, phi, &falls);
    uint32_t start = copy_of(f, start_of(f, phi), true, 0);
    uint32_t way = distance(f, phi->ty, phi, copy_of(f, by, true, 0));
    return put(f, falls ? GAC__IR_ISUB : GAC__IR_IADD, phi->ty, phi, start,
               way);
}

/* A pointer that rises: a base and an index, if it begins as one and goes from
 * element to element. */
static uint32_t flat_pointer(flattener *f, const gac__ir_inst *phi)
{
    const gac__ir_inst *start = gac__ir_def(f->ir, start_of(f, phi));
    uint64_t by = pointer_step(f, phi);
    uint8_t ty = (uint8_t)f->ir->ptr_ty;
    gac__ir_inst *made;
    if (start && start->op == GAC__IR_LEA && start->imm
        && by % start->imm == 0) {
        uint32_t index = copy_of(f, start->args[1], true, 0);
        if (f->ir->values[index].ty != ty)
            index = put(f, start->sub ? GAC__IR_ZEXT : GAC__IR_SEXT, ty, start,
                        index, 0);
        uint32_t step = gac__ir_const(f->ir, f->ir->ptr_ty, by / start->imm);
        index =
            put(f, GAC__IR_IADD, ty, phi, index, distance(f, ty, phi, step));
        made = add(f, GAC__IR_LEA, ty, phi,
                   copy_of(f, start->args[0], false, 0), index, 0);
        by = start->imm;
    } else {
        made = add(f, GAC__IR_LEA, ty, phi,
                   copy_of(f, start_of(f, phi), false, 0), f->iteration, 0);
        start = NULL;
    }
    made->imm = by;
    made->imm2 = start ? start->imm2 : 0;
    made->sub = start == NULL; /* iterations are counted without a sign */
    return made->result;
}

/* What stands in F for an operand of a sum, as lanes. */
static uint32_t term_of(flattener *f, uint32_t v)
{
    uint32_t copy = copy_of(f, v, true, 0);
    return copy == v ? put(f, GAC__IR_FLAT_TAKE, f->ir->values[v].ty, NULL,
                           f->iteration, v)
                     : copy;
}

/* A sum's operation, on what pairs have. */
static uint32_t flat_sum(flattener *f, const gac__ir_inst *i, uint32_t sum,
                         uint32_t flat)
{
    uint32_t at = sum_operand(i, sum), op = i->op, y = 0;
    uint32_t x = term_of(f, i->args[at == 0]);
    if (at == 2) {
        y = term_of(f, i->args[1]);
        op = GAC__IR_FMA;
    }
    if (i->op == GAC__IR_EXT && i->sub == OpenCLstd_Mad) {
        x = put(f, GAC__IR_FMUL, i->ty, i, x, y);
        y = 0;
        op = GAC__IR_FADD;
    }
    gac__ir_inst *made = add(f, GAC__IR_FLAT_SUM, i->ty, i, flat, x, y);
    made->sub = op;
    return made->result;
}

/* Gives a block the predecessors a and b. */
static bool set_preds(gac__ir *ir, uint32_t block, uint32_t a, uint32_t b)
{
    uint32_t *preds = gac__arena_alloc(ir->arena, 2, sizeof *preds);
    if (!preds)
        return false;
    preds[0] = a;
    preds[1] = b;
    ir->blocks[block].preds = preds;
    ir->blocks[block].n_preds = 2;
    return true;
}

/* Puts a phi at a block's beginning. */
static gac__ir_inst *put_phi(gac__ir *ir, gac__ir_block *b, uint8_t ty,
                             uint32_t x, uint32_t y)
{
    gac__ir_inst *phi =
        gac__ir_add(ir, b, GAC__IR_PHI, (gac__ty)ty, NULL, x, y, 0);
    if (phi == ir->lost)
        return phi;
    memmove(b->insts + 1, b->insts, (b->n_insts - 1) * sizeof *b->insts);
    b->insts[0] = phi;
    return phi;
}

/* Fills block F, and puts phis of its sums into the exit. */
static void fill(flattener *f, uint32_t exit)
{
    gac__ir *ir = f->ir;
    const gac__ir_block b = ir->blocks[f->head];
    gac__ir_inst *phis[MOST_INSTS];
    uint32_t n_phis = gac__ir_n_phis(&b), more = 0;
    for (uint32_t k = 0; k < n_phis; k++) {
        uint32_t start = start_of(f, b.insts[k]);
        if (!is_counter(f, b.insts[k]))
            phis[k] = put_phi(ir, f->to, b.insts[k]->ty, start, start);
    }
    f->iteration = put(f, GAC__IR_FLAT_NEXT, GAC__TY_I32, b.insts[0], 0, 0);
    for (uint32_t k = 0; k < n_phis; k++)
        if (is_counter(f, b.insts[k]))
            f->copy[b.insts[k]->result] = pointer_step(f, b.insts[k])
                                              ? flat_pointer(f, b.insts[k])
                                              : flat_counter(f, b.insts[k]);
    for (uint32_t k = n_phis; k + 1 < b.n_insts; k++)
        if (!(f->sums >> k & 1))
            f->copy[b.insts[k]->result] = clone(f, b.insts[k], MOST_DEPTH);
    for (uint32_t k = 0; k < n_phis; k++) {
        uint32_t next = next_of(f, b.insts[k]);
        if (is_counter(f, b.insts[k]))
            continue;
        more = flat_sum(f, gac__ir_def(ir, next), b.insts[k]->result,
                        phis[k]->result);
        phis[k]->args[1] = more;
        f->behind[next] =
            put_phi(ir, &ir->blocks[exit], b.insts[k]->ty, next, more)->result;
    }
    more = put(f, GAC__IR_FLAT_MORE, GAC__TY_BOOL, b.insts[0], more, 0);
    gac__ir_branch(ir, f->to, more, (uint32_t)(f->to - ir->blocks), exit);
}

static gac_result flatten(flattener *f, const gac__trip_source *trips,
                          uint32_t exit, gac__arena *scratch)
{
    gac__ir *ir = f->ir;
    uint32_t to = gac__ir_add_block(ir);
    gac__ir_block *entry = &ir->blocks[trips->entry];
    f->copy = gac__arena_alloc(scratch, f->n_known, sizeof *f->copy);
    f->to = &ir->blocks[to];
    if (!to || !f->copy)
        return GAC_ERR_MEMORY;
    fill(f, exit);
    entry->n_insts--; /* its branch */
    gac__ir_inst *flat =
        gac__ir_add(ir, entry, GAC__IR_FLATTEN, GAC__TY_BOOL, NULL,
                    trips->args[0], trips->args[1], trips->args[2]);
    flat->sub = trips->kind;
    gac__ir_branch(ir, entry, flat->result, to, f->head);
    return set_preds(ir, to, trips->entry, to)
                   && set_preds(ir, exit, f->head, to)
               ? gac__ir_watch(ir, MOST_INSTS)
               : GAC_ERR_MEMORY;
}

/* -- all loops ------------------------------------------------------------- */

static gac_result begin(flattener *f, gac__ir *ir, gac__arena *scratch)
{
    uint32_t n = f->n_known = ir->n_values;
    uint8_t *varying = gac__arena_alloc(scratch, n, 1);
    uint8_t *apart = gac__arena_alloc(scratch, ir->n_blocks, 1);
    f->ir = ir;
    f->outside = gac__arena_alloc(scratch, n, 1);
    f->inside = gac__arena_alloc(scratch, n, 1);
    f->behind = gac__arena_alloc(scratch, n, sizeof *f->behind);
    if (!varying || !apart || !f->outside || !f->inside || !f->behind)
        return GAC_ERR_MEMORY;
    GAC__TRY(gac__uniform_find(ir, scratch, varying, apart));
    if (!gac__trip_finder_init(&f->trips, ir, varying, scratch))
        return GAC_ERR_MEMORY;
    GAC__EACH_INST(ir, b, i) {
        for (uint32_t a = 0; a < i->n_args; a++) {
            uint32_t v = i->args[a];
            if (gac__ir_def(ir, v) && f->trips.block_of[v] != b)
                f->outside[v] = 1;
            else
                f->inside[v] = f->inside[v] ? 2 : 1;
        }
    }
    return GAC_OK;
}

/* Flattens a loop, if that can be done. */
static gac_result visit(flattener *f, const gac__loop *l, gac__arena *scratch)
{
    gac__trip_source trips;
    const gac__ir_block *head = &f->ir->blocks[l->head];
    const gac__ir_inst *end = gac__ir_end(head);
    if (!is_one_block(f->ir, l))
        return GAC_OK;
    uint32_t exit = end->targets[gac__loop_has(l, end->targets[0])];
    f->trips.l = l;
    f->head = l->head;
    f->back = head->preds[1] == l->last;
    return f->ir->blocks[exit].n_preds == 1
                   && !gac__ir_n_phis(&f->ir->blocks[exit]) && may_flatten(f)
                   && gac__trips_find(&f->trips, l, &trips)
                   && trips.branch == l->head
               ? flatten(f, &trips, exit, scratch)
               : GAC_OK;
}

/* Behind loops, phis stand for their sums. */
static void replace_sums(const flattener *f)
{
    GAC__EACH_INST(f->ir, b, i) {
        for (uint32_t a = 0; a < i->n_args; a++) {
            uint32_t v = i->args[a], merged = v < f->n_known ? f->behind[v] : 0;
            if (merged && f->trips.block_of[v] != b && i->result != merged)
                i->args[a] = merged;
        }
    }
}

gac_result gac__pass_flatten(gac__ir *ir, gac__arena *scratch)
{
    gac__loops found;
    flattener f = {0};
    uint32_t n_blocks = ir->n_blocks;
    if (!gac__may_count_trips(ir))
        return GAC_OK;
    GAC__TRY(gac__flow_loops(ir, &found));
    uint32_t first = 0;
    while (first < found.n_loops && !is_one_block(ir, &found.loops[first]))
        first++;
    if (first == found.n_loops)
        return GAC_OK;
    GAC__TRY(begin(&f, ir, scratch));
    for (uint32_t n = first;
         n < found.n_loops && ir->n_blocks < n_blocks + MOST_LOOPS; n++)
        GAC__TRY(visit(&f, &found.loops[n], scratch));
    if (ir->n_blocks == n_blocks)
        return GAC_OK;
    replace_sums(&f);
    return gac__pass_edges(ir, scratch);
}
