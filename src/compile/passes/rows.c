/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The gac authors */
/* Whether the work-items of a row shall make up a strip, and which way rows
 * lie.
 *
 * A kernel that cannot tell its work-groups may run in groups of any shape. In
 * groups of one row all but the first of the ids are scalars, and what
 * neighbours load lies in one piece, where a square tile touches as many pages
 * and sets of the cache as it has rows. A tile is better where an access goes
 * down a column (a transpose uses each line of the cache 16 times), and where a
 * loop loads what the rows share (a matrix product: each row would load all of
 * the matrix again).
 *
 * Many kernels call the first id the row of their matrix: neighbours' places
 * are a line apart, and each access touches as many lines of the cache as there
 * are lanes. Such a kernel takes another dimension for the first one if fewer
 * accesses are far there.
 *
 * How far apart the places of neighbours are is found by following address
 * arithmetic forwards. It decides about speed only: where it is not sure, it
 * may guess.
 */
#include "compile/passes/passes.h"

#define NEAR_BYTES 64 /* between neighbours' places, at most */
#define SWEEPS 2      /* over the blocks: once round each loop */
#define LOOP_WEIGHT 8 /* accesses in loops count as so many */

/* What becomes of a value from one work-item to its neighbour. */
typedef struct step {
    int64_t by;  /* it grows by this, */
    bool scaled; /* times something that only the run knows; */
    bool data;   /* or memory says what it is */
    bool upper;  /* it depends on another id */
} step;

static step both(step a, step b)
{
    step s = {a.by ? a.by : b.by, a.scaled || b.scaled, a.data || b.data,
              a.upper || b.upper};
    return s;
}

static bool moves(const step *s)
{
    return s->by != 0 || s->scaled || s->data;
}

/* `factor`: a constant's bits, or NULL. */
static step times(step a, step b, const uint64_t *factor)
{
    step s = both(a, b);
    if (factor)
        s.by = (int64_t)((uint64_t)a.by * *factor);
    s.scaled |= !factor && (moves(&a) || moves(&b));
    return s;
}

static step sum(step a, step b, int64_t scale)
{
    step s = both(a, b);
    s.by = (int64_t)((uint64_t)a.by + (uint64_t)b.by * (uint64_t)scale);
    return s;
}

static step of_builtin(const gac__ir_inst *i, uint32_t dimension)
{
    bool is_id =
        i->sub == GAC__BUILTIN_LOCAL_ID || i->sub == GAC__BUILTIN_GROUP_BASE;
    bool along = i->imm == dimension;
    return (step){.by = i->sub == GAC__BUILTIN_LOCAL_ID && along,
                  .upper = is_id && !along};
}

static step product(const gac__ir *ir, const gac__ir_inst *i, const step *a,
                    const step *b)
{
    const gac__ir_value *x = &ir->values[i->args[0]];
    const gac__ir_value *y = &ir->values[i->args[1]];
    uint64_t power = (uint64_t)1 << (y->bits & 63);
    if (i->op == GAC__IR_SHL)
        return times(*a, *b, y->kind == GAC__VALUE_CONST ? &power : NULL);
    if (x->kind == GAC__VALUE_CONST)
        return times(*b, *a, &x->bits);
    return times(*a, *b, y->kind == GAC__VALUE_CONST ? &y->bits : NULL);
}

static step step_of(const gac__ir *ir, const step *steps, const gac__ir_inst *i,
                    uint32_t dimension)
{
    step s = {0};
    const step *a = i->n_args > 0 ? &steps[i->args[0]] : &s;
    const step *b = i->n_args > 1 ? &steps[i->args[1]] : &s;
    switch (i->op) {
    case GAC__IR_BUILTIN: return of_builtin(i, dimension);
    case GAC__IR_IADD: return sum(*a, *b, 1);
    case GAC__IR_ISUB: return sum(*a, *b, -1);
    case GAC__IR_LEA: return sum(*a, *b, (int64_t)i->imm);
    case GAC__IR_IMUL:
    case GAC__IR_SHL: return product(ir, i, a, b);
    case GAC__IR_LOAD: return (step){.data = moves(a), .upper = a->upper};
    default:
        for (uint32_t k = 0; k < i->n_args; k++)
            s = both(s, steps[i->args[k]]);
        return s;
    }
}

/* How neighbours' accesses lie, all of a kernel's together. */
typedef struct walk {
    bool near;      /* one behind the other, a line for each row */
    bool far;       /* not for rows */
    bool shared;    /* by a row, which another one may do without */
    uint32_t n_far; /* accesses to places that are not one behind the other */
} walk;

static void look_at(walk *w, const gac__ir_inst *i, const step *at,
                    bool in_loop)
{
    w->shared |= at->upper && !moves(at) && i->op == GAC__IR_LOAD;
    if (at->data || !moves(at))
        return;
    bool apart = at->scaled || at->by > NEAR_BYTES || at->by < -NEAR_BYTES;
    if (apart)
        w->n_far += in_loop ? LOOP_WEIGHT : 1;
    if (apart || (i->op == GAC__IR_LOAD && in_loop && !at->upper))
        w->far = true;
    else if (i->op == GAC__IR_LOAD && at->upper)
        w->near = true;
}

/* The end of the outermost loop that begins at block b, or b. */
static uint32_t loop_end(const gac__ir *ir, uint32_t b)
{
    uint32_t end = b;
    for (uint32_t p = 0; p < ir->blocks[b].n_preds; p++)
        end = GAC__MAX(end, ir->blocks[b].preds[p] + 1);
    return end;
}

/* Looks at neighbours in a dimension. `steps`: one for each value. */
static walk look(const gac__ir *ir, step *steps, uint32_t dimension)
{
    walk w = {0};
    memset(steps, 0, ir->n_values * sizeof *steps);
    for (uint32_t sweep = 1; sweep <= SWEEPS; sweep++) {
        uint32_t loops_to = 0;
        for (uint32_t b = 0; b < ir->n_blocks; b++) {
            loops_to = GAC__MAX(loops_to, loop_end(ir, b));
            for (uint32_t k = 0; k < ir->blocks[b].n_insts; k++) {
                const gac__ir_inst *i = ir->blocks[b].insts[k];
                bool accesses = i->op == GAC__IR_LOAD || i->op == GAC__IR_STORE;
                if (sweep == SWEEPS && accesses)
                    look_at(&w, i, &steps[i->args[0]], b < loops_to);
                if (i->result)
                    steps[i->result] = step_of(ir, steps, i, dimension);
            }
        }
    }
    return w;
}

gac_result gac__facts_of_rows(gac__ir *ir, gac__arena *scratch)
{
    step *steps = gac__arena_alloc(scratch, ir->n_values, sizeof *steps);
    if (!steps)
        return GAC_ERR_MEMORY;
    walk best = look(ir, steps, 0);
    ir->facts.far = best.n_far > 0;
    for (uint32_t d = 1; d < 3 && best.n_far; d++) {
        walk w = look(ir, steps, d);
        ir->facts.far = (uint8_t)(ir->facts.far | (w.n_far > 0) << d);
        if (w.n_far < best.n_far && ir->facts.interchangeable
            && !ir->variant.lead) {
            best = w;
            ir->facts.lead = (uint8_t)d;
        }
    }
    ir->facts.prefers_rows = best.near && !best.far;
    ir->facts.shares_rows = best.shared;
    return GAC_OK;
}
